//! After the first frames, drawing a level does not allocate memory: neither in the raycaster nor in the HUD, the
//! lights or the marks.

#[path = "../../raycast/tests/shared/counting_allocator.rs"]
mod counting_allocator;

use counting_allocator::asked;
use engine::{Headless, Intent, Rules, Start, ticks};
use level::Level;
use renderer::{Art, DrawFrame, RendererPlugin};
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// Returns a start on the first deck, with attacks that never hurt and never miss, because the message about a miss
/// allocates.
fn deck() -> Start {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/deck1.ron");
    let level = Level::read("deck1.ron", &std::fs::read(file).expect("readable")).expect("a valid level");
    let mut rules = Rules::standard();
    rules.skills.iter_mut().for_each(|skill| skill.damage = 0.0);
    let attacks = rules.monsters.iter_mut().flat_map(|(_, kind)| &mut kind.attacks);
    attacks.for_each(|attack| attack.chance = 100);
    Start { rules: Arc::new(rules), ..Start::on(Arc::new(level)) }
}

/// Returns the player's intent in a tick: turn on the spot, strafe from side to side, and fire now and then.
fn intent(tick: u32) -> Intent {
    let strafe = if (tick / 120).is_multiple_of(2) { 1.0 } else { -1.0 };
    Intent { turn: 0.02, strafe, fire: tick % 480 < 60, ..Intent::default() }
}

/// Returns how often the frames of this number of seconds allocate, and in which tick last.
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

/// Returns the art that the game ships with.
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
fn warm_renderer_does_not_allocate() {
    // This must be a single test: the tests of a file run in parallel, and their allocations would be counted together.
    let art = shipped_art();
    let mut game = Headless::begin_with(&deck(), |app| {
        app.add_plugins(RendererPlugin);
    });
    game.world_mut().insert_resource(art);
    let (first, _) = asked_in(&mut game, 20.0);
    assert!(first > 0, "the first frames must allocate, and it must be counted");
    assert_eq!(asked_in(&mut game, 8.0), (0, None), "the number of allocations, and the last tick with one");
}
