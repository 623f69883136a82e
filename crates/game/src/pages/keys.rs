//! Page of the bindings: shows the keys and buttons of each action and changes them.

use crate::{
    files::settings::Settings,
    files::settings_file,
    flow::page::Page,
    input::action::Action,
    input::bindings::{Bindings, KeySet},
    input::input::Input,
    input::pad::Device,
    input::presses::{Choice, Presses},
    ui::front::Front,
    ui::list::{List, Row},
};
use bevy::prelude::*;
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, Screen};
use strum::VariantArray;

/// Kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Action(Action),
    /// Replaces all bindings with a predefined key set.
    Set(KeySet),
    Back,
}

/// Inputs that cancel the assignment.
const LEAVES: [Input; 2] = [Input::Key(KeyCode::Escape), Input::Pad(GamepadButton::Start)];
/// Number of rows.
const COUNT: usize = Action::COUNT + KeySet::VARIANTS.len() + 1;

fn line(number: usize) -> Line {
    let sets = number.checked_sub(Action::COUNT);
    match sets {
        None => Line::Action(Action::ALL[number]),
        Some(set) => KeySet::VARIANTS.get(set).map_or(Line::Back, |set| Line::Set(*set)),
    }
}

/// State of the open page.
#[derive(Resource)]
struct KeysPage {
    list: List,
    /// True while the page waits for an input to bind to the selected action.
    waits: bool,
    /// The gamepad button that was pressed meanwhile and is still held, because a second one may make it a chord.
    first: Option<GamepadButton>,
}

impl KeysPage {
    const fn new() -> KeysPage {
        KeysPage { list: List::new(COUNT), waits: false, first: None }
    }

    /// Binds the next input to the selected action, or unbinds it if it was already bound.
    fn bind(&mut self, pressed: &Presses, bindings: &mut Bindings) {
        let Line::Action(action) = line(self.list.chooser.chosen) else { return self.waits = false };
        let Some(input) = self.input(pressed) else { return };
        (self.waits, self.first) = (false, None);
        // A cancelling input changes nothing, except for actions that have it by default.
        let is_back = LEAVES.contains(&input) && !Bindings::default().has(action, input);
        if bindings.has(action, input) {
            bindings.remove(action, input);
        } else if !is_back {
            bindings.add(action, input);
        }
    }

    /// Returns the input that the player wants to bind. A gamepad button counts at its release; if another one is pressed
    /// before, both are a chord.
    fn input(&mut self, pressed: &Presses) -> Option<Input> {
        let mut inputs = pressed.inputs.iter().copied().filter(|input| input.can_be_bound());
        let input = inputs.next();
        match (input, self.first) {
            (Some(Input::Pad(second)), Some(first)) if first != second => Some(Input::Chord(first, second)),
            (Some(input @ Input::Pad(button)), None) if !LEAVES.contains(&input) => {
                self.first = Some(button);
                None
            }
            (None, Some(first)) if !pressed.is_held(Input::Pad(first)) => Some(Input::Pad(first)),
            (input, _) => input,
        }
    }

    /// Handles input. Returns true if the player leaves the page.
    fn follow(&mut self, pressed: &Presses, bindings: &mut Bindings) -> bool {
        if self.waits {
            self.bind(pressed, bindings);
            return false;
        }
        let mut taken = None;
        for choice in pressed.choices_and_notches() {
            match choice {
                Choice::Up | Choice::Down => self.list.chooser.step(choice),
                Choice::Confirm => taken = Some(self.list.chooser.chosen),
                Choice::Less | Choice::More => {}
            }
        }
        if let Some((row, _)) = self.list.click(pressed) {
            taken = Some(row);
        }
        if pressed.asks(Action::MenuDelete)
            && let Line::Action(action) = line(self.list.chooser.chosen)
        {
            bindings.clear(action);
        }
        match taken.map(line) {
            Some(Line::Action(_)) => self.waits = true,
            Some(Line::Set(set)) => *bindings = Bindings::of(set),
            Some(Line::Back) => return true,
            None => {}
        }
        pressed.back()
    }

    fn rows(&self, bindings: &Bindings) -> Vec<Row> {
        (0..COUNT)
            .map(|number| match line(number) {
                Line::Action(action) => {
                    let names: Vec<Said> = bindings.inputs(action).map(Input::words).collect();
                    let waits = self.waits && number == self.list.chooser.chosen;
                    let warns = bindings.conflict(action).is_some() || names.is_empty();
                    let value = if waits { say!("Press a key...").into() } else { Said::joined(names, "   ") };
                    Row { name: action.words().into(), value, part: None, warns }
                }
                Line::Set(set) => Row { name: say!("Key preset: {set}", set = set.words()), ..Row::default() },
                Line::Back => Row { name: say!("Back").into(), ..Row::default() },
            })
            .collect()
    }

    /// Returns the help text of the selected row.
    fn foot(&self, bindings: &Bindings, device: Device) -> Said {
        match line(self.list.chooser.chosen) {
            Line::Action(_) if self.waits => say!(
                "Press keys, buttons or two gamepad buttons to add, or bound ones to remove them. {key} cancels.",
                key = device.words(say!("Esc"), say!("Start"))
            ),
            Line::Action(action) => match bindings.conflict(action) {
                Some(other) => say!("One of these is also bound to: {action}.", action = other.words()),
                None if matches!(action, Action::MenuConfirm | Action::MenuBack) => {
                    say!("Enter always confirms in menus, and Escape always goes back.").into()
                }
                None => say!(
                    "{key} adds or removes a key or button, {delete} removes all.",
                    key = bindings.hint(Action::MenuConfirm, device),
                    delete = bindings.hint(Action::MenuDelete, device)
                ),
            },
            Line::Set(_) => say!("Replaces all key bindings with this preset.").into(),
            Line::Back => Said::default(),
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(KeysPage::new());
    app.add_systems(OnEnter(Page::Keys), |mut page: ResMut<KeysPage>| *page = KeysPage::new());
    app.add_systems(Update, choose.run_if(in_state(Page::Keys)));
    app.add_systems(OnExit(Page::Keys), settings_file::save);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Keys)));
}

