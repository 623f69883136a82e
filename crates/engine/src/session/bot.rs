//! The bot: plays a deck through intents alone. It finds its way, opens doors, fights and takes the lift; where no way leads
//! on, it looks for keys, switches, terminals and walls that can be pushed.
//!
//! It knows no deck, looks at the world as it stands and draws from a stream of chance of its own.

pub(crate) mod aim;
pub(crate) mod breach;
pub(crate) mod breath;
pub(crate) mod furniture;
pub(crate) mod games;
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
    session::bot::aim::{fight, shoot, strike, turn_to, walk_to},
    session::bot::furniture::Furniture,
    session::bot::games::Games,
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

/// The counts of its mouse in a radian, and the notches of its stick from rest to the end: like a person's hands, it does not
/// tremble by less, and a demo of it is as small.
const COUNTS: f32 = 4096.0;
const NOTCHES: f32 = 32.0;
/// With less it does so in the middle of a fight.
const FLEES: i32 = 30;
/// Through so many cells without air it goes for nothing that only helps it.
const AIRLESS: usize = 10;
/// After so long without getting anywhere it tries something else.
const STUCK: u32 = ticks(1.0);
/// How long it tries something else.
const DETOUR: u32 = ticks(0.5);
/// It goes the way that it has found for so many ticks, and then looks again.
const LOOKS: u32 = ticks(0.1);
/// It gives up what opens no way after so long, and so much for each cell of the way there.
const PATIENCE: u32 = ticks(15.0);
const PACE: u32 = ticks(0.3);

/// A bot, with what it remembers from tick to tick.
#[derive(Clone, Debug)]
pub struct Bot {
    chance: Pcg32,
    /// Where it last got on, and for how many ticks it has been near there although it wanted to move.
    anchor: Vec2,
    waited: u32,
    /// The ticks of the detour that are left, and its direction relative to the heading.
    detour: u32,
    detour_angle: f32,
    /// For so many ticks it has waited for a door of an airlock to shut.
    cycled: u32,
    /// It pressed use in the last tick: a switch needs it released before the next press.
    used: bool,
    /// Where it goes, as it saw it when it last looked.
    course: Option<Course>,
    /// What it is about to do because no way leads on, and the ticks that it has left for that.
    job: Option<(Job, u32)>,
    /// How often it has tried what might open a way.
    tried: Attempts,
    /// What it plays at a terminal.
    games: Games,
    /// The cell in which it first found itself.
    began: Option<IVec2>,
    eyes: Eyes,
}

/// Where the bot goes.
#[derive(Clone, Debug)]
struct Course {
    /// The cells from its own to the one where it has something to do.
    way: Vec<IVec2>,
    /// The hatches into which it does not want to fall.
    hatches: Vec<IVec2>,
    job: Job,
    /// So many ticks later it looks again whether this is still the best that it can do, or as soon as it is in another cell.
    left: u32,
}

impl Bot {
    /// A bot with its own stream of chance.
    pub fn new(seed: u64) -> Self {
        let chance = Pcg32::seed_from_u64(seed);
        Bot {
            chance,
            anchor: Vec2::ZERO,
            waited: 0,
            detour: 0,
            detour_angle: 0.0,
            cycled: 0,
            used: false,
            course: None,
            job: None,
            tried: Attempts::new(),
            games: Games::default(),
            began: None,
            eyes: Eyes::default(),
        }
    }

    /// What the bot wants in the next tick of this world; nothing once the player is dead.
    pub fn intent(&mut self, world: &mut World) -> Intent {
        let mut eyes = std::mem::take(&mut self.eyes);
        let intent = eyes.look(world).and_then(|view| self.choose(&view));
        self.eyes = eyes;
        intent.unwrap_or_default()
    }

    /// The same, by what it sees.
    fn choose(&mut self, view: &View) -> Option<Intent> {
        let own = own(view)?;
        let target = target(view, &own);
        let better = better(view, &own, target.map(|(_, kind)| kind));
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
            // With bare hands, without air, or badly hurt where something heals, it goes on, and strikes at whoever stands in its way.
            (None, Some(target)) => strike(&own, target, self.travel(view, &own)),
            (None, None) => self.travel(view, &own),
        };
        if let Some(target) = in_reach.filter(|_| stands) {
            intent = props::keep_off(view, &own, target, intent);
        }
        self.get_unstuck(&own, &mut intent);
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

