//! Saves: the player's progress on every deck can be restored, even if the game has changed in the meantime.

use crate::{
    bot::{bot_run, shipped_decks},
    scenario::{FORWARD, level},
};
use campaign::{Journey, Save};
use engine::{Demo, Headless, Loadout, Replay, Rules, Start};
use level::Level;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{path::Path, sync::Arc, time::Instant};

/// Returns the save of a run after a round trip through its file.
fn from_file(start: &Start, run: &mut Headless) -> Save {
    let journey = Journey::new("levels/story.ron", start.skill, start.seed, None);
    let save = Save::of(&journey, start, &start.level.name, run.world_mut());
    Save::read(&save.bytes().expect("it can be written")).expect("it was just written")
}

#[test]
fn saved_and_loaded_runs_are_identical() {
    for (number, deck) in (1_u64..).zip(shipped_decks()) {
        let start = Start { seed: number, skill: 3, ..Start::on(Arc::clone(&deck)) };
        let (intents, hashes) = bot_run(&start);
        let mut chance = Pcg32::seed_from_u64(number);
        let mut stops: Vec<usize> = (0..4).map(|_| chance.random_range(0..intents.len())).collect();
        stops.sort_unstable();
        let mut run = Headless::begin(&start);
        for (tick, &intent) in intents.iter().enumerate() {
            if stops.contains(&tick) {
                // Another world, in which something different was played before.
                let save = from_file(&start, &mut run);
                let mut other = Headless::begin(&Start { seed: 99, ..start.clone() });
                (0..5).for_each(|_| other.tick(FORWARD));
                save.restore(other.world_mut(), &deck, &start.rules).expect("its own level and rules");
                assert_eq!(other.snapshot().hash(), run.snapshot().hash(), "{}: tick {tick}", deck.name);
                run = other;
            }
            run.tick(intent);
            if let Some(hash) = hashes.get(&(tick + 1)) {
                assert_eq!(run.snapshot().hash(), *hash, "{}: diverged at tick {tick}", deck.name);
            }
        }
    }
}

#[test]
fn huge_item_counts_load_quickly() {
    let level = level("######\n#@...#\n######");
    let mut loadout = Loadout::default();
    loadout.inventory.set("chalice".to_owned(), 1_000_000_000_000);
    let start = Start { loadout: loadout.clone(), ..Start::on(Arc::clone(&level)) };
    let mut run = Headless::begin(&start);
    let save = from_file(&start, &mut run);
    let bytes = save.bytes().expect("it can be written");
    assert!(bytes.len() < 10_000, "{} bytes", bytes.len());
    assert_eq!(save.head.loadout(), loadout);
    let began = Instant::now();
    let read = Save::read(&bytes).expect("it is valid");
    // Setting the counts one by one would take hours; this is not a measurement.
    assert!(began.elapsed().as_secs() < 10);
    assert_eq!(read.head.loadout().inventory.total(), loadout.inventory.total());
}

#[test]
fn deck_restarts_if_the_rules_have_changed() {
    let level = level("##########\n#@...z...#\n##########");
    let loadout = Loadout::with_pistol(42, 17);
    let start = Start { loadout: loadout.clone(), ..Start::on(Arc::clone(&level)) };
    let mut run = Headless::begin(&start);
    (0..300).for_each(|_| run.tick(FORWARD));
    let save = from_file(&start, &mut run);
    let mut rules = Rules::standard();
    rules.weapons.iter_mut().for_each(|(_, weapon)| weapon.cooldown += 1);
    let rules = Arc::new(rules);
    let told = save.restore(run.world_mut(), &level, &rules).expect_err("the rules differ");
    assert_eq!(told.to_string(), "weapons.ron has changed since");
    let mut anew = Headless::begin(&save.journey.start(&level, &rules));
    assert_eq!((anew.run().tick, anew.run().seed), (0, start.seed));
    assert_eq!(from_file(&save.journey.start(&level, &rules), &mut anew).head.loadout(), loadout);
}

#[test]
fn saves_of_every_version_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let mut versions = Vec::new();
    let files =
        std::fs::read_dir(&folder).expect("there is one of each version").map(|file| file.expect("a file").path());
    for file in files.filter(|file| file.is_file()) {
        let save = Save::read(&std::fs::read(&file).expect("it can be read"));
        let save = save.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!((save.head.level.as_str(), save.head.skill, save.tick), ("levels/deck2.ron", 3, 1200));
        assert!(save.head.loadout().inventory.count("pistol") == 1 && save.picture.width > 0);
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        versions.push(name.parse::<u32>().expect("the name is the version"));
    }
    versions.sort_unstable();
    assert_eq!(versions, (1..=campaign::FORMAT.version).collect::<Vec<_>>());
}

#[test]
fn saves_report_changed_files_and_restart_the_deck() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/earlier");
    let bytes = |name: &str| std::fs::read(folder.join(name)).expect("it can be read");
    let rules = Arc::new(Rules::standard());
    let changed = "has changed since";
    let deck = |file: &str| Arc::new(Level::read(file, &bytes(&format!("../../../{file}"))).expect("it is shipped"));
    for (name, ticks) in [("quick-1.save", 960), ("slot-01.save", 1), ("deck-2.save", 1)] {
        let save = Save::read(&bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(save.tick >= ticks && save.picture.width > 0, "{name}: {}", save.tick);
        let level = &deck(&save.head.level);
        let misfit = save.snapshot(level, &rules).expect_err("the level or a table differs");
        assert!(misfit.to_string().ends_with(changed), "{name}: {misfit}");
        let start = save.journey.start(level, &rules);
        assert_eq!((start.skill, start.seed), (save.head.skill, save.head.seed), "{name}");
        assert_eq!(start.loadout, save.head.loadout(), "{name}");
    }
    let demo = Demo::read(&bytes("run.demo")).expect("it is a demo");
    let level = deck(&demo.head().level);
    let misfit = Replay::new(demo, &level, &rules).err().expect("the level or a table differs");
    assert!(misfit.to_string().contains("changed"), "{misfit}");
}
