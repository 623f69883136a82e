//! Models: shapes in a cell that do not fill it, and everything that moves. All geometry is from the engine's
//! [`outline`].

use crate::{
    art::skins::{STEPS, Skins},
    camera::camera::Blend,
    light::light::Lights,
    light::occlusion::Ninths,
    scene::faces::{Lever, faces, texture_of},
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Deck, Door, Grid, LiftSwitch, PushWall, PushWallState, Shape, Triggers, outline, ticks};
use level::{CellShape, Level, Lock, TextureIndex};
use raycast::{CellKind, Map, Model, ModelEdge, Round, TextureId};

/// The moving parts of a level, and the state in which each was last shown.
#[derive(Resource, Debug, Default)]
pub(crate) struct Movers {
    /// The doors, in the order of their cells, row by row.
    doors: Vec<Mover>,
    /// The push-walls, in the order of their home cells, row by row.
    walls: Vec<PushMover>,
    /// The walls with switches, and the states in which they are shown.
    switches: Vec<(IVec2, Lever)>,
}

/// How long each of the four images of a lift's switch is shown while it is thrown, in ticks.
const STEP_TICKS: u32 = ticks(0.1);

/// A door.
#[derive(Debug)]
struct Mover {
    cell: IVec2,
    panel: TextureIndex,
    /// The lock that it began with, and the one that is shown.
    locks: [Option<Lock>; 2],
    texture: TextureId,
    shown: Shape,
}

/// A push-wall.
#[derive(Debug)]
struct PushMover {
    home: IVec2,
    texture: TextureId,
    /// The models for its parts, which alternate along the cells of its path, starting with its own cell.
    models: [CellKind; 2],
    /// The shapes that are shown in the cells that it has reached so far.
    shown: Vec<Shape>,
}

impl Movers {
    /// Creates the movers of a level whose map has just been built.
    pub(crate) fn new(level: &Level, grid: &Grid, skins: &Skins, map: &mut Map) -> Movers {
        let mut movers = Movers::default();
        for (index, cell) in level.cells.iter().enumerate() {
            let (x, y) = (index % level.width, index / level.width);
            let at = IVec2::new(x as i32, y as i32);
            let texture = texture_of(skins, cell.shape, x, y);
            match cell.shape {
                CellShape::Door { panel, lock, .. } => {
                    let shown = grid.shape(at);
                    movers.doors.push(Mover { cell: at, panel, locks: [lock; 2], texture, shown });
                }
                CellShape::Push { .. } => {
                    let models = [(); 2].map(|()| push(map, Shape::Open, texture));
                    let shown = vec![Shape::Solid];
                    movers.walls.push(PushMover { home: at, texture, models, shown });
                }
                CellShape::Lift { .. } | CellShape::Switch { .. } => movers.switches.push((at, Lever::Waits)),
                _ => {}
            }
        }
        movers
    }
}

/// Adds a model to the map. If the map has too many models, the cell becomes a wall instead.
pub(crate) fn push(map: &mut Map, shape: Shape, texture: TextureId) -> CellKind {
    let mut model = Model { edges: Vec::with_capacity(8), rounds: Vec::new() };
    show(&mut model, shape, texture);
    map.push_model(model).map_or(CellKind::Wall([texture; 4]), CellKind::Model)
}

/// Makes a model show the outline of a shape. It only allocates if the model has never had as many parts.
fn show(model: &mut Model, shape: Shape, texture: TextureId) {
    let outline = outline(shape);
    let clear = !outline.stops.sight;
    // Both sides of a pane coincide, and a transparent edge is visible from both.
    let edges = outline.edges().iter().take(if clear { 1 } else { usize::MAX });
    model.edges.clear();
    model.edges.extend(edges.map(|edge| ModelEdge {
        from: edge.from.into(),
        to: edge.to.into(),
        texture,
        across: edge.across,
        clear,
    }));
    model.rounds.clear();
    let round = outline.circle;
    model.rounds.extend(round.map(|round| Round { middle: round.middle.into(), radius: round.radius, texture }));
}

