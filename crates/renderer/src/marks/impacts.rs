//! Impacts: what shots, explosions and wounds leave in the air and on walls and floors. Bleeding is in `wounds.rs`.

use crate::{
    marks::marks::{Marks, Stain, Surface},
    marks::particles::{ParticleKind, Particles, Throw},
    marks::{dust, gibs},
};
use bevy::{ecs::system::SystemParam, math::ops, prelude::*};
use engine::{Deck, EventRecord, Grid, Heading, Mark, Ray, Rules, Run, RunBegan, cast, ticks};
use level::Level;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::TAU;

/// The height of shots and wounds, in tiles: that of the player's eyes.
pub(super) const SHOT: f32 = 0.5;
/// The distance of a wound in front of a body's middle, in tiles.
pub(super) const WOUND: f32 = 0.15;
/// The maximum distance at which blood or soot reaches a wall, in tiles.
pub(super) const SPLASH: f32 = 1.6;

/// The random variation of particles that start together.
pub(super) struct Spread {
    /// The maximum angle to either side, in radians.
    pub(super) turn: f32,
    /// The minimum and maximum horizontal speed, in tiles per second.
    pub(super) speed: [f32; 2],
    /// The minimum and maximum upward speed, in tiles per second.
    pub(super) rise: [f32; 2],
    /// The minimum and maximum lifetime, in seconds.
    pub(super) life: [f32; 2],
}

const SPLINTERS: Spread = Spread { turn: 1.0, speed: [0.6, 2.8], rise: [-0.3, 1.7], life: [0.25, 0.65] };
const PUFFS: Spread = Spread { turn: 0.6, speed: [0.04, 0.15], rise: [0.1, 0.25], life: [0.8, 1.4] };
const BILLOWS: Spread = Spread { turn: 0.4, speed: [1.2, 2.4], rise: [-0.2, 0.3], life: [0.35, 0.6] };
/// The number of fireballs that roll away from an explosion.
const FIREBALLS: usize = 5;
const EMBERS: Spread = Spread { turn: 0.3, speed: [2.0, 6.0], rise: [0.0, 3.0], life: [0.4, 1.1] };
/// The number of particles of a bursting body.
pub(super) const GORE: usize = 16;

/// The number of events that have left something behind. With the position it seeds the random numbers of effects,
/// which must not touch the engine's.
#[derive(Resource, Default)]
struct Count(u64);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Marks>().init_resource::<Particles>().init_resource::<Count>();
    app.add_systems(Update, (listen, dust::raise).chain()).add_observer(begin);
}

/// The system data for following events.
#[derive(SystemParam)]
struct Follower<'w, 's> {
    run: Option<Res<'w, Run>>,
    deck: Option<Res<'w, Deck>>,
    grid: Option<Res<'w, Grid>>,
    rules: Option<Res<'w, Rules>>,
    marks: ResMut<'w, Marks>,
    particles: ResMut<'w, Particles>,
    count: ResMut<'w, Count>,
    bodies: gibs::Bodies<'w, 's>,
}

impl Follower<'_, '_> {
    /// Turns events into marks and particles. The events are assumed to be from the last tick.
    fn follow<'a>(&mut self, reports: impl Iterator<Item = &'a EventRecord>) {
        let (Some(run), Some(deck), Some(grid), Some(rules)) = (&self.run, &self.deck, &self.grid, &self.rules) else {
            return;
        };
        for report in reports {
            self.count.0 += 1;
            let place = u64::from(report.at.x.to_bits()) << 32 | u64::from(report.at.y.to_bits());
            let dice = Pcg32::seed_from_u64(place ^ self.count.0.rotate_left(17));
            let (level, tick) = (&*deck.0, run.tick);
            let (marks, particles) = (&mut *self.marks, &mut *self.particles);
            let mut impact = Impact { level, grid, tick, dice, marks, particles };
            match gibs::of(report, rules, &self.bodies) {
                Some(who) => impact.tear(who, report.at),
                None => impact.follow(report, rules),
            }
        }
    }
}

/// Clears all marks when a run begins.
fn begin(_: On<RunBegan>, mut marks: ResMut<Marks>, mut particles: ResMut<Particles>, mut count: ResMut<Count>) {
    marks.clear();
    particles.clear();
    count.0 = 0;
}

/// Follows the events of each update.
fn listen(mut reports: MessageReader<EventRecord>, mut follower: Follower) {
    follower.follow(reports.read());
}

