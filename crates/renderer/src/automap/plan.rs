//! The plan: the explored floors, walls, doors and other parts of the level.

use crate::{
    art::art::Art,
    automap::key,
    automap::map_viewport::MapViewport,
    automap::options::{AutomapOptions, MapView},
    canvas::canvas::{Align, Canvas, Colour, Lettering},
    canvas::pen::Pen,
};
use bevy::prelude::*;
use engine::{Door, Explored, Grid, Pickup, PushWall, PushWallState, Rules, Shape, outline};
use level::{Level, Lock};

/// The minimum size of a tile in pixels for a letter to fit next to a door.
const ROOM: f32 = 9.0;

/// The data from which the plan is drawn.
pub(crate) struct Seen<'a> {
    pub(crate) level: &'a Level,
    pub(crate) grid: &'a Grid,
    pub(crate) explored: &'a Explored,
    pub(crate) locks: Vec<(IVec2, Lock)>,
    /// The home cells of secret push-walls that have been moved.
    pub(crate) secrets: Vec<IVec2>,
    /// The positions of keys.
    pub(crate) keys: Vec<(Vec2, Lock)>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(
        (level, grid, explored): (&'a Level, &'a Grid, &'a Explored),
        doors: &Query<&Door>,
        walls: &Query<&PushWall>,
        pickups: &Query<&Pickup>,
        rules: &Rules,
    ) -> Self {
        let is_seen = |cell: IVec2| explored.knows(cell);
        // A door that a trigger holds open keeps its lock, which does not matter to the player.
        let is_locked = |door: &&Door| matches!(grid.shape(door.cell()), Shape::Locked { .. });
        let locks = doors.iter().filter(is_locked).filter_map(|door| Some((door.cell(), door.lock()?))).collect();
        let is_found = |wall: &&PushWall| wall.is_secret() && wall.state() != PushWallState::Still;
        let secrets = walls.iter().filter(is_found).map(PushWall::home).collect();
        let opens = |pickup: &Pickup| {
            let key = rules.pickups.get(usize::from(pickup.kind))?.1.key?;
            let lock = [Lock::A, Lock::B, Lock::C].into_iter().find(|lock| lock.key() == Some(key))?;
            is_seen(Grid::cell_at(pickup.at)).then_some((pickup.at, lock))
        };
        let keys = pickups.iter().filter_map(opens).collect();
        Seen { level, grid, explored, locks, secrets, keys }
    }

    /// Returns the colour of a cell that can be walked on or looked over.
    fn ground(&self, cell: IVec2) -> Option<Colour> {
        if !self.explored.knows(cell) {
            return None;
        }
        match self.grid.shape(cell) {
            Shape::Solid => None,
            _ if self.secrets.contains(&cell) => Some(key::SECRET),
            Shape::Space => Some(key::SPACE),
            _ => Some(key::FLOOR),
        }
    }

    /// Returns the rectangle around all explored cells of the ship.
    pub(crate) fn bounds(&self) -> Rect {
        let size = self.grid.size();
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        let inside = cells.filter(|cell| self.explored.knows(*cell) && self.grid.shape(*cell) != Shape::Space);
        let around = |cell: IVec2| Rect { min: cell.as_vec2(), max: cell.as_vec2() + 1.0 };
        inside.map(around).reduce(|one, other| one.union(other)).unwrap_or_default()
    }

    fn lock(&self, cell: IVec2) -> Option<Lock> {
        self.locks.iter().find(|(door, _)| *door == cell).map(|(_, lock)| *lock)
    }

    /// Returns true if a cell is solid and explored.
    fn is_face(&self, cell: IVec2) -> bool {
        self.explored.knows(cell) && self.grid.shape(cell) == Shape::Solid
    }

    /// Draws the plan.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas,
        art: &Art,
        sheet: &MapViewport,
        view: MapView,
        options: AutomapOptions,
    ) {
        let part = if view == MapView::Whole { 1.0 } else { 0.35 };
        sheet.fill(canvas, |cell| self.ground(cell).map(|colour| colour.covering(part)));
        let thick = (sheet.tile / 9.0).clamp(1.0, 6.0) * if options.thick { 2.2 } else { 1.0 };
        for cell in sheet.cells(self.grid.size()) {
            if self.explored.knows(cell) {
                self.cell(canvas, art.pen(), sheet, cell, thick);
            }
        }
        for (at, lock) in &self.keys {
            let (letter, colour) = key::lock(*lock);
            sign(canvas, art.pen(), sheet, *at, letter, colour);
        }
    }

    /// Draws the contents of a cell and, if it is not solid, the walls around it.
    fn cell(&self, canvas: &mut Canvas, pen: &Pen, sheet: &MapViewport, cell: IVec2, thick: f32) {
        let shape = self.grid.shape(cell);
        let stroke = |canvas: &mut Canvas, from: Vec2, to: Vec2, colour: Colour| {
            canvas.stroke(sheet.pixel(from), sheet.pixel(to), thick, colour);
        };
        if shape != Shape::Solid {
            for (step, from, to) in SIDES {
                let beside = cell + step;
                if self.is_face(beside) {
                    let (x, y) = (beside.x as usize, beside.y as usize);
                    let colour = key::face(self.level.cell(x, y).shape, -step, self.level.terminal_at(x, y).is_some());
                    stroke(canvas, cell.as_vec2() + from, cell.as_vec2() + to, colour);
                }
            }
        }
        let colour = match shape {
            Shape::Open | Shape::Space | Shape::Solid => return,
            Shape::Door { .. } | Shape::Leaves { .. } | Shape::Locked { .. } => {
                self.lock(cell).map_or(key::DOOR, |lock| key::lock(lock).1)
            }
            Shape::Pane { .. } => key::PANE,
            Shape::Table => key::TERMINAL,
            Shape::PushWall { .. } | Shape::Pillar | Shape::Diagonal { .. } => key::OTHER,
        };
        let outline = outline(shape);
        for part in outline.parts() {
            let corners: Vec<Vec2> = part.iter().map(|edge| sheet.pixel(cell.as_vec2() + edge.from)).collect();
            canvas.shape(&[&corners], colour);
            for edge in part {
                stroke(canvas, cell.as_vec2() + edge.from, cell.as_vec2() + edge.to, colour);
            }
        }
        if let Some(circle) = outline.circle {
            canvas.round(sheet.pixel(cell.as_vec2() + circle.middle), circle.radius * sheet.tile, colour);
        }
        if let Some(lock) = self.lock(cell) {
            sign(canvas, pen, sheet, cell.as_vec2() + 0.5, key::lock(lock).0, colour);
        }
    }
}

