//! The player's inventory: counted weapons, ammunition, treasure and suit modules, and the weapon in hand.

use crate::{
    bodies::body::{Body, Position},
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    player::player::Player,
    player::steps::STRIDE,
    rules::filter::Filter,
    rules::ids::WeaponId,
    rules::pickup_kind::{MAX, PickupKind},
    rules::rules::Rules,
    rules::weapon::Weapon,
    tick::intent::{Intent, WeaponChoice},
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::CountedSet;

/// Ticks for putting one weapon away and raising another.
pub const CHANGE_TICKS: u32 = ticks(0.3);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, change.in_set(Step::ChangeWeapon));
}

/// Changes to the weapon that the player selects. A weapon without ammunition is replaced automatically.
fn change(
    mut intent: ResMut<Intent>,
    rules: Res<Rules>,
    player: Single<(&Position, &mut Player), With<Body>>,
    mut events: EventLog,
) {
    let (position, mut player) = player.into_inner();
    // Taking the choice out matters: all ticks between two frames read the same intent.
    if let Some(choice) = intent.weapon.take() {
        match player.chosen(&rules, choice) {
            Some(number) => player.wanted = Some(number),
            None if player.owns(&rules, choice) => events.emit(EventRecord::new(GameEvent::Empty, position.0)),
            None => {}
        }
    }
    let held = player.weapon(&rules);
    if held.is_some_and(|(_, weapon)| !player.is_ready(weapon)) {
        return; // it is still busy with the last shot
    }
    let is_spent = held.is_none_or(|(number, _)| !player.can_fire(&rules, number));
    let wanted = player.wanted.take().or_else(|| is_spent.then(|| player.best(&rules))?);
    if let Some(number) = wanted.filter(|&number| Some(number) != held.map(|(held, _)| held)) {
        player.hold(&rules, number);
        events.emit(EventRecord::new(GameEvent::Changes(WeaponId(number)), position.0));
    }
}

impl Player {
    /// Returns true if the player carries a pickup of this name and kind: a key, or an item that is kept as such.
    pub fn has(&self, name: &str, kind: &PickupKind) -> bool {
        kind.key.is_some_and(|key| self.keys.has(key)) || kind.is_kept() && self.inventory.count(name) > 0
    }

