//! The bot plays through intents alone, and finishes decks that it has never seen.

use crate::scenario::{Scenario, armed, findings, level, repaired};
use bevy::prelude::{IVec2, Vec2, With};
use campaign::Campaign;
use engine::{Air, GameEvent, Headless, Health, Intent, Loadout, Outcome, Pickup, Player, Run, Start, bot::Bot};
use level::Level;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg32;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

/// Returns the drawn decks of the campaign, in order.
pub(crate) fn shipped_decks() -> Vec<Arc<Level>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| std::fs::read(root.join(file)).expect("a file of the game");
    let campaign = Campaign::read("campaign.ron", &read("assets/campaign.ron")).expect("a valid campaign");
    let files = campaign.decks.iter().filter_map(|deck| deck.level.as_deref());
    files.map(|deck| Arc::new(Level::read(deck, &read(deck)).expect("a valid deck"))).collect()
}

/// Runs the bot for at most ten minutes and returns the outcome; `watch` sees each intent and the world after it.
pub(crate) fn bot_run_with(start: &Start, mut watch: impl FnMut(Intent, &mut Headless)) -> Run {
    let mut headless = Headless::begin(start);
    let mut bot = Bot::new(start.seed);
    while headless.run().outcome == Outcome::Running && headless.run().tick < u64::from(engine::ticks(600.0)) {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
        watch(intent, &mut headless);
    }
    headless.run()
}

/// Returns the intents of the bot's run, and the state hash after every 25th intent and after the last.
pub(crate) fn bot_run(start: &Start) -> (Vec<Intent>, BTreeMap<usize, u64>) {
    let (mut intents, mut hashes) = (Vec::new(), BTreeMap::new());
    bot_run_with(start, |intent, headless| {
        intents.push(intent);
        if intents.len() % 25 == 0 || headless.run().outcome != Outcome::Running {
            hashes.insert(intents.len(), headless.snapshot().hash());
        }
    });
    (intents, hashes)
}

// `./check` also tests each skill level from the start of each deck, in release builds.
#[test]
fn bot_finishes_every_deck_from_each_arrival() {
    for deck in shipped_decks() {
        for arrival in &deck.arrivals {
            let start = Start { arrival: Some(arrival.name.clone()), ..Start::on(Arc::clone(&deck)) };
            let run = bot_run_with(&start, |_, _| {});
            // The captain's chair on the last deck is an exit of its own.
            let leaves = matches!(run.outcome, Outcome::Lift | Outcome::SecretLift);
            assert!(leaves, "{} from '{}': {run:?}", deck.name, arrival.name);
        }
    }
}

// The other decks: `snapshots.rs` plays them twice, and `./check` plays them in release and once in dev.
#[test]
fn same_start_gives_the_same_run() {
    let start = Start { seed: 7, ..Start::on(shipped_decks().remove(0)) };
    assert_eq!(bot_run(&start), bot_run(&start));
}

/// Lets the bot play a scenario until its deck ends, for half a minute at most.
pub(crate) fn let_it_play(scenario: &mut Scenario) {
    let_it_play_with(scenario, 1);
}

/// Lets the bot with this seed play for at most 30 seconds.
pub(crate) fn let_it_play_with(scenario: &mut Scenario, seed: u64) {
    let mut bot = Bot::new(seed);
    while scenario.outcome() == Outcome::Running && scenario.now() < u64::from(engine::ticks(30.0)) {
        let intent = bot.intent(scenario.headless.world_mut());
        scenario.tick_game(intent);
    }
}

#[test]
fn bot_blows_rising_monsters_out_of_the_window() {
    let map = "
        ~~~~~~~~~~~~~~~
        ~########KK####
        ~#............#
        ~#.......s....#
        ~#............#
        ~#@...........#
        ~######L#######";
    let words = "'~': (space: true), 'K': (window: \"glass\"), 's': (monster: \"skeleton\", facing: 270),";
    let mut scenario = Scenario::in_words(map, words, "");
    let_it_play(&mut scenario);
    assert_eq!(scenario.outcome(), Outcome::Lift);
    assert!(scenario.count(GameEvent::HullBreaks) > 0);
    assert!(scenario.undead().is_empty() && scenario.headless.run().kills == 1);
}

