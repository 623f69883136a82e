//! The controls: what keys, mouse and pads want, put into the intent of the next ticks.
//!
//! The picture and the simulation run at rates of their own: between two pictures several ticks may pass, or none. A
//! turn is shown at once and waits in [`Controls`] until ticks come; then it is shared out evenly among all the ticks of
//! that picture, so that each turn arrives exactly once. A press is remembered until a tick has had it.

use crate::flow::phase::{Flow, is_at_board};
use crate::input::mouse_motion::MouseCounts;
use crate::input::pad::Pads;
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;
use engine::{BoardAct, Intent, Outcome, Run, Tape, WeaponChoice};
use std::collections::VecDeque;
use std::f32::consts::PI;
use std::time::Duration;

/// How far the mouse turns, in radians for each count that it reports.
const MOUSE_TURN: f32 = 0.0022;
/// How fast the arrow keys turn, in radians a second.
const KEY_TURN: f32 = 2.6;
/// How much faster they turn while running.
const KEY_TURN_RUNNING: f32 = 1.5;

/// What the player did and no tick has had yet.
#[derive(Resource, Debug, Default)]
pub(crate) struct Controls {
    /// The turn in radians that the picture shows already.
    turn: f32,
    fire: Latch,
    use_: Latch,
    jump: Latch,
    /// The weapon that was chosen.
    weapon: Option<WeaponChoice>,
    /// What was done at a board; each picture with ticks takes one.
    board: VecDeque<BoardAct>,
}

impl Controls {
    /// The turn that the picture shows and no tick has had yet, in radians.
    pub(crate) fn turn(&self) -> f32 {
        self.turn
    }

    /// Does something at the board where the player stands.
    pub(crate) fn act(&mut self, act: BoardAct) {
        self.board.push_back(act);
    }

    /// The intent for each of the next ticks (one at least); `walk` says what is simply held.
    fn hand_over(&mut self, ticks: u32, walk: Intent) -> Intent {
        // More than half a turn in one tick would be cut off there: the rest waits for the next ticks.
        let turn = (self.turn / ticks as f32).clamp(-PI, PI);
        self.turn -= turn * ticks as f32;
        let (fire, use_, jump) = (self.fire.next(), self.use_.next(), self.jump.next());
        Intent { turn, fire, use_, jump, weapon: self.weapon.take(), board: self.board.pop_front(), ..walk }
    }
}

/// A key or button that loses no press, however short it was and however close to the one before.
#[derive(Clone, Copy, Debug, Default)]
struct Latch {
    held: bool,
    /// It went down and no tick knows yet.
    pressed: bool,
    /// What the last ticks were told.
    told: bool,
}

impl Latch {
    fn update(&mut self, held: bool, pressed: bool) {
        self.held = held;
        self.pressed |= pressed;
    }

    /// What the next ticks are told.
    fn next(&mut self) -> bool {
        // Two presses without a gap would look like one: the second waits until its release has been told.
        let gap = self.pressed && self.told;
        if !gap {
            self.told = self.held || self.pressed;
            self.pressed = false;
        } else {
            self.told = false;
        }
        self.told
    }
}

/// The steps in which what was done is taken in before the ticks.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TakeControls {
    /// At a board.
    Board,
    /// Everywhere else, and what comes of both.
    Deck,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Controls>();
    let steps = (TakeControls::Board, TakeControls::Deck).chain();
    app.configure_sets(RunFixedMainLoop, steps.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop));
    app.add_systems(OnEnter(Flow::Running), let_go);
    app.add_systems(OnExit(Flow::Running), let_go);
    app.add_systems(
        RunFixedMainLoop,
        (read_devices.run_if(not(is_at_board)), hand_over)
            .chain()
            .in_set(TakeControls::Deck)
            .run_if(in_state(Flow::Running).and_then(somebody_plays)),
    );
}

/// False while a demo plays, and while time goes back.
pub(crate) fn somebody_plays(tape: Option<Res<Tape>>, keys: Res<ButtonInput<KeyCode>>) -> bool {
    tape.is_none_or(|tape| tape.replay.is_none()) && !keys.pressed(REWIND)
}

