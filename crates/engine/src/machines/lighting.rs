//! Lighting: the changes that triggers have made to the light of cells and lamps. The renderer and scripts read it.

use crate::{
    machines::trigger::{ActionHandlers, PendingActions},
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{Level, TriggerAction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The differences from the level's own light.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Lighting {
    /// The changed light of cells, by cell index (row-major).
    cells: BTreeMap<u32, u8>,
    /// Whether each lamp is on.
    lamps: Vec<bool>,
}

impl Lighting {
    /// Creates the initial lighting of a level.
    pub(crate) fn new(level: &Level) -> Self {
        Lighting { cells: BTreeMap::new(), lamps: level.lamps.iter().map(|lamp| !lamp.off).collect() }
    }

    /// Returns the light of the cell at an index, from 0 to 255, if it differs from the level's.
    pub fn of_cell(&self, cell: usize) -> Option<u8> {
        self.cells.get(&u32::try_from(cell).ok()?).copied()
    }

    /// Returns true if the lamp at an index is on.
    pub fn is_on(&self, lamp: usize) -> bool {
        self.lamps.get(lamp).copied().unwrap_or(true)
    }

    /// Returns true if this lighting is valid for a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let inside = |cell: &u32| (*cell as usize) < level.cells.len();
        self.cells.keys().all(inside) && self.lamps.len() == level.lamps.len()
    }
}

impl SavedResource for Lighting {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the lights do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Lighting>();
    app.add_systems(FixedUpdate, obey.in_set(Step::RunLightActions).in_set(ActionHandlers));
}

/// Changes lights as triggers request.
fn obey(orders: Res<PendingActions>, deck: Res<Deck>, mut lighting: ResMut<Lighting>) {
    let level = &deck.0;
    for act in &orders.0 {
        match *act {
            TriggerAction::Light(place, light) => {
                for &(x, y) in &level.place(place).cells {
                    let cell = (y * level.width + x) as u32;
                    match light {
                        Some(light) => lighting.cells.insert(cell, light),
                        None => lighting.cells.remove(&cell),
                    };
                }
            }
            TriggerAction::Lamps(place, on) => {
                let place = level.place(place);
                for (lamp, is_on) in level.lamps.iter().zip(&mut lighting.lamps) {
                    *is_on = if place.has(lamp.x, lamp.y) { on } else { *is_on };
                }
            }
            _ => {}
        }
    }
}