#[test]
fn bot_does_not_shoot_at_a_window_behind_a_prop() {
    let map = "
        ~~~~~~~~~~~~~~~
        ~########KK####
        ~#............#
        ~#............#
        ~#..o.........#
        ~#@......s....#
        ~######L#######";
    let words = "'~': (space: true), 'K': (window: \"glass\"), 's': (monster: \"skeleton\", facing: 270),
        'o': (prop: \"transformer\"),";
    let mut scenario = Scenario::in_words(map, words, "");
    let_it_play(&mut scenario);
    assert_eq!(scenario.outcome(), Outcome::Lift);
}

#[test]
fn bot_fills_its_suit_when_oxygen_is_low() {
    let map = "
        ###########################################
        Leeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee+..#
        ###########################################";
    let words = "'e': (air: 0.0),";
    let fields = "things: [(at: (37, 1), thing: Player, facing: 180)]";
    let mut scenario = Scenario::in_words(map, words, fields);
    let world = scenario.headless.world_mut();
    for mut player in world.query::<&mut Player>().iter_mut(world) {
        player.oxygen = engine::ticks(3.0);
    }
    let_it_play(&mut scenario);
    assert_eq!((scenario.outcome(), scenario.health()), (Outcome::Lift, 100));
}

#[test]
fn bot_waits_for_the_first_airlock_door_to_close() {
    let words = "'~': (space: true), 'e': (air: 0.0),";
    let map = "
        ~~###################
        ~~###################
        ~ee@ee+eee+.........L
        ~~###################";
    let mut scenario = Scenario::in_words(map, words, "");
    let_it_play(&mut scenario);
    assert_eq!((scenario.outcome(), scenario.health()), (Outcome::Lift, 100));
    let pressure = scenario.headless.world().resource::<Air>().pressure(scenario.orientation.cell(IVec2::new(15, 2)));
    assert!(pressure > 0.6, "the hall has kept {pressure} of its air");
}

#[test]
fn bot_does_not_shoot_a_barrel_next_to_it() {
    let mut scenario = Scenario::on("####################\n#.....@.O.......z..L\n####################");
    let mut bot = Bot::new(1);
    while scenario.props() == (1, 0) {
        let intent = bot.intent(scenario.headless.world_mut());
        scenario.tick_game(intent);
        assert!(scenario.now() < u64::from(engine::ticks(30.0)));
    }
    let off = 8.5 - scenario.player().0;
    // The blast reaches 2.8 tiles, and the bot continues to walk in the tick in which it fires.
    assert!(off > 2.75, "it was {off} tiles away when the barrel broke");
}

// Each barrel sets off the next one: the last explodes where a bot at a safe distance from the first would stand.
#[test]
fn bot_keeps_away_from_a_whole_chain_of_barrels() {
    let map =
        "####################\n#.........O........#\n#........O.O.......#\n#@..........O......L\n####################";
    let mut scenario = Scenario::on(map);
    let_it_play(&mut scenario);
    assert_eq!((scenario.outcome(), scenario.props(), scenario.health()), (Outcome::Lift, (0, 4), 100));
}

#[test]
fn badly_hurt_bot_fetches_medkits_during_a_fight() {
    let start =
        Start { loadout: Loadout::with_pistol(20, 90), ..Start::on(level("############\n#h..@..G..ZL\n############")) };
    let mut game = Headless::begin(&start);
    let mut bot = Bot::new(1);
    let mut health = 20;
    while health <= 20 && game.run().tick < u64::from(engine::ticks(5.0)) {
        let intent = bot.intent(game.world_mut());
        game.tick(intent);
        let world = game.world_mut();
        health = world.query_filtered::<&Health, With<Player>>().single(world).expect("one player").0;
    }
    assert_eq!((health > 20, game.run().kills), (true, 0));
}

#[test]
fn bot_walks_around_an_open_hatch() {
    let map = "
        ###########
        #.........#
        #@........L
        #.........#
        ###########
        #.........#
        ###########";
    let fields = "names: [(name: \"hatch\", at: (5, 2)), (name: \"cellar\", at: (5, 5))],
        triggers: [(at: \"hatch\", on: Step, repeat: Always, do: [Drop(\"hatch\", \"cellar\")])]";
    let mut scenario = Scenario::in_words(map, "", fields);
    let_it_play(&mut scenario);
    assert_eq!(scenario.outcome(), Outcome::Lift);
}

#[test]
fn bot_takes_a_key_that_wind_has_moved_to_a_pane() {
    let words = "'~': (space: true), 'K': (window: \"glass\", breaks: false), 'k': (thing: Key(A)), '1': (door: \"door\", lock: A),";
    let mut scenario = Scenario::in_words(
        "~~~~~~~~~~~~\n#####K######\n#........###\n#@.k.....1.L\n#........###\n############",
        words,
        "",
    );
    let at = scenario.orientation.point(Vec2::new(5.3, 1.97));
    let world = scenario.headless.world_mut();
    for mut pickup in world.query::<&mut Pickup>().iter_mut(world) {
        pickup.at = at;
    }
    let_it_play(&mut scenario);
    assert_eq!(scenario.outcome(), Outcome::Lift);
}

#[test]
fn different_seeds_give_different_runs() {
    let deck = shipped_decks().remove(0);
    let end = |seed| bot_run(&Start { seed, ..Start::on(Arc::clone(&deck)) }).1.pop_last();
    assert_ne!(end(1).map(|(_, hash)| hash), end(2).map(|(_, hash)| hash));
}

#[test]
fn bot_finishes_twenty_random_small_decks() {
    for seed in 1..=20 {
        let map = small_deck(seed);
        let start = Start { seed, ..Start::on(level(&map)) };
        let run = bot_run_with(&start, |_, _| {});
        assert_eq!(run.outcome, Outcome::Lift, "seed {seed}, {run:?}:\n{map}");
    }
}

/// Number of rooms per side of a random deck, and distance in cells from one to the next.
const ROOMS: usize = 3;
const PITCH: usize = 5;

/// Returns a deck of nine rooms that are connected by doors, with pillars, diagonals and windows.
fn small_deck(seed: u64) -> String {
    let mut chance = Pcg32::seed_from_u64(seed);
    let side = ROOMS * PITCH + 1;
    let mut map = vec![vec!['#'; side]; side];
    for (y, row) in map.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            if x % PITCH != 0 && y % PITCH != 0 {
                *cell = '.';
            }
        }
    }
    let first = (chance.random_range(0..ROOMS), chance.random_range(0..ROOMS));
    let last = join_rooms(&mut map, first, &mut chance);
    let inside = |room: (usize, usize), dx: usize, dy: usize| (room.0 * PITCH + dx, room.1 * PITCH + dy);
    let (x, y) = inside(first, 2, 2);
    map[y][x] = '@';
    // The lift is on the upper wall of its room, in the corner, where there cannot be a door.
    let (x, y) = inside(last, 1, 0);
    map[y][x] = 'L';
    for (room, thing) in (0..ROOMS * ROOMS).zip(['z', 'a', 'Z', 'h', '.', 'z', 'a', '#', 'Z']) {
        let (x, y) = inside((room % ROOMS, room / ROOMS), 3, 3);
        map[y][x] = thing;
    }
    furnish(&mut map, &mut chance);
    repaired(map)
}

/// Adds other things to the rooms, some of them in invalid places.
fn furnish(map: &mut [Vec<char>], chance: &mut Pcg32) {
    for y in 1..map.len() - 1 {
        for x in 1..map.len() - 1 {
            let other = match (map[y][x], x % PITCH, y % PITCH) {
                ('+', ..) => '%',
                ('.', 2 | 3, 2 | 3) => 'P',
                ('.', 1 | 4, 1 | 4) if map[y - 1][x] != 'L' => 'D',
                ('#', 0, 1) => 'W',
                ('#', 1, 0) => 'G',
                _ => continue,
            };
            if chance.random_bool(0.4) {
                map[y][x] = other;
            }
        }
    }
}

/// Breaks doors through the walls along a random walk that visits every room, and returns the last room.
fn join_rooms(map: &mut [Vec<char>], first: (usize, usize), chance: &mut Pcg32) -> (usize, usize) {
    let mut joined = vec![first];
    let mut trail = vec![first];
    let mut last = first;
    while let Some(&(x, y)) = trail.last() {
        let mut steps = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        steps.shuffle(chance);
        let next = steps.into_iter().find(|room| room.0 < ROOMS && room.1 < ROOMS && !joined.contains(room));
        let Some(next) = next else {
            trail.pop();
            continue;
        };
        let gap = chance.random_range(2..PITCH);
        if next.1 == y {
            map[y * PITCH + gap][x.max(next.0) * PITCH] = '+';
        } else {
            map[y.max(next.1) * PITCH][x * PITCH + gap] = '+';
        }
        joined.push(next);
        trail.push(next);
        last = next;
    }
    last
}

#[test]
fn bot_leaves_clips_that_it_cannot_carry() {
    let mut loadout = Loadout::with_pistol(100, 99);
    for (item, count) in [("shotgun", 1), ("shells", 4)] {
        loadout.inventory.add(item.to_owned(), count);
    }
    let start = Start { loadout, ..Start::on(level("##########\n#a.@.....L\n##########")) };
    let run = bot_run_with(&start, |_, _| {});
    assert_eq!(run.outcome, Outcome::Lift, "{run:?}");
}

#[test]
fn bot_fetches_health_and_ammunition_by_effect() {
    let food = r#"pickups: {
        "ration": (sprite: "medkit", caption: "Food", health: 40), "belt": (sprite: "clip", caption: "Rounds", gives: [("rounds", 30)]),
    }"#;
    let rules = Arc::new(crate::scenario::rules(food).expect("valid rules"));
    let legend = r#"'r': (pickup: "ration"), 'b': (pickup: "belt"),"#;
    let level = Scenario::level_in_words("###########\n#rb..@....L\n###########", legend, "");
    let end = |health, rounds| {
        let start = Start {
            rules: Arc::clone(&rules),
            loadout: Loadout::with_pistol(health, rounds),
            ..Start::on(Arc::clone(&level))
        };
        let mut end = (0, 0);
        let run = bot_run_with(&start, |_, headless| {
            let world = headless.world_mut();
            let (player, health) = world.query::<(&Player, &Health)>().single(world).expect("a run has one player");
            end = (health.0, player.inventory.count("rounds"));
        });
        assert_eq!(run.outcome, Outcome::Lift, "{run:?}");
        end
    };
    assert_eq!(end(100, 60), (100, 60), "it needs nothing");
    assert_eq!(end(100, 5), (100, 35));
    assert_eq!(end(30, 90).0, 70);
}

