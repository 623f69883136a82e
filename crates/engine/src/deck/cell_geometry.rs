//! Cell geometry: the shape of the contents of a cell, in one place. Ray casts, collisions and the renderer all use it.

use crate::deck::shape::Shape;
use bevy::{math::ops, prelude::*};
use level::{Axis, Corner, Hang, PILLAR_RADIUS, PaneKind, TABLE_RADIUS};
use std::f32::consts::FRAC_PI_2;

/// Half the thickness of a sliding door's panel, in tiles.
const PANEL: f32 = 0.1;
/// Half the thickness of a swinging door's leaf, in tiles.
const LEAF: f32 = 0.05;
/// Maximum number of edges per cell: the two leaves of a swinging door have four each.
const MAX: usize = 8;

/// The geometry of a cell's contents: convex parts with straight edges, or a circle. Points are in cell coordinates:
/// (0, 0) is the cell's upper left corner, (1, 1) its lower right one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellGeometry {
    edges: [Edge; MAX],
    /// The total number of edges, and the number of edges per part.
    count: usize,
    each: usize,
    /// The circle of a round part. If there is one, there are no edges.
    pub circle: Option<Circle>,
    /// Things that the geometry blocks.
    pub stops: Stops,
}

/// A straight side of a cell's geometry.
///
/// As the map is drawn, the solid side is to the left of the direction from `from` to `to`. The free side is the one
/// that [`Edge::out`] points to. Seen from there, `from` is on the left and `to` on the right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// Its left end.
    pub from: Vec2,
    /// Its right end.
    pub to: Vec2,
    /// The horizontal texture coordinates at its ends: 0 is the texture's left edge, 1 its right one.
    pub across: [f32; 2],
}

/// A round part of a cell's geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Its centre, in cell coordinates.
    pub middle: Vec2,
    /// Its radius, in tiles.
    pub radius: f32,
}

/// Things that a cell's geometry blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// It cannot be seen through.
    pub sight: bool,
    /// It blocks shots.
    pub shots: bool,
    /// It blocks bodies.
    pub bodies: bool,
}

impl Stops {
    /// Blocks everything, like a wall.
    pub const ALL: Stops = Stops { sight: true, shots: true, bodies: true };
    /// Blocks nothing.
    pub const NOTHING: Stops = Stops { sight: false, shots: false, bodies: false };
}

impl Edge {
    /// Returns the direction away from the solid side; as long as the edge.
    pub fn out(&self) -> Vec2 {
        (self.to - self.from).perp()
    }
}

impl CellGeometry {
    /// The geometry of an empty cell.
    const NONE: CellGeometry = CellGeometry {
        edges: [Edge { from: Vec2::ZERO, to: Vec2::ZERO, across: [0.0; 2] }; MAX],
        count: 0,
        each: 1,
        circle: None,
        stops: Stops::NOTHING,
    };

    /// Returns all edges. A closed part has them in order, each starting where the previous one ends. A pane has two in
    /// the same place, one for each side.
    pub fn edges(&self) -> &[Edge] {
        &self.edges[..self.count]
    }

    /// Returns the edges of each convex part.
    pub fn parts(&self) -> impl Iterator<Item = &[Edge]> {
        self.edges().chunks(self.each)
    }

    /// Creates a single part with these edges, which blocks everything.
    fn of<const N: usize>(edges: [Edge; N]) -> Self {
        let mut outline = CellGeometry { count: N, each: N, stops: Stops::ALL, ..CellGeometry::NONE };
        outline.edges[..N].copy_from_slice(&edges);
        outline
    }
}

/// Returns the geometry of a shape.
pub fn outline(shape: Shape) -> CellGeometry {
    match shape {
        Shape::Open | Shape::Space => CellGeometry::NONE,
        Shape::Solid => push_wall(Axis::X, 0.0),
        Shape::Door { open, .. } if open >= 1.0 => CellGeometry::NONE,
        Shape::Door { along, open } => sliding(along, open),
        Shape::Leaves { along, turn } => leaves(along, turn),
        Shape::Locked { along, hang: Hang::Sliding, .. } => sliding(along, 0.0),
        Shape::Locked { along, hang: Hang::Swinging, .. } => leaves(along, 0.0),
        Shape::Pane { along, kind } => pane(along, kind),
        Shape::Pillar => {
            let circle = Circle { middle: Vec2::splat(0.5), radius: PILLAR_RADIUS };
            CellGeometry { circle: Some(circle), stops: Stops::ALL, ..CellGeometry::NONE }
        }
        Shape::Table => {
            let circle = Circle { middle: Vec2::splat(0.5), radius: TABLE_RADIUS };
            CellGeometry { circle: Some(circle), stops: Stops { bodies: true, ..Stops::NOTHING }, ..CellGeometry::NONE }
        }
        Shape::Diagonal { corner } => diagonal(corner),
        Shape::PushWall { along, shift } => push_wall(along, shift),
    }
}

