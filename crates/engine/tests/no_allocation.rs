//! After a warm-up, a tick allocates no memory, even if a crowd chases the player through doors and past barrels and
//! pickups. The exceptions are ticks in which something spawns or dies, a creature searches for a path of its own, or a
//! script runs.

#[path = "../../raycast/tests/shared/counting_allocator.rs"]
mod counting_allocator;

use counting_allocator::asked;
use engine::{Headless, Intent, MonsterState, Rules, Start, alarm, ticks};
use level::Level;
use std::sync::Arc;

/// Creates a row of rooms with doors between them, full of monsters or empty.
fn rooms(undead: bool) -> Start {
    let mut rows = vec!["#".repeat(61)];
    for y in 0..7 {
        let cells = (0..61).map(|x| match x {
            _ if x % 10 == 0 && y == 3 && x % 60 != 0 => '+',
            _ if x % 10 == 0 => '#',
            5 if y == 3 => '@',
            _ if undead && x > 10 && (x + y) % 2 == 0 => 'z',
            7 if y == 2 => 'b',
            8 if y == 6 => 'k',
            _ => '.',
        });
        rows.push(cells.collect());
    }
    rows.push("#".repeat(61));
    let text = format!(
        "(name: \"Rooms\", legend: {{ '#': (wall: \"\"), '.': (), '+': (door: \"\"), '@': (thing: Player),
            'z': (monster: \"shambler\"), 'b': (prop: \"barrel\"), 'k': (pickup: \"clip\") }}, map: {rows:?})"
    );
    let level = Level::read("rooms", text.as_bytes()).expect("the level is valid");
    // No monster loses the scent or hurts the player. Otherwise some would search for paths of their own, and the search
    // library allocates memory.
    let mut rules = Rules::standard();
    rules.monsters.iter_mut().for_each(|(_, kind)| kind.senses.scent = u32::MAX);
    rules.skills.iter_mut().for_each(|skill| skill.damage = 0.0);
    Start { rules: Arc::new(rules), ..Start::on(Arc::new(level)) }
}

/// Returns the mean number of allocations per tick after a warm-up, and the number of monsters that are not idle.
fn asked_in_a_tick(undead: bool) -> (f64, usize) {
    let mut headless = Headless::begin(&rooms(undead));
    alarm(headless.world_mut());
    // The player runs back and forth in the room.
    let mut play = |seconds: f32| {
        let before = asked();
        for tick in 0..ticks(seconds) {
            let strafe = if tick / 120 % 2 == 0 { 1.0 } else { -1.0 };
            headless.tick(Intent { strafe, ..Intent::default() });
        }
        (asked() - before) as f64 / f64::from(ticks(seconds))
    };
    play(20.0);
    let asked = play(10.0);
    let world = headless.world_mut();
    let mut monsters = world.query::<&engine::Monster>();
    (asked, monsters.iter(world).filter(|monster| monster.state() != MonsterState::Idle).count())
}

#[test]
fn tick_does_not_allocate_after_a_warm_up() {
    // A single test, because the tests of a file run in parallel and would be counted together.
    let before = asked();
    let (nobody, _) = asked_in_a_tick(false);
    assert!(asked() > before, "the allocations at the start of a run are counted");
    assert_eq!(nobody, 0.0, "on a deck without monsters");
    let (crowd, chasing) = asked_in_a_tick(true);
    assert!(chasing > 100, "{chasing} monsters are awake");
    assert_eq!(crowd, 0.0, "in a chase");
}
