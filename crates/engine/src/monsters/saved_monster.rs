//! Monsters in the saved state.

use crate::{
    bodies::being::Being,
    bodies::height::BodyHeight,
    monsters::monster::Monster,
    monsters::scripted::Scripted,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Part, ensure},
    tick::id::Id,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedMonster {
    pub(crate) id: Id,
    pub(crate) monster: Monster,
    scripted: Option<Scripted>,
    pub(crate) being: Being,
}

/// All monsters, sorted by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SavedMonsters(pub(crate) Vec<SavedMonster>);

impl Part for SavedMonsters {
    fn save(world: &mut World) -> Self {
        SavedMonsters(Being::save_all::<(&Monster, Option<&Scripted>), _>(world, |id, (&monster, scripted), being| {
            SavedMonster { id, monster, scripted: scripted.cloned(), being }
        }))
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        self.0.iter().try_for_each(|monster| monster.validate(bounds))
    }

    fn restore(&self, world: &mut World, rules: &Rules) {
        for SavedMonster { id, monster, scripted, being } in &self.0 {
            let mut entity = being.spawn(world, *id, BodyHeight(monster.kind_of(rules).tall));
            entity.insert(*monster);
            scripted.clone().map(|scripted| entity.insert(scripted).id());
        }
    }
}

impl SavedMonster {
    /// Replaces the indices of its kind and its script by those of other rules; `None` if a name is unknown.
    pub(crate) fn renumber(&mut self, from: &Rules, to: &Rules) -> Option<()> {
        let (name, _) = from.monsters.get(usize::from(self.monster.kind()))?;
        self.monster.set_kind(to.kind(name)?);
        if let Some(scripted) = &mut self.scripted {
            let (name, _) = from.scripts.get(scripted.script())?;
            scripted.set_script(to.script(name)?);
        }
        Some(())
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let SavedMonster { monster, scripted, being, .. } = self;
        let &Bounds { rules, tick, .. } = bounds;
        being.validate(bounds)?;
        ensure(monster.places().all(|place| bounds.contains(place)), "a position of a monster is outside the level")?;
        ensure(monster.is_valid(tick, rules), "the kind or the attack of a monster is invalid")?;
        ensure(
            scripted.as_ref().is_none_or(|scripted| scripted.is_valid(tick, rules)),
            "the script or the script memory of a creature is invalid",
        )?;
        ensure(being.health.0 <= monster.kind_of(rules).health, "a monster has more health than its kind permits")
    }
}
