//! Presses since the last frame and the actions that they trigger. A press belongs to the context that was current when
//! it happened, and has no effect in any other one.

use crate::{
    flow::dev_time::DevTime,
    flow::page::Page,
    flow::phase::Flow,
    input::action::{Action, Context},
    input::bindings::Bindings,
    input::input::Input,
    input::pad::{Device, Pads},
    input::pointing::Pointing,
    input::wheel::Wheel,
    window::focus::Focus,
    window::frame_upload::placement,
    window::screen_options::ScreenOptions,
};
use bevy::{
    app::{RunFixedMainLoop, RunFixedMainLoopSystems},
    ecs::system::SystemParam,
    input::ButtonState,
    input::keyboard::{KeyboardFocusLost, KeyboardInput},
    input::mouse::{MouseButtonInput, MouseWheel},
    input::touch::Touches,
    prelude::*,
};
use bevy_window::{CursorMoved, PrimaryWindow, Window};
use engine::{AtTerminal, Player, Tape};
use renderer::{Automap, MapView, Screen};

/// Presses since the last frame, and the position of the pointer.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Presses {
    /// Inputs in the order of their presses. Key repeats are ignored.
    pub(crate) inputs: Vec<Input>,
    /// Triggered actions in the same order, each with a flag that is true for a key that types a character.
    actions: Vec<(Action, bool)>,
    /// Held inputs, each with the context in which it was pressed.
    held: Vec<(Input, Context)>,
    /// Current context, and the context to which these presses belong.
    shown: Context,
    context: Context,
    /// True if a page shows a board.
    pub(crate) board_page: bool,
    /// Typed text, including key repeats, for text fields.
    pub(crate) typed: Vec<Typed>,
    /// Alt keys that are held.
    alt: Vec<KeyCode>,
    /// True if the left mouse button was pressed or the screen was touched.
    pub(crate) click: bool,
    /// True if the screen was touched.
    pub(crate) touch: bool,
    /// Position of the pointer in the frame.
    pub(crate) hover: Option<Vec2>,
    /// Position of the pointer in the frame, if it was moved or clicked.
    pub(crate) pointer: Option<Vec2>,
    /// Last position of the pointer in the window. Needed because a window that opens below a resting pointer also
    /// reports a motion.
    rested: Option<Vec2>,
}

/// Typed input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Letter(char),
    /// Deletes the last character.
    Back,
}

/// Step or confirmation in a menu.
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

impl Presses {
    /// Returns how often this action was triggered.
    pub(crate) fn count(&self, action: Action) -> u32 {
        self.actions().filter(|asked| *asked == action).count() as u32
    }

    pub(crate) fn asks(&self, action: Action) -> bool {
        self.count(action) > 0
    }

