//! Page of the player's demos, with the contents of each and whether it fits the installed version.

use crate::{
    campaign::playback,
    campaign::progress::place,
    campaign::run_request::Purpose,
    files::demos_folder::{DemoFile, DemosFolder},
    flow::page::Page,
    input::action::Action,
    input::hints::Hints,
    input::presses::{Choice, Presses},
    ui::front::Front,
    ui::menu::{Chooser, holds},
    ui::note::Note,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{clock, seconds};
use content::BaseRules;
use engine::Demo;
use localization::{Said, say};
use renderer::{Align, Area, Art, Canvas, DrawFrame, Lettering, Pen, Screen};

/// Buttons for the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    /// Plays the demo, or confirms.
    Go,
    Delete,
    /// Leaves the page, or cancels.
    Back,
}

/// Player's request on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Back,
    Play(usize),
    Delete(usize),
}

/// State of the open page.
#[derive(Resource)]
struct DemosPage {
    rows: Vec<DemoFile>,
    chooser: Chooser,
    /// True while the player is asked whether to delete the selected demo.
    asks: bool,
    /// Index of the selected demo and the information about it.
    known: Option<(usize, Vec<(Said, bool)>)>,
    /// Areas of the buttons.
    buttons: Vec<(Button, Area)>,
}

impl DemosPage {
    fn new(rows: Vec<DemoFile>) -> DemosPage {
        let chooser = Chooser::new(rows.len().max(1));
        DemosPage { rows, chooser, asks: false, known: None, buttons: Vec::new() }
    }

    /// Handles input until there is a request.
    fn follow(&mut self, pressed: &Presses) -> Option<Want> {
        let clicked = pressed.pointer.filter(|_| pressed.click);
        let button = clicked.and_then(|at| self.buttons.iter().find(|(_, area)| holds(*area, at)));
        let button = button.map(|(button, _)| *button);
        let goes = pressed.confirm() || button == Some(Button::Go);
        let leaves = pressed.back() || button == Some(Button::Back);
        if self.asks {
            self.asks = !goes && !leaves;
            return goes.then_some(Want::Delete(self.chooser.chosen));
        }
        for choice in pressed.choices_and_notches().filter(|choice| matches!(choice, Choice::Up | Choice::Down)) {
            self.chooser.step(choice);
        }
        let before = self.chooser.chosen;
        let again = self.chooser.point(pressed) == Some(before) && pressed.click;
        if leaves {
            return Some(Want::Back);
        }
        let row = self.rows.get(self.chooser.chosen)?;
        if pressed.asks(Action::MenuDelete) || button == Some(Button::Delete) {
            self.asks = true;
        } else if (goes || again) && row.demo.is_ok() {
            return Some(Want::Play(self.chooser.chosen));
        }
        None
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Demos), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Demos)));
    app.add_systems(OnExit(Page::Demos), |mut commands: Commands| commands.remove_resource::<DemosPage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Demos)));
}

fn open(world: &mut World) {
    let rows = world.get_resource::<DemosFolder>().map(DemosFolder::list).unwrap_or_default();
    world.insert_resource(DemosPage::new(rows));
}

fn choose(world: &mut World) {
    world.resource_scope(|world, mut page: Mut<DemosPage>| follow(world, &mut page));
}

fn follow(world: &mut World, page: &mut DemosPage) {
    let want = page.follow(world.resource::<Presses>());
    let chosen = page.chooser.chosen;
    if page.known.as_ref().is_none_or(|(number, _)| *number != chosen) {
        page.known = page.rows.get(chosen).map(|row| (chosen, known(world, row)));
    }
    match want {
        Some(Want::Back) => world.resource_mut::<NextState<Page>>().set(Page::None),
        Some(Want::Play(number)) => {
            let DemoFile { name, demo, .. } = &page.rows[number];
            let played = demo.clone().and_then(|demo| playback::play(world, demo, name, Purpose::Watched));
            if let Err(what) = played {
                world.insert_resource(Note::new(Said::literal(format!("{name}: {what}"))));
            }
        }
        Some(Want::Delete(number)) => {
            let demos = world.get_resource::<DemosFolder>().cloned();
            let row = page.rows.remove(number);
            if let Some(demos) = demos
                && let Err(error) = demos.remove(&row)
            {
                world.insert_resource(Note::new(say!(
                    "Cannot delete {file}: {error}",
                    file = Said::literal(demos.path(&row).display().to_string()),
                    error = Said::literal(error.to_string())
                )));
                page.rows.insert(number, row);
            }
            *page = DemosPage::new(std::mem::take(&mut page.rows));
            page.chooser.chosen = number.min(page.rows.len().saturating_sub(1));
        }
        None => {}
    }
}

