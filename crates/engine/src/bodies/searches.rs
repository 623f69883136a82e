//! Searches: which of the creatures that need a path may search for one next.
//!
//! A search takes longer than everything else a creature does in a tick, so only a few are allowed per tick. A refused
//! creature waits in a queue, the nearest to the player first, and continues on its old path. It moves up as the player
//! comes nearer. No creature waits forever, because each request also counts from the tick in which it was made.

use crate::{
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Part},
    tick::id::Id,
};
use bevy::prelude::*;
use queue::Queue;
use serde::{Deserialize, Serialize};

/// The number of searches per tick.
const PER_TICK: usize = 4;
/// Number of ticks by which the search of a creature is delayed for each tile between it and the player.
const TICKS_PER_TILE: f32 = 8.0;

/// The creatures that wait for a search.
#[derive(Resource, Clone)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct Searches {
    /// The refused creatures. No two entries have the same rank, so their order does not depend on how they were
    /// queued.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    waiting: Queue<Id, Rank>,
    /// The tick for which the fields below are valid; they are recomputed each tick.
    tick: Option<u64>,
    /// The creatures that waited and may search in this tick.
    called: Vec<Id>,
    /// The number of searches left for all other creatures in this tick.
    left: usize,
}

/// The place of a creature in the queue: the tick by which it should be served, then its id.
type Rank = (u64, Id);

/// Save data of the queue, in the order of the ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedSearches(Vec<Rank>);

impl Default for Searches {
    fn default() -> Self {
        Searches { waiting: Queue::min(), tick: None, called: Vec::with_capacity(PER_TICK), left: 0 }
    }
}

impl Searches {
    /// Selects the creatures that have waited longest and may search in this tick, and returns them. Does so once per
    /// tick.
    pub(crate) fn call(&mut self, tick: u64, lives: impl Fn(Id) -> bool) -> &[Id] {
        if self.tick != Some(tick) {
            self.tick = Some(tick);
            self.called.clear();
            while self.called.len() < PER_TICK
                && let Some((id, _)) = self.waiting.dequeue()
            {
                // Skip creatures that have died since.
                self.called.extend(Some(id).filter(|id| lives(*id)));
            }
            self.left = PER_TICK - self.called.len();
        }
        &self.called
    }

    /// Returns true if a creature may search now. Otherwise it is queued.
    ///
    /// `distance` is the distance to the player, in tiles.
    pub(crate) fn grant(&mut self, id: Id, tick: u64, distance: f32) -> bool {
        if let Some(index) = self.called.iter().position(|called| *called == id) {
            self.called.swap_remove(index);
            return true;
        }
        if self.left > 0 {
            self.left -= 1;
            return true;
        }
        let rank = (tick.saturating_add((distance * TICKS_PER_TILE) as u64), id);
        if self.waiting.enqueue(id, rank).is_err() {
            // It has asked before. Only a better rank counts; otherwise its request would look newer each time.
            self.waiting.reprioritize_if_better(&id, rank).expect("an id that cannot be queued again is queued");
        }
        false
    }
}

impl SavedSearches {
    /// Returns true if no creature waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Part for SavedSearches {
    fn save(world: &mut World) -> Self {
        let mut waiting = world.resource::<Searches>().waiting.clone();
        SavedSearches(std::iter::from_fn(|| waiting.dequeue()).map(|(_, rank)| rank).collect())
    }

    /// Accepts everything: missing creatures are never called, and of several entries with one id the first counts.
    fn validate(&self, _: &Bounds) -> Result<(), Flaw> {
        Ok(())
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        let mut searches = Searches::default();
        for &rank in &self.0 {
            searches.waiting.enqueue(rank.1, rank).ok();
        }
        world.insert_resource(searches);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Searches>();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which of the `asking` creatures (id and distance) may search in a tick.
    fn granted(searches: &mut Searches, tick: u64, asking: &[(u32, f32)]) -> Vec<u32> {
        searches.call(tick, |_| true);
        asking.iter().filter(|(id, far)| searches.grant(Id(*id), tick, *far)).map(|(id, _)| *id).collect()
    }

    #[test]
    fn nearest_of_many_creatures_search_first() {
        let mut searches = Searches::default();
        let all: Vec<(u32, f32)> = (1..=9).map(|id| (id, 10.0 - id as f32)).collect();
        assert_eq!(granted(&mut searches, 100, &all), [1, 2, 3, 4]);
        assert_eq!(granted(&mut searches, 101, &all), [6, 7, 8, 9]);
        // The fifth has waited since the first tick, and the first four since the second.
        assert_eq!(granted(&mut searches, 102, &all), [2, 3, 4, 5]);
    }

    #[test]
    fn creature_moves_up_when_the_player_comes_nearer() {
        let mut searches = Searches::default();
        let far: Vec<(u32, f32)> = (1..=10).map(|id| (id, if id == 10 { 40.0 } else { 5.0 })).collect();
        granted(&mut searches, 100, &far);
        granted(&mut searches, 101, &[(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0), (10, 0.5)]);
        searches.call(102, |_| true);
        assert!(searches.grant(Id(10), 102, 0.5), "the tenth creature is now the nearest");
    }

    #[test]
    fn distant_creature_is_served_despite_nearer_ones() {
        let mut searches = Searches::default();
        let asking: Vec<(u32, f32)> = (1..=9).map(|id| (id, if id == 9 { 20.0 } else { 0.0 })).collect();
        let served = (0..400).find(|tick| granted(&mut searches, *tick, &asking).contains(&9));
        assert_eq!(served, Some(162), "20 tiles count as 160 ticks");
    }

    #[test]
    fn dead_creatures_are_skipped_and_the_queue_is_restored() {
        let mut searches = Searches::default();
        let asking: Vec<(u32, f32)> = (1..=12).map(|id| (id, 12.0 - id as f32)).collect();
        granted(&mut searches, 7, &asking);
        let (mut world, rules) = (World::new(), Rules::standard());
        world.insert_resource(searches.clone());
        let saved = SavedSearches::save(&mut world);
        saved.restore(&mut world, &rules);
        assert_eq!(SavedSearches::save(&mut world), saved);
        let mut restored = world.remove_resource::<Searches>().expect("it was restored");
        let lives = |id: Id| id.0 <= 10; // 11 and 12 have died
        assert_eq!(searches.call(8, lives), restored.call(8, lives));
        assert_eq!(searches.called, [10, 9, 8, 7].map(Id));
    }
}
