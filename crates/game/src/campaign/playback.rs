//! Demo playback: at variable speed, with seeking to any tick, and with the option to take over and play on from there.

use crate::{
    arguments::Arguments,
    campaign::progress::{Progress, place, start_of_run},
    campaign::rewind::Rewinding,
    campaign::run_request::{Purpose, RequestedDemo, RunRequest},
    campaign::taping,
    files::given::GivenFiles,
    files::loading::add_deck,
    files::settings::Settings,
    files::startup_error::StartupError,
    flow::dev_time::DevTime,
    flow::page::Page,
    flow::phase::{Flow, Phase},
    input::controls,
    ui::note::Note,
};
use bevy::prelude::*;
use campaign::Journey;
use engine::{Deck, Demo, Replay, Run, Tape};
use localization::{Said, say};
use ports::Clock;
use renderer::{Marks, leave_marks_unseen};
use std::time::Duration;

/// Playback speeds, as multiples of the recorded speed.
pub(crate) const SPEEDS: [f32; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// Index of the recorded speed in [`SPEEDS`].
pub(crate) const AS_RECORDED: usize = 2;
/// Time budget per frame for seeking in a demo.
const PATIENCE: Duration = Duration::from_millis(30);

/// State of the current demo playback.
#[derive(Resource)]
pub(crate) struct Playback {
    pub(crate) name: String,
    pub(crate) purpose: Purpose,
    /// Index of the playback speed in [`SPEEDS`].
    pub(crate) speed: usize,
    pub(crate) is_paused: bool,
    /// Tick to seek to, if any.
    pub(crate) seeks: Option<u64>,
    /// Latest tick that was reached, and the marks at that tick.
    farthest: (u64, Marks),
}

pub(crate) fn plugin(app: &mut App) {
    let is_played = resource_exists::<Playback>.and_then(in_state(Flow::Running));
    app.add_systems(PreUpdate, seek.run_if(is_played));
    app.add_systems(PostUpdate, pace);
    app.add_systems(OnEnter(Phase::Title), play_given);
}

/// Returns true while the player seeks in a demo or rewinds the current run.
pub(crate) fn jumps(playback: Option<Res<Playback>>, rewinding: Option<Res<Rewinding>>) -> bool {
    rewinding.is_some() || playback.is_some_and(|playback| playback.seeks.is_some())
}

/// Returns true while a demo plays in attract mode on the title screen.
pub(crate) fn attracts(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.purpose == Purpose::Attract)
}

/// Plays a demo under this name, if it fits the installed decks and rules.
///
/// # Errors
/// If it does not fit: returns the reason.
pub(crate) fn play(world: &mut World, demo: Demo, name: &str, purpose: Purpose) -> Result<(), String> {
    let file = demo.head().level.clone();
    add_deck(world, &file)?;
    let (level, deck, rules) = place(world, &file).ok_or("the game is not loaded yet")?;
    let replay = Replay::new(demo, &level, &rules).map_err(|error| error.to_string())?;
    let demo = RequestedDemo { replay, deck, name: name.to_owned(), purpose };
    world.write_message(RunRequest::Demo(Box::new(demo)));
    world.resource_mut::<NextState<Page>>().set(Page::None);
    if *world.resource::<State<Phase>>().get() != Phase::Deck {
        world.resource_mut::<NextState<Phase>>().set(Phase::Deck);
    }
    Ok(())
}

/// Plays the demo given on the command line, once, or reports why it cannot be played.
fn play_given(world: &mut World) {
    let given = world.get_resource_mut::<GivenFiles>().and_then(|mut files| files.demo.take());
    let Some((demo, name)) = given else { return };
    let is_timed = world.get_resource::<Arguments>().is_some_and(|arguments| arguments.time_demo.is_some());
    let purpose = if is_timed { Purpose::Timed } else { Purpose::Watched };
    if let Err(what) = play(world, demo, &name, purpose) {
        world.insert_resource(StartupError::bad_data(format!("{name}: {what}")));
        world.resource_mut::<NextState<Phase>>().set(Phase::StartupError);
    }
}

/// Starts a demo.
pub(crate) fn begin(world: &mut World, demo: RequestedDemo) -> Result {
    let RequestedDemo { replay, deck, name, purpose } = demo;
    taping::leave_run(world);
    let head = replay.demo().head();
    let skill = head.skill.clamp(1, 4);
    let journey = Journey::new(&head.level, skill, head.seed, head.arrival.clone());
    let progress = Progress(Journey { loadout: head.loadout(), ..journey });
    if let Err(what) = world.resource_scope(|world, mut tape: Mut<Tape>| tape.play(replay, world)) {
        world.insert_resource(Note::new(Said::literal(format!("{name}: {what}"))));
        world.resource_mut::<NextState<Phase>>().set(Phase::Title);
        return Ok(());
    }
    world.insert_resource(progress);
    world.insert_resource(deck);
    world.insert_resource(Playback::of(&name, purpose));
    world.run_system_cached(controls::let_go)?;
    Ok(())
}

