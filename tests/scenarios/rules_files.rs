//! Files of kinds and rules: what is wrong with one is told in a sentence, with its place.

use crate::scenario_builder::{file, root, tables};
use engine::{Rules, Tables};
use level::Level;

/// A file of one kind, in which its second line is its health.
const GHOUL: &str = r#"{ "ghoul": (
    health: 50, radius: 0.3, speed: 1.5, amble: 0.5,
    sprites: "shambler", pain: (chance: 50, lasts: 0.2), dying: 0.5,
    sounds: (notices: ["shambler_notice"], strikes: "swipe", hurt: "shambler_pain", dies: "shambler_death"),
    senses: (cone: 120, near: 1.5, ears: 1, reaction: 0.3, scent: 0, search: 8),
    attacks: [(reach: 1, damage: (6, 12), wind_up: 0.3, rest: 0.5, projectile: (speed: 5, radius: 0.1, spread: 2))],
    flees: Some((below: 30, lasts: 5)), bursts: Some((reach: 2, noise: 12, sound: "squelch", damage: { physical: "30" })), drops: Some("clip"),
) }"#;

/// What is said of a text in which this is replaced by that.
fn refused<T>(read: impl Fn(&str) -> Result<T, String>, text: &str, this: &str, that: &str) -> String {
    assert!(read(text).is_ok(), "the text itself is sound");
    assert!(text.contains(this), "{this} stands in the text");
    match read(&text.replacen(this, that, 1)) {
        Err(told) => told,
        Ok(_) => panic!("{that} instead of {this} must be refused"),
    }
}

/// What is said of the ghoul if this is replaced by that.
fn bad_ghoul(this: &str, that: &str) -> String {
    let read = |text: &str| Tables::monsters("monsters.ron", text.as_bytes()).map_err(|error| error.to_string());
    refused(read, GHOUL, this, that)
}

/// One sentence with its place: line and column, and something about what is wrong.
fn check_sentence(told: &str, place: &str, what: &str) {
    assert!(told.starts_with(place), "{told} is not at {place}");
    assert!(told.contains(what), "{told} does not say {what}");
    assert_eq!(told.lines().count(), 1, "{told}");
    for ours in ["MonsterKind", "RulesText", "Senses", "ProjectileKind", "PhantomData", "f32", "i32"] {
        assert!(!told.contains(ours), "{told} speaks of {ours}");
    }
}

#[test]
fn an_unknown_or_missing_field_is_told_with_its_place() {
    for (this, that, line, what) in [
        ("health: 50", "heath: 50", 2, "there is no field `heath` here; there are"),
        ("ears: 1", "eyes: 1", 5, "there is no field `eyes` here; there are"),
        ("reach: 1", "range: 1", 6, "there is no field `range` here; there are"),
        ("health: 50, ", "", 8, "the field `health` is missing"),
        ("dies: \"shambler_death\"", "", 4, "the field `dies` is missing"),
        ("health: 50", "health: 50, health: 60", 2, "the field `health` is given twice"),
        ("drops: Some(\"clip\")", "drops: Clip", 7, ""),
    ] {
        check_sentence(&bad_ghoul(this, that), &format!("monsters.ron:{line}:"), what);
    }
}

#[test]
fn a_number_that_is_negative_or_none_or_too_great_is_told_with_its_place() {
    for (this, that, line, what) in [
        ("health: 50", "health: -50", 2, "health is a whole number from 1 to 10000, not -50"),
        ("health: 50", "health: 0", 2, "health is a whole number from 1 to 10000, not 0"),
        ("health: 50", "health: 20000", 2, "not 20000"),
        ("radius: 0.3", "radius: 0.9", 2, "a radius in tiles is a number from 0.05 to 0.5, not 0.9"),
        ("radius: 0.3", "radius: -0.3", 2, "not -0.3"),
        ("speed: 1.5", "speed: -1", 2, "a speed in tiles a second is a number from 0 to 8, not -1"),
        ("speed: 1.5", "speed: NaN", 2, "not NaN"),
        ("amble: 0.5", "amble: inf", 2, "not inf"),
        ("chance: 50", "chance: 101", 3, "a share in per cent is a whole number from 0 to 100, not 101"),
        ("lasts: 0.2", "lasts: -0.2", 3, "a time in seconds is a number from 0 to 3600, not -0.2"),
        ("dying: 0.5", "dying: 1e9", 3, "not 1000000000"),
        ("cone: 120", "cone: 400", 5, "a cone in degrees is a number from 0 to 360, not 400"),
        ("near: 1.5", "near: -inf", 5, "a length in tiles is a number from 0 to 100, not -inf"),
        ("ears: 1", "ears: 2", 5, "a share is a number from 0 to 1, not 2"),
        ("damage: (6, 12)", "damage: (12, 6)", 6, "the lesser first, not (12, 6)"),
        ("damage: (6, 12)", "damage: (-1, 6)", 6, "damage is two numbers from 0 to 10000"),
        ("speed: 5", "speed: 0", 6, "the speed of what is thrown"),
        ("spread: 2", "spread: 181", 6, "an angle in degrees is a number from 0 to 180, not 181"),
        ("below: 30", "below: -1", 7, "not -1"),
        ("reach: 2,", "reach: 20,", 7, "how far an explosion reaches, in tiles, is a number from 0.5 to 12, not 20"),
    ] {
        check_sentence(&bad_ghoul(this, that), &format!("monsters.ron:{line}:"), what);
    }
    let attacks = &GHOUL[GHOUL.find("attacks: [").expect("it has some")..GHOUL.find("]]").unwrap_or(GHOUL.len())];
    let attacks = &attacks[..attacks.find("))],").expect("they end") + 3];
    check_sentence(&bad_ghoul(attacks, "attacks: []"), "monsters.ron:6:", "an undead needs one attack at least");
}