/// Returns the lines about a demo, each with a flag that is true for bad news.
fn known(world: &World, row: &DemoFile) -> Vec<(Said, bool)> {
    let demo = match &row.demo {
        Ok(demo) => demo,
        Err(what) => return vec![(Said::literal(what), true)],
    };
    let head = demo.head();
    let here = place(world, &head.level);
    let deck = here.as_ref().map_or_else(|| Said::literal(&head.level), |(_, name, _)| name.0.clone());
    let skill = world.get_resource::<BaseRules>().map(|rules| Said::data(&rules.0.skill(head.skill).name));
    let mut lines = vec![(deck, false)];
    lines.extend(skill.map(|skill| (say!("Difficulty: {skill}", skill), false)));
    lines.push((say!("Length: {time}", time = Said::literal(length(demo))), false));
    let fits = here.map(|(level, _, rules)| demo.fits(&level, &rules));
    if let Some(Err(what)) = fits {
        lines.push((Said::literal(what.to_string()), true));
    }
    lines
}

/// Returns the duration of a demo in minutes and seconds.
fn length(demo: &Demo) -> String {
    clock(seconds(demo.ticks()))
}

fn draw((art, hints): (Option<Res<Art>>, Hints), mut page: ResMut<DemosPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let (size, line) = (text_layout::size(&canvas, art.pen(), 1), text_layout::line_height(&canvas, art.pen(), 1));
    canvas.tint(BLACK.covering(0.85));
    text_layout::line(&mut canvas, art.pen(), say!("Demos"), line / 2, 2, PALE);
    let (top, foot, margin) = (line * 3, height - line * 2, 8 * size);
    let left = Area::new(margin, top, width * 11 / 20 - margin, foot - top);
    let right = Area::new(width * 11 / 20 + margin, top, width * 9 / 20 - 2 * margin, foot - top);
    if page.rows.is_empty() {
        let words = say!("No demos yet. Choose \"Record demo\" in the pause menu to make one.");
        text_layout::paragraph(&mut canvas, art.pen(), words, left, DIM);
    }
    list(&mut page, &mut canvas, art.pen(), left);
    let mut y = right.y;
    for (words, is_bad) in page.known.iter().flat_map(|(_, lines)| lines) {
        let area = Area { y, height: right.y + right.height - y, ..right };
        text_layout::paragraph(&mut canvas, art.pen(), words, area, if *is_bad { RED } else { PALE });
        y += line * text_layout::wrapped(&canvas, art.pen(), words, right.width).len() as i32;
    }
    buttons(&mut page, &mut canvas, art.pen(), &hints, foot + line / 2);
    if page.asks
        && let Some(row) = page.rows.get(page.chooser.chosen)
    {
        let panel = Area::new(width / 8, height / 2 - 2 * line, width * 3 / 4, 3 * line);
        canvas.fill(panel, BLACK);
        canvas.outline(panel, size, BRIGHT);
        text_layout::line(
            &mut canvas,
            art.pen(),
            &say!("Delete \"{title}\"?", title = Said::literal(&row.name)),
            panel.y + line,
            1,
            PALE,
        );
    }
}

/// Draws as many lines as fit, always including the selected one.
fn list(page: &mut DemosPage, canvas: &mut Canvas, pen: &Pen, area: Area) {
    let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    let shown = ((area.height / high).max(1) as usize).min(page.rows.len());
    let first = (page.chooser.chosen + 1).saturating_sub(shown).min(page.rows.len() - shown);
    page.chooser.begin();
    for (place, (number, row)) in (0..).zip(page.rows.iter().enumerate().skip(first).take(shown)) {
        let row_area = Area::new(area.x, area.y + place * high, area.width, high);
        let colour = match &row.demo {
            _ if number == page.chooser.chosen => BRIGHT,
            Ok(_) => PALE,
            Err(_) => RED,
        };
        let lettering = Lettering::new(colour, size);
        let time = row.demo.as_ref().map_or_else(|_| String::new(), length);
        let words = text_layout::fitting(pen, &row.name, row_area.width / size - pen.width(&time) - 8);
        canvas.text(pen, &words, row_area.x, row_area.y, lettering);
        canvas.text(pen, &time, row_area.x + row_area.width, row_area.y, lettering.aligned(Align::Right));
        page.chooser.place(number, row_area);
    }
}

