//! Rules files: each error is reported in one sentence with its position.

use crate::scenario_builder::{file, root, tables};
use engine::{Rules, Tables};
use level::Level;

/// A file with one kind, whose health is in its second line.
const GHOUL: &str = r#"{ "ghoul": (
    health: 50, radius: 0.3, speed: 1.5, amble: 0.5,
    sprites: "shambler", pain: (chance: 50, lasts: 0.2), dying: 0.5,
    sounds: (notices: ["shambler_notice"], strikes: "swipe", hurt: "shambler_pain", dies: "shambler_death"),
    senses: (cone: 120, near: 1.5, ears: 1, reaction: 0.3, scent: 0, search: 8),
    attacks: [(reach: 1, damage: (6, 12), wind_up: 0.3, rest: 0.5, projectile: (speed: 5, radius: 0.1, spread: 2))],
    flees: Some((below: 30, lasts: 5)), bursts: Some((reach: 2, noise: 12, sound: "squelch", damage: { physical: "30" })), drops: Some("clip"),
) }"#;

/// Returns the error of reading a text in which `this` is replaced by `that`.
fn refused<T>(read: impl Fn(&str) -> Result<T, String>, text: &str, this: &str, that: &str) -> String {
    assert!(read(text).is_ok(), "the text itself is valid");
    assert!(text.contains(this), "the text contains {this}");
    match read(&text.replacen(this, that, 1)) {
        Err(told) => told,
        Ok(_) => panic!("{that} instead of {this} must be refused"),
    }
}

/// Returns the error of the ghoul file if `this` is replaced by `that`.
fn bad_ghoul(this: &str, that: &str) -> String {
    let read = |text: &str| Tables::monsters("monsters.ron", text.as_bytes()).map_err(|error| error.to_string());
    refused(read, GHOUL, this, that)
}

/// Checks that an error is one sentence that begins with its position and contains `what`.
fn check_sentence(told: &str, place: &str, what: &str) {
    assert!(told.starts_with(place), "{told} is not at {place}");
    assert!(told.contains(what), "{told} does not contain {what}");
    assert_eq!(told.lines().count(), 1, "{told}");
    for ours in ["MonsterKind", "RulesText", "Senses", "ProjectileKind", "PhantomData", "f32", "i32"] {
        assert!(!told.contains(ours), "{told} contains {ours}");
    }
}

#[test]
fn unknown_and_missing_fields_are_reported() {
    for (this, that, line, what) in [
        ("health: 50", "heath: 50", 2, "unknown field `heath`, expected one of"),
        ("ears: 1", "eyes: 1", 5, "unknown field `eyes`, expected one of"),
        ("reach: 1", "range: 1", 6, "unknown field `range`, expected one of"),
        ("health: 50, ", "", 8, "the field `health` is missing"),
        ("dies: \"shambler_death\"", "", 4, "the field `dies` is missing"),
        ("health: 50", "health: 50, health: 60", 2, "the field `health` is given twice"),
        ("drops: Some(\"clip\")", "drops: Clip", 7, ""),
    ] {
        check_sentence(&bad_ghoul(this, that), &format!("monsters.ron:{line}:"), what);
    }
}

#[test]
fn invalid_numbers_are_reported() {
    for (this, that, line, what) in [
        ("health: 50", "health: -50", 2, "health must be a whole number from 1 to 10000, got -50"),
        ("health: 50", "health: 0", 2, "health must be a whole number from 1 to 10000, got 0"),
        ("health: 50", "health: 20000", 2, "got 20000"),
        ("radius: 0.3", "radius: 0.9", 2, "a radius in tiles must be a number from 0.05 to 0.5, got 0.9"),
        ("radius: 0.3", "radius: -0.3", 2, "got -0.3"),
        ("speed: 1.5", "speed: -1", 2, "a speed in tiles per second must be a number from 0 to 8, got -1"),
        ("speed: 1.5", "speed: NaN", 2, "got NaN"),
        ("amble: 0.5", "amble: inf", 2, "got inf"),
        ("chance: 50", "chance: 101", 3, "a share in percent must be a whole number from 0 to 100, got 101"),
        ("lasts: 0.2", "lasts: -0.2", 3, "a time in seconds must be a number from 0 to 3600, got -0.2"),
        ("dying: 0.5", "dying: 1e9", 3, "got 1000000000"),
        ("cone: 120", "cone: 400", 5, "a cone in degrees must be a number from 0 to 360, got 400"),
        ("near: 1.5", "near: -inf", 5, "a length in tiles must be a number from 0 to 100, got -inf"),
        ("ears: 1", "ears: 2", 5, "a share must be a number from 0 to 1, got 2"),
        ("damage: (6, 12)", "damage: (12, 6)", 6, "the smaller one first, got (12, 6)"),
        ("damage: (6, 12)", "damage: (-1, 6)", 6, "damage must be two numbers from 0 to 10000"),
        ("speed: 5", "speed: 0", 6, "the speed of a projectile"),
        ("spread: 2", "spread: 181", 6, "an angle in degrees must be a number from 0 to 180, got 181"),
        ("below: 30", "below: -1", 7, "got -1"),
        ("reach: 2,", "reach: 20,", 7, "the reach of an explosion, in tiles, must be a number from 0.5 to 12, got 20"),
    ] {
        check_sentence(&bad_ghoul(this, that), &format!("monsters.ron:{line}:"), what);
    }
    let attacks = &GHOUL[GHOUL.find("attacks: [").expect("it has some")..GHOUL.find("]]").unwrap_or(GHOUL.len())];
    let attacks = &attacks[..attacks.find("))],").expect("they end") + 3];
    check_sentence(&bad_ghoul(attacks, "attacks: []"), "monsters.ron:6:", "a monster needs at least one attack");
}

