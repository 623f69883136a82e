//! A* on grids and odd graphs, compared with the simplest possible search.

use proptest::prelude::*;
use queue::path::{Graph, Path, find_path, search};

/// A list of edges: from, to, cost. Nodes are numbers; `estimates` has one for each, to whatever goal.
#[derive(Clone, Debug, Default)]
struct Edges {
    edges: Vec<(u32, u32, i64)>,
    estimates: Vec<i64>,
}

impl Edges {
    fn new(edges: &[(u32, u32, i64)]) -> Self {
        Edges { edges: edges.to_vec(), estimates: Vec::new() }
    }

    fn path(&self, start: u32, goal: u32) -> Option<(i64, Vec<u32>)> {
        find_path(self, &start, &goal).map(|Path { cost, nodes }| (cost, nodes))
    }
}

impl Graph for Edges {
    type Node = u32;

    fn neighbours(&self, node: &u32) -> impl Iterator<Item = (u32, Option<i64>)> {
        self.edges.iter().filter(|edge| edge.0 == *node).map(|(_, to, cost)| (*to, Some(*cost)))
    }

    fn estimate(&self, node: &u32, _: &u32) -> i64 {
        self.estimates.get(*node as usize).copied().unwrap_or(0)
    }
}

/// An open grid of this side, or one without an end.
struct OpenGrid {
    side: i64,
    is_endless: bool,
}

impl Graph for OpenGrid {
    type Node = (i64, i64);

    fn neighbours(&self, &(x, y): &(i64, i64)) -> impl Iterator<Item = ((i64, i64), Option<i64>)> {
        let inside = |at: i64| self.is_endless || (0..self.side).contains(&at);
        let sides = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
        sides.into_iter().map(move |(x, y)| ((x, y), (inside(x) && inside(y)).then_some(1)))
    }

    fn estimate(&self, node: &(i64, i64), goal: &(i64, i64)) -> i64 {
        (node.0 - goal.0).abs() + (node.1 - goal.1).abs()
    }
}

#[test]
fn path_has_start_and_goal_and_takes_the_cheapest_edges() {
    let graph = Edges::new(&[(0, 1, 9), (0, 2, 2), (2, 1, 3), (1, 3, 1), (2, 3, 7)]);
    assert_eq!(graph.path(0, 3), Some((6, vec![0, 2, 1, 3])));
    assert_eq!(graph.path(0, 0), Some((0, vec![0])));
    assert_eq!(graph.path(3, 0), None);
}

#[test]
fn costs_of_zero_and_less_are_impassable() {
    let graph = Edges::new(&[(0, 1, 0), (0, 1, -5), (0, 2, i64::MIN), (0, 3, 1), (3, 1, 4)]);
    assert_eq!((graph.path(0, 1), graph.path(0, 2)), (Some((5, vec![0, 3, 1])), None));
    assert_eq!(Edges::default().path(0, 1), None, "a graph without edges has no path");
}

#[test]
fn self_loops_and_doubled_edges_do_no_harm() {
    let graph = Edges::new(&[(0, 0, 1), (0, 1, 5), (0, 1, 3), (0, 1, 4), (1, 1, 1), (1, 0, 1), (1, 2, 1)]);
    assert_eq!(graph.path(0, 2), Some((4, vec![0, 1, 2])));
}

#[test]
fn sums_that_overflow_are_impassable() {
    let graph = Edges::new(&[(0, 1, i64::MAX), (1, 2, 1), (0, 3, i64::MAX - 1), (3, 2, 1)]);
    assert_eq!(graph.path(0, 2), Some((i64::MAX, vec![0, 3, 2])));
    assert_eq!(Edges::new(&[(0, 1, i64::MAX), (1, 2, 1)]).path(0, 2), None);
    let graph = Edges { estimates: vec![i64::MAX, i64::MIN, i64::MAX, i64::MIN], ..graph };
    assert_eq!(graph.path(0, 2), None, "a total above every limit is left out");
    assert_eq!(graph.path(0, 1), Some((i64::MAX, vec![0, 1])));
}

#[test]
fn first_neighbour_decides_between_equal_paths() {
    let graph = Edges::new(&[(0, 2, 1), (0, 1, 1), (1, 3, 1), (2, 3, 1)]);
    assert_eq!(graph.path(0, 3), Some((2, vec![0, 2, 3])));
    let other = Edges::new(&[(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1)]);
    assert_eq!(other.path(0, 3), Some((2, vec![0, 1, 3])));
}

