//! Pages for loading, writing, renaming and deleting saves.

use crate::{
    campaign::keeping,
    files::saves_folder::{Place, Saves},
    flow::page::Page,
    flow::phase::Flow,
    input::action::Action,
    input::hints::Hints,
    input::pad::Device,
    input::presses::{Choice, Presses, Typed},
    pages::saves_view::{self, Button},
    ui::front::Front,
    ui::keyboard::{Keyboard, Struck},
    ui::menu::Chooser,
    ui::note::Note,
};
use bevy::prelude::*;
use campaign::{Save, SaveDir, Seen, Slot};
use content::BaseRules;
use engine::Rules;
use localization::{Said, say};
use ports::Clock;
use raycast::Texture;
use renderer::{Area, Art, Canvas, DrawFrame, Screen};

/// Maximum length of a save's name in characters.
const MAX_NAME_LENGTH: usize = 32;

/// Line of the page: a slot with its contents.
pub(super) struct Row {
    pub(super) slot: Slot,
    /// The save, or the reason why it cannot be read. `None` if the slot is empty.
    pub(super) save: Option<Result<Box<Save>, String>>,
    /// Thumbnail in full and in half size.
    pub(super) pictures: Vec<Texture>,
}

/// Question to the player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Asked {
    #[default]
    Nothing,
    /// Name of the selected save; contains the text typed so far.
    Name(String),
    /// Whether to delete the selected save.
    Delete,
    /// Whether to replace the selected save.
    Replace,
}

/// State of an open page of saves.
#[derive(Resource)]
pub(super) struct SavesPage {
    /// True if the page writes saves, false if it loads them.
    pub(super) writes: bool,
    pub(super) rows: Vec<Row>,
    pub(super) chooser: Chooser,
    pub(super) asked: Asked,
    /// For names, if the player has no other keyboard.
    pub(super) keyboard: Keyboard,
    /// Areas of the buttons, for the mouse.
    pub(super) buttons: Vec<(Button, Area)>,
}

/// Player's request on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    Back,
    Play(usize),
    Write(usize, String),
    Rename(Slot, String),
    Delete(Slot),
}

impl SavesPage {
    /// Creates the page for a save folder: all saves, newest first, or the slots that can be written.
    fn new(writes: bool, shelf: &SaveDir) -> SavesPage {
        let rows: Vec<Row> = if writes {
            (0..Slot::NAMED).map(Slot::Named).map(|slot| Row::of(slot, shelf)).collect()
        } else {
            shelf
                .list()
                .into_iter()
                .map(|entry| Row::new(entry.slot, Some(entry.save.map_err(|what| what.to_string()))))
                .collect()
        };
        let chooser = Chooser::new(rows.len().max(1));
        SavesPage { writes, rows, chooser, asked: Asked::Nothing, keyboard: Keyboard::default(), buttons: Vec::new() }
    }

    /// Returns the selected line, if any.
    pub(super) fn chosen(&self) -> Option<&Row> {
        self.rows.get(self.chooser.chosen)
    }

