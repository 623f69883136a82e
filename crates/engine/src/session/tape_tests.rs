//! Tests of the tape.

use super::*;
use crate::{
    plugin::EnginePlugin,
    session::begin::{Start, begin},
    session::demo::Demo,
    session::headless::Headless,
    session::rewind_buffer::{MAX, RunUnderWay},
};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the start in a room with a moving monster.
fn start() -> Start {
    let text = r#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player),
        'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@....zW", "WWWWWWWW"])"#;
    Start::on(Arc::new(Level::read("test.ron", text.as_bytes()).expect("it is a level")))
}

fn game() -> Headless {
    Headless::begin_with(&start(), |app| {
        app.add_plugins(TapePlugin);
    })
}

/// Runs a closure with the tape and the world, while the tape is outside of the world.
fn with_tape<R>(game: &mut Headless, act: impl FnOnce(&mut Tape, &mut World) -> R) -> R {
    game.world_mut().resource_scope(|world, mut tape: Mut<Tape>| act(&mut tape, world))
}

/// Returns an intent that turns continuously.
fn turning(tick: u64) -> Intent {
    Intent { turn: (tick % 11) as f32 * 0.01, forward: 0.3, fire: tick.is_multiple_of(50), ..Intent::default() }
}

fn play(game: &mut Headless, ticks: u64) {
    (0..ticks).for_each(|_| game.tick(turning(game.run().tick)));
}

fn hash(game: &mut Headless) -> u64 {
    game.snapshot().hash()
}

/// Returns the recording of a game.
fn recorded(game: &mut Headless) -> Demo {
    with_tape(game, |tape, world| tape.recorder.take().expect("it records").finish(world))
}

/// Returns a demo of this number of ticks.
fn demo(ticks: u64) -> Demo {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.recorder = Some(Recorder::new(&start(), "test.ron")));
    play(&mut game, ticks);
    recorded(&mut game)
}

/// Returns a game in which a demo is played.
fn playing(demo: Demo) -> Headless {
    let mut game = game();
    let replay = Replay::new(demo, &start().level, &start().rules).expect("its own level");
    with_tape(&mut game, |tape, world| tape.play(replay, world)).expect("it begins at a start");
    game
}

fn strayed(game: &Headless) -> Option<DemoError> {
    game.world().resource::<Tape>().strayed.clone()
}

fn back(game: &mut Headless) -> bool {
    with_tape(game, |tape, world| tape.back(1, world, &start().level, &start().rules)).expect("it was just there")
}

#[test]
fn demo_ignores_other_input() {
    let demo = demo(200);
    let last = demo.last_hash();
    let mut game = playing(demo);
    (0..200).for_each(|_| game.tick(Intent { forward: -1.0, ..Intent::default() }));
    assert_eq!((Some(hash(&mut game)), strayed(&game)), (last, None));
}

#[test]
fn no_tick_follows_the_end_of_a_demo_in_the_same_frame() {
    // A whole app, because a headless run has no frames with several ticks.
    let mut app = App::new();
    app.add_plugins((TimePlugin, EnginePlugin, TapePlugin)).insert_resource(TimeUpdateStrategy::FixedTimesteps(10));
    app.finish();
    app.cleanup();
    app.update(); // the first one only starts the clock
    begin(app.world_mut(), &start());
    let replay = Replay::new(demo(17), &start().level, &start().rules).expect("its own level");
    let play = |world: &mut World, mut tape: Mut<Tape>| tape.play(replay, world);
    app.world_mut().resource_scope(play).expect("it begins at a start");
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Run>().tick, 17);
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1)).insert_resource(turning(17));
    app.update();
    let strayed = app.world().resource::<Tape>().strayed.clone();
    assert_eq!((app.world().resource::<Run>().tick, strayed), (18, None), "later ticks are not compared");
}

#[test]
fn player_can_take_over_a_demo() {
    let mut game = playing(demo(200));
    (0..90).for_each(|_| game.tick(Intent::default()));
    game.world_mut().resource_mut::<Tape>().replay = None;
    let mut other = self::game();
    play(&mut other, 90);
    play(&mut game, 50);
    play(&mut other, 50);
    assert_eq!(hash(&mut game), hash(&mut other));
}

#[test]
fn only_the_first_divergence_of_a_demo_is_reported() {
    let mut game = playing(demo(400));
    (0..130).for_each(|_| game.tick(Intent::default()));
    game.world_mut().resource_mut::<Run>().kills += 1;
    (0..110).for_each(|_| game.tick(Intent::default()));
    let told = strayed(&game);
    assert!(matches!(&told, Some(DemoError::OutOfStep { tick: 240, .. })), "{told:?}");
    (0..120).for_each(|_| game.tick(Intent::default()));
    assert_eq!(strayed(&game), told);
}

