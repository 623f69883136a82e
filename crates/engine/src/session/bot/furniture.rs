//! Furniture: props that nothing breaks. The bot goes round them.

use crate::bodies::body::Position;
use crate::deck::grid::Grid;
use crate::rules::rules::Rules;
use crate::things::prop::Prop;
use bevy::prelude::*;

/// How far from the edge of a piece the bot keeps its middle, in tiles: a little more than its own radius.
const SHOULDER: f32 = 0.32;

/// The pieces that stand on the deck.
pub(super) struct Furniture(Vec<(Vec2, f32)>);

impl Furniture {
    pub(super) fn of(world: &World) -> Self {
        let rules = world.resource::<Rules>();
        let Some(mut props) = world.try_query::<(&Prop, &Position)>() else { return Furniture(Vec::new()) };
        let pieces = props.iter(world).filter(|(prop, _)| prop.stands_for_good(rules));
        let radius = |prop: &Prop| Some(rules.props.get(usize::from(prop.kind()))?.1.radius);
        Furniture(pieces.filter_map(|(prop, at)| Some((at.0, radius(prop)?))).collect())
    }

    /// True if the bot can walk straight from one place to another.
    pub(super) fn lets_pass(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        !self.0.iter().any(|(at, radius)| {
            let part = ((*at - from).dot(way) / way.length_squared().max(f32::EPSILON)).clamp(0.0, 1.0);
            at.distance(from + way * part) < radius + SHOULDER
        })
    }

    /// The cells in which pieces stand.
    pub(super) fn cells(&self) -> Vec<IVec2> {
        self.0.iter().map(|(at, _)| Grid::cell_at(*at)).collect()
    }
}
