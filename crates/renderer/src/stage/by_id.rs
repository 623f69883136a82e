//! Sprites, lights and the like in the order of the ids of what they show: of two that are equally far the later is in front, and by id
//! that is always the same one.

use engine::Id;

/// What is shown of each, in memory that is kept from picture to picture.
pub(crate) struct ById<T>(Vec<(Id, T)>);

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById(Vec::new())
    }
}

impl<T> ById<T> {
    /// Takes what there is, each with its id, and hands it back in their order.
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
    fn all_are_handed_back_by_their_ids_and_none_is_kept() {
        let mut by_id = ById::default();
        for _ in 0..2 {
            let sorted = by_id.sorted([(Id(7), 'c'), (Id(1), 'a'), (Id(3), 'b')]);
            assert_eq!(sorted.collect::<String>(), "abc");
        }
    }
}
