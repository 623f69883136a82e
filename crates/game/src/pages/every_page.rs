//! Tests of every page in every language: texts fit at all frame sizes, and every page can be opened and left by
//! keyboard, gamepad and mouse.

#[cfg(test)]
mod tests {
    use crate::{
        campaign::keeping::SaveIsIncompatible,
        campaign::progress::Progress,
        files::saves_folder::Saves,
        files::settings::Settings,
        files::settings_file::SettingsFile,
        flow::page::Page,
        flow::phase::{Flow, Phase},
        pages::option_line::{Kind, Sheet},
        whole_game::{Hand, WholeGame},
    };
    use bevy::prelude::*;
    use campaign::IncompatibleSave;
    use content::BaseRules;
    use engine::{ContainerError, Health, Outcome, Player, Rules, Run};
    use localization::Language;
    use renderer::{Area, Percent, Screen, Transition, Wipe, Written};

    /// The minimum frame size, and the usual one in a window of 1280 × 720. Larger frames scale the text.
    const SIZES: [UVec2; 2] = [UVec2::new(320, 180), UVec2::new(640, 360)];
    /// Additional sizes of which images are saved for inspection.
    const LARGE: [UVec2; 3] = [UVec2::new(1280, 720), UVec2::new(2560, 1080), UVec2::new(3840, 2160)];

    /// Returns the part of a line that contains letters. Above and below is space for accents and line spacing.
    fn ink(area: Area) -> Area {
        Area { y: area.y + area.height / 4, height: area.height / 2, ..area }
    }

    fn overlap(one: Area, other: Area) -> bool {
        let (one, other) = (ink(one), ink(other));
        let apart = |a: i32, a_long: i32, b: i32, b_long: i32| a + a_long <= b + 1 || b + b_long <= a + 1;
        !apart(one.x, one.width, other.x, other.width) && !apart(one.y, one.height, other.y, other.height)
    }

    /// Returns the errors in the placement of texts in a frame of this size.
    fn misplaced(written: &[Written], (width, height): (i32, i32)) -> Vec<String> {
        let mut wrong = Vec::new();
        let is_word = |written: &&Written| written.text.chars().any(char::is_alphabetic);
        let words: Vec<&Written> = written.iter().filter(is_word).collect();
        for (number, one) in words.iter().enumerate() {
            let Some(area) = one.area else {
                wrong.push(format!("{:?} is cut off", one.text));
                continue;
            };
            let ink = ink(area);
            if ink.x < 0 || ink.y < 0 || ink.x + ink.width > width + 1 || ink.y + ink.height > height {
                wrong.push(format!("{:?} is outside of the frame: {area:?}", one.text));
            }
            for other in &words[..number] {
                // A repeated request is drawn over itself.
                if other.text != one.text && other.area.is_some_and(|other| overlap(area, other)) {
                    wrong.push(format!(
                        "{:?} and {:?} overlap each other: {area:?}, {:?}",
                        one.text, other.text, other.area
                    ));
                }
            }
        }
        wrong
    }

    /// Collects the errors of the current frame.
    fn look(game: &mut WholeGame, name: &str, language: Language, wrong: &mut Vec<String>) {
        let written = game.written();
        let frame = &game.app.world().resource::<Screen>().0;
        let size = (frame.width() as i32, frame.height() as i32);
        assert!(!written.is_empty(), "{name} has no text");
        let place = format!("{name} in {language:?} at {}x{}", size.0, size.1);
        wrong.extend(misplaced(&written, size).into_iter().map(|what| format!("{place}: {what}")));
        game.show(&format!("{name}-{language:?}"));
    }

    /// Checks a list or menu of this number of lines, each of which may have its own text below.
    fn look_at_lines(game: &mut WholeGame, (name, lines): (&str, usize), language: Language, wrong: &mut Vec<String>) {
        for _ in 0..lines {
            look(game, name, language, wrong);
            game.press(KeyCode::ArrowDown);
        }
    }

    /// Opens a page as a menu does.
    fn open(game: &mut WholeGame, page: Page) {
        game.app.world_mut().resource_mut::<NextState<Page>>().set(page);
        game.pictures(3);
        assert_eq!(game.page(), page);
    }

    fn go(game: &mut WholeGame, phase: Phase) {
        game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
        game.pictures(3);
    }

