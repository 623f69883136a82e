//! Test that every sound file is used. It replays bot runs on all decks, a run with every weapon and one with every
//! trigger, and meets each kind of creature, pickup and prop in a test room. Sounds that it cannot start are listed
//! here with the reason.

use crate::{
    files::given::shipped_files,
    flow::phase::Flow,
    sound::{bump, cue, mixing, push_wall_sound, surroundings, undead_voice},
};
use bevy::{ecs::schedule::SingleThreadedExecutor, prelude::*};
use content::{Decks, DemoContent, Sounds};
use engine::{
    Body, Demo, Heading, Headless, Health, Intent, Monster, Player, Position, PropKind, Replay, Rules, Start,
    TICKS_PER_SECOND,
};
use level::Level;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

/// Runs of the corpus to replay: half a minute of the bot on each deck of the journey, and its rare actions.
const RUNS: [&str; 14] = [
    "all-weapons",
    "all-triggers",
    "deck1-1-11",
    "deck2-1-11",
    "deck3-1-11",
    "deck4-1-11",
    "secret-1-11",
    "hull-1-11",
    "crew_deck-1",
    "labyrinth_a-1",
    "labyrinth_b-1",
    "laboratory-1",
    "deck1-idle",
    "deck2-by-hand",
];

/// Sounds that these runs do not start, and why.
const ELSEWHERE: [(&str, &str); 13] = [
    ("board_near", "a monster must come while a board is used: a scenario of `terminals.rs` tests it"),
    (
        "board_refuse",
        "the runs make no illegal board moves: scenarios of `terminals.rs` and `conduits.rs` test when it is played",
    ),
    ("chicken_windup", "it never attacks"),
    ("crush", "no wall crushes a body: `cue` tests it"),
    ("menu_back", "no menu is open: `menu_sound` tests it"),
    ("menu_move", "no menu is open: `menu_sound` tests it"),
    ("menu_take", "no menu is open: `menu_sound` tests it"),
    ("monkey_windup", "it never attacks"),
    (
        "robot_brush",
        "there is no corpse where a robot sweeps: a scenario of `animals.rs` tests that a robot removes corpses",
    ),
    ("robot_windup", "it never attacks"),
    ("squelch", "no wall crushes a body: `cue` tests it"),
    ("tally_count", "the deck is over: `pages/tally.rs` tests it"),
    ("tally_done", "the deck is over: `pages/tally.rs` tests it"),
];

/// Maximum time to wait for a creature to act, in seconds.
const PATIENCE: u32 = 60;

/// Returns the path of a file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A run with sound, and the names of the sounds that it has started.
struct Heard {
    run: Headless,
    sounds: BTreeSet<String>,
}

impl Heard {
    fn begin(start: &Start, sounds: &Sounds) -> Heard {
        let run = Headless::begin_with(start, |app| {
            app.insert_resource(sounds.clone());
            app.insert_resource(Time::<Real>::default()).insert_resource(State::new(Flow::Running));
            app.add_plugins((cue::plugin, bump::plugin, undead_voice::plugin, surroundings::plugin));
            app.add_plugins((push_wall_sound::plugin, mixing::voices));
            // Use a fixed order and a single thread: threads would mostly wait for each other.
            app.edit_schedule(Update, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
            });
        });
        Heard { run, sounds: BTreeSet::new() }
    }

    fn tick(&mut self, intent: Intent) {
        self.run
            .world_mut()
            .resource_mut::<Time<Real>>()
            .update_with_duration(Duration::from_secs(1) / TICKS_PER_SECOND);
        self.run.tick(intent);
        let world = self.run.world_mut();
        let mut started = mixing::started(world);
        started.extend(push_wall_sound::started(world));
        for name in started {
            if !self.sounds.contains(name.as_ref()) {
                self.sounds.insert(name.into_owned());
            }
        }
    }

    /// Plays as an invulnerable player until one of these sounds was started or the time is over.
    fn until(&mut self, names: &[String], mut act: impl FnMut(&mut World) -> Intent) {
        for _ in 0..PATIENCE * TICKS_PER_SECOND {
            if names.is_empty() || names.iter().any(|name| self.sounds.contains(name)) {
                return;
            }
            let world = self.run.world_mut();
            let mut healths = world.query_filtered::<&mut Health, With<Player>>();
            healths.iter_mut(world).for_each(|mut health| health.0 = 1000);
            let intent = act(world);
            self.tick(intent);
        }
    }
}

/// Fires at the first living creature of a kind.
fn fire_at(kind: usize) -> impl FnMut(&mut World) -> Intent {
    move |world| {
        let mut there = world.query_filtered::<(&Monster, &Position), With<Body>>();
        let living = there.iter(world).find(|(monster, _)| usize::from(monster.kind()) == kind);
        let to = living.map(|(_, at)| at.0);
        let mut player = world.query_filtered::<(&Position, &mut Heading), With<Player>>();
        if let (Some(to), Ok((at, mut heading))) = (to, player.single_mut(world)) {
            let way = to - at.0;
            heading.0 = ops::atan2(way.y, way.x);
        }
        Intent { fire: to.is_some(), ..Intent::default() }
    }
}