#[test]
fn rules_that_are_wrong_are_told_with_their_place() {
    let text = file("assets/rules/classic.ron");
    let read = |text: &str| Rules::read("classic.ron", text.as_bytes(), &tables());
    let line = |this: &str| text[..text.find(this).expect("it stands there")].lines().count();
    for (this, that, what) in [
        ("walk: 2.0", "walk: -2.0", "a speed in tiles a second is a number from 0 to 8, not -2"),
        ("shot: 12", "shot: 25", "how far a noise is heard, in cells, is a whole number from 0 to 24, not 25"),
        ("unaware: 1", "unaware: -1", "damage is a whole number from 0 to 10000, not -1"),
        ("reaction: 1.0", "reaction: NaN", "a factor is a number from 0 to 100, not NaN"),
        ("attackers: 1000", "attackers: -1", ""),
        ("again: 0.25", "agane: 0.25", "there is no field `agane` here"),
        ("spread: 23.6", "spread: 236", "an angle in degrees is a number from 0 to 180, not 236"),
        ("health: 50", "health: -5", "health is a whole number from 1 to 10000, not -5"),
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
fn files_that_are_no_text_or_far_too_big_or_cut_off_are_refused() {
    let read = |bytes: &[u8]| Tables::monsters("monsters.ron", bytes).expect_err("it must be refused").to_string();
    assert_eq!(read(b"{ \xff }"), "monsters.ron:1:3: a byte that is not UTF-8; save the file as UTF-8 text");
    assert!(read(&vec![b' '; 2 << 20]).contains("at most"));
    for cut in 0..GHOUL.len() {
        let told = read(&GHOUL.as_bytes()[..cut]);
        assert!(told.starts_with("monsters.ron:"), "{told}");
    }
}

#[test]
fn an_undead_that_the_rules_do_not_know_is_told_with_its_name() {
    let map =
        Level::read("deck.ron", crate::levels::with_entry("(monster: \"ghoul\")", "").as_bytes()).expect("a good one");
    let told = Rules::standard().check(&map).expect_err("there is no such kind");
    assert!(told.starts_with("no monster 'ghoul' in the rules 'Hullbreach'; there are "), "{told}");
    assert!(told.contains("shambler"), "{told}");
    let monsters = Tables::monsters("monsters.ron", GHOUL.as_bytes()).expect("a sound kind");
    let ghouls = Tables { monsters, ..tables() };
    let rules =
        Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &ghouls).expect("sound rules");
    assert_eq!(rules.check(&map), Ok(()));
}

#[test]
fn a_sprite_that_there_is_not_is_told_with_its_kind() {
    let art =
        content::Files::of_folder(&root()).and_then(|files| content::read_art(&files)).expect("the art of the game");
    let missing = |text: &str| {
        let monsters = Tables::monsters("monsters.ron", text.as_bytes()).expect("a sound kind");
        let ghouls = Tables { monsters, ..tables() };
        let rules = Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &ghouls);
        let about_undead = |told: &String| told.starts_with("monsters.ron");
        let all = art.missing(&rules.expect("sound rules"));
        all.into_iter().filter(about_undead).collect::<Vec<_>>()
    };
    assert_eq!(missing(GHOUL), Vec::<String>::new());
    let told = missing(&GHOUL.replace("sprites: \"shambler\"", "sprites: \"ghost\""));
    let stand = "monsters.ron: ghoul: no sprite 'ghost_stand' in assets/sheets or assets/sprites";
    assert!(told.iter().any(|told| told == stand), "{told:?}");
    assert!(told.len() >= 10, "all poses are told: {told:?}");
}

#[test]
fn a_kind_of_the_rules_takes_the_place_of_the_games() {
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
