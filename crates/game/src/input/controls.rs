//! Controls: converts keyboard, mouse and gamepad input into the intent of the next ticks.
//!
//! Frames and ticks have independent rates, so several ticks or none may run between two frames. A turn is shown
//! immediately and accumulates in [`Controls`] until ticks run. It is then divided evenly among all ticks of that
//! frame, so that each turn arrives exactly once. A press is stored until a tick has received it.

use crate::{
    flow::dev_time::is_held,
    flow::phase::{Flow, is_at_board},
    input::action::Action,
    input::latch::Latch,
    input::mouse_motion::MouseCounts,
    input::pointing::Pointing,
    input::presses::{Devices, Presses, TakePresses, context_changes},
    input::weapon_wheel::WeaponWheel,
};
use bevy::{
    app::{RunFixedMainLoop, RunFixedMainLoopSystems},
    prelude::*,
};
use engine::{BoardAct, DevAct, Intent, Outcome, Player, Rules, Run, Tape, WeaponChoice};
use renderer::{Percent, Strength};
use serde::{Deserialize, Serialize};
use std::{collections::VecDeque, f32::consts::PI, time::Duration};

/// Mouse turn in radians per count.
const MOUSE_TURN: f32 = 0.0022;
/// Turn rate of the arrow keys in radians per second.
const KEY_TURN: f32 = 2.6;
/// Factor of that rate while running.
const KEY_TURN_RUNNING: f32 = 1.5;
/// Maximum number of queued weapon selections, so that spinning the wheel does not switch weapons for seconds.
const MAX_CHOICES: usize = 8;

/// Control options.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ControlOptions {
    /// Mouse sensitivity.
    pub(crate) mouse: Percent<10, 400>,
    /// True if mouse turns are reversed.
    pub(crate) invert: bool,
    /// True if the player runs unless the run key is held.
    pub(crate) always_run: bool,
    /// True if the run key toggles.
    pub(crate) run_toggles: bool,
    /// True if the game is played with the mouse alone, which then points instead of turning.
    pub(crate) mouse_alone: bool,
    /// Strength of aim assist.
    pub(crate) aim_help: Strength,
}

impl Default for ControlOptions {
    fn default() -> Self {
        let mouse = Percent::new(100);
        let aim_help = Strength::NONE;
        ControlOptions { mouse, invert: false, always_run: false, run_toggles: false, mouse_alone: false, aim_help }
    }
}

/// Input that no tick has received yet.
#[derive(Resource, Debug, Default)]
pub(crate) struct Controls {
    /// Turn in radians that the frame already shows.
    turn: f32,
    fire: Latch,
    use_: Latch,
    jump: Latch,
    /// Selected weapons; each frame with ticks consumes one.
    weapons: VecDeque<WeaponChoice>,
    /// Destination of click-to-walk, in tiles.
    walk_to: Option<Vec2>,
    /// Actions at a board; each frame with ticks consumes one.
    board: VecDeque<BoardAct>,
    /// Developer act; the next frame with ticks consumes it.
    dev_act: Option<DevAct>,
    /// True if the player runs, while the run key toggles.
    runs: bool,
    /// True if the player has inverted the always-run option during play.
    other_run: bool,
}

impl Controls {
    /// Returns the turn in radians that the frame shows and no tick has received yet.
    pub(crate) fn turn(&self) -> f32 {
        self.turn
    }

    /// Adds a turn in radians.
    pub(crate) fn turn_by(&mut self, turn: f32) {
        self.turn += turn;
    }

    /// Queues an action at the player's board.
    pub(crate) fn act(&mut self, act: BoardAct) {
        self.board.push_back(act);
    }

    /// Requests a developer act.
    pub(crate) fn dev_act(&mut self, act: DevAct) {
        self.dev_act = Some(act);
    }

    /// Returns true if no tick has received the last developer act yet.
    pub(crate) fn has_dev_act(&self) -> bool {
        self.dev_act.is_some()
    }

    /// Handles presses that toggle running.
    fn switch_run(&mut self, devices: &Devices, options: ControlOptions) {
        self.runs ^= options.run_toggles && devices.presses(Action::Run) % 2 == 1;
        self.other_run ^= devices.presses(Action::AlwaysRun) % 2 == 1;
    }

