//! `hullkit bench queue`: benchmarks the priority queue, with the standard heap as the baseline.

use crate::command_line::failure::{Failure, say};
use clap::Args;
use queue::Queue as PriorityQueue;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    time::{Duration, Instant},
};

/// The number of times that each queue runs all operations, alternately. The best time counts.
const ROUNDS: usize = 3;
/// The upper bound of keys, exclusive.
const KEYS: u32 = 100_000;
/// The upper bound of priorities, exclusive. Some are equal.
const PRIORITIES: u32 = 50_000;

/// The game's waiting lists: their name, the number of waiting keys, and the number of changed priorities per step,
/// after which the first key leaves and another one joins. The rank of a voice changes with its loudness. Of the
/// creatures that wait for a path search, some ask again in each tick.
const LISTS: [(&str, u32, u32); 2] = [("voices", 24, 4), ("searches", 400, 32)];
/// The number of steps of a waiting list.
const STEPS: u32 = 20_000;

/// Times mixed operations on the priority queue, with the standard heap with stale entries as the baseline; both must
/// give the same results. Then times waiting lists as the game has them, compared with a list that is sorted in each
/// step.
#[derive(Args)]
pub(crate) struct Queue {
    /// The number of operations.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    operations: u32,
    /// Print one JSON object: operations, seconds, operations_per_second, heap_seconds, ratio, and lists with name,
    /// waiting, nanoseconds per step, sorted_nanoseconds and ratio.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    operations: u32,
    /// The time of all operations, with the queue and with the standard heap.
    seconds: f64,
    operations_per_second: f64,
    heap_seconds: f64,
    /// The time of the standard heap, divided by that of the queue.
    ratio: f64,
    lists: Vec<ListFigures>,
}

/// The time per step of a waiting list, with the queue and with a list that is sorted in each step.
#[derive(Serialize)]
struct ListFigures {
    name: &'static str,
    waiting: u32,
    nanoseconds: f64,
    sorted_nanoseconds: f64,
    /// The time of the sorted list, divided by that of the queue.
    ratio: f64,
}

#[derive(Clone, Copy)]
enum Operation {
    Enqueue(u32, u32),
    Dequeue,
    Reprioritize(u32, u32),
    ReprioritizeIfBetter(u32, u32),
    Contains(u32),
}

impl Queue {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let operations = mixed(self.operations);
        let mut best = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            let mut queue = PriorityQueue::min();
            let (time, results) = timed(&operations, |operation| apply(&mut queue, operation));
            best.0 = best.0.min(time);
            let mut heap = StaleHeap::default();
            let (time, heap_results) = timed(&operations, |operation| heap.apply(operation));
            best.1 = best.1.min(time);
            if results != heap_results {
                return Err(Failure::data("the queue and the standard heap give different results"));
            }
        }
        // A coarse clock may not advance during one operation.
        let seconds = best.0.as_secs_f64().max(1e-9);
        let heap_seconds = best.1.as_secs_f64();
        let figures = Figures {
            operations: self.operations,
            seconds,
            operations_per_second: f64::from(self.operations) / seconds,
            heap_seconds,
            ratio: heap_seconds / seconds,
            lists: LISTS.into_iter().map(timed_list).collect::<Result<_, Failure>>()?,
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        let Figures { operations, seconds, operations_per_second, heap_seconds, ratio, lists } = self;
        let millions = operations_per_second / 1e6;
        let mut text = format!(
            "{operations} operations in {seconds:.3} s, {millions:.1} million per second; the standard heap with stale \
             entries: {heap_seconds:.3} s, {ratio:.2} times as long"
        );
        for ListFigures { name, waiting, nanoseconds, sorted_nanoseconds, ratio } in lists {
            text += &format!(
                "\n{name}, {waiting} waiting: {nanoseconds:.0} ns per step; a list sorted in each step: \
                 {sorted_nanoseconds:.0} ns, {ratio:.2} times as long"
            );
        }
        text
    }
}

/// Times a waiting list. The same keys must leave both variants.
fn timed_list((name, waiting, changes): (&'static str, u32, u32)) -> Result<ListFigures, Failure> {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let queue_left = steps_of_queue(waiting, changes);
        best.0 = best.0.min(began.elapsed());
        let began = Instant::now();
        let sorted_left = steps_of_sorted_list(waiting, changes);
        best.1 = best.1.min(began.elapsed());
        if queue_left != sorted_left {
            return Err(Failure::data("the queue and the sorted list give different results"));
        }
    }
    let [nanoseconds, sorted_nanoseconds] =
        [best.0, best.1].map(|time| (time.as_secs_f64() * 1e9 / f64::from(STEPS)).max(1e-3));
    Ok(ListFigures { name, waiting, nanoseconds, sorted_nanoseconds, ratio: sorted_nanoseconds / nanoseconds })
}

