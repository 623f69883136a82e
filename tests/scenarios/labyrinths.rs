//! The labyrinths of the campaign: generated on entry, connected by stairs, and preserved by saves.

use crate::bot::bot_run_with;
use campaign::{Campaign, Decks, Extras, Journey, Save};
use engine::{Headless, Outcome, Player, Position, Rules, Run, bot::Bot};
use level::{IdleBehaviour, Level, ThingKind};
use std::{path::Path, sync::Arc};

/// Returns the decks of the game.
pub(crate) fn campaign() -> Decks {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| std::fs::read(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let text = read("assets/campaign.ron").expect("a file of the game");
    let campaign = Campaign::read("campaign.ron", &text).expect("a valid campaign");
    Decks::of_campaign("campaign.ron", &campaign, &Rules::standard(), read).expect("its decks are connected")
}

/// Returns a campaign of this seed that leaves the crew's quarters by their lift, and its world.
fn at_the_labyrinth(decks: &Decks, seed: u64) -> (Journey, Headless) {
    let mut journey = Journey::first(decks, 2, seed, None);
    let (mut headless, _) = begun(decks, &journey);
    for _ in 0..3 {
        leave(decks, &mut journey, &mut headless, Outcome::Lift);
    }
    assert!(journey.deck.starts_with("assets/pipelines/labyrinth_a.ron#"), "{}", journey.deck);
    (journey, headless)
}

/// Returns the present run of a campaign in its own world.
fn begun(decks: &Decks, journey: &Journey) -> (Headless, Arc<Level>) {
    let (level, rules) = (decks.level(&journey.deck).expect("it can be made"), Arc::new(Rules::standard()));
    let mut headless = Headless::begin(&journey.start(&level, &rules));
    journey.begin(decks, &level, &rules, headless.world_mut());
    (headless, level)
}

/// Lets the player leave by this exit, and begins the deck to which it leads.
fn leave(decks: &Decks, journey: &mut Journey, headless: &mut Headless, by: Outcome) {
    headless.world_mut().resource_mut::<Run>().outcome = by;
    assert!(journey.go_on(decks, headless.world_mut(), Extras::default()));
    *headless = begun(decks, journey).0;
}

/// Returns the outcome of a run that ends by the stairs of this name.
fn by_stairs(level: &Level, name: &str) -> Outcome {
    let number = level.stairs.iter().position(|stairs| stairs.name == name);
    Outcome::Stairs(number.expect("there are such stairs") as u16)
}

fn cell(headless: &mut Headless) -> (u32, u32) {
    let world = headless.world_mut();
    let mut players = world.query_filtered::<&Position, bevy::prelude::With<Player>>();
    let at = players.single(world).expect("one player").0;
    (at.x as u32, at.y as u32)
}

#[test]
fn labyrinth_depends_on_campaign_and_number_of_visits() {
    let decks = campaign();
    let entries = |seed: u64| {
        let (mut journey, mut headless) = at_the_labyrinth(&decks, seed);
        let mut seen = vec![journey.deck.clone()];
        for _ in 0..3 {
            let level = decks.level(&journey.deck).expect("it can be made");
            leave(&decks, &mut journey, &mut headless, by_stairs(&level, "up"));
            let crew = decks.named("crew quarters").map(|deck| deck.file.clone()).expect("one of the campaign");
            assert!(journey.deck.starts_with(&crew), "{}", journey.deck);
            leave(&decks, &mut journey, &mut headless, Outcome::Lift);
            seen.push(journey.deck.clone());
        }
        seen
    };
    let seen = entries(7);
    assert_eq!(seen, entries(7));
    assert!(seen.iter().enumerate().all(|(number, deck)| !seen[..number].contains(deck)), "{seen:?}");
    assert!(entries(8).iter().all(|deck| !seen.contains(deck)), "another campaign has other labyrinths");
    let maps: Vec<Arc<Level>> = seen.iter().map(|deck| decks.level(deck).expect("it can be made")).collect();
    assert!(maps[0] != maps[1] && *maps[0] == *campaign().level(&seen[0]).expect("it is made again"));
}

#[test]
fn each_labyrinth_has_a_minotaur_on_every_skill() {
    let decks = campaign();
    for name in ["labyrinth a", "labyrinth b"] {
        let deck = decks.named(name).expect("one of the campaign");
        for seed in 1..=10 {
            let level = decks.level(&deck.reference(seed)).expect("it can be made");
            let minotaurs = level.things.iter().filter(|thing| match thing.kind {
                ThingKind::Monster(index) => level.monster(index) == "minotaur",
                _ => false,
            });
            assert_eq!(
                minotaurs.map(|thing| (thing.skill, thing.habit)).collect::<Vec<_>>(),
                [(1, IdleBehaviour::Post)]
            );
            assert!(level.par.is_some());
        }
    }
}

#[test]
fn stairs_connect_labyrinths_and_decks() {
    let decks = campaign();
    let (mut journey, mut headless) = at_the_labyrinth(&decks, 3);
    let step = |journey: &mut Journey, headless: &mut Headless, stairs: &str| {
        let level = decks.level(&journey.deck).expect("it is there");
        leave(&decks, journey, headless, by_stairs(&level, stairs));
        let level = decks.level(&journey.deck).expect("it is there");
        let arrival = level.arrival(journey.arrival.as_deref().expect("stairs arrive somewhere")).expect("it is there");
        assert_eq!(cell(headless), (arrival.x as u32, arrival.y as u32));
        let deck = decks.find(&journey.deck).expect("one of the campaign");
        (deck.name.clone(), arrival.name.clone())
    };
    let told = |name: &str, arrival: &str| (name.to_owned(), arrival.to_owned());
    assert_eq!(step(&mut journey, &mut headless, "down"), told("labyrinth b", "up"));
    assert_eq!(step(&mut journey, &mut headless, "up"), told("labyrinth a", "down"));
    assert_eq!(step(&mut journey, &mut headless, "up"), told("crew quarters", "lift"));
    leave(&decks, &mut journey, &mut headless, Outcome::Lift);
    assert_eq!(step(&mut journey, &mut headless, "down"), told("labyrinth b", "up"));
    assert_eq!(step(&mut journey, &mut headless, "down"), told("engineering", "4,4"));
    assert_eq!(step(&mut journey, &mut headless, "up"), told("labyrinth b", "down"));
    assert_eq!(step(&mut journey, &mut headless, "up"), told("labyrinth a", "down"));
}

#[test]
fn save_in_a_labyrinth_continues_there() {
    let decks = campaign();
    let (journey, _) = at_the_labyrinth(&decks, 5);
    let (mut headless, level) = begun(&decks, &journey);
    let start = journey.start(&level, &Arc::new(Rules::standard()));
    let mut bot = Bot::new(1);
    for _ in 0..400 {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
    }
    let save = Save::of(&journey, &start, "Ducts", headless.world_mut());
    let read = Save::read(&save.bytes().expect("it can be written")).expect("it was just written");
    assert_eq!(read.journey, journey, "it contains the visits and the states of earlier decks");
    let others = campaign();
    let level = others.level(&read.head.level).expect("it is made again");
    let snapshot = read.snapshot(&level, &Rules::standard()).expect("exactly the same level");
    let again = Headless::restore(&snapshot, level, &Rules::standard()).expect("its own level and rules");
    assert_eq!(again.run().tick, 400);
}

/// Lets the bot walk through both labyrinths of a campaign of this seed. Returns an error if it fails.
fn bot_goes_through(decks: &Decks, seed: u64) -> Result<(), String> {
    let (mut journey, _) = at_the_labyrinth(decks, seed);
    for _ in 0..2 {
        // After a death the bot tries again with a different seed.
        for again in 0.. {
            let level = decks.level(&journey.deck)?;
            let start = journey.start(&level, &Arc::new(Rules::standard()));
            let run = bot_run_with(&start, |_, _| {});
            if run.outcome == by_stairs(&level, "down") {
                let mut headless = Headless::begin(&start);
                *headless.world_mut().resource_mut::<Run>() = run;
                journey.go_on(decks, headless.world_mut(), Extras::default());
                break;
            }
            if again == 3 || run.outcome != Outcome::Dead {
                return Err(format!("seed {seed}, {}: {run:?}", journey.deck));
            }
            journey.again(Some(&run));
        }
    }
    let deck = decks.find(&journey.deck).ok_or("it is one of the campaign")?;
    if deck.name == "engineering" { Ok(()) } else { Err(format!("seed {seed}: it came to {}", deck.name)) }
}

#[test]
fn bot_passes_the_labyrinths() {
    let decks = campaign();
    for seed in 1..=3 {
        assert_eq!(bot_goes_through(&decks, seed), Ok(()));
    }
}

#[test]
#[ignore = "it takes minutes: 300 labyrinths"]
fn bot_passes_300_labyrinths() {
    let decks = campaign();
    let failed: Vec<String> = (1..=150).filter_map(|seed| bot_goes_through(&decks, seed).err()).collect();
    assert!(failed.is_empty(), "{} of 150 journeys failed:\n{}", failed.len(), failed.join("\n"));
}