/// Forgets what was held or pressed, so that nothing sticks over a pause and no click of a menu fires.
pub(crate) fn let_go(
    mut controls: ResMut<Controls>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut pads: ResMut<Pads>,
) {
    *controls = Controls::default();
    pads.let_go();
    keys.reset_all();
    buttons.reset_all();
}

const FIRE: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
const USE: [KeyCode; 2] = [KeyCode::Space, KeyCode::KeyE];
const JUMP: KeyCode = KeyCode::KeyJ;
/// Each chooses the weapon of its number.
const WEAPONS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];
const NEXT: KeyCode = KeyCode::BracketRight;
const PREVIOUS: KeyCode = KeyCode::BracketLeft;
/// Goes back in time as long as it is held.
pub(crate) const REWIND: KeyCode = KeyCode::Backspace;
const RUN: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// The same on a pad.
const PAD_FIRE: [GamepadButton; 1] = [GamepadButton::RightTrigger2];
// Not the one that leaves a board: who holds it there would jump.
const PAD_JUMP: [GamepadButton; 1] = [GamepadButton::North];
const PAD_USE: [GamepadButton; 2] = [GamepadButton::South, GamepadButton::West];
const PAD_RUN: [GamepadButton; 2] = [GamepadButton::LeftTrigger2, GamepadButton::LeftThumb];
const PAD_NEXT: [GamepadButton; 2] = [GamepadButton::RightTrigger, GamepadButton::DPadRight];
const PAD_PREVIOUS: [GamepadButton; 2] = [GamepadButton::LeftTrigger, GamepadButton::DPadLeft];

/// Takes in what the devices did since the last picture.
fn read_devices(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    (mouse, wheel, pads): (Res<MouseCounts>, Res<AccumulatedMouseScroll>, Res<Pads>),
    time: Res<Time>,
    run: Option<Res<Run>>,
    mut controls: ResMut<Controls>,
) {
    let click = MouseButton::Left;
    controls.fire.update(
        keys.any_pressed(FIRE) || buttons.pressed(click) || pads.held(&PAD_FIRE),
        keys.any_just_pressed(FIRE) || buttons.just_pressed(click) || pads.just_pressed(&PAD_FIRE),
    );
    controls.use_.update(
        keys.any_pressed(USE) || pads.held(&PAD_USE),
        keys.any_just_pressed(USE) || pads.just_pressed(&PAD_USE),
    );
    let click = MouseButton::Right;
    controls.jump.update(
        keys.pressed(JUMP) || buttons.pressed(click) || pads.held(&PAD_JUMP),
        keys.just_pressed(JUMP) || buttons.just_pressed(click) || pads.just_pressed(&PAD_JUMP),
    );
    if let Some(choice) = chosen(&keys, wheel.delta.y, &pads) {
        controls.weapon = Some(choice);
    }
    // Where no tick can take the turn, the view must not show it.
    if run.is_none_or(|run| run.outcome != Outcome::Running) {
        controls.turn = 0.0;
        return;
    }
    let by_keys = axis(&keys, &[KeyCode::ArrowRight], &[KeyCode::ArrowLeft]);
    let speed = if keys.any_pressed(RUN) { KEY_TURN * KEY_TURN_RUNNING } else { KEY_TURN };
    controls.turn += (by_keys * speed + pads.turn) * time.delta_secs() + mouse.moved.x * MOUSE_TURN;
}

/// The weapon that keys, wheel and pads choose; the wheel goes on when it is turned towards the player.
fn chosen(keys: &ButtonInput<KeyCode>, wheel: f32, pads: &Pads) -> Option<WeaponChoice> {
    let slot = (1..).zip(WEAPONS).find(|(_, key)| keys.just_pressed(*key));
    if let Some((slot, _)) = slot {
        Some(WeaponChoice::Slot(slot))
    } else if wheel < 0.0 || keys.just_pressed(NEXT) || pads.just_pressed(&PAD_NEXT) {
        Some(WeaponChoice::Next)
    } else if wheel > 0.0 || keys.just_pressed(PREVIOUS) || pads.just_pressed(&PAD_PREVIOUS) {
        Some(WeaponChoice::Previous)
    } else {
        None
    }
}

