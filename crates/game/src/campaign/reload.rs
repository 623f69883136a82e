//! Hot reload: when a file of the game changes on the disk, the asset server loads it again, and the running game takes it.
//!
//! Art, sounds and translations only change what is seen and heard. A script takes over its creatures where they stand. Changed tables
//! or a changed level begin the deck again where the player stands, and end the recording of the run. A file with an error stays in use
//! as it was (`report_errors` of the loading shows what is wrong).

use crate::{
    campaign::playback::{self, Playback},
    campaign::progress::{Progress, start_of_run},
    campaign::run_request::RunRequest,
    campaign::taping,
    files::given::{GivenFiles, GivenLevel},
    files::loading::replace_deck,
    flow::phase::{Flow, Phase},
    ui::note::Note,
};
use bevy::{asset::UntypedAssetLoadFailedEvent, prelude::*};
use content::{
    ArtChanged, BaseRules, CampaignFile, ContentError, Decks, DemoFile, FileChanged, LevelFile, PipelineFile,
    RulesFile, ScoreFile, SoundFile, WordsFile, check_decks, check_rules, name_of,
};
use engine::{Heading, Player, Position, Rules, Scripts};
use level::Level;
use std::{collections::BTreeSet, sync::Arc};
use words::Said;

/// What has been loaded again, and is taken as soon as no demo is shown and the game does not pause.
#[derive(Resource, Default)]
struct Pending {
    art: bool,
    rules: bool,
    /// The campaign or one of its pipelines.
    decks: bool,
    scores: bool,
    /// A sound, a translation or a demo, which are taken elsewhere.
    others: bool,
    levels: BTreeSet<AssetId<LevelFile>>,
    /// The names of the files that have changed, for the note.
    names: BTreeSet<String>,
}

impl Pending {
    fn is_empty(&self) -> bool {
        !self.art && !self.rules && !self.decks && !self.scores && !self.others && self.levels.is_empty()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pending>();
    // A demo is of the rules with which it was recorded.
    let is_played = resource_exists::<Playback>.or_else(playback::jumps);
    let is_still = in_state(Phase::Deck).and_then(not(in_state(Flow::Running)));
    let may_change = not(in_state(Phase::Loading)).and_then(not(in_state(Phase::StartupError)));
    app.add_systems(
        Update,
        (collect, take.run_if(may_change.and_then(not(is_played)).and_then(not(is_still)))).chain(),
    );
}

/// Notes what has been loaded again.
fn collect(
    (mut files, mut failed): (MessageReader<FileChanged>, MessageReader<UntypedAssetLoadFailedEvent>),
    mut art: MessageReader<ArtChanged>,
    mut rules: MessageReader<AssetEvent<RulesFile>>,
    (mut campaign, mut pipelines): (MessageReader<AssetEvent<CampaignFile>>, MessageReader<AssetEvent<PipelineFile>>),
    mut levels: MessageReader<AssetEvent<LevelFile>>,
    (mut scores, mut sounds): (MessageReader<AssetEvent<ScoreFile>>, MessageReader<AssetEvent<SoundFile>>),
    (mut words, mut demos): (MessageReader<AssetEvent<WordsFile>>, MessageReader<AssetEvent<DemoFile>>),
    mut pending: ResMut<Pending>,
) {
    let pending = pending.bypass_change_detection();
    if failed.read().count() > 0 {
        pending.names.clear();
    }
    pending.names.extend(files.read().map(|FileChanged(name)| name.clone()));
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

/// The assets of one kind that have been loaded again.
fn changed<A: Asset>(events: &mut MessageReader<AssetEvent<A>>) -> Vec<AssetId<A>> {
    let modified = events.read().filter_map(|event| match *event {
        AssetEvent::Modified { id } => Some(id),
        _ => None,
    });
    modified.collect()
}

/// Takes what has been loaded again. What does not fit the rest is not taken, and a note says why.
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
        // Art is put together once more when the last of its files has come; the note has named them already.
        Ok(_) if names.is_empty() => return,
        Ok(more) => format!("{} is loaded again{more}", names.join(", ")),
    };
    eprintln!("hullbreach: {note}");
    world.insert_resource(Note::new(Said::literal(note)));
}