    /// Returns true if the player runs. Always-run inverts the run key.
    fn is_running(&self, held: bool, options: ControlOptions) -> bool {
        let asked = if options.run_toggles { self.runs } else { held };
        asked ^ options.always_run ^ self.other_run
    }

    /// Returns the intent for each of the next ticks (at least one). `walk` contains the movement inputs that are held.
    fn hand_over(&mut self, ticks: u32, walk: Intent) -> Intent {
        // The engine clamps turns to half a revolution per tick. The rest is kept for later ticks.
        let turn = (self.turn / ticks as f32).clamp(-PI, PI);
        self.turn -= turn * ticks as f32;
        let (fire, use_, jump) = (self.fire.next(), self.use_.next(), self.jump.next());
        let (weapon, board, walk_to) = (self.weapons.pop_front(), self.board.pop_front(), self.walk_to.take());
        let dev_act = self.dev_act.take();
        Intent { turn, fire, use_, jump, weapon, board, walk_to, dev_act, ..walk }
    }
}

/// System sets that process input before the ticks.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TakeControls {
    /// Input at a board, and on the screen.
    Board,
    /// Pointing at the deck.
    Point,
    /// All other input, and the results of the sets above.
    Deck,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Controls>().init_resource::<ControlOptions>().init_resource::<LastWeapon>();
    app.init_resource::<WeaponWheel>();
    app.add_systems(Update, watch_weapon);
    let steps = (TakeControls::Board, TakeControls::Point, TakeControls::Deck).chain();
    app.configure_sets(RunFixedMainLoop, steps.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop));
    app.add_systems(RunFixedMainLoop, reset.after(TakePresses).before(TakeControls::Board).run_if(context_changes));
    app.add_systems(
        RunFixedMainLoop,
        ((turn_wheel, read_devices).chain().run_if(not(is_at_board).and_then(not(is_held))), hand_over)
            .chain()
            .in_set(TakeControls::Deck)
            .run_if(in_state(Flow::Running).and_then(somebody_plays)),
    );
}

/// Returns false during demos and while rewinding.
pub(crate) fn somebody_plays(tape: Option<Res<Tape>>, devices: Devices) -> bool {
    tape.is_none_or(|tape| tape.replay.is_none()) && !devices.holds(Action::Rewind)
}

/// Discards held and pressed inputs, so that an input that started a new run has no effect in it until it is pressed
/// again.
pub(crate) fn let_go(
    mut presses: ResMut<Presses>,
    controls: ResMut<Controls>,
    pointing: ResMut<Pointing>,
    wheel: ResMut<WeaponWheel>,
) {
    presses.let_go();
    reset(controls, pointing, wheel);
}

/// Discards input that no tick has received yet, and what was pointed at.
fn reset(mut controls: ResMut<Controls>, mut pointing: ResMut<Pointing>, mut wheel: ResMut<WeaponWheel>) {
    // Keep toggled running.
    let (runs, other_run) = (controls.runs, controls.other_run);
    *controls = Controls { runs, other_run, ..default() };
    pointing.let_go();
    *wheel = WeaponWheel::default();
}

/// Follows the weapon wheel, and queues the weapon that it has chosen.
fn turn_wheel(
    (devices, mouse): (Devices, Res<MouseCounts>),
    (player, rules): (Option<Single<&Player>>, Option<Res<Rules>>),
    mut wheel: ResMut<WeaponWheel>,
    mut controls: ResMut<Controls>,
) {
    let (Some(player), Some(rules)) = (player, rules) else { return };
    let is_held = devices.holds(Action::WeaponWheel);
    let slot = wheel.follow(is_held, (&player, &rules), devices.pads.right, mouse.moved);
    controls.weapons.extend(slot.map(WeaponChoice::Slot));
}

