//! The suit: the filters that stand between a hit and the player. Damage is dealt by them, and the suit page shows them.

use crate::{
    bodies::body::Position, deck::grid::Grid, player::player::Player, rules::element::ElementalDamage,
    rules::filter::Filter, rules::rules::Rules, tick::run::Deck,
};
use bevy::prelude::*;

/// What stands between a hit and the player where the player is.
#[derive(Clone, Debug, PartialEq)]
pub struct Suit {
    /// The filters with their names, in the order in which damage passes them: first the climate of the room, then what is worn.
    pub filters: Vec<(String, Filter)>,
    /// The product of all filters: what they make of damage, one after the other.
    pub product: Filter,
    /// What the items of the player make of the damage that the player deals, with their names.
    pub attacks: Vec<(String, Filter)>,
    /// The armour that is left, and the share that it takes of what the filters let through, from 0 to 1.
    pub armour: (i32, f32),
}

/// What the climate of a cell makes of damage, with the name of the climate.
pub(crate) fn damage_zone<'a>(at: Vec2, rules: &'a Rules, deck: &Deck) -> Option<(&'a str, &'a Filter)> {
    let cell = Grid::cell_at(at);
    let (name, filter) = rules.damage_zones.get_key_value(deck.0.climate_at(cell.x, cell.y)?)?;
    Some((name, filter))
}

/// The filters that damage passes on its way to a player, with their names, in this order.
fn filters<'a>(
    player: &'a Player,
    at: Vec2,
    rules: &'a Rules,
    deck: &Deck,
) -> impl Iterator<Item = (&'a str, &'a Filter)> {
    damage_zone(at, rules, deck).into_iter().chain(player.guards(rules))
}

/// The product of the filters that damage passes on its way to a player.
pub(crate) fn product(player: &Player, at: Vec2, rules: &Rules, deck: &Deck) -> Filter {
    Filter::in_order(filters(player, at, rules, deck).map(|(_, filter)| filter))
}

/// What damage costs that has passed all filters.
pub(crate) fn in_whole(damage: &ElementalDamage) -> i32 {
    damage.total().round() as i32
}

/// What the armour takes of what a hit costs, if it takes this share and so much is left of it.
pub(crate) fn absorbed(cost: i32, armour: i32, share: f32) -> i32 {
    ((cost.max(0) as f32 * share).round() as i32).min(armour)
}

impl Suit {
    /// What stands between a hit and the player of a world. None if there is no run in it.
    pub fn of(world: &mut World) -> Option<Suit> {
        let mut players = world.query::<(&Player, &Position)>();
        let (player, at) = players.single(world).ok()?;
        let (rules, deck) = (world.get_resource::<Rules>()?, world.get_resource::<Deck>()?);
        Some(Suit::around(player, at, rules, deck))
    }

    /// What a hit costs in the end: health (less than 0 heals) and armour.
    pub fn cost(&self, hit: &ElementalDamage) -> (i32, i32) {
        let cost = in_whole(&self.product.apply(hit));
        let (armour, share) = self.armour;
        let taken = absorbed(cost, armour, share);
        (cost - taken, taken)
    }

    /// What stands between a hit and a player.
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
