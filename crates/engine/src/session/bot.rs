//! The bot plays a deck through intents alone. It finds its path, opens doors, fights and takes the lift. Where no path
//! leads on, it looks for keys, switches, terminals and walls that can be pushed.
//!
//! It has no advance knowledge of decks, sees the present state of the world, and uses its own random number generator.

pub(crate) mod aim;
pub(crate) mod breach;
pub(crate) mod breath;
pub(crate) mod drift;
pub(crate) mod furniture;
pub(crate) mod games;
pub(crate) mod lead;
pub(crate) mod own;
pub(crate) mod plan;
pub(crate) mod props;
pub(crate) mod queries;
pub(crate) mod wind;

use crate::{
    deck::grid::Grid,
    deck::nav_grid::{NavGrid, SIDES},
    deck::paths,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    machines::lift::LiftSwitch,
    rules::filter::Filter,
    rules::weapon::Weapon,
    session::bot::aim::{FACES, fight, shoot, strike, turn_to, walk_to},
    session::bot::furniture::Furniture,
    session::bot::games::Games,
    session::bot::lead::Lead,
    session::bot::own::{BLOW, Own, SIGHT, own},
    session::bot::plan::{Attempts, Does, InWay, Job, What},
    session::bot::queries::{Eyes, View},
    things::pickup::Pickup,
    tick::id::Id,
    tick::intent::{Intent, WeaponChoice},
    tick::tick::ticks,
};
use bevy::{math::ops, prelude::*};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::PI;

/// Resolution of the bot's turns, in steps per radian; the resolution of its movement follows, in steps from rest to
/// full speed. Coarse steps avoid jitter that no person's hands would produce, and keep demos small.
const COUNTS: f32 = 4096.0;
const NOTCHES: f32 = 32.0;
/// Health below which it flees in the middle of a fight.
const FLEES: i32 = 30;
/// Number of cells without air beyond which a path is not worthwhile for anything that is only useful.
const AIRLESS: usize = 10;
/// Minimum distance in tiles of a target from the reach of an explosion.
const OFF_BLAST: f32 = 1.5;
/// Number of cells up to which a path to a new weapon is worthwhile.
const FETCH: usize = 40;
/// Ticks without progress after which it makes a detour.
const STUCK: u32 = ticks(1.0);
/// Maximum time for one attempt to shoot a prop that can explode from a safe place.
const CLEARS: u32 = ticks(6.0);
/// Number of detours on the way to a pickup after which it gives up.
const GIVES_UP: u32 = 6;
/// Duration of a detour.
const DETOUR: u32 = ticks(0.5);
/// Without gravity the bot can fly to and fro between floor and ceiling endlessly. After this time within this distance,
/// in tiles, it makes a detour that lasts until it pushes off again.
const ADRIFT: u32 = ticks(15.0);
const NEAR: f32 = 6.0;
const FLIGHT: u32 = ticks(2.0);
/// Ticks after which it searches for a new path.
const LOOKS: u32 = ticks(0.1);
/// Maximum time for an attempt to open a path. The additional time for each cell of the path there follows.
const PATIENCE: u32 = ticks(15.0);
const PACE: u32 = ticks(0.3);

/// A bot, and its memory from tick to tick.
#[derive(Clone, Debug)]
pub struct Bot {
    chance: Pcg32,
    /// Position at which it last made progress, and the number of ticks since then in which it wanted to move.
    anchor: Vec2,
    waited: u32,
    /// Position near which it has been without gravity, and for how many ticks.
    afloat: (Vec2, u32),
    /// The remaining ticks of the detour, and its direction relative to the heading.
    detour: u32,
    detour_angle: f32,
    /// Number of ticks that it has waited for an airlock door to close.
    cycled: u32,
    /// Whether it pressed use in the last tick: use must be released before the next press.
    used: bool,
    /// The present course, as of the last look.
    course: Option<Course>,
    /// The job that might open a path, and the remaining ticks for it.
    job: Option<(Job, u32)>,
    /// Number of attempts at each job.
    tried: Attempts,
    /// Number of detours on the way to each pickup.
    failed: Attempts,
    /// Its memory for games at terminals.
    games: Games,
    /// The explosive prop in its path that it wants to shoot from a safe place, and the remaining ticks for it.
    clears: Option<(Id, u32)>,
    /// The cell in which it started.
    began: Option<IVec2>,
    eyes: Eyes,
}