/// Changes the priorities of some waiting keys in each step; then the first leaves and another joins. Returns the keys
/// that left.
fn steps_of_queue(waiting: u32, changes: u32) -> Vec<u32> {
    let (mut rng, mut queue) = (Pcg32::seed_from_u64(2), PriorityQueue::min());
    for key in 0..waiting {
        queue.enqueue(key, (rng.random_range(0..PRIORITIES), key)).expect("each key is new");
    }
    let step = |_| {
        for _ in 0..changes {
            let key = rng.random_range(0..waiting);
            queue.reprioritize(&key, (rng.random_range(0..PRIORITIES), key)).expect("all keys wait");
        }
        let (key, _) = queue.dequeue().expect("all keys wait");
        queue.enqueue(key, (rng.random_range(0..PRIORITIES), key)).expect("it has just left");
        key
    };
    (0..STEPS).map(step).collect()
}

/// Runs the same steps with a list of all keys that is copied and sorted in each step, because its keys have owners
/// that must not move.
fn steps_of_sorted_list(waiting: u32, changes: u32) -> Vec<u32> {
    let mut rng = Pcg32::seed_from_u64(2);
    let mut priorities: Vec<u32> = (0..waiting).map(|_| rng.random_range(0..PRIORITIES)).collect();
    let mut sorted = Vec::new();
    let step = |_| {
        for _ in 0..changes {
            let key = rng.random_range(0..waiting);
            priorities[key as usize] = rng.random_range(0..PRIORITIES);
        }
        sorted.clear();
        sorted.extend(priorities.iter().copied().zip(0..));
        sorted.sort_unstable();
        let (_, key): (u32, u32) = sorted[0];
        priorities[key as usize] = rng.random_range(0..PRIORITIES);
        key
    };
    (0..STEPS).map(step).collect()
}

/// Returns a fixed mix of operations: of ten, four enqueue, two dequeue, three change a priority and one checks.
fn mixed(count: u32) -> Vec<Operation> {
    let mut rng = Pcg32::seed_from_u64(1);
    let one = |_| {
        let (key, priority) = (rng.random_range(0..KEYS), rng.random_range(0..PRIORITIES));
        match rng.random_range(0..10) {
            0..4 => Operation::Enqueue(key, priority),
            4..6 => Operation::Dequeue,
            6 => Operation::Reprioritize(key, priority),
            7..9 => Operation::ReprioritizeIfBetter(key, priority),
            _ => Operation::Contains(key),
        }
    };
    (0..count).map(one).collect()
}

/// Runs all operations. Returns the time and the result of each.
fn timed(operations: &[Operation], apply: impl FnMut(Operation) -> Option<u32>) -> (Duration, Vec<Option<u32>>) {
    let began = Instant::now();
    let results = operations.iter().copied().map(apply).collect();
    (began.elapsed(), results)
}

/// Runs one operation. Returns the dequeued key, or 1 if the key is there or the operation had an effect.
fn apply(queue: &mut PriorityQueue<u32, u32>, operation: Operation) -> Option<u32> {
    let is_done = match operation {
        Operation::Dequeue => return queue.dequeue().map(|(key, _)| key),
        Operation::Enqueue(key, priority) => queue.enqueue(key, priority).is_ok(),
        Operation::Reprioritize(key, priority) => queue.reprioritize(&key, priority).is_ok(),
        Operation::ReprioritizeIfBetter(key, priority) => queue.reprioritize_if_better(&key, priority) == Ok(true),
        Operation::Contains(key) => queue.contains(&key),
    };
    Some(u32::from(is_done))
}

/// The standard heap, in which a key with a changed priority is pushed again. Its older entries are skipped when
/// popped.
#[derive(Default)]
struct StaleHeap {
    /// Priority, insertion number, and key.
    heap: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// The priority and the insertion number of each queued key.
    queued: FxHashMap<u32, (u32, u32)>,
    enqueued: u32,
}

impl StaleHeap {
    /// Runs one operation, with the same results as the queue.
    fn apply(&mut self, operation: Operation) -> Option<u32> {
        let is_done = match operation {
            Operation::Dequeue => return self.dequeue(),
            Operation::Enqueue(key, priority) => !self.queued.contains_key(&key) && self.enqueue(key, priority),
            Operation::Reprioritize(key, priority) => self.change(key, priority, |_| true),
            Operation::ReprioritizeIfBetter(key, priority) => self.change(key, priority, |before| priority < before),
            Operation::Contains(key) => self.queued.contains_key(&key),
        };
        Some(u32::from(is_done))
    }

    fn enqueue(&mut self, key: u32, priority: u32) -> bool {
        self.queued.insert(key, (priority, self.enqueued));
        self.heap.push(Reverse((priority, self.enqueued, key)));
        self.enqueued += 1;
        true
    }

    /// Changes the priority of a queued key if `allows` accepts the previous one.
    fn change(&mut self, key: u32, priority: u32, allows: impl FnOnce(u32) -> bool) -> bool {
        let Some((before, number)) = self.queued.get_mut(&key) else { return false };
        if !allows(*before) {
            return false;
        }
        *before = priority;
        self.heap.push(Reverse((priority, *number, key)));
        true
    }

    fn dequeue(&mut self) -> Option<u32> {
        while let Some(Reverse((priority, number, key))) = self.heap.pop() {
            if self.queued.get(&key) == Some(&(priority, number)) {
                self.queued.remove(&key);
                return Some(key);
            }
        }
        None
    }
}
