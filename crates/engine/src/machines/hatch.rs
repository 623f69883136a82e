//! Hatches: holes in the floor. Everything on a hatch falls through the ceiling of another area of the deck and lands
//! there.

use crate::{
    bodies::body::{Body, Knockback, Position, PreviousPosition},
    bodies::free_spot,
    bodies::height::{CEILING, Height},
    deck::grid::Grid,
    machines::trigger::{ActionHandlers, PendingActions},
    things::pickup::Pickup,
    tick::id::Id,
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{NamedArea, TriggerAction};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, drop_down.in_set(Step::RunDropActions).in_set(ActionHandlers));
}

/// Drops everything on the floor of a hatch: living bodies, corpses, props and pickups.
fn drop_down(
    orders: Res<PendingActions>,
    (deck, grid): (Res<Deck>, Res<Grid>),
    mut bodies: Query<(&Id, &mut Position, &mut PreviousPosition, &mut Height, Option<&Body>), With<Knockback>>,
    mut pickups: Query<&mut Pickup>,
) {
    for act in &orders.0 {
        let TriggerAction::Drop(from, to) = act else { continue };
        let (from, to) = (deck.0.place(*from), deck.0.place(*to));
        let stay = bodies.iter().filter(|(_, at, _, height, _)| below(from, to, at.0, **height).is_none());
        let mut others: Vec<(Vec2, f32)> =
            stay.filter_map(|(_, at, _, _, body)| body.map(|body| (at.0, body.radius))).collect();
        for (_, mut position, mut previous, mut height, body) in bodies.iter_mut().sort::<&Id>() {
            let Some(mut below) = below(from, to, position.0, *height) else { continue };
            if let Some(body) = body {
                below = free_spot::near(&grid, below, body.radius, &others);
                others.push((below, body.radius));
            }
            // The previous position is set as well, because the jump must not be drawn as a movement.
            (position.0, previous.0, *height) = (below, below, FALLING);
        }
        for mut pickup in &mut pickups {
            if let Some(below) = below(from, to, pickup.at, pickup.height) {
                (pickup.at, pickup.height) = (below, FALLING);
            }
        }
    }
}

/// The height of something that has just come through the ceiling; it is already falling.
const FALLING: Height = Height { at: CEILING, rises: -0.05 };

/// Returns where something on the floor of a hatch lands, or `None` if it is not on the hatch.
fn below(from: &NamedArea, to: &NamedArea, at: Vec2, height: Height) -> Option<Vec2> {
    let is_on_it = !height.is_in_the_air() && from.has(at.x as usize, at.y as usize);
    let corner = |place: &NamedArea| Vec2::new(place.cells[0].0 as f32, place.cells[0].1 as f32);
    is_on_it.then(|| at + corner(to) - corner(from))
}