/// Restores the marks of a restored run, as far as they are valid on its level.
pub fn restore_marks(world: &mut World, kept: &Marks) {
    let (Some(run), Some(deck)) = (world.get_resource::<Run>().copied(), world.get_resource::<Deck>().cloned()) else {
        return;
    };
    if let Some(mut marks) = world.get_resource_mut::<Marks>() {
        marks.take_back(kept, &deck.0, run.tick);
    }
}

/// Leaves the marks of the last tick, and removes its events so that nothing else plays or shows them. This is for
/// ticks that are not shown, such as those on the way to another position of a demo.
///
/// # Errors
/// If the world does not have the resources of the renderer's plugin.
pub fn leave_marks_unseen(world: &mut World) -> Result {
    let leave = |mut reports: ResMut<Messages<EventRecord>>, mut follower: Follower| {
        let reports: Vec<EventRecord> = reports.drain().collect();
        follower.follow(reports.iter());
    };
    Ok(world.run_system_cached(leave)?)
}

/// The context of an event that leaves marks.
pub(super) struct Impact<'a> {
    pub(super) level: &'a Level,
    pub(super) grid: &'a Grid,
    pub(super) tick: u64,
    pub(super) dice: Pcg32,
    pub(super) marks: &'a mut Marks,
    pub(super) particles: &'a mut Particles,
}

