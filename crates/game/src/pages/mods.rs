//! Page of the player's mods: what they are, which are on, their order, and what they change. During a run it offers to
//! begin another one with the chosen mods.

use crate::{
    files::campaigns::Campaigns,
    files::mod_changes::follow_choice,
    files::mods::{Mods, Row},
    flow::page::Page,
    flow::phase::Phase,
    input::action::Action,
    input::hints::Hints,
    input::presses::{Choice, Presses},
    pages::about_mod::about,
    ui::front::Front,
    ui::menu::{Chooser, holds},
    ui::note::Note,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use content::{Files, Mod, ModParts};
use localization::{Key, Said, say};
use ports::ShellRequest;
use raycast::Texture;
use renderer::{Align, Area, Art, Canvas, Colour, DrawFrame, Lettering, Pen, Screen, decode_png, scaled};
use std::sync::Arc;

/// Number of buttons in a row of a small canvas, which has two rows.
const BUTTONS_PER_ROW: i32 = 3;

/// Buttons for the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    Switch,
    Earlier,
    Later,
    Delete,
    Back,
}

/// A line behind the mods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Opens the folder of mods, or asks for archives in the page of a browser.
    Add,
    /// Ends the run and begins another one with the chosen mods.
    NewGame,
}

/// State of the open page.
#[derive(Resource)]
struct ModsPage {
    chooser: Chooser,
    known: Option<Known>,
    /// The chosen mods in their order, until another one is chosen.
    chosen: Option<Vec<Arc<Mod>>>,
    /// What the mods contain, as far as it is known.
    parts: ModParts,
    /// Number of searches for mods after which the rows were as shown.
    searches: u32,
    /// The lines behind the mods.
    lines: Vec<Line>,
    asked: Asked,
    buttons: Vec<(Button, Area)>,
}

/// What must be asked for once more, because something is lost by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Asked {
    #[default]
    Nothing,
    NewGame,
    /// Deletes the archive of this name.
    Delete(String),
}

/// Result of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    Stay,
    Out,
    /// Lets the player add mods.
    Add,
    /// Deletes the archive of this name.
    Delete(String),
    /// Says that a mod in use cannot be deleted.
    InUse,
    /// Ends the run, and begins a new game with the chosen mods.
    NewGame,
}

/// Present while the player returns to the title to begin a new game with other mods.
#[derive(Resource)]
struct BeginsNewGame;

/// Information about the selected mod.
struct Known {
    number: usize,
    picture: Option<Texture>,
    /// Lines, each with a flag that is true for bad news.
    lines: Vec<(Said, bool)>,
}

impl ModsPage {
    /// Creates the page; during a run, it has a line to begin another one.
    fn new(mods: &Mods, files: &Files, is_in_run: bool) -> ModsPage {
        let add = mods.folder().map(|_| Line::Add);
        let lines: Vec<Line> = add.into_iter().chain(is_in_run.then_some(Line::NewGame)).collect();
        let count = mods.rows.len() + lines.len();
        ModsPage {
            chooser: Chooser::new(count.max(1)),
            known: None,
            chosen: None,
            parts: ModParts::new(files),
            searches: mods.searches,
            lines,
            asked: Asked::Nothing,
            buttons: Vec::new(),
        }
    }

    /// Follows a line behind the mods. The one that begins another run takes effect the second time.
    fn take(&mut self, line: usize) -> Way {
        match self.lines.get(line) {
            Some(Line::Add) => Way::Add,
            Some(Line::NewGame) if self.asked == Asked::NewGame => Way::NewGame,
            Some(Line::NewGame) => {
                self.asked = Asked::NewGame;
                Way::Stay
            }
            None => Way::Stay,
        }
    }

    /// Asks whether to delete the archive of the selected mod, or answers that question.
    fn delete(&mut self, mods: &Mods) -> Way {
        match mods.archive(self.chooser.chosen) {
            Some(_) if mods.is_active(self.chooser.chosen) => Way::InUse,
            Some(name) if self.asked == Asked::Delete(name.clone()) => Way::Delete(name),
            Some(name) => {
                self.asked = Asked::Delete(name);
                Way::Stay
            }
            None => Way::Stay,
        }
    }

