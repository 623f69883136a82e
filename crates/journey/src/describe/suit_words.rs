//! Formats the suit: the effect of each filter between a hit and the player, and of all of them together.

use crate::describe::filter_words::filter_in_words;
use engine::{Element, ElementalDamage, Suit};

/// Amount of each element for which the cost is shown.
pub const SAMPLE: f64 = 20.0;

/// What the suit does, line by line.
pub fn suit_lines(suit: &Suit) -> Vec<String> {
    let of = |name: &str, words: String| format!("{name}: {words}");
    let mut lines: Vec<String> =
        suit.filters.iter().map(|(name, filter)| of(name, changes(filter_in_words(filter)))).collect();
    lines.push(format!("All together: {}", changes(filter_in_words(&suit.product))));
    lines.push(armour(suit));
    let costs = Element::ALL.map(|element| {
        let (health, _) = suit.cost(&ElementalDamage::of(element, SAMPLE));
        format!("{element}: {health}")
    });
    lines.push(format!("Health that a hit of 20 costs: {}", costs.join(", ")));
    lines.extend(suit.attacks.iter().map(|(name, filter)| {
        let words = changes(filter_in_words(filter));
        format!("Your hits: {name}: {words}")
    }));
    lines
}

/// What is said of the armour.
pub fn armour(suit: &Suit) -> String {
    let (armour, share) = suit.armour;
    let percent = (share * 100.0).round();
    format!("Armour: {armour}, which takes {percent} % of each hit")
}

fn changes(words: String) -> String {
    if words.is_empty() { "no change".to_owned() } else { words }
}