impl Impact<'_> {
    /// Leaves the mark of an event.
    fn follow(&mut self, &EventRecord { what, at, towards, .. }: &EventRecord, rules: &Rules) {
        match what.effects(rules).mark {
            Some(Mark::Bullet) => self.strike(at, towards),
            Some(Mark::Blood) => self.bleed(at, towards, 1),
            Some(Mark::Death) => {
                self.bleed(at, towards, 2);
                self.pool(at);
            }
            Some(Mark::Pool) => self.pool(at),
            Some(Mark::Scorch) => self.burn_out(at, towards),
            Some(Mark::Gore) => self.burst(at),
            Some(Mark::Soot) => self.explode(at),
            Some(Mark::Splinters) => self.splinter(at, towards, false),
            Some(Mark::Wreckage) => self.splinter(at, towards, true),
            None => {}
        }
    }

    /// A bullet hits something hard.
    fn strike(&mut self, at: Vec2, towards: Vec2) {
        let wall = Surface::struck(self.level, at, towards);
        if wall.is_some_and(|wall| wall.is_sky(self.level)) {
            return; // it flies into space
        }
        let out = wall.map_or(-towards, |wall| wall.side.out().as_vec2());
        let at = at + out.perp() * self.number(-0.02, 0.02);
        let height = SHOT + self.number(-0.03, 0.03);
        if let Some(wall) = wall {
            let stain = Stain::Bullet(self.dice.random_range(0..2));
            self.marks.add(self.level, wall, at, height, stain, self.tick);
        }
        let resting = Throw { at: at + out * 0.02, height, way: out, speed: 0.0, rise: 0.0, life: ticks(0.12) };
        for _ in 0..2 {
            self.scatter(ParticleKind::Smoke, resting, &PUFFS);
        }
        // Sparks glance off along the wall rather than straight back.
        let glance = (out * 1.5 + towards).normalize_or(out);
        for _ in 0..10 {
            self.scatter(ParticleKind::Spark, Throw { way: glance, ..resting }, &SPLINTERS);
        }
        // In front of the smoke.
        self.launch(ParticleKind::Flash, Throw { at: at + out * 0.06, ..resting });
    }

    /// A bolt hits something: it splashes, and scorches a wall.
    fn burn_out(&mut self, at: Vec2, towards: Vec2) {
        let wall = Surface::struck(self.level, at, towards);
        if wall.is_some_and(|wall| wall.is_sky(self.level)) {
            return; // it flies into space
        }
        let out = wall.map_or(-towards, |wall| wall.side.out().as_vec2());
        if let Some(wall) = wall {
            self.marks.add(self.level, wall, at, SHOT, Stain::Scorch, self.tick);
        }
        let resting = Throw { at: at + out * 0.05, height: SHOT, way: out, speed: 0.0, rise: 0.0, life: ticks(0.25) };
        for _ in 0..6 {
            self.scatter(ParticleKind::Spark, resting, &SPLINTERS);
        }
        self.launch(ParticleKind::Splash, Throw { at: at + out * 0.06, ..resting });
    }

    /// An explosion: a fireball, sparks and smoke in all directions, and soot on the floor and on the walls around it.
    fn explode(&mut self, at: Vec2) {
        let resting = Throw { at, height: SHOT, way: Vec2::X, speed: 0.0, rise: 0.0, life: ticks(0.55) };
        for part in 0..GORE {
            let way = Heading(TAU * part as f32 / GORE as f32).direction();
            self.scatter(ParticleKind::Spark, Throw { way, ..resting }, &EMBERS);
            if part % 4 == 0 {
                self.scatter(ParticleKind::Smoke, Throw { way, ..resting }, &PUFFS);
                if let Some(hit) = cast(self.grid, Ray::Body, at, way, SPLASH) {
                    let at = at + way * (hit.distance - 0.01);
                    let wall = Surface::struck(self.level, at, way);
                    if let Some(wall) = wall.filter(|wall| !wall.is_sky(self.level)) {
                        self.marks.add(self.level, wall, at, SHOT, Stain::Scorch, self.tick);
                    }
                }
            }
        }
        let stain = Stain::Soot(self.dice.random_range(0..2));
        self.marks.add(self.level, Surface::below(at), at, 0.0, stain, self.tick);
        self.launch(ParticleKind::Fireball, resting);
        for part in 0..FIREBALLS {
            let way = Heading(TAU * (part as f32 + 0.5) / FIREBALLS as f32).direction();
            self.scatter(ParticleKind::Fireball, Throw { way, ..resting }, &BILLOWS);
        }
    }

    /// A prop is hit: splinters fly, more of them if it breaks.
    fn splinter(&mut self, at: Vec2, towards: Vec2, breaks: bool) {
        let resting = Throw { at: at - towards * WOUND, height: 0.4, way: -towards, speed: 0.0, rise: 0.0, life: 1 };
        for _ in 0..if breaks { 16 } else { 5 } {
            let way = self.turned(Vec2::X, TAU / 2.0);
            self.scatter(ParticleKind::Spark, Throw { way, ..resting }, &SPLINTERS);
        }
        self.scatter(ParticleKind::Smoke, resting, &PUFFS);
    }

    pub(super) fn launch(&mut self, kind: ParticleKind, throw: Throw) {
        self.particles.launch(self.grid, kind, throw, self.tick);
    }

    /// Launches a particle with random variation.
    pub(super) fn scatter(&mut self, kind: ParticleKind, throw: Throw, spread: &Spread) {
        let way = self.turned(throw.way, spread.turn);
        let [speed, rise, life] =
            [spread.speed, spread.rise, spread.life].map(|[least, most]| self.number(least, most));
        self.launch(kind, Throw { way, speed, rise, life: ticks(life), ..throw });
    }

    /// Returns a uniformly distributed number in a range.
    pub(super) fn number(&mut self, least: f32, most: f32) -> f32 {
        self.dice.random_range(least..most)
    }

    /// Returns this direction, turned randomly by at most an angle.
    pub(super) fn turned(&mut self, way: Vec2, most: f32) -> Vec2 {
        let (sin, cos) = ops::sin_cos(self.number(-most, most));
        Vec2::new(cos, sin).rotate(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        art::art::Art,
        marks::gibs::BODY,
        marks::marks::POOL_DELAY,
        stage::options::Hud,
        testing::{BLOOD, game, picture, put, wait},
    };
    use engine::{GameEvent, Headless, Health, Intent, KindId, Monster, Position, Start, begin};
    use raycast::Frame;
    use std::f32::consts::FRAC_PI_2;

    const ROOM: [&str; 7] = ["#######", "#     #", "#     #", "#  @  #", "#     #", "#     #", "#######"];
    const MIDDLE: Vec2 = Vec2::new(3.5, 3.5);
    /// The pixels per tile at a distance of one tile, in a frame of 180 rows, which spans 1.5 tan(37°) tiles.
    const TILE: f32 = 159.2;

    /// Starts a run in this room without the HUD and fades.
    fn room() -> Headless {
        let mut game = game(&ROOM);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        game
    }

    /// Runs a tick with this event.
    fn report(game: &mut Headless, what: GameEvent, at: Vec2, towards: Vec2) {
        game.world_mut().write_message(EventRecord { towards, ..EventRecord::new(what, at) });
        game.tick(Intent::default());
    }

    /// Returns where two frames differ: the first and last column, and the first and last row.
    fn changed(before: &Frame, after: &Frame) -> Option<[usize; 4]> {
        let places = (0..before.width()).flat_map(|x| (0..before.height()).map(move |y| (x, y)));
        places.filter(|&(x, y)| before.pixel(x, y) != after.pixel(x, y)).fold(None, |area, (x, y)| {
            let [left, right, top, bottom] = area.unwrap_or([x, x, y, y]);
            Some([left.min(x), right.max(x), top.min(y), bottom.max(y)])
        })
    }

    #[test]
    fn shot_leaves_its_hole_at_the_hit_point_on_every_wall() {
        for quarter in 0..4 {
            let angle = quarter as f32 * FRAC_PI_2;
            let ahead = Heading(angle).direction().round();
            // Half a tile to the right, as seen from the middle, on a wall 2.5 tiles away.
            let at = MIDDLE + ahead * 2.49 + ahead.perp() * 0.6;
            let mut game = room();
            put(&mut game, MIDDLE.x, MIDDLE.y, angle);
            let before = picture(&mut game, 320, 180);
            report(&mut game, GameEvent::Impact, at, ahead);
            wait(&mut game, 300, Intent::default()); // sparks and smoke are gone
            let [left, right, top, bottom] = changed(&before, &picture(&mut game, 320, 180)).unwrap();
            let tile = TILE / 2.5;
            let wanted = 160.0 + 0.6 * tile;
            let middle = (left + right + 1) as f32 / 2.0;
            assert!((middle - wanted).abs() < 0.06 * tile, "quarter {quarter}: {middle} is not {wanted}");
            assert!(left < right && right - left < (0.2 * tile) as usize);
            assert!(top.abs_diff(180 - bottom) < (0.1 * tile) as usize, "the hole must be at eye height");
        }
    }

    #[test]
    fn unseen_ticks_leave_the_same_marks_and_no_events() {
        let (what, at) = (GameEvent::Impact, MIDDLE + Vec2::new(2.49, 0.3));
        let [mut seen, mut unseen] = [room(), room()];
        report(&mut seen, what, at, Vec2::X);
        unseen.tick(Intent::default());
        unseen.world_mut().write_message(EventRecord { towards: Vec2::X, ..EventRecord::new(what, at) });
        leave_marks_unseen(unseen.world_mut()).unwrap();
        assert!(unseen.world().resource::<Messages<EventRecord>>().is_empty());
        let marks = |game: &Headless| game.world().resource::<Marks>().clone();
        assert_eq!((marks(&unseen), marks(&unseen).surfaces().len()), (marks(&seen), 1));
    }

    /// Returns true for pixels of blood in any light.
    fn is_blood(pixel: u32) -> bool {
        let [r, g, b, _] = pixel.to_le_bytes();
        r > 20 && [g, b] == BLOOD[1..]
    }

    /// Returns the positions of bloody pixels above and below a row.
    fn blood(game: &mut Headless, row: usize) -> [Vec<(usize, usize)>; 2] {
        let frame = picture(game, 320, 180);
        let places = (0..180).flat_map(|y| (0..320).map(move |x| (x, y)));
        let (above, below) =
            places.filter(|&(x, y)| frame.pixel(x, y).is_some_and(is_blood)).partition(|&(_, y)| y < row);
        [above, below]
    }

    #[test]
    fn blood_splashes_on_the_wall_and_pools_on_the_floor() {
        let mut game = room();
        put(&mut game, 1.5, 3.5, 0.0);
        report(&mut game, GameEvent::MonsterHurt(KindId(0)), Vec2::new(4.8, 3.5), Vec2::X);
        wait(&mut game, 300, Intent::default());
        let [wall, floor] = blood(&mut game, 110);
        assert!(wall.len() > 30 && floor.is_empty(), "on the wall {}, on the floor {}", wall.len(), floor.len());
        assert!(wall.iter().all(|(x, _)| x.abs_diff(160) < 60));
        // 1.7 tiles ahead and 0.6 to the right of the eye.
        report(&mut game, GameEvent::MonsterDies(KindId(0)), Vec2::new(3.2, 4.1), Vec2::X);
        wait(&mut game, POOL_DELAY as u32 + 40, Intent::default());
        let [_, young] = blood(&mut game, 110);
        wait(&mut game, 300, Intent::default());
        let [wall_now, floor] = blood(&mut game, 110);
        assert_eq!(wall_now, wall, "too far from a wall");
        assert!(!young.is_empty() && floor.len() > 2 * young.len());
        let mean = |numbers: Vec<usize>| numbers.iter().sum::<usize>() as f32 / numbers.len() as f32;
        let (x, y) =
            (mean(floor.iter().map(|place| place.0).collect()), mean(floor.iter().map(|place| place.1).collect()));
        let wanted = (160.0 + 0.6 * TILE / 1.7, 90.0 + 0.5 * TILE / 1.7);
        assert!((x - wanted.0).abs() < 15.0 && (y - wanted.1).abs() < 10.0, "{x}, {y} is not {wanted:?}");
    }

    #[test]
    fn only_explosions_gib_monsters_and_leave_no_corpse() {
        let dead = |health: i32| {
            let mut game = game(&["#######", "#@  z #", "#######"]);
            game.world_mut().insert_resource(Hud { shown: false, fades: false });
            let world: &mut World = game.world_mut();
            let (mut left, at) =
                world.query_filtered::<(&mut Health, &Position), With<Monster>>().single_mut(world).unwrap();
            left.0 = health;
            let (kind, at) = (Rules::standard().kind("shambler").unwrap(), at.0);
            report(&mut game, GameEvent::MonsterDies(KindId(kind)), at, Vec2::X);
            let particles = game.world().resource::<Particles>();
            particles.kinds().filter(|kind| matches!(kind, ParticleKind::Part(..))).count()
        };
        assert_eq!([dead(0), dead(-14), dead(-30), dead(-90)], [0, 0, BODY.len(), BODY.len()]);
    }

    #[test]
    fn marks_do_not_depend_on_the_frame_rate() {
        let run = |every: u64, art_comes_last: bool| {
            let mut game = room();
            let art = game.world_mut().remove_resource::<Art>().unwrap();
            if !art_comes_last {
                game.world_mut().insert_resource(art.clone());
            }
            put(&mut game, 2.0, 3.5, 0.2);
            let shoot = Intent { fire: true, turn: 0.03, ..Intent::default() };
            for tick in 0..900 {
                game.tick(shoot);
                if tick % 90 == 0 {
                    let at = MIDDLE + Vec2::new(0.01 * tick as f32 - 2.0, 1.3);
                    report(&mut game, GameEvent::MonsterDies(KindId(0)), at, Vec2::Y);
                }
                if tick % every == 0 {
                    picture(&mut game, 64, 36);
                }
            }
            game.world_mut().insert_resource(art);
            let pictures = [0.0, 2.0, 4.0].map(|angle| {
                put(&mut game, 2.0, 3.5, angle);
                picture(&mut game, 160, 90)
            });
            (pictures, game.snapshot())
        };
        let (always, state) = run(1, false);
        let clean = {
            let mut game = room();
            [0.0, 2.0, 4.0].map(|angle| {
                put(&mut game, 2.0, 3.5, angle);
                picture(&mut game, 160, 90)
            })
        };
        assert!(always.iter().zip(&clean).all(|(one, other)| one != other));
        assert!(run(7, false) == (always.clone(), state.clone()));
        assert!(run(10_000, true) == (always, state));
    }

    #[test]
    fn oldest_marked_walls_become_clean_when_copies_run_out() {
        let length = 150;
        let (wall, floor) = ("#".repeat(length), format!("#@{}#", " ".repeat(length - 3)));
        let mut game = game(&[&wall, &floor, &wall]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let look = |game: &mut Headless, x: f32| {
            put(game, x, 1.5, -FRAC_PI_2);
            picture(game, 64, 36)
        };
        let clean = look(&mut game, 3.5);
        for x in 3..140 {
            report(&mut game, GameEvent::Impact, Vec2::new(x as f32 + 0.5, 1.01), Vec2::NEG_Y);
            if x == 60 {
                assert_ne!(look(&mut game, 3.5), clean);
            }
        }
        wait(&mut game, 300, Intent::default());
        assert_eq!(look(&mut game, 3.5), clean);
        assert_ne!(look(&mut game, 139.5), clean);
    }

    #[test]
    fn new_run_has_no_marks() {
        let mut game = room();
        put(&mut game, 3.5, 3.5, 0.0);
        let clean = picture(&mut game, 64, 36);
        report(&mut game, GameEvent::Impact, Vec2::new(5.99, 3.5), Vec2::X);
        assert_ne!(picture(&mut game, 64, 36), clean);
        let start = Start::on(crate::testing::level(&ROOM));
        game.world_mut().write_message(EventRecord {
            towards: Vec2::X,
            ..EventRecord::new(GameEvent::Impact, Vec2::new(5.99, 3.5))
        });
        begin(game.world_mut(), &start);
        assert_eq!(picture(&mut game, 64, 36), clean);
    }
}