/// The sides of a cell: the step to the cell beyond each, and its ends.
const SIDES: [(IVec2, Vec2, Vec2); 4] = [
    (IVec2::NEG_Y, Vec2::ZERO, Vec2::X),
    (IVec2::X, Vec2::X, Vec2::ONE),
    (IVec2::Y, Vec2::ONE, Vec2::Y),
    (IVec2::NEG_X, Vec2::Y, Vec2::ZERO),
];

/// Draws a letter on a plate if there is room for it, and on a dot otherwise.
pub(crate) fn sign(canvas: &mut Canvas, pen: &Pen, sheet: &MapViewport, at: Vec2, letter: &str, colour: Colour) {
    let middle = sheet.pixel(at);
    let scale = (sheet.tile as i32 / (pen.line_height() + 6)).max(1);
    let radius = (pen.line_height() * scale) as f32 * 0.52;
    let lettering = |colour: Colour| Lettering { shadow: None, ..Lettering::new(colour, scale).aligned(Align::Centre) };
    let top = (middle.y - (pen.line_height() * scale) as f32 / 2.0).round() as i32;
    if sheet.tile < ROOM {
        canvas.round(middle, radius, colour);
        canvas.text(pen, letter, middle.x.round() as i32, top, lettering(key::GROUND));
        return;
    }
    canvas.round(middle, radius, key::GROUND.covering(0.85));
    canvas.ring(middle, radius, (radius / 6.0).max(1.0), colour);
    canvas.text(pen, letter, middle.x.round() as i32, top, lettering(colour));
}
