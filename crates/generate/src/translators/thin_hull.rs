//! A thin hull: rock that nobody sees becomes the void outside.

use crate::{
    graph::graph::Graph,
    graph::place::{Kind, Place},
    graph::stage::{Stage, Trouble, Work},
};
use serde::Deserialize;

/// Takes away all rock from the outside to the hull, so that only one tile of wall is left round what can be walked. Pockets
/// inside the ship stay rock: they are no way into space.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinHull {}

impl Stage for ThinHull {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), Trouble> {
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
            graph.places[place] = Place::new(Kind::Void);
            for next in round(graph, place) {
                if is_rock[next] && !is_outside[next] {
                    is_outside[next] = true;
                    frontier.push(next);
                }
            }
        }
        // Void that does not hang together with the outside would be a hole in the middle of the ship.
        for place in (0..graph.places.len()).filter(|&place| !is_outside[place]) {
            if graph.kind(place) == Kind::Void {
                graph.places[place] = Place::new(Kind::Wall);
            }
        }
        Ok(())
    }
}

/// True for rock and void that no way touches, not even at a corner.
fn is_rock(graph: &Graph, place: usize) -> bool {
    let is_solid = |place: usize| matches!(graph.kind(place), Kind::Wall | Kind::Void);
    is_solid(place) && round(graph, place).all(is_solid)
}

/// The eight places round one, as far as they are on the lattice.
fn round(graph: &Graph, place: usize) -> impl Iterator<Item = usize> + use<> {
    let away = |x: isize, y: isize| graph.away(place, x, y);
    let all = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map(|(x, y)| away(x, y));
    all.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph::chance::Chance, graph::stage::Known};

    #[test]
    fn rock_outside_becomes_space_and_pockets_inside_stay_rock() {
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
        let mut graph = Graph::nothing();
        graph.fill(rows[0].len(), rows.len(), Kind::Wall);
        for (place, letter) in rows.concat().chars().enumerate() {
            graph.places[place].kind = match letter {
                '+' => Kind::Floor,
                'v' => Kind::Void,
                _ => Kind::Wall,
            };
        }
        let known = Known::default();
        ThinHull {}.run(&mut graph, &mut Work { chance: Chance::new(1, 0, 0), known: &known }).expect("tiles");
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
