//! A lead: where the guide or another program points the bot.

use crate::{
    session::bot::aim::{FACES, turn_to, walk_to},
    session::bot::own::Own,
    tick::intent::Intent,
};
use bevy::prelude::*;

/// Where another program leads the bot: see [`Bot::follow`](crate::bot::Bot::follow).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The point to which it walks straight, in tiles.
    pub to: Vec2,
    /// Whether it uses what is at the point, which is in reach.
    pub uses: bool,
}

impl Lead {
    /// Returns the intent to go to the point, or to face and use what is there. `used` is whether the last tick's
    /// intent pressed use, which must be released before the next press.
    pub(super) fn follow(self, own: &Own, used: bool) -> Intent {
        if !self.uses {
            return walk_to(own, self.to);
        }
        let aim = turn_to(own, self.to - own.position);
        Intent { turn: aim.turn, forward: 0.5, use_: aim.off < FACES && !used, ..default() }
    }
}
