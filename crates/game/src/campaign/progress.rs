//! Progress in the campaign: how the journey starts, restarts and resumes its decks, and moves on to the next one.

use crate::{
    arguments::Arguments,
    campaign::contributors::{Contributors, RunResumed},
    campaign::journal::ReadTexts,
    campaign::run_request::RunRequest,
    campaign::{making, playback, taping},
    files::campaigns,
    files::mods::Mods,
    files::reached::Reached,
    flow::phase::Phase,
    flow::skill::Skill,
    input::controls,
    ui::note::Note,
};
use bevy::prelude::*;
use campaign::{IncompatibleSave, Journey, Save, Ship, another, ship_of};
use content::{BaseRules, Decks, OwnLevels};
use engine::{Rules, Run, Snapshot, Start, Tape};
use level::Level;
use localization::Said;
use ports::Clock;
use renderer::DeckName;
use std::sync::Arc;

/// The player's journey through the decks.
#[derive(Resource, Clone, Debug, Deref, DerefMut)]
pub(crate) struct Progress(pub(crate) Journey);

/// Exit through which the player has left the last deck.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct LastExit(pub(crate) String);

/// Triggered when a deck has started that was entered from the previous deck or from its briefing.
#[derive(Event)]
pub(crate) struct DeckEntered;

/// Parts of a run that do not belong to the journey: level, display name and rules.
pub(crate) type Place = (Arc<Level>, DeckName, Arc<Rules>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::Deck), enter);
    app.add_message::<RunRequest>();
    app.add_systems(PreUpdate, carry_out.run_if(on_message::<RunRequest>.and_then(in_state(Phase::Deck))));
}

/// Returns the level, the display name and the rules of a deck.
pub(crate) fn place(world: &World, deck: &str) -> Option<Place> {
    let decks = world.get_resource::<Decks>()?;
    decks.find(deck)?;
    let rules = &world.get_resource::<BaseRules>()?.0;
    Some((decks.level_anyway(deck), DeckName(decks.title(deck)), Arc::clone(rules)))
}

/// Returns the start of the run at the journey's current deck, and the name of that deck.
fn start_of(world: &World, journey: &Journey) -> Option<(Start, DeckName)> {
    let (level, name, rules) = place(world, &journey.deck)?;
    Some((journey.start(&level, &rules), name))
}

/// Returns the start of the current run and the name of its deck.
pub(crate) fn start_of_run(world: &World) -> Option<(Start, DeckName)> {
    start_of(world, world.get_resource::<Progress>()?)
}

/// Returns the state of a save if its run can continue here.
///
/// # Errors
/// If it cannot: returns the reason.
pub(crate) fn fits(world: &World, save: &Save) -> Result<Snapshot, IncompatibleSave> {
    let deck = &save.head.level;
    let (level, _, rules) = place(world, deck).ok_or_else(|| IncompatibleSave::Missing(deck.clone()))?;
    save.snapshot(&level, &rules)
}

/// Returns true if the deck of a save is installed, belongs to a ship that can be generated, or is a level of the player's
/// own that still exists.
pub(crate) fn has_deck(world: &World, save: &Save) -> bool {
    let deck = &save.head.level;
    let is_here = |decks: &Decks| decks.find(deck).is_some() || decks.can_make_ships() && ship_of(deck).is_some();
    world.get_resource::<Decks>().is_some_and(is_here)
        || campaigns::any_has(world, deck)
        || ship_of(deck).is_none() && (is_of_mod(world, deck) || OwnLevels::contains(deck))
}

/// Returns true if a mod has the level of this reference.
fn is_of_mod(world: &World, deck: &str) -> bool {
    let mods = world.get_resource::<Mods>();
    mods.is_some_and(|mods| mods.active().iter().any(|one| one.files().iter().any(|file| file == deck)))
}

