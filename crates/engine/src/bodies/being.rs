//! Beings: the state that players, monsters and props have in common in a save.

use crate::{
    bodies::body::{Body, Heading, Knockback, Position, PreviousPosition, Velocity},
    bodies::height::{BodyHeight, Height},
    bodies::wound::{Burning, Health},
    state::part::{Bounds, Flaw, ensure},
    tick::id::Id,
};
use bevy::{ecs::query::ReadOnlyQueryData, prelude::*};
use serde::{Deserialize, Serialize};

/// The components that every player, monster and prop has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Being {
    pub(crate) position: Position,
    velocity: Velocity,
    thrown: Knockback,
    height: Height,
    burning: Burning,
    heading: Option<Heading>,
    pub(crate) health: Health,
    /// `None` once it is dead.
    body: Option<Body>,
}

impl Being {
    /// Saves all beings that have the components `More`, in the order of their ids.
    pub(crate) fn save_all<More: ReadOnlyQueryData, T>(
        world: &mut World,
        of: impl for<'w, 's> Fn(Id, More::Item<'w, 's>, Being) -> T,
    ) -> Vec<T> {
        type MovementSolver = (&'static Position, &'static Velocity, &'static Knockback, &'static Height);
        type Parts =
            (MovementSolver, &'static Burning, &'static Health, Option<&'static Heading>, Option<&'static Body>);
        let mut all = world.query::<(&Id, More, Parts)>();
        let mut saved = Vec::new();
        for (&id, more, parts) in all.iter(world).sort::<&Id>() {
            let ((&position, &velocity, &thrown, &height), &burning, &health, heading, body) = parts;
            let (heading, body) = (heading.copied(), body.copied());
            saved.push(of(id, more, Being { position, velocity, thrown, height, burning, heading, health, body }));
        }
        saved
    }

    /// Spawns the being with a body height, but without the components that make it a player, a monster or a prop.
    pub(crate) fn spawn<'a>(&self, world: &'a mut World, id: Id, tall: BodyHeight) -> EntityWorldMut<'a> {
        let Being { position, velocity, thrown, height, burning, heading, health, body } = self.clone();
        let moves = (position, PreviousPosition(position.0), velocity, thrown, height);
        let mut entity = world.spawn((id, moves, tall, health, burning));
        heading.map(|heading| entity.insert(heading).id());
        body.map(|body| entity.insert(body).id());
        entity
    }

    /// Moves the being to a point, where it stands still and does not burn. `facing` is in radians.
    pub(crate) fn arrive(&mut self, at: Vec2, facing: f32, health: i32) {
        (self.velocity, self.thrown, self.burning) = (Velocity::default(), Knockback::default(), Burning::default());
        (self.position, self.heading, self.health) = (Position(at), Some(Heading(facing)), Health(health));
    }

    /// Returns true if it has a body, that is, if it is alive or whole.
    pub(crate) fn is_whole(&self) -> bool {
        self.body.is_some()
    }

    /// Checks that the being is inside the level, has finite speeds, and is either alive or dead.
    ///
    /// # Errors
    /// Returns the first check that failed.
    pub(crate) fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let is_finite = self.velocity.0.is_finite()
            && self.thrown.0.is_finite()
            && self.heading.is_none_or(|heading| heading.0.is_finite());
        let is_alive_or_dead = match self.body {
            Some(Body { radius }) => self.health.0 > 0 && radius > 0.0 && radius <= 0.5,
            None => self.health.0 <= 0,
        };
        ensure(bounds.contains(self.position.0), "a creature or the player is outside the level")?;
        ensure(is_finite, "a speed is not finite")?;
        ensure(is_alive_or_dead, "a creature or the player is neither alive nor dead")?;
        ensure(self.height.is_valid(), "a creature or the player is too high, or too fast")
    }
}
