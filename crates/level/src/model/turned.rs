//! Turned levels: the same deck in another orientation.

use crate::{
    model::arrival::Arrival,
    model::cell::{Cell, CellShape},
    model::lamp::Lamp,
    model::level::Level,
    model::named_area::NamedArea,
    model::stairs::Stairs,
    model::symmetry::Symmetry,
    model::terminal::PlacedTerminal,
    model::thing::{Thing, Turn},
};

impl Level {
    /// Returns the same deck, turned or mirrored. It remembers its orientation: a run gives each thing the id that it
    /// has in the level as drawn.
    pub fn turned(&self, symmetry: Symmetry) -> Level {
        // A new field must be turned too, if it has a position or a direction.
        let Level {
            name,
            width,
            height,
            cells,
            textures,
            player,
            things,
            monsters,
            pickups,
            props,
            damage_zones,
            turns,
            places,
            triggers,
            messages,
            names,
            lamps,
            fog,
            sky,
            par,
            arrivals,
            terminals,
            stairs,
            allow,
            called,
            orientation,
        } = self;
        let whole = Whole { symmetry, size: (*width, *height) };
        let (new_width, new_height) = symmetry.size(whole.size);
        Level {
            name: name.clone(),
            width: new_width,
            height: new_height,
            cells: whole.cells(cells),
            textures: textures.clone(),
            player: whole.thing(player),
            things: row_by_row(things.iter().map(|thing| whole.thing(thing)), |thing| (thing.y, thing.x)),
            monsters: monsters.clone(),
            pickups: pickups.clone(),
            props: props.clone(),
            damage_zones: damage_zones.clone(),
            turns: row_by_row(turns.iter().map(|turn| whole.turn(turn)), |turn| (turn.y, turn.x)),
            places: places.iter().map(|place| whole.place(place)).collect(),
            triggers: triggers.clone(),
            messages: messages.clone(),
            names: names.clone(),
            lamps: row_by_row(lamps.iter().map(|lamp| whole.lamp(lamp)), |lamp| (lamp.y, lamp.x)),
            fog: *fog,
            sky: sky.clone(),
            par: *par,
            arrivals: arrivals.iter().map(|arrival| whole.arrival(arrival)).collect(),
            terminals: row_by_row(terminals.iter().map(|it| whole.terminal(it)), |it| (it.y, it.x)),
            stairs: row_by_row(stairs.iter().map(|stairs| whole.stairs(stairs)), |stairs| (stairs.y, stairs.x)),
            allow: allow.clone(),
            called: called.clone(),
            orientation: orientation.then(symmetry),
        }
    }

    /// Returns the row and the column that a cell has in the level as drawn.
    pub fn place_as_drawn(&self, x: usize, y: usize) -> (usize, usize) {
        let (x, y) = self.orientation.inverse().cell((x, y), (self.width, self.height));
        (y, x)
    }

    /// Returns column and row of every cell, in the order of the level as drawn.
    pub fn cells_as_drawn(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let orientation = self.orientation;
        let drawn = orientation.inverse().size((self.width, self.height));
        (0..self.cells.len()).map(move |cell| orientation.cell((cell % drawn.0, cell / drawn.0), drawn))
    }
}

/// Returns the list, sorted by row and column.
fn row_by_row<T>(list: impl Iterator<Item = T>, place: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    let mut list: Vec<T> = list.collect();
    list.sort_by_key(place);
    list
}

/// A map of this size, and how it is turned.
struct Whole {
    symmetry: Symmetry,
    size: (usize, usize),
}

impl Whole {
    fn at(&self, x: usize, y: usize) -> (usize, usize) {
        self.symmetry.cell((x, y), self.size)
    }

    fn cells(&self, cells: &[Cell]) -> Vec<Cell> {
        let (width, height) = self.symmetry.size(self.size);
        let back = self.symmetry.inverse();
        let new = (0..cells.len()).map(|cell| {
            let (x, y) = back.cell((cell % width, cell / width), (width, height));
            let cell = cells[y * self.size.0 + x];
            Cell { shape: self.shape(cell.shape), ..cell }
        });
        new.collect()
    }

