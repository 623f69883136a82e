//! Saving and loading: F5 quick-saves, F9 loads the latest quick save, and each deck is autosaved on entering and
//! leaving.

use crate::{
    campaign::contributors::{Contributors, RunResumed},
    campaign::playback::Playback,
    campaign::progress::{DeckEntered, Progress, board, course, fits, has_deck, next_journey, place, start_of_run},
    campaign::run_request::{Purpose, RunRequest},
    campaign::{making, taping},
    files::campaigns,
    files::given::GivenFiles,
    files::loading::add_deck,
    files::mods,
    files::saves_folder::{Place, Saves},
    flow::page::Page,
    flow::phase::{Flow, Phase},
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::{Presses, is_asked},
    ui::note::Note,
    window::frame_loop,
};
use bevy::prelude::*;
use campaign::{IncompatibleSave, Journey, Picture, Ring, Save, ship_of};
use content::{Decks, OwnLevels};
use engine::{Headless, Run, Snapshot, Tape};
use localization::{Key, Said, say};
use raycast::Frame;
use renderer::{DeckName, Marks, Screen, Wipe, restore_marks};

/// Maximum size of a save's thumbnail in pixels: width, height.
const PICTURE: (usize, usize) = (192, 108);

/// Thumbnail of the deck during its last frame of play. Needed because a menu may cover the screen when the game is
/// saved.
#[derive(Resource, Clone, Debug, Default)]
struct Glimpse(Option<Picture>);

/// Autosaves that are still to be written.
#[derive(Resource, Default)]
struct Pending {
    /// True if a deck was entered. It is saved as soon as there is a thumbnail of it.
    entered: bool,
    /// Journey after the tally, while its next deck is being generated.
    next: Option<Journey>,
    /// True if the start of the next deck was already saved during the tally. The save on entering the deck replaces
    /// that one.
    saved_ahead: bool,
}

/// Triggered when a requested save has a run that cannot continue in this version of the game.
#[derive(Event, Clone, Debug)]
pub(crate) struct SaveIsIncompatible {
    pub(crate) save: Box<Save>,
    pub(crate) why: IncompatibleSave,
    /// True if the save's deck can be restarted.
    pub(crate) has_deck: bool,
    /// Error in the level of the player's own to which the save refers, if it exists.
    pub(crate) deck_error: Option<String>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Glimpse>().init_resource::<Contributors>().init_resource::<Pending>();
    app.add_observer(|_: On<DeckEntered>, mut pending: ResMut<Pending>| pending.entered = true);
    app.world_mut().resource_mut::<Contributors>().0.push(|world, extras| {
        if let Some(marks) = world.get_resource::<Marks>() {
            extras.put("marks", marks);
        }
    });
    app.add_observer(|resumed: On<RunResumed>, mut commands: Commands| {
        if let Some(marks) = resumed.0.get("marks") {
            commands.queue(move |world: &mut World| restore_marks(world, &marks));
        }
    });
    let quick = is_asked(Action::QuickSave).or_else(is_asked(Action::QuickLoad));
    // A player who has pulled the lever of the lift by accident can still go back.
    let can_load = in_state(Flow::Running).or_else(in_state(Phase::Tally));
    app.add_systems(Update, follow_keys.run_if(can_load.and_then(quick)));
    let is_seen = |wipe: Option<Res<Wipe>>, run: Option<Res<Run>>| {
        !wipe.is_some_and(|wipe| wipe.is_running()) && run.is_some_and(|run| run.tick > 0)
    };
    let has_entered = |pending: Res<Pending>| pending.entered;
    app.add_systems(
        PostUpdate,
        keep_entered.after(frame_loop::draw).run_if(in_state(Flow::Running).and_then(has_entered).and_then(is_seen)),
    );
    app.add_systems(OnExit(Phase::Deck), keep_left.before(taping::leave_run));
    app.add_systems(OnExit(Flow::Running), look);
    app.add_systems(OnEnter(Phase::Tally), look_ahead);
    app.add_systems(Update, keep_next.run_if(|pending: Res<Pending>| pending.next.is_some()));
    app.add_systems(OnEnter(Phase::Title), play_given);
}

