//! The first plane: walls, doors, push-walls and lifts.

use crate::{
    game::Wall,
    import::draft::{Draft, choice},
    plane_map::PlaneMap,
};
use level::{Axis, CellShape, Direction, Hang, PUSH_CELLS};

impl Draft<'_> {
    /// Fills all cells.
    pub(crate) fn cells(&mut self) {
        for cell in 0..self.level.cells.len() {
            let shape = self.shape(cell);
            self.level.cells[cell].shape = shape;
        }
        if self.map.planes[2].iter().any(|&number| number != 0) {
            self.notes.add("the third plane is not used");
        }
    }

    fn shape(&mut self, cell: usize) -> CellShape {
        let (game, map) = (self.game, self.map);
        let (number, thing) = (map.planes[0][cell], map.planes[1][cell]);
        let is_pushed = thing == game.numbers.push_wall;
        if number == game.numbers.lift {
            if is_pushed {
                self.note(cell, "a lift's switch cannot be a push-wall: it does not move");
            }
            return self.lift(cell);
        }
        if let Some(wall) = game.walls.get(&number) {
            return self.wall(cell, wall, is_pushed);
        }
        if let Some((door, along_x)) = game.door(number) {
            let (panel, jamb) = (self.texture(&door.panel), self.texture("{theme}_jamb"));
            let along = if along_x { Axis::X } else { Axis::Y };
            let (lock, hang) = (door.lock, Hang::Sliding);
            return CellShape::Door { panel, jamb, along, hang, lock, locks_behind: false, locks_later: false };
        }
        if game.is_floor(number) {
            if number > game.numbers.last_floor {
                let floor = self.texture(&game.stand_ins.floor);
                self.level.cells[cell].floor = floor;
                self.note(cell, format!("unknown floor {} has the stand-in texture", map.label(number)));
            }
            return CellShape::Open;
        }
        let what = format!("unknown wall {} has the stand-in texture", map.label(number));
        self.note(cell, what);
        let stand_in = Wall { textures: vec![game.stand_ins.wall.clone()], overlay: None, open_air: false, uwmf: None };
        self.wall(cell, &stand_in, is_pushed)
    }

    fn wall(&mut self, cell: usize, wall: &Wall, is_pushed: bool) -> CellShape {
        let texture = choice(&wall.textures, self.at(cell)).map_or("", |name| name.as_str());
        let texture = self.texture(texture);
        if is_pushed {
            return CellShape::Push { texture, way: None, cells: Some(PUSH_CELLS), secret: true };
        }
        let overlay = wall.overlay.as_deref().map(|name| self.texture(name));
        CellShape::Wall { texture, overlay }
    }

    /// Returns a lift's switch. It works from the east and from the west only.
    fn lift(&mut self, cell: usize) -> CellShape {
        let (game, map) = (self.game, self.map);
        let floor = |side: Direction| {
            let beside = self.beside(cell, side.step())?;
            let number = map.planes[0][beside];
            (game.is_floor(number) || game.door(number).is_some()).then_some(number)
        };
        let (east, west) = (floor(Direction::East), floor(Direction::West));
        let is_closed = floor(Direction::North).or(floor(Direction::South)).is_none();
        let is_secret = |number: Option<u16>| number == Some(game.numbers.secret_lift);
        let switch = &game.lift;
        let texture = self.texture(&switch.texture);
        let face = match (east, west) {
            (None, None) => {
                self.note(cell, "a lift's switch works from east and west only: this one becomes a wall");
                return CellShape::Wall { texture, overlay: None };
            }
            (Some(_), Some(_)) if is_closed => None,
            (Some(_), Some(_)) => {
                self.note(cell, "a lift's switch that is free on three or four sides works from the west only");
                Some(Direction::West)
            }
            (Some(_), None) => Some(Direction::East),
            (None, Some(_)) => Some(Direction::West),
        };
        let secret = match face {
            Some(Direction::East) => is_secret(east),
            Some(_) => is_secret(west),
            None => is_secret(east) && is_secret(west),
        };
        if face != Some(Direction::West) && face != Some(Direction::East) && is_secret(east) != is_secret(west) {
            self.note(cell, "a lift's switch leads to the next map on one side and to the secret one on the other: here, to the next");
        }
        let (overlay, thrown) = (Some(self.texture(&switch.overlay)), self.texture(&switch.thrown));
        CellShape::Lift { texture, overlay, thrown, face, secret }
    }
}

/// Returns true if rooms at this wall are under the open sky.
pub(crate) fn is_open_air(draft: &Draft, map: &PlaneMap, cell: usize) -> bool {
    draft.game.walls.get(&map.planes[0][cell]).is_some_and(|wall| wall.open_air)
}