#[test]
fn invalid_rules_are_reported_with_their_position() {
    let text = file("assets/rules/classic.ron");
    let read = |text: &str| Rules::read("classic.ron", text.as_bytes(), &tables());
    let line = |this: &str| text[..text.find(this).expect("the text contains it")].lines().count();
    for (this, that, what) in [
        ("walk: 2.0", "walk: -2.0", "a speed in tiles per second must be a number from 0 to 8, got -2"),
        ("shot: 12", "shot: 25", "the range of a noise, in cells, must be a whole number from 0 to 24, got 25"),
        ("unaware: 1", "unaware: -1", "damage must be a whole number from 0 to 10000, got -1"),
        ("reaction: 1.0", "reaction: NaN", "a factor must be a number from 0 to 100, got NaN"),
        ("attackers: 1000", "attackers: -1", ""),
        ("cooldown: 0.25", "cooldwon: 0.25", "unknown field `cooldwon`"),
        ("spread: 23.6", "spread: 236", "an angle in degrees must be a number from 0 to 180, got 236"),
        ("health: 50", "health: -5", "health must be a whole number from 1 to 10000, got -5"),
    ] {
        let told = refused(read, &text, this, that);
        let place = format!("classic.ron:{}:", line(this));
        check_sentence(&told, &place, what);
    }
    let three = text.replacen("        (name: \"Classic\"", "        //", 1);
    let told = read(&three).expect_err("there are four skills");
    assert!(told.starts_with("classic.ron:"), "{told}");
}

#[test]
fn binary_oversized_and_truncated_files_are_rejected() {
    let read = |bytes: &[u8]| Tables::monsters("monsters.ron", bytes).expect_err("it must be rejected").to_string();
    assert_eq!(read(b"{ \xff }"), "monsters.ron:1:3: a byte that is not UTF-8; save the file as UTF-8 text");
    assert!(read(&vec![b' '; 2 << 20]).contains("at most"));
    for cut in 0..GHOUL.len() {
        let told = read(&GHOUL.as_bytes()[..cut]);
        assert!(told.starts_with("monsters.ron:"), "{told}");
    }
}

#[test]
fn unknown_monster_kinds_are_reported() {
    let map = Level::read("deck.ron", crate::levels::with_entry("(monster: \"ghoul\")", "").as_bytes())
        .expect("a valid level");
    let told = Rules::standard().check(&map).expect_err("there is no such kind");
    assert!(told.starts_with("no monster 'ghoul' in the rules 'Hullbreach'; there are "), "{told}");
    assert!(told.contains("shambler"), "{told}");
    let monsters = Tables::monsters("monsters.ron", GHOUL.as_bytes()).expect("a valid kind");
    let ghouls = Tables { monsters, ..tables() };
    let rules =
        Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &ghouls).expect("valid rules");
    assert_eq!(rules.check(&map), Ok(()));
}

#[test]
fn missing_sprites_are_reported_with_their_kind() {
    let art =
        content::Files::of_folder(&root()).and_then(|files| content::read_art(&files)).expect("the art of the game");
    let missing = |text: &str| {
        let monsters = Tables::monsters("monsters.ron", text.as_bytes()).expect("a valid kind");
        let ghouls = Tables { monsters, ..tables() };
        let rules = Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &ghouls);
        let about_undead = |told: &String| told.starts_with("monsters.ron");
        let all = art.missing(&rules.expect("valid rules"));
        all.into_iter().filter(about_undead).collect::<Vec<_>>()
    };
    assert_eq!(missing(GHOUL), Vec::<String>::new());
    let told = missing(&GHOUL.replace("sprites: \"shambler\"", "sprites: \"ghost\""));
    let stand = "monsters.ron: ghoul: no sprite 'ghost_stand' in assets/sheets or assets/sprites";
    assert!(told.iter().any(|told| told == stand), "{told:?}");
    assert!(told.len() >= 10, "all poses are reported: {told:?}");
}

#[test]
fn kinds_in_rules_replace_those_of_the_game() {
    let monsters = tables();
    let read = |name: &str| {
        let text = file(&format!("assets/rules/{name}"));
        Rules::read(name, text.as_bytes(), &monsters).unwrap_or_else(|error| panic!("{error}"))
    };
    let speed = |rules: &Rules| {
        let number = rules.kind("shambler").expect("all rules know it");
        rules.monsters[usize::from(number)].1.speed
    };
    assert_ne!(speed(&read("standard.ron")), speed(&read("classic.ron")));
    assert_eq!(read("standard.ron"), Rules::standard());
}

#[test]
fn every_sound_of_the_shipped_kinds_has_a_file() {
    for (name, kind) in &Rules::standard().monsters {
        for sound in kind.sounds.all() {
            let path = root().join(format!("assets/sounds/{sound}.wav"));
            assert!(path.is_file(), "{name}: there is no sound '{sound}'");
        }
    }
}
