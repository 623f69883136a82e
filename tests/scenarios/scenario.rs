//! The test harness: levels as text, intents, and queries of the world.

use crate::orientation::Orientation;
use bevy::prelude::{Has, Vec2, With};
use engine::{
    Body, CountedSet, Door, DoorState, EventRecord, GameEvent, Grid, Heading, Headless, Health, Id, Intent, Loadout,
    Monster, MonsterState, Outcome, Pickup, Player, Position, Projectile, Prop, PushWall, PushWallState, Rules, Shape,
    Snapshot, SnapshotError, Start, Tables, begin,
};
use level::{Axis, Diagnostic, GameData, Level};
use rand::RngExt;
use rand_pcg::Pcg32;
use std::{mem::discriminant, sync::Arc};

/// The legend of scenario maps. `@`, `Z` and the patrol `p` look to the right, all others to the left; `w` waits in
/// ambush.
const LEGEND: &str = r#"
    '#': (wall: "hull"), '.': (), '+': (door: "door"), 'L': (wall: "lift_switch", lift: "lift_switch_on"),
    '@': (thing: Player), 'z': (monster: "shambler", facing: 180), 'Z': (monster: "shambler"),
    'a': (pickup: "clip"), 'h': (pickup: "medkit"),
    '%': (door: "hatch", hang: Swinging), 'W': (window: "glass"), 'G': (grating: "bars"), 'P': (pillar: "stone"),
    'D': (diagonal: "hull"), 'B': (push: "hull"),
"#;

/// Additional legend entries for scenarios with monsters.
const UNDEAD: &str = r#"
    'p': (monster: "shambler", patrol: true), 'w': (monster: "shambler", ambush: true, facing: 180),
    '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270),
    'g': (monster: "gunner", facing: 180), 'b': (monster: "bomb", facing: 180), 'c': (monster: "coward", facing: 180),
    'd': (monster: "dummy", facing: 180), 'o': (monster: "hound", facing: 180),
    'O': (prop: "barrel"), 'C': (prop: "crate"), 'M': (prop: "medicine crate"), 'S': (pickup: "shotgun"),
    'V': (pickup: "vest"), 'X': (pickup: "serum"), 'I': (pickup: "ingot"), 'T': (pickup: "thermal module"),
    'R': (climate: "reactor"), 'Q': (climate: "reactor", monster: "shambler", facing: 180),
"#;

/// Returns what the solver reports about a level, without any game data.
pub(crate) fn findings(level: &Level) -> Vec<String> {
    level.findings(&GameData::default()).into_iter().map(|finding| finding.what).collect()
}

/// Returns the text of a level with this map; whitespace around rows is ignored.
pub(crate) fn level_text(map: &str) -> String {
    level_text_with("", map)
}

/// Returns the text of a level with this map and additional legend entries.
pub(crate) fn level_text_with(legend: &str, map: &str) -> String {
    text(&format!("{LEGEND}{UNDEAD}{legend}"), map)
}

/// Returns the text of a level with this legend and map.
fn text(legend: &str, map: &str) -> String {
    let rows: Vec<String> = map.split_whitespace().map(|row| format!("{row:?},\n")).collect();
    format!("(name: \"Story\", legend: {{{legend}}}, map: [\n{}])", rows.concat())
}

/// Returns the text of a level with this map, additional legend entries and additional fields.
pub(crate) fn text_in_words(map: &str, legend: &str, fields: &str) -> String {
    let text = text(&format!("{legend}{LEGEND}"), map);
    format!("{}, {fields})", &text[..text.len() - 1])
}

/// Returns the level with this map.
pub(crate) fn level(map: &str) -> Arc<Level> {
    Arc::new(Level::read("story", level_text(map).as_bytes()).expect("the map of the scenario is valid"))
}

/// Repairs a random map: invalid panes and border cells become walls, other invalid cells become floor.
pub(crate) fn repaired(map: Vec<Vec<char>>) -> String {
    repaired_with("", map)
}

