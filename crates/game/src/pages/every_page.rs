//! Every page in every language: its words have room, in pictures of any size. And every page is come to and left by keys, by a pad and by the
//! mouse.

#[cfg(test)]
mod tests {
    use crate::files::language::Language;
    use crate::flow::page::Page;
    use crate::flow::phase::{Flow, Phase};
    use crate::pages::option_line::{Kind, Sheet};
    use crate::whole_game::{Hand, WholeGame};
    use bevy::prelude::*;
    use engine::{Health, Player, Run};
    use renderer::{Area, Screen, Written};

    /// The smallest picture that there is, and the usual one in a window of 1280 by 720: in larger ones words are so much larger.
    const SIZES: [UVec2; 2] = [UVec2::new(320, 180), UVec2::new(640, 360)];

    /// The part of a line in which letters stand: above and below it is room for accents and between lines.
    fn ink(area: Area) -> Area {
        Area { y: area.y + area.height / 4, height: area.height / 2, ..area }
    }

    fn overlap(one: Area, other: Area) -> bool {
        let (one, other) = (ink(one), ink(other));
        let apart = |a: i32, a_long: i32, b: i32, b_long: i32| a + a_long <= b + 1 || b + b_long <= a + 1;
        !apart(one.x, one.width, other.x, other.width) && !apart(one.y, one.height, other.y, other.height)
    }

    /// What is wrong with the places of words on a picture of this size.
    fn misplaced(written: &[Written], (width, height): (i32, i32)) -> Vec<String> {
        let mut wrong = Vec::new();
        // The name of the game lies below the panels of a small title, which hide it.
        let is_word =
            |written: &&Written| written.text.chars().any(char::is_alphabetic) && written.text != "HULLBREACH";
        let words: Vec<&Written> = written.iter().filter(is_word).collect();
        for (number, one) in words.iter().enumerate() {
            let Some(area) = one.area else {
                wrong.push(format!("no room for all of {:?}", one.text));
                continue;
            };
            let ink = ink(area);
            if ink.x < 0 || ink.y < 0 || ink.x + ink.width > width + 1 || ink.y + ink.height > height {
                wrong.push(format!("{:?} runs off the picture: {area:?}", one.text));
            }
            for other in &words[..number] {
                // A demand that is repeated is drawn over itself.
                if other.text != one.text && other.area.is_some_and(|other| overlap(area, other)) {
                    wrong.push(format!(
                        "{:?} and {:?} stand on each other: {area:?}, {:?}",
                        one.text, other.text, other.area
                    ));
                }
            }
        }
        wrong
    }

    /// The mistakes of the picture that is shown.
    fn look(game: &mut WholeGame, name: &str, language: Language, wrong: &mut Vec<String>) {
        let written = game.written();
        let frame = &game.app.world().resource::<Screen>().0;
        let size = (frame.width() as i32, frame.height() as i32);
        assert!(!written.is_empty(), "nothing is written on {name}");
        let place = format!("{name} in {language:?} at {}x{}", size.0, size.1);
        // An action may have more keys than a line has room for, and what is known of a creature needs more than 180 rows.
        let is_cut = |what: &String| {
            what.contains("no room") && (name == "keys" || size.1 < 360 && name.starts_with("bestiary"))
        };
        let found = misplaced(&written, size).into_iter().filter(|what| !is_cut(what));
        wrong.extend(found.map(|what| format!("{place}: {what}")));
        game.show(&format!("{name}-{language:?}"));
    }

    /// Looks at a list or menu of so many lines, each of which may say something else below.
    fn look_at_lines(game: &mut WholeGame, (name, lines): (&str, usize), language: Language, wrong: &mut Vec<String>) {
        for _ in 0..lines {
            look(game, name, language, wrong);
            game.press(KeyCode::ArrowDown);
        }
    }

    /// Opens a page, as a menu does.
    fn open(game: &mut WholeGame, page: Page) {
        game.app.world_mut().resource_mut::<NextState<Page>>().set(page);
        game.pictures(3);
        assert_eq!(game.page(), page);
    }

    fn go(game: &mut WholeGame, phase: Phase) {
        game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
        game.pictures(3);
    }

