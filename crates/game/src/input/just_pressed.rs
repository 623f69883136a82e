//! What was pressed since the last picture, for menus and pages. Keys that repeat while they are held count once. A pad's buttons
//! count as the keys that do the same, so no page needs to know pads.

use crate::{
    flow::phase::{Flow, is_at_board},
    input::pad::{self, Device, Pads},
    input::presses::{self, Presses},
    input::trigger::Trigger,
    window::frame_upload::placement,
    window::screen_options::ScreenOptions,
};
use bevy::{
    input::keyboard::{KeyboardFocusLost, KeyboardInput},
    input::touch::Touches,
    input::{ButtonState, InputSystems},
    prelude::*,
};
use bevy_window::{CursorMoved, PrimaryWindow, Window};
use engine::{AtTerminal, Player, Tape};
use renderer::Screen;

/// What went down since the last picture, and where the pointer is.
#[derive(Resource, Debug, Default)]
pub(crate) struct JustPressed {
    /// The keys, in the order in which they went down.
    pub(crate) keys: Vec<KeyCode>,
    /// What was written, for whoever is asked for words. Keys that repeat write again.
    pub(crate) typed: Vec<Typed>,
    /// The notches of the wheel.
    notches: Vec<Choice>,
    /// The Alt keys that are held.
    alt: Vec<KeyCode>,
    /// Enter went down together with Alt: that means full screen, and does not count as Enter.
    pub(crate) full_screen: bool,
    /// The left mouse button, or a finger.
    pub(crate) click: bool,
    /// A finger on the screen.
    pub(crate) touch: bool,
    /// Where the pointer is on the frame, moved or not.
    pub(crate) hover: Option<Vec2>,
    /// Where the pointer is on the frame, if it was moved or clicked.
    pub(crate) pointer: Option<Vec2>,
    /// Where in the window the pointer was last: a window that opens below a pointer that rests is told of it, too.
    rested: Option<Vec2>,
}

/// What somebody writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Letter(char),
    /// The last letter goes.
    Back,
}

/// What a key means to a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Up,
    Down,
    Less,
    More,
    Confirm,
}

const ENTER: [KeyCode; 2] = [KeyCode::Enter, KeyCode::NumpadEnter];
const ALT: [KeyCode; 2] = [KeyCode::AltLeft, KeyCode::AltRight];

impl JustPressed {
    fn any(&self, keys: &[KeyCode]) -> bool {
        self.keys.iter().any(|key| keys.contains(key))
    }

    /// Follows the keyboard, event by event: a quick hand lets go of Alt before the next picture.
    fn follow(&mut self, key: KeyCode, state: ButtonState, repeats: bool) {
        let is_alt = ALT.contains(&key);
        self.alt.retain(|&held| !is_alt || held != key);
        if state == ButtonState::Released || repeats && !is_alt {
            return;
        }
        if is_alt {
            self.alt.push(key);
        } else if ENTER.contains(&key) && !self.alt.is_empty() {
            self.full_screen = true;
        } else {
            self.keys.push(key);
        }
    }

    /// Forgets what was pressed for this picture.
    pub(crate) fn forget(&mut self) {
        self.keys.clear();
        self.notches.clear();
        (self.click, self.touch) = (false, false);
    }

    /// Enter.
    pub(crate) fn confirm(&self) -> bool {
        self.any(&ENTER)
    }

    pub(crate) fn escape(&self) -> bool {
        self.any(&[KeyCode::Escape])
    }

    /// What the keys mean to a menu, in the order in which they went down.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Choice> {
        self.keys.iter().filter_map(|key| match key {
            KeyCode::ArrowUp => Some(Choice::Up),
            KeyCode::ArrowDown => Some(Choice::Down),
            KeyCode::ArrowLeft => Some(Choice::Less),
            KeyCode::ArrowRight => Some(Choice::More),
            key if ENTER.contains(key) => Some(Choice::Confirm),
            _ => None,
        })
    }

    /// The same, and the notches of the wheel, which go up and down as arrows do.
    pub(crate) fn choices_and_notches(&self) -> impl Iterator<Item = Choice> {
        self.choices().chain(self.notches.iter().copied())
    }

    /// The keys and the button that fire; they also turn a page.
    pub(crate) fn fire(&self) -> bool {
        self.click || self.any(&[KeyCode::ControlLeft, KeyCode::ControlRight])
    }

    pub(crate) fn delete(&self) -> bool {
        self.any(&[KeyCode::Delete])
    }

    pub(crate) fn rename(&self) -> bool {
        self.any(&[KeyCode::F2])
    }

    pub(crate) fn debug(&self) -> bool {
        self.any(&[KeyCode::F3])
    }
}

