//! The campaigns between which players choose at New game: that of the game, and those of mods.

use crate::files::given::GivenFiles;
use bevy::ecs::{resource::Resource, world::World};
use content::{BaseRules, ContentError, Decks, Files, added_campaigns, check_decks, read_campaign_file};
use localization::Said;
use renderer::Art;

/// A campaign.
#[derive(Clone)]
pub(crate) struct Campaign {
    pub(crate) title: Said,
    pub(crate) decks: Decks,
}

/// The campaigns; the first one is that of the game.
#[derive(Resource, Clone, Default)]
pub(crate) struct Campaigns(pub(crate) Vec<Campaign>);

impl Campaigns {
    /// Reads the campaigns that mods add to that of the game.
    ///
    /// # Errors
    /// The file of the first campaign with an error, and the error.
    pub(crate) fn read(
        files: &Files,
        own: &Decks,
        rules: &BaseRules,
        art: &Art,
    ) -> Result<Campaigns, (Option<String>, ContentError)> {
        let mut all = vec![Campaign { title: Said::literal("Hullbreach"), decks: own.clone() }];
        for (file, title) in added_campaigns(files).map_err(|error| (None, error))? {
            let decks = read_campaign_file(&file, files, &rules.0);
            let decks = decks.and_then(|decks| check_decks(&decks, art, rules).map(|()| decks));
            match decks {
                Ok(decks) => all.push(Campaign { title: Said::data(&title), decks }),
                Err(error) => return Err((Some(file), error)),
            }
        }
        Ok(Campaigns(all))
    }

    /// Returns the campaign with the deck of this reference.
    fn with_deck(&self, deck: &str) -> Option<&Campaign> {
        self.0.iter().find(|campaign| campaign.decks.find(deck).is_some())
    }
}

/// Returns true if any campaign has the deck of this reference.
pub(crate) fn any_has(world: &World, deck: &str) -> bool {
    world.get_resource::<Campaigns>().is_some_and(|campaigns| campaigns.with_deck(deck).is_some())
}

/// Returns true if there is a campaign with this course.
pub(crate) fn any_is(world: &World, course: &str) -> bool {
    let is_it = |campaign: &Campaign| campaign.decks.course(&campaign.decks.first().file) == course;
    world.get_resource::<Campaigns>().is_some_and(|campaigns| campaigns.0.iter().any(is_it))
}

/// Changes back to the game's campaign, unless a level of the command line is played instead.
pub(crate) fn leave(world: &mut World) {
    let own = world.get_resource::<Campaigns>().and_then(|campaigns| campaigns.0.first());
    let is_given = world.get_resource::<GivenFiles>().is_some_and(|given| given.deck.is_some());
    let (Some(own), Some(present)) = (own, world.get_resource::<Decks>()) else { return };
    if !is_given && own.decks.find(&present.first().file).is_none() {
        let decks = own.decks.clone();
        world.insert_resource(decks);
    }
}

/// Changes to the campaign with the deck of this reference, unless the present decks have it.
pub(crate) fn enter(world: &mut World, deck: &str) {
    if world.get_resource::<Decks>().is_none_or(|decks| decks.find(deck).is_none()) {
        take(world, deck);
    }
}

/// Takes the decks of the campaign with the deck of this reference, if there is one.
pub(crate) fn take(world: &mut World, deck: &str) {
    let found = world.get_resource::<Campaigns>().and_then(|campaigns| campaigns.with_deck(deck));
    if let Some(decks) = found.map(|campaign| campaign.decks.clone()) {
        world.insert_resource(decks);
    }
}
