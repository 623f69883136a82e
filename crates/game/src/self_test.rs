//! Runs of the simulation without a page, for tests in Node: they must have the same state hashes as native runs.

use content::{BaseRules, ContentError, DemoContent, Files, read_own_level, read_rules};
use engine::{Demo, Headless, Loadout, Outcome, Replay, Rules, Start, bot::Bot};
use level::Level;
use std::{collections::BTreeMap, sync::Arc};
use wasm_bindgen::prelude::wasm_bindgen;

/// Files of the game, with which runs are simulated.
#[wasm_bindgen]
pub struct SelfTest {
    files: Files,
}

#[wasm_bindgen]
impl SelfTest {
    /// Opens the zip archive with the files of the game.
    ///
    /// # Errors
    /// If it is not a zip archive.
    #[wasm_bindgen(constructor)]
    pub fn new(pack: Vec<u8>) -> Result<SelfTest, String> {
        Ok(SelfTest { files: Files::of_archive("game.pack", pack).map_err(|error| error.what)? })
    }

    /// Adds a file, such as a level of a demo.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.files = self.files.with_memory(BTreeMap::from([(name, bytes)]));
    }

    /// Lets the bot play a level until it ends, but at most for these seconds of game time. Returns the number of ticks
    /// and the state hash.
    ///
    /// # Errors
    /// If the level cannot be read.
    pub fn bot(&self, level: &str, skill: u8, seed: u32, seconds: u32) -> Result<String, String> {
        let BaseRules(rules) = read_rules(&self.files, None).map_err(|error| error.what)?;
        let level = read_own_level(level, &self.files, None).map_err(|error| error.what)?;
        let seed = u64::from(seed);
        let start = Start { level, rules, skill, seed, loadout: Loadout::default(), arrival: None };
        let (mut headless, mut bot) = (Headless::begin(&start), Bot::new(seed));
        let until = u64::from(seconds) * engine::TICKS_PER_SECOND as u64;
        while headless.run().outcome == Outcome::Running && headless.run().tick < until {
            let intent = bot.intent(headless.world_mut());
            headless.tick(intent);
        }
        Ok(summary(&mut headless))
    }

    /// Replays a demo, and compares each second with the recording. Returns the number of ticks and the state hash. If the
    /// archives of its level and rules were added, it plays with those.
    ///
    /// # Errors
    /// If its level or rules differ, or at the first difference.
    pub fn demo(&self, bytes: &[u8]) -> Result<String, String> {
        let demo = Demo::read(bytes).map_err(|error| error.to_string())?;
        let content = self.content(&demo).map_err(|error| error.what)?;
        let replay = Replay::new(demo, &content.0, &content.1).and_then(Replay::play);
        replay.map(|mut headless| summary(&mut headless)).map_err(|error| error.to_string())
    }
}

impl SelfTest {
    /// Returns the level and the rules of a demo: those that were added for it, otherwise those of the game.
    fn content(&self, demo: &Demo) -> Result<(Arc<Level>, Arc<Rules>), ContentError> {
        let added = |name: String| -> Result<Option<Files>, ContentError> {
            let is_there = self.files.contains(&name);
            is_there.then(|| Files::of_archive(&name, self.files.read(&name)?)).transpose()
        };
        let level = match added(DemoContent::level_name(demo.head()))? {
            Some(archive) => DemoContent::level_in(&archive)?,
            None => read_own_level(&demo.head().level, &self.files, None)?,
        };
        let rules = match added(DemoContent::rules_name(demo.head()))? {
            Some(archive) => DemoContent::rules_in(&archive)?,
            None => read_rules(&self.files, None)?.0,
        };
        Ok((level, rules))
    }
}

fn summary(headless: &mut Headless) -> String {
    format!("{} {:016x}", headless.run().tick, headless.snapshot().hash())
}
