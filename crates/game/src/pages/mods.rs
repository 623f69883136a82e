//! Page of the player's mods: what they are, which are on, their order, and what they change.

use crate::{
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
use content::{Change, Files, changes_of};
use localization::{Said, say};
use renderer::{Align, Area, Art, Canvas, DrawFrame, Lettering, Pen, Screen};

/// Maximum number of changes that the page lists.
const MAX_LISTED: usize = 12;
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
    /// Information about the selected mod: lines, each with a flag that is true for bad news.
    known: Option<(usize, Vec<(Said, bool)>)>,
    buttons: Vec<(Button, Area)>,
}

impl ModsPage {
    fn new(count: usize) -> ModsPage {
        ModsPage { chooser: Chooser::new(count.max(1)), known: None, buttons: Vec::new() }
    }

    /// Handles input. Returns true if the player leaves the page.
    fn follow(&mut self, pressed: &Presses, mods: &mut Mods) -> bool {
        let clicked = pressed.pointer.filter(|_| pressed.click);
        let button = clicked.and_then(|at| self.buttons.iter().find(|(_, area)| holds(*area, at)));
        let button = button.map(|(button, _)| *button);
        if pressed.back() || button == Some(Button::Back) {
            return true;
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
        if switches || again {
            mods.switch(self.chooser.chosen);
            self.known = None;
        }
        if steps != 0 {
            self.chooser.chosen = mods.shift(self.chooser.chosen, steps);
            self.known = None;
        }
        false
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Mods), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Mods)));
    app.add_systems(OnExit(Page::Mods), |mut commands: Commands| commands.remove_resource::<ModsPage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Mods)));
}

fn open(mut mods: ResMut<Mods>, mut commands: Commands) {
    mods.find();
    commands.insert_resource(ModsPage::new(mods.rows.len()));
}

fn choose(
    pressed: Res<Presses>,
    (files, phase): (Res<Files>, Res<State<Phase>>),
    mut mods: ResMut<Mods>,
    mut page: ResMut<ModsPage>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    if page.follow(&pressed, &mut mods) {
        if *phase.get() != Phase::Title {
            // At the title, leaving the page writes the list as well.
            let _ = mods.write();
        }
        page_shown.set(Page::None);
        return;
    }
    let chosen = page.chooser.chosen;
    if page.known.as_ref().is_none_or(|(number, _)| *number != chosen) {
        page.known = mods.rows.get(chosen).map(|row| (chosen, about(row, &mods, &files)));
    }
}

/// Returns the lines about a mod, each with a flag that is true for bad news.
fn about(row: &Row, mods: &Mods, files: &Files) -> Vec<(Said, bool)> {
    let mut lines = Vec::new();
    if let Ok(one) = &row.found {
        let manifest = one.manifest();
        lines.push((Said::literal(format!("{} {}", manifest.name, manifest.version)), false));
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
    }
    lines.extend(row.problem.iter().map(|what| (Said::literal(what), true)));
    if let Ok(one) = row.found.as_ref()
        && row.on
    {
        let chosen = mods.chosen();
        let place = chosen.iter().position(|other| std::sync::Arc::ptr_eq(one, other));
        let changes = changes_of(files, &chosen);
        lines.extend(place.into_iter().flat_map(|place| listed(&changes[place])));
    }
    lines
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
    let (size, line) = (text_layout::size(&canvas, 1), text_layout::line_height(&canvas, art.pen(), 1));
    canvas.tint(BLACK.covering(0.85));
    text_layout::line(&mut canvas, art.pen(), say!("Mods"), line / 2, 2, PALE);
    let rows = BUTTONS / buttons_per_row(&canvas);
    let buttons_top = height - line * rows - line / 2;
    let (top, foot, margin) = (line * 5 / 2, buttons_top - line * 5 / 2, 8 * size);
    let left = Area::new(margin, top, width * 9 / 20 - margin, foot - top);
    let right = Area::new(width * 9 / 20 + margin, top, width * 11 / 20 - 2 * margin, foot - top);
    if mods.rows.is_empty() {
        let folder = mods.folder().map_or_else(Said::default, |folder| Said::literal(folder.display().to_string()));
        let words = say!("No mods yet. Put their folders or files into {folder}", folder);
        text_layout::paragraph(&mut canvas, art.pen(), words, Area { width: width - 2 * margin, ..left }, DIM);
    }
    list(&mut page, &mods.rows, &mut canvas, art.pen(), left);
    let mut y = right.y;
    for (words, is_bad) in page.known.iter().flat_map(|(_, lines)| lines) {
        let high = line * text_layout::wrapped(&canvas, art.pen(), words, right.width).len() as i32;
        if y + high > right.y + right.height {
            break;
        }
        let area = Area { y, height: high, ..right };
        text_layout::paragraph(&mut canvas, art.pen(), words, area, if *is_bad { RED } else { PALE });
        y += high;
    }
    let told: Said = match *phase.get() {
        Phase::Title => say!("Later mods win. A mod cannot read your files or use the network.").into(),
        _ => say!("Changes apply when you are back at the title.").into(),
    };
    let below = Area::new(margin, foot + line / 3, width - 2 * margin, 2 * line);
    text_layout::paragraph(&mut canvas, art.pen(), told, below, DIM);
    buttons(&mut page, &mut canvas, art.pen(), &hints, buttons_top);
}

/// Draws as many rows as fit, always including the selected one.
fn list(page: &mut ModsPage, rows: &[Row], canvas: &mut Canvas, pen: &Pen, area: Area) {
    let (size, high) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, pen, 1));
    let shown = ((area.height / high).max(1) as usize).min(rows.len());
    let first = (page.chooser.chosen + 1).saturating_sub(shown).min(rows.len() - shown);
    page.chooser.begin();
    for (place, (number, row)) in (0..).zip(rows.iter().enumerate().skip(first).take(shown)) {
        let row_area = Area::new(area.x, area.y + place * high, area.width, high);
        let colour = match row.problem {
            _ if number == page.chooser.chosen => BRIGHT,
            Some(_) => RED,
            None if row.on => PALE,
            None => DIM,
        };
        let lettering = Lettering::new(colour, size);
        let name = match &row.found {
            Ok(one) => one.name().to_owned(),
            Err(_) => row.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        let state = pen.say(if row.on && row.problem.is_none() { say!("On") } else { say!("Off") });
        let name = text_layout::shortened(pen, &name, row_area.width / size - pen.width(&state) - 8);
        canvas.text(pen, &name, row_area.x, row_area.y, lettering);
        canvas.text(pen, &state, row_area.x + row_area.width, row_area.y, lettering.aligned(Align::Right));
        page.chooser.place(number, row_area);
    }
}

/// Returns the number of buttons next to each other. A small canvas has two rows of them.
fn buttons_per_row(canvas: &Canvas) -> i32 {
    if text_layout::is_small(canvas) { BUTTONS / 2 } else { BUTTONS }
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
    let per_row = buttons_per_row(canvas);
    let each = canvas.width() / per_row;
    for (number, (button, words)) in (0..).zip(all) {
        let area = Area::new(each * (number % per_row), y + high * (number / per_row), each, high);
        text_layout::button(canvas, pen, words, area);
        page.buttons.push((button, area));
    }
}
