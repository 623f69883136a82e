//! Hot reload: when a game file changes on disk, the asset server reloads it and the running game adopts it.
//!
//! Art, sounds and translations only affect what is seen and heard. A changed script takes control of its creatures
//! where they are. Changed tables or a changed level restart the deck at the player's position and end the recording of
//! the run. If the new version of a file has errors, the old version stays in use; `report_errors` of the loading
//! module shows the errors.

use crate::{
    campaign::playback::{self, Playback},
    campaign::progress::{Progress, start_of_run},
    campaign::run_request::RunRequest,
    campaign::taping,
    files::campaigns::{self, Campaigns},
    files::given::{GivenFiles, GivenLevel},
    files::loading::replace_deck,
    flow::phase::{Flow, Phase},
    ui::note::Note,
};
use bevy::{asset::UntypedAssetLoadFailedEvent, prelude::*};
use content::{
    ArtChanged, BaseRules, CampaignFile, ContentError, DeckContent, Decks, DemoFile, FileChanged, Files, LevelFile,
    PipelineFile, RulesFile, ScoreFile, SoundFile, WordsFile, check_decks, check_rules, level_reference, name_of,
    read_level,
};
use engine::{Heading, Player, Position, Rules, Scripts};
use level::Level;
use localization::Said;
use std::{collections::BTreeSet, sync::Arc};

/// Beginnings of the names of files of which campaigns consist.
const OF_CAMPAIGNS: [&str; 5] =
    ["levels/", "assets/campaigns/", "assets/pipelines/", "assets/rooms/", "assets/treasure_sets.ron"];

/// Reloaded assets that are applied as soon as no demo is playing and the game is not paused.
#[derive(Resource, Default)]
struct Pending {
    art: bool,
    rules: bool,
    /// True if the campaign or one of its pipelines changed.
    decks: bool,
    scores: bool,
    /// True if a sound, a translation or a demo changed. Other modules apply these.
    others: bool,
    levels: BTreeSet<AssetId<LevelFile>>,
    /// True if a file of a campaign changed: those of mods are not assets.
    campaigns: bool,
    /// Names of the changed files, for the note.
    names: BTreeSet<String>,
}

