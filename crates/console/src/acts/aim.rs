//! Turning, aiming and firing.

use crate::{
    acts::event_text::named,
    acts::play::{Play, Stop, cannot},
    seen::memory::Key,
    seen::things::{Sort, Thing},
};
use bevy::math::{Vec2, ops};
use engine::{GameEvent, Intent, Load, Ray, Weapon, clear, ticks};
use std::f32::consts::PI;
use words::say;

/// The fastest that he turns, in radians a tick.
pub(crate) const TURN: f32 = 0.05;
/// Who is off by no more than this looks where he wants to, in radians.
const STEADY: f32 = 0.004;
/// The most ticks that he fires at somebody, and the most shots that he fires in a direction.
const FIGHT: u32 = ticks(10.0);
pub(crate) const MAX_SHOTS: u32 = 20;
/// After so many ticks no weapon is busy with its last shot any more.
const MAX_BUSY: u32 = ticks(5.0);
/// How far beside the middle of a body a shot still hits it, in tiles.
const WIDTH: f32 = 0.2;

/// The angle from a heading to a direction, from -π to π.
pub(crate) fn off_heading(heading: f32, direction: Vec2) -> f32 {
    (ops::atan2(direction.y, direction.x) - heading + PI).rem_euclid(2.0 * PI) - PI
}

/// Turns to an angle.
pub(crate) fn turn_to(play: &mut Play, angle: f32) -> Result<(), Stop> {
    let direction = Vec2::new(ops::cos(angle), ops::sin(angle));
    // Half a turn takes sixty-three ticks; one more if the last step is rounded.
    for _ in 0..(PI / TURN) as u32 + 8 {
        let off = off_heading(play.own().heading, direction);
        if off.abs() <= STEADY {
            break;
        }
        play.tick(Intent { turn: off.clamp(-TURN, TURN), ..Intent::default() })?;
    }
    Ok(())
}

/// Turns to a point.
pub(crate) fn turn_to_point(play: &mut Play, point: Vec2) -> Result<(), Stop> {
    let to = point - play.own().at;
    if to == Vec2::ZERO {
        return Ok(());
    }
    turn_to(play, ops::atan2(to.y, to.x))
}

/// Fires so many shots straight ahead.
pub(crate) fn fire_ahead(play: &mut Play, shots: u32) -> Result<(), Stop> {
    let (name, again) = in_hand(play).map(|(name, weapon)| (name, weapon.cooldown))?;
    let mut fired = 0;
    let mut pulls = false;
    for _ in 0..shots * (again + ticks(1.0)) {
        if fired == shots {
            break;
        }
        // A trigger that is let go in between fires again, whatever the weapon.
        pulls = !pulls;
        let outcome = play.tick(Intent { fire: pulls, ..Intent::default() });
        fired += shots_of_last_tick(play);
        outcome?;
        if !can_fire(play, &name) {
            break; // it is empty: another one is taken
        }
    }
    play.idle(u64::from(again.min(ticks(1.0))))
}

/// Fires at something until it falls or breaks, is out of sight, or the weapon is empty.
pub(crate) fn fire_at(play: &mut Play, target: &Thing) -> Result<(), Stop> {
    let mut pulls = false;
    let mut fired = 0;
    for _ in 0..FIGHT {
        let Some(now) = still_there(play, target) else { return Ok(()) };
        let (_, weapon) = in_hand(play)?;
        let own = play.own();
        let (to, name) = (now.at - own.at, now.name(&play.memory));
        let distance = to.length();
        if distance > reach(&weapon) {
            return cannot(say!("{thing} is too far off for this weapon.", thing = named(&name).capital()));
        }
        let is_body = matches!(now.sort, Sort::Undead | Sort::Prop);
        if is_body && !clear(play.grid(), Ray::Shot, own.at, now.at) {
            return cannot(say!("{thing} is behind something.", thing = named(&name).capital()));
        }
        if !is_body && fired > 0 {
            return play.idle(u64::from(ticks(0.5)));
        }
        let off = off_heading(own.heading, to);
        let aims = off.abs() * distance < WIDTH;
        pulls = aims && !pulls;
        let outcome = play.tick(Intent { turn: off.clamp(-TURN, TURN), fire: pulls, ..Intent::default() });
        fired += shots_of_last_tick(play);
        outcome?;
    }
    Ok(())
}

/// The target as it is now, if it still stands and is in sight.
fn still_there(play: &mut Play, target: &Thing) -> Option<Thing> {
    play.in_sight().into_iter().find(|thing| thing.key == target.key && thing.sort == target.sort)
}

/// The number of shots that were fired in the last tick.
fn shots_of_last_tick(play: &Play) -> u32 {
    play.headless.events().iter().filter(|report| matches!(report.what, GameEvent::Shot(_))).count() as u32
}

/// How far a weapon reaches, in tiles.
fn reach(weapon: &Weapon) -> f32 {
    match &weapon.load {
        Load::Bullets(bullets) => bullets.reach,
        Load::Projectile(projectile) => projectile.reach,
        Load::Patches(patches) => patches.reach,
    }
}

/// The weapon in his hand and its name. An empty one is put away for another, if he has one that he can fire.
pub(crate) fn in_hand(play: &mut Play) -> Result<(String, Weapon), Stop> {
    for _ in 0..MAX_BUSY {
        let player = play.player();
        let rules = play.rules();
        let held = player.weapon(rules).filter(|(number, _)| player.can_fire(rules, *number));
        if let Some((number, weapon)) = held {
            return Ok((rules.weapons[usize::from(number)].0.clone(), weapon.clone()));
        }
        if player.best(rules).is_none() {
            break;
        }
        play.tick(Intent::default())?;
    }
    cannot(say!("You have nothing that you can fire."))
}

/// True if he holds the weapon of this name and what it takes to fire it.
fn can_fire(play: &mut Play, name: &str) -> bool {
    let player = play.player();
    let rules = play.rules();
    player.held.as_deref() == Some(name)
        && player.weapon(rules).is_some_and(|(number, _)| player.can_fire(rules, number))
}

/// The nearest undead in sight that a shot would reach, walls allowing. An animal is shot at only if somebody says so.
pub(crate) fn nearest_foe(play: &mut Play) -> Option<Thing> {
    let at = play.own().at;
    let seen = play.in_sight();
    let rules = play.rules();
    let is_hostile = |name: &str| rules.kind(name).is_some_and(|kind| rules.monsters[usize::from(kind)].1.is_hostile());
    let mut foes = seen
        .into_iter()
        .filter(|thing| thing.sort == Sort::Undead && matches!(thing.key, Key::Thing(_)) && is_hostile(&thing.kind));
    foes.find(|thing| clear(play.grid(), Ray::Shot, at, thing.at))
}