/// Processes the input since the last frame.
fn read_devices(
    devices: Devices,
    (mouse, options): (Res<MouseCounts>, Res<ControlOptions>),
    (time, run): (Res<Time>, Option<Res<Run>>),
    (last, wheel): (Res<LastWeapon>, Res<WeaponWheel>),
    mut controls: ResMut<Controls>,
) {
    controls.fire.update(devices.holds(Action::Fire), devices.presses(Action::Fire));
    controls.use_.update(devices.holds(Action::Use), devices.presses(Action::Use));
    controls.jump.update(devices.holds(Action::Jump), devices.presses(Action::Jump));
    controls.switch_run(&devices, *options);
    let choices = devices.actions().filter_map(|action| chosen(action, last.slot));
    controls.weapons.extend(choices);
    controls.weapons.truncate(MAX_CHOICES);
    controls.walk_to = devices.pointing.walk_to.or(controls.walk_to);
    // If no tick can apply the turn, the view must not show it.
    if run.is_none_or(|run| run.outcome != Outcome::Running) {
        controls.turn = 0.0;
        return;
    }
    let by_keys = devices.axis(Action::TurnRight, Action::TurnLeft);
    let speed = if devices.holds(Action::Run) { KEY_TURN * KEY_TURN_RUNNING } else { KEY_TURN };
    let way = if options.invert { -1.0 } else { 1.0 };
    let by_mouse = if options.mouse_alone { 0.0 } else { mouse.moved.x * MOUSE_TURN * options.mouse.part() * way };
    // The stick and the mouse point at the wheel while it is open.
    let (by_pad, by_mouse) = if wheel.is_open() { (0.0, 0.0) } else { (devices.pads.turn, by_mouse) };
    controls.turn += (by_keys * speed + by_pad) * time.delta_secs() + by_mouse + devices.pointing.turn;
}

/// Returns the weapon that an action selects, if any. `last` is the slot of the previously used weapon.
fn chosen(action: Action, last: Option<u8>) -> Option<WeaponChoice> {
    match action {
        Action::NextWeapon => Some(WeaponChoice::Next),
        Action::PreviousWeapon => Some(WeaponChoice::Previous),
        Action::LastWeapon => last.map(WeaponChoice::Slot),
        _ => (1..).zip(Action::SLOTS).find(|(_, slot)| *slot == action).map(|(number, _)| WeaponChoice::Slot(number)),
    }
}

/// Name of the current weapon, and slot of the previous one.
#[derive(Resource, Clone, Debug, Default)]
struct LastWeapon {
    held: Option<String>,
    slot: Option<u8>,
}

/// Records weapon changes.
fn watch_weapon(player: Option<Single<&Player>>, rules: Option<Res<Rules>>, mut last: ResMut<LastWeapon>) {
    let (Some(player), Some(rules)) = (player, rules) else { return };
    if player.held == last.held {
        return;
    }
    let before = std::mem::replace(&mut last.held, player.held.clone());
    let slot = |name: String| Some(rules.weapons[usize::from(rules.weapon(&name)?)].1.slot);
    last.slot = before.and_then(slot).or(last.slot);
}

/// Writes the intent if a tick will read it before the next frame.
fn hand_over(
    (devices, options): (Devices, Res<ControlOptions>),
    virtual_time: Res<Time<Virtual>>,
    fixed_time: Res<Time<Fixed>>,
    mut controls: ResMut<Controls>,
    mut intent: ResMut<Intent>,
) {
    let ticks = ticks_to_come(fixed_time.overstep() + virtual_time.delta(), fixed_time.timestep());
    if ticks == 0 {
        return;
    }
    let walk = Intent {
        forward: devices.axis(Action::Forward, Action::Back) + devices.pads.walk.y,
        strafe: devices.axis(Action::StepRight, Action::StepLeft) + devices.pads.walk.x,
        run: controls.is_running(devices.holds(Action::Run), *options),
        ..default()
    };
    *intent = controls.hand_over(ticks, walk);
}

