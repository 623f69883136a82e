//! Aim assist: turns a player who fires close to a monster towards it, by a selectable amount.
//!
//! The turn is handled like any other: it is shown immediately and reaches the engine in the intent, so demos contain
//! it.

use crate::{
    flow::phase::{Flow, is_at_board},
    input::action::Action,
    input::controls::{ControlOptions, Controls, TakeControls, somebody_plays},
    input::presses::Devices,
};
use bevy::{app::RunFixedMainLoop, math::ops, prelude::*};
use engine::{Body, Grid, Heading, Monster, MonsterState, Player, Position, Ray, Rules, clear};
use std::f32::consts::PI;

/// Maximum correction at full assist in radians, and maximum distance of the target in tiles.
const WIDEST: f32 = 0.2;
const MAX_DISTANCE: f32 = 20.0;
/// Rate at which the view follows a moving target while firing, at full assist, in radians per second. Slower than a
/// hand.
const FOLLOWS: f32 = 1.2;

pub(crate) fn plugin(app: &mut App) {
    let plays = in_state(Flow::Running).and_then(not(is_at_board)).and_then(somebody_plays);
    app.add_systems(RunFixedMainLoop, help.after(TakeControls::Point).before(TakeControls::Deck).run_if(plays));
}

/// Returns the smallest turn that is at most `wide`.
fn nearest(turns: impl Iterator<Item = f32>, wide: f32) -> Option<f32> {
    turns.filter(|turn| turn.abs() <= wide).min_by(|one, other| one.abs().total_cmp(&other.abs()))
}

/// Turns towards the likely target: completely when the fire button is pressed, and gradually while it is held.
fn help(
    (devices, options, time): (Devices, Res<ControlOptions>, Res<Time>),
    player: Option<Single<(&Player, &Position, &Heading), With<Body>>>,
    creatures: Query<(&Monster, &Position)>,
    (grid, rules): (Option<Res<Grid>>, Option<Res<Rules>>),
    mut controls: ResMut<Controls>,
) {
    let part = options.aim_help.part();
    let (Some(player), Some(grid), Some(rules), true) = (player, grid, rules, part > 0.0) else { return };
    let (player, from, heading) = *player;
    let (is_pressed, is_held) = (devices.presses(Action::Fire) > 0, devices.holds(Action::Fire));
    let shoots = player.weapon(&rules).is_some_and(|(_, weapon)| !weapon.is_tool());
    if !shoots || !(is_pressed || is_held) {
        return;
    }
    let is_up = |monster: &Monster| !matches!(monster.state(), MonsterState::Dying | MonsterState::Dead);
    let is_target = |monster: &Monster| is_up(monster) && monster.kind_of(&rules).is_hostile();
    let seen = creatures.iter().filter(|(monster, at)| {
        is_target(monster) && at.0.distance(from.0) < MAX_DISTANCE && clear(&grid, Ray::Shot, from.0, at.0)
    });
    let turns = seen.map(|(_, at)| {
        let way = at.0 - from.0;
        (ops::atan2(way.y, way.x) - heading.0 - controls.turn() + PI).rem_euclid(2.0 * PI) - PI
    });
    if let Some(turn) = nearest(turns, WIDEST * part) {
        let most = if is_pressed { PI } else { FOLLOWS * part * time.delta_secs() };
        controls.turn_by(turn.clamp(-most, most));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flow::phase::{self, Phase},
        input::{controls, mouse_motion, pad, presses},
    };
    use bevy::{
        input::keyboard::{Key, KeyboardInput},
        input::{ButtonState, InputPlugin},
        state::app::StatesPlugin,
        time::{TimePlugin, TimeUpdateStrategy},
    };
    use engine::{EnginePlugin, Headless, Intent, Start, Tape, TapePlugin};
    use renderer::Strength;
    use std::time::Duration;

    const HALL: [&str; 5] = ["#########", "#.......#", "#@....z.#", "#.......#", "#########"];

    /// Creates a game without a window in which the player fires for a while, aiming `beside` radians next to the
    /// monster in front, with this percentage of aim assist.
    fn fires(map: [&str; 5], beside: f32, percent: u8) -> App {
        let legend = "{'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'z': (monster: \"shambler\", facing: 180),
            'f': (monster: \"fox\", facing: 180)}";
        let text = format!("(name: \"x\", legend: {legend}, map: {map:?})");
        let level = level::Level::read("x", text.as_bytes()).unwrap();
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, InputPlugin, EnginePlugin, TapePlugin, phase::plugin));
        app.add_plugins((mouse_motion::plugin, pad::plugin, presses::plugin, controls::plugin, plugin));
        app.insert_resource(ControlOptions { aim_help: Strength::percent(percent), ..default() });
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
        app.update();
        engine::begin(app.world_mut(), &Start::on(level.into()));
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        heading(&mut app, Some(beside));
        app.world_mut().write_message(KeyboardInput {
            key_code: KeyCode::ControlLeft,
            logical_key: Key::Control,
            state: ButtonState::Pressed,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
        (0..3).for_each(|_| app.update());
        app
    }

    /// Returns the current heading of the player after setting a new one, if given.
    fn heading(app: &mut App, now: Option<f32>) -> f32 {
        let world = app.world_mut();
        let mut heading = world.query_filtered::<&mut Heading, With<Player>>().single_mut(world).unwrap();
        heading.0 = now.unwrap_or(heading.0);
        (heading.0 + PI).rem_euclid(2.0 * PI) - PI
    }

    #[test]
    fn aim_assist_turns_the_player_by_the_selected_amount() {
        let off = |beside, percent| heading(&mut fires(HALL, beside, percent), None).abs();
        assert!(off(0.1, 0) > 0.09, "aim assist is off");
        assert!(off(0.1, 100) < 0.03, "{}", off(0.1, 100));
        assert!(off(-0.1, 100) < 0.03);
        assert!(off(0.1, 30) > 0.05, "a small percentage has a small range");
        assert!(off(0.3, 100) > 0.25, "even full assist has a limit");
        let hidden = ["#########", "#...#...#", "#@..#.z.#", "#...#...#", "#########"];
        assert!(heading(&mut fires(hidden, 0.1, 100), None).abs() > 0.09, "aim assist does not work through walls");
        let fox = HALL.map(|row| if row.contains('z') { "#@....f.#" } else { row });
        assert!(heading(&mut fires(fox, 0.1, 100), None).abs() > 0.09, "harmless animals are not targets");
    }

    #[test]
    fn demo_contains_turns_of_aim_assist() {
        let mut app = fires(HALL, 0.1, 100);
        // Recorded from the moment at which the player aims off the target again.
        let start = Start::on(app.world().resource::<engine::Deck>().0.clone());
        heading(&mut app, Some(0.1));
        let recorder = engine::Recorder::from_here(&start, "x.ron", app.world_mut());
        app.world_mut().resource_mut::<Tape>().recorder = Some(recorder);
        (0..30).for_each(|_| app.update());
        let recorder = app.world_mut().resource_mut::<Tape>().recorder.take().unwrap();
        let demo = recorder.finish(app.world_mut());
        let turned: f32 =
            demo.intents().iter().map(|(ticks, intent): &(u32, Intent)| *ticks as f32 * intent.turn).sum();
        assert!(turned < -0.05, "{turned}");
        let mut game = Headless::begin(&start);
        let mut replay = engine::Replay::new(demo, &start.level, &start.rules).unwrap();
        replay.begin(game.world_mut()).unwrap();
        while replay.advance(game.world_mut()).unwrap() {}
    }
}
