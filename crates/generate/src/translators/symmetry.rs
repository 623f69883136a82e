//! Symmetry: one half is the other's mirror image.

use crate::{
    graph::graph::{Graph, Scale, opposite},
    graph::measure::regions,
    graph::place::{DIRECTIONS, Kind, Place},
    graph::stage::{Stage, Trouble, Work},
};
use level::{Axis, Direction};
use serde::Deserialize;

/// Makes the right half the mirror image of the left one, or the lower half that of the upper one. Parts that were joined by
/// way of the other half are joined anew, on both sides alike.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Symmetry {
    /// The axis along which it is mirrored: `X` makes left and right alike, `Y` above and below.
    along: Axis,
}

impl Stage for Symmetry {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
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
    /// The place that is a place's mirror image.
    fn image(&self, graph: &Graph, place: usize) -> usize {
        let (x, y) = graph.at(place);
        match self.along {
            Axis::X => y * graph.width + graph.width - 1 - x,
            Axis::Y => (graph.height - 1 - y) * graph.width + x,
        }
    }

    /// The mirror image of a direction.
    fn turned(&self, way: Direction) -> Direction {
        let along_x = matches!(way, Direction::East | Direction::West);
        if along_x == (self.along == Axis::X) { opposite(way) } else { way }
    }

    /// What a place becomes whose mirror image is another; one in the middle keeps its links to the first half on both sides.
    fn mirrored(&self, graph: &Graph, place: usize, image: usize) -> Place {
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
        Place { links, ..original }
    }

    /// Links parts of a maze that are apart, on both sides alike, in any order.
    fn join_chambers(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        // A link to what was the other half is one only if the mirror image has it, too.
        for place in 0..graph.places.len() {
            for way in DIRECTIONS {
                let back = graph.beside(place, way).map(|beside| graph.places[beside].links >> opposite(way) as u8 & 1);
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
                let beside = graph.beside(place, way).filter(|&beside| graph.kind(beside) == Kind::Floor);
                if beside.is_some() && !graph.is_linked(place, way) {
                    walls.push((place, way));
                }
            }
        }
        work.chance.shuffle(&mut walls);
        for (place, way) in walls {
            let Some(beside) = graph.beside(place, way) else { continue };
            if !parts.join(region[place] as usize, region[beside] as usize) {
                continue;
            }
            graph.link(place, way);
            let (image, image_beside) = (self.image(graph, place), self.image(graph, beside));
            graph.link(image, self.turned(way));
            parts.join(region[image] as usize, region[image_beside] as usize);
        }
        Ok(())
    }

    /// Keeps the largest cavern with its mirror image, and joins them across the middle if they are two.
    fn join_tiles(&self, graph: &mut Graph) -> Result<(), Trouble> {
        let (region, sizes) = regions(graph);
        let largest = (0..sizes.len()).max_by_key(|&index| (sizes[index], usize::MAX - index));
        let Some(largest) = largest.map(|index| index as u32 + 1) else {
            return Err(Trouble::Unlucky("there is no floor".to_owned()));
        };
        let twin = (0..graph.places.len()).find(|&place| region[place] == largest);
        let twin = twin.map_or(largest, |place| region[self.image(graph, place)]);
        for (place, &region) in graph.places.iter_mut().zip(&region) {
            if region != 0 && region != largest && region != twin {
                *place = Place::new(Kind::Wall);
            }
        }
        if twin == largest {
            return Ok(());
        }
        // Straight across the middle from the floor of the first half that is nearest to it.
        let gap = |place: usize| self.image(graph, place).abs_diff(place);
        let nearest = (0..graph.places.len()).filter(|&place| region[place] == largest).min_by_key(|&place| gap(place));
        let Some(nearest) = nearest else { return Ok(()) };
        let image = self.image(graph, nearest);
        let step = if self.along == Axis::X { 1 } else { graph.width };
        for place in (nearest.min(image)..=nearest.max(image)).step_by(step) {
            if graph.kind(place) == Kind::Void {
                return Err(Trouble::Unlucky("its halves lie apart, and void is between them".to_owned()));
            }
            if !graph.kind(place).is_way() {
                graph.places[place] = Place::new(Kind::Floor);
            }
        }
        Ok(())
    }
}

/// Which parts have been joined: each points to one that it is joined to, the first of all to itself.
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

    /// Joins two parts. False if they were joined already.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.first(one), self.first(other));
        self.above[one] = other;
        one != other
    }
}
