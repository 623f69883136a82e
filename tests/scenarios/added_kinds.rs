//! Mods that only add kinds: saves, demos and decks from before such a mod was installed continue with it.

use crate::{bot::shipped_decks, scenario::FORWARD};
use campaign::{Deck, Decks, Extras, Journey, Save, WayOn};
use content::{Files, Mod, read_rules, with_mods};
use engine::{Demo, Headless, Intent, Monster, Pickup, Player, Prop, Recorder, Replay, Rules, Start, bot::Bot};
use level::Level;
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

/// A mod whose kinds come before those of the game.
const ZOO: [(&str, &str); 6] = [
    ("mod.ron", "(name: \"Zoo\", version: \"1.0\")"),
    (
        "assets/monsters.ron",
        r#"{ "aardvark": (sprites: "fox", script: "aardvark", health: 30, radius: 0.25, speed: 3, amble: 1.5, dying: 0.6,
            sounds: (idles: "fox_idle", notices: ["fox_notice"], winds_up: "fox_windup", strikes: "crawler_bite",
            hurt: "fox_pain", dies: "fox_death"), pain: (chance: 100, lasts: 0.2),
            attacks: [(reach: 0.8, damage: { physical: "d4" }, wind_up: 0.2, rest: 0.5)]) }"#,
    ),
    ("assets/scripts/aardvark.lua", "function process(creature) end"),
    ("assets/pickups.ron", r#"{ "acorn": (sprite: "medkit", caption: "You eat an acorn", health: 1) }"#),
    ("assets/props.ron", r#"{ "anvil": (sprites: "bunk", hit: "crate_hit", radius: 0.4) }"#),
    (
        "assets/weapons.ron",
        r#"(ammunition: { "arrows": (limit: 9, icon: "icon_ammo") }, weapons: { "bow": (slot: 1, sprites: "pistol",
            sound: "shot", ammo: "arrows", cooldown: 0.5, damage: { physical: "9" }, bullets: ()) })"#,
    ),
];

/// Returns the rules of the game with mods that have these files.
fn rules(mods: &[&[(&str, &str)]]) -> Arc<Rules> {
    let game = Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the game's files");
    let in_memory = |(number, files): (usize, &&[(&str, &str)])| {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        Arc::new(Mod::of_memory(Path::new(&format!("mod {number}")), files).expect("a valid mod"))
    };
    let mods: Vec<_> = mods.iter().enumerate().map(in_memory).collect();
    read_rules(&with_mods(&game, &mods), None).expect("valid rules").0
}

/// The rules without a mod and with the zoo.
static RULES: LazyLock<[Arc<Rules>; 2]> = LazyLock::new(|| [rules(&[]), rules(&[&ZOO])]);

/// Returns the save of a run after a round trip through its file.
fn saved(start: &Start, run: &mut Headless) -> Save {
    let journey = Journey::new("levels/deck1.ron", start.skill, start.seed, None);
    let save = Save::of(&journey, start, &start.level.name, run.world_mut());
    Save::read(&save.bytes().expect("it can be written")).expect("it was just written")
}

/// Continues a save under these rules with the rest of the intents, and returns the hash of the state at the end.
fn continued(save: &Save, level: &Arc<Level>, rules: &Arc<Rules>, rest: &[Intent]) -> u64 {
    let mut run = Headless::begin(&Start { rules: Arc::clone(rules), ..Start::on(Arc::clone(level)) });
    save.restore(run.world_mut(), level, rules).expect("the mod only adds kinds");
    rest.iter().for_each(|intent| run.tick(*intent));
    run.snapshot().hash()
}

#[test]
fn save_continues_with_added_kinds_as_without_them() {
    let [base, zoo] = &*RULES;
    let of = |rules: &Rules| rules.kind("chicken").expect("a kind of the game");
    assert_eq!((zoo.kind("aardvark"), of(zoo)), (Some(0), of(base) + 1), "the new kind comes first");
    let level = shipped_decks().remove(0);
    let start = Start { rules: Arc::clone(base), skill: 3, ..Start::on(Arc::clone(&level)) };
    let (mut run, mut bot) = (Headless::begin(&start), Bot::new(1));
    let mut play = |run: &mut Headless| {
        let intent = bot.intent(run.world_mut());
        run.tick(intent);
        intent
    };
    (0..240).for_each(|_| _ = play(&mut run));
    let save = saved(&start, &mut run);
    let after: Vec<Intent> = (0..240).map(|_| play(&mut run)).collect();
    let end = run.snapshot().hash();
    assert_eq!([base, zoo].map(|rules| continued(&save, &level, rules, &after)), [end; 2]);

    // A save that is written while the mod is on still loads without it.
    let mut run = Headless::begin(&Start { rules: Arc::clone(zoo), ..start.clone() });
    save.restore(run.world_mut(), &level, zoo).expect("the mod only adds kinds");
    let again = saved(&Start { rules: Arc::clone(zoo), ..start.clone() }, &mut run);
    assert_eq!([base, zoo].map(|rules| continued(&again, &level, rules, &after)), [end; 2]);
}

