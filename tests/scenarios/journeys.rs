//! Campaigns: decks that the player leaves, revisits and restarts, and their statistics.

use campaign::{Deck, DeckStats, Decks, Extras, Journey, WayOn};
use engine::{Headless, Intent, Outcome, Rules};
use level::Level;
use std::sync::Arc;

/// Returns two decks with stairs to each other at both ends of a corridor, and a clip on each.
fn decks(regenerate: bool) -> Decks {
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'a': (pickup: \"clip\"),
            'v': (wall: \"hull\", stairs: \"down\")},
        map: [\"######\", \"#.@a.v\", \"######\"], arrivals: [(name: \"down\", at: (4, 1))])";
    let level = Arc::new(Level::read("x", text).expect("it is a level"));
    let way = |to: &str| WayOn { by: "down".to_owned(), to: Some(to.to_owned()), arrive: Some("down".to_owned()) };
    let deck = |name: &str, to: &str| Deck {
        name: name.to_owned(),
        ways: vec![way(to)],
        regenerate,
        ..Deck::of_level(&format!("{name}.ron"), Arc::clone(&level))
    };
    Decks::drawn(vec![deck("a", "b"), deck("b", "a")])
}

/// Walks to the stairs and takes them.
fn leave(headless: &mut Headless) {
    for tick in 0..400 {
        headless.tick(Intent { forward: 1.0, use_: tick % 2 == 0, ..Intent::default() });
    }
    assert_eq!(headless.run().outcome, Outcome::Stairs(0));
}

#[test]
fn deck_is_as_it_was_left_unless_it_restarts() {
    let rules = Arc::new(Rules::standard());
    for regenerate in [false, true] {
        let decks = decks(regenerate);
        let mut journey = Journey::first(&decks, 2, 7, None);
        let level = decks.level(&journey.deck).expect("it is there");
        let mut headless = Headless::begin(&journey.start(&level, &rules));
        let pickups =
            |headless: &mut Headless| headless.world_mut().query::<&engine::Pickup>().iter(headless.world()).count();
        leave(&mut headless);
        let first = headless.run().tick;
        assert!(journey.go_on(&decks, headless.world_mut(), Extras::default()));
        assert_eq!((journey.deck.as_str(), journey.arrival.as_deref()), ("b.ron", Some("down")));
        assert_eq!(journey.played, first);
        let (_, goes_on) = journey.begin(&decks, &level, &rules, headless.world_mut());
        assert_eq!((goes_on, pickups(&mut headless)), (false, 1));
        leave(&mut headless);
        let second = headless.run().tick;
        assert!(journey.go_on(&decks, headless.world_mut(), Extras::default()));
        assert_eq!((journey.deck.as_str(), journey.played), ("a.ron", first + second));
        // Death leads back to the arrival on the deck, with a different seed.
        for try_ in 0..2 {
            let (start, goes_on) = journey.begin(&decks, &level, &rules, headless.world_mut());
            assert_eq!((goes_on, pickups(&mut headless)), (!regenerate, usize::from(regenerate)), "try {try_}");
            assert_eq!(headless.run().tick, if regenerate { 0 } else { first });
            assert_eq!(headless.run().seed, start.seed);
            headless.tick(Intent::default());
            journey.again(Some(&headless.run()));
        }
        assert_eq!(journey.played, first + second + 2, "each tick is counted once");
        let before = journey.achieved;
        journey.begin(&decks, &level, &rules, headless.world_mut());
        leave(&mut headless);
        let third = headless.run().tick;
        assert!(journey.go_on(&decks, headless.world_mut(), Extras::default()));
        assert_eq!(journey.counts.finds.total(), 1, "finds are counted once");
        let mut all = before;
        all.add(&DeckStats::of(&headless.run(), &level));
        let ticks = |achieved: &DeckStats| achieved.lines()[1].clone();
        if regenerate {
            assert_eq!(ticks(&journey.achieved), ticks(&all), "{third}");
        } else {
            let mut earlier = headless.run();
            earlier.tick = first;
            all.take(&DeckStats::of(&earlier, &level));
            assert_eq!(ticks(&journey.achieved), ticks(&all), "the statistics of a deck are counted once");
        }
    }
}

#[test]
fn deck_is_new_to_the_player_once() {
    let rules = Arc::new(Rules::standard());
    for regenerate in [false, true] {
        let decks = decks(regenerate);
        let mut journey = Journey::first(&decks, 2, 7, None);
        let mut is_first = vec![journey.is_first_here(&decks)];
        for _ in 0..3 {
            let level = decks.level(&journey.deck).expect("it is there");
            let mut headless = Headless::begin(&journey.start(&level, &rules));
            leave(&mut headless);
            assert!(journey.go_on(&decks, headless.world_mut(), Extras::default()));
            is_first.push(journey.is_first_here(&decks));
            journey.again(None);
            assert_eq!(
                is_first.last(),
                Some(&journey.is_first_here(&decks)),
                "the briefing is shown again after death"
            );
        }
        assert_eq!(is_first, [true, true, false, false]);
    }
}

#[test]
fn deck_without_an_exit_ends_the_campaign() {
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'v': (wall: \"hull\", stairs: \"down\")},
        map: [\"#####\", \"#@..v\", \"#####\"])";
    let level = Arc::new(Level::read("x", text).expect("it is a level"));
    let decks = Decks::of_level("x.ron", Arc::clone(&level));
    let mut journey = Journey::first(&decks, 3, 7, None);
    let start = journey.start(&level, &Arc::new(Rules::standard()));
    assert_eq!((start.skill, start.seed, journey.deck.as_str()), (3, 7, "x.ron"));
    let mut headless = Headless::begin(&start);
    leave(&mut headless);
    assert!(!journey.go_on(&decks, headless.world_mut(), Extras::default()));
    assert_eq!((journey.deck.as_str(), journey.played), ("x.ron", headless.run().tick));
    assert_ne!(journey.seed, 7);
}
