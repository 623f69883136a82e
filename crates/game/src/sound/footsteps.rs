//! The player's steps: heard for each stride that he walks.

use crate::flow::phase::Flow;
use crate::sound::cue::{Cue, Cues, Hear};
use bevy::prelude::*;
use engine::{Body, Player, Position};

/// How far the player walks from one step to the next, in tiles.
const STRIDE: f32 = 0.85;
/// A move within one picture that is longer was no walk; in tiles.
const JUMP: f32 = 1.0;

/// How far the player has walked since his last step.
#[derive(Resource, Default)]
struct Walk {
    last: Option<Vec2>,
    since_step: f32,
    is_left: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Walk>();
    app.add_systems(Update, hear_steps.in_set(Hear).run_if(in_state(Flow::Running)));
}

fn hear_steps(
    player: Option<Single<&Position, (With<Player>, With<Body>)>>,
    mut walk: ResMut<Walk>,
    mut cues: ResMut<Cues>,
) {
    let Some(position) = player else { return };
    let at = position.0;
    let moved = walk.last.replace(at).map_or(0.0, |last| last.distance(at));
    if moved > JUMP {
        return;
    }
    walk.since_step += moved;
    if walk.since_step >= STRIDE {
        walk.since_step = 0.0;
        walk.is_left = !walk.is_left;
        cues.0.push((Cue::own(if walk.is_left { "step1" } else { "step2" }, 0.25), at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sounds of a walk through these places, a picture at each.
    fn heard(places: impl IntoIterator<Item = Vec2>) -> Vec<String> {
        let mut world = World::new();
        world.init_resource::<Walk>();
        world.init_resource::<Cues>();
        let player = world.spawn((Player::default(), Body { radius: 0.25 }, Position(Vec2::ZERO))).id();
        for place in places {
            world.entity_mut(player).insert(Position(place));
            world.run_system_cached(hear_steps).unwrap();
        }
        world.resource::<Cues>().0.iter().map(|(cue, _)| cue.name.to_string()).collect()
    }

    /// The places of somebody who walks along x in steps of this length.
    fn walk(from: f32, to: f32, step: f32) -> impl Iterator<Item = Vec2> {
        (0..=((to - from) / step).round() as usize).map(move |number| Vec2::new(from + number as f32 * step, 0.0))
    }

    #[test]
    fn one_foot_follows_the_other_at_each_stride_however_many_pictures_it_takes() {
        let steps = ["step1", "step2", "step1"];
        assert_eq!(heard(walk(0.0, 3.0, 0.02)), steps);
        assert_eq!(heard(walk(0.0, 3.0, 0.1)), steps);
    }

    #[test]
    fn who_stands_or_is_carried_off_makes_no_step() {
        assert!(heard(walk(0.0, 0.8, 0.1).chain([Vec2::new(0.8, 0.0); 9])).is_empty());
        assert!(heard([Vec2::ZERO, Vec2::new(30.0, 0.0), Vec2::ZERO]).is_empty());
    }
}