/// Destination of the bot.
#[derive(Clone, Debug)]
struct Course {
    /// The cells from its own to that of the job.
    way: Vec<IVec2>,
    /// The hatches into which it does not want to fall.
    hatches: Vec<IVec2>,
    job: Job,
    /// Remaining ticks until it checks whether this is still the best course. It also checks in each new cell.
    left: u32,
}

impl Bot {
    /// Returns a bot with its own random number generator.
    pub fn new(seed: u64) -> Self {
        let chance = Pcg32::seed_from_u64(seed);
        Bot {
            chance,
            anchor: Vec2::ZERO,
            waited: 0,
            afloat: (Vec2::ZERO, 0),
            detour: 0,
            detour_angle: 0.0,
            cycled: 0,
            used: false,
            course: None,
            job: None,
            tried: Attempts::new(),
            failed: Attempts::new(),
            games: Games::default(),
            clears: None,
            began: None,
            eyes: Eyes::default(),
        }
    }

    /// Returns the intent for the next tick of this world; an empty one once the player is dead.
    pub fn intent(&mut self, world: &mut World) -> Intent {
        self.act(world, Bot::travel)
    }

    /// Returns the intent of a bot that fights as always, but goes where it is led instead of to destinations of its
    /// own. Without a lead it waits.
    pub fn follow(&mut self, world: &mut World, lead: Option<Lead>) -> Intent {
        self.act(world, |bot, _, own| lead.map_or_else(Intent::default, |lead| lead.follow(own, bot.used)))
    }

    fn act(&mut self, world: &mut World, goes: impl FnMut(&mut Bot, &View, &Own) -> Intent) -> Intent {
        let mut eyes = std::mem::take(&mut self.eyes);
        let intent = eyes.look(world).and_then(|view| self.choose(&view, goes));
        self.eyes = eyes;
        intent.unwrap_or_default()
    }

    /// Returns the intent for what the bot sees; the function returns that of a bot that has nothing to fight.
    fn choose(&mut self, view: &View, mut goes: impl FnMut(&mut Bot, &View, &Own) -> Intent) -> Option<Intent> {
        let own = own(view)?;
        let target = target(view, &own);
        let better = better(view, &own, target);
        let in_reach = target.map(|(at, _)| at).filter(|at| at.distance(own.position) < own.arm);
        if let Some(board) = self.games.act(view, in_reach.is_some()) {
            return Some(Intent { board, ..default() });
        }
        let window = target.filter(|_| own.arm > BLOW).and_then(|target| breach::window(view, &own, target));
        let breathes = view.air.is_breathable(Grid::cell_at(own.position));
        let stands = own.arm > BLOW && breathes && (own.health >= FLEES || needed(view, &own).is_empty());
        let mut intent = match (window, in_reach) {
            (Some(window), _) => shoot(&own, window),
            (None, Some(target)) if stands => fight(&own, target, view.run.tick),
            // With bare hands, without air, or badly hurt where something heals, it goes on and strikes at monsters in
            // its path.
            (None, Some(target)) => strike(&own, target, goes(self, view, &own)),
            (None, None) => goes(self, view, &own),
        };
        if let Some(target) = in_reach.filter(|_| stands) {
            intent = props::keep_off(view, &own, target, intent);
        }
        self.get_unstuck(&own, drift::is_weightless(view, &own), &mut intent);
        if drift::floats(view, &own) && self.detour > 0 {
            intent.use_ = false;
        }
        if let Some(recoil) = drift::recoil(view, &own, &intent) {
            intent = recoil;
        }
        if let Some(braced) = wind::brace(view, &own) {
            intent = braced;
        }
        intent.weapon = better.map(WeaponChoice::Slot);
        self.used = intent.use_;
        let in_steps = |value: f32, steps: f32| (value * steps).round() / steps;
        intent.turn = in_steps(intent.turn, COUNTS);
        (intent.forward, intent.strafe) = (in_steps(intent.forward, NOTCHES), in_steps(intent.strafe, NOTCHES));
        Some(intent)
    }

