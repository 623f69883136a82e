use super::*;
use campaign::Ring;
use level::Level;
use ports::{FaultWorld, assert_message};
use rand::RngExt;
use std::sync::LazyLock;

static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::standard()));

/// Returns the setting of games on a small deck.
pub(crate) fn setting() -> Setting {
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
        map: [\"######\", \"#@...#\", \"#....#\", \"######\"])";
    let level = Arc::new(Level::read("x.ron", text).unwrap());
    Setting {
        decks: Decks::of_level("x.ron", level),
        rules: Arc::clone(&RULES),
        style: Style::Ascii,
        skill: 2,
        seed: Some(1),
        tongue: Tongue::default(),
        language: None,
        own_levels: None,
    }
}

/// A player acts and leaves at any moment, by quitting or in another way, while accesses fail.
#[test]
fn deck_is_saved_however_the_player_leaves_whatever_fails() {
    for seed in 0..12 {
        let mut world = FaultWorld::new(seed, 0.02, 0.3);
        let shelf = SaveDir::in_store(world.store.clone(), "saves", world.clock.clone());
        let mut talk = Talk::begin(setting(), Alone::default()).unwrap();
        talk.saves = DeckSaves::in_folder(Some(shelf.clone()));
        for number in 1..world.rng.random_range(2..8) {
            let words = ["go e", "go s", "wait 1", "restart", "save x", "status"][world.rng.random_range(0..6)];
            let reply = world.act(|| talk.answer(format!("{number} {words}").as_bytes())).0;
            assert!(reply.ends_with(&format!("\n{}", number + 1)), "{reply}");
            reply.lines().filter(|line| !line.trim().is_empty()).for_each(assert_message);
        }
        if world.rng.random() {
            assert!(talk.answer(b"99 quit").contains("Goodbye") && talk.has_ended());
        }
        let tick = talk.game.play.headless.run().tick;
        // At the end of the input, after a signal and after quitting, the session ends here.
        let (result, _) = world.act(|| talk.end());
        let newest = shelf.newest(Some(Ring::Auto)).map(|(_, save)| save.tick);
        match result {
            Ok(()) => assert!(tick == 0 || newest == Some(tick), "world {seed}: {newest:?} is saved, {tick} is played"),
            Err(what) => assert_message(&what),
        }
    }
}