/// Returns the edges of a rectangle. `shift` is the position of the upper left corner of its texture.
///
/// Each of the four sides shows the texture at the size of a cell and not mirrored.
fn rect(min: Vec2, max: Vec2, shift: Vec2) -> [Edge; 4] {
    let (low, high) = (min - shift, max - shift);
    let edge = |from: (f32, f32), to: (f32, f32), across| Edge { from: from.into(), to: to.into(), across };
    [
        edge((min.x, min.y), (min.x, max.y), [low.y, high.y]),
        edge((min.x, max.y), (max.x, max.y), [low.x, high.x]),
        edge((max.x, max.y), (max.x, min.y), [1.0 - high.y, 1.0 - low.y]),
        edge((max.x, min.y), (min.x, min.y), [1.0 - high.x, 1.0 - low.x]),
    ]
}

/// Returns the point at a distance along an axis and a distance across it.
fn lay(along: Axis, lengthways: f32, sideways: f32) -> Vec2 {
    match along {
        Axis::X => Vec2::new(lengthways, sideways),
        Axis::Y => Vec2::new(sideways, lengthways),
    }
}

/// Returns the panel of a sliding door, whose texture moves with it.
fn sliding(along: Axis, open: f32) -> CellGeometry {
    let (min, max) = (lay(along, open, 0.5 - PANEL), lay(along, 1.0, 0.5 + PANEL));
    CellGeometry::of(rect(min, max, lay(along, open, 0.0)))
}

/// Returns the two leaves of a swinging door, each with its half of the texture. They turn around the ends of the line
/// on which they meet when closed.
fn leaves(along: Axis, turn: f32) -> CellGeometry {
    // Closed leaves overlap slightly, so that no ray passes between them.
    let length = 0.5005;
    let quarter = if along == Axis::X { FRAC_PI_2 } else { -FRAC_PI_2 };
    let leaf = |start: f32, hinge: f32, angle: f32| {
        let (min, max) = (lay(along, start, 0.5 - LEAF), lay(along, start + length, 0.5 + LEAF));
        let hinge = lay(along, hinge, 0.5);
        let (sin, cos) = ops::sin_cos(angle);
        let turned = |point: Vec2| hinge + Vec2::new(cos, sin).rotate(point - hinge);
        rect(min, max, Vec2::ZERO).map(|edge| Edge { from: turned(edge.from), to: turned(edge.to), ..edge })
    };
    let [a, b, c, d] = leaf(0.0, LEAF, quarter * turn);
    let [e, f, g, h] = leaf(1.0 - length, 1.0 - LEAF, -quarter * turn);
    CellGeometry { each: 4, ..CellGeometry::of([a, b, c, d, e, f, g, h]) }
}

/// Returns a pane without thickness.
fn pane(along: Axis, kind: PaneKind) -> CellGeometry {
    let (one, other) = (lay(along, 0.0, 0.5), lay(along, 1.0, 0.5));
    let side = |from, to| Edge { from, to, across: [0.0, 1.0] };
    let stops = Stops { sight: false, shots: kind == PaneKind::Window, bodies: true };
    CellGeometry { stops, ..CellGeometry::of([side(one, other), side(other, one)]) }
}

/// Returns the half of a cell at one of its corners.
fn diagonal(corner: Corner) -> CellGeometry {
    let corners = [Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X];
    let solid = match corner {
        Corner::NorthWest => 0,
        Corner::SouthWest => 1,
        Corner::SouthEast => 2,
        Corner::NorthEast => 3,
    };
    let [before, here, after] = [3, 0, 1].map(|step| corners[(solid + step) % 4]);
    let side = |from, to| Edge { from, to, across: [0.0, 1.0] };
    CellGeometry::of([side(after, before), side(before, here), side(here, after)])
}

