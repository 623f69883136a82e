//! Numbers of what the tables of the rules list, one type for each table, so that none is taken for another's.

use crate::{
    rules::monster_kind::MonsterKind, rules::pickup_kind::PickupKind, rules::prop_kind::PropKind, rules::rules::Rules,
    rules::weapon::Weapon,
};

/// The number of a kind of undead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindId(pub u16);

/// The number of a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeaponId(pub u16);

/// The number of a kind of pickup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickupId(pub u16);

/// The number of a kind of prop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropId(pub u16);

impl KindId {
    /// The kind, if the rules have so many.
    pub fn of(self, rules: &Rules) -> Option<&MonsterKind> {
        rules.monsters.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}

impl WeaponId {
    /// The weapon, if the rules have so many.
    pub fn of(self, rules: &Rules) -> Option<&Weapon> {
        rules.weapons.get(usize::from(self.0)).map(|(_, weapon)| weapon)
    }
}

impl PickupId {
    /// The kind, if the rules have so many.
    pub fn of(self, rules: &Rules) -> Option<&PickupKind> {
        rules.pickups.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}

impl PropId {
    /// The kind, if the rules have so many.
    pub fn of(self, rules: &Rules) -> Option<&PropKind> {
        rules.props.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}