#[test]
fn bot_fetches_a_weapon_that_it_does_not_have() {
    let end = |way: &str, loadout: Loadout| {
        let map = format!("{way}\n#r{}@....L\n{way}", ".".repeat(way.len() - 8));
        let start = Start { loadout, ..Start::on(Scenario::level_in_words(&map, "'r': (pickup: \"shotgun\"),", "")) };
        let mut shotguns = 0;
        let run = bot_run_with(&start, |_, headless| {
            let world = headless.world_mut();
            let player = world.query::<&Player>().single(world).expect("a run has one player");
            shotguns = player.inventory.count("shotgun");
        });
        (run.outcome, shotguns)
    };
    assert_eq!(end(&"#".repeat(20), Loadout::with_pistol(100, 60)), (Outcome::Lift, 1));
    assert_eq!(end(&"#".repeat(70), Loadout::with_pistol(100, 60)), (Outcome::Lift, 0), "it is too far away");
    assert_eq!(end(&"#".repeat(20), armed(&["shotgun"], &[("shells", 40)])), (Outcome::Lift, 1), "it has one");
}

#[test]
fn bot_leaves_what_has_dropped_onto_a_table() {
    let map = "#########\n#.....#.#\n#.@.....L\n#.....#.#\n#########";
    let things = "things: [(at: (1, 3), prop: \"mess table\"), (at: (1, 1), pickup: \"clip\")],";
    let start = Start { loadout: Loadout::with_pistol(100, 0), ..Start::on(Scenario::level_in_words(map, "", things)) };
    let run = bot_run_with(&start, |_, headless| {
        let world = headless.world_mut();
        world.query::<&mut Pickup>().iter_mut(world).for_each(|mut clip| clip.at = Vec2::new(1.5, 3.5));
    });
    assert_eq!(run.outcome, Outcome::Lift);
}