    /// Travels to what it needs most, and uses the switch at the lift. If no path leads on, it takes a job that might
    /// open one.
    fn travel(&mut self, view: &View, own: &Own) -> Intent {
        let here = paths::cell_of(&view.grid, own.position);
        self.began.get_or_insert(here);
        if breath::fills(view, own) {
            return Intent::default();
        }
        let known = self.course.take().filter(|course| course.way[0] == here && course.left > 0);
        let Some(mut course) = known.or_else(|| self.set_course(view, own, here)) else { return Intent::default() };
        course.left -= 1;
        self.cycled = if breath::waits_in_lock(view, &course.way) { self.cycled + 1 } else { 0 };
        let waits = (1..=breath::CYCLE).contains(&self.cycled);
        let intent = if waits { Intent::default() } else { self.go(view, own, &course) };
        let patience = self.job.map(|(_, left)| left);
        let end = end(view, &course.job);
        let is_done = match course.job.does {
            Does::Comes => course.way.len() == 1 && own.position.distance(end) < 0.2,
            Does::Uses(_) => intent.use_,
            Does::Shoots(_) => intent.fire,
        };
        if let Some(left) = patience {
            self.job = (!is_done && left > 0).then(|| (course.job, left - 1));
        }
        let goes_on = patience.is_none() || self.job.is_some();
        self.course = goes_on.then_some(course);
        intent
    }

    /// Finds the present destination and the path to it.
    fn set_course(&mut self, view: &View, own: &Own, here: IVec2) -> Option<Course> {
        let in_way = plan::in_way(view, own.keys);
        let known = self.known_course(view, own, here, &in_way);
        let (way, job) = match known {
            Some(known) => known,
            None => self.take_job(view, own, here, &in_way)?,
        };
        Some(Course { way, hatches: in_way.hatches, job, left: LOOKS })
    }

    /// Returns the path to the first of these: air if oxygen is low, needed items, the lift, the present job.
    fn known_course(&mut self, view: &View, own: &Own, here: IVec2, in_way: &InWay) -> Option<(Vec<IVec2>, Job)> {
        let lifts = lifts(view, self.began);
        // What lies among furniture, or behind the shutter of a broken window, may be out of reach.
        let has_failed = |job: &Job| self.failed.get(&job.what).is_some_and(|times| *times >= GIVES_UP);
        let is_free = |job: &Job| !in_way.furnished.contains(&job.stand) && !has_failed(job);
        let needed: Vec<Job> = needed(view, own).into_iter().filter(is_free).collect();
        let weapons: Vec<Job> = weapons(view, own).into_iter().filter(is_free).collect();
        let grid = &view.grid;
        let ground = plan::ground(grid, in_way);
        let way = |job: Job| Some((ground.way(here, job.stand)?.cells, job));
        let air = &view.air;
        let airless = |way: &[IVec2]| way.iter().filter(|cell| !air.is_breathable(**cell)).count();
        let is_safe = |way: &[IVec2]| airless(way) < AIRLESS;
        let steps = ground.steps_from(grid.index(here)?);
        let refuge = breath::refuge(view, own, &ground).and_then(way);
        let first = refuge
            .or_else(|| nearest(&needed, &ground, here, &steps, is_safe))
            .or_else(|| nearest(&weapons, &ground, here, &steps, |way| is_safe(way) && way.len() <= FETCH))
            .or_else(|| nearest(&lifts, &ground, here, &steps, |_| true));
        if first.is_some() {
            self.job = None;
        }
        first.or_else(|| way(self.job?.0))
    }

