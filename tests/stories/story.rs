//! The harness: a level as text, intents, and questions about the world.

use bevy::prelude::Has;
use engine::{
    Body, Door, DoorState, Happening, Heading, Headless, Health, Intent, Loadout, Monster, MonsterState, Outcome,
    Player, Position, Start,
};
use level::Level;
use std::sync::Arc;

/// What the characters of a story's map mean: `@` looks to the right, `z` to the left and `Z` to the right.
const LEGEND: &str = r#"{
    '#': (wall: "hull"), '.': (), '+': (door: "door"), 'L': (wall: "lift_switch", lift: "lift_switch_on"),
    '@': (thing: Player), 'z': (thing: Shambler, facing: 180), 'Z': (thing: Shambler),
    'a': (thing: Clip), 'h': (thing: Medkit),
}"#;

/// The text of a level with this map; blanks round its rows do not count.
pub(crate) fn level_text(map: &str) -> String {
    let rows: Vec<String> = map.split_whitespace().map(|row| format!("{row:?}")).collect();
    format!("(name: \"Story\", legend: {LEGEND}, map: [{}])", rows.join(", "))
}

/// The level with this map.
pub(crate) fn level(map: &str) -> Arc<Level> {
    Arc::new(Level::read("story", level_text(map).as_bytes()).expect("the story's map is a good one"))
}

/// A run of a level, and what has happened in it.
pub(crate) struct Story {
    pub(crate) headless: Headless,
    happened: Vec<Happening>,
}

impl Story {
    /// The start of a run on this map.
    pub(crate) fn on(map: &str) -> Self {
        Self::with(map, Loadout::default())
    }

    /// The start of a run on this map with other health or ammunition.
    pub(crate) fn with(map: &str, loadout: Loadout) -> Self {
        let start = Start { level: level(map), seed: 1, loadout };
        Story { headless: Headless::begin(&start), happened: Vec::new() }
    }

    /// Some seconds of one intent.
    pub(crate) fn for_seconds(&mut self, seconds: f32, intent: Intent) -> &mut Self {
        for _ in 0..engine::ticks(seconds) {
            self.tick(intent);
        }
        self
    }

    /// Some seconds in which the player does nothing.
    pub(crate) fn wait(&mut self, seconds: f32) -> &mut Self {
        self.for_seconds(seconds, Intent::default())
    }

    /// One tick of an intent.
    pub(crate) fn tick(&mut self, intent: Intent) {
        self.headless.tick(intent);
        self.happened.extend(self.headless.reports().iter().map(|report| report.what));
    }

    /// One intent until something is true, for a minute at most.
    pub(crate) fn until(&mut self, intent: Intent, mut done: impl FnMut(&mut Self) -> bool) -> &mut Self {
        for _ in 0..engine::ticks(60.0) {
            if done(self) {
                return self;
            }
            self.tick(intent);
        }
        panic!("a minute has passed, and what was waited for has not come");
    }

    /// A press of the use key, and its release.
    pub(crate) fn press_use(&mut self) -> &mut Self {
        self.tick(Intent { use_: true, ..Intent::default() });
        self.tick(Intent::default());
        self
    }

    /// How often something has happened so far.
    pub(crate) fn count(&self, what: Happening) -> usize {
        self.happened.iter().filter(|&&happening| happening == what).count()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.headless.run().outcome
    }

    /// Puts the player and the only undead somewhere else in their row.
    pub(crate) fn place(&mut self, player: f32, undead: f32) -> &mut Self {
        let world = self.headless.world_mut();
        for (mut at, is_player) in world.query::<(&mut Position, Has<Player>)>().iter_mut(world) {
            at.0.x = if is_player { player } else { undead };
        }
        self
    }

    /// Column and row of the player's middle.
    pub(crate) fn player(&mut self) -> (f32, f32) {
        let mut query = self.headless.world_mut().query::<(&Position, &Player)>();
        let position = query.single(self.headless.world()).expect("a run has one player").0.0;
        (position.x, position.y)
    }

    pub(crate) fn heading_degrees(&mut self) -> f32 {
        let mut query = self.headless.world_mut().query::<(&Heading, &Player)>();
        query.single(self.headless.world()).expect("a run has one player").0.0.to_degrees()
    }

    pub(crate) fn health(&mut self) -> i32 {
        let mut query = self.headless.world_mut().query::<(&Health, &Player)>();
        query.single(self.headless.world()).expect("a run has one player").0.0
    }

    pub(crate) fn ammo(&mut self) -> u32 {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").ammo
    }

    /// State and place of every undead, from left to right.
    pub(crate) fn undead(&mut self) -> Vec<(MonsterState, (f32, f32))> {
        let mut query = self.headless.world_mut().query::<(&Monster, &Position)>();
        let world = self.headless.world();
        let mut all: Vec<_> = query.iter(world).map(|(monster, at)| (monster.state(), (at.0.x, at.0.y))).collect();
        all.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        all
    }

    /// The state and the openness of the only door.
    pub(crate) fn door(&mut self) -> (DoorState, f32) {
        let mut query = self.headless.world_mut().query::<&Door>();
        let door = query.single(self.headless.world()).expect("the story has one door");
        (door.state(), door.open())
    }

    /// The middles and radii of all living bodies.
    pub(crate) fn bodies(&mut self) -> Vec<((f32, f32), f32)> {
        let mut query = self.headless.world_mut().query::<(&Position, &Body)>();
        query.iter(self.headless.world()).map(|(at, body)| ((at.0.x, at.0.y), body.radius)).collect()
    }
}

/// Forwards at a walk.
pub(crate) const FORWARD: Intent = Intent { forward: 1.0, ..NOTHING };
/// Backwards at a walk.
pub(crate) const BACK: Intent = Intent { forward: -1.0, ..NOTHING };
/// The trigger held.
pub(crate) const FIRE: Intent = Intent { fire: true, ..NOTHING };
/// No wish at all.
pub(crate) const NOTHING: Intent =
    Intent { forward: 0.0, strafe: 0.0, turn: 0.0, run: false, fire: false, use_: false };

/// A turn on the spot by so many degrees, in one tick.
pub(crate) fn turn(degrees: f32) -> Intent {
    Intent { turn: degrees.to_radians(), ..NOTHING }
}
