//! Scenarios: tests of mods as data. A file names a level, how it is played, and what must be true at the end.

use crate::{
    command_line::failure::{Failure, need_game_files, read_level, read_rules},
    mods::expectation::{Ending, Expectation},
};
use bevy::math::Vec2;
use campaign::switched_off;
use engine::{Headless, Intent, Loadout, Outcome, Rules, Start, TICKS_PER_SECOND, WeaponChoice, Words, bot::Bot};
use level::{Level, Symmetry, read_ron};
use serde::Deserialize;
use std::{path::Path, sync::Arc};
use text_mode::{Alone, Decks, Setting, Style, Talk, Tongue};

/// Maximum size of a scenario, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Maximum duration of a scenario, in seconds of game time.
const MAX_SECONDS: f32 = 3600.0;

/// A scenario as it is in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    /// The level, such as `levels/kennel.ron`, of the mod or of the game.
    level: String,
    /// The skill, 1 to 4.
    #[serde(default = "two")]
    skill: u8,
    #[serde(default = "one")]
    seed: u64,
    /// The entrance through which the player comes.
    #[serde(default)]
    arrival: Option<String>,
    /// Rules of the mod or of the game instead of the standard rules, such as `assets/rules/classic.ron`.
    #[serde(default)]
    rules: Option<String>,
    play: Play,
    expect: Vec<Expectation>,
}

/// How a level is played.
#[derive(Deserialize)]
enum Play {
    /// Inputs, one after the other.
    Steps(Vec<Step>),
    /// Lines of the text mode, without their numbers.
    Text(Vec<String>),
    /// The bot plays for at most these seconds.
    Bot(f32),
}

/// An input that is held for some time.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Step {
    seconds: f32,
    forward: f32,
    right: f32,
    /// Turn to the right, in degrees per second.
    turn: f32,
    run: bool,
    fire: bool,
    #[serde(rename = "use")]
    uses: bool,
    jump: bool,
    /// The slot of the weapon to change to.
    weapon: Option<u8>,
    /// A point to walk to, in tiles.
    to: Option<(f32, f32)>,
}

fn one() -> u64 {
    1
}

fn two() -> u8 {
    2
}

impl Scenario {
    /// Reads a scenario; `file` is its name in messages.
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Scenario, Failure> {
        let scenario: Scenario = read_ron(file, bytes, MAX_BYTES).map_err(Failure::data)?;
        let seconds = match &scenario.play {
            Play::Steps(steps) => steps.iter().map(|step| step.seconds).fold(0.0, |sum, more| sum + more.max(0.0)),
            Play::Bot(seconds) => *seconds,
            Play::Text(_) => 0.0,
        };
        let what = match () {
            () if !(1..=4).contains(&scenario.skill) => "`skill` must be from 1 to 4",
            () if !(0.0..=MAX_SECONDS).contains(&seconds) => "a test must take at most 3600 seconds",
            () if scenario.expect.is_empty() => "`expect` must have at least one entry",
            () => return Ok(scenario),
        };
        Err(Failure::data(format!("{file}:1:1: {what}")))
    }

    /// Returns true if its expectations must also be met on a turned level. The bot's way depends on tiny differences,
    /// the text mode names directions, and a cell can be the name of an arrival.
    pub(crate) fn can_be_turned(&self) -> bool {
        matches!(self.play, Play::Steps(_)) && self.arrival.as_ref().is_none_or(|name| !name.contains(','))
    }

    /// Plays the scenario on the turned level and returns a sentence for each expectation that is not met.
    pub(crate) fn play(&self, symmetry: Symmetry) -> Result<Vec<String>, Failure> {
        let drawn = read_level(Path::new(&self.level))?;
        let level = if symmetry == Symmetry::default() { drawn } else { Arc::new(drawn.turned(symmetry)) };
        let rules = self.rules()?;
        rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", self.level)))?;
        if let Some(what) = self.expect.iter().find_map(|expectation| expectation.unknown(&rules)) {
            return Err(Failure::data(what));
        }
        if let Some(Err(what)) = self.arrival.as_ref().map(|name| level.arrival(name)) {
            return Err(Failure::data(format!("{}: {what}", self.level)));
        }
        let mut ending = match &self.play {
            Play::Text(lines) => self.play_text(lines, level, &rules)?,
            Play::Steps(_) | Play::Bot(_) => self.play_intents(level, &rules, symmetry),
        };
        let mut unmet: Vec<String> =
            self.expect.iter().filter_map(|expectation| expectation.unmet(&mut ending)).collect();
        // An error of a script is a failure, unless the test wants it.
        let is_wanted = |said: &String| {
            let wants = |expectation: &Expectation| matches!(expectation, Expectation::Says(words) if said.contains(words.as_str()));
            self.expect.iter().any(wants)
        };
        let errors = ending.said.iter().filter(|said| said.starts_with("error: ") && !is_wanted(said));
        unmet.extend(errors.cloned());
        Ok(unmet)
    }