#[test]
fn bot_without_rounds_fires_rockets_from_afar() {
    let map = "################\n#@..........z..L\n################";
    let loadout = armed(&["wrench", "pistol", "launcher"], &[("rockets", 9)]);
    let start = Start { loadout, ..Start::on(level(map)) };
    let mut rockets = 0;
    let run = bot_run_with(&start, |_, headless| {
        let world = headless.world_mut();
        rockets = world.query::<&Player>().single(world).expect("a run has one player").inventory.count("rockets");
    });
    assert_eq!((run.outcome, run.kills), (Outcome::Lift, 1));
    assert!(rockets < 9, "{rockets}");
}

/// Machinery that the bot must use to get to the lift.
const MACHINES: &str = "
    's': (wall: \"hull\", switch: \"hull\", name: \"lever\"), 't': (wall: \"hull\", switch: \"hull\", name: \"target\"),
    '1': (door: \"door\", lock: A), '2': (door: \"hatch\", hang: Swinging, lock: B), '4': (door: \"door\", lock: Sealed, name: \"vault\"),
    'p': (thing: Key(A)), 'q': (thing: Key(B)), 'w': (thing: Key(A), waits: true, name: \"gift\"),
    '_': (name: \"plate\"), 'c': (name: \"cabin\"), 'C': (name: \"attic\"), 'b': (push: \"hull\", push_way: 90, name: \"slab\"),";

#[test]
fn bot_does_not_burn_monsters_that_fire_heals() {
    let level = Scenario::level_in_words(
        "################\n#@...c.........L\n################",
        "'c': (monster: \"cinder\"),",
        "",
    );
    let loadout = armed(&["wrench", "flamer"], &[("fuel", 150)]);
    let mut weapons = BTreeSet::new();
    let run = bot_run_with(&Start { loadout, ..Start::on(level) }, |_, headless| {
        let world = headless.world_mut();
        weapons.insert(world.query::<&Player>().single(world).expect("a run has one player").held.clone());
    });
    assert_eq!((run.outcome, run.kills), (Outcome::Lift, 1));
    assert_eq!(weapons.len(), 2, "{weapons:?}");
}

#[test]
fn bot_uses_keys_switches_and_push_walls() {
    for (what, map, triggers) in [
        ("a key", "##########\n#p.@..1..L\n##########", ""),
        ("a key behind another lock", "###########\n#q.@..1...#\n###2####..#\n#p....##..L\n###########", ""),
        ("a switch", "##s#######\n#..@..4..L\n##########", "(at: \"lever\", on: Use, do: [Open(\"vault\")])"),
        (
            "a timed switch",
            "##s#######\n#..@..4..L\n##########",
            "(at: \"lever\", on: Use, repeat: Timed(6), do: [Open(\"vault\")])",
        ),
        ("a plate", "##########\n#_.@..4..L\n##########", "(at: \"plate\", on: Step, do: [Unlock(\"vault\")])"),
        (
            "a target behind bars",
            "###########\n#t.G@..4..L\n###########",
            "(at: \"target\", on: Shot, do: [Open(\"vault\")])",
        ),
        ("a key that comes", "##########\n#_.@w.1..L\n##########", "(at: \"plate\", on: Step, do: [Spawn(\"gift\")])"),
        ("a push-wall", "###########\n#..@.B...##\n#####.###.L\n#####.....#\n###########", ""),
        (
            "a push-wall on a wire",
            "##s#######\n#..@b....L\n####.#####\n####.#####\n##########",
            "(at: \"lever\", on: Use, do: [Push(\"slab\")])",
        ),
        (
            "a lift between two places",
            "####s######\n#..@c##C..L\n###########",
            "(at: \"lever\", on: Use, repeat: Always, after: 0.5, do: [Carry(\"cabin\", \"attic\")])",
        ),
        ("a line that ends the deck", "#######\n#..@._#\n#######", "(at: \"plate\", on: Step, do: [Exit])"),
    ] {
        let triggers = if triggers.is_empty() { "(at: \"lever\", on: Use, do: [Say(\"Click.\")])" } else { triggers };
        let map =
            if map.contains('s') || !triggers.contains("lever") { map.to_owned() } else { map.replacen("##", "#s", 1) };
        let level = Scenario::level_in_words(&map, MACHINES, &format!("triggers: [{triggers}]"));
        assert_eq!(findings(&level), [] as [&str; 0], "{what}");
        let run = bot_run_with(&Start::on(level), |_, _| {});
        assert_eq!(run.outcome, Outcome::Lift, "{what}: {run:?}\n{map}");
        assert!(run.tick < u64::from(engine::ticks(60.0)), "{what} took it {} ticks", run.tick);
    }
}
