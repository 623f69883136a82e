//! Pages of options, opened from the title or the pause menu.

use crate::{
    files::language::Languages,
    files::settings::Settings,
    files::settings_file::{self, SettingsFile},
    flow::page::Page,
    flow::phase::Phase,
    input::presses::{Choice, Presses},
    pages::option_line::{Kind, Line, Sheet},
    ui::front::Front,
    ui::list::{List, Row},
};
use bevy::prelude::*;
use renderer::{Art, Canvas, DrawFrame, Screen};

/// State of the open page.
#[derive(Resource)]
struct OptionsPage {
    sheet: Sheet,
    list: List,
    /// Line of the top sheet from which this sheet was opened.
    came_from: usize,
}

/// Result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stay,
    /// Leaves the options.
    Out,
    /// Opens the page of the bindings.
    Keys,
    /// Opens the page of the mods.
    Mods,
}

impl OptionsPage {
    fn new(sheet: Sheet) -> OptionsPage {
        OptionsPage { sheet, list: List::new(sheet.lines().len()), came_from: 0 }
    }

    fn open(&mut self, sheet: Sheet) {
        let chosen = self.list.chooser.chosen;
        *self = OptionsPage { came_from: chosen, ..OptionsPage::new(sheet) };
    }

    /// Goes back to the top sheet, or leaves it.
    fn back(&mut self) -> Way {
        if matches!(self.sheet, Sheet::Top | Sheet::First) {
            return Way::Out;
        }
        let chosen = self.came_from;
        *self = OptionsPage::new(Sheet::Top);
        self.list.chooser.chosen = chosen;
        Way::Stay
    }

    /// Activates a line.
    fn take(&mut self, line: &Line, settings: &mut Settings, languages: &Languages) -> Way {
        match line.kind {
            Kind::Back => return self.back(),
            Kind::Keys => return Way::Keys,
            Kind::Mods => return Way::Mods,
            Kind::Sheet(sheet) => self.open(sheet),
            _ => line.change(settings, 1, languages),
        }
        Way::Stay
    }

    /// Handles input.
    fn follow(&mut self, pressed: &Presses, settings: &mut Settings, languages: &Languages) -> Way {
        for choice in pressed.choices_and_notches() {
            let line = &self.sheet.lines()[self.list.chooser.chosen];
            let way = match choice {
                Choice::Up | Choice::Down => {
                    self.list.chooser.step(choice);
                    Way::Stay
                }
                Choice::Less if matches!(line.kind, Kind::Preset(_)) => Way::Stay,
                Choice::Less => {
                    line.change(settings, -1, languages);
                    Way::Stay
                }
                Choice::More if matches!(line.kind, Kind::Back | Kind::Preset(_)) => Way::Stay,
                Choice::More | Choice::Confirm => self.take(line, settings, languages),
            };
            if way != Way::Stay {
                return way;
            }
        }
        if let Some((row, part)) = self.list.click(pressed) {
            let line = &self.sheet.lines()[row];
            return match line.kind {
                Kind::Strength(_) | Kind::Number(_) => {
                    line.point(settings, part, languages);
                    Way::Stay
                }
                _ => self.take(line, settings, languages),
            };
        }
        if pressed.back() { self.back() } else { Way::Stay }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(OptionsPage::new(Sheet::Top));
    app.add_systems(OnEnter(Phase::Title), ask_first);
    app.add_systems(Update, choose.run_if(in_state(Page::Options)));
    app.add_systems(OnExit(Page::Options), settings_file::save);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Options)));
}

/// Before the first game, asks for the options that a player may need to be able to play at all.
fn ask_first(file: Option<Res<SettingsFile>>, mut page: ResMut<OptionsPage>, mut page_shown: ResMut<NextState<Page>>) {
    if file.is_some_and(|file| file.is_new()) {
        *page = OptionsPage::new(Sheet::First);
        page_shown.set(Page::Options);
    }
}

fn choose(
    pressed: Res<Presses>,
    mut page: ResMut<OptionsPage>,
    (mut settings, languages): (ResMut<Settings>, Res<Languages>),
    mut page_shown: ResMut<NextState<Page>>,
) {
    let mut chosen = *settings;
    match page.follow(&pressed, &mut chosen, &languages) {
        Way::Stay => {}
        Way::Keys => page_shown.set(Page::Keys),
        Way::Mods => page_shown.set(Page::Mods),
        Way::Out => {
            *page = OptionsPage::new(Sheet::Top);
            page_shown.set(Page::None);
        }
    }
    settings.set_if_neq(chosen);
}

