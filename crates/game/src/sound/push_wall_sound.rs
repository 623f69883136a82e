//! Sliding push-walls: each has a looping sound from its start to its stop.

use crate::{
    flow::phase::Flow,
    sound::cue::Cue,
    sound::hearing::Hearing,
    sound::mixing::{FADE, Sounding},
    sound::voice::Voice,
};
use bevy::prelude::*;
use content::Sounds;
use engine::{GameEvent, Grid, Outcome, PushWall, Rules, Run};

const SLIDE: Cue = Cue::around("wall_slide", 0.8);
/// Maximum number of audible walls; the nearest ones are played.
const MAX: usize = 4;

/// Voice of a wall.
#[derive(Component)]
struct Sliding {
    wall: Entity,
    at: Vec2,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow, begin).chain().run_if(resource_exists::<Sounds>));
}

/// Returns the audible walls and their positions. There are none while the deck is paused, after its end, or after
/// death.
fn heard(
    flow: &Option<Res<State<Flow>>>,
    run: &Option<Res<Run>>,
    rules: &Option<Res<Rules>>,
    ear: Option<Vec2>,
    walls: &Query<(Entity, &PushWall)>,
) -> Vec<(Entity, Vec2)> {
    let goes_on = flow.as_ref().is_some_and(|flow| *flow.get() == Flow::Running)
        && run.as_ref().is_some_and(|run| run.outcome == Outcome::Running);
    let slide = walls.iter().filter(|(_, wall)| goes_on && wall.slides());
    let mut heard: Vec<_> = slide.map(|(wall, it)| (wall, Grid::middle(it.home()) + it.offset())).collect();
    let far = |at: Vec2| ear.map_or(0.0, |ear| ear.distance_squared(at));
    let reach = rules.as_ref().map_or(0.0, |rules| GameEvent::PushWallMoves.effects(rules).reach);
    heard.retain(|&(_, at)| far(at) < reach * reach);
    heard.sort_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    heard.truncate(MAX);
    heard
}

/// Moves the voices with their walls, and fades out those of walls that have stopped.
fn follow(
    (flow, run, rules): (Option<Res<State<Flow>>>, Option<Res<Run>>, Option<Res<Rules>>),
    hearing: Hearing,
    walls: Query<(Entity, &PushWall)>,
    mut sliding: Query<(Entity, &mut Sliding, &mut Voice)>,
    time: Res<Time<Real>>,
    mut commands: Commands,
) {
    let heard = heard(&flow, &run, &rules, hearing.at(), &walls);
    for (entity, mut slides, mut voice) in &mut sliding {
        if let Some(&(_, at)) = heard.iter().find(|(wall, _)| *wall == slides.wall) {
            slides.at = at;
            voice.start.ears = hearing.ears(&SLIDE, at);
        } else {
            let at = slides.at;
            let (cue, ends) = (Cue { loudness: 0.0, ..SLIDE }, time.elapsed() + FADE);
            let fades = Sounding { cue, take: SLIDE.name.to_string(), at, ends };
            commands.entity(entity).remove::<Sliding>().insert(fades);
        }
    }
}

/// Starts a voice for each wall that has started to slide.
fn begin(
    (flow, run, rules): (Option<Res<State<Flow>>>, Option<Res<Run>>, Option<Res<Rules>>),
    hearing: Hearing,
    walls: Query<(Entity, &PushWall)>,
    sliding: Query<&Sliding>,
    sounds: Res<Sounds>,
    mut commands: Commands,
) {
    for (wall, at) in heard(&flow, &run, &rules, hearing.at(), &walls) {
        if sliding.iter().any(|voice| voice.wall == wall) {
            continue;
        }
        let Some(file) = sounds.named(&SLIDE.name) else { continue };
        let voice = Voice::new(file, hearing.ears(&SLIDE, at)).repeating();
        commands.spawn((voice, Sliding { wall, at }));
    }
}