    /// Checks all sheets of the options with all their lines, because each line has its own help text.
    fn look_at_options(game: &mut WholeGame, language: Language, wrong: &mut Vec<String>) {
        let sheets: Vec<usize> = Sheet::Top
            .lines()
            .iter()
            .enumerate()
            .filter(|(_, line)| matches!(line.kind, Kind::Sheet(_)))
            .map(|(at, _)| at)
            .collect();
        for at in sheets {
            open(game, Page::Options);
            (0..at).for_each(|_| game.press(KeyCode::ArrowDown));
            let Kind::Sheet(sheet) = Sheet::Top.lines()[at].kind else { continue };
            game.press(KeyCode::Enter);
            look_at_lines(game, (&format!("options_{sheet:?}"), sheet.lines().len()), language, wrong);
            game.press(KeyCode::Escape);
            game.press(KeyCode::Escape);
        }
        open(game, Page::Options);
        look_at_lines(game, ("options", Sheet::Top.lines().len()), language, wrong);
        open(game, Page::None);
    }

    fn look_at_title(game: &mut WholeGame, language: Language, wrong: &mut Vec<String>) {
        assert_eq!(game.page(), Page::Options, "at the first start the player is asked");
        look_at_lines(game, ("first", Sheet::First.lines().len()), language, wrong);
        game.press(KeyCode::Escape);
        assert_eq!(game.page(), Page::None);
        look_at_lines(game, ("title", 12), language, wrong);
        for page in [Page::Load, Page::Demos, Page::Help, Page::Credits, Page::LinesOfAction, Page::Decks] {
            open(game, page);
            look(game, &format!("{page:?}"), language, wrong);
            open(game, Page::None);
        }
        open(game, Page::Bestiary);
        // On a small canvas, each of the seven pages has several leaves.
        for number in 0..28 {
            look(game, &format!("bestiary_{number}"), language, wrong);
            game.press(KeyCode::ArrowRight);
        }
        open(game, Page::None);
        open(game, Page::NewShip);
        look_at_lines(game, ("new_ship", 6), language, wrong);
        open(game, Page::None);
        open(game, Page::Mods);
        look(game, "mods", language, wrong);
        open(game, Page::None);
        open(game, Page::Keys);
        look_at_lines(game, ("keys", 47), language, wrong);
        open(game, Page::None);
    }

    fn look_at_deck(game: &mut WholeGame, language: Language, wrong: &mut Vec<String>) {
        go(game, Phase::Briefing);
        look(game, "briefing", language, wrong);
        go(game, Phase::Deck);
        game.pictures(80);
        game.show(&format!("deck-{language:?}"));
        for name in ["map_over", "map"] {
            game.press(KeyCode::Tab);
            game.pictures(2);
            if name == "map" {
                look(game, name, language, wrong);
            }
        }
        game.press(KeyCode::Tab);
        wear_all_modules(game);
        game.press(KeyCode::KeyC);
        game.pictures(2);
        look(game, "suit", language, wrong);
        game.press(KeyCode::KeyC);
        game.press(KeyCode::F5);
        game.pictures(90);
        game.press(KeyCode::Escape);
        game.pictures(2);
        look_at_lines(game, ("pause", 10), language, wrong);
        for page in [Page::Save, Page::Load, Page::Route, Page::Log] {
            open(game, page);
            look(game, &format!("{page:?}_of_a_deck"), language, wrong);
            open(game, Page::None);
        }
        let (_, save) = game.app.world_mut().resource_mut::<Saves>().shelf().0.newest(None).expect("F5 has saved");
        let why = IncompatibleSave::Changed(ContainerError::OtherRules(vec![
            "monsters.ron".to_owned(),
            "weapons.ron".to_owned(),
        ]));
        game.app.world_mut().trigger(SaveIsIncompatible {
            save: Box::new(save),
            why,
            has_deck: true,
            deck_error: None,
        });
        game.pictures(2);
        look_at_lines(game, ("misfit", 2), language, wrong);
        open(game, Page::None);
        game.press(KeyCode::Escape);
        die(game);
        look_at_lines(game, ("death", 3), language, wrong);
        game.app.world_mut().resource_mut::<Run>().tick += 120 * 4000;
        go(game, Phase::Tally);
        game.pictures(40);
        look(game, "tally", language, wrong);
        go(game, Phase::Ending);
        game.pictures(40);
        look(game, "ending", language, wrong);
    }