/// Draws the buttons with their keys along the bottom of the page.
fn buttons(page: &mut DemosPage, canvas: &mut Canvas, pen: &Pen, hints: &Hints, y: i32) {
    let high = text_layout::line_height(canvas, pen, 1);
    let [confirm, back, delete] =
        [Action::MenuConfirm, Action::MenuBack, Action::MenuDelete].map(|action| hints.of(action));
    let all = if page.asks {
        vec![(Button::Go, say!("{confirm}: yes", confirm)), (Button::Back, say!("{back}: no", back))]
    } else {
        vec![
            (Button::Go, say!("{confirm}: play", confirm)),
            (Button::Delete, say!("{delete}: delete", delete)),
            (Button::Back, say!("{back}: back", back)),
        ]
    };
    page.buttons.clear();
    let each = canvas.width() / all.len() as i32;
    for (number, (button, words)) in (0..).zip(all) {
        let area = Area::new(each * number, y, each, high);
        text_layout::button(canvas, pen, words, area);
        page.buttons.push((button, area));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowUp, Delete, Enter, Escape};
    use engine::{Headless, Recorder, Start};
    use level::Level;
    use std::sync::Arc;

    /// Returns a page with two demos and an invalid file.
    fn page() -> DemosPage {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let start = Start::on(Arc::new(Level::read("x", text).unwrap()));
        let demo = Recorder::new(&start, "x.ron").finish(Headless::begin(&start).world_mut());
        let row = |name: &str, demo| DemoFile { file: name.to_owned(), name: name.to_owned(), demo };
        DemosPage::new(vec![
            row("new", Ok(demo.clone())),
            row("old", Ok(demo)),
            row("notes", Err("notes: it is not a demo".to_owned())),
        ])
    }

    /// Returns the request after these keys, pressed one after the other.
    fn wanted(page: &mut DemosPage, keys: &[KeyCode]) -> Option<Want> {
        let press = |key: &KeyCode| {
            let mut pressed = Presses::default();
            pressed.set_keys(&[*key]);
            page.follow(&pressed)
        };
        keys.iter().map(press).last().flatten()
    }

    #[test]
    fn selected_demo_is_played_unless_it_is_invalid() {
        assert_eq!(wanted(&mut page(), &[Enter]), Some(Want::Play(0)));
        assert_eq!(wanted(&mut page(), &[ArrowDown, Enter]), Some(Want::Play(1)));
        assert_eq!(wanted(&mut page(), &[ArrowUp, Enter]), None);
        assert_eq!(wanted(&mut page(), &[Escape]), Some(Want::Back));
        assert_eq!(wanted(&mut DemosPage::new(Vec::new()), &[ArrowDown, Enter]), None);
    }

    #[test]
    fn demo_is_deleted_only_after_confirmation() {
        let mut page = page();
        assert_eq!(wanted(&mut page, &[ArrowDown, Delete]), None);
        assert_eq!(wanted(&mut page, &[Escape]), None, "the answer is no");
        assert_eq!(wanted(&mut page, &[Delete, Enter]), Some(Want::Delete(1)));
    }

    #[test]
    fn click_selects_a_demo_and_a_second_click_plays_it() {
        let mut page = page();
        let pen = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let pen = Pen::new(renderer::Font::read(&pen).unwrap());
        let mut frame = raycast::Frame::new(640, 360);
        list(&mut page, &mut Canvas::new(&mut frame), &pen, Area::new(10, 40, 300, 200));
        let mut pressed = Presses::default();
        (pressed.pointer, pressed.click) = (Some(Vec2::new(20.0, 44.0 + pen.line_height() as f32)), true);
        assert_eq!(page.follow(&pressed), None);
        assert_eq!(page.follow(&pressed), Some(Want::Play(1)));
    }
}