    fn rules(&self) -> Result<Arc<Rules>, Failure> {
        let Some(file) = &self.rules else { return read_rules(None) };
        let files = need_game_files()?;
        let given = content::GivenRules::of_game(&files, file)?;
        Ok(content::read_rules(&files, Some(&given))?.0)
    }

    fn play_intents(&self, level: Arc<Level>, rules: &Arc<Rules>, symmetry: Symmetry) -> Ending {
        let size = (level.width, level.height);
        let (loadout, arrival) = (Loadout::default(), self.arrival.clone());
        let start = Start { level, rules: Arc::clone(rules), skill: self.skill, seed: self.seed, loadout, arrival };
        let mut headless = Headless::begin(&start);
        let mut said = Vec::new();
        let mut tick = |headless: &mut Headless, intent: Intent| {
            headless.tick(intent);
            said.extend(headless.uttered().iter().filter_map(|utterance| match &utterance.words {
                Words::Said(words) => Some(words.clone()),
                Words::Failed(error) => Some(format!("error: {error}")),
                Words::SwitchedOff(name, excess) => Some(format!("error: {}", switched_off(name, *excess).english())),
                Words::Logged(_) => None,
            }));
            headless.run().outcome == Outcome::Running
        };
        match &self.play {
            Play::Steps(steps) => {
                let drawn = symmetry.inverse().size(size);
                let mut intents = steps.iter().map(|step| step.turned(symmetry, drawn)).flat_map(Step::intents);
                while intents.next().is_some_and(|intent| tick(&mut headless, intent)) {}
            }
            Play::Bot(seconds) => {
                let mut bot = Bot::new(self.seed);
                for _ in 0..engine::ticks(*seconds) {
                    let intent = bot.intent(headless.world_mut());
                    if !tick(&mut headless, intent) {
                        break;
                    }
                }
            }
            Play::Text(_) => {}
        }
        Ending { headless, said, replies: String::new(), turned: (symmetry, size) }
    }

    fn play_text(&self, lines: &[String], level: Arc<Level>, rules: &Arc<Rules>) -> Result<Ending, Failure> {
        let tongue = Tongue::read(&need_game_files()?, rules)?;
        let setting = Setting {
            decks: Decks::of_level(&self.level, Arc::clone(&level)),
            rules: Arc::clone(rules),
            style: Style::Long,
            skill: self.skill,
            seed: Some(self.seed),
            tongue,
            language: None,
            own_levels: None,
        };
        let mut talk = Talk::begin(setting, Alone::default()).map_err(Failure::data)?;
        let replies = lines.iter().enumerate().map(|(number, line)| {
            let reply = talk.answer(format!("{} {line}", number + 1).as_bytes());
            format!("{reply}\n")
        });
        let replies = replies.collect();
        let turned = (Symmetry::default(), (level.width, level.height));
        let headless = Headless::restore(&talk.snapshot(), level, rules).map_err(Failure::data)?;
        Ok(Ending { headless, said: Vec::new(), replies, turned })
    }
}

impl Step {
    /// Returns the step on a turned level; `drawn` is the size of the level as drawn.
    fn turned(self, symmetry: Symmetry, drawn: (usize, usize)) -> Step {
        Step {
            right: symmetry.sideways(self.right),
            turn: symmetry.sideways(self.turn),
            to: self.to.map(|at| symmetry.point(at, drawn)),
            ..self
        }
    }

    /// Returns the intents of the step, one per tick.
    fn intents(self) -> impl Iterator<Item = Intent> {
        let intent = Intent {
            forward: self.forward,
            strafe: self.right,
            turn: self.turn.to_radians() / TICKS_PER_SECOND as f32,
            run: self.run,
            fire: self.fire,
            use_: self.uses,
            jump: self.jump,
            walk_to: self.to.map(Vec2::from),
            ..Intent::default()
        };
        let weapon = self.weapon.map(WeaponChoice::Slot);
        let count = engine::ticks(self.seconds.max(0.0)).max(1);
        (0..count).map(move |tick| Intent { weapon: weapon.filter(|_| tick == 0), ..intent })
    }
}
