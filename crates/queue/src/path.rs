//! A*: the cheapest path between two nodes of any graph.

use crate::queue::Queue;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{cmp::Reverse, hash::Hash};

/// A graph that can be searched.
pub trait Graph {
    /// A node, or a small name of one: nodes are cloned and hashed.
    type Node: Clone + Eq + Hash;

    /// Returns the neighbours of a node, each with the cost of the edge that leads to it. `None` and costs of 0 or less are
    /// impassable.
    ///
    /// A node may be its own neighbour, and several edges may lead to one neighbour. Of equally good paths, the order of the
    /// neighbours decides which one is found.
    fn neighbours(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, Option<i64>)>;

    /// Returns an estimate of what the path from a node to the goal costs, the same each time for the same nodes.
    ///
    /// An estimate is consistent if it is 0 at the goal and never falls by more than an edge costs. With consistent estimates, the
    /// path that is found is the cheapest. With others, a path is found if there is one, but a cheaper one may exist: a node whose
    /// neighbours were examined is not examined again. An estimate of 0 is consistent and makes the search Dijkstra's.
    fn estimate(&self, node: &Self::Node, goal: &Self::Node) -> i64;
}

/// A path through a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<N> {
    /// The sum of the costs of its edges.
    pub cost: i64,
    /// Its nodes, start and goal included; one node if they are the same.
    pub nodes: Vec<N>,
}

/// Returns the cheapest path from the start to the goal; `None` if there is none.
///
/// Each node that can be reached is examined at most once, so the search ends on every finite graph. [`search`] ends on infinite
/// ones, too.
pub fn find_path<G: Graph>(graph: &G, start: &G::Node, goal: &G::Node) -> Option<Path<G::Node>> {
    search(graph, start, goal, i64::MAX, |_, _| {})
}

/// Returns the cheapest path from the start to the goal that costs at most `max_cost`; `None` if there is none.
///
/// Nodes whose cost and estimate are more than `max_cost` together are left out, so an estimate that is too high may hide a path.
/// `look` gets each node whose neighbours are examined, in that order, with the cost of the path to it.
pub fn search<G: Graph>(
    graph: &G,
    start: &G::Node,
    goal: &G::Node,
    max_cost: i64,
    mut look: impl FnMut(&G::Node, i64),
) -> Option<Path<G::Node>> {
    // A sum of a cost and an estimate may be too large for 64 bits. Of equal sums, the node farther on comes first.
    let total = |node: &G::Node, cost: i64| (i128::from(cost) + i128::from(graph.estimate(node, goal)), Reverse(cost));
    let mut open = Queue::min();
    let mut closed = FxHashSet::default();
    let mut came_from = FxHashMap::default();
    if max_cost >= 0 {
        open.enqueue(start.clone(), total(start, 0)).ok()?;
    }
    while let Some((node, (_, Reverse(cost)))) = open.dequeue() {
        closed.insert(node.clone());
        if node == *goal {
            return Some(Path { cost, nodes: trace_back(&came_from, node) });
        }
        look(&node, cost);
        for (next, step) in graph.neighbours(&node) {
            let cost_there = step.filter(|step| *step > 0).and_then(|step| cost.checked_add(step));
            let Some(cost_there) = cost_there.filter(|_| !closed.contains(&next)) else { continue };
            let total = total(&next, cost_there);
            if total.0 > i128::from(max_cost) {
                continue;
            }
            let is_better = open.reprioritize_if_better(&next, total).or_else(|_| {
                open.enqueue(next.clone(), total)?;
                Ok::<bool, crate::queue::QueueError>(true)
            });
            if is_better == Ok(true) {
                came_from.insert(next, node.clone());
            }
        }
    }
    None
}

/// The nodes from the start to this one. Each came from a node that was closed before it, so this ends.
fn trace_back<N: Clone + Eq + Hash>(came_from: &FxHashMap<N, N>, last: N) -> Vec<N> {
    let mut nodes: Vec<N> = std::iter::successors(Some(last), |node| came_from.get(node).cloned()).collect();
    nodes.reverse();
    nodes
}
