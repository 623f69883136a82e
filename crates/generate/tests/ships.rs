//! Whole ships: their contents, playability of each deck, and stable results for each code.

use generate::{DANGERS, GeneratorData, LENGTHS, MAX_SEED, Ship, ShipCode, ShipDeck, read_treasure_sets};
use level::{CellShape, GameData, Level, MonsterData, PickupData, TerminalGame, ThingKind, TriggerAction};
use std::collections::BTreeSet;

/// The animals of prefab rooms.
const ANIMALS: [&str; 4] = ["chicken", "fox", "monkey", "robot"];

/// All monsters and pickups that ships use, with numbers similar to those of the game.
fn known() -> GeneratorData {
    let file = format!("{}/../../assets/treasure_sets.ron", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let creature = |(name, health, harm, shoots): (&str, u32, u32, u32)| {
        (name.to_owned(), MonsterData { health, harm, ticks: health * 8, shoots })
    };
    let creatures = [
        ("shambler", 50, 600, 0),
        ("crawler", 25, 450, 0),
        ("bloater", 35, 300, 0),
        ("officer", 60, 360, 9),
        ("cinder", 60, 470, 0),
        ("skeleton", 30, 510, 0),
        ("brute", 240, 1200, 0),
        ("minotaur", 180, 900, 0),
    ];
    // The animals of prefab rooms, which do not have to be fought.
    let animals = ANIMALS.map(|name| (name.to_owned(), MonsterData::default()));
    let pickup = |(name, heals, hurts): (&str, u32, u32)| (name.to_owned(), PickupData { heals, hurts });
    let pickups = [
        ("clip", 0, 110),
        ("shells", 0, 400),
        ("nails", 0, 280),
        ("fuel", 0, 100),
        ("rockets", 0, 390),
        ("shotgun", 0, 400),
        ("nailgun", 0, 350),
        ("flamer", 0, 100),
        ("launcher", 0, 520),
        ("medkit", 25, 0),
        ("serum", 100, 0),
    ];
    let others = [
        "plate",
        "vest",
        "ingot",
        "medal",
        "goblet",
        "pistol",
        "patcher",
        "heat module",
        "filter module",
        "insulator module",
        "thermal module",
        "relic",
    ];
    let others = others.map(|name| (name, 0, 0));
    GeneratorData {
        treasure_sets: read_treasure_sets("treasure_sets.ron", &bytes).expect("valid sets"),
        game_data: GameData {
            health: 100,
            hurts: 500,
            monsters: creatures.into_iter().map(creature).chain(animals).collect(),
            pickups: pickups.into_iter().chain(others).map(pickup).collect(),
            ..GameData::default()
        },
        ..GeneratorData::default()
    }
}

fn ship(seed: u64, danger: u8, length: u8) -> Ship {
    let code = ShipCode::new(seed, danger, length).expect("in range");
    Ship::make(code, &known()).unwrap_or_else(|error| panic!("{code}: {error}"))
}

/// Returns codes of every danger and length.
fn some(count: u64) -> impl Iterator<Item = (u64, u8, u8)> {
    (0..count).map(|number| {
        let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MAX_SEED;
        (seed, DANGERS.start() + (number % 4) as u8, LENGTHS.start() + (number / 4 % 5) as u8)
    })
}

fn monsters(level: &Level) -> Vec<&str> {
    let kind = |kind: &ThingKind| match kind {
        ThingKind::Monster(index) => Some(level.monster(*index)),
        _ => None,
    };
    level.things.iter().filter_map(|thing| kind(&thing.kind)).collect()
}

fn pickups(level: &Level) -> Vec<&str> {
    let kind = |kind: &ThingKind| match kind {
        ThingKind::Pickup(index) => Some(level.pickup(*index)),
        _ => None,
    };
    level.things.iter().filter_map(|thing| kind(&thing.kind)).collect()
}

#[test]
fn ships_are_playable_and_have_all_monsters_and_weapons() {
    let known = known();
    for (seed, danger, length) in some(40) {
        let ship = ship(seed, danger, length);
        assert_eq!(ship.decks.len(), usize::from(length));
        let all =
            |of: fn(&Level) -> Vec<&str>| ship.decks.iter().flat_map(|deck| of(&deck.level)).collect::<BTreeSet<_>>();
        let (monsters, pickups) = (all(monsters), all(pickups));
        assert!(
            known
                .game_data
                .monsters
                .keys()
                .all(|kind| monsters.contains(kind.as_str()) || ANIMALS.contains(&kind.as_str())),
            "{}: {monsters:?}",
            ship.code
        );
        for weapon in ["shotgun", "nailgun", "flamer", "patcher", "launcher"] {
            assert!(pickups.contains(weapon), "{}: no {weapon}", ship.code);
        }
        assert!(ship.decks.iter().any(|deck| !deck.level.terminals.is_empty()), "{}: no vault", ship.code);
        for deck in &ship.decks {
            let findings = deck.level.findings(&known.game_data);
            assert!(
                findings.iter().all(|finding| !finding.lint.rejects_deck()),
                "{}, {}: {findings:?}",
                ship.code,
                deck.level.name
            );
            assert!(!deck.level.messages.is_empty(), "every deck has a text");
        }
    }
}

#[test]
fn every_ship_uses_all_systems() {
    for (seed, danger, length) in some(20) {
        let ship = ship(seed, danger, length);
        let is_somewhere = |is_there: &dyn Fn(&Level) -> bool| ship.decks.iter().any(|deck| is_there(&deck.level));
        let table =
            |level: &Level| level.terminals.iter().any(|terminal| matches!(terminal.game, TerminalGame::Table(_)));
        let gravity = |level: &Level| {
            let mut actions = level.triggers.iter().flat_map(|trigger| &trigger.actions);
            actions.any(|action| matches!(action, TriggerAction::Gravity(..)))
        };
        let animals = |level: &Level| monsters(level).iter().any(|kind| ANIMALS.contains(kind));
        assert!(is_somewhere(&table), "{}: no table", ship.code);
        assert!(is_somewhere(&gravity), "{}: no weightlessness", ship.code);
        assert!(is_somewhere(&|level| !level.damage_zones.is_empty()), "{}: no climate", ship.code);
        assert!(is_somewhere(&animals), "{}: no animals", ship.code);
        for deck in ship.decks.iter().filter(|deck| deck.theme != "labyrinth") {
            assert!(deck.level.props.len() > 4, "{}, {}: {:?}", ship.code, deck.level.name, deck.level.props);
        }
    }
}

/// The rooms of a theme are placed after those that a ship must have.
#[test]
fn no_path_leads_through_a_weightless_room() {
    let mut rooms = 0;
    for (seed, danger, length) in some(60) {
        for deck in ship(seed, danger, length).decks {
            let level = &deck.level;
            let actions = level.triggers.iter().flat_map(|trigger| &trigger.actions);
            for place in actions.filter_map(|action| match action {
                TriggerAction::Gravity(place, _) => *place,
                _ => None,
            }) {
                rooms += 1;
                let cells = &level.place(place).cells;
                let sides = cells.iter().flat_map(|&(x, y)| [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]);
                let doors = sides.filter(|&(x, y)| matches!(level.cell(x, y).shape, CellShape::Door { .. })).count();
                assert_eq!(doors, 1, "{:?}, {}", (seed, danger, length), level.name);
            }
        }
    }
    assert!(rooms >= 60, "{rooms} rooms");
}

#[test]
fn danger_grows_with_each_deck_and_with_the_code() {
    let health = |level: &Level| -> u64 {
        monsters(level).iter().map(|kind| u64::from(known().game_data.monsters[*kind].health)).sum()
    };
    let mut of_danger = Vec::new();
    for danger in DANGERS {
        let ships: Vec<Ship> = (0..12).map(|seed| ship(seed, danger, 6)).collect();
        let mean = |deck: usize| ships.iter().map(|ship| health(&ship.decks[deck].level)).sum::<u64>();
        assert!(mean(0) * 3 < mean(5) * 2, "danger {danger}: {} on the first decks, {} on the last", mean(0), mean(5));
        of_danger.push((0..6).map(mean).sum::<u64>());
    }
    assert!(of_danger.windows(2).all(|pair| pair[0] * 110 < pair[1] * 100), "{of_danger:?}");
}

#[test]
fn ships_have_different_deck_orders_and_one_story() {
    let mut orders = BTreeSet::new();
    for seed in 0..30 {
        let ship = ship(seed, 2, 5);
        let themes: Vec<&str> = ship.decks.iter().map(|deck| deck.theme.as_str()).collect();
        assert_eq!((themes[0], themes[4]), ("cryo", "command"));
        assert!(themes.windows(2).all(|pair| pair[0] != pair[1]), "{themes:?}");
        let messages = |deck: &ShipDeck| (0..).map_while(|number| deck.level.message(number)).collect::<Vec<_>>();
        let texts = ship.decks.iter().flat_map(messages);
        // Signs, and the messages of vaults, tables and weightless rooms, are not part of the story.
        let others =
            ["EXIT.", "The way to the lift", "The current finds its way", "The ship concedes", "The gravity plates"];
        let texts: Vec<String> = texts.filter(|text| !others.iter().any(|other| text.starts_with(other))).collect();
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len(), "no text is repeated");
        assert!(texts.iter().any(|text| text.contains(&ship.name)), "{}: {texts:?}", ship.name);
        orders.insert(themes.join(" "));
    }
    assert!(orders.len() > 15, "{} orders", orders.len());
}

