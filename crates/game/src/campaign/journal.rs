//! The journal of the current journey: collects the texts that the player reads, and keeps them in saves.

use crate::campaign::contributors::Contributors;
use bevy::prelude::*;
use campaign::{Extras, Journal};
use engine::{Caption, Deck, EventRecord, Rules};

/// The texts that the player has read on this journey.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct ReadTexts {
    pub(crate) journal: Journal,
    /// Name of the current deck in the campaign.
    deck: String,
}

impl ReadTexts {
    /// Replaces the journal by that of a save.
    pub(crate) fn resume(world: &mut World, extras: &Extras) {
        world.get_resource_or_init::<ReadTexts>().journal = Journal::of(extras);
    }

    /// Forgets everything: a new journey begins.
    pub(crate) fn clear(world: &mut World) {
        world.insert_resource(ReadTexts::default());
    }

    /// Records on which deck the texts of the current run are.
    pub(crate) fn enter(&mut self, deck: &str) {
        deck.clone_into(&mut self.deck);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ReadTexts>().init_resource::<Contributors>();
    let contribute = |world: &mut World, extras: &mut Extras| world.resource::<ReadTexts>().journal.put_into(extras);
    app.world_mut().resource_mut::<Contributors>().0.push(contribute);
}

/// Adds the messages of the level that are shown. Must not run while a demo plays.
pub(crate) fn listen(
    mut events: MessageReader<EventRecord>,
    (rules, deck): (Option<Res<Rules>>, Option<Res<Deck>>),
    mut read: ResMut<ReadTexts>,
) {
    let (Some(rules), Some(deck)) = (rules, deck) else { return events.clear() };
    for event in events.read() {
        let Some(Caption::OfLevel(number)) = event.what.effects(&rules).caption else { continue };
        if let Some(text) = deck.0.messages.get(usize::from(number)) {
            let name = read.deck.clone();
            read.journal.note(&name, text);
        }
    }
}
