//! Causes of damage: what a wound came from, so that a death can name it.

use crate::rules::ids::{KindId, PropId, WeaponId};

/// What damage came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DamageSource {
    /// The claws or teeth of a monster.
    Strike(KindId),
    /// A projectile of a monster, or the explosion of one.
    MonsterProjectile(KindId),
    /// A monster that burst when it died.
    Burst(KindId),
    /// A shot, a projectile or an explosion of a weapon.
    Weapon(WeaponId),
    /// A prop that exploded.
    Prop(PropId),
    /// An explosion whose origin is not known: a shock wave that was under way when the run was saved.
    #[default]
    Explosion,
    /// Flames on the body itself.
    Fire,
    /// A push-wall that moved against the body.
    Crushed,
    /// Too little air.
    Airless,
}