    /// Returns the weapon in hand with its index in the rules.
    pub fn weapon<'a>(&self, rules: &'a Rules) -> Option<(u16, &'a Weapon)> {
        let number = rules.weapon(self.held.as_deref()?)?;
        Some((number, &rules.weapons[usize::from(number)].1))
    }

    /// Returns the ammunition for a weapon, or `None` if the weapon needs none.
    pub fn ammo(&self, weapon: &Weapon) -> Option<u64> {
        weapon.ammo.as_ref().map(|ammo| self.inventory.count(ammo))
    }

    /// Returns true if the player has the weapon with this index and enough ammunition to fire it.
    pub fn can_fire(&self, rules: &Rules, number: u16) -> bool {
        let Some((name, weapon)) = rules.weapons.get(usize::from(number)) else { return false };
        let enough = self.ammo(weapon).is_none_or(|rounds| rounds >= u64::from(weapon.uses));
        self.inventory.count(name) > 0 && enough
    }

    /// Returns true if the last shot and the last weapon change are over.
    pub(crate) fn is_ready(&self, weapon: &Weapon) -> bool {
        self.since_shot >= weapon.cooldown && self.since_change >= CHANGE_TICKS
    }

    /// Takes the weapon with this index in hand.
    pub(crate) fn hold(&mut self, rules: &Rules, number: u16) {
        self.held = Some(rules.weapons[usize::from(number)].0.clone());
        self.since_change = 0;
        self.both = false;
    }

    /// Uses the ammunition for a shot of the weapon with this index, and returns the number of hands that fire.
    pub(crate) fn take_shot(&mut self, rules: &Rules, number: u16) -> u32 {
        let (name, weapon) = &rules.weapons[usize::from(number)];
        let uses = u64::from(weapon.uses);
        self.both = self.inventory.count(name) > 1 && self.ammo(weapon).is_none_or(|rounds| rounds >= 2 * uses);
        let hands = if self.both { 2 } else { 1 };
        if let Some(ammo) = &weapon.ammo {
            self.inventory.remove(ammo, uses * u64::from(hands));
        }
        self.since_shot = 0;
        hands
    }

    /// Returns true if the player holds one of these weapons in each hand.
    pub fn holds_two(&self) -> bool {
        self.held.as_ref().is_some_and(|held| self.inventory.count(held) > 1)
    }

    /// Returns the index of the weapon that a choice selects, if it can be fired.
    fn chosen(&self, rules: &Rules, choice: WeaponChoice) -> Option<u16> {
        let all = 0..rules.weapons.len() as u16;
        let can: Vec<u16> = all.filter(|&number| self.can_fire(rules, number)).collect();
        let held = self.wanted.or(self.weapon(rules).map(|(number, _)| number));
        let after = |list: &[u16]| list.iter().copied().find(|&number| Some(number) > held);
        match choice {
            WeaponChoice::Slot(slot) => {
                let in_slot = |number: &u16| rules.weapons[usize::from(*number)].1.slot == slot;
                let list: Vec<u16> = can.into_iter().filter(in_slot).collect();
                let is_held = held.is_some_and(|held| list.contains(&held));
                after(&list).filter(|_| is_held).or(list.first().copied())
            }
            WeaponChoice::Next => after(&can).or(can.first().copied()),
            WeaponChoice::Previous => {
                can.iter().copied().rev().find(|&number| Some(number) < held).or(can.last().copied())
            }
        }
    }

    /// Returns true if the player owns a weapon that a choice could select, with or without ammunition.
    fn owns(&self, rules: &Rules, choice: WeaponChoice) -> bool {
        let is_meant = |weapon: &Weapon| !matches!(choice, WeaponChoice::Slot(slot) if slot != weapon.slot);
        rules.weapons.iter().any(|(name, weapon)| is_meant(weapon) && self.inventory.count(name) > 0)
    }

    /// Returns the index of the best weapon that can be fired: the one in the highest slot. Tools are excluded, and
    /// explosive weapons are only returned if there is nothing else.
    pub fn best(&self, rules: &Rules) -> Option<u16> {
        self.best_of(rules, |_| true)
    }

    /// Returns the best weapon, as above, of those that `suits` accepts.
    pub(crate) fn best_of(&self, rules: &Rules, suits: impl Fn(&Weapon) -> bool) -> Option<u16> {
        let weapon = |number: u16| &rules.weapons[usize::from(number)].1;
        let all = 0..rules.weapons.len() as u16;
        all.filter(|&number| self.can_fire(rules, number) && !weapon(number).is_tool() && suits(weapon(number)))
            .max_by_key(|&number| (weapon(number).explosion().is_none(), number))
    }

    /// Returns the combined effect of the player's items on the damage that the player does, in the order of the item
    /// names.
    pub(crate) fn attacks(&self, rules: &Rules) -> Filter {
        Filter::in_order(self.attackers(rules).map(|(_, filter)| filter))
    }

    /// Returns the effect of each item on the damage that the player does, with the item names, in their order.
    pub(crate) fn attackers<'a>(&self, rules: &'a Rules) -> impl Iterator<Item = (&'a str, &'a Filter)> {
        self.worn(rules).filter_map(|(name, pickup)| Some((name, pickup.damage_dealt.as_ref()?)))
    }

    /// Returns the effect of each item on the damage that the player takes, with the item names, in their order.
    pub(crate) fn guards<'a>(&self, rules: &'a Rules) -> impl Iterator<Item = (&'a str, &'a Filter)> {
        self.worn(rules).filter_map(|(name, pickup)| Some((name, pickup.damage_taken.as_ref()?)))
    }

    fn worn<'a>(&self, rules: &'a Rules) -> impl Iterator<Item = (&'a str, &'a PickupKind)> {
        let known = self.inventory.iter().filter_map(|(item, _)| rules.pickup(item));
        known.map(|number| {
            let (name, kind) = &rules.pickups[usize::from(number)];
            (name.as_str(), kind)
        })
    }

    /// Returns true if the inventory is valid under these rules.
    pub(crate) fn is_valid(&self, rules: &Rules) -> bool {
        let fits = self.inventory.iter().all(|(item, count)| count <= rules.limit(item));
        let held = self.held.as_ref().is_none_or(|held| rules.weapon(held).is_some());
        let wanted = self.wanted.is_none_or(|number| usize::from(number) < rules.weapons.len());
        let steps = (0.0..STRIDE).contains(&self.since_step);
        fits && held && wanted && steps && (0..=MAX).contains(&self.armour)
    }

    /// Adds items up to the limits of the rules. Returns false if nothing could be added. A new weapon is taken in
    /// hand, except for tools and explosive weapons: with those, the next shot might hit an object close to the player.
    pub(crate) fn stow(&mut self, rules: &Rules, items: &CountedSet<String>) -> bool {
        let mut any = false;
        for (item, count) in items.iter() {
            let had = self.inventory.count(item);
            let more = count.min(rules.limit(item).saturating_sub(had));
            self.inventory.add(item.clone(), more);
            any |= more > 0;
            let is_new = had == 0 && more > 0;
            let is_for_hand = |number: &u16| {
                let weapon = &rules.weapons[usize::from(*number)].1;
                weapon.explosion().is_none() && !weapon.is_tool()
            };
            if let Some(number) = rules.weapon(item).filter(|_| is_new).filter(is_for_hand) {
                self.wanted = Some(number);
            }
        }
        any
    }
}
