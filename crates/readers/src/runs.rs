//! Readers of recorded and stored runs. What was read is played for a moment.
//!
//! Saves and demos are compressed and hashed, so a change of their bytes would reach no further than the hash. Inputs have
//! the content as it is, and the hash is computed after the change, as everyone can do who wants to harm a player.

use crate::{oracle::checked, seeds::files};
use campaign::{Journey, Save};
use engine::{Demo, Headless, Intent, Recorder, Replay, Rules, Snapshot, Start, restore};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use level::Level;
use std::{
    cell::RefCell,
    io::{Read, Write},
    sync::{Arc, LazyLock},
};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Number of ticks for which a run is played.
const TICKS: usize = 5;

/// A small level with something of each kind.
const LEVEL: &str = r#"(name: "Test", legend: {
    'H': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"), 'X': (door: "door", lock: A),
    'L': (wall: "hull", lift: "hull"), 'z': (monster: "shambler", facing: 180), 'c': (monster: "crawler"),
    'f': (monster: "fox"), 'a': (pickup: "clip"), 'O': (prop: "barrel"), 'B': (push: "hull"), 'W': (window: "glass"),
    'T': (table: (level: 1)), 'J': (wall: "hull", conduit: (optimum: 2, seed: 4)), 'k': (thing: Key(A)) },
    map: ["HHHHHHHHHHHH", "H@.a+..zk..H", "H.O.H..c...H", "H.T.Hf..HXHH", "H..BHWHHH.LH", "H...H..HHHHH", "HJHHHHHHHHHH"])"#;