/// Adds the decks of a generated ship to the known decks if `deck` belongs to one.
pub(crate) fn board(world: &mut World, deck: &str) {
    let (Some(code), Some(mut decks)) = (ship_of(deck), world.get_resource_mut::<Decks>()) else { return };
    if decks.has_boarded(code) || !decks.can_make_ships() {
        return;
    }
    match decks.make_ship(code) {
        Ok(ship) => {
            decks.board(ship);
        }
        Err(what) => warn!("{what}"),
    }
}

/// Starts a journey on the first deck of a ship.
pub(crate) fn set_out_on(world: &mut World, ship: Ship) {
    let first = world.get_resource_mut::<Decks>().map(|mut decks| decks.board(ship).name.clone());
    if let Some(first) = first {
        set_out_from(world, &first);
    }
}

/// Creates a journey that starts on the named deck, or on the first one.
fn new_journey(world: &World, name: Option<&str>) -> Option<Journey> {
    let decks = world.get_resource::<Decks>()?;
    let deck = name.and_then(|name| decks.named(name));
    let arguments = world.resource::<Arguments>();
    let seed = arguments.seed.unwrap_or_else(|| another(Clock::of_world(world).any_number()));
    let arrival = if deck.is_none() { arguments.arrival() } else { None };
    let skill = world.resource::<Skill>().get();
    // A start that was chosen on the command line makes any time possible, as a developer act does.
    let dev_acts = arrival.is_some();
    Some(Journey { dev_acts, ..Journey::in_course(decks, deck.unwrap_or(decks.first()), skill, seed, arrival) })
}

/// Returns what is played: the course of the journey, or that of a new one.
pub(crate) fn course(world: &World) -> String {
    let journey = world.get_resource::<Progress>().map(|progress| progress.course.clone());
    let of_decks = || world.get_resource::<Decks>().map(|decks| decks.course(&decks.first().file));
    journey.or_else(of_decks).unwrap_or_default()
}

/// Returns true if a save belongs to a ship or to a campaign, and not to a single level.
pub(crate) fn is_of_campaign(world: &World, save: &Save) -> bool {
    let course = &save.journey.course;
    let is_own = |decks: &Decks| decks.course(&decks.first().file) == *course;
    ship_of(&save.head.level).is_some()
        || world.get_resource::<Decks>().is_some_and(is_own)
        || campaigns::any_is(world, course)
}

/// Starts a journey unless there is one, and starts generating its deck.
pub(crate) fn set_out(world: &mut World) {
    if world.contains_resource::<Progress>() {
        return;
    }
    if let Some(journey) = new_journey(world, None) {
        begin_journey(world, journey);
    }
}

/// Starts a journey on the named deck.
pub(crate) fn set_out_from(world: &mut World, name: &str) {
    if let Some(journey) = new_journey(world, Some(name)) {
        begin_journey(world, journey);
    }
}

/// Makes a journey the current one, and starts generating its deck.
fn begin_journey(world: &mut World, journey: Journey) {
    making::ask(world, &journey.deck);
    ReadTexts::clear(world);
    world.insert_resource(Progress(journey));
}

/// Records that the journey's current deck was reached.
fn note_reached(world: &mut World) {
    let name = world.get_resource::<Progress>().zip(world.get_resource::<Decks>());
    // Decks of generated ships are not recorded: they are reached through the ship's code.
    let name = name.filter(|(progress, _)| ship_of(&progress.deck).is_none());
    let name = name.and_then(|(progress, decks)| decks.find(&progress.deck).map(|deck| deck.name.clone()));
    let Some((name, mut reached)) = name.zip(world.get_resource_mut::<Reached>()) else { return };
    if let Err(what) = reached.add(&name) {
        world.insert_resource(Note::new(Said::literal(what)));
    }
}

/// Records on which deck of the campaign the player reads.
fn note_deck(world: &mut World) {
    let deck = world.get_resource::<Progress>().zip(world.get_resource::<Decks>());
    let name = deck.and_then(|(progress, decks)| decks.find(&progress.deck).map(|deck| deck.name.clone()));
    if let Some((name, mut read)) = name.zip(world.get_resource_mut::<ReadTexts>()) {
        read.enter(&name);
    }
}