#[test]
fn search_for_an_unreachable_goal_visits_each_node_once() {
    let mut looked_at = Vec::new();
    let grid = OpenGrid { side: 100, is_endless: false };
    assert_eq!(search(&grid, &(0, 0), &(200, 200), i64::MAX, |node, _| looked_at.push(*node)), None);
    let looks = looked_at.len();
    looked_at.sort_unstable();
    looked_at.dedup();
    assert_eq!((looks, looked_at.len()), (10_000, 10_000));
}

#[test]
fn endless_graph_is_bounded_by_the_highest_cost() {
    let grid = OpenGrid { side: 0, is_endless: true };
    let cost = |max_cost| search(&grid, &(0, 0), &(30, -30), max_cost, |_, _| {}).map(|path| path.cost);
    assert_eq!((cost(59), cost(60), cost(-1)), (None, Some(60), None));
    assert_eq!(search(&grid, &(0, 0), &(0, 0), -1, |_, _| {}), None);
}

#[test]
fn open_grid_is_crossed_without_detours() {
    let mut looks = 0;
    let grid = OpenGrid { side: 256, is_endless: false };
    let path = search(&grid, &(0, 0), &(255, 255), i64::MAX, |_, _| looks += 1).expect("the grid is open");
    assert_eq!((path.cost, path.nodes.len(), looks), (510, 511, 510), "of equal totals, the farther node comes first");
}

#[test]
fn a_million_neighbours_are_searched() {
    struct Hub;
    impl Graph for Hub {
        type Node = u32;
        fn neighbours(&self, node: &u32) -> impl Iterator<Item = (u32, Option<i64>)> {
            let count = if *node == 0 { 1_000_000 } else { 0 };
            (1..=count).map(|to| (to, Some(1)))
        }
        fn estimate(&self, node: &u32, goal: &u32) -> i64 {
            i64::from(node != goal)
        }
    }
    assert_eq!(find_path(&Hub, &0, &1_000_000).map(|path| path.nodes), Some(vec![0, 1_000_000]));
}

const NODES: u32 = 12;

fn graph() -> impl Strategy<Value = Edges> {
    prop::collection::vec((0..NODES, 0..NODES, -2..9_i64), 0..50).prop_map(|edges| Edges { edges, ..Edges::default() })
}

/// The cost from each node to the goal, by the plainest of algorithms: costs sink until none sinks any more.
fn costs_to(graph: &Edges, goal: u32) -> Vec<Option<i64>> {
    let mut costs = vec![None; NODES as usize];
    costs[goal as usize] = Some(0);
    loop {
        let before = costs.clone();
        for &(from, to, cost) in graph.edges.iter().filter(|edge| edge.2 > 0) {
            let Some(sum) = costs[to as usize].map(|rest: i64| rest + cost) else { continue };
            let known = &mut costs[from as usize];
            *known = Some(known.unwrap_or(sum).min(sum));
        }
        if costs == before {
            return costs;
        }
    }
}

/// Returns true if the nodes of a path are joined by edges whose cheapest costs sum up to its cost.
fn is_sound(graph: &Edges, path: &(i64, Vec<u32>)) -> bool {
    let cheapest = |pair: &[u32]| {
        let edges = graph.edges.iter().filter(|edge| (edge.0, edge.1) == (pair[0], pair[1]) && edge.2 > 0);
        edges.map(|edge| edge.2).min()
    };
    path.1.windows(2).map(cheapest).sum::<Option<i64>>() == Some(path.0)
}

proptest! {
    #[test]
    fn consistent_estimates_find_the_cheapest_path(graph in graph(), start in 0..NODES, goal in 0..NODES, quarters in 0..=4_i64) {
        let costs = costs_to(&graph, goal);
        // A part of the true cost, rounded down, never falls by more than an edge costs.
        let estimates = costs.iter().map(|cost| cost.map_or(1_000, |cost| cost * quarters / 4)).collect();
        let graph = Edges { estimates, ..graph };
        let found = graph.path(start, goal);
        prop_assert_eq!(found.as_ref().map(|path| path.0), costs[start as usize]);
        if let Some(path) = found {
            prop_assert!(is_sound(&graph, &path));
            prop_assert_eq!((path.1.first(), path.1.last()), (Some(&start), Some(&goal)));
        }
    }

    #[test]
    fn any_estimates_find_a_path_if_there_is_one(
        graph in graph(),
        start in 0..NODES,
        goal in 0..NODES,
        estimates in prop::collection::vec(-50..50_i64, NODES as usize),
    ) {
        let is_reachable = costs_to(&graph, goal)[start as usize].is_some();
        let graph = Edges { estimates, ..graph };
        let found = graph.path(start, goal);
        prop_assert_eq!(found.is_some(), is_reachable);
        prop_assert!(found.is_none_or(|path| is_sound(&graph, &path)));
    }
}