/// Returns the part of a shifted wall that is inside the cell.
fn push_wall(along: Axis, shift: f32) -> CellGeometry {
    let (min, max) = (lay(along, shift.max(0.0), 0.0), lay(along, (1.0 + shift).min(1.0), 1.0));
    CellGeometry::of(rect(min, max, lay(along, shift, 0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 14] = [
        Shape::Solid,
        Shape::Door { along: Axis::X, open: 0.3 },
        Shape::Door { along: Axis::Y, open: 0.0 },
        Shape::Leaves { along: Axis::X, turn: 0.0 },
        Shape::Leaves { along: Axis::X, turn: 0.4 },
        Shape::Leaves { along: Axis::Y, turn: -0.7 },
        Shape::Leaves { along: Axis::Y, turn: 1.0 },
        Shape::Diagonal { corner: Corner::NorthWest },
        Shape::Diagonal { corner: Corner::NorthEast },
        Shape::Diagonal { corner: Corner::SouthEast },
        Shape::Diagonal { corner: Corner::SouthWest },
        Shape::PushWall { along: Axis::X, shift: 0.25 },
        Shape::PushWall { along: Axis::Y, shift: -0.5 },
        Shape::PushWall { along: Axis::Y, shift: 0.5 },
    ];

    #[test]
    fn every_part_is_closed_and_convex() {
        for shape in SHAPES {
            let outline = outline(shape);
            for part in outline.parts() {
                let middle = part.iter().map(|edge| edge.from).sum::<Vec2>() / part.len() as f32;
                for (edge, next) in part.iter().zip(part.iter().cycle().skip(1)) {
                    assert!(edge.to.distance(next.from) < 1e-6, "{shape:?}: {edge:?} is not followed by {next:?}");
                    assert!(edge.out().dot(middle - edge.from) < 0.0, "{shape:?}: {edge:?} points inwards");
                    assert!(edge.across[0] < edge.across[1], "{shape:?}: {edge:?} is mirrored");
                }
            }
        }
    }

    #[test]
    fn only_hinges_extend_beyond_their_cell() {
        for shape in SHAPES {
            for edge in outline(shape).edges() {
                let out = (edge.from - edge.from.clamp(Vec2::ZERO, Vec2::ONE)).length();
                assert!(out < 0.03, "{shape:?}: {edge:?}");
            }
        }
    }

    #[test]
    fn diagonal_wall_is_in_its_corner() {
        for (corner, inside) in [
            (Corner::NorthWest, Vec2::new(0.1, 0.1)),
            (Corner::NorthEast, Vec2::new(0.9, 0.1)),
            (Corner::SouthEast, Vec2::new(0.9, 0.9)),
            (Corner::SouthWest, Vec2::new(0.1, 0.9)),
        ] {
            let outline = outline(Shape::Diagonal { corner });
            let is_in = |point: Vec2| outline.edges().iter().all(|edge| edge.out().dot(point - edge.from) < 0.0);
            assert!(is_in(inside) && !is_in(Vec2::ONE - inside), "{corner:?}");
        }
    }

    #[test]
    fn leaves_turn_to_the_side_of_the_sign_and_free_the_way() {
        for (along, turn, side) in [
            (Axis::X, 1.0, Vec2::Y),
            (Axis::X, -1.0, Vec2::NEG_Y),
            (Axis::Y, 1.0, Vec2::X),
            (Axis::Y, -1.0, Vec2::NEG_X),
        ] {
            for part in outline(Shape::Leaves { along, turn }).parts() {
                let middle = part.iter().map(|edge| edge.from).sum::<Vec2>() / 4.0 - 0.5;
                assert!(middle.dot(side) > 0.15, "{along:?} {turn}: at {middle}");
                assert!(middle.dot(side.perp()).abs() > 0.4, "{along:?} {turn}: at {middle}");
            }
        }
    }

    #[test]
    fn door_texture_moves_with_the_door() {
        let edges = outline(Shape::Door { along: Axis::X, open: 0.25 });
        let face = edges.edges()[1]; // the one that faces down the map
        assert_eq!((face.from, face.to), (Vec2::new(0.25, 0.6), Vec2::new(1.0, 0.6)));
        assert_eq!(face.across, [0.0, 0.75]);
    }

    #[test]
    fn two_parts_of_a_moving_wall_join_seamlessly() {
        let parts = [0.25, -0.75].map(|shift| outline(Shape::PushWall { along: Axis::X, shift }).edges()[1]);
        assert_eq!(parts.map(|edge| (edge.from.x, edge.to.x)), [(0.25, 1.0), (0.0, 0.25)]);
        assert_eq!(parts.map(|edge| edge.across), [[0.0, 0.75], [0.75, 1.0]]);
    }
}