/// Enters a deck: that of a save to load, otherwise that of the current journey, otherwise that of a new journey.
fn enter(world: &mut World) -> Result {
    match RunRequest::take(world) {
        Some(RunRequest::Demo(demo)) => return playback::begin(world, *demo),
        Some(RunRequest::Load { save, state }) => load(world, *save, state),
        Some(RunRequest::Restart) | None => {
            set_out(world);
            note_reached(world);
            begin(world);
            world.trigger(DeckEntered);
        }
    }
    Ok(())
}

/// Starts the journey's deck or resumes it where the player left it. Does nothing without a journey.
fn begin(world: &mut World) {
    let journey = world.get_resource::<Progress>().map(|progress| progress.0.clone());
    let Some((journey, (level, name, rules))) = journey.and_then(|journey| {
        let place = place(world, &journey.deck)?;
        Some((journey, place))
    }) else {
        world.resource_mut::<NextState<Phase>>().set(Phase::Title);
        return;
    };
    world.insert_resource(name);
    note_deck(world);
    taping::leave_run(world);
    let decks = world.resource::<Decks>().clone();
    let extras = journey.left(&decks).map(|left| left.extras.clone());
    let (start, goes_on) = journey.begin(&decks, &level, &rules, world);
    if let Some(extras) = extras.filter(|_| goes_on) {
        world.trigger(RunResumed(extras));
    }
    taping::begin_run(world, &start, &journey.deck, goes_on);
}

/// Loads a save: resumes its run from `state`, or restarts its deck if there is no state.
fn load(world: &mut World, save: Save, state: Option<Box<Snapshot>>) {
    board(world, &save.head.level);
    world.insert_resource(Progress(save.journey.clone()));
    ReadTexts::resume(world, &save.extras);
    note_deck(world);
    let Some((level, name, rules)) = place(world, &save.head.level) else { return begin(world) };
    let Some(state) = state else {
        begin(world);
        world.trigger(DeckEntered);
        return;
    };
    taping::leave_run(world);
    match engine::restore(world, &state, Arc::clone(&level), &rules) {
        Ok(()) => {
            world.insert_resource(name);
            taping::begin_run(world, &save.head.start_anyway(&level, &rules), &save.head.level, true);
            info!("loaded {} at tick {}: state {:016x}", save.head.level, save.tick, save.run.hash());
            world.trigger(RunResumed(save.extras));
        }
        // The caller has already checked that the save fits, so its state is damaged.
        Err(what) => {
            warn!("the save's state is damaged, so the deck restarts: {what}");
            begin(world);
        }
    }
}

/// Carries out a request during a deck. Consumes the key press that caused it, so that the press does not also fire.
fn carry_out(world: &mut World) -> Result {
    match RunRequest::take(world) {
        Some(RunRequest::Demo(demo)) => return playback::begin(world, *demo),
        Some(RunRequest::Load { save, state }) => load(world, *save, state),
        Some(RunRequest::Restart) => restart(world),
        None => return Ok(()),
    }
    world.run_system_cached(controls::let_go)?;
    Ok(())
}

/// Restarts the current deck with the player's initial inventory and a new seed. Until the new run is a minute old, the
/// player can still rewind into the one before it.
fn restart(world: &mut World) {
    let run = world.get_resource::<Run>().copied();
    let earlier = run.and_then(|_| taping::take_earlier(world));
    if let Some(mut progress) = world.get_resource_mut::<Progress>() {
        progress.again(run.as_ref());
        begin(world);
    }
    if let Some((earlier, tape)) = earlier.zip(world.get_resource::<Tape>()) {
        tape.put_before(earlier);
    }
}

/// Returns the journey after the completed deck, with the inventory the player has left, and whether another deck
/// follows.
pub(crate) fn next_journey(world: &mut World) -> Option<(Journey, bool)> {
    let mut journey = world.get_resource::<Progress>()?.0.clone();
    let decks = world.get_resource::<Decks>()?.clone();
    world.get_resource::<Run>()?;
    let extras = Contributors::extras(world);
    let leads_on = journey.go_on(&decks, world, extras);
    Some((journey, leads_on))
}

