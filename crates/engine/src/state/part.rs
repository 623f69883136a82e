//! Parts of the saved state: how a module saves, restores and validates its own data.

use crate::{rules::rules::Rules, tick::id::Id};
use bevy::prelude::*;
use level::Level;
use serde::{Deserialize, Serialize};

/// Problem with a part, as a clause: "the doors do not match the level".
pub(crate) type Flaw = &'static str;

/// The context for validating a part.
pub(crate) struct Bounds<'a> {
    pub(crate) level: &'a Level,
    /// The rules on the skill level of the run.
    pub(crate) rules: &'a Rules,
    /// The tick of the snapshot.
    pub(crate) tick: u64,
}

impl Bounds<'_> {
    /// Returns true if a point is on the level.
    pub(crate) fn contains(&self, point: Vec2) -> bool {
        let size = Vec2::new(self.level.width as f32, self.level.height as f32);
        point.cmpge(Vec2::ZERO).all() && point.cmplt(size).all()
    }
}

/// A part of the saved state.
pub(crate) trait Part: Sized {
    /// Extracts the part from a world with a run.
    fn save(world: &mut World) -> Self;

    /// Checks everything on which the simulation relies, because a file may have been damaged or edited.
    ///
    /// # Errors
    /// If a value is invalid.
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw>;

    /// Puts the part into a world from which the previous run was removed.
    fn restore(&self, world: &mut World, rules: &Rules);
}

/// Returns the error `otherwise` if a condition is false.
pub(crate) fn ensure(holds: bool, otherwise: Flaw) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// A resource that is saved without conversion.
pub(crate) trait SavedResource: Resource + Clone {
    /// See [`Part::validate`].
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw>;
}

impl<R: SavedResource> Part for R {
    fn save(world: &mut World) -> Self {
        world.resource::<R>().clone()
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        SavedResource::validate(self, bounds)
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        world.insert_resource(self.clone());
    }
}

/// A component that is saved without conversion, and whose entities have an [`Id`] and no other saved components.
pub(crate) trait SavedComponent: Component + Clone {
    /// See [`Part::validate`]; `all` are all components of the level.
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw>;
}

/// All entities with one component, sorted by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Numbered<C>(pub(crate) Vec<(Id, C)>);

impl<C> Numbered<C> {
    /// Returns all ids, to check that they are unique.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.0.iter().map(|(id, _)| *id)
    }

    /// Returns the components, sorted by id.
    pub(crate) fn values(&self) -> impl Iterator<Item = &C> + Clone {
        self.0.iter().map(|(_, component)| component)
    }
}

impl<C: SavedComponent> Part for Numbered<C> {
    fn save(world: &mut World) -> Self {
        let mut all = world.query::<(&Id, &C)>();
        Numbered(all.iter(world).sort::<&Id>().map(|(&id, component)| (id, component.clone())).collect())
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        C::validate(self, bounds)
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        for (id, component) in &self.0 {
            world.spawn((*id, component.clone()));
        }
    }
}
