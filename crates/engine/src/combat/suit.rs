//! The suit: the filters between a hit and the player. Damage passes through them, and the suit page shows them.

use crate::{
    bodies::body::Position, deck::grid::Grid, player::player::Player, rules::element::ElementalDamage,
    rules::filter::Filter, rules::rules::Rules, tick::run::Deck,
};
use bevy::prelude::*;

/// The protection of the player at the present position.
#[derive(Clone, Debug, PartialEq)]
pub struct Suit {
    /// The filters with their names, in the order in which damage passes through them: first the damage zone of the
    /// cell, then the worn items.
    pub filters: Vec<(String, Filter)>,
    /// The product of all filters: their combined effect on damage.
    pub product: Filter,
    /// The filters that the player's items apply to the damage the player deals, with their names.
    pub attacks: Vec<(String, Filter)>,
    /// The armour left, and the share of the filtered damage that it absorbs, from 0 to 1.
    pub armour: (i32, f32),
}

/// Returns the name and the filter of the damage zone at a point, if there is one.
pub(crate) fn damage_zone<'a>(at: Vec2, rules: &'a Rules, deck: &Deck) -> Option<(&'a str, &'a Filter)> {
    let cell = Grid::cell_at(at);
    let (name, filter) = rules.damage_zones.get_key_value(deck.0.damage_zone_at(cell.x, cell.y)?)?;
    Some((name, filter))
}

/// Returns the filters, with their names, that damage to a player passes through, in this order.
fn filters<'a>(
    player: &'a Player,
    at: Vec2,
    rules: &'a Rules,
    deck: &Deck,
) -> impl Iterator<Item = (&'a str, &'a Filter)> {
    damage_zone(at, rules, deck).into_iter().chain(player.guards(rules))
}

/// Returns the product of the filters that damage to a player passes through.
pub(crate) fn product(player: &Player, at: Vec2, rules: &Rules, deck: &Deck) -> Filter {
    Filter::in_order(filters(player, at, rules, deck).map(|(_, filter)| filter))
}

/// Returns the cost of filtered damage as a whole number.
pub(crate) fn in_whole(damage: &ElementalDamage) -> i32 {
    damage.total().round() as i32
}

/// Returns how much of a cost the armour absorbs, given the armour left and the share that it takes.
pub(crate) fn absorbed(cost: i32, armour: i32, share: f32) -> i32 {
    ((cost.max(0) as f32 * share).round() as i32).min(armour)
}

impl Suit {
    /// Returns the protection of the player in a world, or `None` if there is no run.
    pub fn of(world: &mut World) -> Option<Suit> {
        let mut players = world.query::<(&Player, &Position)>();
        let (player, at) = players.single(world).ok()?;
        let (rules, deck) = (world.get_resource::<Rules>()?, world.get_resource::<Deck>()?);
        Some(Suit::around(player, at, rules, deck))
    }

    /// Returns the final cost of a hit in health (negative heals) and in armour.
    pub fn cost(&self, hit: &ElementalDamage) -> (i32, i32) {
        let cost = in_whole(&self.product.apply(hit));
        let (armour, share) = self.armour;
        let taken = absorbed(cost, armour, share);
        (cost - taken, taken)
    }

    /// Returns the protection of a player at a position.
    pub fn around(player: &Player, &Position(at): &Position, rules: &Rules, deck: &Deck) -> Suit {
        let named = |(name, filter): (&str, &Filter)| (name.to_owned(), filter.clone());
        Suit {
            filters: filters(player, at, rules, deck).map(named).collect(),
            product: product(player, at, rules, deck),
            attacks: player.attackers(rules).map(named).collect(),
            armour: (player.armour, rules.player.armour),
        }
    }
}
