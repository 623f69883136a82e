//! The page of options: what the player can choose, opened from the title or the pause over what is shown there.

use crate::files::settings::{Degrees, MOST_THREADS, Settings};
use crate::files::settings_file;
use crate::flow::page::Page;
use crate::input::just_pressed::{Choice, JustPressed};
use crate::ui::front::Front;
use crate::ui::menu::Chooser;
use crate::ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE};
use bevy::prelude::*;
use renderer::{Align, Area, Art, Canvas, DrawFrame, Font, Lettering, Screen, Strength, Transition};

/// A line of the page: what it is called, and what of the settings it shows and changes.
#[derive(Clone, Copy)]
enum Line {
    Strength(&'static str, fn(&mut Settings) -> &mut Strength),
    Transition(&'static str, fn(&mut Settings) -> &mut Transition),
    FieldOfView,
    Switch(&'static str, fn(&mut Settings) -> &mut bool),
    Threads,
    Back,
}

const LINES: [Line; 23] = [
    Line::Strength("Head bob", |settings| &mut settings.view.bob),
    Line::Strength("Weapon bob", |settings| &mut settings.view.weapon_bob),
    Line::Strength("Recoil", |settings| &mut settings.view.recoil),
    Line::Strength("Shaking", |settings| &mut settings.view.shake),
    Line::Strength("Death fall", |settings| &mut settings.view.death_camera),
    Line::Strength("Turning to boards", |settings| &mut settings.view.gaze),
    Line::Strength("Flashes", |settings| &mut settings.view.flashes),
    Line::Strength("Fade-out in the lift", |settings| &mut settings.view.fades),
    Line::Strength("Transition length", |settings| &mut settings.transitions.strength),
    Line::Transition("Transition to a deck", |settings| &mut settings.transitions.new_deck),
    Line::Transition("Transition after death", |settings| &mut settings.transitions.after_death),
    Line::Transition("Transition to a page", |settings| &mut settings.transitions.pages),
    Line::FieldOfView,
    Line::Switch("Dithering", |settings| &mut settings.view.dither),
    Line::Switch("Sound captions", |settings| &mut settings.view.captions),
    Line::Strength("Pad: dead zone", |settings| &mut settings.pad.dead_zone),
    Line::Strength("Pad: turning", |settings| &mut settings.pad.turning),
    Line::Threads,
    Line::Strength("Volume of effects", |settings| &mut settings.volumes.effects),
    Line::Strength("Volume of voices", |settings| &mut settings.volumes.voices),
    Line::Strength("Volume of surroundings", |settings| &mut settings.volumes.surroundings),
    Line::Strength("Volume of music", |settings| &mut settings.volumes.music),
    Line::Back,
];

/// What one press changes, in percent and in degrees.
const PERCENT: i32 = 10;
const DEGREES: i32 = 5;

impl Line {
    fn name(self) -> &'static str {
        match self {
            Line::Strength(name, _) | Line::Transition(name, _) | Line::Switch(name, _) => name,
            Line::FieldOfView => "Field of view",
            Line::Threads => "Drawing threads",
            Line::Back => "Back",
        }
    }

    /// What is chosen, in words.
    fn value(self, mut settings: Settings) -> String {
        match self {
            Line::Strength(_, of) => format!("{} %", of(&mut settings).in_percent()),
            Line::Transition(_, of) => format!("{:?}", of(&mut settings)),
            Line::FieldOfView => format!("{}°", settings.field_of_view.get()),
            Line::Switch(_, of) => (if *of(&mut settings) { "On" } else { "Off" }).to_owned(),
            Line::Threads if settings.threads == 0 => "All".to_owned(),
            Line::Threads => settings.threads.to_string(),
            Line::Back => String::new(),
        }
    }

    /// How far it is from its least (0) to its most (1), where that is worth a bar.
    fn part(self, mut settings: Settings) -> Option<f32> {
        let [least, most] = [Degrees::LEAST, Degrees::MOST].map(|degrees| degrees.get() as f32);
        match self {
            Line::Strength(_, of) => Some(of(&mut settings).part()),
            Line::FieldOfView => Some((settings.field_of_view.get() as f32 - least) / (most - least)),
            _ => None,
        }
    }

    /// Goes so many steps up or down.
    fn change(self, settings: &mut Settings, steps: i32) {
        match self {
            Line::Strength(_, of) => {
                let strength = of(settings);
                *strength = percent(i32::from(strength.in_percent()) + steps * PERCENT);
            }
            Line::Transition(_, of) => {
                let transition = of(settings);
                let now = Transition::ALL.iter().position(|other| other == transition).unwrap_or(0) as i32;
                *transition = Transition::ALL[(now + steps).rem_euclid(Transition::ALL.len() as i32) as usize];
            }
            Line::FieldOfView => {
                settings.field_of_view = Degrees::new(settings.field_of_view.get() + steps * DEGREES);
            }
            Line::Switch(_, of) => *of(settings) ^= steps % 2 != 0,
            Line::Threads => {
                settings.threads = (i32::from(settings.threads) + steps).rem_euclid(i32::from(MOST_THREADS) + 1) as u8;
            }
            Line::Back => {}
        }
    }

    /// Goes to a part (0 to 1) of its bar, if it has one, and otherwise a step up.
    fn point(self, settings: &mut Settings, part: f32) {
        let [least, most] = [Degrees::LEAST, Degrees::MOST].map(Degrees::get);
        let step = |most: i32, step: i32| (part * most as f32 / step as f32).round() as i32 * step;
        match self {
            Line::Strength(_, of) => *of(settings) = percent(step(100, PERCENT)),
            Line::FieldOfView => settings.field_of_view = Degrees::new(least + step(most - least, DEGREES)),
            _ => self.change(settings, 1),
        }
    }
}

/// So many percent, brought into 0 to 100.
fn percent(percent: i32) -> Strength {
    Strength::percent(percent.clamp(0, 100) as u8)
}

/// The page while it is open.
#[derive(Resource)]
struct OptionsPage {
    chooser: Chooser,
    /// Where bars begin and how wide they are, for the mouse.
    bars: (i32, i32),
}

impl OptionsPage {
    const fn new() -> OptionsPage {
        OptionsPage { chooser: Chooser::new(LINES.len()), bars: (0, 0) }
    }

    /// Follows what was pressed; true once the page is left.
    fn follow(&mut self, pressed: &JustPressed, settings: &mut Settings) -> bool {
        for choice in pressed.choices() {
            let line = LINES[self.chooser.chosen];
            match choice {
                Choice::Up | Choice::Down => self.chooser.step(choice),
                Choice::Less => line.change(settings, -1),
                Choice::Confirm if matches!(line, Line::Back) => return true,
                Choice::More | Choice::Confirm => line.change(settings, 1),
            }
        }
        if let Some(pointed) = self.chooser.point(pressed)
            && pressed.click
        {
            if matches!(LINES[pointed], Line::Back) {
                return true;
            }
            let (left, width) = self.bars;
            let x = pressed.pointer.map_or(0.0, |place| place.x);
            LINES[pointed].point(settings, ((x - left as f32) / width.max(1) as f32).clamp(0.0, 1.0));
        }
        pressed.escape()
    }

    /// Draws the lines into an area; those that have no room are left out, never the chosen one.
    fn draw(&mut self, canvas: &mut Canvas, font: &Font, area: Area, settings: Settings) {
        let (size, high) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, font, 1));
        let shown = (area.height / high).clamp(1, LINES.len() as i32) as usize;
        let first = (self.chooser.chosen + 1).saturating_sub(shown).min(LINES.len() - shown);
        let (gap, value) = (6 * size, 44 * size);
        self.bars = (area.x + area.width / 2, area.width / 2 - value - gap);
        self.chooser.begin();
        for (row, (number, line)) in (0..).zip(LINES.iter().enumerate().skip(first).take(shown)) {
            let place = Area::new(area.x, area.y + row * high, area.width, high);
            let colour = if number == self.chooser.chosen { BRIGHT } else { PALE };
            let lettering = Lettering::new(colour, size);
            canvas.text(font, line.name(), place.x + gap, place.y, lettering);
            let end = place.x + place.width - gap;
            canvas.text(font, &line.value(settings), end, place.y, lettering.aligned(Align::Right));
            if let Some(part) = line.part(settings) {
                let bar = Area::new(self.bars.0, place.y + high / 2 - 2 * size, self.bars.1, 4 * size);
                canvas.bar(bar, part, colour, DIM.covering(0.5));
            }
            self.chooser.place(number, place);
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(OptionsPage::new());
    app.add_systems(OnEnter(Page::Options), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Options)));
    app.add_systems(OnExit(Page::Options), settings_file::save);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Options)));
}