/// The level and the rules of all runs.
static GAME: LazyLock<(Arc<Level>, Arc<Rules>)> = LazyLock::new(|| {
    let level = Level::read("test.ron", LEVEL.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    (Arc::new(level), Arc::new(Rules::standard()))
});

thread_local! {
    /// The world of all runs: making one takes longer than reading an input.
    static WORLD: RefCell<Headless> = RefCell::new(Headless::begin(&start()));
}

fn start() -> Start {
    journey().start(&GAME.0, &GAME.1)
}

fn journey() -> Journey {
    Journey::new("levels/test.ron", 3, 5, None)
}

/// Returns an intent that does much.
fn busy(tick: usize) -> Intent {
    Intent { forward: 1.0, turn: 0.02, fire: tick.is_multiple_of(7), use_: tick.is_multiple_of(5), ..Intent::default() }
}

/// Returns a world after a second.
fn played() -> Headless {
    let mut headless = Headless::begin(&start());
    (0..120).for_each(|tick| headless.tick(busy(tick)));
    headless
}

/// Reads a snapshot; what was read is restored and continues.
pub(crate) fn snapshot(bytes: &[u8]) {
    if let Some(snapshot) = Snapshot::from_bytes(bytes) {
        assert!(Snapshot::from_bytes(&snapshot.to_bytes()).as_ref() == Some(&snapshot), "a snapshot must not change");
        go_on(&snapshot);
    }
}

/// Restores a snapshot and continues it.
fn go_on(snapshot: &Snapshot) {
    WORLD.with_borrow_mut(|headless| {
        let (level, rules) = &*GAME;
        if checked(restore(headless.world_mut(), snapshot, Arc::clone(level), rules)).is_some() {
            (0..TICKS).for_each(|tick| headless.tick(busy(tick)));
            headless.snapshot();
        }
    });
}

pub(crate) fn snapshots() -> Vec<Vec<u8>> {
    vec![Headless::begin(&start()).snapshot().to_bytes(), played().snapshot().to_bytes()]
}

/// Reads a demo, with and without the hash; what was read is played.
pub(crate) fn demo(bytes: &[u8]) {
    checked(Demo::read(bytes));
    let Some(demo) = sealed(bytes).and_then(|file| checked(Demo::read(&file))) else { return };
    let written = demo.bytes().expect("a demo that was read can be written");
    assert!(Demo::read(&written).as_ref() == Ok(&demo), "a demo must not change when it is written");
    let Some(mut replay) = checked(Replay::new(demo, &GAME.0, &GAME.1)) else { return };
    WORLD.with_borrow_mut(|headless| {
        if checked(replay.begin(headless.world_mut())).is_some() {
            for _ in 0..TICKS {
                let Some(intent) = replay.next_intent() else { return };
                headless.tick(intent);
                checked(replay.compare(headless.world_mut()));
            }
        }
    });
}

pub(crate) fn demos() -> Vec<Vec<u8>> {
    let mut headless = Headless::begin(&start());
    let record = |mut recorder: Recorder, headless: &mut Headless| {
        for tick in 0..60 {
            headless.tick(busy(tick));
            recorder.record(busy(tick), headless.world_mut());
        }
        recorder.finish(headless.world_mut()).bytes().expect("a short demo")
    };
    let whole = record(Recorder::new(&start(), "levels/test.ron"), &mut headless);
    let recorder = Recorder::from_here(&start(), "levels/test.ron", headless.world_mut());
    let from_here = record(recorder, &mut headless);
    let mut demos: Vec<Vec<u8>> = [whole, from_here].iter().filter_map(|demo| unsealed(demo)).collect();
    demos.extend(files(&["tests/demos/hull-by-hand.demo"]));
    demos
}

/// Reads a save, with and without the hash; what was read is loaded and continues.
pub(crate) fn save(bytes: &[u8]) {
    let read = Save::read(bytes);
    let Some(save) = checked(read).or_else(|| checked(Save::read(&in_image(&sealed(bytes)?)))) else { return };
    let written = save.bytes().expect("a save that was read can be written");
    assert!(Save::read(&written).as_ref() == Ok(&save), "a save must not change when it is written");
    if let Some(snapshot) = checked(save.snapshot(&GAME.0, &GAME.1)) {
        go_on(&snapshot);
    }
    drop((save.mods(), save.journey.start(&GAME.0, &GAME.1)));
}

pub(crate) fn saves() -> Vec<Vec<u8>> {
    let mut headless = played();
    let save = Save::of(&journey(), &start(), "Test", headless.world_mut()).bytes().expect("a small save");
    // The image is first: its signature, its header, and length and name of the chunk of the save.
    let at = save.windows(4).position(|name| name == b"hbSv").expect("a save has this chunk");
    let length = u32::from_be_bytes(save[at - 4..at].try_into().expect("four bytes")) as usize;
    let container = unsealed(&save[at + 4..at + 4 + length]).expect("a valid save");
    vec![save, container]
}

/// Returns a container in an image of which nothing else is left.
fn in_image(container: &[u8]) -> Vec<u8> {
    let length = u32::try_from(container.len()).unwrap_or(u32::MAX).to_be_bytes();
    [b"\x89PNG\r\n\x1a\n", &length[..], b"hbSv", container, &[0; 4]].concat()
}

/// Magic bytes, version and hash come before what is hashed: the lengths of header and body, and both.
const HASHED: usize = 8 + 4 + 8;

/// Returns a container with the same header and an unpacked body. Its hash is wrong.
fn unsealed(container: &[u8]) -> Option<Vec<u8>> {
    let head = u32::from_le_bytes(container.get(HASHED..HASHED + 4)?.try_into().ok()?) as usize;
    let (before, body) = container.split_at_checked(HASHED + 8 + head)?;
    let mut unpacked = Vec::new();
    ZlibDecoder::new(body).read_to_end(&mut unpacked).ok()?;
    Some([before, &unpacked].concat())
}

/// Returns a container with a packed body, right lengths and the right hash.
fn sealed(unsealed: &[u8]) -> Option<Vec<u8>> {
    let (start, rest) = unsealed.split_at_checked(HASHED)?;
    let version = u32::from_le_bytes(start[8..12].try_into().ok()?);
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (head, body) = rest.get(4..)?.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(body).ok()?;
    let body = encoder.finish().ok()?;
    let packed = u32::try_from(body.len()).ok()?.to_le_bytes();
    let hashed = [&length[..], &packed, head, &body].concat();
    let hash = xxh3_64_with_seed(&hashed, u64::from(version));
    Some([&start[..12], &hash.to_le_bytes(), &hashed].concat())
}
