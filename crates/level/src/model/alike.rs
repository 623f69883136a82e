//! Equality of levels: two levels are equal if they have the same content, comparing names instead of indices.
//!
//! The indices of names depend on their order in the file, and a name that nothing refers to does not matter.

use crate::{
    model::arrival::Arrival,
    model::lamp::Lamp,
    model::level::Level,
    model::named_area::{NamedArea, NamedAreaIndex},
    model::thing::{Thing, ThingKind},
    model::trigger::{Trigger, TriggerAction},
};

impl PartialEq for Level {
    fn eq(&self, other: &Level) -> bool {
        self.name == other.name
            && (self.width, self.height) == (other.width, other.height)
            && (self.fog, self.par, &self.sky) == (other.fog, other.par, &other.sky)
            && self.has_cells_of(other)
            && self.is_thing_of(&self.player, other, &other.player)
            && all(&self.things, &other.things, |one, two| self.is_thing_of(one, other, two))
            && self.turns == other.turns
            && self.lamps_in_order() == other.lamps_in_order()
            && self.places_in_order() == other.places_in_order()
            && all(&self.triggers, &other.triggers, |one, two| self.is_trigger_of(one, other, two))
            && self.arrivals_in_order() == other.arrivals_in_order()
            && self.terminals == other.terminals
            && self.stairs == other.stairs
            && all(&self.allow, &other.allow, |one, two| {
                let name = |level: &Level, at: Option<NamedAreaIndex>| at.map(|at| level.place(at).name.clone());
                (one.lint, &one.because, name(self, one.at)) == (two.lint, &two.because, name(other, two.at))
            })
            && all(&self.called, &other.called, |one, two| {
                (&one.name, &self.place(one.at).name) == (&two.name, &other.place(two.at).name)
            })
    }
}

/// Returns true if both lists have the same length and their elements are pairwise the same by `is_same`.
fn all<T>(one: &[T], other: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
}

impl Level {
    fn has_cells_of(&self, other: &Level) -> bool {
        all(&self.cells, &other.cells, |one, two| {
            self.texture(one.floor) == other.texture(two.floor)
                && self.texture(one.ceiling) == other.texture(two.ceiling)
                && one.light == two.light
                && (one.can_break(), one.air) == (two.can_break(), two.air)
                && one.damage_zone.map(|damage_zone| &self.damage_zones[usize::from(damage_zone.0)])
                    == two.damage_zone.map(|damage_zone| &other.damage_zones[usize::from(damage_zone.0)])
                && one.shape.with_textures(|&texture| self.texture(texture))
                    == two.shape.with_textures(|&texture| other.texture(texture))
        })
    }

    fn is_thing_of(&self, one: &Thing, other: &Level, two: &Thing) -> bool {
        let kind = match (one.kind, two.kind) {
            (ThingKind::Monster(one), ThingKind::Monster(two)) => self.monster(one) == other.monster(two),
            (ThingKind::Pickup(one), ThingKind::Pickup(two)) => self.pickup(one) == other.pickup(two),
            (ThingKind::Prop(one), ThingKind::Prop(two)) => self.prop(one) == other.prop(two),
            (one, two) => one == two,
        };
        kind && *one == Thing { kind: one.kind, ..*two }
    }

    fn is_trigger_of(&self, one: &Trigger, other: &Level, two: &Trigger) -> bool {
        let same = |one: NamedAreaIndex, two: NamedAreaIndex| self.place(one).name == other.place(two).name;
        same(one.at, two.at)
            && (one.on, one.by, one.repeat, one.after) == (two.on, two.by, two.repeat, two.after)
            && all(&one.actions, &two.actions, |one, two| match (*one, *two) {
                (TriggerAction::Open(one), TriggerAction::Open(two))
                | (TriggerAction::Close(one), TriggerAction::Close(two))
                | (TriggerAction::Lock(one), TriggerAction::Lock(two))
                | (TriggerAction::Unlock(one), TriggerAction::Unlock(two))
                | (TriggerAction::Push(one), TriggerAction::Push(two))
                | (TriggerAction::Wake(one), TriggerAction::Wake(two))
                | (TriggerAction::Vent(one), TriggerAction::Vent(two))
                | (TriggerAction::Seal(one), TriggerAction::Seal(two))
                | (TriggerAction::Break(one), TriggerAction::Break(two))
                | (TriggerAction::Spawn(one), TriggerAction::Spawn(two)) => same(one, two),
                (TriggerAction::Light(one, light), TriggerAction::Light(two, other)) => {
                    same(one, two) && light == other
                }
                (TriggerAction::Lamps(one, on), TriggerAction::Lamps(two, other)) => same(one, two) && on == other,
                (TriggerAction::Say(one), TriggerAction::Say(two)) => self.message(one) == other.message(two),
                (TriggerAction::Teleport(one, to), TriggerAction::Teleport(two, other))
                | (TriggerAction::Drop(one, to), TriggerAction::Drop(two, other)) => same(one, two) && same(to, other),
                (TriggerAction::Gravity(one, pull), TriggerAction::Gravity(two, other)) => {
                    pull == other
                        && match (one, two) {
                            (Some(one), Some(two)) => same(one, two),
                            (one, two) => one == two,
                        }
                }
                (TriggerAction::Exit, TriggerAction::Exit) | (TriggerAction::SecretExit, TriggerAction::SecretExit) => {
                    true
                }
                _ => false,
            })
    }

    fn lamps_in_order(&self) -> Vec<&Lamp> {
        let mut lamps: Vec<&Lamp> = self.lamps.iter().collect();
        lamps.sort_by_key(|lamp| (lamp.y, lamp.x));
        lamps
    }

    fn places_in_order(&self) -> Vec<&NamedArea> {
        let mut places: Vec<&NamedArea> = self.places.iter().collect();
        places.sort_by_key(|place| &place.name);
        places
    }

    fn arrivals_in_order(&self) -> Vec<&Arrival> {
        let mut arrivals: Vec<&Arrival> = self.arrivals.iter().collect();
        arrivals.sort_by_key(|arrival| &arrival.name);
        arrivals
    }
}
