//! Prefab rooms next to the existing floor.

use crate::{
    graph::content::{Content, PlacedTable, Screen},
    graph::graph::{Graph, opposite},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::rng::Rng,
    graph::stage::{Stage, StageError, Work, check_range, missing},
    rooms::room::{Holds, Part, PlacedRoom, Room, RoomCell},
    rooms::turn::Turn,
};
use level::{Direction, IdleBehaviour};
use serde::Deserialize;
use std::sync::Arc;

/// Adds hand-drawn rooms of a theme with their furniture, each behind a door in the wall of an existing room or path,
/// rotated and mirrored at random. Two neighbours are never the same room in the same orientation. Hazardous rooms have
/// one door, so no path leads through them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rooms {
    /// Theme of the rooms: the `theme` of files in `assets/rooms`.
    pub(crate) theme: String,
    /// Minimum and maximum number of rooms. With fewer, the deck is generated again.
    pub(crate) count: (i64, i64),
    /// Names or tags of rooms; one room for each of them is placed first.
    #[serde(default)]
    pub(crate) must: Vec<String>,
    /// Percentage of the other drawn doors that lead to a neighbour and are opened.
    #[serde(default = "default_doors")]
    pub(crate) doors: i64,
}

fn default_doors() -> i64 {
    40
}

/// Number of attempts to place a room.
const TRIES: usize = 400;

impl Stage for Rooms {
    fn check(&self) -> Result<(), String> {
        check_range("least `count`", self.count.0, 0..=1000)?;
        check_range("greatest `count`", self.count.1, self.count.0..=1000)?;
        check_range("number of `must`", self.must.len() as i64, 0..=self.count.1)?;
        check_range("doors", self.doors, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let rooms = &work.known.rooms;
        let all = rooms.theme(&self.theme).ok_or_else(|| missing("theme of rooms", &self.theme, rooms.themes()))?;
        let wanted = work.rng.between(self.count.0 as usize, self.count.1 as usize);
        let before = graph.prefabs.len();
        let mut site = Site::new(graph);
        for word in &self.must {
            let called: Vec<&Arc<Room>> = all.iter().filter(|room| room.is_called(word)).collect();
            if called.is_empty() {
                let names = all.iter().map(|room| &room.name);
                return Err(missing(&format!("room of the theme '{}'", self.theme), word, names));
            }
            if !site.graph.prefabs[before..].iter().any(|placed| placed.room.is_called(word))
                && !site.add(&mut work.rng, &called)
            {
                let Room { file, at: (line, column), .. } = &**called[0];
                return Err(StageError::Retry(format!(
                    "the room '{word}' ({file}:{line}:{column}) does not fit: increase the size of the map"
                )));
            }
        }
        let all: Vec<&Arc<Room>> = all.iter().collect();
        while site.graph.prefabs.len() - before < wanted && site.add(&mut work.rng, &all) {}
        let built = site.graph.prefabs.len() - before;
        if built < self.count.0 as usize {
            let what = format!("only {built} rooms fit, but the least `count` is {}: increase the size", self.count.0);
            return Err(StageError::Retry(what));
        }
        site.more_doors(&mut work.rng, before, self.doors as usize);
        Ok(())
    }
}

/// A map to which rooms are added.
struct Site<'a> {
    graph: &'a mut Graph,
    /// Walls in which there could be a door, each with the direction that leads out.
    frontier: Vec<(usize, Direction)>,
    /// Number of the next room.
    next: u16,
}

/// A place for a room, which has been checked.
struct Fit {
    placed: PlacedRoom,
    door: usize,
}

impl<'a> Site<'a> {
    fn new(graph: &'a mut Graph) -> Site<'a> {
        let is_floor = graph.is_floor();
        let walls = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Wall);
        // Most walls are rock.
        let strides = graph.strides();
        let is_beside = |&wall: &usize| {
            strides.iter().any(|stride| is_floor.get(wall.wrapping_add(*stride)).is_some_and(|is_floor| *is_floor))
        };
        let all = walls.filter(is_beside).flat_map(|wall| DIRECTIONS.map(|way| (wall, way)));
        // An earlier stage may have placed hazardous rooms.
        let hazards = graph.hazards();
        let is_hazard = |floor: usize| hazards.contains(&graph.places[floor].room);
        let leads_from_hazard = |wall, way| graph.neighbour(wall, opposite(way)).is_some_and(is_hazard);
        let frontier =
            all.filter(|&(wall, way)| is_door_fit(graph, wall, way) && !leads_from_hazard(wall, way)).collect();
        let next = graph.places.iter().map(|place| place.room).max().unwrap_or(0).max(1) + 1;
        Site { graph, frontier, next }
    }

