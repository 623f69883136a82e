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
        let is_rock: Vec<bool> = (0..graph.places.len()).map(|place| is_rock(graph, place)).collect();
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
            for next in round(graph, place) {
                if is_rock[next] && !is_outside[next] {
                    is_outside[next] = true;
                    frontier.push(next);
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

/// Returns true for rock and void without a walkable neighbour, including diagonal ones.
fn is_rock(graph: &Graph, place: usize) -> bool {
    let is_solid = |place: usize| matches!(graph.kind(place), Kind::Wall | Kind::Void);
    is_solid(place) && round(graph, place).all(is_solid)
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