    /// Handles input until there is a request.
    fn follow(&mut self, pressed: &Presses) -> Option<Want> {
        let at = |area: Area, place: Vec2| {
            let (x, y) = (place.x as i32, place.y as i32);
            (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
        };
        let clicked = pressed.pointer.filter(|_| pressed.click);
        let button = clicked.and_then(|place| self.buttons.iter().find(|(_, area)| at(*area, place)));
        let button = button.map(|(button, _)| *button);
        if self.asked != Asked::Nothing {
            return self.answer(pressed, button);
        }
        for choice in pressed.choices_and_notches().filter(|choice| matches!(choice, Choice::Up | Choice::Down)) {
            self.chooser.step(choice);
        }
        // A click selects a line, and a click on the selected line activates it. Hovering does not select, because the
        // pointer crosses other lines on its way to the buttons.
        let before = self.chooser.chosen;
        let again = pressed.click && self.chooser.point(pressed) == Some(before);
        if pressed.back() || button == Some(Button::Back) {
            return Some(Want::Back);
        }
        let slot = self.chosen()?.slot;
        let save = self.chosen()?.save.as_ref();
        if save.is_some() && (pressed.asks(Action::MenuDelete) || button == Some(Button::Delete)) {
            self.asked = Asked::Delete;
        } else if matches!(save, Some(Ok(_))) && (pressed.asks(Action::MenuRename) || button == Some(Button::Rename)) {
            self.asked = Asked::Name(self.name(slot));
        } else if pressed.confirm() || again || button == Some(Button::Go) {
            if !self.writes {
                return matches!(save, Some(Ok(_))).then_some(Want::Play(self.chooser.chosen));
            }
            self.asked = if save.is_some() { Asked::Replace } else { Asked::Name(String::new()) };
        }
        None
    }

    /// Handles input while the player is asked a question.
    fn answer(&mut self, pressed: &Presses, button: Option<Button>) -> Option<Want> {
        let (chosen, slot) = (self.chooser.chosen, self.chosen()?.slot);
        let is_new = self.writes && !matches!(self.chosen()?.save, Some(Ok(_)));
        let replaces = self.asked == Asked::Name(String::new()) || self.writes;
        let is_typing = matches!(self.asked, Asked::Name(_));
        let pressed = &if is_typing { pressed.while_typing() } else { pressed.clone() };
        let mut confirms = pressed.confirm();
        if let Asked::Name(name) = &mut self.asked {
            let mut all = pressed.typed.clone();
            if self.keyboard.is_shown {
                let struck = self.keyboard.follow(pressed);
                confirms = struck.contains(&Struck::Done);
                all.extend(
                    struck.into_iter().filter_map(|one| if let Struck::Typed(one) = one { Some(one) } else { None }),
                );
            }
            for typed in &all {
                match typed {
                    Typed::Letter(letter) if name.chars().count() < MAX_NAME_LENGTH => name.push(*letter),
                    Typed::Letter(_) => {}
                    Typed::Back => drop(name.pop()),
                }
            }
        }
        if pressed.back() || button == Some(Button::Back) {
            self.asked = Asked::Nothing;
        } else if confirms || button == Some(Button::Go) {
            return match std::mem::take(&mut self.asked) {
                Asked::Name(name) if is_new && replaces => Some(Want::Write(chosen, name.trim().to_owned())),
                Asked::Name(name) => Some(Want::Rename(slot, name.trim().to_owned())),
                Asked::Delete => Some(Want::Delete(slot)),
                Asked::Replace => Some(Want::Write(chosen, self.name(slot))),
                Asked::Nothing => None,
            };
        }
        None
    }

    /// Returns the name of the save in a slot.
    fn name(&self, slot: Slot) -> String {
        let row = self.rows.iter().find(|row| row.slot == slot);
        let save = row.and_then(|row| row.save.as_ref()).and_then(|save| save.as_ref().ok());
        save.map(|save| save.label.name.clone()).unwrap_or_default()
    }

    /// Returns the contents shown for a slot, so that nothing is changed if another game has written to it since.
    fn seen(&self, slot: Slot) -> Seen {
        self.rows.iter().find(|row| row.slot == slot).map_or(Seen::Empty, Row::seen)
    }
}

impl Row {
    fn new(slot: Slot, save: Option<Result<Save, String>>) -> Row {
        let picture = save.as_ref().and_then(|save| save.as_ref().ok()).map(|save| &save.picture);
        let pictures = picture.into_iter().flat_map(|picture| [1, 2].map(|every| saves_view::texture(picture, every)));
        Row { slot, pictures: pictures.flatten().collect(), save: save.map(|save| save.map(Box::new)) }
    }

    /// Returns the contents shown in the row.
    fn seen(&self) -> Seen {
        match &self.save {
            None => Seen::Empty,
            Some(Err(_)) => Seen::Unreadable,
            Some(Ok(save)) => Seen::of(save),
        }
    }

    fn of(slot: Slot, shelf: &SaveDir) -> Row {
        Row::new(slot, shelf.look(slot).map(|entry| entry.save.map_err(|what| what.to_string())))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Clock>();
    for page in [Page::Load, Page::Save] {
        app.add_systems(OnEnter(page), open);
        app.add_systems(Update, choose.run_if(in_state(page)));
        app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(page)));
    }
}

/// Opens the page, or refreshes it after a change.
fn open(page: Res<State<Page>>, mut saves: Option<ResMut<Saves>>, mut commands: Commands) {
    let Some(saves) = &mut saves else {
        commands.insert_resource(Note::new(say!("No saves: no home folder found. Start with --save-dir FOLDER.")));
        commands.set_state(Page::None);
        return;
    };
    let (shelf, told) = saves.shelf();
    commands.insert_resource(SavesPage::new(**page == Page::Save, shelf));
    if let Some(told) = told {
        commands.insert_resource(Note::new(told));
    }
}

