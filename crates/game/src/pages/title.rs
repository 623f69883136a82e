//! Title screen: the name of the game, the main keys, and the menu.

use crate::{
    campaign::keeping,
    campaign::progress::{Progress, has_deck, is_of_campaign},
    files::campaigns::{self, Campaigns},
    files::demos_folder::DemosFolder,
    files::met::Met,
    files::reached::Reached,
    files::saves_folder::Saves,
    files::settings::Settings,
    files::settings_file,
    flow::page::Page,
    flow::phase::Phase,
    flow::skill::Skill,
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::Presses,
    pages::bestiary,
    pages::decks::beginnings,
    ui::backdrop::{self, SHIP},
    ui::front::Front,
    ui::menu::{Menu, Pick},
    ui::text_layout::{self, BLACK, DIM, RED},
};
use bevy::prelude::*;
use campaign::{Entry, Save, title_of_save};
use content::{BaseRules, Decks};
use engine::{Deck, Run};
use localization::{Key, Said, say};
use renderer::{Art, Canvas, DrawFrame, Screen};

/// Separator between keys.
const APART: &str = "   ";

/// Returns the current keys that a new player needs.
fn keys(bindings: &Bindings, device: Device) -> [Said; 2] {
    let hint = |action| bindings.hint(action, device);
    let [run, fire, use_, jump] = [Action::Run, Action::Fire, Action::Use, Action::Jump].map(hint);
    let [next, previous, pause] = [Action::NextWeapon, Action::PreviousWeapon, Action::Pause].map(hint);
    let weapon = |mouse| match mouse {
        true => say!("{previous} and {next}, wheel: weapon", previous, next),
        false => say!("{previous} and {next}: weapon", previous, next),
    };
    let (run, use_, pause) = (say!("{run}: run", run), say!("{use_}: use", use_), say!("{pause}: pause", pause));
    if device == Device::Pad {
        let (fire, jump) = (say!("{fire}: fire", fire), say!("{jump}: jump", jump));
        let first = [say!("Left stick: move").into(), say!("Right stick: turn").into(), run, fire, use_, jump];
        return [Said::joined(first, "    "), Said::joined([weapon(false), pause], APART)];
    }
    let walk = [Action::Forward, Action::StepLeft, Action::Back, Action::StepRight].map(hint);
    // If all four keys are on the numeric keypad, the keypad is named once.
    let names = walk.each_ref().map(Said::english);
    let numbers: Option<Vec<&str>> = names.iter().map(|name| name.strip_prefix("Num ")).collect();
    let walk = match numbers {
        Some(numbers) => say!("Num {numbers}", numbers = Said::literal(numbers.join(" "))),
        None => Said::joined(walk, " "),
    };
    let [left, right] = [Action::TurnLeft, Action::TurnRight].map(hint);
    let [save, load, help] = [Action::QuickSave, Action::QuickLoad, Action::Help].map(hint);
    let turn = say!("Mouse or {left}, {right}: turn", left, right);
    let first = [say!("{walk}: move", walk), turn, run, say!("{fire}, click: fire", fire), use_];
    let (save, load, help) = (say!("{save}: save", save), say!("{load}: load", load), say!("{help}: help", help));
    [Said::joined(first, APART), Said::joined([weapon(true), pause, save, load, help], APART)]
}

/// Returns the description of a skill.
fn of_skill(skill: Skill) -> Key {
    match skill.get() {
        1 => say!("Enemies notice you late, hit softly, and attack two at a time. For exploring the ship."),
        2 => say!("The intended game: enemies attack four at a time. For players who know shooters."),
        3 => say!("Enemies are quicker, aim better, and attack six at a time. For players who know the ship."),
        _ => say!("Enemies are fast, rarely miss, and attack eight at a time. For players who want to die."),
    }
}

/// Lines of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    GoOn,
    NewGame,
    NewShip,
    Load,
    Demos,
    Bestiary,
    LinesOfAction,
    Skill,
    Options,
    Help,
    Credits,
    Quit,
}

