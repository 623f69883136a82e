//! Throwing: bait, and anything else that remains where it lands.

use crate::{
    acts::aim,
    acts::event_text::Told,
    acts::play::{Play, Stop, cannot},
};
use bevy::math::Vec2;
use engine::{CHANGE_TICKS, Intent, WeaponChoice, ticks};
use localization::say;

/// The number of ticks after which a thrown thing has landed.
const FLIGHT: u64 = ticks(0.5) as u64;
/// The maximum number of weapons to try in one slot.
const MAX_IN_A_SLOT: usize = 9;

/// A thing that the player can throw: the weapon that throws it, and all its names.
pub(crate) struct Throwable {
    weapon: String,
    /// The thing on the floor afterwards.
    lies: String,
    names: Vec<String>,
}

impl Throwable {
    /// Returns the number of words from the first that name it, or `None` if they do not.
    pub(crate) fn named(&self, words: &[String]) -> Option<usize> {
        (1..=words.len()).rev().find(|count| self.names.contains(&words[..*count].join(" ")))
    }
}

/// Returns all that the player can throw now.
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

/// Throws one at a point, or straight ahead. Afterwards the player holds the previous weapon again.
pub(crate) fn throw(play: &mut Play, what: &Throwable, at: Option<Vec2>) -> Result<(), Stop> {
    let before = play.player().held;
    let thrown = throw_only(play, what, at);
    // The weapon is changed back even after an interruption.
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
    // Seeing the thrown thing is not news.
    let is_seen = |told: &Told| matches!(told, Told::Sees(name, ..) if name.starts_with(&what.lies));
    if thrown == Err(Stop::Interrupted) && play.told[told..].iter().all(is_seen) {
        return Ok(());
    }
    thrown
}

/// Switches to the weapon of this name, if it can be fired.
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