#[test]
fn save_names_the_kinds_that_are_missing() {
    let [base, zoo] = &*RULES;
    let level = shipped_decks().remove(0);
    let start = Start { rules: Arc::clone(zoo), ..Start::on(Arc::clone(&level)) };
    let save = saved(&start, &mut Headless::begin(&start));
    assert!(save.snapshot(&level, zoo).is_ok());
    let missing = save.snapshot(&level, base).expect_err("the zoo is not there").to_string();
    assert_eq!(
        missing,
        "needed kinds are missing: 'aardvark' (monsters.ron), 'arrows' (weapons.ron), 'bow' (weapons.ron), 'acorn' \
         (pickups.ron) (+ 2)"
    );
}

#[test]
fn save_is_refused_by_a_mod_that_changes_a_kind() {
    let [base, _] = &*RULES;
    let level = shipped_decks().remove(0);
    let start = Start { rules: Arc::clone(base), ..Start::on(Arc::clone(&level)) };
    let save = saved(&start, &mut Headless::begin(&start));
    let changed =
        rules(&[&ZOO, &[("assets/pickups.ron", r#"{ "medkit": (sprite: "medkit", caption: "x", health: 26) }"#)]]);
    let why = save.snapshot(&level, &changed).expect_err("a kind has changed").to_string();
    assert_eq!(why, "pickups.ron has changed since");
}

#[test]
fn demo_plays_with_added_kinds() {
    let [base, zoo] = &*RULES;
    let level = shipped_decks().remove(0);
    let start = Start { rules: Arc::clone(base), ..Start::on(Arc::clone(&level)) };
    // From the start of the run, and from its middle.
    for goes_on in [false, true] {
        let mut run = Headless::begin(&start);
        if goes_on {
            (0..100).for_each(|_| run.tick(FORWARD));
        }
        let mut recorder = match goes_on {
            true => Recorder::from_here(&start, "levels/deck1.ron", run.world_mut()),
            false => Recorder::new(&start, "levels/deck1.ron"),
        };
        for _ in 0..200 {
            run.tick(FORWARD);
            recorder.record(FORWARD, run.world_mut());
        }
        let bytes = recorder.finish(run.world_mut()).bytes().expect("it can be written");
        let demo = Demo::read(&bytes).expect("it was just written");
        assert_eq!(demo.fits(&level, zoo), Ok(()));
        let mut replay = Replay::new(demo, &level, zoo).expect("the mod only adds kinds");
        let mut again = Headless::begin(replay.start());
        replay.begin(again.world_mut()).expect("a valid state");
        while replay.advance(again.world_mut()).expect("it does not diverge") {}
    }
}

#[test]
fn deck_that_was_left_continues_with_added_kinds() {
    let [base, zoo] = &*RULES;
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'a': (pickup: \"clip\"),
            'z': (monster: \"shambler\"), 'm': (monster: \"monkey\"), 'b': (prop: \"barrel\"),
            'v': (wall: \"hull\", stairs: \"down\")},
        map: [\"######\", \"#.@..v\", \"######\", \"#zamb#\", \"######\"], arrivals: [(name: \"down\", at: (4, 1))])";
    let level = Arc::new(Level::read("x", text).expect("it is a level"));
    let way = |to: &str| WayOn { by: "down".to_owned(), to: Some(to.to_owned()), arrive: Some("down".to_owned()) };
    let deck = |name: &str, to: &str| Deck {
        name: name.to_owned(),
        ways: vec![way(to)],
        ..Deck::of_level(&format!("{name}.ron"), Arc::clone(&level))
    };
    let decks = Decks::drawn(vec![deck("a", "b"), deck("b", "a")]);
    let mut journey = Journey::first(&decks, 2, 7, None);
    let mut run = Headless::begin(&journey.start(&level, base));
    let leave = |run: &mut Headless| (0..400).for_each(|tick| run.tick(Intent { use_: tick % 2 == 0, ..FORWARD }));
    leave(&mut run);
    assert!(journey.go_on(&decks, run.world_mut(), Extras::default()));
    // The mod is switched on, and the player finds the bow on the second deck.
    journey.begin(&decks, &level, zoo, run.world_mut());
    leave(&mut run);
    assert!(journey.go_on(&decks, run.world_mut(), Extras::default()));
    journey.loadout.inventory.add("bow".to_owned(), 1);
    let (_, goes_on) = journey.begin(&decks, &level, zoo, run.world_mut());
    assert!(goes_on, "the first deck is as it was left");
    let world = run.world_mut();
    let rules = world.resource::<Rules>().clone();
    let (mut monsters, mut pickups, mut props) =
        (world.query::<&Monster>(), world.query::<&Pickup>(), world.query::<&Prop>());
    let mut names: Vec<&str> =
        monsters.iter(world).map(|one| rules.monsters[usize::from(one.kind())].0.as_str()).collect();
    names.extend(pickups.iter(world).map(|one| rules.pickups[usize::from(one.kind)].0.as_str()));
    names.extend(props.iter(world).map(|one| rules.props[usize::from(one.kind())].0.as_str()));
    names.sort_unstable();
    assert_eq!(names, ["barrel", "clip", "monkey", "shambler"]);
    let mut players = world.query::<&Player>();
    let player = players.single(world).expect("there is one player");
    assert_eq!(player.inventory.count("bow"), 1, "the player keeps what the mod adds");
    (0..100).for_each(|_| run.tick(Intent::default()));
}