    /// Adds one of some rooms. Returns false if none was placed in all attempts.
    fn add(&mut self, rng: &mut Rng, rooms: &[&Arc<Room>]) -> bool {
        let placed = |room: &Room| self.graph.prefabs.iter().filter(|placed| placed.room.name == room.name).count();
        let left: Vec<&Arc<Room>> = rooms.iter().copied().filter(|room| placed(room) < room.most).collect();
        if left.is_empty() || self.frontier.is_empty() {
            return false;
        }
        let mut total = 0;
        let ends: Vec<usize> = left
            .iter()
            .map(|room| {
                total += room.weight;
                total
            })
            .collect();
        for _ in 0..TRIES {
            let slot = rng.below(self.frontier.len());
            let drawn = rng.below(total);
            let room = left[ends.partition_point(|end| *end <= drawn)];
            let turn = Turn::new(rng.below(Turn::COUNT));
            let door = room.doors[rng.below(room.doors.len())];
            if let Some(fit) = self.fit(self.frontier[slot], room, turn, door) {
                self.frontier.swap_remove(slot);
                self.build(rng, fit);
                return true;
            }
        }
        false
    }

    /// Returns the place of a room whose door is in this wall, if it fits there.
    fn fit(
        &self,
        (wall, way): (usize, Direction),
        room: &Arc<Room>,
        turn: Turn,
        (door, out): ((usize, usize), Direction),
    ) -> Option<Fit> {
        let graph = &*self.graph;
        if turn.way(out) != opposite(way) || !is_door_fit(graph, wall, way) {
            return None;
        }
        let (x, y) = graph.at(wall);
        let (door_x, door_y) = turn.at(door, room.size);
        let first = (x.checked_sub(door_x)?, y.checked_sub(door_y)?);
        let (width, height) = turn.size(room.size);
        if first.0 + width > graph.width || first.1 + height > graph.height {
            return None;
        }
        let placed = PlacedRoom { room: Arc::clone(room), turn, number: self.next, first };
        let corner = place_of(graph, &placed, 0);
        let [right, down] = [1, room.size.0].map(|cell| place_of(graph, &placed, cell).wrapping_sub(corner));
        let is_rock = |(row, cells): (usize, &[Arc<RoomCell>])| {
            let mut place = corner.wrapping_add(down.wrapping_mul(row));
            cells.iter().all(|cell| {
                let is_rock = matches!(cell.part, Part::Outside) || graph.kind(place) == Kind::Wall;
                place = place.wrapping_add(right);
                is_rock
            })
        };
        let is_same = |other: &PlacedRoom| other.room.name == room.name && other.turn == turn;
        let fits = room.cells.chunks(room.size.0).enumerate().all(is_rock)
            && !graph.prefabs.iter().any(|other| is_same(other) && other.is_beside(&placed));
        fits.then_some(Fit { placed, door: wall })
    }

    /// Turns the rock of a place into the room.
    fn build(&mut self, rng: &mut Rng, Fit { placed, door }: Fit) {
        let graph = &mut *self.graph;
        let (mut prizes, mut tables) = (Vec::new(), Vec::new());
        for (at, cell) in placed.room.cells.iter().enumerate() {
            if cell.part == Part::Outside {
                continue;
            }
            let place = place_of(graph, &placed, at);
            let is_wall = matches!(cell.part, Part::Wall | Part::Door | Part::Note(_));
            if !is_wall {
                graph.places[place] = Node { room: placed.number, ..Node::new(Kind::Floor) };
            }
            // Where two rooms have a wall in common, it looks like that of the first.
            if !is_wall || !graph.dress.has(place) {
                graph.dress.insert(place, Arc::clone(&cell.dress));
            }
            if let Some(lamp) = &cell.lamp {
                graph.lamps.push(place);
                graph.lamp_looks.insert(place, lamp.clone());
            }
            match &cell.part {
                Part::Pillar => graph.places[place].kind = Kind::Pillar,
                Part::Grating => graph.places[place].kind = Kind::Grating,
                Part::Table(game) => {
                    graph.places[place].kind = Kind::Table;
                    tables.push((place, *game));
                }
                _ => hold(graph, rng, place, cell, &mut prizes),
            }
        }
        let tables = tables.into_iter().map(|(place, game)| PlacedTable { place, game, prizes: prizes.clone() });
        graph.tables.extend(tables);
        self.hang_notes(rng, &placed);
        let graph = &mut *self.graph;
        graph.places[door].kind = Kind::Door(None);
        if !placed.room.is_hazard() {
            for &(at, out) in &placed.room.doors {
                let place = place_of(graph, &placed, at.1 * placed.room.size.0 + at.0);
                if place != door {
                    self.frontier.push((place, placed.turn.way(out)));
                }
            }
        }
        graph.prefabs.push(placed);
        self.next += 1;
    }