    /// Equips all modules, so that the suit page has its maximum number of rows.
    fn wear_all_modules(game: &mut WholeGame) {
        let world = game.app.world_mut();
        let rules = world.resource::<Rules>().clone();
        let modules =
            rules.pickups.into_iter().filter(|(_, kind)| kind.damage_taken.is_some() || kind.damage_dealt.is_some());
        let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
        player.armour = 50;
        player.inventory.add_all(modules.map(|(name, _)| (name, 1)));
    }

    /// Kills the player and waits for a while.
    fn die(game: &mut WholeGame) {
        let mut player = game.app.world_mut().query::<(&mut Player, &mut Health)>();
        let (mut player, mut health) = player.single_mut(game.app.world_mut()).unwrap();
        (player.since_death, health.0) = (1200, -1);
        game.pictures(5);
    }

    // One test per size, because these are the slowest tests and can run in parallel.
    #[test]
    fn every_text_fits_in_every_language_at_the_smallest_size() {
        look_at_every_page(&SIZES[..1], &Language::ALL, 100);
    }

    #[test]
    fn every_text_fits_in_every_language_at_the_usual_size() {
        look_at_every_page(&SIZES[1..], &Language::ALL, 100);
        if std::env::var_os("HULLBREACH_PICTURES").is_some() {
            look_at_every_page(&LARGE, &Language::ALL, 100);
        }
    }

    #[test]
    fn every_text_fits_if_menus_are_large() {
        // German has the longest texts.
        look_at_every_page(&SIZES[1..], &[Language::German], 200);
    }

    /// Checks every page in these languages at these frame sizes, with this size of text in menus, in percent.
    fn look_at_every_page(sizes: &[UVec2], languages: &[Language], menu_text: i32) {
        let mut wrong = Vec::new();
        let mut game = WholeGame::at_title(sizes[0], Language::ALL[0]);
        for &size in sizes {
            for &language in languages {
                game.come_to_title(size, language);
                game.app.world_mut().resource_mut::<Settings>().view.menu_text = Percent::new(menu_text);
                look_at_title(&mut game, language, &mut wrong);
                look_at_options(&mut game, language, &mut wrong);
                look_at_deck(&mut game, language, &mut wrong);
            }
        }
        wrong.sort_unstable();
        wrong.dedup();
        assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
    }

    fn is_written(game: &mut WholeGame, words: &str) -> bool {
        game.written().iter().any(|written| written.text.contains(words))
    }