impl Line {
    /// Returns the lines from top to bottom. Lines for saves, demos and the bestiary only appear if there are any.
    fn all(can_go_on: bool, makes_ships: bool, any_saves: bool, any_demos: bool, any_met: bool) -> Vec<Line> {
        let is_there = |line: &Line| match line {
            Line::GoOn => can_go_on,
            Line::NewShip => makes_ships,
            Line::Load => any_saves,
            Line::Demos => any_demos,
            Line::Bestiary => any_met,
            Line::NewGame | Line::LinesOfAction | Line::Skill => true,
            Line::Options | Line::Help | Line::Credits => true,
            // A page is closed by the browser.
            Line::Quit => cfg!(not(target_family = "wasm")),
        };
        let lines = [
            Line::GoOn,
            Line::NewGame,
            Line::NewShip,
            Line::Load,
            Line::Demos,
            Line::Bestiary,
            Line::LinesOfAction,
            Line::Skill,
            Line::Options,
            Line::Help,
            Line::Credits,
            Line::Quit,
        ];
        lines.into_iter().filter(is_there).collect()
    }

    fn words(self) -> Key {
        match self {
            Line::GoOn => say!("Continue"),
            Line::NewGame => say!("New game"),
            Line::NewShip => say!("New ship"),
            Line::Load => say!("Load"),
            Line::Demos => say!("Demos"),
            Line::Bestiary => say!("Bestiary"),
            Line::LinesOfAction => say!("Lines of Action"),
            Line::Skill => say!("Difficulty"),
            Line::Options => say!("Options"),
            Line::Help => say!("Help"),
            Line::Credits => say!("Credits"),
            Line::Quit => say!("Quit"),
        }
    }
}

#[derive(Resource)]
struct TitleMenu {
    lines: Vec<Line>,
    menu: Menu,
    /// Latest save.
    newest: Option<Box<Save>>,
    /// True if a new game can start on more than one deck.
    can_choose_deck: bool,
    /// True if mods add campaigns.
    can_choose_campaign: bool,
}

impl TitleMenu {
    fn new(newest: Option<Save>, makes_ships: bool, any_others: bool, any_demos: bool, any_met: bool) -> TitleMenu {
        let any_saves = newest.is_some() || any_others;
        let lines = Line::all(newest.is_some(), makes_ships, any_saves, any_demos, any_met);
        let words = lines.iter().map(|line| match (line, &newest) {
            (Line::GoOn, Some(save)) => go_on_words(save),
            _ => line.words().into(),
        });
        let words: Vec<Said> = words.collect();
        TitleMenu {
            menu: Menu::new(words).folding(),
            lines,
            newest: newest.map(Box::new),
            can_choose_deck: false,
            can_choose_campaign: false,
        }
    }
}

/// Returns the line that resumes a save.
fn go_on_words(save: &Save) -> Said {
    say!("Continue: {deck}", deck = title_of_save(&save.head.level, &save.label.deck))
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(TitleMenu::new(None, false, false, false, false));
    app.add_systems(OnEnter(Phase::Title), (leave_deck, look_for_saves, write_skill).chain());
    // Saves may have been deleted on these pages.
    let at_title = in_state(Phase::Title);
    for page in [Page::Load, Page::Demos] {
        app.add_systems(OnExit(page), (look_for_saves, write_skill).chain().run_if(at_title.clone()));
    }
    // Settings count as unchanged when the title appears. A player who quits on the first page is asked again next
    // time.
    let is_chosen = |settings: Res<Settings>| settings.is_changed() && !settings.is_added();
    let follow_choice = (write_skill, settings_file::save.run_if(is_chosen));
    let is_shown = in_state(Phase::Title).and_then(in_state(Page::None));
    app.add_systems(Update, (choose, follow_choice).chain().run_if(is_shown));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Title)));
}

/// Removes the run and the deck, so that nothing of it ticks or is drawn.
fn leave_deck(mut commands: Commands, art: Option<ResMut<Art>>) {
    if let Some(mut art) = art {
        // Systems that watch the art must not see this as a change.
        art.bypass_change_detection().release_textures();
    }
    commands.remove_resource::<Run>();
    commands.remove_resource::<Deck>();
    commands.remove_resource::<Progress>();
}