#[test]
fn demo_can_seek_to_any_tick() {
    let demo = demo(1300);
    let last = demo.last_hash();
    let mut game = playing(demo);
    let mut seek = |tick: u64| {
        let mut steps = 1;
        while !with_tape(&mut game, |tape, world| tape.seek(tick, world)).expect("it begins at a start") {
            steps += 1;
        }
        (game.run().tick, hash(&mut game), steps)
    };
    assert_eq!(seek(u64::MAX), (1300, last.unwrap_or_default(), 1300));
    assert_eq!(seek(1205).2, 6, "back to recorded ticks, and on");
    let (tick, early, steps) = seek(7);
    assert_eq!((tick, steps), (7, 8));
    assert_eq!((seek(1200).2, seek(1200).2, seek(7).1), (1, 1, early), "ahead to recorded ticks");
    assert_eq!(strayed(&game), None);
    let mut other = self::game();
    play(&mut other, 7);
    assert_eq!(hash(&mut other), early);
}

#[test]
fn run_can_be_rewound_and_continued() {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.keeps = true);
    play(&mut game, 95);
    assert_eq!((0..).take_while(|_| back(&mut game)).count(), 4, "three steps, and one to the start");
    assert_eq!(game.run().tick, 0);
    play(&mut game, 8030);
    let steps = (0..).take_while(|_| back(&mut game)).count();
    assert_eq!((steps, game.run().tick), (MAX, 8010 - (MAX as u64 - 1) * APART));
    let mut other = self::game();
    play(&mut other, game.run().tick);
    assert_eq!(hash(&mut game), hash(&mut other));
    play(&mut game, 45);
    play(&mut other, 45);
    assert_eq!(hash(&mut game), hash(&mut other));
    assert!(back(&mut game), "it rewinds again");
}

#[test]
fn run_can_be_moved_to_each_tick_of_the_last_minute_and_take_another_course() {
    let mut game = game();
    with_tape(&mut game, |tape, _| {
        (tape.keeps, tape.recorder) = (true, Some(Recorder::new(&start(), "test.ron")));
    });
    let mut hashes = vec![hash(&mut game)];
    for tick in 0..200 {
        game.tick(turning(tick));
        hashes.push(hash(&mut game));
    }
    let go = |game: &mut Headless, tick: u64| {
        with_tape(game, |tape, world| tape.move_to(tick, world, &start().level, &start().rules))
    };
    for tick in [7, 200, 30, 31, 150, 0, 200, 64] {
        assert_eq!(go(&mut game, tick), Ok(true));
        assert_eq!((game.run().tick, hash(&mut game)), (tick, hashes[tick as usize]));
    }
    assert_eq!(go(&mut game, 201), Ok(false), "it is not known yet");
    assert_eq!(game.world().resource::<Tape>().last_minute.span(), Some((0, 200)));
    (0..20).for_each(|_| game.tick(Intent { turn: 0.3, ..Intent::default() }));
    assert_eq!(game.world().resource::<Tape>().last_minute.span(), Some((0, 84)));
    let (wanted, demo) = (hash(&mut game), recorded(&mut game));
    assert_eq!((demo.ticks(), demo.last_hash()), (84, Some(wanted)));
    let mut again = playing(demo);
    (0..84).for_each(|_| again.tick(Intent::default()));
    assert_eq!((hash(&mut again), strayed(&again)), (wanted, None));
}

#[test]
fn time_stops_at_the_tick_of_a_condition() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, EnginePlugin, TapePlugin)).insert_resource(TimeUpdateStrategy::FixedTimesteps(10));
    app.finish();
    app.cleanup();
    app.update(); // the first one only starts the clock
    begin(app.world_mut(), &start());
    let condition = Box::new(|world: &mut World| (world.resource::<Run>().tick == 17).then(|| "17".to_owned()));
    app.world_mut().resource_mut::<Tape>().stop = Some(StopAfter { condition, stopped: None });
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Run>().tick, 17, "three ticks of the second frame did not run");
    assert_eq!(
        app.world().resource::<Tape>().stop.as_ref().and_then(|stop| stop.stopped.clone()),
        Some((17, "17".to_owned()))
    );
    app.update();
    assert_eq!(app.world().resource::<Run>().tick, 27, "it stops once");
}

#[test]
fn rewinding_shortens_or_discards_the_recording() {
    let mut game = game();
    with_tape(&mut game, |tape, _| {
        (tape.keeps, tape.recorder) = (true, Some(Recorder::new(&start(), "test.ron")));
    });
    play(&mut game, 300);
    assert!(back(&mut game) && back(&mut game));
    (0..200).for_each(|_| game.tick(Intent { turn: -0.1, ..Intent::default() }));
    let (wanted, demo) = (hash(&mut game), recorded(&mut game));
    assert_eq!((demo.ticks(), demo.last_hash()), (440, Some(wanted)));
    let mut again = playing(demo);
    (0..440).for_each(|_| again.tick(Intent::default()));
    assert_eq!((hash(&mut again), strayed(&again)), (wanted, None));

    with_tape(&mut game, |tape, world| {
        tape.recorder = Some(Recorder::from_here(&start(), "test.ron", world));
    });
    assert!(back(&mut game));
    assert!(game.world().resource::<Tape>().recorder.is_none());
}