/// Updates the thumbnail of the deck.
fn look(screen: Res<Screen>, mut glimpse: ResMut<Glimpse>) {
    glimpse.0 = Some(small(&screen.0));
}

/// Scales a frame down to a thumbnail by nearest-neighbour sampling.
fn small(frame: &Frame) -> Picture {
    let scale = frame.width().div_ceil(PICTURE.0).max(frame.height().div_ceil(PICTURE.1)).max(1);
    let (width, height) = (frame.width() / scale, frame.height() / scale);
    let mut rgb = Vec::with_capacity(width * height * 3);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let [red, green, blue, _] = frame.pixel(x * scale, y * scale).unwrap_or(0).to_le_bytes();
        rgb.extend([red, green, blue]);
    }
    Picture { width: width as u32, height: height as u32, rgb }
}

/// Returns why the game cannot be saved now, or `None` if it can.
pub(crate) fn obstacle(world: &World) -> Option<Key> {
    if world.get_resource::<Tape>().is_some_and(|tape| tape.replay.is_some()) {
        return Some(say!("You cannot save during a demo. Take control first."));
    }
    campaign::obstacle(world.get_resource::<Run>().map(|run| run.outcome))
}

/// Returns the name of the current deck.
pub(crate) fn deck_name(world: &World) -> Said {
    world.get_resource::<DeckName>().map(|name| name.0.clone()).unwrap_or_default()
}

/// Saves the current state of the game under a name.
pub(crate) fn keep(world: &mut World, place: Place, name: &str) {
    let Some((start, deck)) = start_of_run(world).filter(|_| world.contains_resource::<Run>()) else { return };
    let Some(journey) = world.get_resource::<Progress>().map(|progress| progress.0.clone()) else { return };
    let mut save = Save::of(&journey, &start, &deck.0.english(), world);
    name.clone_into(&mut save.label.name);
    let is_playing = world.get_resource::<State<Flow>>().is_some_and(|flow| *flow.get() == Flow::Running);
    let glimpse = world.resource::<Glimpse>().0.clone().filter(|_| !is_playing);
    save.picture = glimpse.unwrap_or_else(|| small(&world.resource::<Screen>().0));
    save.extras = Contributors::extras(world);
    save.set_mods(mods::needed(world));
    match world.get_resource_mut::<Saves>() {
        Some(mut saves) => saves.write(place, save),
        None => {
            world.insert_resource(Note::new(say!("Cannot save: no home folder found. Start with --save-dir FOLDER.")));
        }
    }
}

/// Autosaves the deck that was entered.
fn keep_entered(world: &mut World) {
    let mut pending = world.resource_mut::<Pending>();
    pending.entered = false;
    let place = match std::mem::take(&mut pending.saved_ahead) {
        true => Place::Newest(Ring::Auto),
        false => Place::Ring(Ring::Auto),
    };
    if obstacle(world).is_none() && world.contains_resource::<Saves>() {
        keep(world, place, "");
    }
}

/// Autosaves the deck that the player leaves alive, so that the game can continue there.
pub(crate) fn keep_left(world: &mut World) {
    let is_demo = world.contains_resource::<Playback>();
    // Also save if the player leaves before the first tick, when the save on entering is still pending.
    if world.resource::<Pending>().entered || !is_demo && world.get_resource::<Run>().is_some_and(|run| run.tick > 0) {
        keep_entered(world);
    }
}

/// Starts generating the next deck while the player reads the tally.
fn look_ahead(world: &mut World) {
    let Some((journey, true)) = next_journey(world) else { return };
    making::ask(world, &journey.deck);
    world.resource_mut::<Pending>().next = Some(journey);
}