/// The key that does what a pad's button does: all of them in menus, and while somebody plays those alone that mean nothing to
/// the deck.
fn key_of(button: GamepadButton, plays: bool) -> Option<KeyCode> {
    match button {
        GamepadButton::Start => Some(KeyCode::Escape),
        GamepadButton::South => Some(KeyCode::Enter),
        _ if plays => None,
        GamepadButton::East => Some(KeyCode::Escape),
        GamepadButton::West => Some(KeyCode::Delete),
        GamepadButton::North => Some(KeyCode::F2),
        GamepadButton::Select => Some(KeyCode::KeyR),
        GamepadButton::LeftTrigger => Some(KeyCode::KeyT),
        GamepadButton::DPadUp => Some(KeyCode::ArrowUp),
        GamepadButton::DPadDown => Some(KeyCode::ArrowDown),
        GamepadButton::DPadLeft => Some(KeyCode::ArrowLeft),
        GamepadButton::DPadRight => Some(KeyCode::ArrowRight),
        _ => None,
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<JustPressed>().init_resource::<ScreenOptions>();
    app.add_systems(
        PreUpdate,
        (gather, add_pads, add_wheel).chain().after(InputSystems).after(pad::gather).after(presses::gather),
    );
}

/// Adds what was pressed on pads, and notes which device was used last.
pub(crate) fn add_pads(
    (pads, flow): (Res<Pads>, Option<Res<State<Flow>>>),
    (tape, at): (Option<Res<Tape>>, Option<Res<AtTerminal>>),
    player: Option<Single<&Player>>,
    mut device: ResMut<Device>,
    mut pressed: ResMut<JustPressed>,
) {
    if !pressed.keys.is_empty() || pressed.click || pressed.pointer.is_some() {
        *device = Device::Keys;
    }
    let runs = flow.is_some_and(|flow| **flow == Flow::Running);
    let is_dead = player.is_some_and(|player| player.since_death != u32::MAX);
    let plays = runs && !is_dead && !is_at_board(at) && tape.is_none_or(|tape| tape.replay.is_none());
    pressed.keys.extend(pads.presses_and_steps().filter_map(|button| key_of(button, plays)));
}

/// Adds what was turned of the wheel.
fn add_wheel(presses: Option<Res<Presses>>, mut pressed: ResMut<JustPressed>) {
    let notches = presses.iter().flat_map(|presses| &presses.0).filter_map(|trigger| match trigger {
        Trigger::WheelUp => Some(Choice::Up),
        Trigger::WheelDown => Some(Choice::Down),
        _ => None,
    });
    pressed.notches = notches.collect();
}

pub(crate) fn gather(
    mut keyboard: MessageReader<KeyboardInput>,
    mut focus_losses: MessageReader<KeyboardFocusLost>,
    mut moves: MessageReader<CursorMoved>,
    (buttons, touches): (Res<ButtonInput<MouseButton>>, Res<Touches>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (screen, options): (Res<Screen>, Res<ScreenOptions>),
    mut pressed: ResMut<JustPressed>,
) {
    pressed.keys.clear();
    pressed.typed.clear();
    pressed.full_screen = false;
    for input in keyboard.read() {
        pressed.follow(input.key_code, input.state, input.repeat);
        if input.state == ButtonState::Pressed {
            let letters = input.text.iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_control());
            pressed.typed.extend(letters.map(Typed::Letter));
            pressed.typed.extend((input.key_code == KeyCode::Backspace).then_some(Typed::Back));
        }
    }
    if focus_losses.read().count() > 0 {
        pressed.alt.clear();
    }
    let finger = touches.iter_just_pressed().last().map(|touch| touch.position());
    pressed.touch = finger.is_some();
    pressed.click = buttons.just_pressed(MouseButton::Left) || pressed.touch;
    let last = moves.read().last().map(|moved| moved.position);
    let moved = last.is_some() && pressed.rested.is_some_and(|rested| Some(rested) != last);
    pressed.rested = last.or(pressed.rested);
    pressed.hover = window.and_then(|window| {
        let placement = placement(&window, &screen, *options);
        let finger = finger.map(|finger| finger * window.scale_factor());
        finger.or(window.physical_cursor_position()).map(|place| placement.in_frame(place))
    });
    pressed.pointer = pressed.hover.filter(|_| moved || pressed.click);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ButtonState::{Pressed, Released};
    use bevy::{
        input::InputPlugin,
        input::mouse::MouseButtonInput,
        input::touch::{TouchInput, TouchPhase},
    };

    #[test]
    fn enter_with_either_alt_is_full_screen_and_no_confirmation() {
        for (alt, enter) in ALT.into_iter().zip(ENTER) {
            let mut pressed = JustPressed::default();
            pressed.follow(alt, Pressed, false);
            pressed.follow(enter, Pressed, false);
            pressed.follow(enter, Released, false);
            pressed.follow(alt, Released, false);
            assert!(pressed.full_screen && !pressed.confirm());
            pressed.follow(enter, Pressed, false);
            assert!(pressed.confirm(), "without Alt it is Enter again");
        }
    }

    /// A game without pages that has a window, in which the pointer is.
    fn game() -> (App, Entity) {
        let mut app = App::new();
        app.add_plugins((InputPlugin, pad::plugin, plugin)).init_resource::<Screen>();
        app.add_message::<CursorMoved>();
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        (app, window)
    }

    /// What is told of the pointer after a picture in which the window was told that it is there.
    fn told(app: &mut App, window: Entity, at: Vec2) -> Option<Vec2> {
        if let Some(mut window) = app.world_mut().get_mut::<Window>(window) {
            window.set_physical_cursor_position(Some(at.as_dvec2()));
        }
        app.world_mut().write_message(CursorMoved { window, position: at, delta: None });
        app.update();
        app.world().resource::<JustPressed>().pointer
    }

    #[test]
    fn a_pointer_that_rests_where_a_window_opens_has_not_moved() {
        let (mut app, window) = game();
        let here = Vec2::new(320.0, 200.0);
        assert_eq!(told(&mut app, window, here), None, "the window has opened below it");
        assert_eq!(told(&mut app, window, here), None, "it is still there");
        assert!(told(&mut app, window, here + Vec2::X).is_some(), "it has moved");
    }

    #[test]
    fn a_click_counts_wherever_the_pointer_has_rested() {
        let (mut app, window) = game();
        app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
        assert!(told(&mut app, window, Vec2::new(320.0, 200.0)).is_some());
    }

    #[test]
    fn a_finger_counts_as_a_click_where_it_is() {
        let (mut app, window) = game();
        let position = Vec2::new(320.0, 200.0);
        let (phase, force) = (TouchPhase::Started, None);
        app.world_mut().write_message(TouchInput { phase, position, window, force, id: 1 });
        app.update();
        let pressed = app.world().resource::<JustPressed>();
        assert!(pressed.click && pressed.touch);
        let there = pressed.pointer.expect("it is somewhere");
        app.update();
        assert!(!app.world().resource::<JustPressed>().touch, "it has been told");
        app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
        assert_eq!(told(&mut app, window, position), Some(there), "the mouse means the same place");
        assert!(!app.world().resource::<JustPressed>().touch);
    }

    #[test]
    fn a_key_that_repeats_counts_once() {
        let mut pressed = JustPressed::default();
        pressed.follow(KeyCode::ArrowDown, Pressed, false);
        pressed.follow(KeyCode::ArrowDown, Pressed, true);
        assert_eq!(pressed.choices().collect::<Vec<_>>(), [Choice::Down]);
    }

    #[test]
    fn the_wheel_goes_up_and_down_in_menus() {
        use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
        let (mut app, window) = game();
        app.add_plugins(presses::plugin);
        let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
        app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -2.0, window, phase });
        app.update();
        let pressed = app.world().resource::<JustPressed>();
        assert_eq!(pressed.choices_and_notches().collect::<Vec<_>>(), [Choice::Down; 2]);
        assert_eq!(pressed.choices().count(), 0, "long texts go farther by a notch than by an arrow");
        app.update();
        assert_eq!(app.world().resource::<JustPressed>().choices_and_notches().count(), 0, "it has been told");
    }

    #[test]
    fn in_menus_a_pad_does_what_keys_do_and_while_somebody_plays_it_pauses() {
        use GamepadButton::{DPadDown, East, RightTrigger2, South, Start};
        let keys = |plays| [DPadDown, South, East, Start, RightTrigger2].map(|button| key_of(button, plays));
        let (down, enter, escape) = (Some(KeyCode::ArrowDown), Some(KeyCode::Enter), Some(KeyCode::Escape));
        assert_eq!(keys(false), [down, enter, escape, escape, None]);
        assert_eq!(keys(true), [None, enter, None, escape, None]);
    }
}
