//! Checks the connections of a campaign: each exit leads to a deck and to a free cell on it, and the end can be reached
//! from each deck.

use crate::decks::decks::{CHECKED_SEED, Deck, Decks, Source};
use level::{LIFT, Level};
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
            let words = || format!("the way '{}' of the deck '{}' leads to", way.by, deck.name);
            let Some((next, next_level)) = all.iter().find(|(other, _)| other.name == *to) else {
                let known: Vec<&str> = all.iter().map(|(other, _)| other.name.as_str()).collect();
                return Err(format!(
                    "{} '{to}', and no deck is called so; there are '{}'",
                    words(),
                    known.join("', '")
                ));
            };
            let Some(arrive) = &way.arrive else { continue };
            let arrival = next_level.arrival(arrive).map_err(|what| format!("{} '{to}': {what}", words()))?;
            if matches!(next.source, Source::Pipeline(_))
                && arrival.name != LIFT
                && next_level.arrivals.iter().all(|other| other.name != arrival.name)
            {
                return Err(format!(
                    "{} '{to}' at {arrive}, and that deck is another each time: name stairs, or the lift",
                    words()
                ));
            }
        }
    }
    check_ends(decks)
}

/// Checks that a deck defines a destination for each exit of its level, and for nothing else.
fn check_ways(deck: &Deck, level: &Level) -> Result<(), String> {
    let on = level.exit_names();
    let name = &deck.name;
    if on.is_empty() {
        return Err(format!("no way leads on from the deck '{name}': its level has neither a lift nor stairs"));
    }
    let says = |by: &str| deck.ways.iter().any(|way| way.by == by);
    if let Some(by) = on.iter().find(|by| !says(by)) {
        return Err(format!("the way '{by}' of the deck '{name}' leads nowhere: say in its `ways` `to` which deck"));
    }
    match deck.ways.iter().find(|way| !on.contains(&way.by.as_str())) {
        Some(way) => {
            let on = on.join("', '");
            Err(format!("the deck '{name}' has no way that is called '{}'; there are '{on}'", way.by))
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
        return Err(format!("there is no path to the deck '{}'", deck.name));
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
            "from the deck '{}' there is no path to the end of the journey: a way without `to` ends it",
            deck.name
        )),
        None => Ok(()),
    }
}
