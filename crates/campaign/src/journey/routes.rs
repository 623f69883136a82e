//! Routes between decks: which lifts and stairs lead from one deck to another.

use crate::{decks::decks::Decks, journey::visits::Visits};
use queue::path::{Graph, find_path};

/// One step of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Lift or stairs, by its name in the deck's level.
    pub by: String,
    /// Name of the deck to which it leads.
    pub to: String,
}

/// The visited decks and the connections between them.
struct KnownDecks<'a> {
    decks: &'a Decks,
    visits: &'a Visits,
}

impl Graph for KnownDecks<'_> {
    type Node = String;

    fn neighbours(&self, deck: &String) -> impl Iterator<Item = (String, Option<i64>)> {
        legs(self.decks, deck).map(|leg| {
            let is_known = self.visits.has(&leg.to);
            (leg.to, is_known.then_some(1))
        })
    }

    /// Decks have no distances, so all steps cost the same and there is no estimate.
    fn estimate(&self, _: &String, _: &String) -> i64 {
        0
    }
}

impl Decks {
    /// Returns the route with the fewest steps from one deck to another, both by name, over visited decks, or `None` if
    /// there is no such route. The route from a deck to itself is empty.
    pub fn route(&self, visits: &Visits, from: &str, to: &str) -> Option<Vec<Leg>> {
        let path = find_path(&KnownDecks { decks: self, visits }, &from.to_owned(), &to.to_owned())?;
        let legs = path.nodes.windows(2).map(|pair| legs(self, &pair[0]).find(|leg| leg.to == pair[1]));
        legs.collect()
    }
}

/// Returns the exits of a deck that lead to another deck, in the order of the campaign.
fn legs(decks: &Decks, deck: &str) -> impl Iterator<Item = Leg> {
    let ways = decks.named(deck).map_or(&[][..], |deck| &deck.ways);
    ways.iter().filter_map(|way| Some(Leg { by: way.by.clone(), to: way.to.clone()? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decks::campaign::WayOn, decks::decks::Deck};
    use level::Level;
    use std::sync::Arc;

    /// Returns five decks: a lift from each to the next, stairs from the third back to the first, and a secret lift
    /// from the first to the fifth.
    fn decks() -> Decks {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(Level::read("x", text).expect("it is a level"));
        let way = |by: &str, to: &str| WayOn { by: by.to_owned(), to: Some(to.to_owned()), arrive: None };
        let deck = |name: &str, ways: Vec<WayOn>| Deck { ways, ..Deck::of_level(name, Arc::clone(&level)) };
        Decks::drawn(vec![
            deck("a", vec![way("lift", "b"), way("secret lift", "e")]),
            deck("b", vec![way("lift", "c")]),
            deck("c", vec![way("up", "a"), way("lift", "d")]),
            deck("d", vec![way("lift", "e")]),
            deck("e", vec![WayOn { to: None, ..way("lift", "") }]),
        ])
    }

    /// Returns a route over the visited decks, such as "lift b, lift c".
    fn route(visited: &[&str], from: &str, to: &str) -> Option<String> {
        let mut visits = Visits::default();
        visited.iter().for_each(|name| _ = visits.enter(name, false));
        let legs = decks().route(&visits, from, to)?;
        Some(legs.iter().map(|leg| format!("{} {}", leg.by, leg.to)).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn route_takes_the_fewest_steps_over_visited_decks() {
        let all = ["a", "b", "c", "d", "e"];
        assert_eq!(route(&all, "b", "a").as_deref(), Some("lift c, up a"));
        assert_eq!(route(&all, "a", "e").as_deref(), Some("secret lift e"));
        assert_eq!(
            route(&all, "b", "e").as_deref(),
            Some("lift c, up a, secret lift e"),
            "lift c is as short as lift d, and listed first"
        );
        assert_eq!(route(&all, "b", "b").as_deref(), Some(""));
        assert_eq!(route(&all, "e", "a"), None, "nothing leads back from the last deck");
    }

    #[test]
    fn route_uses_only_visited_decks() {
        assert_eq!(route(&["a", "b"], "a", "c"), None);
        assert_eq!(route(&["a", "b", "c", "d", "e"], "a", "nowhere"), None);
        assert_eq!(route(&["b", "c", "d", "e"], "b", "e").as_deref(), Some("lift c, lift d, lift e"));
    }
}
