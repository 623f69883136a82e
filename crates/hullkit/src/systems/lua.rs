//! `hullkit lua`: runs the script of a creature, for its author.

use crate::command_line::failure::{Failure, read_from_game, read_level, read_rules, say};
use bevy::prelude::{Entity, Vec2, World};
use clap::Args;
use engine::{
    Headless, Id, Intent, Monster, Position, Rules, Script, ScriptError, Scripted, Scripts, Start, TICKS_PER_SECOND,
    Utterance, Words,
};
use level::Level;
use serde::Serialize;
use std::{path::PathBuf, sync::Arc};

/// The deck on which scripts are tried: the creature in the middle room, a medkit to the left, a monster behind a door.
const DECK: &str = include_str!("lua/deck.ron");
/// The kind that gets the script if no kind of the rules has one of its name.
const ANY: &str = "crawler";

/// Runs the script of one creature on a deck, with a player who does nothing, and prints the result.
///
/// The creature is the deck's first of the kind that has a script of this name, or otherwise its first creature. All
/// others use the built-in behaviour without scripts. What the script says and logs is printed immediately, except with
/// --json. Exit code 0 on success, 3 if the script does not compile or a call fails.
#[derive(Args)]
pub(crate) struct Lua {
    /// The script file, or with --mod its name in the mod, such as assets/scripts/hound.lua.
    script: PathBuf,
    /// The level file; without it, a small deck of three rooms.
    #[arg(long, value_name = "LEVEL")]
    deck: Option<PathBuf>,
    /// The number of ticks, 120 per second; a script is called every sixth tick.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    ticks: u32,
    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed result.
#[derive(Serialize)]
struct Outcome {
    calls: u64,
    /// The number of steps of all calls.
    interrupts: u64,
    /// The size of the creature's memory at the end, in bytes.
    memory_bytes: usize,
    /// The first error, with the script's file and line.
    error: Option<String>,
    x: f32,
    y: f32,
    /// The last destination that the script set, in tiles.
    target: Option<[f32; 2]>,
}

impl Lua {
    /// Runs and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let name = self.script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = self.script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = read_from_game(&self.script)?;
        let mut rules = (*read_rules(None)?).clone();
        let kind = rules.monsters.iter().find(|(_, kind)| kind.script.as_ref() == Some(&name));
        let kind = kind.map(|(kind, _)| kind.clone());
        let level = match &self.deck {
            Some(deck) => read_level(deck)?,
            None => small_deck(kind.as_deref().unwrap_or(ANY))?,
        };
        rules.check(&level).map_err(Failure::data)?;
        // A file that is not a script counts as a script that fails in its first call, so that JSON reports all errors
        // in one place.
        let script = Script::read(&file, &bytes).unwrap_or_else(Script::broken);
        rules.monsters.iter_mut().for_each(|(_, kind)| kind.script = None);
        rules.scripts.clear();
        rules.set_script(&name, script);
        let mut headless = Headless::begin(&Start { rules: Arc::new(rules), seed: self.seed, ..Start::on(level) });
        let creature = choose(headless.world_mut(), kind.as_deref(), self.seed)
            .ok_or_else(|| Failure::data("the deck has no scriptable creature"))?;
        let broken = headless.world_mut().resource_mut::<Scripts>().uncompiled();
        let mut target = None;
        if broken.is_none() {
            for _ in 0..self.ticks {
                headless.tick(Intent::default());
                self.tell(&headless)?;
                // A creature that has arrived has no target any more, but the last one is printed.
                target = headless.world().get::<Scripted>(creature).and_then(Scripted::target).or(target);
            }
        }
        self.print(&headless, creature, target, broken)
    }

    /// Prints the script's output for people.
    fn tell(&self, headless: &Headless) -> Result<(), Failure> {
        let seconds = headless.run().tick as f32 / TICKS_PER_SECOND as f32;
        for Utterance { words, .. } in headless.uttered().iter().filter(|_| !self.json) {
            match words {
                Words::Said(words) => say(&format!("{seconds:.2} s: says \"{words}\""))?,
                Words::Logged(words) => say(&format!("{seconds:.2} s: {words}"))?,
                Words::Failed(_) | Words::SwitchedOff(..) => {}
            }
        }
        Ok(())
    }

    fn print(
        &self,
        headless: &Headless,
        creature: Entity,
        target: Option<Vec2>,
        broken: Option<ScriptError>,
    ) -> Result<(), Failure> {
        let scripts = headless.world().resource::<Scripts>();
        let entity = headless.world().entity(creature);
        let at = entity.get::<Position>().map_or(Vec2::ZERO, |at| at.0);
        let scripted = entity.get::<Scripted>();
        let diagnostic = broken.or_else(|| scripts.first_error().cloned());
        let outcome = Outcome {
            calls: scripts.calls(),
            interrupts: scripts.steps(),
            memory_bytes: scripted.map_or(0, Scripted::memory_bytes),
            error: diagnostic.as_ref().map(ScriptError::to_string),
            x: at.x,
            y: at.y,
            target: target.map(|target| target.to_array()),
        };
        say(&if self.json { serde_json::to_string(&outcome).map_err(Failure::data)? } else { outcome.text() })?;
        diagnostic.map_or(Ok(()), |diagnostic| Err(Failure::data(diagnostic)))
    }
}

impl Outcome {
    /// Returns the result for people.
    fn text(&self) -> String {
        let target = self.target.map_or("nowhere".to_owned(), |[x, y]| format!("to ({x:.2}, {y:.2})"));
        format!(
            "{} calls, {} steps, {} bytes kept; the creature is at ({:.2}, {:.2}) and was sent {target}",
            self.calls, self.interrupts, self.memory_bytes, self.x, self.y
        )
    }
}

/// Returns the deck on which scripts are tried, with a creature of a kind.
pub(crate) fn small_deck(kind: &str) -> Result<Arc<Level>, Failure> {
    Level::read("the small deck", DECK.replace("KIND", kind).as_bytes()).map(Arc::new).map_err(Failure::data)
}

/// Gives the only script of the rules to one creature, and returns that creature.
fn choose(world: &mut World, kind: Option<&str>, seed: u64) -> Option<Entity> {
    let mut creatures = world.query::<(Entity, &Id, &Monster)>();
    let rules = world.resource::<Rules>();
    let is_meant = |monster: &Monster| Some(rules.monsters[usize::from(monster.kind())].0.as_str()) == kind;
    let first = creatures.iter(world).min_by_key(|(_, id, monster)| (!is_meant(monster), **id));
    let (entity, id) = first.map(|(entity, &id, _)| (entity, id))?;
    world.entity_mut(entity).insert(Scripted::with(0, id, seed));
    Some(entity)
}