    /// Turns the walls with notes into screens, when the floor in front of them is known.
    fn hang_notes(&mut self, rng: &mut Rng, placed: &PlacedRoom) {
        for (at, cell) in placed.room.cells.iter().enumerate() {
            let Part::Note(notes) = &cell.part else { continue };
            let wall = place_of(self.graph, placed, at);
            let is_inside = |way: &Direction| {
                let floor = self.graph.neighbour(wall, *way).map(|floor| self.graph.places[floor]);
                floor.is_some_and(|floor| floor.kind == Kind::Floor && floor.room == placed.number)
            };
            let Some(face) = DIRECTIONS.into_iter().find(is_inside) else { continue };
            // No deck has a text twice.
            let is_new = |note: &&String| self.graph.screens.iter().all(|screen| screen.text != **note);
            let notes: Vec<&String> = notes.iter().filter(is_new).collect();
            let Some(note) = rng.pick(&notes) else { continue };
            self.graph.places[wall].kind = Kind::Screen(face);
            self.graph.screens.push(Screen { wall, text: note.clone(), overlay: None });
        }
    }

    /// Opens some of the drawn doors of new rooms that lead to a neighbour.
    fn more_doors(&mut self, rng: &mut Rng, before: usize, percent: usize) {
        let hazards = self.graph.hazards();
        for number in before..self.graph.prefabs.len() {
            let placed = self.graph.prefabs[number].clone();
            if placed.room.is_hazard() {
                continue;
            }
            for &(at, out) in &placed.room.doors {
                let wall = place_of(self.graph, &placed, at.1 * placed.room.size.0 + at.0);
                let out = placed.turn.way(out);
                let beyond = self.graph.neighbour(wall, out);
                let leads = beyond.is_some_and(|floor| {
                    self.graph.kind(floor) == Kind::Floor && !hazards.contains(&self.graph.places[floor].room)
                });
                if leads && is_door_fit(self.graph, wall, out) && rng.percent(percent) {
                    self.graph.places[wall].kind = Kind::Door(None);
                }
            }
        }
    }
}

/// Returns the place of a cell of a room, by its index in the room.
fn place_of(graph: &Graph, placed: &PlacedRoom, cell: usize) -> usize {
    let size = placed.room.size;
    let (x, y) = placed.turn.at((cell % size.0, cell / size.0), size);
    (placed.first.1 + y) * graph.width + placed.first.0 + x
}

/// Returns true for a wall between two others with floor behind it, and without another door next to it.
fn is_door_fit(graph: &Graph, wall: usize, way: Direction) -> bool {
    let kind = |way| graph.neighbour_kind(wall, way);
    let side = DIRECTIONS[(way as usize + 1) % 4];
    graph.kind(wall) == Kind::Wall
        && kind(opposite(way)) == Kind::Floor
        && kind(side) == Kind::Wall
        && kind(opposite(side)) == Kind::Wall
}

/// Places the content of a cell, if chance wants it there.
fn hold(graph: &mut Graph, rng: &mut Rng, place: usize, cell: &RoomCell, prizes: &mut Vec<usize>) {
    let Some(holds) = &cell.holds else { return };
    let (Holds::Props(names) | Holds::Pickups(names) | Holds::Prizes(names) | Holds::Monsters(names)) = holds;
    let name = names[rng.below(names.len())].clone();
    if !rng.percent(cell.chance) {
        return;
    }
    let content = match holds {
        Holds::Props(_) => {
            graph.places[place].kind = Kind::Furniture;
            Content::Prop(name)
        }
        Holds::Pickups(_) => Content::Pickup(name),
        Holds::Prizes(_) => {
            prizes.push(place);
            Content::Prize(name)
        }
        Holds::Monsters(_) => Content::Monster { name, habit: IdleBehaviour::Post, skill: 1 },
    };
    graph.contents.insert(place, content);
}
