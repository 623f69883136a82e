//! The contents of a plan, from the floor up to the wiring.

use crate::{
    author::picture::drawing::{Drawing, Point, Rgb},
    author::picture::key::{Key, Sign, WIDTH},
};
use level::{
    Axis, CellShape, Corner, Direction, Level, Lock, NamedArea, PaneKind, SKY, Thing, ThingKind, TriggerAction,
};

const SPACE: Rgb = [8, 10, 20];
const FLOOR: Rgb = [176, 176, 168];
const WALL: Rgb = [64, 68, 76];
const DOOR: Rgb = [140, 96, 52];
const SEALED: Rgb = [120, 20, 30];
const KEYS: [Rgb; 3] = [[210, 160, 20], [40, 110, 220], [30, 150, 80]];
const GLASS: Rgb = [130, 200, 240];
const BARS: Rgb = [100, 100, 110];
const SECRET: Rgb = [200, 60, 200];
const SWITCH: Rgb = [240, 200, 60];
const LIFT: Rgb = [60, 200, 100];
const UNDEAD: Rgb = [190, 40, 40];
const PICKUP: Rgb = [50, 90, 190];
const PROP: Rgb = [130, 84, 50];
const PLAYER: Rgb = [20, 140, 60];

/// The maximum width of a plan, and the minimum and maximum width of cells, in pixels.
const WIDE: i32 = 1800;
const CELLS: (i32, i32) = (6, 24);
/// The margin around the plan, in pixels.
const MARGIN: i32 = 16;

/// Draws the plan of a level, with its legend.
pub(super) fn draw(level: &Level) -> Drawing {
    let cell = (WIDE / level.width.max(level.height) as i32).clamp(CELLS.0, CELLS.1);
    let (width, height) = (level.width as i32 * cell, level.height as i32 * cell);
    let mut key = Key::default();
    // The size of the legend depends on the contents, so everything is drawn once to count them.
    let mut plan = Plan { level, cell, key: &mut key, drawing: Drawing::new(0, 0, SPACE) };
    plan.all();
    let height = height.max(key.height()) + 3 * MARGIN + cell;
    let mut again = Key::default();
    let ground = Drawing::new(width + WIDTH + 3 * MARGIN, height, SPACE);
    let mut plan = Plan { level, cell, key: &mut again, drawing: ground };
    plan.drawing.text((MARGIN, MARGIN / 2), &level.name, [255; 3]);
    plan.all();
    let mut drawing = plan.drawing;
    key.draw(&mut drawing, (width + 2 * MARGIN, 2 * MARGIN));
    drawing
}

/// A plan while it is drawn.
struct Plan<'a> {
    level: &'a Level,
    /// The width of a cell, in pixels.
    cell: i32,
    key: &'a mut Key,
    drawing: Drawing,
}

