//! The horde: a seeded map of rooms and doors full of monsters, and a player who runs about in it.

use bevy::math::ops;
use engine::{Headless, Intent, Player, Position, ProfilerPlugin, Rules, Start, alarm, ticks};
use level::{IdleBehaviour, Level, MonsterIndex, Thing, ThingKind};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{f32::consts::PI, sync::Arc};

/// The distance between the walls of rooms, in cells.
const PITCH: usize = 12;
/// One in this many walls between two rooms is left out, so that some rooms are larger.
const HALLS: u32 = 6;
/// The legend of the map.
const LEGEND: &str = r#"{ '#': (wall: "hull"), '.': (), '+': (door: "door"), '@': (thing: Player) }"#;

/// Creates a map with this number of monsters, always the same for the same parameters.
///
/// # Errors
/// If the map is too small for them.
pub(crate) fn start(monsters: usize, side: usize, rules: Rules) -> Result<Start, String> {
    let mut chance = Pcg32::seed_from_u64(1);
    let rows = rooms(side, &mut chance);
    let text = format!("(name: \"Crowd\", legend: {LEGEND}, map: {rows:?})");
    let mut level = Level::read("crowd", text.as_bytes()).map_err(|error| error.to_string())?;
    level.monsters = vec!["shambler".to_owned()];
    let floor = |(y, row): (usize, &String)| {
        let cells: Vec<usize> = row.bytes().enumerate().filter(|(_, cell)| *cell == b'.').map(|(x, _)| x).collect();
        cells.into_iter().map(move |x| (x, y))
    };
    let mut free: Vec<(usize, usize)> = rows.iter().enumerate().flat_map(floor).collect();
    if free.len() < monsters {
        return Err(format!("the map has room for {} monsters, got {monsters}; make it larger", free.len()));
    }
    for index in 0..monsters {
        let other = chance.random_range(index..free.len());
        free.swap(index, other);
    }
    free.truncate(monsters);
    free.sort_unstable_by_key(|&(x, y)| (y, x));
    let kind = ThingKind::Monster(MonsterIndex(0));
    let thing = |(x, y)| Thing { kind, x, y, facing: 0.0, habit: IdleBehaviour::Post, skill: 1, waits: false };
    level.things = free.into_iter().map(thing).collect();
    Ok(Start { rules: Arc::new(rules), ..Start::on(Arc::new(level)) })
}

/// Changes the game's rules so that the chase never ends: monsters never forget the player, and the player takes no
/// damage.
pub(crate) fn tireless(mut rules: Rules) -> Rules {
    for (_, kind) in &mut rules.monsters {
        kind.senses.scent = u32::MAX;
    }
    for skill in &mut rules.skills {
        skill.damage = 0.0;
    }
    rules
}

/// Returns rooms in rows and columns, with a door or an opening in the wall between each two.
fn rooms(side: usize, chance: &mut Pcg32) -> Vec<String> {
    let is_wall = |at: usize| at == side - 1 || at.is_multiple_of(PITCH) && at + PITCH / 2 < side;
    let mut rows: Vec<Vec<u8>> =
        (0..side).map(|y| (0..side).map(|x| if is_wall(x) || is_wall(y) { b'#' } else { b'.' }).collect()).collect();
    let walls: Vec<usize> = (0..side).filter(|&at| is_wall(at)).collect();
    for &wall in &walls[1..walls.len() - 1] {
        for room in walls.windows(2) {
            for turned in [false, true] {
                let (from, to) = (room[0] + 1, room[1]);
                let (opening, character) = match chance.random_range(0..HALLS) {
                    0 => (from..to, b'.'),
                    _ => {
                        let door = chance.random_range(from..to);
                        (door..door + 1, b'+')
                    }
                };
                for at in opening {
                    let (x, y) = if turned { (at, wall) } else { (wall, at) };
                    rows[y][x] = character;
                }
            }
        }
    }
    let middle = walls[walls.len() / 2] + 3;
    rows[middle.min(side - 2)][middle.min(side - 2)] = b'@';
    rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect()
}

/// The chase: all monsters are awake, and the player runs.
pub(crate) struct Chase {
    pub(crate) headless: Headless,
    chance: Pcg32,
    anchor: (f32, f32),
    turn: f32,
}

impl Chase {
    /// Starts the chase with all monsters alerted.
    pub(crate) fn begin(start: &Start) -> Self {
        let mut headless = Headless::begin_with(start, |app| {
            app.add_plugins(ProfilerPlugin);
        });
        alarm(headless.world_mut());
        Chase { headless, chance: Pcg32::seed_from_u64(2), anchor: (0.0, 0.0), turn: 0.0 }
    }

    /// Simulates one tick. The player runs on, and turns from time to time or when blocked.
    pub(crate) fn tick(&mut self) {
        let tick = self.headless.run().tick;
        if tick.is_multiple_of(u64::from(ticks(0.5))) {
            let mut player = self.headless.world_mut().query_filtered::<&Position, bevy::prelude::With<Player>>();
            let at = player.single(self.headless.world()).map_or((0.0, 0.0), |at| at.0.into());
            let stuck = ops::hypot(at.0 - self.anchor.0, at.1 - self.anchor.1) < 0.5;
            let sharp = if stuck { PI } else { PI / 4.0 };
            self.turn = self.chance.random_range(-sharp..sharp) / ticks(0.5) as f32;
            self.anchor = at;
        }
        self.headless.tick(Intent {
            forward: 1.0,
            run: true,
            turn: self.turn,
            use_: tick.is_multiple_of(8),
            ..Intent::default()
        });
    }
}