/// Returns the shape interpolated between those of a cell at two successive ticks: 0 is the first, 1 the second.
fn between(before: Shape, now: Shape, blend: f32) -> Shape {
    let mix = |from: f32, to: f32| from + (to - from) * blend;
    match (before, now) {
        _ if before == now => now,
        (Shape::Door { open, .. }, Shape::Door { open: to, along }) => Shape::Door { along, open: mix(open, to) },
        (Shape::Leaves { turn, .. }, Shape::Leaves { turn: to, along }) => Shape::Leaves { along, turn: mix(turn, to) },
        (_, Shape::PushWall { along, shift }) => Shape::PushWall { along, shift: mix(shift_of(before, shift), shift) },
        (Shape::PushWall { along, shift }, _) => Shape::PushWall { along, shift: mix(shift, shift_of(now, shift)) },
        _ => now,
    }
}

/// Returns the shift of a push-wall in a cell that it fills or partly covers. In a cell that it has left or not
/// reached, this is the full shift, on the side of `other`, its shift in the other tick.
fn shift_of(shape: Shape, other: f32) -> f32 {
    match shape {
        Shape::PushWall { shift, .. } => shift,
        Shape::Solid => 0.0,
        _ => other.signum(),
    }
}

/// Moves doors and push-walls to their interpolated positions.
pub(crate) fn follow(
    (doors, walls): (Query<&Door>, Query<&PushWall>),
    (grid, skins): (Option<Res<Grid>>, Res<Skins>),
    blend: Res<Blend>,
    (mut movers, mut lights): (ResMut<Movers>, ResMut<Lights>),
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(grid)) = (&mut stage.scene, grid) else { return };
    let blend = blend.0.clamp(0.0, 1.0);
    let shape_at = |cell| between(grid.shape_before(cell), grid.shape(cell), blend);
    let mut plated = Vec::new();
    for door in &doors {
        let cell = door.cell();
        if let Ok(found) = movers.doors.binary_search_by_key(&(cell.y, cell.x), |mover| (mover.cell.y, mover.cell.x))
            && movers.doors[found].locks[1] != door.lock()
        {
            let mover = &mut movers.doors[found];
            mover.locks[1] = door.lock();
            mover.texture = skins.door(mover.panel, mover.locks[0], mover.locks[1]);
            plated.push(cell);
        }
    }
    for door in &mut movers.doors {
        let shape = shape_at(door.cell);
        if shape != door.shown || plated.contains(&door.cell) {
            door.shown = shape;
            if let Some(&mut CellKind::Model(number)) = kind_at(&mut scene.map, door.cell)
                && let Some(model) = scene.map.models_mut().get_mut(usize::from(number))
            {
                show(model, shape, door.texture);
            }
            lights.occlude(door.cell, Ninths::of(shape));
        }
    }
    for wall in walls.iter().filter(|wall| wall.state() != PushWallState::Still) {
        let home = wall.home();
        let Ok(found) = movers.walls.binary_search_by_key(&(home.y, home.x), |mover| (mover.home.y, mover.home.x))
        else {
            continue;
        };
        let mover = &mut movers.walls[found];
        for (number, cell) in wall.trail().enumerate() {
            if number == mover.shown.len() {
                mover.shown.push(Shape::Open);
            }
            let shape = shape_at(cell);
            // Another push-wall may have moved into a cell that this one has left.
            let is_own = grid.shape(cell) == Shape::Open || wall.parts().any(|(part, _)| part == cell);
            if is_own && shape != mover.shown[number] {
                mover.shown[number] = shape;
                stand(&mut scene.map, cell, shape, mover.models[number % 2], mover.texture);
                lights.occlude(cell, Ninths::of(shape));
            }
        }
    }
}

/// Puts a part of a push-wall into a cell of the map, or removes it.
fn stand(map: &mut Map, cell: IVec2, shape: Shape, model: CellKind, texture: TextureId) {
    let new = match (shape, model) {
        (Shape::Open, _) => CellKind::Open,
        (Shape::PushWall { .. }, CellKind::Model(number)) => {
            if let Some(model) = map.models_mut().get_mut(usize::from(number)) {
                show(model, shape, texture);
            }
            model
        }
        _ => CellKind::Wall([texture; 4]),
    };
    if let Some(kind) = kind_at(map, cell) {
        *kind = new;
    }
}

