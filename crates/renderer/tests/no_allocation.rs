//! Once warm, a picture of a deck takes no memory from the system: neither the raycaster nor the HUD, the lights or the marks.

#[path = "../../raycast/tests/shared/counting_allocator.rs"]
mod counting_allocator;

use counting_allocator::asked;
use engine::{Headless, Intent, Rules, Start, ticks};
use level::Level;
use renderer::{Art, DrawFrame, RendererPlugin};
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// The first deck, on which nobody can hurt or miss the player: what is said of a miss takes memory.
fn deck() -> Start {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/deck1.ron");
    let level = Level::read("deck1.ron", &std::fs::read(file).expect("it is there")).expect("it is a good one");
    let mut rules = Rules::standard();
    rules.skills.iter_mut().for_each(|skill| skill.damage = 0.0);
    let attacks = rules.monsters.iter_mut().flat_map(|(_, kind)| &mut kind.attacks);
    attacks.for_each(|attack| attack.chance = 100);
    Start { rules: Arc::new(rules), ..Start::on(Arc::new(level)) }
}

/// What the player does in a tick: he turns on the spot, and steps to one side and the other. Now and then he fires.
fn intent(tick: u32) -> Intent {
    let strafe = if (tick / 120).is_multiple_of(2) { 1.0 } else { -1.0 };
    Intent { turn: 0.02, strafe, fire: tick % 480 < 60, ..Intent::default() }
}

/// How often the pictures of so many seconds ask for memory, and which is the last that does.
fn asked_in(game: &mut Headless, seconds: f32) -> (usize, Option<u32>) {
    let (mut all, mut last) = (0, None);
    for tick in 0..ticks(seconds) {
        game.tick(intent(tick));
        let before = asked();
        game.world_mut().run_schedule(DrawFrame);
        if asked() > before {
            (all, last) = (all + asked() - before, Some(tick));
        }
    }
    (all, last)
}

/// The art that the game comes with.
fn shipped_art() -> Art {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let read = |path: &Path| std::fs::read(path).expect("a file of the art");
    let mut files = BTreeMap::new();
    for folder in ["fonts", "sheets", "pictures", "skies"] {
        for entry in assets.join(folder).read_dir().expect("a folder of the art") {
            let path = entry.expect("an entry of the folder").path();
            let name = path.strip_prefix(&assets).expect("a path below it").to_string_lossy().into_owned();
            files.insert(name, read(&path));
        }
    }
    Art::from_files(&files).expect("the art of the game")
}

#[test]
fn a_warm_picture_asks_for_no_memory() {
    // A single test, for the tests of a file run side by side and would be counted together.
    let art = shipped_art();
    let mut game = Headless::begin_with(&deck(), |app| {
        app.add_plugins(RendererPlugin);
    });
    game.world_mut().insert_resource(art);
    let (first, _) = asked_in(&mut game, 20.0);
    assert!(first > 0, "the first pictures ask for memory, and it is counted");
    assert_eq!(asked_in(&mut game, 8.0), (0, None), "how often, and in which tick last");
}