/// Returns the number of ticks that the fixed loop will run for the accumulated time.
fn ticks_to_come(gathered: Duration, timestep: Duration) -> u32 {
    let ticks = gathered.as_nanos() / timestep.as_nanos().max(1);
    u32::try_from(ticks).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::bindings::Bindings, input::input::Input, testing};
    use bevy::{
        input::ButtonState,
        input::keyboard::{Key, KeyboardInput},
        input::mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        input::touch::TouchPhase,
        time::TimeUpdateStrategy,
    };
    use engine::{Heading, Start};

    fn turned(controls: &mut Controls, ticks: u32) -> f32 {
        controls.hand_over(ticks, Intent::default()).turn * ticks as f32
    }

    #[test]
    fn turn_arrives_once_for_any_number_of_ticks() {
        for ticks in [1, 2, 3, 12] {
            let mut controls = Controls { turn: 0.6, ..default() };
            assert!((turned(&mut controls, ticks) - 0.6).abs() < 1e-6);
            assert!(turned(&mut controls, ticks).abs() < 1e-6);
        }
    }

    #[test]
    fn turn_too_wide_for_a_tick_is_not_lost() {
        let mut controls = Controls { turn: 1.5 * PI, ..default() };
        assert_eq!(turned(&mut controls, 1), PI);
        assert!((turned(&mut controls, 1) - 0.5 * PI).abs() < 1e-6);
    }

    #[test]
    fn predicted_ticks_fit_the_accumulated_time() {
        let tick = Duration::from_secs(1) / 120;
        assert_eq!(ticks_to_come(Duration::ZERO, tick), 0);
        assert_eq!(ticks_to_come(tick - Duration::from_nanos(1), tick), 0);
        assert_eq!(ticks_to_come(tick * 12, tick), 12);
        assert_eq!(ticks_to_come(tick, Duration::ZERO), tick.as_nanos() as u32);
    }

    #[test]
    fn weapon_selection_is_sent_in_one_tick_only() {
        let mut controls = Controls { weapons: [WeaponChoice::Next].into(), ..default() };
        assert_eq!(controls.hand_over(1, Intent::default()).weapon, Some(WeaponChoice::Next));
        assert_eq!(controls.hand_over(1, Intent::default()).weapon, None);
    }

    #[test]
    fn each_action_selects_its_own_weapon() {
        assert_eq!(chosen(Action::Fire, Some(2)), None);
        assert_eq!(chosen(Action::Weapon6, None), Some(WeaponChoice::Slot(6)));
        assert_eq!(chosen(Action::LastWeapon, Some(2)), Some(WeaponChoice::Slot(2)));
        assert_eq!(chosen(Action::LastWeapon, None), None, "there was no previous weapon");
    }

    #[test]
    fn always_run_inverts_the_run_key_which_may_toggle() {
        let runs = |held, runs, always_run, run_toggles| {
            let options = ControlOptions { always_run, run_toggles, ..default() };
            Controls { runs, ..default() }.is_running(held, options)
        };
        assert!(runs(true, false, false, false) && !runs(false, false, false, false));
        assert!(!runs(true, false, true, false) && runs(false, false, true, false));
        assert!(runs(false, true, false, true) && !runs(true, false, false, true) && !runs(false, true, true, true));
    }

    /// Creates a game without a window on a running deck, with no input yet.
    fn game() -> App {
        let mut app = testing::game(0, |app| {
            app.add_plugins(plugin);
        });
        let mut start = Start::on(testing::level(&["#####", "#.@.#", "#####"]));
        for (item, count) in [("shotgun", 1), ("shells", 8), ("nailgun", 1), ("nails", 40)] {
            start.loadout.inventory.add(item.to_owned(), count);
        }
        testing::play(&mut app, &start);
        app
    }

    /// Runs a frame after this time. Returns the heading in the simulation and the displayed one.
    fn picture(app: &mut App, milliseconds: u64) -> (f32, f32) {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
        app.update();
        let heading = app.world_mut().query_filtered::<&Heading, With<Player>>().single(app.world()).unwrap().0;
        (heading, heading + app.world().resource::<Controls>().turn())
    }

    fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
        let (logical_key, window) = (Key::Dead(None), Entity::PLACEHOLDER);
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }

    fn tap(app: &mut App, key_code: KeyCode) {
        key(app, key_code, ButtonState::Pressed);
        key(app, key_code, ButtonState::Released);
    }

    fn held(app: &mut App) -> String {
        app.world_mut().query::<&Player>().single(app.world()).unwrap().held.clone().unwrap()
    }

    #[test]
    fn last_weapon_key_switches_back_and_forth() {
        let mut app = game();
        picture(&mut app, 20);
        let mut after = |key_code| {
            tap(&mut app, key_code);
            for _ in 0..60 {
                picture(&mut app, 20);
            }
            held(&mut app)
        };
        let first = after(KeyCode::KeyQ);
        assert_eq!(after(KeyCode::Digit3), "shotgun");
        assert_eq!(after(KeyCode::KeyQ), first);
        assert_eq!(after(KeyCode::KeyQ), "shotgun");
    }

    #[test]
    fn rebound_key_works_and_the_old_one_does_not() {
        let mut app = game();
        let mut bindings = app.world_mut().resource_mut::<Bindings>();
        bindings.clear(Action::Forward);
        bindings.add(Action::Forward, Input::Key(KeyCode::KeyT));
        key(&mut app, KeyCode::KeyW, ButtonState::Pressed);
        picture(&mut app, 20);
        assert_eq!(app.world().resource::<Intent>().forward, 0.0);
        key(&mut app, KeyCode::KeyT, ButtonState::Pressed);
        picture(&mut app, 20);
        assert_eq!(app.world().resource::<Intent>().forward, 1.0);
    }

    #[test]
    fn presses_in_a_menu_are_discarded() {
        let mut app = game();
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Paused);
        picture(&mut app, 9);
        let (button, state, window) = (MouseButton::Left, ButtonState::Pressed, Entity::PLACEHOLDER);
        app.world_mut().write_message(MouseButtonInput { button, state, window });
        key(&mut app, KeyCode::Space, state);
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Running);
        for _ in 0..5 {
            picture(&mut app, 9);
            let intent = *app.world().resource::<Intent>();
            assert!(!intent.fire && !intent.use_, "{intent:?}");
        }
        for state in [ButtonState::Released, ButtonState::Pressed] {
            app.world_mut().write_message(MouseButtonInput { button, state, window });
        }
        picture(&mut app, 20);
        assert!(app.world().resource::<Intent>().fire, "a new press must count");
    }

    #[test]
    fn wheel_notch_is_one_weapon_for_any_number_of_ticks() {
        for milliseconds in [3, 9, 17, 34, 90] {
            let mut app = game();
            picture(&mut app, milliseconds);
            let (unit, window, phase) = (MouseScrollUnit::Line, Entity::PLACEHOLDER, TouchPhase::Moved);
            app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -1.0, window, phase });
            for _ in 0..40 {
                picture(&mut app, milliseconds);
            }
            let player = app.world_mut().query::<&Player>().single(app.world()).unwrap();
            assert_eq!(player.held.as_deref(), Some("shotgun"), "after the pistol, at {milliseconds} ms per frame");
        }
    }

    #[test]
    fn mouse_turn_follows_the_options_and_keeps_fine_motion() {
        let turned = |options: ControlOptions, motions: &[f32]| {
            let mut app = game();
            app.insert_resource(options);
            let (_, before) = picture(&mut app, 1);
            for &x in motions {
                app.world_mut().write_message(MouseMotion { delta: Vec2::new(x, 0.0) });
                picture(&mut app, 1);
            }
            picture(&mut app, 9).1 - before
        };
        let all = ControlOptions::default();
        let near = |one: f32, other: f32| assert!((one - other).abs() < 1e-4, "{one} {other}");
        near(turned(all, &[100.0]), 0.22);
        near(turned(ControlOptions { invert: true, ..all }, &[100.0]), -0.22);
        near(turned(ControlOptions { mouse: Percent::new(400), ..all }, &[100.0]), 0.88);
        near(turned(ControlOptions { mouse: Percent::new(10), ..all }, &[0.25; 400]), 0.022);
    }

    #[test]
    fn mouse_turns_the_view_at_once_and_the_player_in_ticks() {
        for wait in [1, 5, 8, 30, 90] {
            let mut app = game();
            let (_, before) = picture(&mut app, 1);
            app.world_mut().write_message(MouseMotion { delta: Vec2::new(100.0, 0.0) });
            let (_, shown) = picture(&mut app, 1);
            assert!((shown - before - 100.0 * MOUSE_TURN).abs() < 1e-5, "{wait} ms: the turn must be immediate");
            for _ in 0..20 {
                let (_, still) = picture(&mut app, wait);
                assert!((still - shown).abs() < 1e-5, "{wait} ms: the turn must not repeat");
            }
            let (heading, _) = picture(&mut app, 9);
            assert!((heading - shown).abs() < 1e-5, "{wait} ms: the whole turn must arrive");
        }
    }
}