    /// Handles input.
    fn follow(&mut self, pressed: &Presses, mods: &mut Mods) -> Way {
        let clicked = pressed.pointer.filter(|_| pressed.click);
        let button = clicked.and_then(|at| self.buttons.iter().find(|(_, area)| holds(*area, at)));
        let button = button.map(|(button, _)| *button);
        if pressed.back() || button == Some(Button::Back) {
            return Way::Out;
        }
        if pressed.asks(Action::MenuDelete) || button == Some(Button::Delete) {
            return self.delete(mods);
        }
        let mut switches = button == Some(Button::Switch);
        let mut steps = match button {
            Some(Button::Earlier) => -1,
            Some(Button::Later) => 1,
            _ => 0,
        };
        for choice in pressed.choices_and_notches() {
            match choice {
                Choice::Up | Choice::Down => {
                    self.chooser.step(choice);
                    self.asked = Asked::Nothing;
                }
                Choice::Less => steps = -1,
                Choice::More => steps = 1,
                Choice::Confirm => switches = true,
            }
        }
        let before = self.chooser.chosen;
        let pointed = self.chooser.point(pressed).filter(|_| pressed.click);
        let add = mods.rows.len();
        let again = pointed
            .is_some_and(|pointed| pointed == before || pointed == add && self.lines.first() == Some(&Line::Add));
        if self.chooser.chosen != before {
            self.asked = Asked::Nothing;
        }
        if (switches || again)
            && let Some(line) = self.chooser.chosen.checked_sub(mods.rows.len())
        {
            return self.take(line);
        }
        if switches || again {
            mods.switch(self.chooser.chosen);
            (self.known, self.chosen) = (None, None);
        }
        if steps != 0 && self.chooser.chosen < mods.rows.len() {
            self.chooser.chosen = mods.shift(self.chooser.chosen, steps);
            (self.known, self.chosen) = (None, None);
        }
        Way::Stay
    }
}

impl ModsPage {
    /// Returns the words of a line behind the mods.
    fn words(&self, line: Line) -> Said {
        match line {
            Line::Add if cfg!(target_family = "wasm") => say!("Add mods").into(),
            Line::Add => say!("Open the folder of mods").into(),
            Line::NewGame => {
                let words = say!("New game with these mods");
                if self.asked == Asked::NewGame { say!("{words}: are you sure?", words) } else { words.into() }
            }
        }
    }

    /// Returns the buttons for the selected mod, with their labels.
    fn labels(&self, mods: &Mods, hints: &Hints) -> Vec<(Button, Said)> {
        let [confirm, back, less, more, delete] =
            [Action::MenuConfirm, Action::MenuBack, Action::MenuLeft, Action::MenuRight, Action::MenuDelete]
                .map(|action| hints.of(action));
        let mut all: Vec<(Button, Said)> = vec![
            (Button::Switch, say!("{confirm}: on or off", confirm)),
            (Button::Earlier, say!("{less}: earlier", less)),
            (Button::Later, say!("{more}: later", more)),
            (Button::Back, say!("{back}: back", back)),
        ];
        if mods.archive(self.chooser.chosen).is_some() {
            all.insert(3, (Button::Delete, say!("{delete}: delete", delete)));
        }
        all
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Mods), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Mods)));
    app.add_systems(
        OnEnter(Phase::Title),
        begin_new_game.after(follow_choice).run_if(resource_exists::<BeginsNewGame>),
    );
    app.add_systems(OnExit(Page::Mods), |mut commands: Commands| commands.remove_resource::<ModsPage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Mods)));
}

fn open(mut mods: ResMut<Mods>, (files, phase): (Res<Files>, Res<State<Phase>>), mut commands: Commands) {
    mods.find();
    commands.insert_resource(ModsPage::new(&mods, &files, *phase.get() != Phase::Title));
}

fn choose(
    pressed: Res<Presses>,
    (files, phase): (Res<Files>, Res<State<Phase>>),
    mut mods: ResMut<Mods>,
    mut page: ResMut<ModsPage>,
    (mut page_shown, mut next): (ResMut<NextState<Page>>, ResMut<NextState<Phase>>),
    mut requests: MessageWriter<ShellRequest>,
    mut commands: Commands,
) {
    let is_in_run = *phase.get() != Phase::Title;
    if page.searches != mods.searches {
        *page = ModsPage::new(&mods, &files, is_in_run);
    }
    let way = page.follow(&pressed, &mut mods);
    match &way {
        Way::Add => add(&mods, &mut requests, &mut commands),
        Way::Delete(name) => {
            let done = mods.delete(name);
            let words = done.map_or_else(Said::literal, |()| say!("{name} is deleted.", name = Said::literal(name)));
            commands.insert_resource(Note::new(words));
        }
        Way::InUse => {
            let words = say!("Switch the mod off and leave this page, then it can be deleted.");
            commands.insert_resource(Note::new(words));
        }
        Way::Stay | Way::Out | Way::NewGame => {}
    }
    if matches!(way, Way::Out | Way::NewGame) {
        if is_in_run {
            // At the title, leaving the page writes the list as well.
            let _ = mods.write();
        }
        page_shown.set(Page::None);
        if way == Way::NewGame {
            commands.insert_resource(BeginsNewGame);
            next.set(Phase::Title);
        }
        return;
    }
    let chosen = page.chooser.chosen;
    if chosen >= mods.rows.len() {
        page.known = None;
    }
    if page.known.as_ref().is_none_or(|known| known.number != chosen)
        && let Some(row) = mods.rows.get(chosen)
    {
        let ModsPage { chosen: in_order, parts, .. } = &mut *page;
        let in_order = in_order.get_or_insert_with(|| mods.chosen());
        let place = row.found.as_ref().ok().and_then(|one| in_order.iter().position(|other| Arc::ptr_eq(one, other)));
        let changes = place.filter(|_| row.on).map(|place| parts.changes(in_order, place)).unwrap_or_default();
        let picture = row.found.as_ref().ok().and_then(|one| decode_png(&one.picture()?).ok());
        page.known = Some(Known { number: chosen, picture, lines: about(row, &changes) });
    }
}

