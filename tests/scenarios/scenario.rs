//! The harness: a level as text, intents, and questions about the world.

use bevy::prelude::{Has, IVec2, Vec2, With};
use engine::{
    Body, CountedSet, Door, DoorState, EventRecord, GameEvent, Grid, Heading, Headless, Health, Height, Id, Intent,
    Loadout, Monster, MonsterState, Outcome, Pickup, Player, Position, Projectile, Prop, PushWall, PushWallState,
    Rules, Shape, Start, Tables, begin, outline,
};
use level::{Diagnostic, GameData, Level};
use rand::RngExt;
use rand_pcg::Pcg32;
use std::{mem::discriminant, sync::Arc};

/// What the characters of a story's map mean: `@` looks to the right, `Z` and the patroller `p` too, all others to the left;
/// `w` waits in ambush.
const LEGEND: &str = r#"
    '#': (wall: "hull"), '.': (), '+': (door: "door"), 'L': (wall: "lift_switch", lift: "lift_switch_on"),
    '@': (thing: Player), 'z': (monster: "shambler", facing: 180), 'Z': (monster: "shambler"),
    'a': (pickup: "clip"), 'h': (pickup: "medkit"),
    '%': (door: "hatch", hang: Swinging), 'W': (window: "glass"), 'G': (grating: "bars"), 'P': (pillar: "stone"),
    'D': (diagonal: "hull"), 'B': (push: "hull"),
"#;

/// What more of them mean in stories of the undead.
const UNDEAD: &str = r#"
    'p': (monster: "shambler", patrol: true), 'w': (monster: "shambler", ambush: true, facing: 180),
    '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270),
    'g': (monster: "gunner", facing: 180), 'b': (monster: "bomb", facing: 180), 'c': (monster: "coward", facing: 180),
    'd': (monster: "dummy", facing: 180), 'o': (monster: "hound", facing: 180),
    'O': (prop: "barrel"), 'C': (prop: "crate"), 'M': (prop: "medicine crate"), 'S': (pickup: "shotgun"),
    'V': (pickup: "vest"), 'X': (pickup: "serum"), 'I': (pickup: "ingot"), 'T': (pickup: "thermal module"),
    'R': (climate: "reactor"), 'Q': (climate: "reactor", monster: "shambler", facing: 180),
"#;

/// What the solver tells of a level, without any facts of the game.
pub(crate) fn findings(level: &Level) -> Vec<String> {
    level.findings(&GameData::default()).into_iter().map(|finding| finding.what).collect()
}

/// The text of a level with this map; blanks round its rows do not count.
pub(crate) fn level_text(map: &str) -> String {
    level_text_with("", map)
}

/// The text of a level with this map and more entries in its legend.
pub(crate) fn level_text_with(legend: &str, map: &str) -> String {
    text(&format!("{LEGEND}{UNDEAD}{legend}"), map)
}

/// The text of a level with this legend and map.
fn text(legend: &str, map: &str) -> String {
    let rows: Vec<String> = map.split_whitespace().map(|row| format!("{row:?},\n")).collect();
    format!("(name: \"Story\", legend: {{{legend}}}, map: [\n{}])", rows.concat())
}

/// The text of a level with this map, more words for the legend and more fields.
pub(crate) fn text_in_words(map: &str, legend: &str, fields: &str) -> String {
    let text = text(&format!("{legend}{LEGEND}"), map);
    format!("{}, {fields})", &text[..text.len() - 1])
}

/// The level with this map.
pub(crate) fn level(map: &str) -> Arc<Level> {
    Arc::new(Level::read("story", level_text(map).as_bytes()).expect("the story's map is a good one"))
}

/// The map without what cannot stand where it does: panes become wall, and so does the border; all else becomes floor.
pub(crate) fn repaired(map: Vec<Vec<char>>) -> String {
    repaired_with("", map)
}

/// The same with more entries in the legend.
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

