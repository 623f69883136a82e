//! Identities: which changes of a level and of rules leave demos and states valid, and which do not.

use crate::scenario::{FORWARD, Scenario};
use engine::{ContainerError, Demo, DemoError, Headless, Recorder, Replay, Rules, Snapshot, SnapshotError, Start};
use level::{CellShape, Level, TextureIndex};
use std::sync::Arc;

/// Returns a level with a room, a message, a lamp, a door, a monster and a pickup.
fn level() -> Arc<Level> {
    let map = "#########\n#@l.+.z.#\n#..h#...#\n#########";
    let legend = "'l': (lamp: (reach: 3), name: \"step\"),";
    Scenario::level_in_words(map, legend, "triggers: [(at: \"step\", on: Step, do: [Say(\"Mind the step.\")])]")
}

/// Returns half a second of a run: its start, its demo and its last state.
fn run() -> (Start, Demo, Snapshot) {
    let start = Start::on(level());
    let mut headless = Headless::begin(&start);
    let mut recorder = Recorder::new(&start, "levels/deck1.ron");
    for _ in 0..engine::ticks(0.5) {
        headless.tick(FORWARD);
        recorder.record(FORWARD, headless.world_mut());
    }
    let snapshot = headless.snapshot();
    (start, recorder.finish(headless.world_mut()), snapshot)
}

/// Plays a demo and continues from a state, on this level and under these rules.
fn use_both(demo: &Demo, state: &Snapshot, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<(), DemoError> {
    let mut replay = Replay::new(demo.clone(), level, rules)?;
    let mut headless = Headless::begin(replay.start());
    replay.begin(headless.world_mut())?;
    while let Some(intent) = replay.next_intent() {
        headless.tick(intent);
        replay.compare(headless.world_mut())?;
    }
    let mut restored = Headless::restore(state, Arc::clone(level), rules)?;
    assert_eq!(restored.snapshot().hash(), state.hash());
    Ok(())
}

#[test]
fn texts_and_art_of_a_level_may_change() {
    let (start, demo, state) = run();
    let changes: [(&str, fn(&mut Level)); 9] = [
        ("its name", |level| level.name = "Another deck".to_owned()),
        ("a message", |level| level.messages[0] = "Mind the gap.".to_owned()),
        ("more messages", |level| level.messages.push("Hello.".to_owned())),
        ("names of textures", |level| level.textures.iter_mut().for_each(|name| name.push_str("_2"))),
        ("the texture of a floor", |level| level.cells[10].floor = TextureIndex(0)),
        ("the fog", |level| level.fog.clear = 3.0),
        ("the sky", |level| level.sky = "void".to_owned()),
        ("the par", |level| level.par = Some(90.0)),
        ("the hue of a lamp", |level| level.lamps[0].colour.rotate_right(1)),
    ];
    for (what, change) in changes {
        let mut level = Level::clone(&start.level);
        change(&mut level);
        assert_eq!(use_both(&demo, &state, &Arc::new(level), &start.rules), Ok(()), "{what}");
    }
}

#[test]
fn simulated_parts_of_a_level_may_not_change() {
    let (start, demo, state) = run();
    let changes: [(&str, fn(&mut Level)); 9] = [
        ("a cell", |level| level.cells[11].shape = CellShape::Table),
        ("the light of a cell", |level| level.cells[11].light ^= 1),
        ("a wall that breaks", |level| level.cells[0].breaks = Some(true)),
        ("the start", |level| level.player.x += 1),
        ("a direction", |level| level.player.facing += 0.5),
        ("a thing's place", |level| level.things[0].x -= 1),
        ("a thing's skill", |level| level.things[0].skill = 3),
        ("a kind of monster", |level| level.monsters[0] = "brute".to_owned()),
        ("a lamp that is off", |level| level.lamps[0].off = true),
    ];
    for (what, change) in changes {
        let mut level = Level::clone(&start.level);
        change(&mut level);
        let level = Arc::new(level);
        let other = ContainerError::OtherLevel("levels/deck1.ron".to_owned());
        assert_eq!(use_both(&demo, &state, &level, &start.rules), Err(other.into()), "{what}");
        let restored = Headless::restore(&state, level, &start.rules).map(drop);
        assert_eq!(restored, Err(SnapshotError::OtherLevel), "{what}");
    }
}

#[test]
fn texts_art_and_sounds_of_rules_may_change() {
    let (start, demo, state) = run();
    let changes: [(&str, fn(&mut Rules)); 10] = [
        ("their name", |rules| rules.name = "Other".to_owned()),
        ("the name of a skill", |rules| rules.skills[0].name = "Passenger".to_owned()),
        ("a monster's sprites", |rules| rules.monsters[0].1.sprites = "ghost".to_owned()),
        ("a monster's sounds", |rules| rules.monsters[0].1.sounds.notices.push("groan".to_owned())),
        ("a weapon's sound", |rules| rules.weapons[0].1.sound = "bang".to_owned()),
        ("a weapon's recoil", |rules| rules.weapons[0].1.recoil += 1.0),
        ("an icon", |rules| rules.ammunition[0].1.icon = "box".to_owned()),
        ("a caption", |rules| rules.pickups[0].1.caption = "You find it".to_owned()),
        ("a pickup's sprite", |rules| rules.pickups[0].1.sprite = "star".to_owned()),
        ("the sound of a prop", |rules| rules.props[0].1.hit = "clang".to_owned()),
    ];
    for (what, change) in changes {
        let mut rules = Rules::clone(&start.rules);
        change(&mut rules);
        assert_eq!(use_both(&demo, &state, &start.level, &Arc::new(rules)), Ok(()), "{what}");
    }
}

#[test]
fn simulated_parts_of_rules_may_not_change() {
    let (start, demo, state) = run();
    let changes: [(&str, &str, fn(&mut Rules)); 8] = [
        ("the player's speed", "the file of rules", |rules| rules.player.walk += 0.1),
        ("how far a shot is heard", "the file of rules", |rules| rules.noises.shot -= 1),
        ("a skill", "the file of rules", |rules| rules.skills[3].attackers += 1),
        ("a monster's health", "monsters.ron", |rules| rules.monsters[0].1.health += 1),
        ("what it drops", "monsters.ron", |rules| rules.monsters[0].1.drops = Some("key".to_owned())),
        ("a weapon's pause", "weapons.ron", |rules| rules.weapons[0].1.cooldown += 1),
        ("how much ammunition fits", "weapons.ron", |rules| rules.ammunition[0].1.limit += 1),
        ("what a pickup heals", "pickups.ron", |rules| rules.pickups[0].1.health += 1),
    ];
    for (what, file, change) in changes {
        let mut rules = Rules::clone(&start.rules);
        change(&mut rules);
        let rules = Arc::new(rules);
        let other = ContainerError::OtherRules(vec![file.to_owned()]);
        assert_eq!(use_both(&demo, &state, &start.level, &rules), Err(other.into()), "{what}");
        let restored = Headless::restore(&state, Arc::clone(&start.level), &rules).map(drop);
        assert_eq!(restored, Err(SnapshotError::OtherRules), "{what}");
    }
}
