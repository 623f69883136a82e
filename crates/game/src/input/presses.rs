//! The presses: what went down since the last picture, and what it asks for where it was pressed. A press belongs to the
//! context that was shown when it happened, and means nothing in any other one.

use crate::{
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

/// What went down since the last picture, and where the pointer is.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Presses {
    /// The inputs, in the order in which they went down. Keys that repeat while they are held count once.
    pub(crate) inputs: Vec<Input>,
    /// What they ask for, in the same order, and whether a key did that writes a letter.
    actions: Vec<(Action, bool)>,
    /// What is held, and where it went down.
    held: Vec<(Input, Context)>,
    /// What is shown now, and what was shown when these presses happened.
    shown: Context,
    context: Context,
    /// A page of its own shows a board.
    pub(crate) board_page: bool,
    /// What was written, for whoever is asked for words. Keys that repeat write again.
    pub(crate) typed: Vec<Typed>,
    /// The Alt keys that are held.
    alt: Vec<KeyCode>,
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

/// A step or a choice in a menu.
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
    /// How often something went down that asks for this.
    pub(crate) fn count(&self, action: Action) -> u32 {
        self.actions().filter(|asked| *asked == action).count() as u32
    }

    pub(crate) fn asks(&self, action: Action) -> bool {
        self.count(action) > 0
    }

    /// What was asked for, in its order.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> {
        self.actions.iter().map(|(action, _)| *action)
    }

    /// The same while words are written: keys of letters ask for nothing.
    pub(crate) fn while_typing(&self) -> Presses {
        let actions = self.actions.iter().filter(|(_, writes)| !writes).copied().collect();
        Presses { actions, ..self.clone() }
    }

    /// Asks for an action that was pointed at.
    pub(crate) fn ask(&mut self, action: Action) {
        self.actions.push((action, false));
    }

    /// Whether anything was pressed, whatever it is bound to.
    pub(crate) fn is_any(&self) -> bool {
        let is_key = |input: &Input| !matches!(input, Input::WheelUp | Input::WheelDown | Input::Mouse(_));
        self.click || self.inputs.iter().any(is_key) || !self.actions.is_empty()
    }

    /// Forgets what was pressed for this picture, and what is held until it is pressed again.
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

    /// Whether a page is turned.
    pub(crate) fn goes_on(&self) -> bool {
        self.click || self.asks(Action::MenuGoOn)
    }

    /// What the keys mean to a menu, in the order in which they went down.
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

    /// The same, and the notches of the wheel, which go up and down as arrows do.
    pub(crate) fn choices_and_notches(&self) -> impl Iterator<Item = Choice> {
        self.choices().chain(self.inputs.iter().filter_map(|input| match input {
            Input::WheelUp => Some(Choice::Up),
            Input::WheelDown => Some(Choice::Down),
            _ => None,
        }))
    }

    /// Takes in an input that went down.
    fn press(&mut self, input: Input, bindings: &Bindings) {
        self.inputs.push(input);
        let context = self.context_of(input, bindings);
        self.held.retain(|(other, _)| *other != input);
        self.held.push((input, context));
        self.actions.extend(bindings.actions(context, input).map(|action| (action, input.writes())));
    }

    /// The context in which an input means something now: the map that is moved takes its keys from the deck.
    fn context_of(&self, input: Input, bindings: &Bindings) -> Context {
        let moves = |action: Action| action.context() == Context::Map;
        match self.context {
            Context::Map if !bindings.actions(Context::Map, input).any(moves) => Context::Deck,
            context => context,
        }
    }

    /// Follows the keyboard, event by event: a quick hand lets go of Alt before the next picture.
    fn follow(&mut self, key: KeyCode, state: ButtonState, repeats: bool, bindings: &Bindings) {
        let is_alt = ALT.contains(&key);
        self.alt.retain(|&held| !is_alt || held != key);
        if state == ButtonState::Released || repeats {
            self.alt.extend(Some(key).filter(|_| is_alt && state == ButtonState::Pressed));
            return;
        }
        if ENTER.contains(&key) && !self.alt.is_empty() {
            // Together with Alt it does not count as Enter.
            return self.ask(Action::FullScreen);
        }
        self.alt.extend(Some(key).filter(|_| is_alt));
        self.press(Input::Key(key), bindings);
    }

    /// Follows what keys write.
    fn write(&mut self, input: &KeyboardInput) {
        if input.state == ButtonState::Pressed {
            let letters = input.text.iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_control());
            self.typed.extend(letters.map(Typed::Letter));
            self.typed.extend((input.key_code == KeyCode::Backspace).then_some(Typed::Back));
        }
    }
}

/// The devices as the bindings tell what they do.
#[derive(SystemParam)]
pub(crate) struct Devices<'w> {
    pub(crate) pads: Res<'w, Pads>,
    presses: Res<'w, Presses>,
    bindings: Res<'w, Bindings>,
    pub(crate) pointing: Res<'w, Pointing>,
}