/// Looks for the latest save on an installed deck (saves of other levels are in the same folder), and for demos.
fn look_for_saves(world: &mut World) {
    campaigns::leave(world);
    let mut list = world.get_resource_mut::<Saves>().map(|mut saves| saves.shelf().0.list()).unwrap_or_default();
    let is_ours = |entry: &Entry| entry.save.as_ref().is_ok_and(|save| has_deck(world, save));
    let is_main = |entry: &Entry| entry.save.as_ref().is_ok_and(|save| is_of_campaign(world, save)) && is_ours(entry);
    // A single level that was played in between does not hide the campaign.
    let newest = list.iter().position(is_main).or_else(|| list.iter().position(is_ours));
    let newest = newest.and_then(|index| list.swap_remove(index).save.ok());
    let any_demos = world.get_resource::<DemosFolder>().is_some_and(DemosFolder::has_any);
    let met = world.get_resource::<Met>().zip(world.get_resource::<BaseRules>());
    let any_met = met.is_some_and(|(met, rules)| bestiary::has_any(&rules.0, met));
    let known = world.get_resource::<Decks>().zip(world.get_resource::<Reached>());
    let makes_ships = world.get_resource::<Decks>().is_some_and(|decks| decks.can_make_ships());
    let can_choose_deck = known.is_some_and(|(decks, reached)| beginnings(decks, reached).len() > 1);
    let menu = TitleMenu::new(newest, makes_ships, !list.is_empty(), any_demos, any_met);
    let can_choose_campaign = world.get_resource::<Campaigns>().is_some_and(|campaigns| campaigns.0.len() > 1);
    world.insert_resource(TitleMenu { can_choose_deck, can_choose_campaign, ..menu });
}

/// Writes the name of the skill into the menu.
fn write_skill(rules: Option<Res<BaseRules>>, skill: Res<Skill>, mut menu: ResMut<TitleMenu>) {
    if let Some(rules) = rules {
        let line = menu.lines.iter().position(|line| *line == Line::Skill).unwrap_or(0);
        let skill = Said::data(&rules.0.skill(skill.get()).name);
        menu.menu.write(line, say!("Difficulty: {skill}", skill));
    }
}

fn choose(
    pressed: Res<Presses>,
    mut menu: ResMut<TitleMenu>,
    mut skill: ResMut<Skill>,
    mut settings: ResMut<Settings>,
    mut phase: ResMut<NextState<Phase>>,
    mut page: ResMut<NextState<Page>>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let mut turn = |steps: i32| {
        *skill = skill.after(steps);
        settings.skill = *skill; // kept for the next game
    };
    for pick in menu.menu.follow(&pressed) {
        match pick {
            Pick::Take(number) => match menu.lines[number] {
                Line::GoOn => {
                    if let Some(save) = menu.newest.clone() {
                        commands.queue(|world: &mut World| keeping::play(world, *save));
                    }
                }
                Line::NewGame if menu.can_choose_campaign => page.set(Page::Campaigns),
                Line::NewGame if menu.can_choose_deck => page.set(Page::Decks),
                Line::NewGame => phase.set(Phase::Briefing),
                Line::NewShip => page.set(Page::NewShip),
                Line::Load => page.set(Page::Load),
                Line::Demos => page.set(Page::Demos),
                Line::Bestiary => page.set(Page::Bestiary),
                Line::LinesOfAction => page.set(Page::LinesOfAction),
                Line::Skill => turn(1),
                Line::Options => page.set(Page::Options),
                Line::Help => page.set(Page::Help),
                Line::Credits => page.set(Page::Credits),
                Line::Quit => drop(exit.write(AppExit::Success)),
            },
            Pick::Change(number, steps) if menu.lines[number] == Line::Skill => turn(steps),
            Pick::Change(..) => menu.menu.cross(),
        }
    }
}

fn draw(
    (art, device, bindings): (Option<Res<Art>>, Res<Device>, Res<Bindings>),
    (page, skill): (Res<State<Page>>, Res<Skill>),
    mut menu: ResMut<TitleMenu>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    // On a small frame, the menu covers the image.
    let is_covered = menu.menu.height(&canvas, art.pen()) > height / 2;
    if !backdrop::draw(&mut canvas, &art, SHIP, if is_covered { 0.4 } else { 1.0 }) {
        // A long menu leaves less space above it.
        let room = height - menu.menu.height(&canvas, art.pen());
        let y = (height / 5).min((room - text_layout::line_height(&canvas, art.pen(), 5)) / 2);
        text_layout::line(&mut canvas, art.pen(), Said::literal("HULLBREACH"), y, 5, RED);
    }
    if **page != Page::None {
        // Dim the name of the game below an open page.
        canvas.tint(BLACK.covering(0.6));
        return;
    }
    let line = text_layout::line_height(&canvas, art.pen(), 1);
    let menu_height = menu.menu.height(&canvas, art.pen());
    let lines = hint_lines(&canvas, &art, &menu.menu);
    let (mut bottom, gap) = (height - line / 4, if lines > 0 { line / 3 } else { 0 });
    let keys = match menu.lines.get(menu.menu.chosen()) {
        Some(Line::Skill) => [of_skill(*skill).into(), Said::default()],
        _ => keys(&bindings, *device),
    };
    let keys = keys.iter().take(lines).rev().map(|keys| art.pen().say(keys));
    for keys in keys.filter(|keys| art.pen().width(keys) <= width) {
        bottom -= line;
        text_layout::said_line(&mut canvas, art.pen(), &keys, bottom, 1, DIM);
    }
    let top = (height * 7 / 10).min(bottom - gap - menu_height);
    menu.menu.draw(&mut canvas, art.pen(), top);
}

