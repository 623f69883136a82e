//! Formats the suit: the effect of each filter between a hit and the player, and of all of them together.

use crate::describe::filter_words::{element_name, filter_in_words};
use engine::{Element, ElementalDamage, Filter, Suit};
use localization::{Said, say};

/// Amount of each element for which the cost is shown.
pub const SAMPLE: f64 = 20.0;

/// Returns the effects of the suit, line by line.
pub fn suit_lines(suit: &Suit) -> Vec<Said> {
    let of = |(name, filter): &(String, Filter)| Said::joined([Said::data(name), changes(filter)], ": ");
    let mut lines: Vec<Said> = suit.filters.iter().map(of).collect();
    lines.push(say!("Total: {changes}", changes = changes(&suit.product)));
    lines.push(armour(suit));
    let costs = Element::ALL.map(|element| {
        let (health, _) = suit.cost(&ElementalDamage::of(element, SAMPLE));
        Said::joined([element_name(element).into(), Said::number(health)], ": ")
    });
    lines.push(say!("Health loss from a hit of 20: {costs}", costs = Said::joined(costs, ", ")));
    lines.extend(suit.attacks.iter().map(|(name, filter)| {
        say!("Your hits: {module}: {changes}", module = Said::data(name), changes = changes(filter))
    }));
    lines
}

/// Returns the description of the armour.
pub fn armour(suit: &Suit) -> Said {
    let (armour, share) = suit.armour;
    let percent = Said::decimal(share * 100.0, 0);
    say!("Armour: {armour} (absorbs {percent} % of each hit)", armour = Said::number(armour), percent)
}

fn changes(filter: &Filter) -> Said {
    filter_in_words(filter).unwrap_or(say!("no change").into())
}
