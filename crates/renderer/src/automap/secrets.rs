//! The secrets that the player has not found yet: how many, and on which side of the deck.

use bevy::math::{IVec2, Vec2};
use engine::{PushWall, PushWallState};
use level::Level;
use localization::{Key, Said, say};

/// Share of the deck around its centre that counts as the middle, in each direction.
const MIDDLE: f32 = 0.2;

/// Returns the line about the secret walls that have not been moved, if there are any.
pub fn secrets_left<'a>(level: &Level, walls: impl Iterator<Item = &'a PushWall>) -> Option<Said> {
    let is_left = |wall: &&PushWall| wall.is_secret() && wall.state() == PushWallState::Still;
    let sides: Vec<Key> = walls.filter(is_left).map(|wall| side(level, wall.home())).collect();
    let count = sides.len();
    let mut named: Vec<Key> = Vec::new();
    for side in sides {
        if !named.contains(&side) {
            named.push(side);
        }
    }
    let sides = Said::joined(named, ", ");
    (count > 0).then(|| say!("{count} secret wall left: {sides}" | "{count} secret walls left: {sides}", count, sides))
}

/// Returns the side of the deck on which a cell is.
fn side(level: &Level, cell: IVec2) -> Key {
    let size = Vec2::new(level.width as f32, level.height as f32);
    let from_centre = (cell.as_vec2() + 0.5) / size - 0.5;
    let sign = |part: f32| if part.abs() < MIDDLE / 2.0 { 0 } else { part.signum() as i32 };
    match (sign(from_centre.x), sign(from_centre.y)) {
        (0, -1) => say!("in the north"),
        (1, -1) => say!("in the north-east"),
        (1, 0) => say!("in the east"),
        (1, 1) => say!("in the south-east"),
        (0, 1) => say!("in the south"),
        (-1, 1) => say!("in the south-west"),
        (-1, 0) => say!("in the west"),
        (-1, -1) => say!("in the north-west"),
        _ => say!("in the middle"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, put, wait};
    use engine::Intent;

    #[test]
    fn secrets_are_counted_by_the_side_of_the_deck_until_they_are_found() {
        let mut game = game(&[
            "###########",
            "#  P    P #",
            "#@        #",
            "#         #",
            "#         #",
            "#       P #",
            "###########",
        ]);
        let left = |game: &mut engine::Headless| {
            let level = std::sync::Arc::clone(&game.world().resource::<engine::Deck>().0);
            let mut walls = game.world_mut().query::<&PushWall>();
            secrets_left(&level, walls.iter(game.world())).map(|said| said.english())
        };
        let all = "3 secret walls left: in the north-west, in the north-east, in the south-east";
        assert_eq!(left(&mut game), Some(all.to_owned()));
        put(&mut game, 2.5, 1.5, 0.0);
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        assert_eq!(left(&mut game), Some("2 secret walls left: in the north-east, in the south-east".to_owned()));
    }
}