fn choose(world: &mut World) -> Result {
    let want = world.resource_scope(|world, mut page: Mut<SavesPage>| {
        let pressed = world.resource::<Presses>();
        page.keyboard.serve(pressed, *world.resource::<Device>());
        page.follow(pressed)
    });
    let Some(want) = want else { return Ok(()) };
    let change = |world: &mut World, change: &dyn Fn(&SaveDir) -> Result<(), campaign::ShelfError>| {
        let error = world.resource_mut::<Saves>().shelf().0.clone();
        if let Err(what) = change(&error) {
            world.insert_resource(Note::new(Said::literal(what.to_string())));
        }
        let chosen = world.resource::<SavesPage>().chooser.chosen;
        world.run_system_cached(open)?;
        let mut page = world.resource_mut::<SavesPage>();
        page.chooser.chosen = chosen.min(page.rows.len().saturating_sub(1));
        Ok(())
    };
    match want {
        Want::Back => world.resource_mut::<NextState<Page>>().set(Page::None),
        Want::Play(number) => {
            let row = world.resource_mut::<SavesPage>().rows.swap_remove(number);
            if let Some(Ok(save)) = row.save {
                keeping::play(world, *save);
            }
        }
        Want::Write(number, name) => {
            let row = &world.resource::<SavesPage>().rows[number];
            let (slot, seen) = (row.slot, row.seen());
            let deck = keeping::deck_name(world).english();
            keeping::keep(world, Place::Slot(slot, seen), if name.is_empty() { &deck } else { &name });
            world.resource_mut::<NextState<Page>>().set(Page::None);
            if let Some(mut flow) = world.get_resource_mut::<NextState<Flow>>() {
                flow.set(Flow::Running);
            }
        }
        Want::Rename(slot, name) => {
            let seen = world.resource::<SavesPage>().seen(slot);
            return change(world, &|shelf| shelf.rename(slot, seen, &name));
        }
        Want::Delete(slot) => {
            let seen = world.resource::<SavesPage>().seen(slot);
            return change(world, &|shelf| shelf.delete(slot, seen));
        }
    }
    Ok(())
}

