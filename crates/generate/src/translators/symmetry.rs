//! Symmetry: mirrors one half of the map.

use crate::{
    graph::graph::{Graph, Scale, opposite},
    graph::measure::regions,
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::{Stage, StageError, Work},
};
use level::{Axis, Direction};
use serde::Deserialize;

/// Mirrors the left half to the right, or the upper half to the lower one. Parts that were connected only through the
/// replaced half are connected again, symmetrically.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Symmetry {
    /// The axis along which the map is mirrored: `X` mirrors left to right, `Y` top to bottom.
    along: Axis,
}

impl Stage for Symmetry {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        for place in 0..graph.places.len() {
            let image = self.image(graph, place);
            if image >= place {
                graph.places[image] = self.mirrored(graph, place, image);
            }
        }
        match graph.scale {
            Scale::Chambers => self.join_chambers(graph, work),
            Scale::Tiles => self.join_tiles(graph),
        }
    }
}

impl Symmetry {
    /// Returns the mirror image of a place.
    fn image(&self, graph: &Graph, place: usize) -> usize {
        let (x, y) = graph.at(place);
        match self.along {
            Axis::X => y * graph.width + graph.width - 1 - x,
            Axis::Y => (graph.height - 1 - y) * graph.width + x,
        }
    }

    /// Returns the mirror image of a direction.
    fn turned(&self, way: Direction) -> Direction {
        let along_x = matches!(way, Direction::East | Direction::West);
        if along_x == (self.along == Axis::X) { opposite(way) } else { way }
    }

    /// Returns the mirrored version of a place. Places on the axis keep their links to the first half on both sides.
    fn mirrored(&self, graph: &Graph, place: usize, image: usize) -> Node {
        let original = graph.places[place];
        let mut links = 0;
        for way in DIRECTIONS {
            if original.links & 1 << way as u8 != 0 {
                links |= 1 << self.turned(way) as u8;
            }
        }
        if place == image {
            let kept = match self.along {
                Axis::X => Direction::West,
                Axis::Y => Direction::North,
            };
            let beyond = 1_u8 << opposite(kept) as u8;
            links = original.links & !beyond | (links & beyond);
        }
        Node { links, ..original }
    }

    /// Links separate parts of a maze symmetrically, in random order.
    fn join_chambers(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        // A link across the axis is valid only if its mirror image exists, too.
        for place in 0..graph.places.len() {
            for way in DIRECTIONS {
                let back = graph
                    .neighbour(place, way)
                    .map(|neighbour| graph.places[neighbour].links >> opposite(way) as u8 & 1);
                if back != Some(1) {
                    graph.places[place].links &= !(1 << way as u8);
                }
            }
        }
        let (region, sizes) = regions(graph);
        let mut parts = Parts { above: (0..=sizes.len()).collect() };
        let mut walls: Vec<(usize, Direction)> = Vec::new();
        for place in (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor) {
            for way in [Direction::East, Direction::South] {
                let neighbour = graph.neighbour(place, way).filter(|&neighbour| graph.kind(neighbour) == Kind::Floor);
                if neighbour.is_some() && !graph.is_linked(place, way) {
                    walls.push((place, way));
                }
            }
        }
        work.rng.shuffle(&mut walls);
        for (place, way) in walls {
            let Some(neighbour) = graph.neighbour(place, way) else { continue };
            if !parts.join(region[place] as usize, region[neighbour] as usize) {
                continue;
            }
            graph.link(place, way);
            let (image, image_beside) = (self.image(graph, place), self.image(graph, neighbour));
            graph.link(image, self.turned(way));
            parts.join(region[image] as usize, region[image_beside] as usize);
        }
        Ok(())
    }

    /// Keeps the largest cavern and its mirror image, and connects them across the axis if they are separate.
    fn join_tiles(&self, graph: &mut Graph) -> Result<(), StageError> {
        let (region, sizes) = regions(graph);
        let largest = (0..sizes.len()).max_by_key(|&index| (sizes[index], usize::MAX - index));
        let Some(largest) = largest.map(|index| index as u32 + 1) else {
            return Err(StageError::Retry("the map has no floor".to_owned()));
        };
        let dual_wield = (0..graph.places.len()).find(|&place| region[place] == largest);
        let dual_wield = dual_wield.map_or(largest, |place| region[self.image(graph, place)]);
        for (place, &region) in graph.places.iter_mut().zip(&region) {
            if region != 0 && region != largest && region != dual_wield {
                *place = Node::new(Kind::Wall);
            }
        }
        // A door on the axis and its mirror image are not between two walls.
        open_loose_doors(graph);
        if dual_wield == largest {
            return Ok(());
        }
        // A straight connection across the axis from the nearest floor of the first half.
        let gap = |place: usize| self.image(graph, place).abs_diff(place);
        let nearest = (0..graph.places.len()).filter(|&place| region[place] == largest).min_by_key(|&place| gap(place));
        let Some(nearest) = nearest else { return Ok(()) };
        let image = self.image(graph, nearest);
        let step = if self.along == Axis::X { 1 } else { graph.width };
        for place in (nearest.min(image)..=nearest.max(image)).step_by(step) {
            if graph.kind(place) == Kind::Void {
                return Err(StageError::Retry("the halves cannot be connected because void separates them".to_owned()));
            }
            if !graph.kind(place).is_walkable() {
                graph.places[place] = Node::new(Kind::Floor);
            }
        }
        open_loose_doors(graph);
        Ok(())
    }
}

/// Replaces doors that are no longer between two walls by floor.
fn open_loose_doors(graph: &mut Graph) {
    for door in 0..graph.places.len() {
        let is_wall = DIRECTIONS.map(|way| !graph.neighbour_kind(door, way).is_walkable());
        let fits = matches!(is_wall, [true, false, true, false] | [false, true, false, true]);
        if matches!(graph.kind(door), Kind::Door(_)) && !fits {
            graph.places[door].kind = Kind::Floor;
        }
    }
}

/// A union-find structure: each part points to one that it is connected to, the first of all to itself.
struct Parts {
    above: Vec<usize>,
}

impl Parts {
    fn first(&mut self, mut part: usize) -> usize {
        while self.above[part] != part {
            self.above[part] = self.above[self.above[part]];
            part = self.above[part];
        }
        part
    }

    /// Connects two parts. Returns false if they were already connected.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.first(one), self.first(other));
        self.above[one] = other;
        one != other
    }
}
