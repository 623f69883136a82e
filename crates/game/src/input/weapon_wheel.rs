//! The weapon wheel: while its button is held, a stick or the mouse points at a weapon, which is taken at the release.

use bevy::{math::ops, prelude::*};
use engine::{Player, Rules};
use std::f32::consts::TAU;

/// Distance from the middle, of at most 1, from which a direction counts.
const POINTED: f32 = 0.4;
/// Mouse counts from the middle to the edge.
const REACH: f32 = 120.0;

/// State of the wheel.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct WeaponWheel {
    /// Slots of the player's weapons in the order of the wheel, clockwise from the top. Empty while it is closed.
    pub(crate) slots: Vec<u8>,
    /// Position in the wheel: right and up, with a length of at most 1.
    at: Vec2,
}

impl WeaponWheel {
    /// Returns true while the wheel is shown.
    pub(crate) fn is_open(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Returns the direction of the weapon with this number on the wheel: right and up.
    pub(crate) fn direction(&self, number: usize) -> Vec2 {
        let angle = TAU * number as f32 / self.slots.len().max(1) as f32;
        Vec2::new(ops::sin(angle), ops::cos(angle))
    }

    /// Returns the number of the weapon that is pointed at, if any.
    pub(crate) fn pointed(&self) -> Option<usize> {
        let distance = |number: &usize| self.direction(*number).distance_squared(self.at);
        let nearest = (0..self.slots.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.filter(|_| self.at.length() >= POINTED)
    }

    /// Opens the wheel of a player while its button is held, and follows the stick (right and up) and the mouse (in
    /// counts, right and down). Returns the chosen slot at the release.
    pub(crate) fn follow(
        &mut self,
        is_held: bool,
        (player, rules): (&Player, &Rules),
        stick: Vec2,
        mouse: Vec2,
    ) -> Option<u8> {
        if !is_held {
            let closed = std::mem::take(self);
            return closed.pointed().map(|number| closed.slots[number]);
        }
        if !self.is_open() {
            self.slots = slots(player, rules);
        }
        if stick.length() >= POINTED {
            self.at = stick;
        }
        self.at = (self.at + Vec2::new(mouse.x, -mouse.y) / REACH).clamp_length_max(1.0);
        None
    }
}

/// Returns the slots of the player's weapons, in order.
fn slots(player: &Player, rules: &Rules) -> Vec<u8> {
    let own = rules.weapons.iter().filter(|(name, _)| player.inventory.count(name) > 0);
    let mut slots: Vec<u8> = own.map(|(_, weapon)| weapon.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the slot chosen by a player with the first four weapons of the rules, with the stick or the mouse.
    fn chosen(stick: Vec2, mouse: Vec2) -> Option<u8> {
        let rules = Rules::standard();
        let mut player = Player::default();
        rules.weapons.iter().take(4).for_each(|(name, _)| player.inventory.add(name.clone(), 1));
        let mut wheel = WeaponWheel::default();
        assert_eq!(wheel.follow(true, (&player, &rules), Vec2::ZERO, Vec2::ZERO), None);
        assert_eq!(wheel.slots, slots(&player, &rules));
        assert_eq!(wheel.follow(true, (&player, &rules), stick, mouse), None, "not before the release");
        let chosen = wheel.follow(false, (&player, &rules), Vec2::ZERO, Vec2::ZERO);
        assert!(!wheel.is_open());
        chosen
    }

    #[test]
    fn wheel_takes_the_weapon_in_the_direction_of_the_stick_or_the_mouse() {
        let slots: Vec<u8> = Rules::standard().weapons.iter().take(4).map(|(_, weapon)| weapon.slot).collect();
        assert_eq!(slots, [1, 2, 3, 4]);
        assert_eq!(chosen(Vec2::new(0.0, 0.9), Vec2::ZERO), Some(1), "up");
        assert_eq!(chosen(Vec2::new(0.8, 0.2), Vec2::ZERO), Some(2), "right");
        assert_eq!(chosen(Vec2::new(0.1, -0.7), Vec2::ZERO), Some(3), "down");
        assert_eq!(chosen(Vec2::ZERO, Vec2::new(-90.0, 20.0)), Some(4), "the mouse to the left");
        assert_eq!(chosen(Vec2::ZERO, Vec2::new(9.0, 9.0)), None, "too near to the middle");
    }
}
