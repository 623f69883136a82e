//! The progress in the campaign: which deck is played, what the player brought to it, and with which seed.

use crate::campaign::achieved::Achieved;
use crate::files::decks::Decks;
use crate::files::rules_files::BaseRules;
use crate::flow::phase::Phase;
use crate::flow::skill::Skill;
use crate::input::controls;
use bevy::prelude::*;
use engine::{Deck, Health, Loadout, Outcome, Player, Run, Start};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use renderer::DeckName;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// How far the player has come.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Progress {
    /// The number of the deck.
    deck: usize,
    /// The skill that it was begun on.
    skill: Skill,
    /// The seed of this try.
    seed: u64,
    /// What the player brought to the deck: what he gets back when he must begin it again.
    loadout: Loadout,
    /// The arrival at which he comes onto the deck, if that is not where it starts.
    arrival: Option<String>,
    /// What was achieved on the decks that are done.
    pub(crate) achieved: Achieved,
}

/// The deck is to begin again before the next picture.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Restart {
    /// The player has pressed something for it, and that press means nothing else: it does not fire.
    Asked,
    /// Some time after death: whatever the player holds, he goes on holding.
    ByItself,
}

/// The seed that the command line names, if it does.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct GivenSeed(pub(crate) Option<u64>);

/// The arrival on the first deck that the command line names, if it does.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct GivenArrival(pub(crate) Option<String>);

impl Progress {
    fn new(skill: Skill, seed: GivenSeed, GivenArrival(arrival): GivenArrival) -> Progress {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        Progress {
            deck: 0,
            skill,
            seed: seed.0.unwrap_or_else(|| another(clock())),
            loadout: Loadout::default(),
            arrival,
            achieved: Achieved::default(),
        }
    }
}

/// Another seed, and always the same one after the same seed.
fn another(seed: u64) -> u64 {
    Pcg64::seed_from_u64(seed).next_u64()
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::Deck), begin);
    app.add_systems(PreUpdate, restart.run_if(resource_exists::<Restart>));
}

/// Begins the deck that the player has come to; a new campaign, if none has begun.
fn begin(world: &mut World) {
    let (seed, skill) = (*world.resource::<GivenSeed>(), *world.resource::<Skill>());
    let arrival = world.get_resource::<GivenArrival>().cloned().unwrap_or_default();
    let progress = world.get_resource_or_insert_with(|| Progress::new(skill, seed, arrival)).clone();
    let deck = world.get_resource::<Decks>().and_then(|decks| decks.0.get(progress.deck));
    let deck = deck.map(|deck| (Arc::clone(&deck.level), DeckName(deck.name.clone())));
    let rules = world.get_resource::<BaseRules>().map(|rules| Arc::clone(&rules.0));
    let (Some((level, name)), Some(rules)) = (deck, rules) else {
        world.resource_mut::<NextState<Phase>>().set(Phase::Title);
        return;
    };
    world.insert_resource(name);
    let Progress { skill, seed, loadout, arrival, .. } = progress;
    engine::begin(world, &Start { level, rules, skill: skill.get(), seed, loadout, arrival });
}

/// Begins the same deck again, with what the player brought to it and other luck.
pub(crate) fn restart(world: &mut World) -> Result {
    let how = world.remove_resource::<Restart>();
    if let Some(mut progress) = world.get_resource_mut::<Progress>() {
        progress.seed = another(progress.seed);
        begin(world);
        if how == Some(Restart::Asked) {
            world.run_system_cached(controls::let_go)?;
        }
    }
    Ok(())
}