/// Ends the demo at this tick and gives control to the player.
pub(crate) fn take_over(world: &mut World) -> Result {
    world.remove_resource::<Playback>();
    if let Some(mut tape) = world.get_resource_mut::<Tape>() {
        (tape.replay, tape.strayed) = (None, None);
    }
    let (tick, hash) = (world.get_resource::<Run>().map_or(0, |run| run.tick), engine::capture(world).hash());
    info!("a demo is taken over at tick {tick}: state {hash:016x}");
    if let Some((start, _)) = start_of_run(world) {
        let deck = world.resource::<Progress>().deck.clone();
        taping::begin_run(world, &start, &deck, true);
    }
    world.insert_resource(Note::new(say!("You have control")));
    if let Some(mut flow) = world.get_resource_mut::<NextState<Flow>>() {
        flow.set(Flow::Running);
    }
    world.run_system_cached(controls::let_go)?;
    Ok(())
}

impl Playback {
    /// Creates the playback of a demo from its start.
    pub(crate) fn of(name: &str, purpose: Purpose) -> Playback {
        let (name, speed, farthest) = (name.to_owned(), AS_RECORDED, default());
        Playback { name, purpose, speed, is_paused: false, seeks: None, farthest }
    }

    /// Returns the relative speed of time.
    fn pace(&self, is_over: bool) -> f32 {
        let stands = self.is_paused || self.seeks.is_some() || is_over || self.purpose == Purpose::Timed;
        if stands { 0.0 } else { SPEEDS[self.speed] }
    }

    /// Seeks towards the target tick until the time budget of this frame is used up.
    fn seek(&mut self, target: u64, tape: &mut Tape, world: &mut World) -> Result {
        let clock = Clock::of_world(world);
        let began = clock.now();
        let tick = world.resource::<Run>().tick;
        if tick >= self.farthest.0 {
            self.farthest = (tick, world.resource::<Marks>().clone());
        }
        while self.seeks.is_some() && clock.now() - began < PATIENCE {
            let deck = world.resource_ref::<Deck>().last_changed();
            if tape.seek(target, world)? {
                self.seeks = None;
            }
            if world.resource_ref::<Deck>().last_changed() == deck {
                leave_marks_unseen(world)?;
            } else {
                let mut marks = self.farthest.1.clone();
                marks.forget_after(world.resource::<Run>().tick);
                world.insert_resource(marks);
            }
        }
        Ok(())
    }
}

/// Seeks to the target tick of the demo.
fn seek(world: &mut World) {
    let Some(target) = world.resource::<Playback>().seeks else { return };
    world.resource_scope(|world, mut playback: Mut<Playback>| {
        if let Err(what) = world.resource_scope(|world, mut tape: Mut<Tape>| playback.seek(target, &mut tape, world)) {
            warn!("cannot seek in the demo: {what}");
            playback.seeks = None;
        }
    });
}