/// Takes everything, the art first: rules and levels may name what is new in it. Returns what else the note says.
fn take_all(world: &mut World, pending: &Pending) -> Result<String, ContentError> {
    if pending.art {
        let art = content::art(world)?;
        world.insert_resource(art);
    }
    if pending.scores {
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
    if !begins_again {
        return Ok(String::new());
    }
    let ends = if taping::is_on(world) { ", and the recording of the run ends" } else { "" };
    begin_again(world);
    Ok(format!("; the deck begins again{ends}"))
}

/// Takes the rules. Returns true if the deck must begin again: scripts alone take over where their creatures stand.
fn take_rules(world: &mut World) -> Result<bool, ContentError> {
    let given = world.get_resource::<GivenFiles>().and_then(|given| given.rules.clone());
    let rules = content::rules(world, given.as_ref())?;
    if let (Some(art), Some(sounds)) = (world.get_resource::<renderer::Art>(), world.get_resource::<content::Sounds>())
    {
        check_rules(&rules, art, |name| sounds.has(name))?;
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
        // What was recorded so far is of other rules, and nothing leads back there.
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

/// Takes the decks of the campaign. A deck of a level of the player's own or of a ship stays.
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

/// The level that the command line names, if it is loaded again when its file changes.
fn given_level(world: &World) -> Option<&GivenLevel> {
    world.get_resource::<GivenFiles>()?.level.as_ref()
}

/// Takes a level. Returns true if it is played now.
fn take_level(world: &mut World, id: AssetId<LevelFile>) -> Result<bool, ContentError> {
    let Some(level) = world.resource::<Assets<LevelFile>>().get(id).map(|file| Arc::clone(&file.0)) else {
        return Ok(false);
    };
    let given = given_level(world).filter(|given| given.handle.id() == id);
    let file = match given {
        Some(given) => Some(given.path.display().to_string()),
        None => world.resource::<AssetServer>().get_path(id).map(|path| name_of(&path)),
    };
    let Some(file) = file.filter(|file| world.resource::<Decks>().find(file).is_some()) else { return Ok(false) };
    replace_deck(world, &file, level)?;
    let is_on_deck = *world.resource::<State<Phase>>().get() == Phase::Deck;
    Ok(is_on_deck && world.get_resource::<Progress>().is_some_and(|progress| progress.deck == file))
}

/// Begins the deck again where the player stands; where a wall is now, at its start.
fn begin_again(world: &mut World) {
    let place = place(world);
    let Some(deck) = world.get_resource::<Progress>().map(|progress| progress.deck.clone()) else { return };
    let Ok(level) = world.resource::<Decks>().level(&deck) else { return };
    let arrival = place.filter(|place| level.arrival(place).is_ok()).or_else(|| start(&level));
    world.resource_mut::<Progress>().arrival = arrival;
    world.write_message(RunRequest::Restart);
}

/// Where the deck starts, as an arrival.
fn start(level: &Level) -> Option<String> {
    let player = &level.player;
    let name = format!("{},{},{}", player.x, player.y, player.facing.to_degrees());
    level.arrival(&name).is_ok().then_some(name)
}

/// Where the player stands and looks, as an arrival.
fn place(world: &mut World) -> Option<String> {
    let mut players = world.query_filtered::<(&Position, &Heading), With<Player>>();
    let (position, heading) = players.single(world).ok()?;
    let at = position.0.floor().as_ivec2();
    Some(format!("{},{},{}", at.x, at.y, heading.0.to_degrees() % 360.0))
}

#[cfg(test)]
#[path = "reload_tests.rs"]
pub(crate) mod tests;