/// Returns the number of lines with keys that the menu leaves room for. The name of the game takes the upper part.
fn hint_lines(canvas: &Canvas, art: &Art, menu: &Menu) -> usize {
    let (height, line) = (canvas.height(), text_layout::line_height(canvas, art.pen(), 1));
    let room = height - height * 5 / 9 - menu.height(canvas, art.pen()) - line * 2 / 3;
    (room / line).clamp(0, 2) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::language::tests::spoken_in;
    use localization::Language;
    use std::sync::Arc;
    use strum::VariantArray;

    /// Returns the art of the game.
    fn art() -> Art {
        content::read_art(&crate::files::given::shipped_files()).unwrap()
    }

    /// Returns the art in each language.
    fn in_all_languages() -> impl Iterator<Item = Art> {
        Language::ALL.into_iter().map(|language| {
            let mut art = art();
            art.speak(Arc::new(spoken_in(language)));
            art
        })
    }

    #[test]
    fn each_skill_has_a_description_that_fits() {
        let told: Vec<Key> = (0..4).map(|steps| of_skill(Skill::default().after(steps))).collect();
        for art in in_all_languages() {
            let said: Vec<_> = told.iter().map(|told| art.pen().say(*told)).collect();
            assert!(said.iter().all(|said| art.pen().width(said) <= 640), "{said:?}");
        }
        assert_eq!(told.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
    }

    #[test]
    fn title_shows_bound_keys_that_fit() {
        use crate::input::bindings::KeySet;
        for art in in_all_languages() {
            for (set, device) in KeySet::VARIANTS.iter().flat_map(|&set| [(set, Device::Keys), (set, Device::Pad)]) {
                let keys = keys(&Bindings::of(set), device);
                let said: Vec<_> = keys.iter().map(|keys| art.pen().say(keys)).collect();
                assert!(said.iter().all(|said| art.pen().width(said) <= 640), "{said:?}");
            }
        }
        let mut bindings = Bindings::default();
        bindings.clear(Action::Forward);
        assert!(keys(&bindings, Device::Keys)[0].english().starts_with("- A S D: move"));
        bindings.add(Action::Forward, crate::input::input::Input::Key(KeyCode::KeyT));
        assert!(keys(&bindings, Device::Keys)[0].english().starts_with("T A S D: move"));
    }

    #[test]
    fn keys_and_descriptions_fit_below_the_longest_menu() {
        for art in in_all_languages() {
            for (width, height) in [(640, 360), (1280, 720), (1920, 1080)] {
                let mut menu = TitleMenu::new(None, false, false, false, false);
                menu.lines = Line::all(true, true, true, true, true);
                menu.menu = Menu::new(menu.lines.iter().map(|line| line.words())).folding();
                let mut frame = raycast::Frame::new(width, height);
                let canvas = Canvas::new(&mut frame);
                assert_eq!(hint_lines(&canvas, &art, &menu.menu), 2, "{width}x{height}");
            }
        }
    }

    #[test]
    fn title_shows_its_image_and_menu() {
        let mut world = World::new();
        world.init_resource::<Device>();
        world.init_resource::<Bindings>();
        world.init_resource::<Skill>();
        world.insert_resource(art());
        world.insert_resource(Screen(raycast::Frame::new(640, 360)));
        let mut menu = TitleMenu::new(None, false, false, false, false);
        menu.lines = Line::all(true, true, true, true, true);
        let words: Vec<Key> = menu.lines.iter().map(|line| line.words()).collect();
        menu.menu = Menu::new(words).folding();
        world.insert_resource(menu);
        let mut seen = |page| {
            world.insert_resource(State::new(page));
            world.resource_mut::<Screen>().0.resize(640, 360);
            world.run_system_cached(draw).unwrap();
            world.resource::<Screen>().0.clone()
        };
        let (page, bare) = (seen(Page::None), seen(Page::Options));
        let picture = world.resource::<Art>().picture("title").unwrap();
        assert_eq!((picture.width(), picture.height()), (640, 360), "the image must fill the smallest frame");
        let differ = |one: &raycast::Frame, y: usize| {
            (0..640).filter(|&x| one.pixel(x, y) != Some(picture.texels()[640 * y + x])).count()
        };
        assert_eq!((0..200).map(|y| differ(&page, y)).sum::<usize>(), 0, "the menu must not cover the title");
        let light = |frame: &raycast::Frame| {
            let texels = (0..200).flat_map(|y| (0..640).filter_map(move |x| frame.pixel(x, y)));
            texels.flat_map(|texel| texel.to_le_bytes().into_iter().take(3)).map(u64::from).sum::<u64>()
        };
        assert!(light(&bare) < light(&page) / 2, "the title must be dimmed");
        let lines = (200..360).filter(|&y| differ(&page, y) > 0);
        assert!(lines.count() > 60, "menu and keys must be drawn");
    }

    #[test]
    fn continue_loads_the_latest_save_of_an_installed_deck() {
        use campaign::{Journey, Ring, SaveDir};
        use engine::{Headless, Rules, Start};
        use ports::{Clock, Jobs, Store};
        use std::sync::Arc;

        let store = Store::in_memory(Clock::default()).0;
        let mut world = World::new();
        world.insert_resource(Saves::open(&store, &Clock::default(), Jobs::Slices).unwrap());
        world.insert_resource(BaseRules(Arc::new(Rules::standard())));
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let level = Arc::new(level::Level::read("x", text).unwrap());
        world.insert_resource(Decks(campaign::Decks::of_level("here.ron", Arc::clone(&level))));
        let start = Start::on(level);
        let mut look = |file: Option<&str>| {
            if let Some(file) = file {
                let journey = Journey::new(file, 2, 1, None);
                let save = Save::of(&journey, &start, file, Headless::begin(&start).world_mut());
                SaveDir::in_store(store.clone(), "saves", Clock::default()).put_next(Ring::Quick, save).unwrap();
            }
            look_for_saves(&mut world);
            let menu = world.resource::<TitleMenu>();
            (menu.newest.as_ref().map(|save| save.head.level.clone()), menu.lines.clone())
        };
        use Line::{Credits, GoOn, Help, LinesOfAction, Load, NewGame, Options, Quit, Skill};
        assert_eq!(look(None), (None, vec![NewGame, LinesOfAction, Skill, Options, Help, Credits, Quit]));
        assert_eq!(
            look(Some("else.ron")),
            (None, vec![NewGame, Load, LinesOfAction, Skill, Options, Help, Credits, Quit])
        );
        let all = vec![GoOn, NewGame, Load, LinesOfAction, Skill, Options, Help, Credits, Quit];
        assert_eq!(look(Some("here.ron")), (Some("here.ron".to_owned()), all.clone()));
        assert_eq!(look(Some("else.ron")), (Some("here.ron".to_owned()), all.clone()));
        // A level of the player's own, which saves identify by its absolute path.
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("my.ron").display().to_string();
        assert_eq!(look(Some(&own)), (Some("here.ron".to_owned()), all.clone()), "it does not exist");
        std::fs::write(&own, text).unwrap();
        assert_eq!(look(Some(&own)), (Some(own.clone()), all.clone()));
        // It does not hide the game that was played before.
        let mut journey = Journey::new("here.ron", 2, 1, None);
        journey.course = "here.ron".to_owned();
        let save = Save::of(&journey, &start, "Here", Headless::begin(&start).world_mut());
        SaveDir::in_store(store.clone(), "saves", Clock::default()).put_next(Ring::Quick, save).unwrap();
        assert_eq!(look(Some(&own)), (Some("here.ron".to_owned()), all));
        let newest = world.resource::<TitleMenu>().newest.as_ref().map(|save| go_on_words(save).english());
        assert_eq!(newest.as_deref(), Some("Continue: Here"));
    }
}
