//! How far places lie apart, which hang together, and which see each other.

use crate::{
    graph::graph::{Graph, directions_of},
    graph::place::Kind,
};

/// The distance of what cannot be reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// How many steps each place lies from one, over links; [`UNREACHED`] for those to which no way leads.
pub(crate) fn distances(graph: &Graph, from: usize) -> Vec<u32> {
    let (links, strides) = (graph.links(), graph.strides());
    let mut distances = vec![UNREACHED; graph.places.len()];
    let mut queue = Vec::with_capacity(links.iter().filter(|links| **links != 0).count() + 1);
    queue.push(from);
    distances[from] = 0;
    let mut next = 0;
    while let Some(&place) = queue.get(next) {
        next += 1;
        let far = distances[place] + 1;
        for way in directions_of(links[place]) {
            let beside = place.wrapping_add(strides[way]);
            if distances[beside] == UNREACHED {
                distances[beside] = far;
                queue.push(beside);
            }
        }
    }
    distances
}

/// Places that stand in their order, in that of their distances; those that lie as far stay as they were.
// Counted, not compared: mazes are made by the thousand.
pub(crate) fn by_distance(places: &[usize], distances: &[u32]) -> Vec<usize> {
    let farthest = places.iter().map(|&place| distances[place]).filter(|&far| far != UNREACHED).max().unwrap_or(0);
    let rank = |place: usize| distances[place].min(farthest + 1) as usize;
    let mut begins = vec![0; farthest as usize + 3];
    places.iter().for_each(|&place| begins[rank(place) + 1] += 1);
    (1..begins.len()).for_each(|rank| begins[rank] += begins[rank - 1]);
    let mut sorted = vec![0; places.len()];
    for &place in places {
        let slot = &mut begins[rank(place)];
        sorted[*slot] = place;
        *slot += 1;
    }
    sorted
}

/// The regions of the graph: for each place the number of the region that it is in, from 1, or 0 if it is no way; and the
/// size of each region.
pub(crate) fn regions(graph: &Graph) -> (Vec<u32>, Vec<usize>) {
    let mut region = vec![0; graph.places.len()];
    let mut sizes = Vec::new();
    let mut frontier = Vec::new();
    for first in 0..graph.places.len() {
        if region[first] != 0 || !graph.kind(first).is_way() {
            continue;
        }
        let number = sizes.len() as u32 + 1;
        sizes.push(0);
        region[first] = number;
        frontier.push(first);
        while let Some(place) = frontier.pop() {
            sizes[number as usize - 1] += 1;
            for next in graph.neighbours(place) {
                if region[next] == 0 {
                    region[next] = number;
                    frontier.push(next);
                }
            }
        }
    }
    (region, sizes)
}

/// So many parts of a tile are told apart by sight.
const PARTS: i64 = 10;
/// How far from the middle of its tile a body's sides are looked at, in parts of a tile.
const BODY: i64 = 4;

/// True if whoever stands in the middle of one tile sees something of a body in the middle of another. A line that touches a corner
/// passes: who must be out of sight is so for certain.
pub(crate) fn sees(graph: &Graph, from: usize, to: usize) -> bool {
    let middle = |place: usize| {
        let (x, y) = graph.at(place);
        (x as i64 * PARTS + PARTS / 2, y as i64 * PARTS + PARTS / 2)
    };
    let (eye, (x, y)) = (middle(from), middle(to));
    let points = [(0, 0), (-BODY, -BODY), (BODY, -BODY), (-BODY, BODY), (BODY, BODY)];
    points.into_iter().any(|(right, down)| is_clear(graph, eye, (x + right, y + down)))
}

/// True if nothing stops sight between two points, in parts of tiles.
fn is_clear(graph: &Graph, from: (i64, i64), to: (i64, i64)) -> bool {
    let (far_x, far_y) = (to.0 - from.0, to.1 - from.1);
    let end = (to.0 / PARTS, to.1 / PARTS);
    let mut tile = (from.0 / PARTS, from.1 / PARTS);
    while tile != end {
        // How far the line has come at the next edge of each kind, multiplied so that the two can be compared.
        let edge =
            |tile: i64, from: i64, far: i64| if far > 0 { (tile + 1) * PARTS - from } else { from - tile * PARTS };
        let at_x = if far_x == 0 { i64::MAX } else { edge(tile.0, from.0, far_x) * far_y.abs() };
        let at_y = if far_y == 0 { i64::MAX } else { edge(tile.1, from.1, far_y) * far_x.abs() };
        if at_x <= at_y {
            tile.0 += far_x.signum();
        }
        if at_y <= at_x {
            tile.1 += far_y.signum();
        }
        let place = tile.1 as usize * graph.width + tile.0 as usize;
        if tile != end && !matches!(graph.kind(place), Kind::Floor | Kind::Window | Kind::Void | Kind::Pillar) {
            return false;
        }
    }
    true
}
