//! Walking: cell by cell in a direction, or along a path.

use crate::{
    acts::aim::{TURN, off_heading, turn_to_point},
    acts::event_text::{Told, cells_off, named},
    acts::play::{Play, Stop, cannot},
    acts::way::Floor,
    perception::things::Sort,
    words::compass::Compass,
};
use bevy::math::{IVec2, Vec2, ops};
use engine::{Grid, Intent, Shape, stand};
use level::{CellShape, PaneKind};
use localization::{Key, Said, say};

/// The distances at which the last point and a waypoint count as reached, in tiles.
const ARRIVED: f32 = 0.08;
const PASSED: f32 = 0.2;
/// A player farther than this from the centre of the cell first goes there, in tiles.
const ASIDE: f32 = 0.2;
/// A player who has not come nearer by this distance, in tiles, within this number of ticks is blocked. A door takes
/// half a second to open.
const STEP: f32 = 0.04;
const PATIENCE: u32 = 150;
/// The ticks until a stopping player is at rest.
const REST: u64 = 10;
/// The ticks of the run-up to a jump, which stays within the cell, and the maximum duration of a jump.
const RUN_UP: u32 = 12;
const LEAP: u32 = 240;

/// The speed of walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    Walks,
    Runs,
}

/// Walks a number of cells in a direction, or as far as possible.
pub(crate) fn straight(play: &mut Play, to: Compass, cells: u32, gait: Gait) -> Result<(), Stop> {
    centre(play, gait)?;
    for done in 0..cells {
        let at = play.own().at;
        let floor = Floor::of(play);
        let here = floor.cell_of(at);
        let next = here + to.step();
        let corner = [IVec2::new(to.step().x, 0), IVec2::new(0, to.step().y)];
        let is_shut = !floor.lets_in(next);
        let is_tight = corner.iter().any(|side| !floor.lets_in(here + *side)) && to.step().abs().element_sum() == 2;
        if is_shut || is_tight {
            let what = if is_shut { obstacle(play, next) } else { say!("a corner") };
            // A locked door reports its key when it is touched.
            if is_shut && matches!(play.grid().shape(next), Shape::Locked { .. }) {
                touch(play, here, to)?;
            }
            if done == 0 {
                return cannot(say!("There is {what} to the {direction}.", what, direction = to.name()));
            }
            play.told.push(Told::Says(say!("Way clear for {way}, then {what}.", way = cells_off(done as i32), what)));
            break;
        }
        let point = stand(play.grid(), next);
        to_point(play, point, gait, done + 1 == cells)?;
    }
    play.idle(REST)
}

/// Walks against the contents of the next cell for a moment.
fn touch(play: &mut Play, here: IVec2, to: Compass) -> Result<(), Stop> {
    let edge = Grid::middle(here) + to.step().as_vec2() * 0.3;
    match to_point(play, edge, Gait::Walks, true) {
        Err(Stop::Cannot(_)) => Ok(()),
        other => other,
    }
}

/// Goes to the centre of the current cell if a push has moved the player aside, so that corners along the path do not
/// block.
fn centre(play: &mut Play, gait: Gait) -> Result<(), Stop> {
    let at = play.own().at;
    let here = Floor::of(play).cell_of(at);
    let middle = stand(play.grid(), here);
    if at.distance(middle) < ASIDE {
        return Ok(());
    }
    match to_point(play, middle, gait, true) {
        // The centre is blocked, so the walk begins where the player is.
        Err(Stop::Cannot(_)) => Ok(()),
        other => other,
    }
}

/// Goes along a path, which begins with the current cell.
pub(crate) fn along(play: &mut Play, way: &[IVec2], gait: Gait) -> Result<(), Stop> {
    centre(play, gait)?;
    let points: Vec<Vec2> = way.iter().skip(1).map(|cell| stand(play.grid(), *cell)).collect();
    for (number, point) in points.iter().enumerate() {
        to_point(play, *point, gait, number + 1 == points.len())?;
    }
    play.idle(REST)
}

/// Jumps: on the spot, or with a short run-up in a direction. The player lands where the jump leads.
pub(crate) fn jump(play: &mut Play, to: Option<Compass>) -> Result<(), Stop> {
    let mut runs = Intent::default();
    if let Some(to) = to {
        centre(play, Gait::Walks)?;
        let ahead = play.own().at + to.step().as_vec2();
        turn_to_point(play, ahead)?;
        runs = Intent { forward: 1.0, run: true, ..runs };
        (0..RUN_UP).try_for_each(|_| play.tick(runs))?;
    }
    play.tick(Intent { jump: true, ..runs })?;
    for _ in 0..LEAP {
        if !play.is_in_the_air() {
            break;
        }
        play.tick(runs)?;
    }
    play.idle(REST)
}

/// Walks straight to a point and looks that way. `stays` means that the player stops there.
fn to_point(play: &mut Play, point: Vec2, gait: Gait, stays: bool) -> Result<(), Stop> {
    let (mut best, mut waited) = (f32::INFINITY, 0);
    loop {
        let own = play.own();
        let to = point - own.at;
        let distance = to.length();
        if distance < if stays { ARRIVED } else { PASSED } {
            return Ok(());
        }
        if distance < best - STEP {
            (best, waited) = (distance, 0);
        } else {
            waited += 1;
        }
        if waited > PATIENCE {
            return cannot(say!("{who} is in the way.", who = who_is_near(play, point)));
        }
        let off = off_heading(own.heading, to);
        let (strafe, forward) = ops::sin_cos(off);
        let pace = if stays { (distance * 4.0).clamp(0.2, 1.0) } else { 1.0 };
        let turn = off.clamp(-TURN, TURN);
        play.tick(Intent {
            forward: forward * pace,
            strafe: strafe * pace,
            turn,
            run: gait == Gait::Runs,
            ..Intent::default()
        })?;
    }
}

/// Returns the obstacle for a player who walks to a point: the nearest thing there.
fn who_is_near(play: &mut Play, point: Vec2) -> Said {
    let near = |at: Vec2| at.distance(point) < 1.2;
    let stands = |sort: Sort| matches!(sort, Sort::Undead | Sort::Prop);
    let thing = play.in_sight().into_iter().find(|thing| stands(thing.sort) && near(thing.at));
    thing.map_or_else(|| say!("Something").into(), |thing| named(&thing.name(&play.memory)).capital())
}

/// Returns the contents of a cell, in words.
fn obstacle(play: &Play, cell: IVec2) -> Key {
    let what = match play.grid().shape(cell) {
        Shape::Solid => match play.deck().0.shape_at(cell.x, cell.y) {
            Some(CellShape::Lift { .. }) if play.deck().0.stairs_at(cell.x as usize, cell.y as usize).is_some() => {
                say!("a wall with stairs")
            }
            Some(CellShape::Lift { .. }) => say!("the switch of the lift"),
            Some(CellShape::Switch { .. }) => say!("a switch"),
            _ => say!("a wall"),
        },
        Shape::Locked { .. } => say!("a locked door"),
        Shape::Pane { kind: PaneKind::Window, .. } => say!("a window"),
        Shape::Pane { kind: PaneKind::Grating, .. } => say!("a grating"),
        Shape::Pane { kind: PaneKind::Barrier, .. } => say!("a low barrier"),
        Shape::Pillar => say!("a pillar"),
        Shape::Table => say!("a table"),
        Shape::Space => say!("open space"),
        Shape::PushWall { .. } => say!("a moving wall"),
        Shape::Open | Shape::Diagonal { .. } | Shape::Door { .. } | Shape::Leaves { .. } => say!("a corner"),
    };
    what.to_owned()
}
