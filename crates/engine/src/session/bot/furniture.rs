//! Furniture: indestructible props. The bot walks around them.

use crate::{deck::grid::Grid, session::bot::queries::View, things::prop::Prop};
use bevy::prelude::*;

/// Minimum distance of the bot's centre from the edge of a prop, in tiles; slightly more than the bot's radius.
const SHOULDER: f32 = 0.32;

/// The furniture on the deck.
pub(super) struct Furniture(Vec<(Vec2, f32)>);

impl Furniture {
    pub(super) fn of(view: &View) -> Self {
        let kind = |prop: &Prop| view.rules.props.get(usize::from(prop.kind())).map(|(_, kind)| kind);
        let mut pieces = Vec::with_capacity(view.props.iter().len());
        view.props.iter().for_each(|(_, prop, at)| {
            pieces.extend(kind(prop).filter(|kind| kind.health.is_none()).map(|kind| (at.0, kind.radius)));
        });
        Furniture(pieces)
    }

    /// Returns true if the bot can walk in a straight line from one point to another.
    pub(super) fn lets_pass(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        !self.0.iter().any(|(at, radius)| {
            let part = ((*at - from).dot(way) / way.length_squared().max(f32::EPSILON)).clamp(0.0, 1.0);
            at.distance(from + way * part) < radius + SHOULDER
        })
    }

    /// Returns the cells that contain furniture.
    pub(super) fn cells(&self) -> Vec<IVec2> {
        self.0.iter().map(|(at, _)| Grid::cell_at(*at)).collect()
    }
}