/// Shows which switches are thrown.
pub(crate) fn throw_switches(
    lifts: Query<&LiftSwitch>,
    triggers: Option<Res<Triggers>>,
    (deck, skins): (Option<Res<Deck>>, Res<Skins>),
    mut movers: ResMut<Movers>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(deck), Some(triggers)) = (&mut stage.scene, deck, triggers) else { return };
    let since = |cell: IVec2| lifts.iter().find(|lift| lift.cell() == cell).and_then(LiftSwitch::since_thrown);
    for (cell, shown) in &mut movers.switches {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let lever = match since(*cell).map(|ticks| (ticks / STEP_TICKS) as usize) {
            Some(step) if step < STEPS => Lever::Moves(step),
            None if !triggers.is_thrown(&deck.0, x, y) => Lever::Waits,
            _ => Lever::Knockback,
        };
        if lever != *shown
            && let Some(CellKind::Wall(shows)) = kind_at(&mut scene.map, *cell)
        {
            *shows = faces(&deck.0, &skins, x, y, lever);
            *shown = lever;
        }
    }
}

/// Returns the kind of a cell of the map.
fn kind_at(map: &mut Map, cell: IVec2) -> Option<&mut CellKind> {
    let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
    map.cell_mut(x, y).map(|cell| &mut cell.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        art::art::Art,
        testing::{files, game, picture, png, put, wait},
    };
    use engine::{Headless, Intent, LIFT_TICKS};
    use level::Axis;

    #[test]
    fn lift_switch_shows_four_images_in_0_4_seconds() {
        let mut files = files();
        for step in 1..=3 {
            let shade = [40 * step, 40 * step, 0];
            files.insert(format!("textures/thrown.{step}.png"), png(16, 16, |_, _| Some(shade)));
            files.insert(format!("textures/arrow.{step}.png"), png(16, 16, |x, _| (x < 8).then_some(shade)));
        }
        let art = Art::from_files(&files).unwrap();
        // A switch that is a wall of its own, and one that is an overlay on a wall.
        for map in [["####", "#@>#", "####"], ["####", "#@<#", "####"]] {
            let mut game = game(&map);
            game.world_mut().insert_resource(art.clone());
            let mut shown: Vec<(CellKind, u32)> = Vec::new();
            for tick in 0..LIFT_TICKS {
                picture(&mut game, 8, 8);
                let (now, _) = seen(&game, 2, 1);
                match shown.last_mut() {
                    Some((last, ticks)) if *last == now => *ticks += 1,
                    _ => shown.push((now, 1)),
                }
                wait(&mut game, 1, Intent { use_: tick == 0, ..Intent::default() });
            }
            let ticks: Vec<u32> = shown.iter().map(|&(_, ticks)| ticks).collect();
            let [_, one, two, three, _] = ticks[..] else { panic!("it waits, then shows four: {shown:?}") };
            assert!([one, two, three].iter().all(|ticks| ticks.abs_diff(STEP_TICKS) <= 1), "{shown:?}");
            assert!(
                shown
                    .iter()
                    .all(|(kind, _)| matches!(kind, CellKind::Wall(faces) if !faces.contains(&TextureId::MISSING)))
            );
        }
    }

    /// Returns the kind of a cell of the scene, and the model that it shows.
    fn seen(game: &Headless, x: usize, y: usize) -> (CellKind, Option<&Model>) {
        let map = &game.world().resource::<Stage>().scene.as_ref().unwrap().map;
        let kind = map.cells()[y * map.width() + x].kind;
        let CellKind::Model(number) = kind else { return (kind, None) };
        (kind, map.models().get(usize::from(number)))
    }

    #[test]
    fn moving_door_is_interpolated_between_ticks() {
        let mut game = game(&["######", "#@+  #", "######"]);
        wait(&mut game, 20, Intent { use_: true, ..Intent::default() });
        let grid = game.world().resource::<Grid>();
        let cell = IVec2::new(2, 1);
        let (Shape::Door { open: before, .. }, Shape::Door { open: now, .. }) =
            (grid.shape_before(cell), grid.shape(cell))
        else {
            panic!("no door")
        };
        let mut left_end = |blend| {
            game.world_mut().insert_resource(Blend(blend));
            picture(&mut game, 8, 8);
            let ends = seen(&game, 2, 1).1.unwrap().edges.iter().map(|edge| edge.from[1]);
            ends.fold(1.0, f32::min)
        };
        assert!(before < now);
        for (blend, wanted) in [(0.0, before), (0.5, before + (now - before) * 0.5), (1.0, now), (7.0, now)] {
            assert!((left_end(blend) - wanted).abs() < 1e-5, "{blend}");
        }
    }

    #[test]
    fn waiting_door_is_still_between_ticks() {
        let mut game = game(&["######", "#@+  #", "######"]);
        wait(&mut game, 120, Intent { use_: true, ..Intent::default() });
        let mut at = |blend| {
            game.world_mut().insert_resource(Blend(blend));
            picture(&mut game, 32, 18)
        };
        assert_eq!(at(0.3), at(1.0));
    }

    #[test]
    fn door_model_is_updated_in_place_without_allocating() {
        let mut game = game(&["#######", "#  #  #", "#@ H  #", "#  #  #", "#######"]);
        picture(&mut game, 8, 8);
        let (kind, _) = seen(&game, 3, 2);
        put(&mut game, 2.4, 2.5, 0.0);
        for _ in 0..120 {
            wait(&mut game, 1, Intent { use_: true, ..Intent::default() });
            picture(&mut game, 8, 8);
            let (now, model) = seen(&game, 3, 2);
            let model = model.unwrap();
            assert_eq!((now, model.edges.len(), model.edges.capacity()), (kind, 8, 8), "updated in place");
        }
    }

    #[test]
    fn push_wall_leaves_its_cell_and_ends_two_cells_away() {
        let mut game = game(&["########", "#@P    #", "########"]);
        let moment = |game: &mut Headless, ticks, blend| {
            wait(game, ticks, Intent { use_: true, ..Intent::default() });
            game.world_mut().insert_resource(Blend(blend));
            picture(game, 8, 8);
            [2, 3, 4, 5].map(|x| match seen(game, x, 1) {
                (CellKind::Wall(_), _) => '#',
                (CellKind::Model(_), Some(model)) if !model.edges.is_empty() => '/',
                _ => ' ',
            })
        };
        assert_eq!(moment(&mut game, 0, 1.0), ['#', ' ', ' ', ' ']);
        assert_eq!(moment(&mut game, 61, 1.0), ['/', '/', ' ', ' ']);
        assert_eq!(moment(&mut game, 120, 0.5), [' ', '/', '/', ' ']);
        assert_eq!(moment(&mut game, 120, 1.0), [' ', ' ', '#', ' ']);
    }

    #[test]
    fn push_wall_is_one_piece_between_ticks() {
        let part = |shift| Shape::PushWall { along: Axis::X, shift };
        assert_eq!(between(Shape::Solid, part(0.25), 0.5), part(0.125));
        assert_eq!(between(Shape::Open, part(-0.75), 0.5), part(-0.875));
        assert_eq!(between(part(0.75), Shape::Open, 0.5), part(0.875));
        assert_eq!(between(part(-0.25), Shape::Solid, 0.5), part(-0.125));
        assert_eq!(between(part(0.25), part(0.5), 0.5), part(0.375));
        assert_eq!(between(Shape::Solid, Shape::Solid, 0.5), Shape::Solid);
    }

    #[test]
    fn pillars_share_a_model_and_doors_do_not() {
        let mut game = game(&["#######", "#@o o #", "# #+# #", "#     #", "# #+# #", "#     #", "#######"]);
        picture(&mut game, 8, 8);
        let number = |x, y| seen(&game, x, y).0;
        assert_eq!(number(2, 1), number(4, 1));
        assert_ne!(number(3, 2), number(3, 4));
    }

    #[test]
    fn glass_is_transparent_and_has_jambs_only_on_adjacent_walls() {
        let mut game = game(&["#######", "#@    #", "###g###", "sssssss"]);
        picture(&mut game, 8, 8);
        let pane = seen(&game, 3, 2).1.unwrap();
        assert!(pane.edges.len() == 1 && pane.edges[0].clear);
        let faces = |x, y| match seen(&game, x, y).0 {
            CellKind::Wall(faces) => faces,
            other => panic!("not a wall: {other:?}"),
        };
        let ([_, jamb, _, _], [north, _, _, other_jamb]) = (faces(2, 2), faces(4, 2));
        assert!(jamb == other_jamb && jamb != north);
        assert_eq!(faces(3, 3), [TextureId::SKY; 4], "the sky behind it must be unchanged");
    }
}