/// Returns a hash of the titles and levels of a ship.
fn hash(ship: &Ship) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for deck in &ship.decks {
        for byte in deck.level.name.bytes().chain(deck.level.write().expect("it can be written").bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn ship_of_a_code_never_changes() {
    let made: Vec<(String, String, u64)> = [(0, 1, 5), (1, 4, 9), (20_261_122, 2, 7), (MAX_SEED, 3, 6)]
        .into_iter()
        .map(|(seed, danger, length)| ship(seed, danger, length))
        .map(|ship| (ship.code.to_string(), ship.name.clone(), hash(&ship)))
        .collect();
    let pinned = PINNED.map(|(code, name, hash)| (code.to_owned(), name.to_owned(), hash));
    assert_eq!(made, pinned, "changed ships need a new VERSION in code.rs");
}

const PINNED: [(&str, &str, u64); 4] = [
    ("40000-00007", "Saint Brendan", 9893093645731467874),
    ("5R000-0001P", "Marrow", 7210878481884940204),
    ("4M00K-AA827", "Second Wind", 7934661507655545212),
    ("53ZZZ-ZZZZ6", "Tamerlane", 2597331408216353290),
];

#[test]
#[ignore = "it generates and checks 10 000 decks, which takes minutes; `cargo test --release -p generate --test ships -- --ignored` is faster"]
fn ten_thousand_decks_are_playable() {
    let known = known();
    let (mut decks, mut warnings) = (0, std::collections::BTreeMap::<&str, u32>::new());
    for (seed, danger, length) in some(u64::MAX) {
        let code = ShipCode::new(seed, danger, length).expect("in range");
        for deck in Ship::make(code, &known).unwrap_or_else(|error| panic!("{code}: {error}")).decks {
            decks += 1;
            for finding in deck.level.findings(&known.game_data) {
                assert!(!finding.lint.rejects_deck(), "{code}, {}: {finding}", deck.level.name);
                *warnings.entry(finding.lint.name()).or_default() += 1;
            }
        }
        if decks >= 10_000 {
            break;
        }
    }
    println!("{decks} decks, none refused; warnings: {warnings:?}");
}