    fn shape(&self, shape: CellShape) -> CellShape {
        let mut shape = shape;
        match &mut shape {
            CellShape::Lift { face: way, .. } | CellShape::Switch { face: way, .. } | CellShape::Push { way, .. } => {
                *way = way.map(|way| self.symmetry.direction(way));
            }
            CellShape::Door { along, .. } | CellShape::Pane { along, .. } => *along = self.symmetry.axis(*along),
            CellShape::Diagonal { corner, .. } => *corner = self.symmetry.corner(*corner),
            CellShape::Open
            | CellShape::Wall { .. }
            | CellShape::Pillar { .. }
            | CellShape::Table
            | CellShape::Space => {}
        }
        shape
    }

    fn thing(&self, thing: &Thing) -> Thing {
        let (x, y) = self.at(thing.x, thing.y);
        Thing { x, y, facing: self.symmetry.facing(thing.facing), ..*thing }
    }

    fn turn(&self, turn: &Turn) -> Turn {
        let (x, y) = self.at(turn.x, turn.y);
        Turn { x, y, to: self.symmetry.patrol(turn.to) }
    }

    fn place(&self, place: &NamedArea) -> NamedArea {
        let cells = place.cells.iter().map(|&(x, y)| self.at(x, y));
        NamedArea { name: place.name.clone(), cells: row_by_row(cells, |&(x, y)| (y, x)) }
    }

    fn lamp(&self, lamp: &Lamp) -> Lamp {
        let (x, y) = self.at(lamp.x, lamp.y);
        Lamp { x, y, ..*lamp }
    }

    fn arrival(&self, arrival: &Arrival) -> Arrival {
        let (x, y) = self.at(arrival.x, arrival.y);
        Arrival { x, y, facing: self.symmetry.facing(arrival.facing), name: arrival.name.clone() }
    }

    fn terminal(&self, terminal: &PlacedTerminal) -> PlacedTerminal {
        let (x, y) = self.at(terminal.x, terminal.y);
        PlacedTerminal { x, y, game: terminal.game }
    }

    fn stairs(&self, stairs: &Stairs) -> Stairs {
        let (x, y) = self.at(stairs.x, stairs.y);
        Stairs { x, y, name: stairs.name.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn shipped() -> Vec<Level> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
        let files = fs::read_dir(folder).expect("the folder of the decks").map(|file| file.expect("a file").path());
        let decks = files.filter(|file| file.extension().is_some_and(|end| end == "ron"));
        let deck = |file: std::path::PathBuf| Level::read("deck", &fs::read(file).expect("a deck")).expect("valid");
        decks.map(deck).collect()
    }

    #[test]
    fn turned_decks_turn_back_and_compose() {
        let decks = shipped();
        assert!(decks.len() > 5);
        for deck in decks {
            for one in Symmetry::ALL {
                let turned = deck.turned(one);
                assert_eq!(turned == deck, one == Symmetry::default(), "{}, {one:?}", deck.name);
                assert!(turned.turned(one.inverse()) == deck, "{}, {one:?}", deck.name);
                let next = Symmetry::ALL[5];
                assert!(turned.turned(next) == deck.turned(one.then(next)), "{}, {one:?}", deck.name);
            }
        }
    }

    #[test]
    fn written_turned_decks_are_valid_and_equal() {
        for deck in shipped().iter().take(3) {
            for symmetry in Symmetry::ALL {
                let turned = deck.turned(symmetry);
                let written = turned.write().expect("it can be written");
                let read = Level::read("turned", written.as_bytes());
                assert!(read.expect("a valid level") == turned, "{}, {symmetry:?}", deck.name);
            }
        }
    }

    #[test]
    fn cells_as_drawn_are_those_of_the_original_in_order() {
        let text = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), '.': (), '+': (door: \"d\")},
            map: [\"#####\", \"#@+.#\", \"#####\"])";
        let level = Level::read("x", text.as_bytes()).expect("a valid level");
        for symmetry in Symmetry::ALL {
            let turned = level.turned(symmetry);
            let shapes = turned.cells_as_drawn().map(|(x, y)| std::mem::discriminant(&turned.cell(x, y).shape));
            assert!(shapes.eq(level.cells.iter().map(|cell| std::mem::discriminant(&cell.shape))), "{symmetry:?}");
            assert_eq!(turned.place_as_drawn(turned.player.x, turned.player.y), (1, 1));
        }
    }
}