impl Pending {
    fn is_empty(&self) -> bool {
        let is_any = self.art || self.rules || self.decks || self.scores || self.others || self.campaigns;
        !is_any && self.levels.is_empty()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pending>();
    // A demo needs the rules with which it was recorded.
    let is_played = resource_exists::<Playback>.or_else(playback::jumps);
    let is_still = in_state(Phase::Deck).and_then(not(in_state(Flow::Running)));
    let is_loading = in_state(Phase::Loading).or_else(in_state(Phase::StartupError));
    let may_change = not(is_loading).and_then(resource_exists::<DeckContent>);
    app.add_systems(
        Update,
        (collect, take.run_if(may_change.and_then(not(is_played)).and_then(not(is_still)))).chain(),
    );
}

/// Collects the assets that were reloaded.
fn collect(
    (mut files, mut failed): (MessageReader<FileChanged>, MessageReader<UntypedAssetLoadFailedEvent>),
    mut art: MessageReader<ArtChanged>,
    mut rules: MessageReader<AssetEvent<RulesFile>>,
    (mut campaign, mut pipelines): (MessageReader<AssetEvent<CampaignFile>>, MessageReader<AssetEvent<PipelineFile>>),
    mut levels: MessageReader<AssetEvent<LevelFile>>,
    (mut scores, mut sounds): (MessageReader<AssetEvent<ScoreFile>>, MessageReader<AssetEvent<SoundFile>>),
    (mut words, mut demos): (MessageReader<AssetEvent<WordsFile>>, MessageReader<AssetEvent<DemoFile>>),
    (content, server): (Res<Files>, Res<AssetServer>),
    mut pending: ResMut<Pending>,
) {
    let pending = pending.bypass_change_detection();
    if failed.read().count() > 0 {
        pending.names.clear();
    }
    for FileChanged(name) in files.read() {
        let is_read_directly = || content.is_in_mod(name) && server.get_handle_untyped(name.clone()).is_none();
        pending.campaigns |= OF_CAMPAIGNS.iter().any(|begin| name.starts_with(begin)) && is_read_directly();
        pending.names.insert(name.clone());
    }
    pending.art |= art.read().count() > 0;
    pending.rules |= !changed(&mut rules).is_empty();
    pending.decks |= !changed(&mut campaign).is_empty();
    pending.decks |= !changed(&mut pipelines).is_empty();
    pending.scores |= !changed(&mut scores).is_empty();
    pending.others |= !changed(&mut sounds).is_empty();
    pending.others |= !changed(&mut words).is_empty();
    pending.others |= !changed(&mut demos).is_empty();
    pending.levels.extend(changed(&mut levels));
}

/// Returns the reloaded assets of one type.
fn changed<A: Asset>(events: &mut MessageReader<AssetEvent<A>>) -> Vec<AssetId<A>> {
    let modified = events.read().filter_map(|event| match *event {
        AssetEvent::Modified { id } => Some(id),
        _ => None,
    });
    modified.collect()
}

/// Applies the reloaded assets. Assets that do not fit the others are rejected, and a note shows the reason.
fn take(world: &mut World) {
    if world.resource::<Pending>().is_empty() {
        return;
    }
    let pending = std::mem::take(&mut *world.resource_mut::<Pending>());
    let mut names: Vec<String> = pending.names.iter().cloned().collect();
    if names.is_empty() {
        names.extend(given_level(world).map(|given| given.path.display().to_string()));
    }
    let taken = take_all(world, &pending);
    let note = match taken {
        Err(error) => error.what,
        // The art is rebuilt once more after its last file arrived; the earlier note already listed the names.
        Ok(_) if names.is_empty() => return,
        Ok(more) => format!("{} was reloaded{more}", names.join(", ")),
    };
    eprintln!("hullbreach: {note}");
    world.insert_resource(Note::new(Said::literal(note)));
}

/// Applies all reloaded assets. Art comes first because rules and levels may refer to new art. Returns a suffix for the
/// note.
fn take_all(world: &mut World, pending: &Pending) -> Result<String, ContentError> {
    if pending.art {
        let art = content::art(world)?;
        world.insert_resource(art);
    }
    if pending.scores || pending.art {
        let scores = content::scores(world)?;
        world.insert_resource(scores);
    }
    let mut begins_again = false;
    if pending.rules {
        begins_again |= take_rules(world)?;
    }
    if pending.rules || pending.decks {
        take_decks(world)?;
    }
    for id in &pending.levels {
        begins_again |= take_level(world, *id)?;
    }
    if pending.campaigns {
        begins_again |= take_campaigns(world, &pending.names)?;
    }
    if !begins_again {
        return Ok(String::new());
    }
    let ends = if taping::is_on(world) { ", and the recording of the run ends" } else { "" };
    begin_again(world);
    Ok(format!("; the deck restarts{ends}"))
}

/// Applies the rules. Returns true if the deck must restart, that is, unless only scripts changed.
fn take_rules(world: &mut World) -> Result<bool, ContentError> {
    let given = world.get_resource::<GivenFiles>().and_then(|given| given.rules.clone());
    let rules = content::rules(world, given.as_ref())?;
    if let (Some(art), Some(sounds)) = (world.get_resource::<renderer::Art>(), world.get_resource::<content::Sounds>())
    {
        check_rules(&rules, art, |name| sounds.is_empty() || sounds.has(name))?;
    }
    if let Some(diagnostic) = Scripts::first_uncompiled(&rules.0) {
        return Err(ContentError::wrong(format_args!("assets/scripts/{diagnostic}")));
    }
    let before = Arc::clone(&world.resource::<BaseRules>().0);
    let mut with_old_scripts = Rules::clone(&rules.0);
    for (name, script) in &before.scripts {
        with_old_scripts.set_script(name, script.clone());
    }
    let only_scripts = with_old_scripts == *before;
    let scripts: Vec<_> = rules.0.scripts.iter().filter(|script| !before.scripts.contains(script)).cloned().collect();
    let runs = *world.resource::<State<Phase>>().get() == Phase::Deck;
    if only_scripts && runs {
        // The recording so far used other rules, and the player cannot rewind into it.
        taping::leave_run(world);
        world.insert_resource(rules);
        for (name, script) in scripts {
            engine::replace_script(world, &name, script);
        }
        if let Some((start, _)) = start_of_run(world) {
            let deck = world.resource::<Progress>().deck.clone();
            taping::begin_run(world, &start, &deck, true);
        }
        return Ok(false);
    }
    world.insert_resource(rules);
    Ok(runs)
}

/// Applies the decks of the campaign. The deck of a user level or of a generated ship stays.
fn take_decks(world: &mut World) -> Result<(), ContentError> {
    let is_of_campaign = world.get_resource::<GivenFiles>().is_none_or(|given| given.deck.is_none());
    let rules = world.resource::<BaseRules>().clone();
    let decks = content::decks(world, &rules)?;
    let played = world.get_resource::<Progress>().map(|progress| progress.deck.clone());
    if is_of_campaign && played.is_none_or(|deck| decks.find(&deck).is_some()) {
        check_decks(&decks, world.resource(), &rules)?;
        world.insert_resource(decks);
    }
    Ok(())
}

/// Reads the campaigns of mods again, and the level of a mod that was given on the command line. Returns true if the
/// current deck has changed.
fn take_campaigns(world: &mut World, names: &BTreeSet<String>) -> Result<bool, ContentError> {
    let (files, rules) = (world.resource::<Files>().clone(), world.resource::<BaseRules>().clone());
    let own = content::decks(world, &rules)?;
    let read = Campaigns::read(&files, &own, &rules, world.resource());
    world.insert_resource(read.map_err(|(_, error)| error)?);
    let played = world.get_resource::<Progress>().map(|progress| progress.deck.clone()).unwrap_or_default();
    let is_given = world.get_resource::<GivenFiles>().is_some_and(|given| given.deck.is_some());
    if own.find(&played).is_none() {
        campaigns::take(world, &played);
    } else if !is_given {
        world.insert_resource(own);
    }
    let of_mod = |name: &&String| name.starts_with("levels/") && files.is_in_mod(name);
    for name in names.iter().filter(of_mod) {
        if world.resource::<Decks>().find(name).is_some() {
            replace_deck(world, name, read_level(name, &files.read(name)?)?)?;
        }
    }
    let has_changed = names.iter().any(|name| *name == played && files.is_in_mod(name));
    Ok(has_changed && *world.resource::<State<Phase>>().get() == Phase::Deck)
}

/// Returns the level given on the command line, if it is reloaded when its file changes.
fn given_level(world: &World) -> Option<&GivenLevel> {
    world.get_resource::<GivenFiles>()?.level.as_ref()
}

/// Applies a level. Returns true if it is the current one.
fn take_level(world: &mut World, id: AssetId<LevelFile>) -> Result<bool, ContentError> {
    let Some(level) = world.resource::<Assets<LevelFile>>().get(id).map(|file| Arc::clone(&file.0)) else {
        return Ok(false);
    };
    let given = given_level(world).filter(|given| given.handle.id() == id);
    let file = match given {
        Some(given) => Some(level_reference(&given.path)),
        None => world.resource::<AssetServer>().get_path(id).map(|path| name_of(&path)),
    };
    let Some(file) = file.filter(|file| world.resource::<Decks>().find(file).is_some()) else { return Ok(false) };
    replace_deck(world, &file, level)?;
    let is_on_deck = *world.resource::<State<Phase>>().get() == Phase::Deck;
    Ok(is_on_deck && world.get_resource::<Progress>().is_some_and(|progress| progress.deck == file))
}

/// Restarts the deck at the player's position, or at its start if there is a wall now.
fn begin_again(world: &mut World) {
    let place = place(world);
    let Some(deck) = world.get_resource::<Progress>().map(|progress| progress.deck.clone()) else { return };
    let Ok(level) = world.resource::<Decks>().level(&deck) else { return };
    let arrival = place.filter(|place| level.arrival(place).is_ok()).or_else(|| start(&level));
    world.resource_mut::<Progress>().arrival = arrival;
    world.write_message(RunRequest::Restart);
}

/// Returns the start of the deck as an arrival.
fn start(level: &Level) -> Option<String> {
    let player = &level.player;
    let name = format!("{},{},{}", player.x, player.y, player.facing.to_degrees());
    level.arrival(&name).is_ok().then_some(name)
}

/// Returns the player's position and direction as an arrival.
fn place(world: &mut World) -> Option<String> {
    let mut players = world.query_filtered::<(&Position, &Heading), With<Player>>();
    let (position, heading) = players.single(world).ok()?;
    let at = position.0.floor().as_ivec2();
    Some(format!("{},{},{}", at.x, at.y, heading.0.to_degrees() % 360.0))
}

#[cfg(test)]
#[path = "reload_tests.rs"]
pub(crate) mod tests;