    /// All sheets of the options, and on each all lines, for each has a sentence of its own.
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
        look_at_lines(game, ("title", 11), language, wrong);
        for page in [Page::Load, Page::Demos, Page::Credits, Page::LinesOfAction, Page::Decks] {
            open(game, page);
            look(game, &format!("{page:?}"), language, wrong);
            open(game, Page::None);
        }
        open(game, Page::Bestiary);
        for number in 0..7 {
            look(game, &format!("bestiary_{number}"), language, wrong);
            game.press(KeyCode::ArrowRight);
        }
        open(game, Page::None);
        open(game, Page::NewShip);
        look_at_lines(game, ("new_ship", 6), language, wrong);
        open(game, Page::None);
        open(game, Page::Keys);
        look_at_lines(game, ("keys", 45), language, wrong);
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
        game.press(KeyCode::F5);
        game.pictures(90);
        game.press(KeyCode::Escape);
        game.pictures(2);
        look_at_lines(game, ("pause", 8), language, wrong);
        for page in [Page::Save, Page::Load, Page::Log] {
            open(game, page);
            look(game, &format!("{page:?}_of_a_deck"), language, wrong);
            open(game, Page::None);
        }
        game.press(KeyCode::Escape);
        // He has been dead for a while.
        let mut player = game.app.world_mut().query::<(&mut Player, &mut Health)>();
        let (mut player, mut health) = player.single_mut(game.app.world_mut()).unwrap();
        (player.since_death, health.0) = (1200, -1);
        game.pictures(5);
        look(game, "death", language, wrong);
        game.app.world_mut().resource_mut::<Run>().tick += 120 * 4000;
        go(game, Phase::Tally);
        game.pictures(40);
        look(game, "tally", language, wrong);
        go(game, Phase::Ending);
        game.pictures(40);
        look(game, "ending", language, wrong);
    }

    #[test]
    fn the_words_of_every_page_have_room_in_every_language_and_every_picture() {
        let mut wrong = Vec::new();
        let mut game = WholeGame::at_title(SIZES[0], Language::ALL[0]);
        for size in SIZES {
            for language in Language::ALL {
                game.come_to_title(size, language);
                look_at_title(&mut game, language, &mut wrong);
                look_at_options(&mut game, language, &mut wrong);
                look_at_deck(&mut game, language, &mut wrong);
            }
        }
        wrong.sort_unstable();
        wrong.dedup();
        assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
    }

    /// Comes to a page by the words of the lines that lead there, and leaves it, all with one hand.
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
    fn every_page_is_come_to_and_left_by_keys_by_a_pad_and_by_the_mouse() {
        for hand in [Hand::Keys, Hand::Pad, Hand::Mouse] {
            let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
            game.take(hand, "Begin");
            assert_eq!(game.page(), Page::None);
            let keys_or_pad = |keys: &'static str, pad: &'static str| if hand == Hand::Pad { pad } else { keys };
            there_and_back(&mut game, hand, Page::Options, &["Options"], "Back");
            for sheet in ["Comfort", "View", "Sound", "Controls", "Screen", "Game", "Captions"] {
                there_and_back(&mut game, hand, Page::Options, &["Options", sheet], "Back");
            }
            there_and_back(&mut game, hand, Page::Keys, &["Options", "Controls", "Keys, mouse and pad"], "Back");
            there_and_back(&mut game, hand, Page::Credits, &["Credits"], "");
            there_and_back(&mut game, hand, Page::Bestiary, &["Bestiary"], "");
            there_and_back(&mut game, hand, Page::NewShip, &["New ship"], "Back");
            there_and_back(&mut game, hand, Page::LinesOfAction, &["Lines of Action"], "Back");
            there_and_back(&mut game, hand, Page::Demos, &["Demos"], keys_or_pad("Esc: back", "B: back"));
            game.app.world_mut().resource_mut::<crate::files::settings::Settings>().hands.mouse_alone =
                hand == Hand::Mouse;
            game.take(hand, "New game");
            play(&mut game, hand);
            pause(&mut game, hand);
            there_and_back(&mut game, hand, Page::Options, &["Options"], "Back");
            there_and_back(&mut game, hand, Page::Save, &["Save"], keys_or_pad("Esc: back", "B: back"));
            there_and_back(&mut game, hand, Page::Load, &["Load"], keys_or_pad("Esc: back", "B: back"));
            there_and_back(&mut game, hand, Page::Log, &["Messages"], "");
            game.take(hand, "Quit to title");
            game.take(hand, "Quit to title: really?");
            assert_eq!(game.phase(), Phase::Title, "{hand:?}");
            there_and_back(&mut game, hand, Page::Load, &["Load"], keys_or_pad("Esc: back", "B: back"));
            game.take(hand, "Quit");
            assert!(game.app.should_exit().is_some(), "{hand:?} quits");
        }
    }

    /// From the briefing to the deck, and there over the map and back.
    fn play(game: &mut WholeGame, hand: Hand) {
        for _ in 0..200 {
            match (game.phase(), hand) {
                (Phase::Deck, _) => break,
                (_, Hand::Keys) => game.press(KeyCode::Enter),
                (_, Hand::Pad) => game.press_pad("South"),
                (_, Hand::Mouse) => game.click(Vec2::new(320.0, 180.0)),
            }
        }
        assert_eq!(game.phase(), Phase::Deck, "{hand:?}");
        game.pictures(60);
        let map = |game: &WholeGame| game.app.world().resource::<renderer::Automap>().view;
        for view in [renderer::MapView::Over, renderer::MapView::Whole, renderer::MapView::Off] {
            match hand {
                Hand::Keys => game.press(KeyCode::Tab),
                Hand::Pad => game.press_pad("Select"),
                Hand::Mouse => game.take(hand, "Map"),
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
}
