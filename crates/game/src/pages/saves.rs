//! The pages on which saves are loaded and written, renamed and deleted.

use crate::{
    campaign::keeping,
    files::saves_folder::{Place, Saves},
    flow::page::Page,
    flow::phase::Flow,
    input::action::Action,
    input::hints::Hints,
    input::presses::{Choice, Presses, Typed},
    pages::saves_view::{self, Button},
    ui::front::Front,
    ui::menu::Chooser,
    ui::note::Note,
};
use bevy::prelude::*;
use content::BaseRules;
use engine::Rules;
use journey::{Save, SaveDir, Seen, Slot};
use ports::Clock;
use raycast::Texture;
use renderer::{Area, Art, Canvas, DrawFrame, Screen};
use words::{Said, say};

/// The longest name of a save, in letters.
const MAX_NAME_LENGTH: usize = 32;

/// A line of the page: a slot, and what lies there.
pub(super) struct Row {
    pub(super) slot: Slot,
    /// The save there, if it can be read; else what is wrong with it. None if the slot is empty.
    pub(super) save: Option<Result<Box<Save>, String>>,
    /// Its picture, and the same half as large.
    pub(super) pictures: Vec<Texture>,
}

/// What the player is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Asked {
    #[default]
    Nothing,
    /// What the chosen save is to be called; what he has written so far.
    Name(String),
    /// Whether the chosen save is to be deleted.
    Delete,
    /// Whether the chosen save is to be replaced.
    Replace,
}

/// A page of saves while it is open.
#[derive(Resource)]
pub(super) struct SavesPage {
    /// Saves are written here, and not loaded.
    pub(super) writes: bool,
    pub(super) rows: Vec<Row>,
    pub(super) chooser: Chooser,
    pub(super) asked: Asked,
    /// Where buttons were drawn, for the mouse.
    pub(super) buttons: Vec<(Button, Area)>,
}

/// What somebody wants of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    Back,
    Play(usize),
    Write(usize, String),
    Rename(Slot, String),
    Delete(Slot),
}

impl SavesPage {
    /// The page of what lies on the shelf: all of it, the newest first, or the slots that can be written.
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
        SavesPage { writes, rows, chooser, asked: Asked::Nothing, buttons: Vec::new() }
    }

    /// The line that is chosen, if there is any.
    pub(super) fn chosen(&self) -> Option<&Row> {
        self.rows.get(self.chooser.chosen)
    }

    /// Follows what was pressed until something is wanted.
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
        // A click chooses, and a click on what is chosen takes it; to point is not enough: the way to the buttons leads over others.
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

    /// Follows what was pressed while the player is asked something.
    fn answer(&mut self, pressed: &Presses, button: Option<Button>) -> Option<Want> {
        let (chosen, slot) = (self.chooser.chosen, self.chosen()?.slot);
        let is_new = self.writes && !matches!(self.chosen()?.save, Some(Ok(_)));
        let replaces = self.asked == Asked::Name(String::new()) || self.writes;
        let is_typing = matches!(self.asked, Asked::Name(_));
        let pressed = &if is_typing { pressed.while_typing() } else { pressed.clone() };
        if let Asked::Name(name) = &mut self.asked {
            for typed in &pressed.typed {
                match typed {
                    Typed::Letter(letter) if name.chars().count() < MAX_NAME_LENGTH => name.push(*letter),
                    Typed::Letter(_) => {}
                    Typed::Back => drop(name.pop()),
                }
            }
        }
        if pressed.back() || button == Some(Button::Back) {
            self.asked = Asked::Nothing;
        } else if pressed.confirm() || button == Some(Button::Go) {
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

    /// What the save in a slot is called.
    fn name(&self, slot: Slot) -> String {
        let row = self.rows.iter().find(|row| row.slot == slot);
        let save = row.and_then(|row| row.save.as_ref()).and_then(|save| save.as_ref().ok());
        save.map(|save| save.label.name.clone()).unwrap_or_default()
    }

    /// What the page shows in a slot: if another game has written there since, nothing is changed.
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

    /// What the row shows.
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

/// Opens the page, or opens it anew after something has changed.
fn open(page: Res<State<Page>>, mut saves: Option<ResMut<Saves>>, mut commands: Commands) {
    let Some(saves) = &mut saves else {
        commands.insert_resource(Note::new(say!("There are no saves: there is no home folder; use --save-dir FOLDER")));
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
    let want = world.resource_scope(|world, mut page: Mut<SavesPage>| page.follow(world.resource::<Presses>()));
    let Some(want) = want else { return Ok(()) };
    let change = |world: &mut World, change: &dyn Fn(&SaveDir) -> Result<(), journey::ShelfError>| {
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
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, Delete, Enter, Escape, F2};
    use engine::{Headless, Start};
    use journey::{Journey, Ring};
    use level::Level;
    use std::sync::Arc;

    /// A shelf with a quick save, then one that the player calls "mine", and something that is no save.
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

    /// What a page wants after these keys, one after the other, and words typed after the first.
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
    fn the_newest_is_loaded_first_and_what_is_broken_not_at_all() {
        let (_folder, shelf) = shelf();
        let open = || SavesPage::new(false, &shelf);
        assert_eq!(wanted(&mut open(), &[Enter], ""), Some(Want::Play(0)));
        assert_eq!(open().rows[0].slot, Slot::Named(0));
        assert_eq!(wanted(&mut open(), &[ArrowDown, Enter], ""), Some(Want::Play(1)));
        assert_eq!(wanted(&mut open(), &[ArrowDown, ArrowDown, Enter], ""), None, "it is no save");
        assert_eq!(wanted(&mut open(), &[Escape], ""), Some(Want::Back));
    }

    #[test]
    fn nothing_is_deleted_or_replaced_without_a_question() {
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
    fn a_name_is_typed_for_a_new_save_and_changed_for_an_old_one() {
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
    fn a_click_chooses_a_save_and_another_click_or_a_button_takes_it() {
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
        assert_eq!(at(5.0, 25.0, false), (None, 1, Asked::Nothing), "the mouse only goes over it");
        assert_eq!(at(5.0, 55.0, true), (None, 1, Asked::Delete));
        assert_eq!(at(25.0, 55.0, true), (Some(Want::Delete(Slot::Of(Ring::Quick, 0))), 1, Asked::Nothing));
        assert_eq!(at(5.0, 15.0, true), (Some(Want::Play(1)), 1, Asked::Nothing));
    }

    #[test]
    fn without_saves_there_is_nothing_to_choose() {
        let folder = tempfile::tempdir().unwrap();
        let mut page = SavesPage::new(false, &SaveDir::new(folder.path()));
        assert_eq!(wanted(&mut page, &[ArrowDown, Enter, Delete, F2], ""), None);
        assert_eq!(wanted(&mut page, &[Escape], ""), Some(Want::Back));
    }
}