/// Sets the relative speed of time, and removes the playback after its replay ended.
fn pace(
    playback: Option<Res<Playback>>,
    rewinding: Option<Res<Rewinding>>,
    (tape, settings, dev): (Option<Res<Tape>>, Option<Res<Settings>>, Option<Res<DevTime>>),
    mut time: ResMut<Time<Virtual>>,
    mut commands: Commands,
) {
    let replay = tape.as_ref().and_then(|tape| tape.replay.as_ref());
    let speed = match (&playback, replay) {
        _ if rewinding.is_some() => 0.0,
        (Some(playback), Some(replay)) => playback.pace(replay.is_over()),
        _ => settings.map_or(1.0, |settings| settings.speed.part()),
    };
    let speed = speed * dev.map_or(1.0, |dev| dev.speed);
    time.set_relative_speed(speed);
    if playback.is_some() && replay.is_none() {
        commands.remove_resource::<Playback>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{campaign::progress, flow::page, flow::skill::Skill, input::presses, testing};
    use bevy::input::ButtonState;
    use content::{BaseRules, Decks};
    use engine::{Headless, Intent, Recorder, Rules, Start, TapePlugin};
    use level::Level;
    use renderer::RendererPlugin;
    use std::sync::Arc;

    const TICKS: u64 = 700;

    fn start() -> Start {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"######\", \"#@...#\", \"######\"])";
        Start { seed: 5, ..Start::on(Arc::new(Level::read("x", text).unwrap())) }
    }

    /// Returns a demo in which the player turns and fires, and the state hash of each of its ticks.
    fn demo() -> (Demo, Vec<u64>) {
        let mut game = Headless::begin(&start());
        let mut recorder = Recorder::new(&start(), "x.ron");
        let mut hashes = vec![game.snapshot().hash()];
        for tick in 0..TICKS {
            let intent = Intent { turn: (tick % 7) as f32 * 0.01, fire: tick % 100 < 5, ..Intent::default() };
            game.tick(intent);
            recorder.record(intent, game.world_mut());
            hashes.push(game.snapshot().hash());
        }
        (recorder.finish(game.world_mut()), hashes)
    }

    /// Creates a game without a window that has the deck loaded and is not playing.
    fn game() -> App {
        testing::game(25, |app| {
            app.add_plugins((TapePlugin, RendererPlugin, page::plugin));
            app.add_plugins((controls::plugin, progress::plugin, taping::plugin, plugin));
            let deck =
                campaign::Deck { title: Some(Said::literal("X")), ..campaign::Deck::of_level("x.ron", start().level) };
            app.insert_resource(Decks(campaign::Decks::drawn(vec![deck])));
            app.insert_resource(BaseRules(Arc::new(Rules::standard())));
            app.insert_resource(Arguments { seed: Some(1), ..default() }).init_resource::<Skill>();
        })
    }

    /// Creates a game that plays the demo.
    fn playing(demo: Demo) -> App {
        let mut app = game();
        play(app.world_mut(), demo, "x", Purpose::Watched).unwrap();
        app.update();
        app
    }

    fn state(app: &mut App) -> (u64, u64) {
        (app.world().resource::<Run>().tick, engine::capture(app.world_mut()).hash())
    }

    #[test]
    fn demo_plays_to_its_end_despite_input_and_stops_there() {
        let (demo, hashes) = demo();
        let mut app = playing(demo);
        presses::send_key(&mut app, KeyCode::KeyW, ButtonState::Pressed);
        app.update();
        let (tick, hash) = state(&mut app);
        assert!(tick < TICKS && hash == hashes[tick as usize]);
        (0..300).for_each(|_| app.update());
        assert_eq!(state(&mut app), (TICKS, hashes[TICKS as usize]));
        assert_eq!(app.world().resource::<Tape>().strayed, None);
    }

    #[test]
    fn demo_can_be_sought_and_its_speed_changed() {
        let (demo, hashes) = demo();
        let mut app = playing(demo);
        app.world_mut().resource_mut::<Playback>().is_paused = true;
        app.update();
        for place in [650, 620, 10, 699] {
            app.world_mut().resource_mut::<Playback>().seeks = Some(place);
            let mut pictures = 0;
            while app.world().resource::<Playback>().seeks.is_some() && pictures < 1000 {
                app.update();
                pictures += 1;
            }
            assert_eq!(state(&mut app), (place, hashes[place as usize]));
        }
        let mut passed = |speed: usize| {
            *app.world_mut().resource_mut::<Playback>() =
                Playback { speed, seeks: Some(100), ..Playback::of("x", Purpose::Watched) };
            (0..50).for_each(|_| app.update());
            app.world().resource::<Run>().tick - 100
        };
        let [slow, fast] = [0, 3].map(&mut passed);
        assert!((20..=50).contains(&slow) && (240..=320).contains(&fast), "{slow} and {fast} ticks in 1.25 s");
    }

    #[test]
    fn player_can_take_over_a_demo_and_restart_its_deck() {
        let mut app = playing(demo().0);
        (0..10).for_each(|_| app.update());
        take_over(app.world_mut()).unwrap();
        app.update();
        let (tick, _) = state(&mut app);
        presses::send_key(&mut app, KeyCode::KeyW, ButtonState::Pressed);
        (0..4).for_each(|_| app.update());
        assert!(app.world().resource::<Intent>().forward > 0.5);
        assert!(state(&mut app).0 > tick && !app.world().contains_resource::<Playback>());
        let (start, deck) = start_of_run(app.world()).unwrap();
        assert_eq!((start.seed, deck.0.english()), (5, "X".to_owned()));
    }

    #[test]
    fn demo_of_other_rules_is_rejected_with_a_reason() {
        let mut app = game();
        let mut rules = Rules::standard();
        rules.weapons[0].1.cooldown += 1;
        app.insert_resource(BaseRules(Arc::new(rules)));
        let told = play(app.world_mut(), demo().0, "x", Purpose::Watched).unwrap_err();
        assert!(told.contains("weapons.ron has changed since"), "{told}");
        app.insert_resource(Decks(campaign::Decks::drawn(Vec::new())));
        let told = play(app.world_mut(), demo().0, "x", Purpose::Watched).unwrap_err();
        assert_eq!(told, "its level x.ron was not found");
    }
}