/// Continues with the next deck or with the ending.
pub(crate) fn go_on(world: &mut World) {
    let (run, deck) = (world.get_resource::<Run>(), world.get_resource::<engine::Deck>());
    let exit = run.zip(deck).and_then(|(run, deck)| run.outcome.way_on(&deck.0).map(str::to_owned));
    let Some((journey, leads_on)) = next_journey(world) else { return };
    world.insert_resource(LastExit(exit.unwrap_or_default()));
    making::ask(world, &journey.deck);
    world.insert_resource(Progress(journey));
    world.resource_mut::<NextState<Phase>>().set(if leads_on { Phase::Briefing } else { Phase::Ending });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::presses, testing};
    use bevy::input::ButtonState;
    use campaign::WayOn;
    use engine::{Intent, Loadout, Outcome, Player, Position};

    /// Returns a campaign of `count` decks, each of which leads to the next.
    fn decks(count: usize) -> Decks {
        let level = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#####\", \"#.@.#\", \"#####\"], arrivals: [(name: \"dock\", at: (3, 1))])";
        let level = Arc::new(Level::read("x", level).unwrap());
        let deck = |number: usize| {
            let arrive = (number == 1).then(|| "dock".to_owned());
            let to = Some((number + 1).to_string()).filter(|_| number + 1 < count);
            campaign::Deck {
                name: number.to_string(),
                title: Some(Said::literal(format!("Deck {number}"))),
                ways: vec![WayOn { by: "lift".to_owned(), to, arrive }],
                ..campaign::Deck::of_level(&format!("{number}.ron"), Arc::clone(&level))
            }
        };
        Decks(campaign::Decks::drawn((0..count).map(deck).collect()))
    }

    /// Makes the lift of the deck leave.
    fn leave(world: &mut World) {
        world.resource_mut::<Run>().outcome = Outcome::Lift;
        world.run_system_cached(go_on).unwrap();
    }

    /// Creates a game without a window on a running deck.
    fn game() -> App {
        let mut app = testing::game(25, |app| {
            app.add_plugins((controls::plugin, plugin));
            app.insert_resource(decks(1)).insert_resource(BaseRules(Arc::new(Rules::standard())));
            app.insert_resource(Arguments { seed: Some(1), ..default() }).init_resource::<Skill>();
        });
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        app
    }

    /// Returns the player's x coordinate.
    fn column(app: &mut App) -> f32 {
        let mut players = app.world_mut().query_filtered::<&Position, With<Player>>();
        players.single(app.world()).expect("there is one player").0.x
    }

    #[test]
    fn deck_starts_and_restarts_at_the_arrival_of_the_last_lift() {
        let mut app = game();
        app.insert_resource(decks(4));
        let next = |app: &mut App| {
            leave(app.world_mut());
            begin(app.world_mut());
            column(app)
        };
        // Only the second deck's lift leads to a named arrival.
        assert_eq!([next(&mut app), next(&mut app)], [2.5, 3.5]);
        restart(app.world_mut());
        assert_eq!(column(&mut app), 3.5);
        assert_eq!(next(&mut app), 2.5);
    }

    #[test]
    fn first_deck_starts_at_the_arrival_of_the_command_line() {
        let mut app = game();
        app.world_mut().remove_resource::<Progress>();
        app.world_mut().resource_mut::<Arguments>().arrival = Some("dock".to_owned());
        enter(app.world_mut()).unwrap();
        assert_eq!(column(&mut app), 3.5);
    }

    #[test]
    fn start_chosen_on_the_command_line_marks_the_journey_for_good() {
        let is_marked = |app: &App| app.world().resource::<Progress>().dev_acts;
        let mut app = game();
        assert!(!is_marked(&app));
        app.world_mut().remove_resource::<Progress>();
        app.world_mut().resource_mut::<Arguments>().at = Some("1,1".to_owned());
        app.insert_resource(decks(2));
        enter(app.world_mut()).unwrap();
        assert!(is_marked(&app));
        restart(app.world_mut());
        assert!(is_marked(&app), "after a restart");
        leave(app.world_mut());
        assert!(is_marked(&app), "on the next deck");
    }

    #[test]
    fn deck_has_the_name_from_the_campaign() {
        assert_eq!(game().world().resource::<DeckName>().0, "Deck 0");
    }

    #[test]
    fn press_that_restarts_the_deck_does_not_fire() {
        let mut app = game();
        presses::send_key(&mut app, KeyCode::ControlLeft, ButtonState::Pressed);
        let mut fires = |restarts: bool| {
            if restarts {
                app.world_mut().write_message(RunRequest::Restart);
            }
            app.update();
            (app.world().resource::<Intent>().fire, app.world().resource::<Run>().tick)
        };
        let (fired, tick) = fires(false);
        assert!(fired && tick > 0);
        let (fired, later) = fires(true);
        assert!(!fired && later <= tick, "the deck must have restarted: {later} after {tick}");
        assert!(!fires(false).0, "until it is pressed again");
    }

    #[test]
    fn ending_follows_the_last_deck() {
        let mut app = game();
        app.insert_resource(decks(2));
        let mut leads_to = || {
            app.world_mut().insert_resource(NextState::<Phase>::default());
            leave(app.world_mut());
            match *app.world().resource::<NextState<Phase>>() {
                NextState::Pending(phase) => phase,
                _ => panic!("the lift must lead somewhere"),
            }
        };
        assert_eq!([leads_to(), leads_to()], [Phase::Briefing, Phase::Ending]);
    }

    /// Returns a save of the current state of the game.
    fn save(app: &mut App) -> Save {
        let (start, name) = start_of_run(app.world()).expect("a deck is played");
        let journey = app.world().resource::<Progress>().0.clone();
        Save::of(&journey, &start, &name.0.english(), app.world_mut())
    }

    #[test]
    fn save_resumes_its_run_or_restarts_its_deck_with_its_inventory() {
        let mut app = game();
        app.insert_resource(decks(3));
        let mut brought = Loadout::with_pistol(33, 5);
        brought.armour = 7;
        {
            let mut progress = app.world_mut().resource_mut::<Progress>();
            (progress.deck, progress.loadout) = ("1.ron".to_owned(), brought.clone());
        }
        begin(app.world_mut());
        (0..10).for_each(|_| app.update());
        let saved = save(&mut app);
        assert!(saved.tick > 0 && fits(app.world(), &saved).is_ok());
        app.world_mut().remove_resource::<Progress>();
        enter(app.world_mut()).unwrap();
        assert_eq!(app.world().resource::<DeckName>().0, "Deck 0");
        for goes_on in [true, false] {
            let state = goes_on.then(|| Box::new(fits(app.world(), &saved).unwrap()));
            app.world_mut().write_message(RunRequest::Load { save: Box::new(saved.clone()), state });
            carry_out(app.world_mut()).unwrap();
            let world = app.world();
            assert_eq!(
                (world.resource::<DeckName>().0.english(), &world.resource::<Progress>().loadout),
                ("Deck 1".to_owned(), &brought)
            );
            let (tick, hash) = (world.resource::<Run>().tick, save(&mut app).run.hash());
            assert_eq!((tick, hash == saved.run.hash()), (if goes_on { saved.tick } else { 0 }, goes_on));
        }
    }

    #[test]
    fn incompatible_save_reports_the_reason() {
        let mut app = game();
        let saved = save(&mut app);
        let mut rules = Rules::standard();
        rules.weapons[0].1.cooldown += 1;
        app.insert_resource(BaseRules(Arc::new(rules)));
        let told = |app: &App| fits(app.world(), &saved).map(drop).map_err(|what| what.to_string());
        assert_eq!(told(&app), Err("weapons.ron has changed since".to_owned()));
        assert!(has_deck(app.world(), &saved));
        app.insert_resource(Decks(campaign::Decks::drawn(Vec::new())));
        assert_eq!(told(&app), Err("no deck 0.ron".to_owned()));
        assert!(!has_deck(app.world(), &saved));
    }
}