    /// Returns the triggered actions in order.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> {
        self.actions.iter().map(|(action, _)| *action)
    }

    /// Returns the presses for a text field, in which keys that type characters do not trigger actions.
    pub(crate) fn while_typing(&self) -> Presses {
        let actions = self.actions.iter().filter(|(_, writes)| !writes).copied().collect();
        Presses { actions, ..self.clone() }
    }

    /// Triggers an action by pointing.
    pub(crate) fn ask(&mut self, action: Action) {
        self.actions.push((action, false));
    }

    /// Returns true if anything was pressed, bound or not.
    pub(crate) fn is_any(&self) -> bool {
        let is_key = |input: &Input| !matches!(input, Input::WheelUp | Input::WheelDown | Input::Mouse(_));
        self.click || self.inputs.iter().any(is_key) || !self.actions.is_empty()
    }

    /// Discards this frame's presses. Held inputs are ignored until they are pressed again.
    pub(crate) fn let_go(&mut self) {
        self.inputs.clear();
        self.actions.clear();
        self.held.clear();
        (self.click, self.touch) = (false, false);
    }

    pub(crate) fn confirm(&self) -> bool {
        self.asks(Action::MenuConfirm)
    }

    pub(crate) fn back(&self) -> bool {
        self.asks(Action::MenuBack)
    }

    /// Returns true if the player turns a page.
    pub(crate) fn goes_on(&self) -> bool {
        self.click || self.asks(Action::MenuGoOn)
    }

    /// Returns the menu choices in the order of their presses.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Choice> {
        self.actions().filter_map(|action| match action {
            Action::MenuUp => Some(Choice::Up),
            Action::MenuDown => Some(Choice::Down),
            Action::MenuLeft => Some(Choice::Less),
            Action::MenuRight => Some(Choice::More),
            Action::MenuConfirm => Some(Choice::Confirm),
            _ => None,
        })
    }

    /// Like [`Presses::choices`], with notches of the wheel as up and down.
    pub(crate) fn choices_and_notches(&self) -> impl Iterator<Item = Choice> {
        self.choices().chain(self.inputs.iter().filter_map(|input| match input {
            Input::WheelUp => Some(Choice::Up),
            Input::WheelDown => Some(Choice::Down),
            _ => None,
        }))
    }

    /// Processes a pressed input.
    fn press(&mut self, input: Input, bindings: &Bindings) {
        self.inputs.push(input);
        let input = self.chord(input, bindings).unwrap_or(input);
        let context = self.context_of(input, bindings);
        self.held.retain(|(other, _)| *other != input);
        self.held.push((input, context));
        self.actions.extend(bindings.actions(context, input).map(|action| (action, input.writes())));
    }

    /// Returns true if an input is held since a press that counted.
    pub(crate) fn is_held(&self, input: Input) -> bool {
        self.held.iter().any(|(held, _)| *held == input)
    }

    /// Returns the chord that a gamepad button completes, if it triggers an action now.
    fn chord(&self, input: Input, bindings: &Bindings) -> Option<Input> {
        let Input::Pad(second) = input else { return None };
        let mut chords = self.held.iter().filter_map(|(held, _)| match held {
            Input::Pad(first) => Some(Input::Chord(*first, second)),
            _ => None,
        });
        let triggers = |chord: &Input| bindings.actions(self.context_of(*chord, bindings), *chord).next().is_some();
        chords.find(triggers)
    }

    /// Returns the context of an input. On a movable map, map actions take their keys from the deck.
    fn context_of(&self, input: Input, bindings: &Bindings) -> Context {
        let moves = |action: Action| action.context() == Context::Map;
        match self.context {
            Context::Map if !bindings.actions(Context::Map, input).any(moves) => Context::Deck,
            context => context,
        }
    }

    /// Processes keyboard events one by one, because Alt may be released before the next frame.
    fn follow(&mut self, key: KeyCode, state: ButtonState, repeats: bool, bindings: &Bindings) {
        let is_alt = ALT.contains(&key);
        self.alt.retain(|&held| !is_alt || held != key);
        if state == ButtonState::Released || repeats {
            self.alt.extend(Some(key).filter(|_| is_alt && state == ButtonState::Pressed));
            return;
        }
        if ENTER.contains(&key) && !self.alt.is_empty() {
            // With Alt held, the key does not count as Enter.
            return self.ask(Action::FullScreen);
        }
        self.alt.extend(Some(key).filter(|_| is_alt));
        self.press(Input::Key(key), bindings);
    }

    /// Processes typed text.
    fn write(&mut self, input: &KeyboardInput) {
        if input.state == ButtonState::Pressed {
            let letters = input.text.iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_control());
            self.typed.extend(letters.map(Typed::Letter));
            self.typed.extend((input.key_code == KeyCode::Backspace).then_some(Typed::Back));
        }
    }
}

/// Actions that only move the player, so that a key held since before the game was resumed surprises no player.
const MOVES: [Action; 7] = [
    Action::Forward,
    Action::Back,
    Action::StepLeft,
    Action::StepRight,
    Action::TurnLeft,
    Action::TurnRight,
    Action::Run,
];

/// Input devices, interpreted through the bindings.
#[derive(SystemParam)]
pub(crate) struct Devices<'w> {
    pub(crate) pads: Res<'w, Pads>,
    presses: Res<'w, Presses>,
    bindings: Res<'w, Bindings>,
    pub(crate) pointing: Res<'w, Pointing>,
}

