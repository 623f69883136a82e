//! Turning, aiming and firing.

use crate::{
    acts::event_text::named,
    acts::play::{Play, Stop, cannot},
    perception::memory::Key,
    perception::things::{Sort, Thing},
};
use bevy::math::{Vec2, ops};
use engine::{GameEvent, Intent, Load, Ray, Weapon, clear, ticks};
use localization::say;
use std::f32::consts::PI;

/// The maximum turning speed, in radians per tick.
pub(crate) const TURN: f32 = 0.05;
/// The maximum deviation of the aim, in radians.
const STEADY: f32 = 0.004;
/// The maximum ticks of shooting at a target, and the maximum shots in a direction.
const FIGHT: u32 = ticks(10.0);
pub(crate) const MAX_SHOTS: u32 = 20;
/// The number of ticks after which every weapon has finished its last shot.
const MAX_BUSY: u32 = ticks(5.0);
/// The distance from the centre of a body at which a shot still hits it, in tiles.
const WIDTH: f32 = 0.2;

/// Returns the angle from a heading to a direction, from -π to π.
pub(crate) fn off_heading(heading: f32, direction: Vec2) -> f32 {
    (ops::atan2(direction.y, direction.x) - heading + PI).rem_euclid(2.0 * PI) - PI
}

/// Turns to an angle.
pub(crate) fn turn_to(play: &mut Play, angle: f32) -> Result<(), Stop> {
    let direction = Vec2::new(ops::cos(angle), ops::sin(angle));
    // Half a turn takes 63 ticks, and one more if the last step is rounded.
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

/// Fires a number of shots straight ahead.
pub(crate) fn fire_ahead(play: &mut Play, shots: u32) -> Result<(), Stop> {
    let (name, again) = in_hand(play).map(|(name, weapon)| (name, weapon.cooldown))?;
    let mut fired = 0;
    let mut pulls = false;
    for _ in 0..shots * (again + ticks(1.0)) {
        if fired == shots {
            break;
        }
        // Releasing the trigger in between makes every weapon fire again.
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

/// Fires at a target until it dies or breaks or is no longer visible, or the weapon is empty.
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
            return cannot(say!("{thing} is out of range of this weapon.", thing = named(&name).capital()));
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

/// Returns the present state of a target, if it is still alive and visible.
fn still_there(play: &mut Play, target: &Thing) -> Option<Thing> {
    play.in_sight().into_iter().find(|thing| thing.key == target.key && thing.sort == target.sort)
}

/// Returns the number of shots fired in the last tick.
fn shots_of_last_tick(play: &Play) -> u32 {
    play.headless.events().iter().filter(|report| matches!(report.what, GameEvent::Shot(_))).count() as u32
}

/// Returns the range of a weapon, in tiles.
fn reach(weapon: &Weapon) -> f32 {
    match &weapon.load {
        Load::Bullets(bullets) => bullets.reach,
        Load::Projectile(projectile) => projectile.reach,
        Load::Patches(patches) => patches.reach,
    }
}

/// Returns the weapon in hand and its name. An empty one is replaced by another that can be fired, if there is one.
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
    cannot(say!("You have no weapon to fire."))
}

/// Returns true if the player has the weapon of this name and its ammunition.
fn can_fire(play: &mut Play, name: &str) -> bool {
    let player = play.player();
    let rules = play.rules();
    player.held.as_deref() == Some(name)
        && player.weapon(rules).is_some_and(|(number, _)| player.can_fire(rules, number))
}

/// Returns the nearest visible monster that a shot would reach. Animals are shot at only on request.
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