/// Saves the start of the next deck once it is generated: a player who quits at the tally has completed the current
/// deck.
fn keep_next(world: &mut World) {
    if making::is_on(world) {
        return;
    }
    let Some(journey) = world.resource_mut::<Pending>().next.take() else { return };
    let Some((level, name, rules)) = place(world, &journey.deck) else { return };
    let decks = world.resource::<Decks>().clone();
    let mut headless = Headless::begin(&journey.start(&level, &rules));
    let (start, _) = journey.begin(&decks, &level, &rules, headless.world_mut());
    let mut save = Save::of(&journey, &start, &name.0.english(), headless.world_mut());
    save.picture = small(&world.resource::<Screen>().0);
    save.set_mods(mods::needed(world));
    if let Some(mut saves) = world.get_resource_mut::<Saves>() {
        saves.write(Place::Ring(Ring::Auto), save);
        world.resource_mut::<Pending>().saved_ahead = true;
    }
}

/// Saves the start of the journey's next deck if the player leaves before entering it. Waits until that deck is
/// generated.
pub(crate) fn keep_ahead(world: &mut World) {
    let Pending { next, saved_ahead, .. } = world.resource::<Pending>();
    let is_on_its_way = *world.resource::<State<Phase>>().get() == Phase::Briefing && !saved_ahead;
    if is_on_its_way
        && next.is_none()
        // A new journey has no progress to save.
        && let Some(journey) = world.get_resource::<Progress>().filter(|progress| progress.played > 0)
    {
        let journey = journey.0.clone();
        world.resource_mut::<Pending>().next = Some(journey);
    }
    if world.resource::<Pending>().next.is_some() {
        making::finish(world);
        keep_next(world);
    }
}

fn follow_keys(world: &mut World) {
    if world.get_resource_mut::<Playback>().is_some_and(|playback| playback.purpose != Purpose::Watched) {
        return;
    }
    if world.resource::<Presses>().asks(Action::QuickSave) {
        match obstacle(world) {
            None => keep(world, Place::Ring(Ring::Quick), ""),
            Some(why) => world.insert_resource(Note::new(why)),
        }
        return;
    }
    let course = course(world);
    let Some(mut saves) = world.get_resource_mut::<Saves>() else { return };
    let (shelf, _) = saves.shelf();
    match shelf.newest_of(&course, Some(Ring::Quick)) {
        Some(save) => play(world, save),
        None => {
            let key = world.resource::<Bindings>().hint(Action::QuickSave, *world.resource::<Device>());
            world.insert_resource(Note::new(say!("No quick save yet. Press {key} to quick save.", key)));
        }
    }
}

/// Loads a save: resumes its run, or opens a page that offers to restart its deck.
pub(crate) fn play(world: &mut World, save: Save) {
    let save = Box::new(save);
    campaigns::enter(world, &save.head.level);
    board(world, &save.head.level);
    let is_added = if ship_of(&save.head.level).is_none() { add_deck(world, &save.head.level) } else { Ok(()) };
    match fits(world, &save) {
        Ok(state) => go(world, save, Some(Box::new(state))),
        Err(why) => {
            let has_deck = is_added.is_ok() && has_deck(world, &save);
            let deck_error = is_added.err().filter(|_| OwnLevels::contains(&save.head.level));
            world.trigger(SaveIsIncompatible { save, why, has_deck, deck_error });
        }
    }
}

/// Loads the save given on the command line, once.
fn play_given(world: &mut World) {
    if let Some(save) = world.get_resource_mut::<GivenFiles>().and_then(|mut files| files.save.take()) {
        play(world, *save);
    }
}