/// Writes the intent, if any tick will read it before the next picture.
fn hand_over(
    (keys, pads): (Res<ButtonInput<KeyCode>>, Res<Pads>),
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
        forward: axis(&keys, &[KeyCode::KeyW, KeyCode::ArrowUp], &[KeyCode::KeyS, KeyCode::ArrowDown]) + pads.walk.y,
        strafe: axis(&keys, &[KeyCode::KeyD], &[KeyCode::KeyA]) + pads.walk.x,
        run: keys.any_pressed(RUN) || pads.held(&PAD_RUN),
        ..default()
    };
    *intent = controls.hand_over(ticks, walk);
}

/// How many ticks the fixed loop will run for the time that has gathered: as many as fit.
fn ticks_to_come(gathered: Duration, timestep: Duration) -> u32 {
    let ticks = gathered.as_nanos() / timestep.as_nanos().max(1);
    u32::try_from(ticks).unwrap_or(u32::MAX)
}

fn axis(keys: &ButtonInput<KeyCode>, more: &[KeyCode], less: &[KeyCode]) -> f32 {
    let held = |group: &[KeyCode]| f32::from(u8::from(keys.any_pressed(group.iter().copied())));
    held(more) - held(less)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase::{self, Phase};
    use crate::input::{mouse_motion, pad};
    use bevy::input::InputPlugin;
    use bevy::input::mouse::{MouseMotion, MouseScrollUnit, MouseWheel};
    use bevy::input::touch::TouchPhase;
    use bevy::state::app::StatesPlugin;
    use bevy::time::{TimePlugin, TimeUpdateStrategy};
    use engine::{EnginePlugin, Heading, Player};

    fn turned(controls: &mut Controls, ticks: u32) -> f32 {
        controls.hand_over(ticks, Intent::default()).turn * ticks as f32
    }

    #[test]
    fn a_turn_arrives_once_however_many_ticks_there_are() {
        for ticks in [1, 2, 3, 12] {
            let mut controls = Controls { turn: 0.6, ..default() };
            assert!((turned(&mut controls, ticks) - 0.6).abs() < 1e-6);
            assert!(turned(&mut controls, ticks).abs() < 1e-6);
        }
    }

    #[test]
    fn a_turn_too_wide_for_a_tick_is_not_cut_off() {
        let mut controls = Controls { turn: 1.5 * PI, ..default() };
        assert_eq!(turned(&mut controls, 1), PI);
        assert!((turned(&mut controls, 1) - 0.5 * PI).abs() < 1e-6);
    }

    #[test]
    fn a_press_between_two_ticks_is_told_once() {
        let mut latch = Latch::default();
        latch.update(true, true);
        latch.update(false, false); // let go again in a picture without a tick
        assert!(latch.next());
        assert!(!latch.next());
    }

    #[test]
    fn a_second_press_in_the_same_gap_is_told_after_its_release() {
        let mut latch = Latch::default();
        latch.update(true, true);
        assert!(latch.next());
        latch.update(true, true); // let go and pressed again since
        assert!(!latch.next());
        assert!(latch.next());
        latch.update(false, false);
        assert!(!latch.next());
    }

    #[test]
    fn what_is_held_stays_told() {
        let mut latch = Latch::default();
        latch.update(true, true);
        for _ in 0..3 {
            assert!(latch.next());
        }
    }

    #[test]
    fn the_ticks_to_come_are_those_that_fit() {
        let tick = Duration::from_secs(1) / 120;
        assert_eq!(ticks_to_come(Duration::ZERO, tick), 0);
        assert_eq!(ticks_to_come(tick - Duration::from_nanos(1), tick), 0);
        assert_eq!(ticks_to_come(tick * 12, tick), 12);
        assert_eq!(ticks_to_come(tick, Duration::ZERO), tick.as_nanos() as u32);
    }

    #[test]
    fn a_choice_is_told_to_one_tick_only() {
        let mut controls = Controls { weapon: Some(WeaponChoice::Next), ..default() };
        assert_eq!(controls.hand_over(1, Intent::default()).weapon, Some(WeaponChoice::Next));
        assert_eq!(controls.hand_over(1, Intent::default()).weapon, None);
    }

    #[test]
    fn keys_and_wheel_choose_weapons() {
        let mut keys = ButtonInput::default();
        let pads = &Pads::default();
        assert_eq!(chosen(&keys, 0.0, pads), None);
        assert_eq!(chosen(&keys, -1.0, pads), Some(WeaponChoice::Next));
        assert_eq!(chosen(&keys, 0.5, pads), Some(WeaponChoice::Previous));
        keys.press(KeyCode::Digit6);
        assert_eq!(chosen(&keys, 1.0, pads), Some(WeaponChoice::Slot(6)));
        keys.clear();
        assert_eq!(chosen(&keys, 0.0, pads), None, "it is held, not pressed");
    }

    /// A game without a window in which a deck runs and nothing has been done yet.
    fn game() -> App {
        let level = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#####\", \"#.@.#\", \"#####\"])";
        let level = level::Level::read("x", level).unwrap();
        let mut app = App::new();
        app.add_plugins((
            TimePlugin,
            StatesPlugin,
            InputPlugin,
            EnginePlugin,
            phase::plugin,
            mouse_motion::plugin,
            pad::plugin,
            plugin,
        ));
        app.update();
        let mut start = engine::Start::on(level.into());
        for (item, count) in [("shotgun", 1), ("shells", 8), ("nailgun", 1), ("nails", 40)] {
            start.loadout.inventory.add(item.to_owned(), count);
        }
        engine::begin(app.world_mut(), &start);
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        app
    }

    /// One picture, so long after the last one: the heading in the simulation, and the one that is shown.
    fn picture(app: &mut App, milliseconds: u64) -> (f32, f32) {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
        app.update();
        let heading = app.world_mut().query_filtered::<&Heading, With<Player>>().single(app.world()).unwrap().0;
        (heading, heading + app.world().resource::<Controls>().turn())
    }

    #[test]
    fn what_was_pressed_in_a_menu_is_forgotten() {
        let mut app = game();
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Paused);
        picture(&mut app, 9);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Space);
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Running);
        for _ in 0..5 {
            picture(&mut app, 9);
            let intent = *app.world().resource::<Intent>();
            assert!(!intent.fire && !intent.use_, "{intent:?}");
        }
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        picture(&mut app, 20);
        assert!(app.world().resource::<Intent>().fire, "a new press counts");
    }

    #[test]
    fn a_notch_of_the_wheel_is_one_weapon_however_many_ticks_a_picture_has() {
        for milliseconds in [3, 9, 17, 34, 90] {
            let mut app = game();
            picture(&mut app, milliseconds);
            let (unit, window, phase) = (MouseScrollUnit::Line, Entity::PLACEHOLDER, TouchPhase::Moved);
            app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -1.0, window, phase });
            for _ in 0..40 {
                picture(&mut app, milliseconds);
            }
            let player = app.world_mut().query::<&Player>().single(app.world()).unwrap();
            assert_eq!(player.held.as_deref(), Some("shotgun"), "after the pistol, at {milliseconds} ms a picture");
        }
    }

    #[test]
    fn the_mouse_turns_the_picture_at_once_and_the_player_with_the_next_ticks() {
        for wait in [1, 5, 8, 30, 90] {
            let mut app = game();
            let (_, before) = picture(&mut app, 1);
            app.world_mut().write_message(MouseMotion { delta: Vec2::new(100.0, 0.0) });
            let (_, shown) = picture(&mut app, 1);
            assert!((shown - before - 100.0 * MOUSE_TURN).abs() < 1e-5, "{wait} ms: at once");
            for _ in 0..20 {
                let (_, still) = picture(&mut app, wait);
                assert!((still - shown).abs() < 1e-5, "{wait} ms: once only");
            }
            let (heading, _) = picture(&mut app, 9);
            assert!((heading - shown).abs() < 1e-5, "{wait} ms: all of it has arrived");
        }
    }
}