/// Repairs a random map that uses additional legend entries.
pub(crate) fn repaired_with(legend: &str, mut map: Vec<Vec<char>>) -> String {
    loop {
        let text: String = map.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let Err(error) = Level::read("map", level_text_with(legend, &text).as_bytes()) else { return text };
        let first = level_text_with(legend, "").lines().count();
        for Diagnostic { line, column, what } in error.diagnostics {
            let row = line.checked_sub(first).unwrap_or_else(|| panic!("{what} in line {line}"));
            map[row][column - 2] = if what.contains("border") || what.contains("window") { '#' } else { '.' };
        }
    }
}

/// A run of a level, and the events in it. All positions and directions are those of the map as drawn, also if the
/// run is turned; only `headless` is the game itself.
pub(crate) struct Scenario {
    pub(crate) headless: Headless,
    pub(crate) orientation: Orientation,
    start: Start,
    happened: Vec<EventRecord>,
}

/// A monster.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Undead {
    pub(crate) kind: String,
    pub(crate) state: MonsterState,
    pub(crate) at: Vec2,
    /// Direction of view in degrees from 0 to 360.
    pub(crate) facing: f32,
    pub(crate) health: i32,
}

impl Scenario {
    /// Begins a run on this map.
    pub(crate) fn on(map: &str) -> Self {
        Self::with(map, Loadout::default())
    }

    /// Begins a run on this map with a loadout.
    pub(crate) fn with(map: &str, loadout: Loadout) -> Self {
        Self::begin(Start { loadout, ..Start::on(level(map)) })
    }

    /// Begins a run.
    pub(crate) fn begin(start: Start) -> Self {
        let orientation = Orientation::of_test(&start.level);
        let start = orientation.start(start);
        Scenario { headless: Headless::begin(&start), orientation, start, happened: Vec::new() }
    }

    /// Begins the same run again, as after death.
    pub(crate) fn begin_again(&mut self) -> &mut Self {
        begin(self.headless.world_mut(), &self.start);
        self
    }

    /// Returns another run that continues from the present state.
    pub(crate) fn restored(&mut self) -> Headless {
        let snapshot = self.headless.snapshot();
        self.restore(&snapshot).expect("its own level and rules")
    }

    /// Returns a run that continues from a snapshot, on the level and under the rules of this one.
    pub(crate) fn restore(&self, snapshot: &Snapshot) -> Result<Headless, SnapshotError> {
        Headless::restore(snapshot, Arc::clone(&self.start.level), &self.start.rules)
    }

    /// Begins a run on a map with additional legend entries and additional level fields.
    pub(crate) fn in_words(map: &str, legend: &str, fields: &str) -> Self {
        Self::begin(Start::on(Self::level_in_words(map, legend, fields)))
    }