/// A run of a level, and what has happened in it.
pub(crate) struct Scenario {
    pub(crate) headless: Headless,
    start: Start,
    happened: Vec<EventRecord>,
}

/// One of the undead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Undead {
    pub(crate) kind: String,
    pub(crate) state: MonsterState,
    pub(crate) at: Vec2,
    /// Where it looks, in degrees from 0 to 360.
    pub(crate) facing: f32,
    pub(crate) health: i32,
}

impl Scenario {
    /// The start of a run on this map.
    pub(crate) fn on(map: &str) -> Self {
        Self::with(map, Loadout::default())
    }

    /// The start of a run on this map with other health or ammunition.
    pub(crate) fn with(map: &str, loadout: Loadout) -> Self {
        Self::begin(Start { loadout, ..Start::on(level(map)) })
    }

    /// The start of a run.
    pub(crate) fn begin(start: Start) -> Self {
        Scenario { headless: Headless::begin(&start), start, happened: Vec::new() }
    }

    /// The same start once more, as after death.
    pub(crate) fn begin_again(&mut self) -> &mut Self {
        begin(self.headless.world_mut(), &self.start);
        self
    }

    /// Another run that goes on from here.
    pub(crate) fn restored(&mut self) -> Headless {
        let snapshot = self.headless.snapshot();
        let restored = Headless::restore(&snapshot, Arc::clone(&self.start.level), &self.start.rules);
        restored.expect("its own level and rules")
    }

    /// The start of a run on a map with more words for the legend, and with more fields of the level.
    pub(crate) fn in_words(map: &str, legend: &str, fields: &str) -> Self {
        Self::begin(Start::on(Self::level_in_words(map, legend, fields)))
    }