    /// Takes a job that might open a path, and finds the path to it.
    fn take_job(&mut self, view: &View, own: &Own, here: IVec2, in_way: &InWay) -> Option<(Vec<IVec2>, Job)> {
        self.job = None;
        let job = plan::choose(view, here, own.keys, &self.tried)?;
        *self.tried.entry(job.what).or_default() += 1;
        let way = plan::ground(&view.grid, in_way).way(here, job.stand)?.cells;
        self.job = Some((job, PATIENCE + PACE * way.len() as u32));
        Some((way, job))
    }

    /// Follows a course to its job, and does the job.
    fn go(&mut self, view: &View, own: &Own, course: &Course) -> Intent {
        let (way, job) = (&course.way[..], course.job);
        if let ([_], Does::Uses(cell) | Does::Shoots(cell)) = (way, job.does) {
            let aim = turn_to(own, Grid::middle(cell) - own.position);
            let faces = aim.off < FACES;
            return match job.does {
                // A shot must be aimed well; a switch needs a press, not a held key.
                Does::Shoots(_) => Intent { turn: aim.turn, fire: aim.off < 0.05, ..default() },
                _ => Intent { turn: aim.turn, forward: 0.5, use_: faces && !self.used, ..default() },
            };
        }
        let end = end(view, &job);
        let grid = &view.grid;
        // As far along the path as the bot can walk in a straight line; around corners that is the next cell.
        let furniture = Furniture::of(view);
        let clear = |cell: &&IVec2| {
            let stand = paths::stand(grid, **cell);
            paths::past_walls(grid, own.position, stand, 0.3)
                && !plan::crosses(&course.hatches, own.position, stand)
                && furniture.lets_pass(own.position, stand)
        };
        let next = way.iter().skip(1).take_while(clear).last().or(way.get(1)).unwrap_or(&way[0]);
        let next = if Some(next) == way.last() { end } else { paths::stand(grid, *next) };
        if props::has_blast_near(view, own) {
            return Intent::default();
        }
        self.clears = self.clears.filter(|(_, left)| *left > 0).map(|(id, left)| (id, left - 1));
        let begun = self.clears.and_then(|(id, _)| props::obstacle(view, id));
        let Some(prop) = begun.or_else(|| props::in_way(view, own, next)) else {
            self.clears = None;
            return walk_to(own, next);
        };
        if prop.explodes() && own.arm > BLOW {
            self.clears.get_or_insert((prop.id, CLEARS));
        }
        let goes_back = prop.explodes() && !prop.can_be_shot_from(grid, own.position);
        let refuge = goes_back.then(|| {
            let ground = plan::ground(grid, &plan::in_way(view, own.keys));
            prop.refuge(view, own, &ground)
        });
        refuge.flatten().map_or_else(|| prop.clear_away(own), |refuge| walk_to(own, refuge))
    }

    /// Detects that the bot has wanted to move for some time without progress, and makes a short detour.
    fn get_unstuck(&mut self, own: &Own, is_weightless: bool, intent: &mut Intent) {
        let moving = intent.forward != 0.0 || intent.strafe != 0.0;
        if !moving || self.anchor.distance_squared(own.position) > 0.25 {
            (self.anchor, self.waited) = (own.position, 0);
        } else {
            self.waited += 1;
        }
        if !is_weightless || self.afloat.0.distance(own.position) > NEAR {
            self.afloat = (own.position, 0);
        } else {
            self.afloat.1 += 1;
        }
        if self.waited > STUCK || self.afloat.1 > ADRIFT {
            self.detour = if self.afloat.1 > ADRIFT { FLIGHT } else { DETOUR };
            (self.waited, self.afloat.1) = (0, 0);
            if let Some(what @ What::Pickup(_)) = self.course.as_ref().map(|course| course.job.what) {
                *self.failed.entry(what).or_default() += 1;
            }
            self.detour_angle = self.chance.random_range(-PI..PI);
        }
        if self.detour > 0 {
            self.detour -= 1;
            (intent.strafe, intent.forward) = ops::sin_cos(self.detour_angle);
            intent.use_ = self.detour == 1;
        }
    }
}