/// Does nothing.
fn stand(_: &mut World) -> Intent {
    Intent::default()
}

/// Builds a room with these things in a row in front of the player. Each is the content of a legend entry.
fn room(things: &[String]) -> Arc<Level> {
    let signs: Vec<char> = (0..things.len() as u32).filter_map(|number| char::from_u32(0x100 + number)).collect();
    let legend: String = signs.iter().zip(things).map(|(sign, thing)| format!("'{sign}': ({thing}), ")).collect();
    let row: String = signs.iter().map(|sign| format!("{sign}.")).collect();
    let (wall, free) = ("#".repeat(row.chars().count() + 8), ".".repeat(row.chars().count() + 6));
    let text = format!(
        "(name: \"\", base: (floor: \"plate\", ceiling: \"panel\"), legend: {{ '#': (wall: \"hull\"), '.': (), '@': (thing: Player), {legend} }},
        map: [\"{wall}\", \"#{free}#\", \"#@..{row}...#\", \"#{free}#\", \"{wall}\"])"
    );
    Arc::new(Level::read("room", text.as_bytes()).unwrap())
}

/// Returns a start with this weapon and ammunition for it.
fn armed(level: Arc<Level>, weapon: &str) -> Start {
    let mut start = Start::on(level);
    start.loadout.health = 1000;
    for (name, count) in [("rounds", 300), ("fuel", 150), (weapon, 1)] {
        start.loadout.inventory.add(name.to_owned(), count);
    }
    start.loadout.held = Some(weapon.to_owned());
    start
}

/// Returns all sounds of a creature, given the index of its kind: alone, with its target, and when shot.
fn meet(number: usize, rules: &Rules, sounds: &Sounds) -> BTreeSet<String> {
    let (name, kind) = &rules.monsters[number];
    let said = &kind.sounds;
    let creature = |facing: u32| format!("monster: \"{name}\", facing: {facing}");
    let mut alone = Heard::begin(&armed(room(&[creature(0)]), "pistol"), sounds);
    alone.until(said.idles.as_slice(), stand);
    alone.until(std::slice::from_ref(&said.hurt), fire_at(number));
    alone.until(std::slice::from_ref(&said.dies), fire_at(number));
    let mut things = vec![creature(180), creature(180)];
    let prey = kind.hunts.iter().filter(|prey| *prey != "player");
    let hunters = rules.monsters.iter().filter(|(_, other)| other.hunts.contains(name)).map(|(hunter, _)| hunter);
    let others = prey.chain(hunters).map(|other| format!("monster: \"{other}\""));
    things.extend(others.chain(kind.lured_by.iter().map(|bait| format!("pickup: \"{bait}\""))));
    let mut met = Heard::begin(&armed(room(&things), "pistol"), sounds);
    if kind.is_hostile() || !kind.hunts.is_empty() {
        met.until(&said.notices, stand);
        met.until(said.winds_up.as_slice(), stand);
    }
    if kind.is_hostile() || !kind.lured_by.is_empty() {
        met.until(&said.notices, stand);
        met.until(std::slice::from_ref(&said.strikes), stand);
    }
    if kind.attacks.iter().any(engine::Attack::may_miss) {
        met.until(&["miss".to_owned()], stand);
    }
    met.until(std::slice::from_ref(&said.hurt), fire_at(number));
    met.until(std::slice::from_ref(&said.dies), fire_at(number));
    // Some creatures react to a corpse of their own kind.
    met.until(&said.notices, stand);
    alone.sounds.into_iter().chain(met.sounds).collect()
}

/// Returns the sounds of a weapon that hits a shambler.
fn strike(weapon: &str, name: &str, sounds: &Sounds) -> BTreeSet<String> {
    let rules = Rules::standard();
    let shambler = rules.kind("shambler").map_or(0, usize::from);
    let start = armed(room(&["monster: \"shambler\", facing: 180".to_owned()]), weapon);
    let mut heard = Heard::begin(&start, sounds);
    heard.until(&[name.to_owned()], fire_at(shambler));
    heard.sounds
}

/// Returns the ambient sounds of the ship.
fn listen(sounds: &Sounds) -> BTreeSet<String> {
    let there = ["ceiling: \"cryo_duct\"", "ceiling: \"cryo_lamp\"", "wall: \"screen\""].map(str::to_owned);
    let mut heard = Heard::begin(&Start::on(room(&there)), sounds);
    for name in cue::SINGLE {
        heard.until(&[name.to_owned()], stand);
    }
    heard.sounds
}

/// Returns the sounds of all pickups when a player walks over them.
fn take_all(rules: &Rules, sounds: &Sounds) -> BTreeSet<String> {
    let things: Vec<String> = rules.pickups.iter().map(|(name, _)| format!("pickup: \"{name}\"")).collect();
    let mut heard = Heard::begin(&Start::on(room(&things)), sounds);
    for _ in 0..20 * TICKS_PER_SECOND {
        heard.tick(Intent { forward: 1.0, ..Intent::default() });
    }
    heard.sounds
}

/// Returns the sounds of a prop that is shot until it breaks.
fn break_it(name: &str, kind: &PropKind, sounds: &Sounds) -> BTreeSet<String> {
    let mut heard = Heard::begin(&armed(room(&[format!("prop: \"{name}\"")]), "pistol"), sounds);
    let fire = |_: &mut World| Intent { fire: true, ..Intent::default() };
    heard.until(std::slice::from_ref(&kind.hit), fire);
    heard.until(kind.breaks.as_slice(), fire);
    heard.until(kind.explodes.as_ref().map(|explosion| explosion.sound.clone()).as_slice(), fire);
    heard.sounds
}

/// Returns the sounds in a run of the corpus.
fn replay(name: &str, decks: &Decks, sounds: &Sounds) -> BTreeSet<String> {
    let path = file(&format!("tests/demos/{name}.demo"));
    let demo = Demo::read(&std::fs::read(&path).unwrap()).unwrap();
    let deck = demo.head().level.clone();
    let level = decks.level(&deck).or_else(|_| Level::read(&deck, &std::fs::read(file(&deck)).unwrap()).map(Arc::new));
    let (mut level, mut rules) = (level.unwrap(), Arc::new(Rules::standard()));
    if demo.fits(&level, &rules).is_err() {
        let stored = DemoContent::beside(&path);
        level = stored.level(demo.head()).unwrap().unwrap_or(level);
        rules = stored.rules(demo.head()).unwrap().unwrap_or(rules);
    }
    let mut replay =
        Replay::new(demo, &level, &rules).unwrap_or_else(|what| panic!("{name}: {what}: run scripts/record_corpus"));
    let mut heard = Heard::begin(replay.start(), sounds);
    replay.begin(heard.run.world_mut()).unwrap();
    while let Some(intent) = replay.next_intent() {
        heard.tick(intent);
    }
    heard.sounds
}

/// Part of the work, which returns the sounds that it has started.
type Part<'a> = Box<dyn Fn() -> BTreeSet<String> + Send + Sync + 'a>;

#[test]
fn every_sound_is_started_by_something() {
    let (rules, sounds) = (Rules::standard(), Sounds::read(&shipped_files()).unwrap());
    let decks = content::read_campaign(&shipped_files(), &rules).unwrap();
    let (rules, sounds, decks) = (&rules, &sounds, &decks);
    let runs = RUNS.iter().map(|name| Box::new(move || replay(name, decks, sounds)) as Part);
    let kinds = (0..rules.monsters.len()).map(|number| Box::new(move || meet(number, rules, sounds)) as Part);
    let breaking = rules.props.iter().filter(|(_, kind)| kind.health.is_some());
    let props = breaking.map(|(name, kind)| Box::new(move || break_it(name, kind, sounds)) as Part);
    let others: [Part; 4] = [
        Box::new(move || take_all(rules, sounds)),
        Box::new(move || strike("flamer", "burn", sounds)),
        Box::new(move || strike("wrench", "wrench_hit", sounds)),
        Box::new(move || listen(sounds)),
    ];
    let parts: Vec<Part> = runs.chain(kinds).chain(props).chain(others).collect();
    let (next, heard) = (Mutex::new(parts.iter()), Mutex::new(BTreeSet::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let Some(part) = next.lock().unwrap().next() else { return };
                    let new = part();
                    heard.lock().unwrap().extend(new);
                }
            });
        }
    });
    let heard = heard.into_inner().unwrap();
    let first_takes = sounds.names().filter(|name| !name.contains('~'));
    let silent: Vec<&str> = first_takes.filter(|name| !heard.contains(*name)).collect();
    assert_eq!(
        silent,
        ELSEWHERE.map(|(name, _)| name),
        "the sounds that nothing starts must be exactly the ones that are listed"
    );
}

#[test]
fn every_take_of_a_sound_is_reachable() {
    let sounds = Sounds::read(&shipped_files()).unwrap();
    for name in sounds.names() {
        let Some((sound, take)) = name.split_once('~') else { continue };
        let take: usize = take.parse().unwrap();
        let before = if take == 2 { sound.to_owned() } else { format!("{sound}~{}", take - 1) };
        assert!(take >= 2 && sounds.has(&before), "{name} is never played, because {before} is missing");
    }
}