    /// The level of such a run.
    pub(crate) fn level_in_words(map: &str, legend: &str, fields: &str) -> Arc<Level> {
        let text = text_in_words(map, legend, fields);
        Arc::new(Level::read("story", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")))
    }

    /// The start of a run on this map under other rules.
    pub(crate) fn with_rules(rules: Rules, map: &str, loadout: Loadout) -> Self {
        Self::begin(Start { loadout, rules: Arc::new(rules), ..Start::on(level(map)) })
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
        self.happened.extend_from_slice(self.headless.events());
    }

    /// One intent until something is true, for a minute at most.
    pub(crate) fn until(&mut self, intent: Intent, done: impl FnMut(&mut Self) -> bool) -> &mut Self {
        self.within(60.0, intent, done)
    }

    /// One intent until something is true, for at most these seconds.
    ///
    /// # Panics
    /// If it has not become true by then.
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

    /// A press of the use key, and its release.
    pub(crate) fn press_use(&mut self) -> &mut Self {
        self.tick(Intent { use_: true, ..Intent::default() });
        self.tick(Intent::default());
        self
    }

    /// How often something has happened so far.
    pub(crate) fn count(&self, what: GameEvent) -> usize {
        self.reports(what).len()
    }

    /// How often something has happened so far, whichever kind, weapon or thing it was about.
    pub(crate) fn count_any<Id: Default>(&self, what: impl Fn(Id) -> GameEvent) -> usize {
        self.reports_any(what).len()
    }

    /// All reports of something that has happened so far, whichever kind, weapon or thing it was about.
    pub(crate) fn reports_any<Id: Default>(&self, what: impl Fn(Id) -> GameEvent) -> Vec<EventRecord> {
        let what = discriminant(&what(Id::default()));
        self.happened.iter().filter(|report| discriminant(&report.what) == what).copied().collect()
    }

    /// All reports of something that has happened so far.
    pub(crate) fn reports(&self, what: GameEvent) -> Vec<EventRecord> {
        self.happened.iter().filter(|report| report.what == what).copied().collect()
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

    /// Puts the player anywhere.
    pub(crate) fn put_player(&mut self, x: f32, y: f32) -> &mut Self {
        let world = self.headless.world_mut();
        let mut query = world.query_filtered::<&mut Position, With<Player>>();
        query.single_mut(world).expect("a run has one player").0 = Vec2::new(x, y);
        self
    }

    /// Column and row of the player's middle.
    pub(crate) fn player(&mut self) -> (f32, f32) {
        let mut query = self.headless.world_mut().query::<(&Position, &Player)>();
        let position = query.single(self.headless.world()).expect("a run has one player").0.0;
        (position.x, position.y)
    }

    /// The ticks for which the player's suit has oxygen.
    pub(crate) fn oxygen(&mut self) -> u32 {
        let world = self.headless.world_mut();
        world.query::<&Player>().single(world).expect("a run has one player").oxygen
    }

    pub(crate) fn heading_degrees(&mut self) -> f32 {
        let mut query = self.headless.world_mut().query::<(&Heading, &Player)>();
        query.single(self.headless.world()).expect("a run has one player").0.0.to_degrees()
    }

    pub(crate) fn health(&mut self) -> i32 {
        let mut query = self.headless.world_mut().query::<(&Health, &Player)>();
        query.single(self.headless.world()).expect("a run has one player").0.0
    }

    /// How much the player has of an item.
    pub(crate) fn has(&mut self, item: &str) -> u64 {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").inventory.count(item)
    }

    /// Rounds for the pistol.
    pub(crate) fn ammo(&mut self) -> u64 {
        self.has("rounds")
    }

    /// The name of the weapon in the player's hand.
    pub(crate) fn held(&mut self) -> String {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").held.clone().unwrap_or_default()
    }

    /// What is left of the player's armour.
    pub(crate) fn armour(&mut self) -> i32 {
        let mut query = self.headless.world_mut().query::<&Player>();
        query.single(self.headless.world()).expect("a run has one player").armour
    }

    /// The health of every undead, dead or alive, from left to right.
    pub(crate) fn healths(&mut self) -> Vec<i32> {
        let mut query = self.headless.world_mut().query_filtered::<(&Health, &Position), With<Monster>>();
        let mut all: Vec<_> = query.iter(self.headless.world()).map(|(health, at)| (at.0.x, health.0)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.into_iter().map(|(_, health)| health).collect()
    }

    /// How many props stand whole, and how many lie broken.
    pub(crate) fn props(&mut self) -> (usize, usize) {
        let mut query = self.headless.world_mut().query::<(&Prop, Has<Body>)>();
        let (whole, broken): (Vec<_>, Vec<_>) = query.iter(self.headless.world()).partition(|(_, whole)| *whole);
        (whole.len(), broken.len())
    }

    /// State and place of every undead, from left to right.
    pub(crate) fn undead(&mut self) -> Vec<(MonsterState, (f32, f32))> {
        let mut query = self.headless.world_mut().query::<(&Monster, &Position)>();
        let world = self.headless.world();
        let mut all: Vec<_> = query.iter(world).map(|(monster, at)| (monster.state(), (at.0.x, at.0.y))).collect();
        all.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        all
    }

    /// Every undead, in the order of the map's text.
    pub(crate) fn monsters(&mut self) -> Vec<Undead> {
        let mut query = self.headless.world_mut().query::<(&Id, &Monster, &Position, &Heading, &Health)>();
        let world = self.headless.world();
        let all = query.iter(world).sort::<&Id>().map(|(_, monster, at, heading, health)| Undead {
            kind: self.start.rules.monsters[usize::from(monster.kind())].0.clone(),
            state: monster.state(),
            at: at.0,
            facing: heading.0.to_degrees().rem_euclid(360.0),
            health: health.0,
        });
        all.collect()
    }

    /// The first undead of a kind.
    pub(crate) fn monster(&mut self, kind: &str) -> Undead {
        self.monsters().into_iter().find(|undead| undead.kind == kind).expect("one of its kind is on the map")
    }

    /// Puts the undead of a number in the order of the map's text anywhere.
    pub(crate) fn put_monster(&mut self, number: usize, x: f32, y: f32) -> &mut Self {
        let world = self.headless.world_mut();
        let mut query = world.query_filtered::<(&Id, &mut Position), With<Monster>>();
        let found = query.iter_mut(world).sort::<&Id>().nth(number);
        found.expect("it is on the map").1.0 = Vec2::new(x, y);
        self
    }

    /// Where projectiles fly.
    pub(crate) fn projectiles(&mut self) -> Vec<Vec2> {
        let mut query = self.headless.world_mut().query_filtered::<&Position, With<Projectile>>();
        query.iter(self.headless.world()).map(|at| at.0).collect()
    }

    /// What lies about, and where.
    pub(crate) fn pickups(&mut self) -> Vec<(String, Vec2)> {
        let mut query = self.headless.world_mut().query::<(&Id, &Pickup)>();
        let world = self.headless.world();
        let name = |pickup: &Pickup| world.resource::<Rules>().pickups[usize::from(pickup.kind)].0.clone();
        query.iter(world).sort::<&Id>().map(|(_, pickup)| (name(pickup), pickup.at)).collect()
    }

    /// The ticks that have passed.
    pub(crate) fn now(&self) -> u64 {
        self.headless.run().tick
    }

    /// Where the only undead looks, in degrees, and its health.
    pub(crate) fn only_undead(&mut self) -> (f32, i32) {
        let mut query = self.headless.world_mut().query_filtered::<(&Heading, &Health), With<Monster>>();
        let (heading, health) = query.single(self.headless.world()).expect("the story has one undead");
        (heading.0.to_degrees(), health.0)
    }

    /// The state and the openness of the only door.
    pub(crate) fn door(&mut self) -> (DoorState, f32) {
        let mut query = self.headless.world_mut().query::<&Door>();
        let door = query.single(self.headless.world()).expect("the story has one door");
        (door.state(), door.open())
    }

    /// How far the leaves of the only door are turned, -1 to 1.
    pub(crate) fn leaves(&mut self) -> f32 {
        let mut query = self.headless.world_mut().query::<&Door>();
        let cell = query.single(self.headless.world()).expect("the story has one door").cell();
        match self.headless.world().resource::<Grid>().shape(cell) {
            Shape::Leaves { turn, .. } => turn,
            other => panic!("no leaves but {other:?}"),
        }
    }

    /// The state of the only push-wall, and how far it is from its home.
    pub(crate) fn push_wall(&mut self) -> (PushWallState, (f32, f32)) {
        let mut query = self.headless.world_mut().query::<&PushWall>();
        let wall = query.single(self.headless.world()).expect("the story has one push-wall");
        (wall.state(), wall.offset().into())
    }

    /// Where a living body is in a wall, a pane, a pillar or whatever else stops bodies, if one is.
    pub(crate) fn stuck_body(&mut self) -> Option<(f32, f32)> {
        let bodies = self.bodies();
        let grid = self.headless.world().resource::<Grid>();
        let near = |middle: f32| middle as i32 - 1..=middle as i32 + 1;
        let stuck = |&((x, y), radius): &((f32, f32), f32)| {
            let cells = near(y).flat_map(|row| near(x).map(move |column| IVec2::new(column, row)));
            cells.into_iter().any(|cell| gap(grid.shape(cell), Vec2::new(x, y) - cell.as_vec2()) < radius - 1e-3)
        };
        bodies.iter().find(|body| stuck(body)).map(|body| body.0)
    }

    /// How deep two living bodies are in each other, in tiles: those that are deepest.
    pub(crate) fn overlap(&mut self) -> f32 {
        let world = self.headless.world_mut();
        let mut query = world.query::<(&Position, &Body, &Height, Option<&Monster>, Option<&Prop>)>();
        let rules = world.resource::<Rules>();
        let tall = |monster: Option<&Monster>, prop: Option<&Prop>| match (monster, prop) {
            (Some(monster), _) => rules.monsters[usize::from(monster.kind())].1.tall,
            (_, Some(prop)) => rules.props[usize::from(prop.kind())].1.tall,
            _ => 0.65,
        };
        let all = query
            .iter(world)
            .map(|(at, body, height, monster, prop)| (at.0, body.radius, height.at, height.at + tall(monster, prop)));
        let all: Vec<_> = all.collect();
        let mut deepest = 0.0_f32;
        for (number, one) in all.iter().enumerate() {
            for other in &all[..number] {
                let aside = one.1 + other.1 - one.0.distance(other.0);
                let upright = one.3.min(other.3) - one.2.max(other.2);
                deepest = deepest.max(aside.min(upright as f32));
            }
        }
        deepest
    }

    /// The middles and radii of all living bodies.
    pub(crate) fn bodies(&mut self) -> Vec<((f32, f32), f32)> {
        let mut query = self.headless.world_mut().query::<(&Position, &Body)>();
        query.iter(self.headless.world()).map(|(at, body)| ((at.0.x, at.0.y), body.radius)).collect()
    }
}

/// How far a point is from a shape in whose coordinates it is; 0 inside.
fn gap(shape: Shape, point: Vec2) -> f32 {
    let outline = outline(shape);
    let to_edge = |edge: &engine::Edge| {
        let way = edge.to - edge.from;
        let share = ((point - edge.from).dot(way) / way.dot(way)).clamp(0.0, 1.0);
        point.distance(edge.from + way * share)
    };
    let to_part = |part: &[engine::Edge]| {
        let inside = part.iter().all(|edge| edge.out().dot(point - edge.from) < 0.0);
        if inside { 0.0 } else { part.iter().map(to_edge).fold(f32::INFINITY, f32::min) }
    };
    let round = outline.circle.map_or(f32::INFINITY, |circle| point.distance(circle.middle) - circle.radius);
    outline.parts().map(to_part).fold(round, f32::min)
}

/// What a player brings who holds the first of these weapons and has so much of everything.
pub(crate) fn armed(weapons: &[&str], items: &[(&str, u64)]) -> Loadout {
    let mut loadout = Loadout { held: weapons.first().map(|name| (*name).to_owned()), ..Loadout::with_pistol(100, 0) };
    loadout.inventory = CountedSet::default();
    weapons.iter().for_each(|name| loadout.inventory.add((*name).to_owned(), 1));
    items.iter().for_each(|(name, count)| loadout.inventory.add((*name).to_owned(), *count));
    loadout
}

/// The game's rules with some fields more, as their file would say them.
pub(crate) fn rules(more: &str) -> Result<Rules, String> {
    let text = include_str!("../../assets/rules/standard.ron");
    let end = text.rfind(')').expect("rules end with a bracket");
    let tables = Tables::standard().expect("the game's tables are sound");
    Rules::read("rules.ron", format!("{}{more})", &text[..end]).as_bytes(), &tables)
}

/// The rules of the tutorial game.
pub(crate) fn classic() -> Rules {
    let tables = Tables::standard().expect("the game's tables are sound");
    let text = include_bytes!("../../assets/rules/classic.ron");
    Rules::read("classic.ron", text, &tables).expect("the classic rules are sound")
}

/// Forwards at a walk.
pub(crate) const FORWARD: Intent = Intent { forward: 1.0, ..NOTHING };
/// Backwards at a walk.
pub(crate) const BACK: Intent = Intent { forward: -1.0, ..NOTHING };
/// The trigger held.
pub(crate) const FIRE: Intent = Intent { fire: true, ..NOTHING };
/// No wish at all.
pub(crate) const NOTHING: Intent = Intent::NONE;

/// A turn on the spot by so many degrees, in one tick.
pub(crate) fn turn(degrees: f32) -> Intent {
    Intent { turn: degrees.to_radians(), ..NOTHING }
}

/// What somebody wants who runs about without sense, and fires at this share of the changes of mind.
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