/// Leaves the current page or phase for the deck of a save. The run continues from `state` if there is one.
pub(crate) fn go(world: &mut World, save: Box<Save>, state: Option<Box<Snapshot>>) {
    // The next deck is not entered after all.
    world.insert_resource(Pending::default());
    world.write_message(RunRequest::Load { save, state });
    world.resource_mut::<NextState<Page>>().set(Page::None);
    if *world.resource::<State<Phase>>().get() == Phase::Deck {
        world.resource_mut::<NextState<Flow>>().set(Flow::Running);
    } else {
        world.resource_mut::<NextState<Phase>>().set(Phase::Deck);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arguments::Arguments,
        campaign::progress,
        flow::phase,
        flow::skill::Skill,
        input::{controls, mouse_motion, pad, presses},
    };
    use bevy::{
        input::{ButtonState, InputPlugin},
        state::app::StatesPlugin,
        time::{TimePlugin, TimeUpdateStrategy},
    };
    use content::BaseRules;
    use engine::{EnginePlugin, Rules};
    use level::Level;
    use ports::{Clock, Jobs, Store};
    use std::{sync::Arc, time::Duration};

    /// Creates a game without a window on a deck of its own, which keeps its saves in memory.
    fn game() -> App {
        let store = Store::in_memory(Clock::default()).0;
        let level = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#####\", \"#.@.#\", \"#####\"])";
        let level = Arc::new(Level::read("x", level).unwrap());
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, InputPlugin, EnginePlugin, phase::plugin, mouse_motion::plugin));
        app.init_state::<Page>();
        app.add_plugins((pad::plugin, presses::plugin, controls::plugin, progress::plugin, plugin));
        app.insert_resource(Decks(campaign::Decks::of_level("here.ron", level)));
        app.insert_resource(BaseRules(Arc::new(Rules::standard())));
        app.insert_resource(Arguments { seed: Some(1), ..default() })
            .init_resource::<Skill>()
            .init_resource::<Screen>();
        app.insert_resource(Saves::open(&store, &Clock::default(), Jobs::Slices).unwrap());
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(25)));
        app.update();
        app
    }

    #[test]
    fn quick_save_can_be_loaded_at_the_tally() {
        let mut app = game();
        let mut follow = |phase: Option<Phase>, key: Option<KeyCode>| {
            if let Some(phase) = phase {
                app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            }
            (0..10).for_each(|_| app.update());
            for state in [ButtonState::Pressed, ButtonState::Released] {
                key.into_iter().for_each(|key| presses::send_key(&mut app, key, state));
                app.update();
            }
            (*app.world().resource::<State<Phase>>().get(), app.world().get_resource::<Run>().map(|run| run.outcome))
        };
        follow(Some(Phase::Deck), Some(KeyCode::F5));
        assert_eq!(follow(Some(Phase::Tally), None).0, Phase::Tally);
        assert_eq!(follow(None, Some(KeyCode::F9)), (Phase::Deck, Some(engine::Outcome::Running)));
    }

    #[test]
    fn leaving_in_the_middle_of_a_deck_resumes_there() {
        let mut app = game();
        let mut go = |phase: Phase, updates: usize| {
            app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            (0..updates).for_each(|_| app.update());
            let hash = app.world().contains_resource::<Run>().then(|| engine::capture(app.world_mut()).hash());
            let mut saves = app.world_mut().resource_mut::<Saves>();
            let kept = saves.shelf().0.newest(Some(Ring::Auto)).map(|(_, save)| (save.tick, save.run.hash()));
            (hash, kept)
        };
        let (hash, kept) = go(Phase::Deck, 20);
        assert!(
            kept.is_some_and(|(_, kept)| Some(kept) != hash),
            "the start of the deck must be saved: {kept:?} {hash:?}"
        );
        let (_, kept) = go(Phase::Title, 1);
        assert_eq!(kept.map(|(_, hash)| hash), hash);
        assert!(kept.is_some_and(|(tick, _)| tick > 30));
    }

    #[test]
    fn thumbnail_shows_the_whole_frame() {
        let mut frame = Frame::new(640, 360);
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            *pixel = u32::from_le_bytes([(index % 640 / 4) as u8, (index / 640 / 4) as u8, 7, 255]);
        }
        let picture = small(&frame);
        assert_eq!((picture.width, picture.height), (160, 90));
        assert_eq!(picture.rgb[..3], [0, 0, 7]);
        assert_eq!(picture.rgb[picture.rgb.len() - 3..], [159, 89, 7]);
        let tiny = small(&Frame::new(100, 50));
        assert_eq!((tiny.width, tiny.height), (100, 50));
    }
}
