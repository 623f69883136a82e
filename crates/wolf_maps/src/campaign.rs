//! The campaign of a game's maps.

use crate::game::Game;
use level::{Level, SECRET_LIFT};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// A deck of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignDeck<'a> {
    /// Number of the map in its game, from 1.
    pub number: usize,
    /// The level's file, as the campaign names it.
    pub file: String,
    /// The level.
    pub level: &'a Level,
}

/// Options of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub struct CampaignOptions<'a> {
    /// Title for players; without it, the campaign has that of its file.
    pub title: Option<&'a str>,
    /// Beginning of the names of its decks. Lists of reached decks refer to these names, so that several campaigns
    /// should have different ones.
    pub prefix: &'a str,
    /// Number of the map with which it begins; by default the first one.
    pub first: Option<usize>,
}

/// Returns the text of a campaign file, or `None` if it would have no decks. Lifts lead to the next map, secret lifts to
/// the secret map if it is present, and the campaign ends after the last map. Levels that a campaign must not have are left out: those without an exit,
/// and those that cannot be reached.
pub fn write_campaign(game: &Game, decks: &[CampaignDeck], options: CampaignOptions) -> Option<String> {
    let has_exit = |deck: &&CampaignDeck| !deck.level.exit_names().is_empty();
    let decks: Decks = decks.iter().filter(has_exit).map(|deck| (deck.number, deck)).collect();
    let first = options.first.or(decks.keys().next().copied()).filter(|first| decks.contains_key(first))?;
    let name = |number: usize| format!("{}map {number}", options.prefix);
    let title = options.title.map_or_else(String::new, |title| format!("    title: {title:?},\n"));
    let mut text = format!("// Maps of {}.\n(\n{title}    decks: [\n", game.name);
    let reached = reached(game, &decks, first);
    let others = reached.iter().filter(|number| **number != first);
    for (number, deck) in [&first].into_iter().chain(others).filter_map(|number| decks.get_key_value(number)) {
        let ways = deck.level.exit_names().into_iter().map(|by| {
            let to = target(game, &decks, *number, by);
            let to = to.map_or_else(String::new, |to| format!(", to: {:?}", name(to)));
            format!("(by: {by:?}{to})")
        });
        let (ways, title, file) = (ways.collect::<Vec<_>>().join(", "), &deck.level.name, &deck.file);
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "        (name: {:?}, title: {title:?}, level: {file:?}, ways: [{ways}]),", name(*number));
    }
    Some(text + "    ],\n)\n")
}

/// Decks by their numbers.
type Decks<'a> = BTreeMap<usize, &'a CampaignDeck<'a>>;

/// Returns the deck to which an exit leads, or `None` if it ends the campaign.
fn target(game: &Game, decks: &Decks, number: usize, by: &str) -> Option<usize> {
    let secret = game.way(number, true);
    if by == SECRET_LIFT && decks.contains_key(&secret) {
        return Some(secret);
    }
    // A lift leads to a secret map only if the game says so: otherwise the paths back from secret maps would never end.
    let is_secret = |map: &usize| game.secret.values().any(|secret| secret == map);
    decks.range(game.way(number, false)..).map(|(next, _)| *next).find(|next| !is_secret(next))
}

/// Returns the decks that can be reached from one of them, and that one.
fn reached(game: &Game, decks: &Decks, first: usize) -> BTreeSet<usize> {
    let (mut reached, mut left) = (BTreeSet::from([first]), vec![first]);
    while let Some(number) = left.pop() {
        let exits = decks.get(&number).map(|deck| deck.level.exit_names()).unwrap_or_default();
        left.extend(
            exits.into_iter().filter_map(|by| target(game, decks, number, by)).filter(|to| reached.insert(*to)),
        );
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifts_lead_on_over_maps_that_are_missing() {
        let game = Game::read("original.ron", include_bytes!("../../../assets/wolf/original.ron")).unwrap();
        let text = "(name: \"A \\\"deck\\\"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), 'L': (wall: \"a\", lift: \"b\"),
            'S': (wall: \"a\", lift: \"b\", secret: true)}, map: [\"###\", \"S@L\", \"###\"])";
        let level = Level::read("x", text.as_bytes()).unwrap();
        let deck = |number: usize| CampaignDeck { number, file: format!("map{number}.ron"), level: &level };
        let no_exit =
            "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let no_exit = Level::read("x", no_exit.as_bytes()).unwrap();
        let without = CampaignDeck { level: &no_exit, ..deck(3) };
        let decks = [deck(1), without, deck(4), deck(10), deck(14), deck(30)];
        let written = write_campaign(&game, &decks, CampaignOptions::default()).unwrap();
        let lines: Vec<&str> = written.lines().filter(|line| line.contains("name:")).map(str::trim).collect();
        let line = |number: usize, lift: &str, secret: &str| {
            format!(
                "(name: \"map {number}\", title: \"A \\\"deck\\\"\", level: \"map{number}.ron\", \
                 ways: [(by: \"lift\"{lift}), (by: \"secret lift\"{secret})]),"
            )
        };
        let to = |number: usize| format!(", to: \"map {number}\"");
        let wanted = [line(1, &to(4), &to(10)), line(4, &to(14), &to(10)), line(10, &to(4), &to(10)), line(14, "", "")];
        assert_eq!(lines, wanted, "no exit leads to the secret map 30");
        let begun = |first: usize| {
            write_campaign(
                &game,
                &decks,
                CampaignOptions { prefix: "my ", first: Some(first), title: Some("Old \"maps\"") },
            )
        };
        let later = begun(4).unwrap();
        assert!(later.contains("(\n    title: \"Old \\\"maps\\\"\",\n    decks"), "{later}");
        let names = later.lines().filter_map(|line| line.trim().strip_prefix("(name: ")?.split_once(", title"));
        assert_eq!(names.map(|(name, _)| name).collect::<Vec<_>>(), ["\"my map 4\"", "\"my map 10\"", "\"my map 14\""]);
        assert!(later.contains("to: \"my map 14\"") && begun(3).is_none(), "map 3 has no exit");
    }
}