    /// Returns the level of such a run.
    pub(crate) fn level_in_words(map: &str, legend: &str, fields: &str) -> Arc<Level> {
        let text = text_in_words(map, legend, fields);
        Arc::new(Level::read("story", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")))
    }

    /// Begins a run on this map under other rules.
    pub(crate) fn with_rules(rules: Rules, map: &str, loadout: Loadout) -> Self {
        Self::begin(Start { loadout, rules: Arc::new(rules), ..Start::on(level(map)) })
    }

    /// Applies an intent for some seconds.
    pub(crate) fn for_seconds(&mut self, seconds: f32, intent: Intent) -> &mut Self {
        for _ in 0..engine::ticks(seconds) {
            self.tick(intent);
        }
        self
    }

    /// Waits for some seconds without input.
    pub(crate) fn wait(&mut self, seconds: f32) -> &mut Self {
        self.for_seconds(seconds, Intent::default())
    }

    /// Applies an intent for one tick.
    pub(crate) fn tick(&mut self, intent: Intent) {
        self.tick_game(self.orientation.intent(intent));
    }

    /// Applies an intent that was made for the turned map, such as the bot's, for one tick.
    pub(crate) fn tick_game(&mut self, intent: Intent) {
        self.headless.tick(intent);
        let happened = self.headless.events().iter().map(|&event| self.orientation.event_as_drawn(event));
        self.happened.extend(happened);
    }

    /// Applies an intent until a condition is true, for a minute at most.
    pub(crate) fn until(&mut self, intent: Intent, done: impl FnMut(&mut Self) -> bool) -> &mut Self {
        self.within(60.0, intent, done)
    }

    /// Applies an intent until a condition is true, for at most these seconds.
    ///
    /// # Panics
    /// If the condition is still false at the end.
    pub(crate) fn within(
        &mut self,
        seconds: f32,
        intent: Intent,
        mut done: impl FnMut(&mut Self) -> bool,
    ) -> &mut Self {
        for _ in 0..engine::ticks(seconds) {
            if done(self) {
                return self;
            }
            self.tick(intent);
        }
        panic!("{seconds} s have passed, and the condition is still false");
    }

    /// Presses and releases the use key.
    pub(crate) fn press_use(&mut self) -> &mut Self {
        self.tick(Intent { use_: true, ..Intent::default() });
        self.tick(Intent::default());
        self
    }

    /// Returns the number of events of this type so far.
    pub(crate) fn count(&self, what: GameEvent) -> usize {
        self.reports(what).len()
    }

    /// Returns the number of events of this type so far, for any kind, weapon or thing.
    pub(crate) fn count_any<Id: Default>(&self, what: impl Fn(Id) -> GameEvent) -> usize {
        self.reports_any(what).len()
    }

    /// Returns all events of this type so far, for any kind, weapon or thing.
    pub(crate) fn reports_any<Id: Default>(&self, what: impl Fn(Id) -> GameEvent) -> Vec<EventRecord> {
        let what = discriminant(&what(Id::default()));
        self.happened.iter().filter(|report| discriminant(&report.what) == what).copied().collect()
    }

    /// Returns all events of this type so far.
    pub(crate) fn reports(&self, what: GameEvent) -> Vec<EventRecord> {
        self.happened.iter().filter(|report| report.what == what).copied().collect()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.headless.run().outcome
    }

    /// Moves the player and the only monster to other columns of their rows.
    pub(crate) fn place(&mut self, player: f32, undead: f32) -> &mut Self {
        let orientation = self.orientation;
        let world = self.headless.world_mut();
        for (mut at, is_player) in world.query::<(&mut Position, Has<Player>)>().iter_mut(world) {
            let x = if is_player { player } else { undead };
            at.0 = orientation.point(Vec2::new(x, orientation.point_as_drawn(at.0).y));
        }
        self
    }

    /// Moves the player to any position.
    pub(crate) fn put_player(&mut self, x: f32, y: f32) -> &mut Self {
        let at = self.orientation.point(Vec2::new(x, y));
        let world = self.headless.world_mut();
        let mut query = world.query_filtered::<&mut Position, With<Player>>();
        query.single_mut(world).expect("a run has one player").0 = at;
        self
    }

    /// Returns column and row of the player's centre.
    pub(crate) fn player(&mut self) -> (f32, f32) {
        let mut query = self.headless.world_mut().query::<(&Position, &Player)>();
        let position = query.single(self.headless.world()).expect("a run has one player").0.0;
        self.orientation.point_as_drawn(position).into()
    }

    /// Returns the remaining oxygen of the player's suit, in ticks.
    pub(crate) fn oxygen(&mut self) -> u32 {
        let world = self.headless.world_mut();
        world.query::<&Player>().single(world).expect("a run has one player").oxygen
    }

    pub(crate) fn heading_degrees(&mut self) -> f32 {
        let mut query = self.headless.world_mut().query::<(&Heading, &Player)>();
        let heading = query.single(self.headless.world()).expect("a run has one player").0;
        self.orientation.degrees_as_drawn(heading.0.to_degrees())
    }

    pub(crate) fn health(&mut self) -> i32 {
        let mut query = self.headless.world_mut().query::<(&Health, &Player)>();
        query.single(self.headless.world()).expect("a run has one player").0.0
    }

    /// Returns how many of an item the player has.
    pub(crate) fn has(&mut self, item: &str) -> u64 {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").inventory.count(item)
    }

    /// Returns the number of rounds for the pistol.
    pub(crate) fn ammo(&mut self) -> u64 {
        self.has("rounds")
    }

    /// Returns the name of the weapon in hand.
    pub(crate) fn held(&mut self) -> String {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").held.clone().unwrap_or_default()
    }

    /// Returns the player's armour.
    pub(crate) fn armour(&mut self) -> i32 {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").armour
    }

    /// Returns the health of every monster, dead or alive, from left to right.
    pub(crate) fn healths(&mut self) -> Vec<i32> {
        let mut query = self.headless.world_mut().query_filtered::<(&Health, &Position), With<Monster>>();
        let all = query.iter(self.headless.world());
        let mut all: Vec<_> = all.map(|(health, at)| (self.orientation.point_as_drawn(at.0).x, health.0)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.into_iter().map(|(_, health)| health).collect()
    }

    /// Returns the numbers of intact and of broken props.
    pub(crate) fn props(&mut self) -> (usize, usize) {
        let mut query = self.headless.world_mut().query::<(&Prop, Has<Body>)>();
        let (whole, broken): (Vec<_>, Vec<_>) = query.iter(self.headless.world()).partition(|(_, whole)| *whole);
        (whole.len(), broken.len())
    }

    /// Returns state and position of every monster, from left to right.
    pub(crate) fn undead(&mut self) -> Vec<(MonsterState, (f32, f32))> {
        let mut query = self.headless.world_mut().query::<(&Monster, &Position)>();
        let world = self.headless.world();
        let as_drawn = |at: &Position| self.orientation.point_as_drawn(at.0).into();
        let mut all: Vec<(_, (f32, f32))> =
            query.iter(world).map(|(monster, at)| (monster.state(), as_drawn(at))).collect();
        all.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        all
    }

    /// Returns every monster, in the order of the map text.
    pub(crate) fn monsters(&mut self) -> Vec<Undead> {
        let mut query = self.headless.world_mut().query::<(&Id, &Monster, &Position, &Heading, &Health)>();
        let world = self.headless.world();
        let all = query.iter(world).sort::<&Id>().map(|(_, monster, at, heading, health)| Undead {
            kind: self.start.rules.monsters[usize::from(monster.kind())].0.clone(),
            state: monster.state(),
            at: self.orientation.point_as_drawn(at.0),
            facing: self.orientation.degrees_as_drawn(heading.0.to_degrees()).rem_euclid(360.0),
            health: health.0,
        });
        all.collect()
    }

    /// Returns the first monster of a kind.
    pub(crate) fn monster(&mut self, kind: &str) -> Undead {
        self.monsters().into_iter().find(|undead| undead.kind == kind).expect("one of its kind is on the map")
    }

    /// Moves the monster with this index, in the order of the map text, to any position.
    pub(crate) fn put_monster(&mut self, number: usize, x: f32, y: f32) -> &mut Self {
        let at = self.orientation.point(Vec2::new(x, y));
        let world = self.headless.world_mut();
        let mut query = world.query_filtered::<(&Id, &mut Position), With<Monster>>();
        let found = query.iter_mut(world).sort::<&Id>().nth(number);
        found.expect("it is on the map").1.0 = at;
        self
    }

    /// Returns the positions of all projectiles.
    pub(crate) fn projectiles(&mut self) -> Vec<Vec2> {
        let mut query = self.headless.world_mut().query_filtered::<&Position, With<Projectile>>();
        query.iter(self.headless.world()).map(|at| self.orientation.point_as_drawn(at.0)).collect()
    }

    /// Returns names and positions of all pickups.
    pub(crate) fn pickups(&mut self) -> Vec<(String, Vec2)> {
        let mut query = self.headless.world_mut().query::<(&Id, &Pickup)>();
        let world = self.headless.world();
        let name = |pickup: &Pickup| world.resource::<Rules>().pickups[usize::from(pickup.kind)].0.clone();
        let at = |pickup: &Pickup| self.orientation.point_as_drawn(pickup.at);
        query.iter(world).sort::<&Id>().map(|(_, pickup)| (name(pickup), at(pickup))).collect()
    }

    /// Returns the number of ticks that have passed.
    pub(crate) fn now(&self) -> u64 {
        self.headless.run().tick
    }

    /// Returns the direction of view in degrees and the health of the only monster.
    pub(crate) fn only_undead(&mut self) -> (f32, i32) {
        let mut query = self.headless.world_mut().query_filtered::<(&Heading, &Health), With<Monster>>();
        let (heading, health) = query.single(self.headless.world()).expect("the scenario has one monster");
        (self.orientation.degrees_as_drawn(heading.0.to_degrees()), health.0)
    }

    /// Returns state and openness of the only door.
    pub(crate) fn door(&mut self) -> (DoorState, f32) {
        let mut query = self.headless.world_mut().query::<&Door>();
        let door = query.single(self.headless.world()).expect("the scenario has one door");
        (door.state(), door.open())
    }

    /// Returns the rotation of the leaves of the only door, -1 to 1.
    pub(crate) fn leaves(&mut self) -> f32 {
        let mut query = self.headless.world_mut().query::<&Door>();
        let cell = query.single(self.headless.world()).expect("the scenario has one door").cell();
        match self.headless.world().resource::<Grid>().shape(cell) {
            Shape::Leaves { turn, along } => {
                let across = if along == Axis::X { Vec2::Y } else { Vec2::X };
                self.orientation.vector_as_drawn(across).element_sum() * turn
            }
            other => panic!("no leaves but {other:?}"),
        }
    }

    /// Returns the state of the only push-wall, and its offset from its home cell.
    pub(crate) fn push_wall(&mut self) -> (PushWallState, (f32, f32)) {
        let mut query = self.headless.world_mut().query::<&PushWall>();
        let wall = query.single(self.headless.world()).expect("the scenario has one push-wall");
        (wall.state(), self.orientation.vector_as_drawn(wall.offset()).into())
    }
}

/// Returns the loadout of a player who holds the first of these weapons and has these items.
pub(crate) fn armed(weapons: &[&str], items: &[(&str, u64)]) -> Loadout {
    let mut loadout = Loadout { held: weapons.first().map(|name| (*name).to_owned()), ..Loadout::with_pistol(100, 0) };
    loadout.inventory = CountedSet::default();
    weapons.iter().for_each(|name| loadout.inventory.add((*name).to_owned(), 1));
    items.iter().for_each(|(name, count)| loadout.inventory.add((*name).to_owned(), *count));
    loadout
}

/// Returns the game's rules with additional fields, in the form of a rules file.
pub(crate) fn rules(more: &str) -> Result<Rules, String> {
    let text = include_str!("../../assets/rules/standard.ron");
    let end = text.rfind(')').expect("rules end with a bracket");
    let tables = Tables::standard().expect("the game's tables are valid");
    Rules::read("rules.ron", format!("{}{more})", &text[..end]).as_bytes(), &tables)
}

/// Returns the rules of the tutorial game.
pub(crate) fn classic() -> Rules {
    let tables = Tables::standard().expect("the game's tables are valid");
    let text = include_bytes!("../../assets/rules/classic.ron");
    Rules::read("classic.ron", text, &tables).expect("the classic rules are valid")
}

/// Walking forwards.
pub(crate) const FORWARD: Intent = Intent { forward: 1.0, ..NOTHING };
/// Walking backwards.
pub(crate) const BACK: Intent = Intent { forward: -1.0, ..NOTHING };
/// Holding the trigger.
pub(crate) const FIRE: Intent = Intent { fire: true, ..NOTHING };
/// No input.
pub(crate) const NOTHING: Intent = Intent::NONE;

/// Returns a turn on the spot by an angle in degrees, in one tick.
pub(crate) fn turn(degrees: f32) -> Intent {
    Intent { turn: degrees.to_radians(), ..NOTHING }
}

/// Returns random input that changes now and then, and fires in this share of the changes.
pub(crate) fn stray(chance: &mut Pcg32, last: Intent, fires: f64) -> Intent {
    if chance.random_range(0..20) > 0 {
        return Intent { use_: false, ..last };
    }
    Intent {
        forward: chance.random_range(-0.5..2.0),
        strafe: chance.random_range(-1.0..1.0),
        turn: if chance.random_bool(0.3) { chance.random_range(-0.1..0.1) } else { 0.0 },
        run: chance.random_bool(0.5),
        fire: chance.random_bool(fires),
        use_: chance.random_bool(0.5),
        ..NOTHING
    }
}
