//! Sorts sprites, lights and the like by the ids of their entities. Of two at the same distance, the later one is in
//! front, so sorting by id makes that the same one every time.

use engine::Id;

/// The items of each entity, in memory that is kept from frame to frame.
pub(crate) struct ById<T>(Vec<(Id, T)>);

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById(Vec::new())
    }
}

impl<T> ById<T> {
    /// Sorts items by their ids, and returns them without the ids.
    pub(crate) fn sorted(&mut self, all: impl IntoIterator<Item = (Id, T)>) -> impl Iterator<Item = T> {
        self.0.extend(all);
        self.0.sort_unstable_by_key(|(id, _)| *id);
        self.0.drain(..).map(|(_, shown)| shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_by_id_and_none_is_kept() {
        let mut by_id = ById::default();
        for _ in 0..2 {
            let sorted = by_id.sorted([(Id(7), 'c'), (Id(1), 'a'), (Id(3), 'b')]);
            assert_eq!(sorted.collect::<String>(), "abc");
        }
    }
}
