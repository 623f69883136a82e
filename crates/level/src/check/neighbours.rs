//! Rules about neighbouring cells: a closed border, doors and panes between walls.

use crate::{
    model::cell::{Axis, CellShape, Corner, PaneKind},
    model::direction::Direction,
    model::level::{Level, SKY},
    source::diagnostic::{Diagnostic, MAX_DIAGNOSTICS},
};

/// Returns the errors of a map whose characters are all known; `place` returns the line and column of a cell.
pub(crate) fn check(level: &Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for y in 0..level.height {
        for x in 0..level.width {
            let Some(what) = diagnostic(level, x, y) else { continue };
            let (line, column) = place(x, y);
            diagnostics.push(Diagnostic { line, column, what: what.to_owned() });
            if diagnostics.len() == MAX_DIAGNOSTICS {
                return diagnostics;
            }
        }
    }
    diagnostics
}

/// Returns which rule a cell violates, if any.
fn diagnostic(level: &Level, x: usize, y: usize) -> Option<&'static str> {
    if let Some(what) = hidden_face(level, x, y) {
        return Some(what);
    }
    let border = x == 0 || y == 0 || x + 1 == level.width || y + 1 == level.height;
    let shape = level.cell(x, y).shape;
    if border {
        return (!shape.is_wall()).then_some("the border of the map must be wall: the ship is open here");
    }
    let (fits, what) = match shape {
        CellShape::Open
        | CellShape::Space
        | CellShape::Wall { .. }
        | CellShape::Switch { .. }
        | CellShape::Lift { .. }
        | CellShape::Pillar { .. }
        | CellShape::Table => return None,
        CellShape::Door { .. } => {
            (door_axis(level, x, y).is_some(), "a door needs walls on two opposite sides and no walls on the other two")
        }
        CellShape::Pane { .. } => (
            pane_axis(level, x, y).is_some(),
            "a window, grating or barrier needs walls, or others in its line, on two opposite sides and no wall on the other two",
        ),
        CellShape::Diagonal { .. } => {
            (corner(level, x, y).is_some(), "a diagonal needs walls on exactly two sides, which meet in a corner")
        }
        CellShape::Push { way, .. } => (
            can_be_pushed(level, x, y, way),
            "a push-wall needs open floor on one side, and room to push it from on the opposite side",
        ),
    };
    (!fits).then_some(what)
}

/// Returns an error if the player cannot stand on the side where a switch works.
fn hidden_face(level: &Level, x: usize, y: usize) -> Option<&'static str> {
    let (right, down) = level.cell(x, y).shape.face()?.step();
    let facing = level.shape_at(x as i32 + right, y as i32 + down);
    let is_hidden = facing.is_none_or(|shape| shape.is_wall());
    is_hidden.then_some("the switch must face a cell where the player can stand: turn its `face` towards floor")
}

/// Orients doors, panes and diagonals by their neighbours. Windows that look out into space become breakable, unless
/// the text defines otherwise.
pub(crate) fn orient(level: &mut Level) {
    for y in 1..level.height.saturating_sub(1) {
        for x in 1..level.width - 1 {
            let mut shape = level.cell(x, y).shape;
            match &mut shape {
                CellShape::Door { along, .. } => *along = door_axis(level, x, y).unwrap_or(*along),
                CellShape::Pane { along, .. } => *along = pane_axis(level, x, y).unwrap_or(*along),
                CellShape::Diagonal { corner: solid, .. } => *solid = corner(level, x, y).unwrap_or(*solid),
                _ => continue,
            }
            let breaks = match shape {
                CellShape::Pane { along, kind: PaneKind::Window, .. } => Some(faces_space(level, x, y, along)),
                _ => None,
            };
            let cell = &mut level.cells[y * level.width + x];
            (cell.shape, cell.breaks) = (shape, cell.breaks.or(breaks));
        }
    }
}

