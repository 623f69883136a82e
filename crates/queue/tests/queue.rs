//! The promises of the queue: the six tests of its source, the order of equal priorities, and a comparison with a naive
//! list.

use proptest::prelude::*;
use queue::{Queue, QueueError};

/// Enqueues the six entries of the source's tests, in its order.
fn with_six(mut queue: Queue<&'static str, i32>) -> Queue<&'static str, i32> {
    for (key, priority) in [("dwarf", 3), ("axe", 13), ("sword", 8), ("kitten", 1), ("dolomite", 5), ("goat", 4)] {
        queue.enqueue(key, priority).expect("each key is enqueued once");
    }
    queue
}

fn dequeue<const N: usize>(queue: &mut Queue<&'static str, i32>) -> [Option<&'static str>; N] {
    std::array::from_fn(|_| queue.dequeue().map(|(key, _)| key))
}

#[test]
fn min_queue_returns_the_smallest_first() {
    let mut queue = with_six(Queue::min());
    let all = ["kitten", "dwarf", "goat", "dolomite", "sword", "axe"].map(Some);
    assert_eq!(queue.count(), 6);
    assert_eq!((dequeue(&mut queue), dequeue(&mut queue), queue.count()), (all, [None], 0));
}

#[test]
fn max_queue_returns_the_largest_first() {
    let mut queue = with_six(Queue::max());
    let all = ["axe", "sword", "dolomite", "goat", "dwarf", "kitten"].map(Some);
    assert_eq!((dequeue(&mut queue), dequeue(&mut queue)), (all, [None]));
}

#[test]
fn min_queue_is_reprioritized_both_ways() {
    let mut queue = with_six(Queue::min());
    queue.reprioritize(&"dwarf", 0).unwrap();
    assert_eq!(dequeue(&mut queue), ["dwarf", "kitten"].map(Some));
    queue.reprioritize(&"goat", 12).unwrap();
    queue.reprioritize(&"sword", 15).unwrap();
    let rest = [Some("dolomite"), Some("goat"), Some("axe"), Some("sword"), None];
    assert_eq!(dequeue(&mut queue), rest);
}

#[test]
fn max_queue_is_reprioritized_both_ways() {
    let mut queue = with_six(Queue::max());
    queue.reprioritize(&"dwarf", 1000).unwrap();
    assert_eq!(dequeue(&mut queue), ["dwarf", "axe"].map(Some));
    queue.reprioritize(&"goat", 6).unwrap();
    queue.reprioritize(&"sword", -4).unwrap();
    let rest = [Some("goat"), Some("dolomite"), Some("kitten"), Some("sword"), None];
    assert_eq!(dequeue(&mut queue), rest);
}

#[test]
fn min_queue_takes_only_better_priorities_if_asked() {
    let mut queue = with_six(Queue::min());
    assert_eq!(queue.reprioritize_if_better(&"dwarf", 0), Ok(true));
    assert_eq!(dequeue(&mut queue), ["dwarf", "kitten"].map(Some));
    queue.reprioritize(&"goat", 12).unwrap();
    assert_eq!(queue.reprioritize_if_better(&"sword", 15), Ok(false));
    let rest = [Some("dolomite"), Some("sword"), Some("goat"), Some("axe"), None];
    assert_eq!(dequeue(&mut queue), rest);
}

#[test]
fn max_queue_takes_only_better_priorities_if_asked() {
    let mut queue = with_six(Queue::max());
    assert_eq!(queue.reprioritize_if_better(&"dwarf", 1000), Ok(true));
    assert_eq!(dequeue(&mut queue), ["dwarf", "axe"].map(Some));
    queue.reprioritize(&"goat", 6).unwrap();
    assert_eq!(queue.reprioritize_if_better(&"sword", -4), Ok(false));
    let rest = [Some("sword"), Some("goat"), Some("dolomite"), Some("kitten"), None];
    assert_eq!(dequeue(&mut queue), rest);
}

#[test]
fn equal_priorities_come_out_as_they_were_enqueued() {
    for mut queue in [Queue::min(), Queue::max()] {
        for key in ["a", "b", "c", "d", "e"] {
            queue.enqueue(key, 7).unwrap();
        }
        queue.reprioritize(&"b", 9).unwrap();
        queue.reprioritize(&"b", 7).unwrap();
        assert_eq!(queue.reprioritize_if_better(&"d", 7), Ok(false), "an equal priority is not better");
        assert_eq!(dequeue(&mut queue), ["a", "b", "c", "d", "e"].map(Some));
    }
}

#[test]
fn absent_and_doubled_keys_are_errors_that_change_nothing() {
    let mut queue = with_six(Queue::min());
    assert_eq!(queue.enqueue("axe", 0), Err(QueueError::AlreadyQueued));
    assert_eq!(queue.reprioritize(&"ghost", 0), Err(QueueError::NotQueued));
    assert_eq!(queue.reprioritize_if_better(&"ghost", 0), Err(QueueError::NotQueued));
    assert_eq!((queue.count(), queue.contains(&"ghost"), queue.priority(&"axe")), (6, false, Some(&13)));
    assert_eq!(dequeue(&mut queue), ["kitten"].map(Some));
    assert_eq!(queue.reprioritize(&"kitten", 2), Err(QueueError::NotQueued), "a key leaves the mirror, too");
    assert_eq!(queue.enqueue("kitten", 99), Ok(()), "a removed key can be enqueued again");
    let rest = ["dwarf", "goat", "dolomite", "sword", "axe", "kitten"].map(Some);
    assert_eq!(dequeue(&mut queue), rest);
}

/// An operation on a few keys with a few priorities, so that keys and priorities meet.
#[derive(Clone, Debug)]
enum Operation {
    Enqueue(u8, i8),
    Dequeue,
    Reprioritize(u8, i8),
    ReprioritizeIfBetter(u8, i8),
    Remove(u8),
}

fn operation() -> impl Strategy<Value = Operation> {
    let (key, priority) = (0..24_u8, -6..6_i8);
    prop_oneof![
        4 => (key.clone(), priority.clone()).prop_map(|(key, priority)| Operation::Enqueue(key, priority)),
        2 => Just(Operation::Dequeue),
        2 => (key.clone(), priority.clone()).prop_map(|(key, priority)| Operation::Reprioritize(key, priority)),
        2 => (key.clone(), priority).prop_map(|(key, priority)| Operation::ReprioritizeIfBetter(key, priority)),
        1 => key.prop_map(Operation::Remove),
    ]
}

/// Entries in the order in which they were enqueued; for a max queue, priorities are negative.
#[derive(Default)]
struct NaiveList(Vec<(u8, i8)>);

impl NaiveList {
    fn find(&mut self, key: u8) -> Result<&mut (u8, i8), QueueError> {
        self.0.iter_mut().find(|entry| entry.0 == key).ok_or(QueueError::NotQueued)
    }

    fn enqueue(&mut self, key: u8, priority: i8) -> Result<(), QueueError> {
        if self.find(key).is_ok() {
            return Err(QueueError::AlreadyQueued);
        }
        self.0.push((key, priority));
        Ok(())
    }

    fn dequeue(&mut self) -> Option<(u8, i8)> {
        // `min_by_key` returns the first of equal entries.
        let (place, _) = self.0.iter().enumerate().min_by_key(|(_, entry)| entry.1)?;
        Some(self.0.remove(place))
    }
}

proptest! {
    #[test]
    fn queue_behaves_like_a_naive_list(operations in prop::collection::vec(operation(), 0..200), is_max: bool) {
        let mut queue = if is_max { Queue::max() } else { Queue::min() };
        let mut list = NaiveList::default();
        let sign = if is_max { -1 } else { 1 };
        for operation in operations {
            match operation {
                Operation::Enqueue(key, priority) => {
                    prop_assert_eq!(queue.enqueue(key, priority), list.enqueue(key, sign * priority));
                }
                Operation::Dequeue => {
                    prop_assert_eq!(queue.dequeue(), list.dequeue().map(|(key, priority)| (key, sign * priority)));
                }
                Operation::Reprioritize(key, priority) => {
                    let expected = list.find(key).map(|entry| entry.1 = sign * priority);
                    prop_assert_eq!(queue.reprioritize(&key, priority), expected);
                }
                Operation::ReprioritizeIfBetter(key, priority) => {
                    let expected = list.find(key).map(|entry| {
                        let before = entry.1;
                        entry.1 = before.min(sign * priority);
                        entry.1 < before
                    });
                    prop_assert_eq!(queue.reprioritize_if_better(&key, priority), expected);
                }
                Operation::Remove(key) => {
                    let place = list.0.iter().position(|entry| entry.0 == key);
                    let expected = place.map(|place| sign * list.0.remove(place).1);
                    prop_assert_eq!(queue.remove(&key), expected);
                }
            }
            prop_assert_eq!(queue.count(), list.0.len());
            prop_assert_eq!(queue.is_empty(), list.0.is_empty());
            let first = list.0.iter().min_by_key(|entry| entry.1).map(|entry| (entry.0, sign * entry.1));
            prop_assert_eq!(queue.peek().map(|(key, priority)| (*key, *priority)), first);
            for key in 0..24 {
                prop_assert_eq!(queue.contains(&key), list.find(key).is_ok());
            }
        }
        while let Some((key, priority)) = list.dequeue() {
            prop_assert_eq!(queue.dequeue(), Some((key, sign * priority)));
        }
        prop_assert_eq!(queue.dequeue(), None);
    }
}