/// Opens the folder of mods, and says where it is in case the system has no file manager.
fn add(mods: &Mods, requests: &mut MessageWriter<ShellRequest>, commands: &mut Commands) {
    let Some(folder) = mods.folder() else { return };
    if cfg!(not(target_family = "wasm")) {
        let shown = Said::literal(folder.display().to_string());
        commands.insert_resource(Note::new(say!("The folder of mods is {folder}", folder = shown)));
    }
    requests.write(ShellRequest::Open(folder));
}

/// Begins a new game at the title, unless the files of other mods must be loaded first.
fn begin_new_game(
    (campaigns, next): (Option<Res<Campaigns>>, Res<NextState<Phase>>),
    mut page_shown: ResMut<NextState<Page>>,
    mut commands: Commands,
) {
    if !matches!(*next, NextState::Unchanged) {
        return;
    }
    commands.remove_resource::<BeginsNewGame>();
    let has_several = campaigns.is_some_and(|campaigns| campaigns.0.len() > 1);
    page_shown.set(if has_several { Page::Campaigns } else { Page::Decks });
}

fn draw(
    (art, hints): (Option<Res<Art>>, Hints),
    (mods, phase): (Res<Mods>, Res<State<Phase>>),
    mut page: ResMut<ModsPage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let (size, line) = (text_layout::size(&canvas, art.pen(), 1), text_layout::line_height(&canvas, art.pen(), 1));
    canvas.tint(BLACK.covering(0.85));
    text_layout::line(&mut canvas, art.pen(), say!("Mods"), line / 2, 2, PALE);
    let all = page.labels(&mods, &hints);
    let per_row = buttons_per_row(&canvas, art.pen(), &all);
    let rows = (all.len() as i32 + per_row - 1) / per_row;
    let buttons_top = height - line * rows - line / 2;
    let (top, foot, margin) = (line * 5 / 2, buttons_top - line * 5 / 2, 8 * size);
    let left = Area::new(margin, top, width * 9 / 20 - margin, foot - top);
    let right = Area::new(width * 9 / 20 + margin, top, width * 11 / 20 - 2 * margin, foot - top);
    if mods.rows.is_empty() {
        let folder = mods.folder().map_or_else(Said::default, |folder| Said::literal(folder.display().to_string()));
        let words: Said = match cfg!(target_family = "wasm") {
            true => say!("No mods yet. Drop their archives on this page.").into(),
            false => say!("No mods yet. Put their folders or files into {folder}", folder),
        };
        let below = left.y + line * (page.lines.len() as i32 + 1);
        text_layout::paragraph(
            &mut canvas,
            art.pen(),
            words,
            Area { width: width - 2 * margin, y: below, ..left },
            DIM,
        );
    }
    list(&mut page, &mods.rows, &mut canvas, art.pen(), left);
    if let Some(known) = &page.known {
        details(known, &mut canvas, art.pen(), right);
    }
    let told: Said = match (&page.asked, *phase.get()) {
        (Asked::Delete(name), _) => {
            let delete = hints.of(Action::MenuDelete);
            say!("{delete} again deletes {name}.", delete, name = Said::literal(name))
        }
        (_, Phase::Title) => say!("Later mods win. A mod cannot read your files or use the network.").into(),
        (_, _) => say!("Changes apply to the next game.").into(),
    };
    let below = Area::new(margin, foot + line / 3, width - 2 * margin, 2 * line);
    text_layout::paragraph(&mut canvas, art.pen(), told, below, DIM);
    page.buttons = buttons(all, per_row, &mut canvas, art.pen(), buttons_top);
}

