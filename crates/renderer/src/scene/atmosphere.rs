//! The atmosphere: the fog turns red while air drains out of the player's section, and blue without air.

use crate::stage::stage::Stage;
use bevy::prelude::*;
use engine::{Air, Deck, Grid, Player, Position};

/// The colour of the fog in a draining section, and its clear distance, in tiles.
const DRAINS: ([u8; 3], f32) = ([110, 16, 10], 7.0);
/// The fog in a section without air.
const EMPTY: ([u8; 3], f32) = ([14, 26, 78], 9.0);

/// Sets the fog of the section where the player is.
pub(crate) fn follow(
    (deck, air): (Option<Res<Deck>>, Option<Res<Air>>),
    player: Option<Single<&Position, With<Player>>>,
    mut stage: ResMut<Stage>,
) {
    let (Some(deck), Some(air), Some(player), Some(scene)) = (deck, air, player, &mut stage.scene) else { return };
    let cell = Grid::cell_at(player.0);
    let pressure = air.pressure(cell) as f32;
    let drains = air.is_venting(cell) && pressure > 0.0;
    let ((colour, clear), share) = if drains { (DRAINS, 0.4 + 0.6 * pressure) } else { (EMPTY, 1.0 - pressure) };
    let usual = deck.0.fog;
    let mix = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8;
    scene.fog.colour = std::array::from_fn(|part| mix(usual.colour[part], colour[part]));
    scene.fog.clear = usual.clear + (clear.min(usual.clear) - usual.clear) * share;
}