impl Devices<'_> {
    /// Returns true if an input of this action is held and was pressed in the action's context. Walking and turning also
    /// count if they were pressed in a menu that has closed since.
    pub(crate) fn holds(&self, action: Action) -> bool {
        let is_in = |context| action.context().is_in(context);
        let counts = |context| MOVES.contains(&action) && context != Context::Map || is_in(context);
        let shown = if self.presses.context == Context::Map { Context::Deck } else { self.presses.context };
        let mut held = self.presses.held.iter().filter(|(input, _)| !self.pointing.takes(*input));
        let is_held = held.any(|(input, context)| counts(*context) && self.bindings.has(action, *input));
        self.pointing.held == Some(action) || is_in(shown) && is_held
    }

    /// Returns how often inputs of this action were pressed.
    pub(crate) fn presses(&self, action: Action) -> u32 {
        self.presses.count(action)
    }

    /// Returns the triggered actions in order.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> {
        self.presses.actions()
    }

    /// Returns 1 while only `more` is held, -1 while only `less` is held, otherwise 0.
    pub(crate) fn axis(&self, more: Action, less: Action) -> f32 {
        f32::from(i8::from(self.holds(more)) - i8::from(self.holds(less)))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().init_resource::<Wheel>().init_resource::<Bindings>().init_resource::<Pointing>();
    app.init_resource::<ScreenOptions>().init_resource::<Focus>().add_message::<CursorMoved>();
    let steps = (look, gather, point).chain().in_set(TakePresses);
    app.add_systems(RunFixedMainLoop, steps);
    // After state transitions, so that a press belongs to the context of this frame.
    app.configure_sets(RunFixedMainLoop, TakePresses.before(RunFixedMainLoopSystems::BeforeFixedMainLoop));
}

/// System set in which presses are processed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TakePresses;

/// Run condition: true if the action was triggered.
pub(crate) fn is_asked(action: Action) -> impl Fn(Res<Presses>) -> bool + Clone {
    move |presses: Res<Presses>| presses.asks(action)
}

/// Run condition: true if the context differs from that of the last frame.
pub(crate) fn context_changes(presses: Res<Presses>, mut before: Local<Context>) -> bool {
    let shown = if presses.shown == Context::Map { Context::Deck } else { presses.shown };
    std::mem::replace(&mut *before, shown) != shown
}

/// Determines the current context.
fn look(
    (flow, page): (Option<Res<State<Flow>>>, Option<Res<State<Page>>>),
    (tape, at): (Option<Res<Tape>>, Option<Res<AtTerminal>>),
    (player, map): (Option<Single<&Player>>, Option<Res<Automap>>),
    dev: Option<Res<DevTime>>,
    mut presses: ResMut<Presses>,
) {
    let runs = flow.is_some_and(|flow| **flow == Flow::Running);
    let is_demo = tape.is_some_and(|tape| tape.replay.is_some());
    let moves_map = map.is_some_and(|map| map.view != MapView::Off && map.middle.is_some());
    let is_table = presses.board_page && page.is_some_and(|page| **page == Page::LinesOfAction);
    let shown = match runs {
        false if is_table => Context::Board,
        false => Context::Menu,
        true if dev.is_some_and(|dev| dev.is_console_open) => Context::Menu,
        true if is_demo => Context::Demo,
        true if player.is_some_and(|player| player.since_death != u32::MAX) => Context::Menu,
        true if at.is_some_and(|at| at.0.is_some()) => Context::Board,
        true if moves_map => Context::Map,
        true => Context::Deck,
    };
    // Presses before the first frame of a deck were meant for the menu that led to it.
    let before = std::mem::replace(&mut presses.shown, shown);
    presses.context = if before == Context::Menu { Context::Menu } else { shown };
}

type HeldDown<'w> = (Res<'w, ButtonInput<KeyCode>>, Res<'w, ButtonInput<MouseButton>>, Res<'w, Pads>, Res<'w, Focus>);

