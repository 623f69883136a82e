//! The journey: which deck is played, what the player brought to it, and with which seed.

use crate::achieved::Achieved;
use crate::book::Book;
use crate::decks::Decks;
use crate::flow::Phase;
use crate::hands;
use crate::skill::Skill;
use bevy::prelude::*;
use engine::{Deck, Health, Loadout, Outcome, Player, Run, Start};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// How far the player has come.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Journey {
    /// The number of the deck.
    deck: usize,
    /// The skill that it was begun on.
    skill: Skill,
    /// The seed of this try.
    seed: u64,
    /// What the player brought to the deck: what he gets back when he must begin it again.
    loadout: Loadout,
    /// What was achieved on the decks that are done.
    pub(crate) achieved: Achieved,
}

/// The deck is to begin again before the next picture.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct Again;

/// The seed that the command line names, if it does.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct GivenSeed(pub(crate) Option<u64>);

impl Journey {
    fn new(skill: Skill, seed: GivenSeed) -> Journey {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        Journey {
            deck: 0,
            skill,
            seed: seed.0.unwrap_or_else(|| another(clock())),
            loadout: Loadout::default(),
            achieved: Achieved::default(),
        }
    }
}

/// Another seed, and always the same one after the same seed.
fn another(seed: u64) -> u64 {
    let mixed = (seed ^ (seed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_add(0x632b_e59b_d9b4_e019)
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::Deck), begin);
    app.add_systems(PreUpdate, again.run_if(resource_exists::<Again>));
}

/// Begins the deck that the journey has come to; without a journey, one begins.
fn begin(world: &mut World) {
    let (seed, skill) = (*world.resource::<GivenSeed>(), *world.resource::<Skill>());
    let journey = world.get_resource_or_insert_with(|| Journey::new(skill, seed)).clone();
    let deck = world.get_resource::<Decks>().and_then(|decks| decks.0.get(journey.deck));
    let level = deck.map(|deck| Arc::clone(&deck.level));
    let rules = world.get_resource::<Book>().map(|book| Arc::clone(&book.0));
    let (Some(level), Some(rules)) = (level, rules) else {
        world.resource_mut::<NextState<Phase>>().set(Phase::Title);
        return;
    };
    let Journey { skill, seed, loadout, .. } = journey;
    engine::begin(world, &Start { level, rules, skill: skill.get(), seed, loadout });
}

/// Begins the same deck again, with what the player brought to it and other luck.
fn again(world: &mut World) -> Result {
    world.remove_resource::<Again>();
    if let Some(mut journey) = world.get_resource_mut::<Journey>() {
        journey.seed = another(journey.seed);
        begin(world);
        world.run_system_cached(hands::let_go)?;
    }
    Ok(())
}

/// Goes on to the next deck with what the player has left, or to the ending.
pub(crate) fn go_on(
    decks: Res<Decks>,
    player: Option<Single<(&Player, &Health)>>,
    (run, deck): (Option<Res<Run>>, Option<Res<Deck>>),
    mut journey: ResMut<Journey>,
    mut phase: ResMut<NextState<Phase>>,
) {
    journey.seed = another(journey.seed);
    if let Some(player) = player {
        let (player, health) = *player;
        journey.loadout = Loadout::of(player, *health);
    }
    if let (Some(run), Some(deck)) = (run.as_ref(), deck.as_ref()) {
        journey.achieved.add(&Achieved::of(run, &deck.0));
    }
    let by_secret_lift = run.is_some_and(|run| run.outcome == Outcome::SecretLift);
    let next = decks.0.get(journey.deck).and_then(|deck| deck.next[usize::from(by_secret_lift)]);
    journey.deck = next.unwrap_or(decks.0.len());
    phase.set(if next.is_some() { Phase::Deck } else { Phase::Ending });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_deck_comes_the_ending() {
        let level = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#####\", \"#.@.#\", \"#####\"])";
        let level = Arc::new(level::Level::read("x", level).unwrap());
        let deck = |next| crate::decks::Deck { file: String::new(), level: Arc::clone(&level), next: [next, None] };
        let mut world = World::new();
        world.insert_resource(Decks(vec![deck(Some(1)), deck(None)]));
        world.insert_resource(Journey::new(Skill::default(), GivenSeed(Some(1))));
        let mut leads_to = || {
            world.insert_resource(NextState::<Phase>::default());
            world.run_system_cached(go_on).unwrap();
            match *world.resource::<NextState<Phase>>() {
                NextState::Pending(phase) => phase,
                _ => panic!("it leads nowhere"),
            }
        };
        assert_eq!([leads_to(), leads_to()], [Phase::Deck, Phase::Ending]);
    }

    #[test]
    fn each_try_has_another_seed_and_the_same_one_in_every_game() {
        let mut seeds: Vec<u64> = std::iter::successors(Some(0), |&seed| Some(another(seed))).take(100).collect();
        assert_eq!(seeds[1], another(0));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }
}
