//! Throwing: bait and whatever else lies there where it lands.

use crate::{
    acts::aim,
    acts::event_text::Told,
    acts::play::{Play, Stop, cannot},
};
use bevy::math::Vec2;
use engine::{CHANGE_TICKS, Intent, WeaponChoice, ticks};
use words::say;

/// After so many ticks what was thrown lies there.
const FLIGHT: u64 = ticks(0.5) as u64;
/// So many weapons of one number are gone through at most.
const MAX_IN_A_SLOT: usize = 9;

/// What the player can throw: the weapon that throws it, and all names for it.
pub(crate) struct Throwable {
    weapon: String,
    /// What lies there then.
    lies: String,
    names: Vec<String>,
}

impl Throwable {
    /// How many of the words, from the first on, name it; at least one if any do.
    pub(crate) fn named(&self, words: &[String]) -> Option<usize> {
        (1..=words.len()).rev().find(|count| self.names.contains(&words[..*count].join(" ")))
    }
}

/// All that he can throw now.
pub(crate) fn throwable(play: &mut Play) -> Vec<Throwable> {
    let player = play.player();
    let rules = play.rules();
    let throwable = (0..).zip(&rules.weapons).filter_map(|(number, (name, weapon))| {
        let landing = weapon.landing().filter(|_| player.can_fire(rules, number))?;
        let names = [Some(name), weapon.ammo.as_ref(), Some(&landing.pickup)].into_iter().flatten().cloned();
        Some(Throwable { weapon: name.clone(), lies: landing.pickup.clone(), names: names.collect() })
    });
    throwable.collect()
}

/// Throws one of it at a point, or straight ahead; then the weapon from before is in his hand again.
pub(crate) fn throw(play: &mut Play, what: &Throwable, at: Option<Vec2>) -> Result<(), Stop> {
    let before = play.player().held;
    let thrown = throw_only(play, what, at);
    // Who is disturbed in it does not stand there with a ration in his hand.
    let back = before.map_or(Ok(()), |before| hold(play, &before));
    thrown.and(back)
}

fn throw_only(play: &mut Play, what: &Throwable, at: Option<Vec2>) -> Result<(), Stop> {
    if let Some(at) = at {
        aim::turn_to_point(play, at)?;
    }
    hold(play, &what.weapon)?;
    if play.player().held.as_ref() != Some(&what.weapon) {
        return cannot(say!("You cannot throw now."));
    }
    let told = play.told.len();
    let thrown = aim::fire_ahead(play, 1).and_then(|()| play.idle(FLIGHT));
    // That it lies there now is no surprise.
    let is_seen = |told: &Told| matches!(told, Told::Sees(name, ..) if name.starts_with(&what.lies));
    if thrown == Err(Stop::Interrupted) && play.told[told..].iter().all(is_seen) {
        return Ok(());
    }
    thrown
}

/// Takes the weapon of this name in hand, if he can fire it.
fn hold(play: &mut Play, name: &str) -> Result<(), Stop> {
    for _ in 0..MAX_IN_A_SLOT {
        let player = play.player();
        let rules = play.rules();
        let wanted = rules.weapon(name).filter(|number| player.can_fire(rules, *number));
        let Some(number) = wanted.filter(|_| player.held.as_deref() != Some(name)) else { break };
        let slot = rules.weapons[usize::from(number)].1.slot;
        play.tick(Intent { weapon: Some(WeaponChoice::Slot(slot)), ..Intent::default() })?;
        play.idle(u64::from(CHANGE_TICKS))?;
    }
    Ok(())
}