/// Returns the job with the shortest acceptable path, and this path. Of equally short ones, the first is returned.
fn nearest(
    jobs: &[Job],
    ground: &NavGrid<impl Fn(usize) -> i32>,
    here: IVec2,
    steps: &[Option<u32>],
    will_do: impl Fn(&[IVec2]) -> bool,
) -> Option<(Vec<IVec2>, Job)> {
    // A path has at least one cell per step, so most paths need not be searched.
    let least = |(number, job): (usize, &Job)| Some((steps[ground.index(job.stand)?]? as usize + 1, number));
    let mut jobs: Vec<((usize, usize), Job)> =
        jobs.iter().enumerate().filter_map(|job| Some((least(job)?, *job.1))).collect();
    jobs.sort_unstable_by_key(|(least, _)| *least);
    let mut best: Option<((usize, usize), Vec<IVec2>, Job)> = None;
    for ((least, number), job) in jobs {
        if best.as_ref().is_some_and(|(shortest, ..)| *shortest < (least, number)) {
            break;
        }
        let Some(way) = ground.way(here, job.stand).map(|way| way.cells).filter(|way| will_do(way)) else { continue };
        let length = (way.len(), number);
        if best.as_ref().is_none_or(|(shortest, ..)| length < *shortest) {
            best = Some((length, way, job));
        }
    }
    best.map(|(_, way, job)| (way, job))
}

/// Returns the end of the path to a job: the item itself, which wind may have moved to the edge of its cell, or the
/// point to stand at.
fn end(view: &View, job: &Job) -> Vec2 {
    let What::Pickup(number) = job.what else { return paths::stand(&view.grid, job.stand) };
    let there = view.pickups.iter().find(|(id, _)| id.0 == number).map(|(_, pickup)| pickup.at);
    there.unwrap_or_else(|| paths::stand(&view.grid, job.stand))
}

/// Returns the slot of a weapon that is better than the one in hand, against a monster if there is one: its position and
/// kind.
fn better(view: &View, own: &Own, target: Option<(Vec2, u16)>) -> Option<u8> {
    let (.., player) = view.player.get(own.entity).ok()?;
    let (rules, skill) = (&*view.rules, view.run.skill);
    let resistances = target.map(|(_, kind)| &rules.monsters[usize::from(kind)].1.resistances);
    // Fire may heal the monster.
    let hurts = |weapon: &Weapon, resistances: &Filter| {
        let mean = weapon.damage.mean(skill, 0.0).unwrap_or_default();
        resistances.apply(&weapon.filter.apply(&mean)).total() > 0.0
    };
    let suits = |weapon: &Weapon| {
        resistances.is_none_or(|resistances| *resistances == Filter::default() || hurts(weapon, resistances))
    };
    // A weapon that explodes is only better than a melee weapon, and only at a distance.
    let is_far = |weapon: &Weapon| {
        let reach = weapon.explosion().map_or(f32::INFINITY, |explosion| explosion.reach);
        target.is_some_and(|(at, _)| at.distance(own.position) > reach + OFF_BLAST)
    };
    let is_melee = |number: u16| rules.weapons[usize::from(number)].1.is_melee();
    let mut best = player.best_of(rules, suits);
    if best.is_none_or(is_melee) {
        best = player.best_of(rules, |weapon| suits(weapon) && is_far(weapon)).or(best);
    }
    let held = player.weapon(rules).map(|(number, _)| number);
    let better = best.filter(|best| Some(*best) != held)?;
    Some(rules.weapons[usize::from(better)].1.slot)
}

