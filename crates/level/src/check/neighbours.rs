//! What must hold of a whole map: a closed border, doors and panes between walls.

use crate::{
    model::cell::{Axis, CellShape, Corner, PaneKind},
    model::direction::Direction,
    model::level::{Level, SKY},
    source::mistake::{MAX_MISTAKES, Mistake},
};

/// The mistakes of a map whose characters are all known; `place` tells a cell's line and column.
pub(crate) fn check(level: &Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for y in 0..level.height {
        for x in 0..level.width {
            let Some(what) = mistake(level, x, y) else { continue };
            let (line, column) = place(x, y);
            mistakes.push(Mistake { line, column, what: what.to_owned() });
            if mistakes.len() == MAX_MISTAKES {
                return mistakes;
            }
        }
    }
    mistakes
}

/// What is wrong with a cell among its neighbours, if anything.
fn mistake(level: &Level, x: usize, y: usize) -> Option<&'static str> {
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
        CellShape::Door { .. } => (
            door_axis(level, x, y).is_some(),
            "a door needs walls on two opposite sides and a way through on the other two",
        ),
        CellShape::Pane { .. } => (
            pane_axis(level, x, y).is_some(),
            "a window, grating or barrier needs walls, or others in its line, on two opposite sides and no wall on the other two",
        ),
        CellShape::Diagonal { .. } => {
            (corner(level, x, y).is_some(), "a diagonal needs walls on exactly two sides, which meet in a corner")
        }
        CellShape::Push { way, .. } => (
            can_be_pushed(level, x, y, way),
            "a push-wall needs open floor on one side, and room to push it from on the opposite one",
        ),
    };
    (!fits).then_some(what)
}

/// What is wrong with the side on which a switch works, if anything: nobody can stand there.
fn hidden_face(level: &Level, x: usize, y: usize) -> Option<&'static str> {
    let (right, down) = level.cell(x, y).shape.face()?.step();
    let beside = level.shape_at(x as i32 + right, y as i32 + down);
    let is_hidden = beside.is_none_or(|shape| shape.is_wall());
    is_hidden.then_some("the switch is on a side of the wall where nobody can be: turn its `face` to floor")
}

/// Turns whatever stands between walls the way that they demand; windows that look out into space break, if the text does not
/// say otherwise.
pub(crate) fn turn(level: &mut Level) {
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
                CellShape::Pane { along, kind: PaneKind::Window, .. } => Some(looks_out(level, x, y, along)),
                _ => None,
            };
            let cell = &mut level.cells[y * level.width + x];
            (cell.shape, cell.breaks) = (shape, cell.breaks.or(breaks));
        }
    }
}

/// The axis along which a door in this cell lies, if there are walls for it to slide between and a way through.
///
/// The cell must not be on the border; nor for the functions below.
fn door_axis(level: &Level, x: usize, y: usize) -> Option<Axis> {
    let wall = |x, y| level.cell(x, y).shape.is_wall();
    match (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1)) {
        (true, true, false, false) => Some(Axis::X),
        (false, false, true, true) => Some(Axis::Y),
        _ => None,
    }
}

/// The axis along which a pane in this cell lies: its ends are at walls, or at other panes in its line, and it looks
/// onto floor, other panes or the sky.
fn pane_axis(level: &Level, x: usize, y: usize) -> Option<Axis> {
    let lies = |axis| {
        let [one, other] = beside(x, y, axis);
        let ends = [one, other].into_iter().all(|(x, y)| is_firm(level, x, y) || has_pane_along(level, x, y, axis));
        ends && looks_across(level, x, y, axis)
    };
    match (lies(Axis::X), lies(Axis::Y)) {
        (true, false) => Some(Axis::X),
        (false, true) => Some(Axis::Y),
        _ => None,
    }
}

/// True if there is a pane in a cell that can lie along this axis.
fn has_pane_along(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    matches!(level.cell(x, y).shape, CellShape::Pane { .. }) && looks_across(level, x, y, axis)
}

/// True if no wall is right before or behind what lies along this axis in a cell.
fn looks_across(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    let across = if axis == Axis::X { Axis::Y } else { Axis::X };
    // The border holds no sound pane, so what lies beside one is on the map, but for a mistake that is told anyway.
    let inside = |x: usize, y: usize| x < level.width && y < level.height;
    beside(x, y, across).into_iter().all(|(x, y)| inside(x, y) && !is_firm(level, x, y))
}

/// True if what lies along this axis in a cell has space before or behind it.
pub(crate) fn looks_out(level: &Level, x: usize, y: usize, axis: Axis) -> bool {
    let across = if axis == Axis::X { Axis::Y } else { Axis::X };
    beside(x, y, across).into_iter().any(|(x, y)| level.is_space(y * level.width + x))
}

/// The cells before and behind a cell along an axis; numbers beyond the map wrap around and are on no map.
fn beside(x: usize, y: usize, axis: Axis) -> [(usize, usize); 2] {
    match axis {
        Axis::X => [(x.wrapping_sub(1), y), (x + 1, y)],
        Axis::Y => [(x, y.wrapping_sub(1)), (x, y + 1)],
    }
}

/// True for a wall that something can be fastened to: the sky is none.
fn is_firm(level: &Level, x: usize, y: usize) -> bool {
    match level.cell(x, y).shape {
        CellShape::Wall { texture, .. } => level.texture(texture) != SKY,
        shape => shape.is_wall(),
    }
}

/// The corner of a cell in which its walls meet, if they do.
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

/// True if a push-wall in this cell can be pushed from some side to the opposite one, or, if it goes one way only, goes
/// there at all: a trigger may push it.
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
        let [one, other] = beside(x, y, axis);
        is_open(one) && has_room(other) || has_room(one) && is_open(other)
    })
}
