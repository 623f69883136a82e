//! The queue: a binary heap, and a mirror that finds the place of each key in it.

use rustc_hash::FxHashMap;
use std::{cmp::Ordering, collections::hash_map::Entry, hash::Hash};

/// A priority queue in which an entry is found by its key and can get another priority.
///
/// A queue made with [`Queue::min`] returns the smallest priority first, one made with [`Queue::max`] the largest. Of equal
/// priorities, the key that was enqueued first comes first. A new priority does not change when a key was enqueued: a key that is
/// reprioritized to the priority of others comes before all that were enqueued after it.
///
/// A key is queued at most once. Its `Eq` and `Hash` decide which key it is; its priority does not matter for that.
///
/// The order of results depends on the operations alone. Nothing iterates over a hash map.
///
/// ```
/// use queue::Queue;
///
/// let mut queue = Queue::min();
/// queue.enqueue("dwarf", 3)?;
/// queue.enqueue("kitten", 1)?;
/// queue.reprioritize(&"dwarf", 0)?;
/// assert_eq!(queue.dequeue(), Some(("dwarf", 0)));
/// # Ok::<(), queue::QueueError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Queue<K, P> {
    order: Order,
    /// A binary heap: the children of place `n` are at `2 n + 1` and `2 n + 2`, and come out after it.
    heap: Vec<Waiting<P>>,
    /// The key in each slot; `None` in those that are free.
    keys: Vec<Option<K>>,
    /// The place in the heap of the key in each slot. Moving an entry writes here and needs no hash.
    places: Vec<usize>,
    /// The slots whose keys have left.
    free: Vec<usize>,
    /// The slot of each queued key.
    mirror: FxHashMap<K, usize>,
    /// The number of keys that were ever enqueued.
    enqueued: u64,
}

/// Why an operation changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// A key that is queued cannot be enqueued again.
    #[error("the key is already queued")]
    AlreadyQueued,
    /// A key that is not queued cannot be reprioritized.
    #[error("the key is not queued")]
    NotQueued,
}

/// Order of the queue: the priority that comes out first.
#[derive(Clone, Copy, Debug)]
enum Order {
    Min,
    Max,
}

/// An entry of the heap: a queued key, by its slot, with its priority.
#[derive(Clone, Debug)]
struct Waiting<P> {
    priority: P,
    /// How many keys were enqueued before this one.
    number: u64,
    slot: usize,
}

impl<K: Clone + Eq + Hash, P: Ord> Queue<K, P> {
    /// Returns an empty queue from which the smallest priority comes first.
    pub fn min() -> Self {
        Queue::new(Order::Min)
    }

    /// Returns an empty queue from which the largest priority comes first.
    pub fn max() -> Self {
        Queue::new(Order::Max)
    }

    fn new(order: Order) -> Self {
        let (heap, keys, places, free) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Queue { order, heap, keys, places, free, mirror: FxHashMap::default(), enqueued: 0 }
    }

    /// Returns the number of queued keys.
    pub fn count(&self) -> usize {
        self.heap.len()
    }

    /// Returns true if no key is queued.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Returns true if the key is queued.
    pub fn contains(&self, key: &K) -> bool {
        self.mirror.contains_key(key)
    }

    /// Returns the priority of a key, if it is queued.
    pub fn priority(&self, key: &K) -> Option<&P> {
        Some(&self.heap[self.place(key)?].priority)
    }

    /// Adds a key, in O(log n).
    ///
    /// # Errors
    ///
    /// [`QueueError::AlreadyQueued`] if the key is queued already, with any priority. The queue stays as it was.
    pub fn enqueue(&mut self, key: K, priority: P) -> Result<(), QueueError> {
        let Entry::Vacant(vacant) = self.mirror.entry(key) else { return Err(QueueError::AlreadyQueued) };
        let slot = self.free.pop().unwrap_or(self.places.len());
        let place = self.heap.len();
        let key = Some(vacant.key().clone());
        if slot == self.places.len() {
            self.keys.push(key);
            self.places.push(place);
        } else {
            self.keys[slot] = key;
            self.places[slot] = place;
        }
        vacant.insert(slot);
        self.heap.push(Waiting { priority, number: self.enqueued, slot });
        self.enqueued += 1;
        self.sift_up(place);
        Ok(())
    }