/// Processes presses, event by event.
fn gather(
    (mut keyboard, mut focus_losses): (MessageReader<KeyboardInput>, MessageReader<KeyboardFocusLost>),
    mut buttons: MessageReader<MouseButtonInput>,
    mut turns: MessageReader<MouseWheel>,
    (bindings, pointing): (Res<Bindings>, Res<Pointing>),
    (keys_held, buttons_held, pads, focus): HeldDown,
    mut wheel: ResMut<Wheel>,
    mut presses: ResMut<Presses>,
) {
    let presses = &mut *presses;
    presses.inputs.clear();
    presses.actions.clear();
    presses.typed.clear();
    for input in keyboard.read() {
        presses.follow(input.key_code, input.state, input.repeat, &bindings);
        presses.write(input);
    }
    if focus_losses.read().count() > 0 || focus.is_away() {
        // A release in another window is not reported, so the input counts again once it is pressed here.
        presses.alt.clear();
        presses.held.clear();
    }
    for input in buttons.read().filter(|input| input.state == ButtonState::Pressed) {
        let input = Input::Mouse(input.button);
        match presses.context {
            Context::Deck | Context::Map if pointing.takes(input) => presses.inputs.push(input),
            _ => presses.press(input, &bindings),
        }
    }
    for notch in turns.read().flat_map(|turn| wheel.turn(turn)).collect::<Vec<_>>() {
        presses.press(notch, &bindings);
    }
    pads.pressed.iter().for_each(|&button| presses.press(Input::Pad(button), &bindings));
    if !matches!(presses.context, Context::Deck | Context::Map) {
        // The left stick walks on a deck and acts as a D-pad otherwise.
        let asked = pads.steps().flat_map(|button| bindings.actions(presses.context, Input::Pad(button)));
        presses.actions.extend(asked.map(|action| (action, false)));
    }
    presses.held.retain(|(input, _)| match input {
        Input::Key(key) => keys_held.pressed(*key),
        Input::Mouse(button) => buttons_held.pressed(*button),
        Input::Pad(button) => pads.held(&[*button]),
        Input::Chord(first, second) => pads.held(&[*first]) && pads.held(&[*second]),
        Input::WheelUp | Input::WheelDown => false,
    });
}

/// Updates the pointer position and the device that was used last.
fn point(
    mut moves: MessageReader<CursorMoved>,
    (buttons, touches): (Res<ButtonInput<MouseButton>>, Option<Res<Touches>>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (screen, options): (Option<Res<Screen>>, Res<ScreenOptions>),
    mut device: ResMut<Device>,
    mut presses: ResMut<Presses>,
) {
    let finger = touches.and_then(|touches| touches.iter_just_pressed().last().map(|touch| touch.position()));
    presses.touch = finger.is_some();
    presses.click = buttons.just_pressed(MouseButton::Left) || presses.touch;
    let last = moves.read().last().map(|moved| moved.position);
    let moved = last.is_some() && presses.rested.is_some_and(|rested| Some(rested) != last);
    presses.rested = last.or(presses.rested);
    presses.hover = window.zip(screen).and_then(|(window, screen)| {
        let placement = placement(&window, &screen, *options);
        let finger = finger.map(|finger| finger * window.scale_factor());
        finger.or(window.physical_cursor_position()).map(|place| placement.in_frame(place))
    });
    presses.pointer = presses.hover.filter(|_| moved || presses.click);
    let is_key = presses.inputs.iter().any(|input| matches!(input, Input::Key(_)));
    if is_key || presses.click || presses.pointer.is_some() {
        *device = Device::Keys;
    }
}

#[cfg(test)]
impl Presses {
    /// Returns the presses of these keys in a context, with the default bindings.
    pub(crate) fn of_keys(context: Context, keys: &[KeyCode]) -> Presses {
        let inputs: Vec<Input> = keys.iter().map(|key| Input::Key(*key)).collect();
        Presses::of_inputs(context, &inputs, &Bindings::default())
    }

    /// Returns the presses of inputs in a context.
    pub(crate) fn of_inputs(context: Context, inputs: &[Input], bindings: &Bindings) -> Presses {
        let mut presses = Presses { context, ..Presses::default() };
        inputs.iter().for_each(|input| presses.press(*input, bindings));
        presses
    }

    /// Returns the press of an input in a menu.
    pub(crate) fn of_input(input: Input) -> Presses {
        Presses::of_inputs(Context::Menu, &[input], &Bindings::default())
    }

    /// Replaces the presses with these keys in a menu.
    pub(crate) fn set_keys(&mut self, keys: &[KeyCode]) {
        *self = Presses::of_keys(Context::Menu, keys);
    }
}

/// Presses or releases a key in the next frame.
#[cfg(test)]
pub(crate) fn send_key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let (logical_key, window) = (bevy::input::keyboard::Key::Dead(None), Entity::PLACEHOLDER);
    let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
    app.world_mut().write_message(input);
}

#[cfg(test)]
#[path = "presses_tests.rs"]
pub(crate) mod tests;
