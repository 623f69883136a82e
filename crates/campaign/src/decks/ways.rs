//! Checks the connections of a campaign: each exit leads to a deck and to a free cell on it, and the end can be reached
//! from each deck.

use crate::{
    decks::decks::{CHECKED_SEED, Deck, Decks, Source},
    decks::story::Story,
};
use level::{LIFT, Level};
use localization::Said;
use std::{collections::BTreeSet, sync::Arc};

/// Checks the connections between the decks.
///
/// # Errors
/// The first error.
pub(crate) fn check(decks: &Decks) -> Result<(), String> {
    let all: Vec<(&Deck, Arc<Level>)> = decks
        .iter()
        .map(|deck| Ok((deck, decks.level(&deck.reference(CHECKED_SEED))?)))
        .collect::<Result<_, String>>()?;
    for (deck, level) in &all {
        check_ways(deck, level)?;
        for way in &deck.ways {
            let Some(to) = &way.to else { continue };
            let words = || format!("deck '{}': the exit '{}' leads to", deck.name, way.by);
            let Some((next, next_level)) = all.iter().find(|(other, _)| other.name == *to) else {
                let known: Vec<&str> = all.iter().map(|(other, _)| other.name.as_str()).collect();
                return Err(format!("{} the unknown deck '{to}'; the decks are '{}'", words(), known.join("', '")));
            };
            let Some(arrive) = &way.arrive else { continue };
            let arrival = next_level.arrival(arrive).map_err(|what| format!("{} deck '{to}': {what}", words()))?;
            if matches!(next.source, Source::Pipeline(_))
                && arrival.name != LIFT
                && next_level.arrivals.iter().all(|other| other.name != arrival.name)
            {
                return Err(format!(
                    "{} {arrive} on deck '{to}', whose layout changes with the seed: name stairs, or the lift",
                    words()
                ));
            }
        }
    }
    check_endings(decks, &all)?;
    check_ends(decks)
}

/// Checks that each clue is a text of its deck, and that each ending is behind an exit without a further deck.
fn check_endings(decks: &Decks, all: &[(&Deck, Arc<Level>)]) -> Result<(), String> {
    let Story { clues, endings, .. } = decks.story();
    for clue in clues {
        let is_there = all.iter().any(|(deck, level)| {
            let briefing = deck.briefing.iter().map(Said::english);
            briefing.chain(level.messages.iter().cloned()).any(|text| clue.is_in(&deck.name, &text))
        });
        if !is_there {
            return Err(format!("clue '{}': no text of deck '{}' contains '{}'", clue.name, clue.deck, clue.part));
        }
    }
    let is_last = |by: &str| all.iter().any(|(deck, _)| deck.ways.iter().any(|way| way.by == by && way.to.is_none()));
    match endings.iter().find(|ending| !is_last(&ending.by)) {
        Some(ending) => Err(format!("ending '{}': no exit '{}' ends the journey", ending.title, ending.by)),
        None => Ok(()),
    }
}

/// Checks that a deck defines a destination for each exit of its level, and for nothing else.
fn check_ways(deck: &Deck, level: &Level) -> Result<(), String> {
    let on = level.exit_names();
    let name = &deck.name;
    if on.is_empty() {
        return Err(format!("deck '{name}' has no exit: its level has neither a lift nor stairs"));
    }
    let says = |by: &str| deck.ways.iter().any(|way| way.by == by);
    if let Some(by) = on.iter().find(|by| !says(by)) {
        return Err(format!("deck '{name}': the exit '{by}' leads nowhere: add it to the deck's `ways`"));
    }
    match deck.ways.iter().find(|way| !on.contains(&way.by.as_str())) {
        Some(way) => {
            let on = on.join("', '");
            Err(format!("deck '{name}' has no exit '{}'; its exits are '{on}'", way.by))
        }
        None => Ok(()),
    }
}

/// Checks that each deck can be reached from the first, and the end from each deck.
fn check_ends(decks: &Decks) -> Result<(), String> {
    let next = |deck: &Deck| -> Vec<String> { deck.ways.iter().filter_map(|way| way.to.clone()).collect() };
    let (mut reached, mut open) = (BTreeSet::new(), vec![decks.first().name.clone()]);
    while let Some(name) = open.pop() {
        if let Some(deck) = decks.named(&name)
            && reached.insert(name)
        {
            open.extend(next(deck));
        }
    }
    if let Some(deck) = decks.iter().find(|deck| !reached.contains(&deck.name)) {
        return Err(format!("no path leads to deck '{}'", deck.name));
    }
    let mut ending: BTreeSet<&str> = BTreeSet::new();
    loop {
        let ends = |deck: &&Deck| {
            let leads = deck.ways.iter().any(|way| way.to.as_ref().is_none_or(|to| ending.contains(to.as_str())));
            leads && !ending.contains(deck.name.as_str())
        };
        let Some(more) = decks.iter().find(ends) else { break };
        ending.insert(&more.name);
    }
    match decks.iter().find(|deck| !ending.contains(deck.name.as_str())) {
        Some(deck) => Err(format!(
            "deck '{}': no path leads to the end of the campaign, which is an entry of `ways` without `to`",
            deck.name
        )),
        None => Ok(()),
    }
}