fn open(mut page: ResMut<OptionsPage>) {
    *page = OptionsPage::new();
}

fn choose(
    pressed: Res<JustPressed>,
    mut page: ResMut<OptionsPage>,
    mut settings: ResMut<Settings>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    let mut chosen = *settings;
    if page.follow(&pressed, &mut chosen) {
        page_shown.set(Page::None);
    }
    settings.set_if_neq(chosen);
}

fn draw(art: Option<Res<Art>>, settings: Res<Settings>, mut page: ResMut<OptionsPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let (size, line) = (text_layout::size(&canvas, 1), text_layout::line_height(&canvas, art.font(), 1));
    // What can be seen beside the panel shows what a choice does.
    let wide = (300 * size).min(width);
    let heading = 2 * line;
    let high = (heading + line * LINES.len() as i32 + line / 2).min(height);
    let panel = Area::new((width - wide) / 2, (height - high) / 2, wide, high);
    canvas.fill(panel, BLACK.covering(0.85));
    text_layout::line(&mut canvas, art.font(), "Options", panel.y + line / 4, 2, PALE);
    let lines = Area { y: panel.y + heading, height: panel.height - heading, ..panel };
    page.draw(&mut canvas, art.font(), lines, *settings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape};

    fn pressed(keys: &[KeyCode]) -> JustPressed {
        let mut pressed = JustPressed::default();
        pressed.keys = keys.to_vec();
        pressed
    }

    fn pointed(x: i32, y: i32, click: bool) -> JustPressed {
        let mut pressed = JustPressed::default();
        (pressed.pointer, pressed.click) = (Some(Vec2::new(x as f32, y as f32)), click);
        pressed
    }

    #[test]
    fn keys_walk_over_the_lines_and_change_them() {
        let (mut page, mut settings) = (OptionsPage::new(), Settings::default());
        assert!(!page.follow(&pressed(&[ArrowLeft, ArrowLeft, ArrowDown, ArrowLeft, ArrowRight]), &mut settings));
        assert_eq!(settings.view.bob, Strength::percent(80));
        assert_eq!(settings.view.weapon_bob, Strength::FULL);
        assert!(!page.follow(&pressed(&[Enter]), &mut settings), "there is no more than all");
        assert!(page.follow(&pressed(&[ArrowUp, ArrowUp, Enter]), &mut settings), "the last line leads back");
        assert!(OptionsPage::new().follow(&pressed(&[Escape]), &mut settings));
        assert_eq!(settings.view.bob, Strength::percent(80));
    }

    #[test]
    fn every_line_can_be_changed_within_its_bounds_and_back() {
        for line in LINES.into_iter().filter(|line| !matches!(line, Line::Back)) {
            let mut settings = Settings::default();
            line.change(&mut settings, -1);
            assert_ne!(settings, Settings::default(), "{}", line.name());
            assert_ne!(line.value(settings), line.value(Settings::default()));
            line.change(&mut settings, 1);
            assert_eq!(settings, Settings::default(), "{}", line.name());
            for steps in [-1000, 1000, 7] {
                line.change(&mut settings, steps);
                assert!(line.part(settings).is_none_or(|part| (0.0..=1.0).contains(&part)));
            }
        }
    }

    #[test]
    fn a_click_sets_a_bar_to_where_it_points() {
        let art = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let font = Font::read(&art).unwrap();
        let (mut page, mut settings) = (OptionsPage::new(), Settings::default());
        let mut frame = raycast::Frame::new(640, 440);
        let area = Area::new(100, 50, 300, 375);
        page.draw(&mut Canvas::new(&mut frame), &font, area, settings);
        let (left, width) = page.bars;
        let mut click = |x: i32, row: i32| {
            let left_page = page.follow(&pointed(x, 50 + row * font.line_height() + 3, true), &mut settings);
            (settings, left_page)
        };
        assert_eq!(click(left + width / 3, 1).0.view.weapon_bob, Strength::percent(30));
        assert_eq!(click(0, 1).0.view.weapon_bob, Strength::percent(30), "beside the lines");
        assert_eq!(click(left + width + 9, 0).0.view.bob, Strength::FULL);
        assert_eq!(click(left, 12).0.field_of_view, Degrees::LEAST);
        assert_eq!(click(left, 9).0.transitions.new_deck, Transition::Blood);
        assert!(click(left, 22).1, "back");
    }

    #[test]
    fn on_a_small_frame_the_lines_follow_the_chosen_one() {
        let art = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let font = Font::read(&art).unwrap();
        let mut page = OptionsPage::new();
        let mut frame = raycast::Frame::new(320, 180);
        for chosen in 0..LINES.len() {
            page.chooser.chosen = chosen;
            page.draw(&mut Canvas::new(&mut frame), &font, Area::new(0, 30, 320, 100), Settings::default());
            let at = |y: i32| page.chooser.clone().point(&pointed(9, y, false));
            assert!((30..130).any(|y| at(y) == Some(chosen)), "line {chosen}");
        }
    }
}
