//! Expectations: what must be true at the end of a scenario.

use bevy::{math::Vec2, prelude::With};
use engine::{Headless, Health, Monster, MonsterState, Outcome, Player, Position, Rules};
use level::Symmetry;
use serde::Deserialize;

/// What must be true at the end of a scenario. Numbers must be within `min` and `max`, which are inclusive; without
/// one of them, there is no limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Expectation {
    /// How the run ended, or that it goes on.
    Outcome(Way),
    /// The player's health.
    Health { min: Option<i64>, max: Option<i64> },
    /// The number of living monsters, of one kind or of all kinds.
    Monsters { kind: Option<String>, min: Option<i64>, max: Option<i64> },
    /// The number of killed monsters.
    Kills { min: Option<i64>, max: Option<i64> },
    /// The number of found secrets.
    Secrets { min: Option<i64>, max: Option<i64> },
    /// The number of pieces of treasure that were found.
    Treasure { min: Option<i64>, max: Option<i64> },
    /// The number of an item that the player carries.
    Has { item: String, min: Option<i64>, max: Option<i64> },
    /// The player's position, in tiles.
    Player { at: (f32, f32), within: f32 },
    /// The position of at least one living monster of a kind, in tiles.
    Monster { kind: String, at: (f32, f32), within: f32 },
    /// A script said a text that contains this.
    Says(String),
    /// A reply of the text mode contains this.
    Reply(String),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Way {
    Running,
    Dead,
    Lift,
    SecretLift,
    Stairs,
}

/// The end of a scenario.
pub(crate) struct Ending {
    pub(crate) headless: Headless,
    /// What scripts said, and their errors.
    pub(crate) said: Vec<String>,
    /// The replies of the text mode.
    pub(crate) replies: String,
    /// How the level was turned, and its size in columns and rows.
    pub(crate) turned: (Symmetry, (usize, usize)),
}

impl Ending {
    /// Returns the point as drawn for a point of the turned level.
    fn as_drawn(&self, at: Vec2) -> Vec2 {
        let (symmetry, size) = self.turned;
        symmetry.inverse().point(at.into(), size).into()
    }

    fn player(&mut self) -> (Vec2, i64) {
        let world = self.headless.world_mut();
        let mut query = world.query_filtered::<(&Position, &Health), With<Player>>();
        let (at, health) = query.single(world).map_or((Vec2::ZERO, 0), |(at, health)| (at.0, i64::from(health.0)));
        (self.as_drawn(at), health)
    }

    /// Returns the positions of the living monsters of a kind, or of all kinds.
    fn monsters(&mut self, kind: Option<&str>) -> Vec<Vec2> {
        let world = self.headless.world_mut();
        let number = kind.map(|kind| world.resource::<Rules>().kind(kind));
        let mut query = world.query::<(&Monster, &Position)>();
        let is_meant = |monster: &Monster| number.is_none_or(|number| number == Some(monster.kind()));
        let is_alive = |monster: &Monster| !matches!(monster.state(), MonsterState::Dying | MonsterState::Dead);
        let living = query.iter(world).filter(|(monster, _)| is_meant(monster) && is_alive(monster));
        let all: Vec<Vec2> = living.map(|(_, at)| at.0).collect();
        all.into_iter().map(|at| self.as_drawn(at)).collect()
    }

    fn carried(&mut self, item: &str) -> i64 {
        let world = self.headless.world_mut();
        let mut query = world.query::<&Player>();
        query.single(world).map_or(0, |player| player.inventory.count(item) as i64)
    }
}

impl Expectation {
    /// Returns a sentence if the expectation names a kind or an item that the rules do not have.
    pub(crate) fn unknown(&self, rules: &Rules) -> Option<String> {
        let kind = match self {
            Expectation::Monsters { kind, .. } => kind.as_ref(),
            Expectation::Monster { kind, .. } => Some(kind),
            _ => None,
        };
        match self {
            Expectation::Has { item, .. } if rules.limit(item) == 0 => Some(format!("there is no item '{item}'")),
            _ => kind.filter(|kind| rules.kind(kind).is_none()).map(|kind| format!("there is no monster '{kind}'")),
        }
    }

    /// Returns a sentence if the expectation is not met.
    pub(crate) fn unmet(&self, ending: &mut Ending) -> Option<String> {
        let run = ending.headless.run();
        match self {
            Expectation::Outcome(way) => {
                let found = Way::of(run.outcome);
                (found != *way).then(|| format!("the outcome must be {way:?}, got {found:?}"))
            }
            Expectation::Health { min, max } => outside("the health", ending.player().1, (*min, *max)),
            Expectation::Monsters { kind, min, max } => {
                let what = kind.as_ref().map_or("the number of living monsters".to_owned(), |kind| {
                    format!("the number of living monsters of kind '{kind}'")
                });
                outside(&what, ending.monsters(kind.as_deref()).len() as i64, (*min, *max))
            }
            Expectation::Kills { min, max } => outside("the number of kills", i64::from(run.kills), (*min, *max)),
            Expectation::Secrets { min, max } => {
                outside("the number of found secrets", i64::from(run.found), (*min, *max))
            }
            Expectation::Treasure { min, max } => {
                outside("the number of pieces of treasure", i64::from(run.treasure), (*min, *max))
            }
            Expectation::Has { item, min, max } => {
                outside(&format!("the number of '{item}'"), ending.carried(item), (*min, *max))
            }
            Expectation::Player { at, within } => {
                let player = ending.player().0;
                let is_there = player.distance(Vec2::from(*at)) <= *within;
                (!is_there).then(|| format!("the player must be within {within} of {at:?}, got {}", shown(player)))
            }
            Expectation::Monster { kind, at, within } => {
                let all = ending.monsters(Some(kind));
                let is_there = all.iter().any(|place| place.distance(Vec2::from(*at)) <= *within);
                let places: Vec<String> = all.into_iter().map(shown).collect();
                let places = if places.is_empty() { "none".to_owned() } else { places.join(", ") };
                (!is_there).then(|| format!("a living '{kind}' must be within {within} of {at:?}, got {places}"))
            }
            Expectation::Says(words) => {
                let is_said = ending.said.iter().any(|said| said.contains(words.as_str()));
                (!is_said).then(|| format!("a script must say {words:?}, got {:?}", ending.said))
            }
            Expectation::Reply(words) => {
                let is_there = ending.replies.contains(words.as_str());
                (!is_there).then(|| format!("a reply must contain {words:?}, got:\n{}", ending.replies.trim_end()))
            }
        }
    }
}

impl Way {
    fn of(outcome: Outcome) -> Way {
        match outcome {
            Outcome::Running => Way::Running,
            Outcome::Dead => Way::Dead,
            Outcome::Lift => Way::Lift,
            Outcome::SecretLift => Way::SecretLift,
            Outcome::Stairs(_) => Way::Stairs,
        }
    }
}

fn shown(at: Vec2) -> String {
    format!("({:.2}, {:.2})", at.x, at.y)
}

/// Returns a sentence if a number is outside of its limits.
fn outside(what: &str, number: i64, (min, max): (Option<i64>, Option<i64>)) -> Option<String> {
    if let Some(min) = min.filter(|min| number < *min) {
        return Some(format!("{what} must be at least {min}, got {number}"));
    }
    max.filter(|max| number > *max).map(|max| format!("{what} must be at most {max}, got {number}"))
}