impl Devices<'_> {
    /// Whether something is held that does this and went down where it does.
    pub(crate) fn holds(&self, action: Action) -> bool {
        let is_in = |context| action.context().is_in(context);
        let shown = if self.presses.context == Context::Map { Context::Deck } else { self.presses.context };
        let mut held = self.presses.held.iter().filter(|(input, _)| !self.pointing.takes(*input));
        let is_held = held.any(|(input, context)| is_in(*context) && self.bindings.has(action, *input));
        self.pointing.held == Some(action) || is_in(shown) && is_held
    }

    /// How often something went down that does this.
    pub(crate) fn presses(&self, action: Action) -> u32 {
        self.presses.count(action)
    }

    /// What was asked for by presses, in their order.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> {
        self.presses.actions()
    }

    /// 1 while one action is held, -1 while the other one is, else 0.
    pub(crate) fn axis(&self, more: Action, less: Action) -> f32 {
        f32::from(i8::from(self.holds(more)) - i8::from(self.holds(less)))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().init_resource::<Wheel>().init_resource::<Bindings>().init_resource::<Pointing>();
    app.init_resource::<ScreenOptions>().init_resource::<Focus>().add_message::<CursorMoved>();
    let steps = (look, gather, point).chain().in_set(TakePresses);
    app.add_systems(RunFixedMainLoop, steps);
    // After the transitions of states, so that a press belongs to what is shown in this picture.
    app.configure_sets(RunFixedMainLoop, TakePresses.before(RunFixedMainLoopSystems::BeforeFixedMainLoop));
}

/// The step in which presses are taken in.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TakePresses;

/// For conditions: whether something went down that does this.
pub(crate) fn is_asked(action: Action) -> impl Fn(Res<Presses>) -> bool + Clone {
    move |presses: Res<Presses>| presses.asks(action)
}

/// For conditions: whether something else is shown than in the last picture.
pub(crate) fn context_changes(presses: Res<Presses>, mut before: Local<Context>) -> bool {
    let shown = if presses.shown == Context::Map { Context::Deck } else { presses.shown };
    std::mem::replace(&mut *before, shown) != shown
}

/// Finds out what is shown.
fn look(
    (flow, page): (Option<Res<State<Flow>>>, Option<Res<State<Page>>>),
    (tape, at): (Option<Res<Tape>>, Option<Res<AtTerminal>>),
    (player, map): (Option<Single<&Player>>, Option<Res<Automap>>),
    mut presses: ResMut<Presses>,
) {
    let runs = flow.is_some_and(|flow| **flow == Flow::Running);
    let is_demo = tape.is_some_and(|tape| tape.replay.is_some());
    let moves_map = map.is_some_and(|map| map.view != MapView::Off && map.middle.is_some());
    let is_table = presses.board_page && page.is_some_and(|page| **page == Page::LinesOfAction);
    let shown = match runs {
        false if is_table => Context::Board,
        false => Context::Menu,
        true if is_demo => Context::Demo,
        true if player.is_some_and(|player| player.since_death != u32::MAX) => Context::Menu,
        true if at.is_some_and(|at| at.0.is_some()) => Context::Board,
        true if moves_map => Context::Map,
        true => Context::Deck,
    };
    // What was pressed before a deck is seen for the first time was meant for the menu that led there.
    let before = std::mem::replace(&mut presses.shown, shown);
    presses.context = if before == Context::Menu { Context::Menu } else { shown };
}

type HeldDown<'w> = (Res<'w, ButtonInput<KeyCode>>, Res<'w, ButtonInput<MouseButton>>, Res<'w, Pads>, Res<'w, Focus>);

/// Takes in what went down, event by event.
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
        // What is let go elsewhere is not reported: it counts again once it goes down here.
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
        // The left stick walks on a deck, and counts as the cross elsewhere.
        let asked = pads.steps().flat_map(|button| bindings.actions(presses.context, Input::Pad(button)));
        presses.actions.extend(asked.map(|action| (action, false)));
    }
    presses.held.retain(|(input, _)| match input {
        Input::Key(key) => keys_held.pressed(*key),
        Input::Mouse(button) => buttons_held.pressed(*button),
        Input::Pad(button) => pads.held(&[*button]),
        Input::WheelUp | Input::WheelDown => false,
    });
}

/// Takes in where the pointer is, and notes which device was used last.
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
    /// What these keys ask for in a context, with the bindings that a player begins with.
    pub(crate) fn of_keys(context: Context, keys: &[KeyCode]) -> Presses {
        let inputs: Vec<Input> = keys.iter().map(|key| Input::Key(*key)).collect();
        Presses::of_inputs(context, &inputs, &Bindings::default())
    }

    /// What inputs ask for in a context.
    pub(crate) fn of_inputs(context: Context, inputs: &[Input], bindings: &Bindings) -> Presses {
        let mut presses = Presses { context, ..Presses::default() };
        inputs.iter().for_each(|input| presses.press(*input, bindings));
        presses
    }

    /// What an input is in a menu.
    pub(crate) fn of_input(input: Input) -> Presses {
        Presses::of_inputs(Context::Menu, &[input], &Bindings::default())
    }

    /// The same in a menu, in place of what was pressed.
    pub(crate) fn set_keys(&mut self, keys: &[KeyCode]) {
        *self = Presses::of_keys(Context::Menu, keys);
    }
}

/// Lets a key go down or up, in the next picture.
#[cfg(test)]
pub(crate) fn send_key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let (logical_key, window) = (bevy::input::keyboard::Key::Dead(None), Entity::PLACEHOLDER);
    let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
    app.world_mut().write_message(input);
}

#[cfg(test)]
#[path = "presses_tests.rs"]
pub(crate) mod tests;