fn choose(
    pressed: Res<Presses>,
    mut page: ResMut<KeysPage>,
    mut settings: ResMut<Settings>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    let mut chosen = *settings;
    if page.follow(&pressed, &mut chosen.bindings) {
        page_shown.set(Page::Options);
    }
    settings.set_if_neq(chosen);
}

fn draw(
    (art, device): (Option<Res<Art>>, Res<Device>),
    settings: Res<Settings>,
    mut page: ResMut<KeysPage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let (rows, foot) = (page.rows(&settings.bindings), page.foot(&settings.bindings, *device));
    page.list.panel(&mut Canvas::new(&mut screen.0), art.pen(), say!("Key bindings"), &rows, &foot);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{ArrowUp, Delete, Enter, Escape, KeyT, KeyW};

    /// Presses a key, both as a menu choice and as an input.
    fn press(page: &mut KeysPage, key: KeyCode, bindings: &mut Bindings) -> bool {
        let mut pressed = Presses::default();
        pressed.set_keys(&[key]);
        page.follow(&pressed, bindings)
    }

    #[test]
    fn pressing_a_key_binds_or_unbinds_it() {
        let (mut page, mut bindings) = (KeysPage::new(), Bindings::default());
        for has_it in [true, false] {
            press(&mut page, Enter, &mut bindings);
            assert!(page.rows(&bindings)[0].value.english().contains("Press"));
            press(&mut page, KeyT, &mut bindings);
            assert_eq!(bindings.has(Action::Forward, Input::Key(KeyT)), has_it);
            assert!(!page.waits);
        }
        assert_eq!(bindings, Bindings::default());
        press(&mut page, Enter, &mut bindings);
        assert!(!press(&mut page, Escape, &mut bindings), "it leaves key capture, not the page");
        assert_eq!((bindings, page.waits), (Bindings::default(), false));
        assert!(press(&mut page, Escape, &mut bindings));
    }

    #[test]
    fn help_text_of_each_row_fits_below_the_list() {
        use crate::files::{given::shipped_files, language::tests::spoken_in};
        let mut art = content::read_art(&shipped_files()).unwrap();
        for language in localization::Language::ALL {
            art.speak(std::sync::Arc::new(spoken_in(language)));
            for (row, waits) in (0..COUNT).flat_map(|row| [(row, false), (row, true)]) {
                let mut page = KeysPage::new();
                (page.list.chooser.chosen, page.waits) = (row, waits);
                for device in [Device::Keys, Device::Pad] {
                    let foot = art.pen().say(page.foot(&Bindings::default(), device));
                    let lines = renderer::wrap(art.pen().font(), &foot, 328);
                    assert!(lines.len() <= 2, "{lines:?}");
                }
            }
        }
    }

    #[test]
    fn enter_and_the_wheel_can_be_bound() {
        let (mut page, mut bindings) = (KeysPage::new(), Bindings::default());
        press(&mut page, Enter, &mut bindings);
        press(&mut page, Enter, &mut bindings);
        assert!(bindings.has(Action::Forward, Input::Key(Enter)) && !page.waits);
        press(&mut page, Enter, &mut bindings);
        page.follow(&Presses::of_input(Input::WheelUp), &mut bindings);
        assert!(bindings.has(Action::Forward, Input::WheelUp));
        let rows = page.rows(&bindings);
        let warns: Vec<String> = rows.iter().filter(|row| row.warns).map(|row| row.name.english()).collect();
        assert_eq!(warns, ["Move forward", "Previous weapon"], "both lines show that they share the wheel");
        assert!(page.foot(&bindings, Device::Keys).english().contains("Previous weapon"));
    }

    #[test]
    fn gamepad_button_is_bound_at_its_release_and_two_of_them_as_a_chord() {
        use GamepadButton::{LeftTrigger, North};
        let (mut page, mut bindings) = (KeysPage::new(), Bindings::default());
        let (bumper, y) = (Input::Pad(LeftTrigger), Input::Pad(North));
        for (second, bound) in [(None, bumper), (Some(y), Input::Chord(LeftTrigger, North))] {
            press(&mut page, Enter, &mut bindings);
            page.follow(&Presses::of_input(bumper), &mut bindings);
            assert!(page.waits, "another button may follow");
            page.follow(&second.map_or_else(Presses::default, Presses::of_input), &mut bindings);
            assert!(bindings.has(Action::Forward, bound) && !page.waits, "{bound:?}");
        }
        assert!(!bindings.has(Action::Forward, y));
        press(&mut page, Enter, &mut bindings);
        page.follow(&Presses::of_input(Input::Pad(GamepadButton::Start)), &mut bindings);
        assert!(!page.waits && !bindings.has(Action::Forward, Input::Pad(GamepadButton::Start)), "it cancels");
    }

    #[test]
    fn bindings_can_be_cleared_and_reset() {
        let (mut page, mut bindings) = (KeysPage::new(), Bindings::default());
        press(&mut page, Delete, &mut bindings);
        assert!(!bindings.has(Action::Forward, Input::Key(KeyW)) && page.rows(&bindings)[0].warns);
        for _ in 0..4 {
            press(&mut page, ArrowUp, &mut bindings);
        }
        press(&mut page, Enter, &mut bindings);
        assert_eq!(bindings, Bindings::default());
    }
}
