//! Which voices sound when there are too many: those that matter most, and of these the loudest where the player is now.

use crate::{sound::cue::Cue, sound::mixer::Sounding};
use bevy::prelude::*;
use queue::Queue;
use std::{borrow::Cow, cmp::Reverse, time::Duration};

/// The largest number of voices at once.
pub(crate) const MAX_VOICES: usize = 24;
/// The largest number of voices of one sound at once: a crowd that groans is loud enough with these.
const MAX_OF_ONE: usize = 3;
/// The number of steps of loudness that make a difference: of two voices that sound about as loud, the one that ends later stays.
const STEPS: f32 = 16.0;

/// The voices that are heard and do not fade, the first to give way first.
#[derive(Resource)]
pub(crate) struct Voices {
    queue: Queue<Entity, Rank>,
    /// What each plays.
    names: Vec<(Entity, Cow<'static, str>)>,
}

/// What decides which voice stays: how much its cue matters, how loud it is heard now, and when it ends. Equals are ordered by entity, so
/// that the result does not depend on the order in which they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    weight: u8,
    /// In steps, from 0 for silence.
    loudness: u8,
    ends: Duration,
    entity: Reverse<Entity>,
}

impl Rank {
    /// The rank of a voice whose louder ear hears this much of it, from 0 to 1.
    pub(crate) fn of(entity: Entity, cue: &Cue, loudness: f32, ends: Duration) -> Rank {
        Rank { weight: cue.weight, loudness: (loudness * STEPS) as u8, ends, entity: Reverse(entity) }
    }
}

impl Default for Voices {
    fn default() -> Self {
        Voices { queue: Queue::min(), names: Vec::new() }
    }
}

impl Voices {
    /// Adds a voice that begins to sound. One that is there already stays as it is.
    pub(crate) fn add(&mut self, entity: Entity, name: Cow<'static, str>, rank: Rank) {
        if self.queue.enqueue(entity, rank).is_ok() {
            self.names.push((entity, name));
        }
    }

    /// Changes the rank of a voice: the player moves, and so does what makes the sound.
    pub(crate) fn rank(&mut self, entity: Entity, rank: Rank) {
        // Voices that fade have no rank any more.
        self.queue.reprioritize(&entity, rank).ok();
    }

    /// Removes a voice that fades or has ended.
    pub(crate) fn remove(&mut self, entity: Entity) {
        self.queue.remove(&entity);
        self.names.retain(|(other, _)| *other != entity);
    }

    /// Makes room for a voice of a sound: where there are too many of that sound, or too many in all, removes the one that gives way first
    /// and returns it. Returns an error if the new voice itself matters less than that one.
    pub(crate) fn make_room(&mut self, name: &str, rank: Rank) -> Result<Option<Entity>, GivesWay> {
        let same = self.names.iter().filter(|(_, other)| other == name).map(|(entity, _)| *entity);
        let first = if same.clone().count() >= MAX_OF_ONE {
            same.min_by_key(|entity| self.queue.priority(entity).copied())
        } else if self.queue.count() >= MAX_VOICES {
            self.queue.peek().map(|(entity, _)| *entity)
        } else {
            None
        };
        let weight = |entity: &Entity| self.queue.priority(entity).map_or(0, |rank| rank.weight);
        if first.as_ref().is_some_and(|entity| weight(entity) > rank.weight) {
            return Err(GivesWay);
        }
        first.into_iter().for_each(|entity| self.remove(entity));
        Ok(first)
    }

    /// The number of voices that are heard.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.queue.count()
    }
}

/// A new voice matters less than all that sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GivesWay;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Voices>();
    app.add_observer(note_begin).add_observer(note_end);
}

/// Notes voices that others than the mixer have spawned, such as those of a save.
fn note_begin(begins: On<Insert, Sounding>, sounding: Query<&Sounding>, mut voices: ResMut<Voices>) {
    let Ok(one) = sounding.get(begins.entity) else { return };
    if one.cue.loudness > 0.0 {
        let rank = Rank::of(begins.entity, &one.cue, one.cue.loudness, one.ends);
        voices.add(begins.entity, one.cue.name.clone(), rank);
    }
}

fn note_end(ends: On<Remove, Sounding>, mut voices: ResMut<Voices>) {
    voices.remove(ends.entity);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cue of the player's own with this name, so that it is heard everywhere, and with a weight that fits the name.
    fn cue(name: &'static str) -> Cue {
        let weight = match name {
            "step_steel" => 0,
            "door_open" => 1,
            _ => 2,
        };
        Cue { own: true, weight, ..Cue::around(name, 0.8) }
    }

    /// Voices after cues with these names came in turn, one per second, and how many voices gave way.
    fn crowd(names: &[&'static str], seconds: u64) -> (Vec<usize>, usize) {
        let (mut voices, mut gave_way) = (Voices::default(), 0);
        for second in 0..seconds {
            let cue = cue(names[second as usize % names.len()]);
            let entity = Entity::from_raw_u32(second as u32).expect("it is small");
            let rank = Rank::of(entity, &cue, 0.5, Duration::from_secs(1000 + second));
            if let Ok(first) = voices.make_room(&cue.name, rank) {
                gave_way += usize::from(first.is_some());
                voices.add(entity, cue.name.clone(), rank);
            }
        }
        let count = |name: &&str| voices.names.iter().filter(|(_, other)| other == name).count();
        (names.iter().map(count).collect(), gave_way)
    }

    #[test]
    fn crowd_does_not_take_all_voices() {
        assert_eq!(crowd(&["groan", "swipe"], 100), (vec![3, 3], 94));
    }

    #[test]
    fn steps_and_doors_give_way_to_shots_and_nothing_to_them() {
        let many = ["a", "b", "c", "d", "e", "f", "g"];
        let mut names = many.to_vec();
        names.extend(["step_steel", "door_open", "hurt"]);
        let (heard, _) = crowd(&names, 90);
        assert_eq!(heard.iter().sum::<usize>(), MAX_VOICES);
        assert_eq!(heard[7..], [0, 0, 3], "{heard:?}");
    }

    #[test]
    fn voice_that_the_player_walks_away_from_gives_way_first() {
        let mut voices = Voices::default();
        let entity = |index| Entity::from_raw_u32(index).expect("it is small");
        let rank = |index, loudness| Rank::of(entity(index), &cue("groan"), loudness, Duration::from_secs(9));
        (0..3).for_each(|index| voices.add(entity(index), "groan".into(), rank(index, 0.5)));
        voices.rank(entity(1), rank(1, 0.1));
        assert_eq!(voices.make_room("groan", rank(3, 0.9)), Ok(Some(entity(1))));
        assert_eq!(voices.count(), 2);
    }
}