    /// Goes on to whatever it needs most; at the lift it throws the switch. If no way leads there, it looks for one.
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

    /// Finds out where to go now, and the way.
    fn set_course(&mut self, view: &View, own: &Own, here: IVec2) -> Option<Course> {
        let in_way = plan::in_way(view, own.keys);
        let known = self.known_course(view, own, here, &in_way);
        let (way, job) = match known {
            Some(known) => known,
            None => self.take_job(view, own, here, &in_way)?,
        };
        Some(Course { way, hatches: in_way.hatches, job, left: LOOKS })
    }

    /// The way to the first of these that there is: air if it is short of oxygen, what it needs, the lift, what it has taken up.
    fn known_course(&mut self, view: &View, own: &Own, here: IVec2, in_way: &InWay) -> Option<(Vec<IVec2>, Job)> {
        let (needed, lifts) = (needed(view, own), lifts(view, self.began));
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
            .or_else(|| nearest(&lifts, &ground, here, &steps, |_| true));
        if first.is_some() {
            self.job = None;
        }
        first.or_else(|| way(self.job?.0))
    }

    /// Takes up what may open a way, and finds the way there.
    fn take_job(&mut self, view: &View, own: &Own, here: IVec2, in_way: &InWay) -> Option<(Vec<IVec2>, Job)> {
        self.job = None;
        let job = plan::choose(view, here, own.keys, &self.tried)?;
        *self.tried.entry(job.what).or_default() += 1;
        let way = plan::ground(&view.grid, in_way).way(here, job.stand)?.cells;
        self.job = Some((job, PATIENCE + PACE * way.len() as u32));
        Some((way, job))
    }

    /// Goes along a way to where something is to be done, and does it there.
    fn go(&self, view: &View, own: &Own, course: &Course) -> Intent {
        let (way, job) = (&course.way[..], course.job);
        if let ([_], Does::Uses(cell) | Does::Shoots(cell)) = (way, job.does) {
            let aim = turn_to(own, Grid::middle(cell) - own.position);
            let faces = aim.off < 0.3;
            return match job.does {
                // Whoever shoots aims well; the switch wants a press, not a held key.
                Does::Shoots(_) => Intent { turn: aim.turn, fire: aim.off < 0.05, ..default() },
                _ => Intent { turn: aim.turn, forward: 0.5, use_: faces && !self.used, ..default() },
            };
        }
        let end = end(view, &job);
        let grid = &view.grid;
        // As far along the route as it can walk in a straight line; round corners that is the next cell.
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
        props::in_way(view, own, next).map_or_else(|| walk_to(own, next), |prop| props::clear_away(own, prop))
    }

    /// Notices when it has wanted to move for long and got nowhere, and steps aside for a moment.
    fn get_unstuck(&mut self, own: &Own, intent: &mut Intent) {
        let moving = intent.forward != 0.0 || intent.strafe != 0.0;
        if !moving || self.anchor.distance_squared(own.position) > 0.25 {
            (self.anchor, self.waited) = (own.position, 0);
        } else {
            self.waited += 1;
        }
        if self.waited > STUCK {
            self.waited = 0;
            self.detour = DETOUR;
            self.detour_angle = self.chance.random_range(-PI..PI);
        }
        if self.detour > 0 {
            self.detour -= 1;
            (intent.strafe, intent.forward) = ops::sin_cos(self.detour_angle);
            intent.use_ = self.detour == 1;
        }
    }
}