/// Returns one sound name for each sliding wall in a world.
#[cfg(test)]
pub(crate) fn started(world: &mut World) -> Vec<std::borrow::Cow<'static, str>> {
    world.query::<&Sliding>().iter(world).map(|_| SLIDE.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::Sound;
    use engine::{Headless, Intent, Start};
    use level::Level;
    use std::{num::NonZero, sync::Arc};

    /// Creates a run with sounds on a deck with a push-wall in front of the player.
    fn deck(row: &str) -> Headless {
        let map = format!("\"{0}\", {row:?}, \"{0}\"", "#".repeat(row.len()));
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), 'z': (monster: \"shambler\"),
                'B': (push: \"\"), 'f': (push: \"\", push_cells: 512) }}, map: [{map}])"
        );
        let mut headless = Headless::begin(&Start::on(Arc::new(Level::read("", text.as_bytes()).unwrap())));
        let world = headless.world_mut();
        let file = Sound::new([16384; 100].into(), NonZero::new(8000).unwrap());
        let mut sounds = Sounds::default();
        sounds.put("wall_slide", file);
        world.insert_resource(sounds);
        world.insert_resource(Time::<Real>::default());
        world.insert_resource(State::new(Flow::Running));
        headless
    }

    /// Returns the voices of walls after a number of ticks with this intent and a frame after each.
    fn after(deck: &mut Headless, ticks: u32, intent: Intent) -> Vec<Entity> {
        for _ in 0..ticks {
            deck.tick(intent);
            deck.world_mut().run_system_cached(follow).unwrap();
            deck.world_mut().run_system_cached(begin).unwrap();
        }
        let world = deck.world_mut();
        world.query_filtered::<Entity, With<Sliding>>().iter(world).collect()
    }

    const USE: Intent = Intent { use_: true, ..NOTHING };
    const NOTHING: Intent = Intent::NONE;

    #[test]
    fn one_voice_follows_a_wall_from_start_to_stop() {
        let mut deck = deck("#@B....#");
        assert!(after(&mut deck, 10, NOTHING).is_empty());
        let first = after(&mut deck, 2, USE);
        assert_eq!(first.len(), 1);
        assert_eq!(after(&mut deck, 200, NOTHING), first, "the voice must not change on the way");
        let at = deck.world_mut().query::<&Sliding>().single(deck.world()).unwrap().at;
        assert!(at.x > 3.9, "the voice must move along, not to {at}");
        assert!(after(&mut deck, 40, NOTHING).is_empty());
        let fades: Vec<f32> =
            deck.world_mut().query::<&Sounding>().iter(deck.world()).map(|voice| voice.cue.loudness).collect();
        assert_eq!(fades, [0.0], "it must fade out and end");
    }

    #[test]
    fn blocked_wall_does_not_start_new_voices() {
        let mut held = deck("#@f..z#");
        let first = after(&mut held, 2, USE);
        // The wall reaches the monster after two seconds and crushes it.
        for _ in 0..10 {
            assert_eq!(after(&mut held, 30, NOTHING), first);
        }
        let mut stuck = deck("#@Bz...#");
        assert!(after(&mut stuck, 5, USE).is_empty());
    }

    #[test]
    fn pause_death_and_end_of_deck_silence_walls() {
        let mut deck = deck("#@f........#");
        assert_eq!(after(&mut deck, 2, USE).len(), 1);
        deck.world_mut().insert_resource(State::new(Flow::Paused));
        assert!(after(&mut deck, 1, NOTHING).is_empty());
        deck.world_mut().insert_resource(State::new(Flow::Running));
        assert_eq!(after(&mut deck, 1, NOTHING).len(), 1, "the sound must go on");
        for outcome in [Outcome::Dead, Outcome::Lift] {
            deck.world_mut().resource_mut::<Run>().outcome = outcome;
            assert!(after(&mut deck, 1, NOTHING).is_empty(), "{outcome:?}");
            deck.world_mut().resource_mut::<Run>().outcome = Outcome::Running;
            assert_eq!(after(&mut deck, 1, NOTHING).len(), 1);
        }
        deck.world_mut().remove_resource::<State<Flow>>();
        assert!(after(&mut deck, 1, NOTHING).is_empty(), "menus must be silent");
    }
}