/// Goes on to the next deck with what the player has left, or to the ending.
pub(crate) fn go_on(
    decks: Res<Decks>,
    player: Option<Single<(&Player, &Health)>>,
    (run, deck): (Option<Res<Run>>, Option<Res<Deck>>),
    mut progress: ResMut<Progress>,
    mut phase: ResMut<NextState<Phase>>,
) {
    progress.seed = another(progress.seed);
    if let Some(player) = player {
        let (player, health) = *player;
        progress.loadout = Loadout::of(player, *health);
    }
    if let (Some(run), Some(deck)) = (run.as_ref(), deck.as_ref()) {
        progress.achieved.add(&Achieved::of(run, &deck.0));
    }
    let by_secret_lift = run.is_some_and(|run| run.outcome == Outcome::SecretLift);
    let done = decks.0.get(progress.deck);
    let next = done.and_then(|deck| deck.next[usize::from(by_secret_lift)]);
    progress.arrival = done.and_then(|deck| deck.leads_to.clone());
    progress.deck = next.unwrap_or(decks.0.len());
    phase.set(if next.is_some() { Phase::Deck } else { Phase::Ending });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::decks::Deck as DeckFile;
    use crate::flow::phase;
    use crate::input::mouse_motion;
    use bevy::input::InputPlugin;
    use bevy::state::app::StatesPlugin;
    use bevy::time::{TimePlugin, TimeUpdateStrategy};
    use engine::{EnginePlugin, Intent, Position, Rules};
    use std::time::Duration;

    /// The decks of a campaign: each leads to the next.
    fn decks(count: usize) -> Decks {
        let level = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#####\", \"#.@.#\", \"#####\"], arrivals: [(name: \"dock\", at: (3, 1))])";
        let level = Arc::new(level::Level::read("x", level).unwrap());
        let next = |number| [Some(number + 1).filter(|&next| next < count), None];
        let deck = |number| DeckFile {
            file: String::new(),
            name: format!("Deck {number}"),
            level: Arc::clone(&level),
            next: next(number),
            leads_to: (number == 1).then(|| "dock".to_owned()),
        };
        Decks((0..count).map(deck).collect())
    }

    #[test]
    fn after_the_last_deck_comes_the_ending() {
        let mut world = World::new();
        world.insert_resource(decks(2));
        world.insert_resource(Progress::new(Skill::default(), GivenSeed(Some(1)), GivenArrival::default()));
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

    /// A game without a window in which a deck runs.
    fn game() -> App {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, InputPlugin, EnginePlugin));
        app.add_plugins((phase::plugin, mouse_motion::plugin, controls::plugin, plugin));
        app.insert_resource(decks(1)).insert_resource(BaseRules(Arc::new(Rules::standard())));
        app.insert_resource(GivenSeed(Some(1))).init_resource::<Skill>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(25)));
        app.update();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        app
    }

    /// Where the player is, by column.
    fn column(app: &mut App) -> f32 {
        let mut players = app.world_mut().query_filtered::<&Position, With<Player>>();
        players.single(app.world()).expect("there is one player").0.x
    }

    #[test]
    fn a_deck_is_entered_where_the_lift_before_it_leads_to_and_begun_again_there() {
        let mut app = game();
        app.insert_resource(decks(4));
        let next = |app: &mut App| {
            app.world_mut().run_system_cached(go_on).unwrap();
            begin(app.world_mut());
            column(app)
        };
        // The lift of the second deck alone leads to an arrival.
        assert_eq!([next(&mut app), next(&mut app)], [2.5, 3.5]);
        app.world_mut().insert_resource(Restart::ByItself);
        restart(app.world_mut()).unwrap();
        assert_eq!(column(&mut app), 3.5);
        assert_eq!(next(&mut app), 2.5);
    }

    #[test]
    fn the_arrival_of_the_command_line_is_where_the_first_deck_begins() {
        let mut app = game();
        app.world_mut().remove_resource::<Progress>();
        app.insert_resource(GivenArrival(Some("dock".to_owned())));
        begin(app.world_mut());
        assert_eq!(column(&mut app), 3.5);
    }

    #[test]
    fn a_deck_is_called_as_the_campaign_calls_it() {
        assert_eq!(game().world().resource::<DeckName>().0, "Deck 0");
    }

    #[test]
    fn fire_that_is_held_over_a_death_goes_on_unless_it_asked_for_the_new_life() {
        let mut app = game();
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ControlLeft);
        let mut fires = |restart: Option<Restart>| {
            if let Some(restart) = restart {
                app.insert_resource(restart);
            }
            app.update();
            (app.world().resource::<Intent>().fire, app.world().resource::<Run>().tick)
        };
        let (fired, tick) = fires(None);
        assert!(fired && tick > 0);
        let (fired, later) = fires(Some(Restart::ByItself));
        assert!(fired && later <= tick, "the deck has begun anew: {later} after {tick}");
        assert!(!fires(Some(Restart::Asked)).0);
        assert!(!fires(None).0, "until it is pressed again");
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
