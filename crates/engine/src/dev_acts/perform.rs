//! Carries out the developer act of a tick.

use crate::{
    bodies::body::{self, Body, Position, PreviousPosition, Velocity},
    bodies::free_spot,
    deck::grid::Grid,
    deck::shape::Shape,
    dev_acts::{gifts, places, things},
    machines::terminal::AtTerminal,
    monsters::monster::Monster,
    player::player::Player,
    rules::rules::Rules,
    state::dev_state::DevState,
    tick::dev_act::DevAct,
    tick::intent::Intent,
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::{ecs::system::RunSystemError, prelude::*};
use level::CellShape;

pub(crate) fn plugin(app: &mut App) {
    let is_asked = |intent: Res<Intent>| intent.dev_act.is_some();
    app.add_systems(FixedUpdate, run_act.in_set(Step::RunDevAct).run_if(is_asked));
}

/// Carries out the act and marks the run.
fn run_act(world: &mut World) {
    // Take the act, because all ticks between two frames read the same intent.
    let Some(act) = world.resource_mut::<Intent>().dev_act.take() else { return };
    world.resource_mut::<DevState>().used = true;
    if let Err(error) = perform(world, act) {
        // Its systems only skip a run without a player or without a level, which cannot be.
        debug!("{act:?} was skipped: {error}");
    }
}

fn perform(world: &mut World, act: DevAct) -> Result<(), RunSystemError> {
    let mut state = world.resource_mut::<DevState>();
    match act {
        DevAct::God(is_on) => state.god = is_on,
        DevAct::NoClip(is_on) => {
            state.no_clip = is_on;
            world.run_system_cached(leave_walls)?;
        }
        DevAct::Freeze(is_on) => {
            state.frozen = is_on;
            world.run_system_cached(stop_creatures)?;
        }
        DevAct::Give(gift) => world.run_system_cached_with(gifts::give, gift)?,
        DevAct::Go(to) => world.run_system_cached_with(go, to)?,
        DevAct::Kill(quarry) => world.run_system_cached_with(things::kill, quarry)?,
        DevAct::Spawn(kind, cell) => world.run_system_cached_with(things::spawn, (kind, cell))?,
        DevAct::Open(cell) => world.run_system_cached_with(places::open, cell)?,
        DevAct::Break(cell) => {
            world.run_system_cached_with(places::break_hull, cell)?;
            world.run_system_cached_with(places::break_prop, cell)?;
        }
        DevAct::Air(cell, percent) => world.run_system_cached_with(places::set_air, (cell, percent))?,
        DevAct::Skill(skill) => set_skill(world, skill),
    }
    Ok(())
}

/// Stops all creatures, which would otherwise keep their velocity.
fn stop_creatures(mut creatures: Query<&mut Velocity, With<Monster>>) {
    creatures.iter_mut().for_each(|mut velocity| velocity.0 = Vec2::ZERO);
}

/// Puts a player who is inside a wall into the nearest open cell, as soon as walls count again.
fn leave_walls(
    state: Res<DevState>,
    (grid, deck): (Res<Grid>, Res<Deck>),
    player: Single<(&mut Position, &mut PreviousPosition, &Body), With<Player>>,
) {
    let (mut position, mut previous, body) = player.into_inner();
    let here = Grid::cell_at(position.0);
    if state.no_clip || body::is_clear(&grid, position.0, body.radius) {
        return;
    }
    let (width, height) = (deck.0.width as i32, deck.0.height as i32);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
    let is_open =
        |cell: &IVec2| grid.shape(*cell) == Shape::Open && deck.0.shape_at(cell.x, cell.y) == Some(CellShape::Open);
    let nearest = cells.filter(is_open).min_by_key(|cell| cell.distance_squared(here));
    if let Some(cell) = nearest {
        (position.0, previous.0) = (Grid::middle(cell), Grid::middle(cell));
    }
}

/// Moves a living player to a point, and away from others who are there.
fn go(
    In(to): In<Vec2>,
    (state, grid, deck): (Res<DevState>, Res<Grid>, Res<Deck>),
    player: Single<(&mut Position, &mut PreviousPosition, &mut Velocity, &mut Player, &Body)>,
    others: Query<(&Position, &Body), Without<Player>>,
    mut at_terminal: ResMut<AtTerminal>,
) {
    let (mut position, mut previous, mut velocity, mut player, body) = player.into_inner();
    let size = Vec2::new(deck.0.width as f32, deck.0.height as f32);
    let to = to.clamp(Vec2::splat(body.radius), size - body.radius);
    if !state.no_clip && !body::is_clear(&grid, to, body.radius) {
        return;
    }
    let others: Vec<(Vec2, f32)> = others.iter().map(|(at, body)| (at.0, body.radius)).collect();
    position.0 = if state.no_clip { to } else { free_spot::near(&grid, to, body.radius, &others) };
    (previous.0, velocity.0) = (position.0, Vec2::ZERO);
    player.since_carried = 0;
    *at_terminal = AtTerminal::default();
}

/// Changes the skill of the run. Creatures, attacks and later damage follow it; the things of the level stay.
fn set_skill(world: &mut World, skill: u8) {
    let run = *world.resource::<Run>();
    let first = world.resource::<DevState>().first_skill(&run);
    world.resource_mut::<DevState>().first_skill = Some(first);
    let rules = world.resource::<Rules>().on_skill(skill);
    world.insert_resource(rules);
    world.resource_mut::<Run>().skill = skill;
}