/// Returns the axis along which a door in this cell extends, if it is between two walls and the other two sides are
/// free.
///
/// The cell must not be on the border. This also holds for the functions below.
fn door_axis(level: &Level, x: usize, y: usize) -> Option<Axis> {
    let wall = |x, y| level.cell(x, y).shape.is_wall();
    match (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1)) {
        (true, true, false, false) => Some(Axis::X),
        (false, false, true, true) => Some(Axis::Y),
        _ => None,
    }
}

/// Returns the axis along which a pane in this cell extends: its ends must be at walls or at other panes of its line,
/// and its sides must be free.
fn pane_axis(level: &Level, x: usize, y: usize) -> Option<Axis> {
    let fits = |axis| {
        let [one, other] = neighbours_along(x, y, axis);
        let ends = [one, other].into_iter().all(|(x, y)| is_firm(level, x, y) || has_pane_along(level, x, y, axis));
        ends && has_free_sides(level, x, y, axis)
    };
    match (fits(Axis::X), fits(Axis::Y)) {
        (true, false) => Some(Axis::X),
        (false, true) => Some(Axis::Y),
        _ => None,
    }
}

/// Returns true if a cell has a pane that can extend along this axis.
fn has_pane_along(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    matches!(level.cell(x, y).shape, CellShape::Pane { .. }) && has_free_sides(level, x, y, axis)
}

/// Returns true if both sides of a pane along this axis are free of walls.
fn has_free_sides(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    let across = if axis == Axis::X { Axis::Y } else { Axis::X };
    // A valid pane is never on the border. For an invalid one, which is reported anyway, a neighbour may be outside the
    // map.
    let inside = |x: usize, y: usize| x < level.width && y < level.height;
    neighbours_along(x, y, across).into_iter().all(|(x, y)| inside(x, y) && !is_firm(level, x, y))
}

/// Returns true if a pane along this axis has space on one of its sides.
pub(crate) fn faces_space(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    let across = if axis == Axis::X { Axis::Y } else { Axis::X };
    neighbours_along(x, y, across).into_iter().any(|(x, y)| level.is_space(y * level.width + x))
}

/// Returns the previous and the next cell along an axis. Coordinates outside the map wrap around to values that are not
/// on any map.
fn neighbours_along(x: usize, y: usize, axis: Axis) -> [(usize, usize); 2] {
    match axis {
        Axis::X => [(x.wrapping_sub(1), y), (x + 1, y)],
        Axis::Y => [(x, y.wrapping_sub(1)), (x, y + 1)],
    }
}

/// Returns true for walls to which something can be attached, which excludes walls of sky.
fn is_firm(level: &Level, x: usize, y: usize) -> bool {
    match level.cell(x, y).shape {
        CellShape::Wall { texture, .. } => level.texture(texture) != SKY,
        shape => shape.is_wall(),
    }
}

/// Returns the corner of a cell in which its walls meet, if there is exactly one.
fn corner(level: &Level, x: usize, y: usize) -> Option<Corner> {
    let wall = |x, y| is_firm(level, x, y);
    match (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1)) {
        (true, false, true, false) => Some(Corner::NorthWest),
        (false, true, true, false) => Some(Corner::NorthEast),
        (false, true, false, true) => Some(Corner::SouthEast),
        (true, false, false, true) => Some(Corner::SouthWest),
        _ => None,
    }
}

/// Returns true if a push-wall in this cell can be pushed from some side to the opposite one. If it has a fixed
/// direction, only the cell in front of it must be open, because a trigger may push it.
fn can_be_pushed(level: &Level, x: usize, y: usize, way: Option<Direction>) -> bool {
    let is_open = |(x, y)| level.cell(x, y).shape == CellShape::Open;
    let has_room = |(x, y)| {
        matches!(level.cell(x, y).shape, CellShape::Open | CellShape::Door { .. } | CellShape::Diagonal { .. })
    };
    if let Some(way) = way {
        let (right, down) = way.step();
        return is_open((x.wrapping_add_signed(right as isize), y.wrapping_add_signed(down as isize)));
    }
    [Axis::X, Axis::Y].into_iter().any(|axis| {
        let [one, other] = neighbours_along(x, y, axis);
        is_open(one) && has_room(other) || has_room(one) && is_open(other)
    })
}