fn draw(
    art: Option<Res<Art>>,
    (settings, languages): (Res<Settings>, Res<Languages>),
    mut page: ResMut<OptionsPage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let lines = page.sheet.lines();
    let rows: Vec<Row> = lines.iter().map(|line| line.row(*settings, &languages)).collect();
    let (heading, help) = (page.sheet.heading(), lines[page.list.chooser.chosen].help);
    page.list.panel(&mut Canvas::new(&mut screen.0), art.pen(), heading, &rows, help);
}

/// Returns all settings with their values and help texts, for a terminal.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn in_words(settings: Settings) -> String {
    let mut words = String::new();
    let sheets = <Sheet as strum::VariantArray>::VARIANTS.iter();
    for &sheet in sheets.filter(|sheet| !matches!(sheet, Sheet::Top | Sheet::First)) {
        words += &format!("{}\n", sheet.heading().english());
        for line in sheet.lines().iter().filter(|line| !matches!(line.kind, Kind::Back | Kind::Keys | Kind::Mods)) {
            words += &format!(
                "  {:26} {:18} {}\n",
                line.name.english(),
                line.value(settings, &Languages::default()).english(),
                line.help.english()
            );
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape};
    use renderer::Strength;

    fn pressed(keys: &[KeyCode]) -> Presses {
        let mut pressed = Presses::default();
        pressed.set_keys(keys);
        pressed
    }

    #[test]
    fn keys_open_a_sheet_change_its_lines_and_go_back() {
        let (mut page, mut settings) = (OptionsPage::new(Sheet::Top), Settings::default());
        assert_eq!(page.follow(&pressed(&[Enter]), &mut settings, &Languages::default()), Way::Stay);
        assert_eq!(page.sheet, Sheet::Comfort);
        let keys = [ArrowLeft, ArrowLeft, ArrowDown, ArrowLeft, ArrowRight];
        assert_eq!(page.follow(&pressed(&keys), &mut settings, &Languages::default()), Way::Stay);
        assert_eq!(settings.view.bob, Strength::percent(80));
        assert_eq!(settings.view.weapon_bob, Strength::FULL);
        page.follow(&pressed(&[Escape]), &mut settings, &Languages::default());
        assert_eq!((page.sheet, page.list.chooser.chosen), (Sheet::Top, 0));
        page.follow(&pressed(&[ArrowDown, Enter]), &mut settings, &Languages::default());
        assert_eq!(page.sheet, Sheet::View);
        page.follow(&pressed(&[ArrowUp, Enter]), &mut settings, &Languages::default());
        assert_eq!((page.sheet, page.list.chooser.chosen), (Sheet::Top, 1), "the last line leads back");
        assert_eq!(page.follow(&pressed(&[Escape]), &mut settings, &Languages::default()), Way::Out);
        assert_eq!(
            OptionsPage::new(Sheet::Top).follow(&pressed(&[ArrowUp, Enter]), &mut settings, &Languages::default()),
            Way::Out
        );
        let keys = [ArrowDown, ArrowDown, ArrowDown, Enter, Enter];
        assert_eq!(
            OptionsPage::new(Sheet::Top).follow(&pressed(&keys), &mut settings, &Languages::default()),
            Way::Keys
        );
        assert_eq!(settings.view.bob, Strength::percent(80));
    }

    #[test]
    fn preset_is_applied_only_by_confirming() {
        let (mut page, mut settings) = (OptionsPage::new(Sheet::Top), Settings::default());
        let down = [ArrowDown; 8];
        page.follow(&pressed(&down), &mut settings, &Languages::default());
        page.follow(&pressed(&[ArrowLeft, ArrowRight]), &mut settings, &Languages::default());
        assert_eq!(settings, Settings::default());
        page.follow(&pressed(&[Enter]), &mut settings, &Languages::default());
        assert!(settings.view.captions && settings.view.shake == Strength::NONE);
    }

    #[test]
    fn first_line_of_the_first_page_starts_the_game() {
        let mut settings = Settings::default();
        assert_eq!(
            OptionsPage::new(Sheet::First).follow(&pressed(&[Enter]), &mut settings, &Languages::default()),
            Way::Out
        );
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn all_settings_are_printed() {
        let words = in_words(Settings::default());
        assert!(
            words.contains("  Head bob                   100 %              How much the view moves up"),
            "{words}"
        );
        assert!(words.lines().count() > 50 && words.lines().all(|line| line.len() < 160));
    }
}