/// Of those jobs to which a way leads that will do, the one with the shortest way, and of several the first; with its way.
fn nearest(
    jobs: &[Job],
    ground: &NavGrid<impl Fn(usize) -> i32>,
    here: IVec2,
    steps: &[Option<u32>],
    will_do: impl Fn(&[IVec2]) -> bool,
) -> Option<(Vec<IVec2>, Job)> {
    // No way has fewer cells than there are steps, so most need not be looked for.
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

/// Where the way to a job ends: at the thing itself, which the wind may have carried to the edge of its cell, or where one stands.
fn end(view: &View, job: &Job) -> Vec2 {
    let What::Pickup(number) = job.what else { return paths::stand(&view.grid, job.stand) };
    let there = view.pickups.iter().find(|(id, _)| id.0 == number).map(|(_, pickup)| pickup.at);
    there.unwrap_or_else(|| paths::stand(&view.grid, job.stand))
}

/// The slot of the weapon that it had better take in hand, against an undead of this kind, if it sees one.
fn better(view: &View, own: &Own, kind: Option<u16>) -> Option<u8> {
    let (.., player) = view.player.get(own.entity).ok()?;
    let (rules, skill) = (&*view.rules, view.run.skill);
    let resistances = kind.map(|kind| &rules.monsters[usize::from(kind)].1.resistances);
    // Fire may heal.
    let hurts = |weapon: &Weapon, resistances: &Filter| {
        let mean = weapon.damage.mean(skill, 0.0).unwrap_or_default();
        resistances.apply(&weapon.filter.apply(&mean)).total() > 0.0
    };
    let suits = |weapon: &Weapon| {
        resistances.is_none_or(|resistances| *resistances == Filter::default() || hurts(weapon, resistances))
    };
    let held = player.weapon(rules).map(|(number, _)| number);
    let better = player.best_of(rules, suits).filter(|best| Some(*best) != held)?;
    Some(rules.weapons[usize::from(better)].1.slot)
}

/// The nearest living undead that can be seen and shot, and its kind; animals are none.
fn target(view: &View, own: &Own) -> Option<(Vec2, u16)> {
    let (grid, rules) = (&*view.grid, &*view.rules);
    let off = |at: Vec2| at.distance_squared(own.position);
    view.monsters
        .iter()
        .filter(|(_, _, monster)| monster.kind_of(rules).is_hostile())
        .filter(|(_, at, _)| off(at.0) < SIGHT * SIGHT && ray::clear(grid, Ray::Shot, own.position, at.0))
        // Of two that are equally near, it is always the same one.
        .min_by(|(id, at, _), (other, there, _)| off(at.0).total_cmp(&off(there.0)).then(id.cmp(other)))
        .map(|(_, at, monster)| (at.0, monster.kind()))
}

/// What lies about that it needs.
fn needed(view: &View, own: &Own) -> Vec<Job> {
    if own.needs.is_empty() {
        return Vec::new();
    }
    let mut needed: Vec<_> = view.pickups.iter().filter(|(_, pickup)| own.needs.contains(&pickup.kind)).collect();
    needed.sort_unstable_by_key(|(id, _)| **id);
    let job = |(id, pickup): (&Id, &Pickup)| Job {
        what: What::Pickup(id.0),
        stand: plan::reach(&view.grid, pickup.at),
        does: Does::Comes,
    };
    needed.into_iter().map(job).collect()
}

/// The lifts' switches and the stairs, and where to stand to use them: secret lifts only if there are no others, and the stairs
/// beside which it began, which lead back, only then, too.
fn lifts(view: &View, began: Option<IVec2>) -> Vec<Job> {
    let mut lifts: Vec<(&Id, &LiftSwitch)> = view.lifts.iter().collect();
    lifts.sort_unstable_by_key(|(id, _)| **id);
    let mut lifts: Vec<&LiftSwitch> = lifts.into_iter().map(|(_, lift)| lift).collect();
    let level = &view.deck.0;
    let leads_on = |lift: &LiftSwitch| {
        let cell = lift.cell();
        let is_stairs = level.stairs_at(cell.x as usize, cell.y as usize).is_some();
        let leads_back = is_stairs && began.is_some_and(|began| (began - cell).abs().element_sum() == 1);
        !lift.is_secret() && !leads_back
    };
    if lifts.iter().any(|lift| leads_on(lift)) {
        lifts.retain(|lift| leads_on(lift));
    }
    // The wall of a diagonal hides the walls beside it.
    let grid = &view.grid;
    let faces = |job: &Job| !matches!(grid.shape(job.stand), Shape::Diagonal { .. });
    let beside = |lift: &LiftSwitch| {
        let (cell, sides) = (lift.cell(), SIDES.into_iter().filter(|side| lift.works_from(*side)));
        sides.map(|side| Job { what: What::Lift, stand: cell + side, does: Does::Uses(cell) }).collect::<Vec<_>>()
    };
    lifts.into_iter().flat_map(beside).filter(faces).collect()
}