/// Draws the picture and the lines of the selected mod.
fn details(known: &Known, canvas: &mut Canvas, pen: &Pen, area: Area) {
    let line = text_layout::line_height(canvas, pen, 1);
    let mut y = area.y;
    if let Some(picture) = &known.picture {
        let (width, height) = fitting((picture.width(), picture.height()), area);
        if let Some(picture) = scaled(picture, width, height) {
            canvas.picture(&picture, area.x, y, 1, 1.0);
            y += height as i32 + line / 2;
        }
    }
    for (number, (words, is_bad)) in known.lines.iter().enumerate() {
        let high = line * text_layout::wrapped(canvas, pen, words, area.width).len() as i32;
        let more = known.lines.len() - number;
        // The last line that fits counts the others.
        let needed = if more > 1 { high + line } else { high };
        if y + needed > area.y + area.height {
            let area = Area { y, height: line, ..area };
            text_layout::paragraph(canvas, pen, say!("and {count} more", count = more), area, DIM);
            break;
        }
        let area = Area { y, height: high, ..area };
        text_layout::paragraph(canvas, pen, words, area, if *is_bad { RED } else { PALE });
        y += high;
    }
}

/// Returns the size of a picture that takes at most a third of an area. It is enlarged by whole factors only.
fn fitting((width, height): (usize, usize), area: Area) -> (usize, usize) {
    let factor = (area.width as f32 / width as f32).min(area.height as f32 / 3.0 / height as f32);
    let factor = if factor > 1.0 { factor.floor() } else { factor };
    let side = |side: usize| ((side as f32 * factor) as usize).max(1);
    (side(width), side(height))
}

/// Draws as many rows and lines as fit, always including the selected one.
fn list(page: &mut ModsPage, rows: &[Row], canvas: &mut Canvas, pen: &Pen, area: Area) {
    let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    let count = rows.len() + page.lines.len();
    let shown = ((area.height / high).max(1) as usize).min(count);
    let first = (page.chooser.chosen + 1).saturating_sub(shown).min(count - shown);
    let words: Vec<String> = page.lines.iter().map(|line| pen.say(page.words(*line))).collect();
    page.chooser.begin();
    for (place, number) in (0..).zip(first..first + shown) {
        let row_area = Area::new(area.x, area.y + place * high, area.width, high);
        let (name, state, colour) = match rows.get(number) {
            Some(row) => line_of(row),
            None => (words[number - rows.len()].clone(), None, PALE),
        };
        let colour = if number == page.chooser.chosen { BRIGHT } else { colour };
        let lettering = Lettering::new(colour, size);
        let state = state.map(|state| pen.say(state)).unwrap_or_default();
        let name = text_layout::shortened(pen, &name, row_area.width / size - pen.width(&state) - 8);
        canvas.text(pen, &name, row_area.x, row_area.y, lettering);
        canvas.text(pen, &state, row_area.x + row_area.width, row_area.y, lettering.aligned(Align::Right));
        page.chooser.place(number, row_area);
    }
}

/// Returns name, state and colour of a row.
fn line_of(row: &Row) -> (String, Option<Key>, Colour) {
    let colour = match row.problem {
        Some(_) => RED,
        None if row.on => PALE,
        None => DIM,
    };
    let name = match &row.found {
        Ok(one) => one.name().to_owned(),
        Err(_) => row.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    (name, Some(if row.on && row.problem.is_none() { say!("On") } else { say!("Off") }), colour)
}

/// Returns the number of buttons next to each other: all, if there is enough room for their labels.
fn buttons_per_row(canvas: &Canvas, pen: &Pen, all: &[(Button, Said)]) -> i32 {
    let (size, count) = (text_layout::size(canvas, pen, 1), all.len() as i32);
    let widest = all.iter().map(|(_, label)| size * (pen.width(&pen.say(label)) + 8)).max().unwrap_or(0);
    if widest * count <= canvas.width() { count } else { BUTTONS_PER_ROW }
}

/// Draws the buttons with their keys along the bottom of the page. Returns where they are.
fn buttons(all: Vec<(Button, Said)>, per_row: i32, canvas: &mut Canvas, pen: &Pen, y: i32) -> Vec<(Button, Area)> {
    let high = text_layout::line_height(canvas, pen, 1);
    let each = canvas.width() / per_row;
    let drawn = (0..).zip(all).map(|(number, (button, words))| {
        let area = Area::new(each * (number % per_row), y + high * (number / per_row), each, high);
        text_layout::button(canvas, pen, words, area);
        (button, area)
    });
    drawn.collect()
}