fn draw(
    (art, rules): (Option<Res<Art>>, Option<Res<BaseRules>>),
    (hints, clock): (Hints, Res<Clock>),
    mut page: ResMut<SavesPage>,
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    let rules: &Rules = &rules.0;
    let mut canvas = Canvas::new(&mut screen.0);
    let skill = |skill| Said::data(&rules.skill(skill).name);
    saves_view::draw(&mut page, &mut canvas, art.pen(), &hints, &skill, clock.wall());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::input::Input;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, Delete, Enter, Escape, F2};
    use campaign::{Journey, Ring};
    use engine::{Headless, Start};
    use level::Level;
    use std::sync::Arc;

    /// Creates a save folder with a quick save, then a save named "mine", and an invalid file.
    fn shelf() -> (tempfile::TempDir, SaveDir) {
        let folder = tempfile::tempdir().unwrap();
        let shelf = SaveDir::new(folder.path());
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let start = Start::on(Arc::new(Level::read("x", text).unwrap()));
        let journey = Journey::new("x.ron", 2, 1, None);
        let mut save = Save::of(&journey, &start, "Deck", Headless::begin(&start).world_mut());
        shelf.put_next(Ring::Quick, save.clone()).unwrap();
        save.label.name = "mine".to_owned();
        shelf.put(Slot::Named(0), save).unwrap();
        std::fs::write(shelf.path(Slot::Named(1)), "torn").unwrap();
        (folder, shelf)
    }

    /// Returns the request after these keys, pressed one after the other, with text typed after the first one.
    fn wanted(page: &mut SavesPage, keys: &[KeyCode], words: &str) -> Option<Want> {
        let mut want = None;
        for (number, &key) in keys.iter().enumerate() {
            let mut pressed = Presses::default();
            pressed.set_keys(&[key]);
            want = page.follow(&pressed);
            if number == 0 {
                let mut pressed = Presses::default();
                pressed.typed = words.chars().map(Typed::Letter).collect();
                page.follow(&pressed);
            }
        }
        want
    }

    #[test]
    fn newest_save_is_first_and_broken_ones_cannot_be_loaded() {
        let (_folder, shelf) = shelf();
        let open = || SavesPage::new(false, &shelf);
        assert_eq!(wanted(&mut open(), &[Enter], ""), Some(Want::Play(0)));
        assert_eq!(open().rows[0].slot, Slot::Named(0));
        assert_eq!(wanted(&mut open(), &[ArrowDown, Enter], ""), Some(Want::Play(1)));
        assert_eq!(wanted(&mut open(), &[ArrowDown, ArrowDown, Enter], ""), None, "it is not a save");
        assert_eq!(wanted(&mut open(), &[Escape], ""), Some(Want::Back));
    }

    #[test]
    fn save_is_deleted_or_replaced_only_after_confirmation() {
        let (_folder, shelf) = shelf();
        let mut page = SavesPage::new(false, &shelf);
        assert_eq!(wanted(&mut page, &[Delete], ""), None);
        assert_eq!(wanted(&mut page, &[Escape], ""), None, "the answer is no");
        assert_eq!(wanted(&mut page, &[Delete, Enter], ""), Some(Want::Delete(Slot::Named(0))));
        let mut page = SavesPage::new(true, &shelf);
        assert_eq!(wanted(&mut page, &[Enter, Escape], ""), None);
        assert_eq!(wanted(&mut page, &[Enter, Enter], ""), Some(Want::Write(0, "mine".to_owned())));
    }

    #[test]
    fn saves_can_be_named_and_renamed() {
        let (_folder, shelf) = shelf();
        let mut page = SavesPage::new(true, &shelf);
        page.chooser.chosen = 5;
        assert_eq!(
            wanted(&mut page, &[Enter, Enter], " Ünder Deck 2 "),
            Some(Want::Write(5, "Ünder Deck 2".to_owned()))
        );
        let mut page = SavesPage::new(false, &shelf);
        assert_eq!(wanted(&mut page, &[F2, Enter], "!"), Some(Want::Rename(Slot::Named(0), "mine!".to_owned())));
        assert_eq!(
            wanted(&mut page, &[F2, Enter], &"x".repeat(99)).map(|want| format!("{want:?}").len() < 80),
            Some(true)
        );
    }

    #[test]
    fn save_can_be_named_with_a_gamepad_alone() {
        use bevy::input::gamepad::GamepadButton::{DPadLeft, DPadUp, South};
        let (_folder, shelf) = shelf();
        let mut page = SavesPage::new(true, &shelf);
        page.chooser.chosen = 5;
        let mut want = None;
        // The first key is `1`; the wide keys are above it, and Done is the one on the right.
        for button in [South, South, South, DPadUp, DPadLeft, South] {
            let pressed = Presses::of_input(Input::Pad(button));
            page.keyboard.serve(&pressed, Device::Pad);
            want = page.follow(&pressed);
        }
        assert_eq!(want, Some(Want::Write(5, "11".to_owned())));
    }

    #[test]
    fn click_selects_a_save_and_a_second_click_loads_it() {
        let (_folder, shelf) = shelf();
        let mut page = SavesPage::new(false, &shelf);
        (0..3).for_each(|number| page.chooser.place(number, Area::new(0, 10 * number as i32, 50, 10)));
        page.buttons = vec![(Button::Delete, Area::new(0, 50, 20, 10)), (Button::Go, Area::new(20, 50, 20, 10))];
        let mut at = |x: f32, y: f32, click: bool| {
            let mut pressed = Presses::default();
            (pressed.pointer, pressed.click) = (Some(Vec2::new(x, y)), click);
            let want = page.follow(&pressed);
            (want, page.chooser.chosen, page.asked.clone())
        };
        assert_eq!(at(5.0, 15.0, true), (None, 1, Asked::Nothing));
        assert_eq!(at(5.0, 25.0, false), (None, 1, Asked::Nothing), "the mouse only hovers");
        assert_eq!(at(5.0, 55.0, true), (None, 1, Asked::Delete));
        assert_eq!(at(25.0, 55.0, true), (Some(Want::Delete(Slot::Of(Ring::Quick, 0))), 1, Asked::Nothing));
        assert_eq!(at(5.0, 15.0, true), (Some(Want::Play(1)), 1, Asked::Nothing));
    }

    #[test]
    fn empty_save_page_has_no_selection() {
        let folder = tempfile::tempdir().unwrap();
        let mut page = SavesPage::new(false, &SaveDir::new(folder.path()));
        assert_eq!(wanted(&mut page, &[ArrowDown, Enter, Delete, F2], ""), None);
        assert_eq!(wanted(&mut page, &[Escape], ""), Some(Want::Back));
    }
}
