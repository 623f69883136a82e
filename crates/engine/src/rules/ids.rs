//! Indices into the tables of the rules, with a separate type for each table.

use crate::{
    rules::monster_kind::MonsterKind, rules::pickup_kind::PickupKind, rules::prop_kind::PropKind, rules::rules::Rules,
    rules::weapon::Weapon,
};

/// Index of a monster kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindId(pub u16);

/// Index of a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeaponId(pub u16);

/// Index of a pickup kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickupId(pub u16);

/// Index of a prop kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropId(pub u16);

impl KindId {
    /// Returns the kind, or `None` if the index is out of range.
    pub fn of(self, rules: &Rules) -> Option<&MonsterKind> {
        rules.monsters.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}

impl WeaponId {
    /// Returns the weapon, or `None` if the index is out of range.
    pub fn of(self, rules: &Rules) -> Option<&Weapon> {
        rules.weapons.get(usize::from(self.0)).map(|(_, weapon)| weapon)
    }
}

impl PickupId {
    /// Returns the kind, or `None` if the index is out of range.
    pub fn of(self, rules: &Rules) -> Option<&PickupKind> {
        rules.pickups.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}

impl PropId {
    /// Returns the kind, or `None` if the index is out of range.
    pub fn of(self, rules: &Rules) -> Option<&PropKind> {
        rules.props.get(usize::from(self.0)).map(|(_, kind)| kind)
    }
}
