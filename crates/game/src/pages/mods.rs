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
    ui::front::Front,
    ui::menu::{Chooser, holds},
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use content::{Change, Files, Mod, ModParts};
use localization::{Key, Said, say};
use raycast::Texture;
use renderer::{Align, Area, Art, Canvas, Colour, DrawFrame, Lettering, Pen, Screen, decode_png, scaled};
use std::sync::Arc;

/// Maximum number of changes that the page lists.
const MAX_LISTED: usize = 12;
/// Maximum number of lines about the maps of which a mod was made.
const MAX_NOTES: usize = 3;
/// Number of buttons.
const BUTTONS: i32 = 4;

/// Buttons for the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    Switch,
    Earlier,
    Later,
    Back,
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
    /// The line behind the mods, if a run would have to end for other mods.
    new_game: Option<NewGame>,
    buttons: Vec<(Button, Area)>,
}

/// State of the line that ends the run and begins another one. Like all lines that lose progress, it must be selected
/// twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NewGame {
    is_asked: bool,
}

/// Result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stay,
    Out,
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
        let new_game = is_in_run.then(NewGame::default);
        let lines = mods.rows.len() + usize::from(is_in_run);
        let (chooser, searches) = (Chooser::new(lines.max(1)), mods.searches);
        let parts = ModParts::new(files);
        ModsPage { chooser, known: None, chosen: None, parts, searches, new_game, buttons: Vec::new() }
    }

    /// Selects the line that begins another run. It takes effect the second time.
    fn begin_new_game(&mut self) -> Way {
        match &mut self.new_game {
            Some(NewGame { is_asked: true }) => Way::NewGame,
            Some(new_game) => {
                new_game.is_asked = true;
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
        let mut switches = button == Some(Button::Switch);
        let mut steps = match button {
            Some(Button::Earlier) => -1,
            Some(Button::Later) => 1,
            _ => 0,
        };
        for choice in pressed.choices_and_notches() {
            match choice {
                Choice::Up | Choice::Down => self.chooser.step(choice),
                Choice::Less => steps = -1,
                Choice::More => steps = 1,
                Choice::Confirm => switches = true,
            }
        }
        let before = self.chooser.chosen;
        let again = self.chooser.point(pressed) == Some(before) && pressed.click;
        if (switches || again) && self.chooser.chosen >= mods.rows.len() {
            return self.begin_new_game();
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
    mut commands: Commands,
) {
    let is_in_run = *phase.get() != Phase::Title;
    if page.searches != mods.searches {
        *page = ModsPage::new(&mods, &files, is_in_run);
    }
    let way = page.follow(&pressed, &mut mods);
    if way != Way::Stay {
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

/// Returns the lines about a mod with these changes, each with a flag that is true for bad news.
fn about(row: &Row, changes: &[Change]) -> Vec<(Said, bool)> {
    let mut lines = Vec::new();
    if let Ok(one) = &row.found {
        let manifest = one.manifest();
        // Without a manifest, there is no version.
        let version = if one.has_manifest() { format!(" {}", manifest.version) } else { String::new() };
        lines.push((Said::literal(format!("{}{version}", manifest.name)), false));
        let by = [manifest.authors.join(", "), manifest.licence.clone()];
        let by: Vec<String> = by.into_iter().filter(|part| !part.is_empty()).collect();
        if !by.is_empty() {
            lines.push((Said::literal(by.join(", ")), false));
        }
        if !manifest.description.is_empty() {
            lines.push((Said::data(&manifest.description), false));
        }
        let plays = if one.plays() {
            say!("It changes the game: saves need it.")
        } else {
            say!("It only changes what you see, hear and read.")
        };
        lines.push((plays.into(), false));
        let report = one.report();
        lines.extend(report.iter().take(MAX_NOTES).map(|what| (Said::literal(in_mod(what, one)), false)));
        if let Some(more) = report.len().checked_sub(MAX_NOTES).filter(|more| *more > 0) {
            lines.push((say!("and {count} more", count = more), false));
        }
    }
    lines.extend(row.problem.iter().map(|what| (Said::literal(what), true)));
    lines.extend(listed(changes));
    lines
}

/// Returns a sentence about a file of a mod without the path of the mod.
fn in_mod(what: &str, one: &Mod) -> String {
    what.strip_prefix(&one.in_mod("")).unwrap_or(what).to_owned()
}

/// Returns the changes of a mod as lines: those that a later mod replaces first.
fn listed(changes: &[Change]) -> Vec<(Said, bool)> {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| (change.also_in.is_empty(), !change.replaces));
    let line = |change: &Change| {
        let what = match &change.entry {
            Some(entry) => Said::literal(format!("{entry} ({})", change.file)),
            None => Said::literal(&change.file),
        };
        let others = Said::literal(change.also_in.join(", "));
        match (change.replaces, change.also_in.is_empty()) {
            (true, true) => say!("replaces {what}", what),
            (false, true) => say!("adds {what}", what),
            (true, false) => say!("replaces {what}, also replaced by {others}", what, others),
            (false, false) => say!("adds {what}, also replaced by {others}", what, others),
        }
    };
    let shown = sorted.iter().take(MAX_LISTED).map(|change| (line(change), !change.also_in.is_empty()));
    let more = sorted.len().saturating_sub(MAX_LISTED);
    let rest = (more > 0).then(|| (say!("and {count} more", count = more), false));
    shown.chain(rest).collect()
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
    let rows = BUTTONS / buttons_per_row(&canvas, art.pen());
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
        text_layout::paragraph(&mut canvas, art.pen(), words, Area { width: width - 2 * margin, ..left }, DIM);
    }
    let new_game = page.new_game.map(|new_game| {
        let words = say!("New game with these mods");
        art.pen().say(if new_game.is_asked { say!("{words}: are you sure?", words) } else { words.into() })
    });
    list(&mut page, (&mods.rows, new_game), &mut canvas, art.pen(), left);
    if let Some(known) = &page.known {
        details(known, &mut canvas, art.pen(), right);
    }
    let told: Said = match *phase.get() {
        Phase::Title => say!("Later mods win. A mod cannot read your files or use the network.").into(),
        _ => say!("Changes apply to the next game.").into(),
    };
    let below = Area::new(margin, foot + line / 3, width - 2 * margin, 2 * line);
    text_layout::paragraph(&mut canvas, art.pen(), told, below, DIM);
    buttons(&mut page, &mut canvas, art.pen(), &hints, buttons_top);
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

/// Draws as many rows as fit, always including the selected one, and the line that begins another run, if there is one.
fn list(page: &mut ModsPage, (rows, new_game): (&[Row], Option<String>), canvas: &mut Canvas, pen: &Pen, area: Area) {
    let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    let count = rows.len() + usize::from(new_game.is_some());
    let shown = ((area.height / high).max(1) as usize).min(count);
    let first = (page.chooser.chosen + 1).saturating_sub(shown).min(count - shown);
    page.chooser.begin();
    for (place, number) in (0..).zip(first..first + shown) {
        let row_area = Area::new(area.x, area.y + place * high, area.width, high);
        let (name, state, colour) = match rows.get(number) {
            Some(row) => line_of(row),
            None => (new_game.clone().unwrap_or_default(), None, PALE),
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

/// Returns the number of buttons next to each other. A small canvas has two rows of them.
fn buttons_per_row(canvas: &Canvas, pen: &Pen) -> i32 {
    if text_layout::is_small(canvas, pen) { BUTTONS / 2 } else { BUTTONS }
}

/// Draws the buttons with their keys along the bottom of the page.
fn buttons(page: &mut ModsPage, canvas: &mut Canvas, pen: &Pen, hints: &Hints, y: i32) {
    let high = text_layout::line_height(canvas, pen, 1);
    let [confirm, back, less, more] =
        [Action::MenuConfirm, Action::MenuBack, Action::MenuLeft, Action::MenuRight].map(|action| hints.of(action));
    let all = [
        (Button::Switch, say!("{confirm}: on or off", confirm)),
        (Button::Earlier, say!("{less}: earlier", less)),
        (Button::Later, say!("{more}: later", more)),
        (Button::Back, say!("{back}: back", back)),
    ];
    page.buttons.clear();
    let per_row = buttons_per_row(canvas, pen);
    let each = canvas.width() / per_row;
    for (number, (button, words)) in (0..).zip(all) {
        let area = Area::new(each * (number % per_row), y + high * (number / per_row), each, high);
        text_layout::button(canvas, pen, words, area);
        page.buttons.push((button, area));
    }
}