    #[test]
    fn language_speed_and_transition_change_immediately() {
        let mut game = WholeGame::at_title(UVec2::new(320, 180), Language::English);
        game.press(KeyCode::Escape);
        assert!(is_written(&mut game, "New game") && !is_written(&mut game, "Neues Spiel"));
        game.app.world_mut().resource_mut::<Settings>().language = Language::German;
        // The catalogue may still be loading on a busy machine.
        for _ in 0..500 {
            game.pictures(1);
            if is_written(&mut game, "Neues Spiel") {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        assert!(is_written(&mut game, "Neues Spiel") && !is_written(&mut game, "New game"));
        game.app.world_mut().resource_mut::<Settings>().language = Language::English;
        begin(&mut game, Hand::Keys, "Deck 1: Cryogenics");
        let mut ticks = |percent: i32| {
            game.app.world_mut().resource_mut::<Settings>().speed = Percent::new(percent);
            game.pictures(2);
            let before = game.app.world().resource::<Run>().tick;
            game.pictures(20);
            game.app.world().resource::<Run>().tick - before
        };
        let counts = [100, 50, 150, 100].map(&mut ticks);
        // A frame lasts 50 ms, so these are 120 ticks at normal speed.
        let near = |count: u64, wanted: u64| count.abs_diff(wanted) <= 2;
        assert!(counts.iter().zip([120, 60, 180, 120]).all(|(count, wanted)| near(*count, wanted)), "{counts:?}");
        let mut runs = |after_death, new_deck| {
            let mut settings = game.app.world_mut().resource_mut::<Settings>();
            (settings.transitions.after_death, settings.transitions.new_deck) = (after_death, new_deck);
            die(&mut game);
            game.take(Hand::Keys, "Restart deck");
            let runs = game.app.world().resource::<Wipe>().is_running();
            game.pictures(60);
            runs
        };
        assert!(runs(Transition::Blood, Transition::Off) && !runs(Transition::Off, Transition::Melt));
    }

    /// Opens a page through the lines with these texts and leaves it again, all with one device.
    fn there_and_back(game: &mut WholeGame, hand: Hand, page: Page, ways: &[&str], back: &str) {
        let from = game.page();
        for words in ways {
            game.take(hand, words);
        }
        assert_eq!(game.page(), page, "{ways:?} by {hand:?}");
        for _ in 0..400 {
            if game.page() == from {
                return;
            }
            match hand {
                Hand::Keys | Hand::Pad => game.leave(hand),
                Hand::Mouse if back.is_empty() => game.click(Vec2::new(630.0, 180.0)),
                Hand::Mouse => game.take(hand, back),
            }
        }
        panic!("{page:?} is not left by {hand:?}");
    }

    #[test]
    fn every_page_works_with_keyboard_gamepad_and_mouse() {
        for hand in [Hand::Keys, Hand::Pad, Hand::Mouse] {
            let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
            let is_new = |game: &WholeGame| game.app.world().resource::<SettingsFile>().is_new();
            assert!(is_new(&game), "leaving here asks again");
            game.take(hand, "Begin");
            assert_eq!((game.page(), is_new(&game)), (Page::None, false));
            let keys_or_pad = |keys: &'static str, pad: &'static str| if hand == Hand::Pad { pad } else { keys };
            there_and_back(&mut game, hand, Page::Options, &["Options"], "Back");
            for sheet in ["Comfort", "View", "Sound", "Controls", "Video", "Game", "Captions"] {
                there_and_back(&mut game, hand, Page::Options, &["Options", sheet], "Back");
            }
            there_and_back(&mut game, hand, Page::Keys, &["Options", "Controls", "Key bindings"], "Back");
            let back = keys_or_pad("Esc: back", "B: back");
            there_and_back(&mut game, hand, Page::Mods, &["Options", "Mods"], back);
            there_and_back(&mut game, hand, Page::Help, &["Help"], "");
            there_and_back(&mut game, hand, Page::Credits, &["Credits"], "");
            there_and_back(&mut game, hand, Page::Bestiary, &["Bestiary"], "");
            there_and_back(&mut game, hand, Page::NewShip, &["New ship"], "Back");
            there_and_back(&mut game, hand, Page::LinesOfAction, &["Lines of Action"], "Back");
            there_and_back(&mut game, hand, Page::Demos, &["Demos"], keys_or_pad("Esc: back", "B: back"));
            game.app.world_mut().resource_mut::<Settings>().hands.mouse_alone = hand == Hand::Mouse;
            there_and_back(&mut game, hand, Page::Decks, &["New game"], "Back");
            begin(&mut game, hand, "Deck 1: Cryogenics");
            look_at_map(&mut game, hand);
            pause(&mut game, hand);
            there_and_back(&mut game, hand, Page::Options, &["Options"], "Back");
            there_and_back(&mut game, hand, Page::Save, &["Save"], keys_or_pad("Esc: back", "B: back"));
            there_and_back(&mut game, hand, Page::Load, &["Load"], keys_or_pad("Esc: back", "B: back"));
            there_and_back(&mut game, hand, Page::Route, &["Decks"], "Back");
            there_and_back(&mut game, hand, Page::Log, &["Messages"], "");
            there_and_back(&mut game, hand, Page::Help, &["Help"], "");
            quit(&mut game, hand);
            leave_decks_by_their_lifts(&mut game, hand);
            die_thrice(&mut game, hand);
            load_what_does_not_fit(&mut game, hand);
            there_and_back(&mut game, hand, Page::Load, &["Load"], keys_or_pad("Esc: back", "B: back"));
            game.take(hand, "Quit");
            assert!(game.app.should_exit().is_some(), "{hand:?} quits");
        }
    }

    /// Turns the pages between decks until this phase is reached.
    fn read_until(game: &mut WholeGame, hand: Hand, phase: Phase) {
        for _ in 0..200 {
            match (game.phase(), hand) {
                (now, _) if now == phase => return,
                (_, Hand::Keys) => game.press(KeyCode::Enter),
                (_, Hand::Pad) => game.press_pad("South"),
                (_, Hand::Mouse) => game.click(Vec2::new(320.0, 180.0)),
            }
        }
        panic!("{hand:?} does not come to {phase:?}, but stays in {:?}", game.phase());
    }

    /// Goes from the title through the deck selection and the briefing to a deck.
    fn begin(game: &mut WholeGame, hand: Hand, deck: &str) {
        game.take(hand, "New game");
        assert_eq!(game.page(), Page::Decks);
        game.take(hand, deck);
        read_until(game, hand, Phase::Deck);
        game.pictures(60);
    }

    /// Opens the map and closes it.
    fn look_at_map(game: &mut WholeGame, hand: Hand) {
        let map = |game: &WholeGame| game.app.world().resource::<renderer::Automap>().view;
        for view in [renderer::MapView::Over, renderer::MapView::Whole, renderer::MapView::Off] {
            match hand {
                Hand::Keys => game.press(KeyCode::Tab),
                Hand::Pad => game.press_pad("Select"),
                Hand::Mouse => game.take(hand, "Automap"),
            }
            assert_eq!(map(game), view, "{hand:?}");
        }
    }

    fn pause(game: &mut WholeGame, hand: Hand) {
        match hand {
            Hand::Keys => game.press(KeyCode::Escape),
            Hand::Pad => game.press_pad("Start"),
            Hand::Mouse => game.take(hand, "Menu"),
        }
        assert_eq!(*game.app.world().resource::<State<Flow>>().get(), Flow::Paused, "{hand:?}");
    }

    /// Quits from the pause menu to the title.
    fn quit(game: &mut WholeGame, hand: Hand) {
        game.take(hand, "Quit to title");
        game.take(hand, "Quit to title: are you sure?");
        assert_eq!(game.phase(), Phase::Title, "{hand:?}");
    }

    /// Returns the current deck.
    fn deck(game: &WholeGame) -> String {
        game.app.world().resource::<Progress>().deck.clone()
    }

    /// Goes through the tally of a deck to the next deck, and through the tally of the last deck to the ending and the
    /// title.
    fn leave_decks_by_their_lifts(game: &mut WholeGame, hand: Hand) {
        for (title, next) in [("Deck 1: Cryogenics", Phase::Deck), ("Deck 4: Command", Phase::Ending)] {
            begin(game, hand, title);
            let first = deck(game);
            game.app.world_mut().resource_mut::<Run>().outcome = Outcome::Lift;
            game.pictures(3);
            assert_eq!(game.phase(), Phase::Tally);
            let is_told = is_written(game, "Next: Deck 2: Holds");
            assert_eq!(is_told, next == Phase::Deck, "the tally must name the next deck");
            game.show("tally_of_a_lift");
            read_until(game, hand, next);
            if next == Phase::Ending {
                read_until(game, hand, Phase::Title);
            } else {
                assert_ne!(deck(game), first, "{hand:?}");
                game.pictures(20);
                pause(game, hand);
                quit(game, hand);
            }
        }
    }

    /// Selects each line of the menu after death.
    fn die_thrice(game: &mut WholeGame, hand: Hand) {
        begin(game, hand, "Deck 1: Cryogenics");
        for way in ["Restart deck", "Load last save", "Quit to title"] {
            die(game);
            game.take(hand, way);
            game.pictures(20);
            let mut player = game.app.world_mut().query::<&Player>();
            let lives = player.single(game.app.world()).is_ok_and(|player| player.since_death == u32::MAX);
            let is_left = game.phase() == Phase::Title;
            assert!(if way == "Quit to title" { is_left } else { lives && !is_left }, "{way} by {hand:?}");
        }
    }

    /// Loads a save of other rules: leaves its page first, then restarts its deck.
    fn load_what_does_not_fit(game: &mut WholeGame, hand: Hand) {
        let rules = game.app.world().resource::<BaseRules>().clone();
        let mut others = rules.clone();
        std::sync::Arc::make_mut(&mut others.0).player.walk += 1.0;
        game.app.insert_resource(others);
        for way in ["Back", "Restart deck"] {
            game.take(hand, "Load");
            match hand {
                Hand::Keys => game.press(KeyCode::Enter),
                Hand::Pad => game.press_pad("South"),
                Hand::Mouse => game.take(hand, "Enter: load"),
            }
            assert_eq!(game.page(), Page::IncompatibleSave, "{hand:?}");
            game.take(hand, way);
            assert_eq!(game.page(), Page::None, "{way} by {hand:?}");
        }
        read_until(game, hand, Phase::Deck);
        game.app.insert_resource(rules);
        game.pictures(20);
        pause(game, hand);
        quit(game, hand);
    }
}