/// Kills the player of a game.
fn die(game: &mut Headless) {
    let mut players = game.world_mut().query::<&mut Player>();
    players.single_mut(game.world_mut()).expect("a player").since_death = 0;
    game.world_mut().resource_mut::<Run>().outcome = Outcome::Dead;
}

#[test]
fn first_step_after_death_leads_to_the_time_before_the_fatal_hit() {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.keeps = true);
    play(&mut game, 300);
    die(&mut game);
    play(&mut game, 2400);
    let seconds = game.world().resource::<Tape>().seconds();
    assert!((2.5..2.8).contains(&seconds), "the time after death does not count: {seconds}");
    assert!(back(&mut game));
    assert_eq!((game.run().tick, game.run().outcome), (210, Outcome::Running), "more than half a second before death");
    assert!(back(&mut game));
    assert_eq!(game.run().tick, 180);
}

#[test]
fn player_who_dies_at_once_goes_back_to_the_start() {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.keeps = true);
    play(&mut game, 20);
    die(&mut game);
    play(&mut game, 500);
    assert!(back(&mut game));
    assert_eq!((game.run().tick, game.run().outcome), (0, Outcome::Running));
}

#[test]
fn rewinding_crosses_a_restart_until_the_new_run_is_a_minute_old() {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.keeps = true);
    play(&mut game, 300);
    die(&mut game);
    play(&mut game, 90);
    let again = |game: &mut Headless| {
        let earlier = with_tape(game, |tape, world| tape.take_earlier(world));
        begin(game.world_mut(), &start());
        with_tape(game, |tape, _| {
            tape.clear();
            tape.last_minute.begin(&start(), "test.ron");
            tape.put_before(earlier);
        });
    };
    again(&mut game);
    play(&mut game, 60);
    assert!(back(&mut game) && back(&mut game));
    assert_eq!(game.run().tick, 0, "the start of the new run");
    assert!(back(&mut game));
    assert_eq!((game.run().tick, game.run().outcome), (210, Outcome::Running), "the run before death");
    play(&mut game, 30);
    assert_eq!(game.run().tick, 240);
    again(&mut game);
    play(&mut game, 60 * 120 + 30);
    assert!(game.world().resource::<Tape>().seconds() < 60.5);
    while back(&mut game) {}
    assert!((1..=60).contains(&game.run().tick), "its first second, not the run before it: {}", game.run().tick);
}

#[test]
fn rewinding_does_not_reach_another_run() {
    let mut game = game();
    with_tape(&mut game, |tape, _| tape.keeps = true);
    play(&mut game, 100);
    begin(game.world_mut(), &start());
    game.world_mut().resource_mut::<Tape>().clear();
    play(&mut game, 20);
    assert!(back(&mut game) && !back(&mut game));
    assert_eq!(game.run().tick, 0, "its own start");
}

#[test]
fn last_minute_is_a_valid_demo_after_rewinding() {
    let mut game = game();
    with_tape(&mut game, |tape, _| {
        tape.keeps = true;
        tape.last_minute.begin(&start(), "test.ron");
    });
    play(&mut game, 500);
    assert!(back(&mut game) && back(&mut game));
    (0..40).for_each(|_| game.tick(Intent { turn: -0.1, ..Intent::default() }));
    let minute = game.world().resource::<Tape>().last_minute.clone();
    let tick = game.run().tick;
    let wanted = RunUnderWay { deck: "test.ron".to_owned(), seed: start().seed, skill: start().skill, tick };
    assert_eq!(minute.run(), Some(wanted));
    let demo = minute.demo().expect("a run is under way");
    assert_eq!((demo.ticks(), demo.last_hash()), (tick, Some(hash(&mut game))));
    play(&mut game, 9000);
    let demo = minute.demo().expect("a run is under way");
    let lasted = demo.ticks();
    assert!((7170..7230).contains(&lasted), "{lasted} ticks are about a minute");
    assert_eq!(demo.last_hash(), Some(hash(&mut game)));
    let mut again = playing(demo);
    (0..lasted).for_each(|_| again.tick(Intent::default()));
    assert_eq!((hash(&mut again), strayed(&again)), (hash(&mut game), None));
    with_tape(&mut game, |tape, _| tape.clear());
    assert_eq!((minute.run(), minute.demo()), (None, None), "that run is over");
}

#[test]
fn crash_tick_is_the_last_tick_of_the_demo() {
    let mut game = game();
    with_tape(&mut game, |tape, _| {
        (tape.keeps, tape.last_minute) = (true, RewindBuffer::failing_at(Some(77)));
        tape.last_minute.begin(&start(), "test.ron");
    });
    let minute = game.world().resource::<Tape>().last_minute.clone();
    let crash = catch_unwind(AssertUnwindSafe(|| play(&mut game, 100)));
    let what = crash.expect_err("it was asked to").downcast::<String>().expect("it is a sentence");
    assert_eq!(*what, "the game was asked to crash in tick 77");
    assert_eq!(minute.run().map(|run| run.tick), Some(77));
    let mut other = self::game();
    play(&mut other, 78);
    let demo = minute.demo().expect("a run was under way");
    assert_eq!((demo.ticks(), demo.last_hash()), (78, Some(hash(&mut other))));
}
