//! The bot's view of the world, with queries that are created once.

use crate::{
    air::air::Air,
    air::hull::Hull,
    bodies::body::{Body, Heading, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::Height,
    bodies::wound::Health,
    deck::grid::Grid,
    machines::death_watch::DeathWatch,
    machines::door::Door,
    machines::lift::LiftSwitch,
    machines::pushwall::PushWall,
    machines::terminal::{AtTerminal, Terminal},
    machines::trigger::Triggers,
    monsters::monster::Monster,
    player::player::Player,
    rules::rules::Rules,
    things::pickup::Pickup,
    things::prop::Prop,
    tick::id::Id,
    tick::run::{Deck, Run},
    weapons::explosion::Explosion,
};
use bevy::{
    ecs::system::{SystemParam, SystemState},
    prelude::*,
};
use std::fmt;

/// All parts of the world at which the bot looks.
#[derive(SystemParam)]
pub(super) struct View<'w, 's> {
    pub(super) grid: Res<'w, Grid>,
    pub(super) air: Res<'w, Air>,
    pub(super) gravity: Res<'w, Gravity>,
    pub(super) hull: Res<'w, Hull>,
    pub(super) rules: Res<'w, Rules>,
    pub(super) run: Res<'w, Run>,
    pub(super) deck: Res<'w, Deck>,
    pub(super) triggers: Res<'w, Triggers>,
    pub(super) watch: Res<'w, DeathWatch>,
    pub(super) at_terminal: Res<'w, AtTerminal>,
    pub(super) player:
        Query<'w, 's, (Entity, &'static Position, &'static Heading, &'static Health, &'static Player), With<Body>>,
    pub(super) flight: Query<'w, 's, (&'static Height, &'static Velocity), (With<Player>, With<Body>)>,
    pub(super) monsters: Query<'w, 's, (&'static Id, &'static Position, &'static Monster), With<Body>>,
    pub(super) pickups: Query<'w, 's, (&'static Id, &'static Pickup)>,
    pub(super) props: Query<'w, 's, (&'static Id, &'static Prop, &'static Position)>,
    pub(super) doors: Query<'w, 's, &'static Door>,
    pub(super) walls: Query<'w, 's, (&'static Id, &'static PushWall)>,
    pub(super) lifts: Query<'w, 's, (&'static Id, &'static LiftSwitch)>,
    pub(super) terminals: Query<'w, 's, (&'static Id, &'static Terminal)>,
    pub(super) explosions: Query<'w, 's, &'static Explosion>,
}

/// The cached queries. Creating them takes longer than thinking, so they are kept for the last world.
#[derive(Default)]
pub(super) struct Eyes(Option<Box<SystemState<View<'static, 'static>>>>);

impl Eyes {
    /// Returns the view of a world, or `None` before a run has begun.
    pub(super) fn look<'a>(&'a mut self, world: &'a mut World) -> Option<View<'a, 'a>> {
        if self.0.as_ref().is_none_or(|queries| !queries.matches_world(world.id())) {
            self.0 = Some(Box::new(SystemState::new(world)));
        }
        self.0.as_mut()?.get(world).ok()
    }
}

/// A cloned bot creates its own queries.
impl Clone for Eyes {
    fn clone(&self) -> Self {
        Eyes::default()
    }
}

impl fmt::Debug for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Eyes")
    }
}