/// Returns the nearest living monster that is visible and can be shot, with its kind. Animals are not targets.
fn target(view: &View, own: &Own) -> Option<(Vec2, u16)> {
    let (grid, rules) = (&*view.grid, &*view.rules);
    let off = |at: Vec2| at.distance_squared(own.position);
    view.monsters
        .iter()
        .filter(|(_, _, monster)| monster.kind_of(rules).is_hostile())
        .filter(|(_, at, _)| off(at.0) < SIGHT * SIGHT && ray::clear(grid, Ray::Shot, own.position, at.0))
        // For equal distances, the choice must not depend on the order of the query.
        .min_by(|(id, at, _), (other, there, _)| off(at.0).total_cmp(&off(there.0)).then(id.cmp(other)))
        .map(|(_, at, monster)| (at.0, monster.kind()))
}

/// Returns jobs for the pickups that the bot needs.
fn needed(view: &View, own: &Own) -> Vec<Job> {
    if own.needs.is_empty() {
        return Vec::new();
    }
    fetches(view, |pickup| own.needs.contains(&pickup.kind))
}

/// Returns jobs for the pickups that contain a weapon which the bot does not have. Tools are not weapons, and fire and
/// explosions often hurt the bot itself.
fn weapons(view: &View, own: &Own) -> Vec<Job> {
    let Ok((.., player)) = view.player.get(own.entity) else { return Vec::new() };
    let rules = &view.rules;
    let is_safe = |weapon: &Weapon| !weapon.is_tool() && weapon.burn_ticks == 0 && weapon.explosion().is_none();
    let is_weapon = |item: &str| rules.weapons.iter().any(|(name, weapon)| name == item && is_safe(weapon));
    let is_new = |item: &str| is_weapon(item) && player.inventory.count(item) == 0;
    fetches(view, |pickup| rules.pickups[usize::from(pickup.kind)].1.gives.iter().any(|(item, _)| is_new(item)))
}

/// Returns jobs for some pickups, in the order of their ids.
fn fetches(view: &View, wants: impl Fn(&Pickup) -> bool) -> Vec<Job> {
    let mut wanted: Vec<_> = view.pickups.iter().filter(|(_, pickup)| wants(pickup)).collect();
    wanted.sort_unstable_by_key(|(id, _)| **id);
    let job = |(id, pickup): (&Id, &Pickup)| Job {
        what: What::Pickup(id.0),
        stand: plan::reach(&view.grid, pickup.at),
        does: Does::Comes,
    };
    wanted.into_iter().map(job).collect()
}

/// Returns the switches of the lifts and the stairs, with the cells to stand in. Secret lifts, and the stairs at which
/// the bot started, which lead back, are only returned if there is nothing else.
fn lifts(view: &View, began: Option<IVec2>) -> Vec<Job> {
    let mut lifts: Vec<(&Id, &LiftSwitch)> = view.lifts.iter().collect();
    lifts.sort_unstable_by_key(|(id, _)| **id);
    let mut lifts: Vec<&LiftSwitch> = lifts.into_iter().map(|(_, lift)| lift).collect();
    let level = &view.deck.0;
    let leads_on = |lift: &LiftSwitch| {
        let cell = lift.cell();
        let is_stairs = level.stairs_at(cell.x as usize, cell.y as usize).is_some();
        // Stairs may also be in the wall behind the start, and face the other way.
        let leads_back =
            is_stairs && began.is_some_and(|began| SIDES.contains(&(began - cell)) && lift.works_from(began - cell));
        !lift.is_secret() && !leads_back
    };
    if lifts.iter().any(|lift| leads_on(lift)) {
        lifts.retain(|lift| leads_on(lift));
    }
    // The wall of a diagonal hides the walls next to it.
    let grid = &view.grid;
    let faces = |job: &Job| !matches!(grid.shape(job.stand), Shape::Diagonal { .. });
    let beside = |lift: &LiftSwitch| {
        let (cell, sides) = (lift.cell(), SIDES.into_iter().filter(|side| lift.works_from(*side)));
        sides.map(|side| Job { what: What::Lift, stand: cell + side, does: Does::Uses(cell) }).collect::<Vec<_>>()
    };
    lifts.into_iter().flat_map(beside).filter(faces).collect()
}