impl Plan<'_> {
    fn all(&mut self) {
        for y in 0..self.level.height {
            for x in 0..self.level.width {
                self.ground(x, y);
            }
        }
        for y in 0..self.level.height {
            for x in 0..self.level.width {
                self.shape(x, y);
            }
        }
        let level = self.level;
        level.things.iter().chain([&level.player]).for_each(|thing| self.thing(thing));
        for arrival in &level.arrivals {
            self.disc((arrival.x, arrival.y), LIFT, None, &format!("arrival '{}'", arrival.name));
        }
        self.wires();
    }

    /// Returns the upper left corner of a cell.
    fn corner(&self, x: usize, y: usize) -> Point {
        (MARGIN + x as i32 * self.cell, 2 * MARGIN + y as i32 * self.cell)
    }

    fn middle(&self, x: usize, y: usize) -> Point {
        let (left, top) = self.corner(x, y);
        (left + self.cell / 2, top + self.cell / 2)
    }

    fn ground(&mut self, x: usize, y: usize) {
        let of = self.level.cell(x, y);
        let texture = match of.shape {
            CellShape::Wall { texture, .. } => texture,
            _ => of.floor,
        };
        if self.level.texture(texture) == SKY || of.shape == CellShape::Space {
            return;
        }
        let light =
            |of: Rgb| of.map(|part| (u32::from(part) * (128 + u32::from(self.level.cell(x, y).light) / 2) / 255) as u8);
        let colour = if of.shape.is_wall() { WALL } else { light(FLOOR) };
        self.drawing.fill(self.corner(x, y), (self.cell, self.cell), colour);
    }

    /// Fills the middle of a cell, or a bar across it.
    fn bar(&mut self, (x, y): (usize, usize), along: Option<Axis>, colour: Rgb, what: &str) {
        let (left, top) = self.corner(x, y);
        let (cell, thick) = (self.cell, (self.cell / 3).max(2));
        let (at, size) = match along {
            Some(Axis::X) => ((left, top + (cell - thick) / 2), (cell, thick)),
            Some(Axis::Y) => ((left + (cell - thick) / 2, top), (thick, cell)),
            None => ((left + 1, top + 1), (cell - 2, cell - 2)),
        };
        self.drawing.fill(at, size, colour);
        self.key.note(Sign::Cell, colour, None, what);
    }

    fn shape(&mut self, x: usize, y: usize) {
        let at = (x, y);
        match self.level.cell(x, y).shape {
            CellShape::Open | CellShape::Wall { .. } | CellShape::Space => {}
            CellShape::Lift { .. } if self.level.stairs_at(x, y).is_some() => self.bar(at, None, LIFT, "stairs"),
            CellShape::Lift { secret, .. } => {
                self.bar(at, None, LIFT, if secret { "secret lift" } else { "lift" });
            }
            CellShape::Switch { .. } => self.bar(at, None, SWITCH, "switch, target"),
            CellShape::Door { along, lock, locks_behind, .. } => {
                let (colour, what) = match lock {
                    None if locks_behind => (SEALED, "door that locks behind the player".to_owned()),
                    None => (DOOR, "door".to_owned()),
                    Some(Lock::Sealed) => (SEALED, "sealed door".to_owned()),
                    Some(lock) => {
                        (lock.key().map_or(DOOR, |key| KEYS[key as usize]), format!("door with lock {lock:?}"))
                    }
                };
                self.bar(at, Some(along), colour, &what);
            }
            CellShape::Pane { along, kind: PaneKind::Window, .. } => self.bar(at, Some(along), GLASS, "window"),
            CellShape::Pane { along, kind: PaneKind::Grating, .. } => self.bar(at, Some(along), BARS, "bars"),
            CellShape::Pane { along, kind: PaneKind::Barrier, .. } => self.bar(at, Some(along), PROP, "barrier"),
            CellShape::Pillar { .. } => self.drawing.disc(self.middle(x, y), self.cell / 3, WALL),
            CellShape::Table => self.disc(at, PROP, None, "table"),
            CellShape::Diagonal { corner, .. } => self.diagonal(x, y, corner),
            CellShape::Push { way, .. } => self.push(x, y, way),
        }
    }

    fn diagonal(&mut self, x: usize, y: usize, corner: Corner) {
        let (left, top) = self.corner(x, y);
        let last = self.cell - 1;
        for row in 0..self.cell {
            let (begin, end) = match corner {
                Corner::NorthWest => (0, last - row),
                Corner::NorthEast => (row, last),
                Corner::SouthEast => (last - row, last),
                Corner::SouthWest => (0, row),
            };
            self.drawing.fill((left + begin, top + row), (end - begin + 1, 1), WALL);
        }
    }

    fn push(&mut self, x: usize, y: usize, way: Option<Direction>) {
        self.bar((x, y), None, SECRET, "push-wall");
        if let Some((right, down)) = way.map(Direction::step) {
            let ((from_x, from_y), half) = (self.middle(x, y), self.cell / 2);
            self.drawing.line((from_x, from_y), (from_x + right * half, from_y + down * half), 3, [255; 3]);
        }
    }

    /// Draws a disc, with a letter if there is room for one.
    fn disc(&mut self, (x, y): (usize, usize), colour: Rgb, letter: Option<char>, what: &str) {
        let (middle_x, middle_y) = self.middle(x, y);
        self.drawing.disc((middle_x, middle_y), self.cell * 2 / 5, colour);
        if let Some(letter) = letter.filter(|_| self.cell >= 14) {
            self.drawing.text((middle_x - 4, middle_y - 8), &letter.to_string(), [255; 3]);
        }
        self.key.note(Sign::Disc, colour, letter, what);
    }

    fn thing(&mut self, thing: &Thing) {
        let level = self.level;
        let (colour, name) = match thing.kind {
            ThingKind::Player => (PLAYER, "start"),
            ThingKind::Key(key) => {
                let letter = format!("{key:?}").chars().next();
                return self.disc((thing.x, thing.y), KEYS[key as usize], letter, &format!("key {key:?}"));
            }
            ThingKind::Monster(index) => (UNDEAD, level.monster(index)),
            ThingKind::Pickup(index) => (PICKUP, level.pickup(index)),
            ThingKind::Prop(index) => (PROP, level.prop(index)),
        };
        let letter = self.key.letter(name);
        self.disc((thing.x, thing.y), colour, Some(letter), name);
    }

    /// Draws the wiring of switches and triggers.
    fn wires(&mut self) {
        let level = self.level;
        for trigger in &level.triggers {
            let from = self.centre(level.place(trigger.at));
            for act in &trigger.actions {
                let (colour, what, to) = match act {
                    TriggerAction::Open(to) | TriggerAction::Unlock(to) => ([90, 230, 90], "opens, unlocks", to),
                    TriggerAction::Close(to) | TriggerAction::Lock(to) => ([240, 80, 70], "closes, locks", to),
                    TriggerAction::Push(to) => ([230, 110, 230], "pushes", to),
                    TriggerAction::Wake(to) | TriggerAction::Spawn(to) => ([250, 150, 60], "wakes, calls", to),
                    TriggerAction::Light(to, _) | TriggerAction::Lamps(to, _) => ([250, 240, 150], "lights", to),
                    TriggerAction::Drop(_, to) => ([110, 200, 250], "drops", to),
                    TriggerAction::Teleport(_, to) => ([110, 200, 250], "carries", to),
                    TriggerAction::Vent(to) | TriggerAction::Break(to) => ([120, 150, 250], "lets the air out", to),
                    TriggerAction::Gravity(Some(to), _) => ([200, 160, 250], "changes gravity", to),
                    TriggerAction::Seal(to) => ([160, 220, 200], "keeps the air in", to),
                    TriggerAction::Gravity(None, _)
                    | TriggerAction::Say(_)
                    | TriggerAction::Exit
                    | TriggerAction::SecretExit => continue,
                };
                let to = self.centre(level.place(*to));
                if to != from {
                    self.drawing.arrow(from, to, colour);
                    self.key.note(Sign::Arrow, colour, None, what);
                }
            }
        }
    }

    /// Returns the middle of the area's cell that is nearest to its centre.
    fn centre(&self, place: &NamedArea) -> Point {
        let count = place.cells.len().max(1);
        let sum = place.cells.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let centre = (sum.0 / count, sum.1 / count);
        let far = |cell: &&(usize, usize)| cell.0.abs_diff(centre.0) + cell.1.abs_diff(centre.1);
        let nearest = place.cells.iter().min_by_key(far).copied().unwrap_or(centre);
        self.middle(nearest.0, nearest.1)
    }
}