    /// Removes the key that comes first and returns it with its priority, in O(log n); `None` if the queue is empty.
    pub fn dequeue(&mut self) -> Option<(K, P)> {
        if self.heap.is_empty() {
            return None;
        }
        let Waiting { priority, slot, .. } = self.heap.swap_remove(0);
        if !self.heap.is_empty() {
            self.sift_down(0);
        }
        let key = self.keys[slot].take().expect("the slot of a queued entry has its key");
        self.free.push(slot);
        self.mirror.remove(&key);
        Some((key, priority))
    }

    /// Returns the key that comes first with its priority, and leaves it in the queue.
    pub fn peek(&self) -> Option<(&K, &P)> {
        let first = self.heap.first()?;
        Some((self.keys[first.slot].as_ref()?, &first.priority))
    }

    /// Removes a key and returns its priority, in O(log n); `None` if it is not queued.
    pub fn remove(&mut self, key: &K) -> Option<P> {
        let slot = self.mirror.remove(key)?;
        let place = self.places[slot];
        let Waiting { priority, .. } = self.heap.swap_remove(place);
        if place < self.heap.len() {
            // The last entry has taken the place, and may be too good or too bad for it.
            let place = self.sift_up(place);
            self.sift_down(place);
        }
        self.keys[slot] = None;
        self.free.push(slot);
        Some(priority)
    }

    /// Gives a key another priority, better or worse, in O(log n).
    ///
    /// # Errors
    ///
    /// [`QueueError::NotQueued`] if the key is not queued. The queue stays as it was.
    pub fn reprioritize(&mut self, key: &K, priority: P) -> Result<(), QueueError> {
        let place = self.place(key).ok_or(QueueError::NotQueued)?;
        self.replace(place, priority);
        Ok(())
    }

    /// Gives a key another priority if that is better: smaller in a min queue, larger in a max queue. An equal or worse priority
    /// changes nothing. Returns whether the priority has changed. Takes O(log n).
    ///
    /// # Errors
    ///
    /// [`QueueError::NotQueued`] if the key is not queued. The queue stays as it was.
    pub fn reprioritize_if_better(&mut self, key: &K, priority: P) -> Result<bool, QueueError> {
        let place = self.place(key).ok_or(QueueError::NotQueued)?;
        let is_better = self.order.compare(&priority, &self.heap[place].priority) == Ordering::Less;
        if is_better {
            self.replace(place, priority);
        }
        Ok(is_better)
    }

    /// The place of a key in the heap, if it is queued.
    fn place(&self, key: &K) -> Option<usize> {
        self.mirror.get(key).map(|slot| self.places[*slot])
    }

    /// Gives the entry at a place another priority. The new priority may be too good or too bad for the place, so the entry sifts
    /// both ways; at most one of them moves it.
    fn replace(&mut self, place: usize, priority: P) {
        self.heap[place].priority = priority;
        let place = self.sift_up(place);
        self.sift_down(place);
    }

    /// Moves an entry up until its parent comes out before it. Returns its new place.
    fn sift_up(&mut self, mut place: usize) -> usize {
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(place, parent) {
                break;
            }
            self.swap(place, parent);
            place = parent;
        }
        self.note_place(place);
        place
    }

    /// Moves an entry down until it comes out before its children.
    fn sift_down(&mut self, mut place: usize) {
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            if left >= self.heap.len() {
                break;
            }
            let child = if right < self.heap.len() && self.is_before(right, left) { right } else { left };
            if !self.is_before(child, place) {
                break;
            }
            self.swap(place, child);
            place = child;
        }
        self.note_place(place);
    }

    /// Returns true if the entry at one place comes out before that at another.
    fn is_before(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.heap[one], &self.heap[other]);
        self.order.compare(&one.priority, &other.priority).then(one.number.cmp(&other.number)) == Ordering::Less
    }

    /// Moves the sifted entry to another place, and the one there to its place. The place of the sifted one is noted when it stays.
    fn swap(&mut self, sifted: usize, other: usize) {
        self.heap.swap(sifted, other);
        self.note_place(sifted);
    }

    /// Notes for the entry at a place that it is there.
    fn note_place(&mut self, place: usize) {
        self.places[self.heap[place].slot] = place;
    }
}

impl Order {
    /// `Less` if the first priority comes out before the second.
    fn compare<P: Ord>(self, one: &P, other: &P) -> Ordering {
        match self {
            Order::Min => one.cmp(other),
            Order::Max => other.cmp(one),
        }
    }
}
