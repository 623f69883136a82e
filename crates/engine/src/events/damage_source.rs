//! Damage sources: the origin of a wound, so that a death can name it.

use crate::rules::ids::{KindId, PropId, WeaponId};

/// The origin of damage.
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
    /// An explosion of unknown origin: a shock wave that was spreading when the run was saved.
    #[default]
    Explosion,
    /// Flames on the body itself.
    Fire,
    /// A push-wall that moved against the body.
    Crushed,
    /// Too little air.
    Airless,
}
