//! The bot's knowledge about its own state.

use crate::{
    bodies::keys::Keys, player::player::Player, rules::pickup_kind::PickupKind, rules::rules::Rules,
    rules::weapon::Load, session::bot::queries::View,
};
use bevy::prelude::*;

/// Distance in tiles at which monsters are worth a shot.
pub(super) const SIGHT: f32 = 14.0;
/// Reach in tiles up to which a weapon counts as a melee weapon.
pub(super) const BLOW: f32 = 2.0;
/// Health below which it first fetches something that heals.
const HURT: i32 = 60;
/// Number of rounds in hand below which it first fetches ammunition.
const FEW_ROUNDS: u64 = 20;

/// The bot's own state.
pub(super) struct Own {
    pub(super) entity: Entity,
    pub(super) position: Vec2,
    pub(super) heading: f32,
    pub(super) health: i32,
    /// Indices of pickup kinds of which it needs one before it goes on.
    pub(super) needs: Vec<u16>,
    pub(super) keys: Keys,
    /// Remaining oxygen of its suit, in ticks.
    pub(super) oxygen: u32,
    /// Reach of the weapon in hand in tiles; 0 if it cannot be fired.
    pub(super) arm: f32,
}

/// Returns the bot's own state, or `None` once it is dead.
pub(super) fn own(view: &View) -> Option<Own> {
    let (entity, position, heading, health, player) = view.player.single().ok()?;
    let rules = &*view.rules;
    let weapon = player.weapon(rules).filter(|(number, _)| player.can_fire(rules, *number));
    let arm = weapon.map_or(0.0, |(_, weapon)| match &weapon.load {
        Load::Bullets(bullets) => bullets.reach,
        Load::Projectile(projectile) => projectile.reach,
        Load::Patches(_) => 0.0,
    });
    // A weapon without ammunition counts as full, except for the wrench.
    let ammo = weapon.map_or(0, |(_, weapon)| player.ammo(weapon).unwrap_or(if arm < BLOW { 0 } else { u64::MAX }));
    let (needs, keys) = (needs(rules, player, health.0, ammo), player.keys);
    Some(Own {
        entity,
        position: position.0,
        heading: heading.0,
        health: health.0,
        needs,
        keys,
        oxygen: player.oxygen,
        arm,
    })
}

/// Returns the pickup kinds that a player with this health and ammunition needs first: those that heal, or ammunition
/// for the weapon in hand if more can be carried. Without a usable weapon, this is ammunition for any owned weapon.
fn needs(rules: &Rules, player: &Player, health: i32, ammo: u64) -> Vec<u16> {
    let in_hand = player.weapon(rules).and_then(|(_, weapon)| weapon.ammo.as_deref());
    let fires = |item: &str| match in_hand {
        Some(ammo) => ammo == item,
        None => rules
            .weapons
            .iter()
            .any(|(name, weapon)| weapon.ammo.as_deref() == Some(item) && player.inventory.count(name) > 0),
    };
    // Half of the maximum that can be carried is enough.
    let few = in_hand.map_or(FEW_ROUNDS, |item| FEW_ROUNDS.min(rules.limit(item) / 2));
    let heals = |kind: &PickupKind| kind.health > 0 && health < kind.health_limit;
    let loads = |kind: &PickupKind| {
        kind.gives.iter().any(|(item, _)| fires(item) && player.inventory.count(item) < rules.limit(item))
    };
    let helps = |kind: &PickupKind| if health < HURT { heals(kind) } else { ammo < few && loads(kind) };
    (0..).zip(&rules.pickups).filter(|(_, (_, kind))| helps(kind)).map(|(number, _)| number).collect()
}
