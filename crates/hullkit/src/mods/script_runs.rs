//! Trial runs of the scripts of a mod, because most errors in a script only occur while it runs.

use crate::{command_line::failure::Failure, systems::lua::small_deck};
use bevy::prelude::{Vec2, With, World};
use campaign::switched_off;
use content::{Mod, stem};
use engine::{
    DevAct, Headless, Health, Intent, Outcome, Player, Position, Rules, Scripted, Start, Words, bot::Bot, ticks,
};
use level::Level;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Duration of a run in seconds, and how long the player stands still at its beginning.
const LASTS: f32 = 15.0;
const STANDS: f32 = 3.0;
/// Maximum number of levels of the mod on which the creatures of a kind are tried.
const MAX_LEVELS: usize = 3;

/// Runs each script of a mod on a small deck and on levels of the mod, once with a player who goes to its creatures and
/// once with the bot, which fights them. Returns the errors, each once.
pub(crate) fn script_errors(checked: &Mod, rules: &Arc<Rules>, levels: &[Arc<Level>]) -> Result<Vec<String>, Failure> {
    let scripts: BTreeSet<String> = checked.files().iter().filter_map(|file| Some(script(file)?.to_owned())).collect();
    let mut errors = BTreeMap::new();
    for (name, kind) in &rules.monsters {
        if kind.script.as_ref().is_none_or(|script| !scripts.contains(script)) {
            continue;
        }
        let has_kind = |level: &&Arc<Level>| level.monsters.contains(name);
        let own = levels.iter().filter(has_kind).take(MAX_LEVELS).cloned();
        for level in [small_deck(name)?].into_iter().chain(own) {
            if rules.check(&level).is_ok() {
                try_on(level, rules, &mut errors);
            }
        }
    }
    let is_own = |file: &str| scripts.contains(stem(file)) || file.is_empty();
    let own = errors.into_iter().filter(|((file, _), _)| is_own(file));
    Ok(own.map(|((file, what), deck)| told(checked, &file, &what, &deck)).collect())
}

/// Returns the name of a script by its file.
fn script(file: &str) -> Option<&str> {
    file.strip_prefix("assets/scripts/")?.strip_suffix(".lua")
}

fn told(checked: &Mod, file: &str, what: &str, deck: &str) -> String {
    let place = if file.is_empty() { what.to_owned() } else { checked.in_mod(format_args!("assets/scripts/{what}")) };
    format!("{place} (when it ran on {deck:?})")
}

/// Plays a level, and adds the errors by file and message, with the name of the level.
fn try_on(level: Arc<Level>, rules: &Arc<Rules>, errors: &mut BTreeMap<(String, String), String>) {
    let start = Start { rules: Arc::clone(rules), ..Start::on(level) };
    play(&start, errors, |tick, world| Intent {
        dev_act: (tick == 0).then_some(DevAct::God(true)),
        walk_to: nearest(world).filter(|_| tick > ticks(STANDS)),
        ..Intent::default()
    });
    let mut bot = Bot::new(start.seed);
    play(&start, errors, |_, world| bot.intent(world));
}

/// Returns the position of the creature with a script that is nearest to the player.
fn nearest(world: &mut World) -> Option<Vec2> {
    let player = world.query_filtered::<&Position, With<Player>>().single(world).ok()?.0;
    let mut creatures = world.query_filtered::<(&Position, &Health), With<Scripted>>();
    let alive = creatures.iter(world).filter(|(_, health)| health.0 > 0).map(|(at, _)| at.0);
    alive.min_by(|one, other| one.distance(player).total_cmp(&other.distance(player)))
}

/// Plays a run, and adds the errors of scripts.
fn play(
    start: &Start,
    errors: &mut BTreeMap<(String, String), String>,
    mut intent: impl FnMut(u32, &mut World) -> Intent,
) {
    let deck = &start.level.name;
    let mut headless = Headless::begin(start);
    for tick in 0..ticks(LASTS) {
        let intent = intent(tick, headless.world_mut());
        headless.tick(intent);
        for utterance in headless.uttered() {
            let error = match &utterance.words {
                Words::Failed(error) => (error.file.clone(), error.to_string()),
                Words::SwitchedOff(name, excess) => (String::new(), switched_off(name, *excess).english()),
                Words::Said(_) | Words::Logged(_) => continue,
            };
            errors.entry(error).or_insert_with(|| deck.clone());
        }
        if headless.run().outcome != Outcome::Running {
            break;
        }
    }
}
