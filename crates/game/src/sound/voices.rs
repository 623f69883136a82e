//! Selection of voices when there are too many: the highest priority stays, and among equals the loudest at the
//! player's position.

use crate::{sound::cue::Cue, sound::mixing::Sounding};
use bevy::prelude::*;
use queue::Queue;
use std::{borrow::Cow, cmp::Reverse, time::Duration};

/// Maximum number of voices.
pub(crate) const MAX_VOICES: usize = 24;
/// Maximum number of voices of one sound, which is enough for the groans of a crowd.
const MAX_OF_ONE: usize = 3;
/// Number of loudness steps that are distinguished. Of two voices with about the same loudness, the one that ends later
/// stays.
const STEPS: f32 = 16.0;

/// Audible voices that do not fade, ordered so that the first is replaced first.
#[derive(Resource)]
pub(crate) struct Voices {
    queue: Queue<Entity, Rank>,
    /// Sound name of each voice.
    names: Vec<(Entity, Cow<'static, str>)>,
}

/// Rank that decides which voice stays: priority, current loudness, end time. Ties are ordered by entity, so that the
/// result does not depend on the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    weight: u8,
    /// Loudness in steps, starting at 0 for silence.
    loudness: u8,
    ends: Duration,
    entity: Reverse<Entity>,
}

impl Rank {
    /// Returns the rank of a voice with this loudness in the louder ear, from 0 to 1.
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
    /// Adds a voice. An existing one stays unchanged.
    pub(crate) fn add(&mut self, entity: Entity, name: Cow<'static, str>, rank: Rank) {
        if self.queue.enqueue(entity, rank).is_ok() {
            self.names.push((entity, name));
        }
    }

    /// Changes the rank of a voice, because the player or the source has moved.
    pub(crate) fn rank(&mut self, entity: Entity, rank: Rank) {
        // Fading voices do not have a rank any more.
        self.queue.reprioritize(&entity, rank).ok();
    }

    /// Removes a voice that fades or has ended.
    pub(crate) fn remove(&mut self, entity: Entity) {
        self.queue.remove(&entity);
        self.names.retain(|(other, _)| *other != entity);
    }

    /// Makes room for a voice of a sound. If there are too many voices of that sound or in total, removes the
    /// lowest-ranked one and returns it. Returns an error if the new voice ranks lower than that one.
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

    /// Returns the number of audible voices.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.queue.count()
    }
}

/// The new voice ranks lower than all playing ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GivesWay;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Voices>();
    app.add_observer(note_begin).add_observer(note_end);
}

/// Registers voices that were not spawned by the mixer, such as those of a save.
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

    /// Returns a cue of the player with this name, which is audible everywhere, with a weight that fits the name.
    fn cue(name: &'static str) -> Cue {
        let weight = match name {
            "step_steel" => 0,
            "door_open" => 1,
            _ => 2,
        };
        Cue { own: true, weight, ..Cue::around(name, 0.8) }
    }

    /// Plays cues with these names in turn, one per second. Returns the number of remaining voices of each name, and
    /// the number of replaced voices.
    fn crowd(names: &[&'static str], seconds: u64) -> (Vec<usize>, usize) {
        let (mut voices, mut gave_way) = (Voices::default(), 0);
        for second in 0..seconds {
            let cue = cue(names[second as usize % names.len()]);
            let entity = Entity::from_raw_u32(second as u32).expect("the index is small");
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
    fn steps_and_doors_yield_to_shots_but_not_vice_versa() {
        let many = ["a", "b", "c", "d", "e", "f", "g"];
        let mut names = many.to_vec();
        names.extend(["step_steel", "door_open", "hurt"]);
        let (heard, _) = crowd(&names, 90);
        assert_eq!(heard.iter().sum::<usize>(), MAX_VOICES);
        assert_eq!(heard[7..], [0, 0, 3], "{heard:?}");
    }

    #[test]
    fn voice_that_the_player_leaves_behind_yields_first() {
        let mut voices = Voices::default();
        let entity = |index| Entity::from_raw_u32(index).expect("the index is small");
        let rank = |index, loudness| Rank::of(entity(index), &cue("groan"), loudness, Duration::from_secs(9));
        (0..3).for_each(|index| voices.add(entity(index), "groan".into(), rank(index, 0.5)));
        voices.rank(entity(1), rank(1, 0.1));
        assert_eq!(voices.make_room("groan", rank(3, 0.9)), Ok(Some(entity(1))));
        assert_eq!(voices.count(), 2);
    }
}
