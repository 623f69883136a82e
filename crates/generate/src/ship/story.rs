//! The story of a ship: one plot over its decks, with randomly named people.

use crate::{graph::rng::Rng, ship::plan::News};
use level::read_ron;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The story file. Changing it changes all ships.
const TEXTS: &str = include_str!("story.ron");
/// Maximum size of the story file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Number of acts of a plot, of two entries each.
const ACTS: usize = 5;

/// Contents of the story file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    ships: Vec<String>,
    captains: Vec<String>,
    engineers: Vec<String>,
    doctors: Vec<String>,
    chaplains: Vec<String>,
    /// Acts of two entries each, by plot.
    plots: Vec<Vec<(String, String)>>,
    /// Texts by theme.
    decks: BTreeMap<String, Vec<String>>,
    /// Texts by kind of monster.
    kinds: BTreeMap<String, Vec<String>>,
    /// Texts by pickup.
    weapons: BTreeMap<String, Vec<String>>,
}

/// The story of one ship.
pub(super) struct Story {
    texts: Texts,
    plot: usize,
    /// Names for the gaps of the texts.
    names: BTreeMap<String, String>,
}

impl Story {
    /// Draws a plot and its people.
    ///
    /// # Panics
    /// If the embedded file is invalid, which every test of ships would detect.
    pub(super) fn new(rng: &mut Rng) -> Story {
        let texts: Texts = read_ron("story.ron", TEXTS.as_bytes(), MAX_BYTES).expect("the texts of ships are right");
        let mut one = |names: &[String]| names[rng.below(names.len())].clone();
        let names = [
            ("ship", one(&texts.ships)),
            ("captain", one(&texts.captains)),
            ("engineer", one(&texts.engineers)),
            ("doctor", one(&texts.doctors)),
            ("chaplain", one(&texts.chaplains)),
        ];
        let names = names.map(|(gap, name)| (gap.to_owned(), name)).into();
        let plot = rng.below(texts.plots.len());
        Story { texts, plot, names }
    }

    /// Returns the number of the plot, from 0.
    pub(super) fn plot(&self) -> usize {
        self.plot
    }

    /// Returns the name of the ship.
    pub(super) fn ship(&self) -> &str {
        &self.names["ship"]
    }

    /// The names in the gaps of what is to be read, by gap.
    pub(super) fn names(&self) -> &BTreeMap<String, String> {
        &self.names
    }

    /// Returns the texts of a deck, in the order in which the player finds them.
    pub(super) fn of_deck(
        &mut self,
        rng: &mut Rng,
        (number, count): (usize, usize),
        theme: &str,
        news: &News,
    ) -> Vec<String> {
        let mut texts: Vec<String> = self.entries(number, count).map(str::to_owned).collect();
        // Texts about the deck itself come between the two entries of the plot.
        let at = texts.len().min(1);
        let mut near = Vec::new();
        near.extend(drawn(rng, self.texts.decks.get_mut(theme)));
        for kind in news.kinds {
            near.extend(drawn(rng, self.texts.kinds.get_mut(*kind)));
        }
        for (weapon, _) in news.weapons {
            near.extend(drawn(rng, self.texts.weapons.get_mut(*weapon)));
        }
        texts.splice(at..at, near);
        texts
    }

    /// Returns the plot entries of a deck. All entries are on some deck, in order, distributed evenly.
    fn entries(&self, number: usize, count: usize) -> impl Iterator<Item = &str> {
        let actions = &self.texts.plots[self.plot];
        let all = actions.iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]);
        let (from, to) = (2 * ACTS * number / count, 2 * ACTS * (number + 1) / count);
        all.skip(from).take(to - from)
    }
}

/// Draws one of some texts and removes it, so that it is not used again.
fn drawn(rng: &mut Rng, texts: Option<&mut Vec<String>>) -> Option<String> {
    let texts = texts.filter(|texts| !texts.is_empty())?;
    Some(texts.swap_remove(rng.below(texts.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::Level;

    #[test]
    fn texts_fit_on_a_screen_with_the_longest_names() {
        let story = Story::new(&mut Rng::new(1, 0, 0));
        let longest =
            |names: &[String]| names.iter().max_by_key(|name| name.chars().count()).cloned().unwrap_or_default();
        let Texts { ships, captains, engineers, doctors, chaplains, .. } = &story.texts;
        let names = [
            ("ship", ships),
            ("captain", captains),
            ("engineer", engineers),
            ("doctor", doctors),
            ("chaplain", chaplains),
        ];
        let names = names.map(|(gap, names)| (gap.to_owned(), longest(names))).into();
        let with_names = |text: &String| {
            let level =
                Level { messages: vec![text.clone()], names: BTreeMap::clone(&names), ..Level::empty("x", 1, 1) };
            level.message(0).unwrap()
        };
        let Texts { plots, decks, kinds, weapons, .. } = &story.texts;
        let plots = plots.iter().flatten().flat_map(|(one, other)| [one, other]);
        let others = [decks, kinds, weapons].into_iter().flat_map(|texts| texts.values().flatten());
        let mut count = 0;
        for text in plots.chain(others).map(with_names) {
            count += 1;
            assert!((20..=200).contains(&text.chars().count()), "{} letters: {text}", text.chars().count());
            assert!(!text.contains(['{', '}']) && text.ends_with('.'), "{text}");
            assert_eq!(text, text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        assert!(count > 70, "{count} texts");
        assert!(story.texts.plots.iter().all(|plot| plot.len() == ACTS));
    }

    #[test]
    fn ship_contains_its_whole_plot_in_order_at_any_length() {
        for count in 5..=9 {
            let story = Story::new(&mut Rng::new(count as u64, 0, 0));
            let texts: Vec<&str> = (0..count).flat_map(|number| story.entries(number, count)).collect();
            let plot = story.texts.plots[story.plot].iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]);
            assert_eq!(texts, plot.collect::<Vec<_>>());
            assert!((0..count).all(|number| story.entries(number, count).next().is_some()), "each deck has its part");
        }
    }

    #[test]
    fn people_have_only_one_office() {
        let story = Story::new(&mut Rng::new(1, 0, 0));
        let Texts { captains, engineers, doctors, chaplains, .. } = &story.texts;
        let mut all: Vec<&String> = [captains, engineers, doctors, chaplains].into_iter().flatten().collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
