//! A thin hull: invisible rock becomes the void outside.

use crate::{
    graph::graph::Graph,
    graph::node::{Kind, Node},
    graph::stage::{Stage, StageError, Work},
};
use serde::Deserialize;

/// Removes all rock outside of the hull, so that only one tile of wall remains around walkable places. Pockets inside
/// the ship stay rock, because they do not connect to space.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinHull {}

impl Stage for ThinHull {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let (width, height) = (graph.width, graph.height);
        let is_rock = rock(graph);
        let is_edge = |place: usize| {
            let (x, y) = (place % width, place / width);
            x == 0 || y == 0 || x + 1 == width || y + 1 == height
        };
        let mut is_outside = vec![false; graph.places.len()];
        let mut frontier: Vec<usize> =
            (0..graph.places.len()).filter(|&place| is_edge(place) && is_rock[place]).collect();
        frontier.iter().for_each(|&place| is_outside[place] = true);
        while let Some(place) = frontier.pop() {
            graph.places[place] = Node::new(Kind::Void);
            let mut look = |next: usize| {
                if is_rock[next] && !is_outside[next] {
                    is_outside[next] = true;
                    frontier.push(next);
                }
            };
            if is_edge(place) {
                round(graph, place).for_each(look);
            } else {
                for above in [place - width, place, place + width] {
                    (above - 1..=above + 1).for_each(&mut look);
                }
            }
        }
        // Void that is not connected to the outside would be a hole in the middle of the ship.
        for place in (0..graph.places.len()).filter(|&place| !is_outside[place]) {
            if graph.kind(place) == Kind::Void {
                graph.places[place] = Node::new(Kind::Wall);
            }
        }
        Ok(())
    }
}

/// Returns for each place whether it is rock or void without a walkable neighbour, including diagonal ones.
fn rock(graph: &Graph) -> Vec<bool> {
    let width = graph.width;
    let is_solid: Vec<bool> = graph.places.iter().map(|place| matches!(place.kind, Kind::Wall | Kind::Void)).collect();
    // Both neighbours in the row, and then those of the three rows. Places beyond the lattice are solid.
    let mut in_row = is_solid.clone();
    for (row, solid) in in_row.chunks_exact_mut(width.max(1)).zip(is_solid.chunks_exact(width.max(1))) {
        for (x, is_solid) in row.iter_mut().enumerate() {
            *is_solid &= (x == 0 || solid[x - 1]) && (x + 1 == width || solid[x + 1]);
        }
    }
    let mut is_rock = in_row.clone();
    for (place, is_rock) in is_rock.iter_mut().enumerate() {
        let is_solid_row = |place: Option<usize>| place.and_then(|place| in_row.get(place)).is_none_or(|solid| *solid);
        *is_rock &= is_solid_row(place.checked_sub(width)) && is_solid_row(Some(place + width));
    }
    is_rock
}

/// Returns the eight neighbours of a place that are on the lattice.
fn round(graph: &Graph, place: usize) -> impl Iterator<Item = usize> + use<> {
    let away = |x: isize, y: isize| graph.away(place, x, y);
    let all = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map(|(x, y)| away(x, y));
    all.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph::rng::Rng, graph::stage::GeneratorData};

    #[test]
    fn rock_outside_becomes_space_but_pockets_stay_rock() {
        let rows = [
            "..............",
            ".############.",
            ".#++++++++++#.",
            ".#+########+#.",
            ".#+########+#.",
            ".#+###vv###+#.",
            ".#+########+#.",
            ".#+########+#.",
            ".#++++++++++#.",
            ".############.",
            "..............",
        ];
        let mut graph = Graph::empty();
        graph.fill(rows[0].len(), rows.len(), Kind::Wall);
        for (place, letter) in rows.concat().chars().enumerate() {
            graph.places[place].kind = match letter {
                '+' => Kind::Floor,
                'v' => Kind::Void,
                _ => Kind::Wall,
            };
        }
        let known = GeneratorData::default();
        ThinHull {}.run(&mut graph, &mut Work { rng: Rng::new(1, 0, 0), known: &known }).expect("tiles");
        for (place, letter) in rows.concat().chars().enumerate() {
            let expected = match letter {
                '.' => Kind::Void,
                '+' => Kind::Floor,
                _ => Kind::Wall,
            };
            assert_eq!(graph.kind(place), expected, "{:?}", graph.at(place));
        }
    }
}
