//! Props in the saved state.

use crate::{
    bodies::being::Being,
    bodies::height::BodyHeight,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Part, ensure},
    things::prop::Prop,
    tick::id::Id,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedProp {
    pub(crate) id: Id,
    prop: Prop,
    pub(crate) being: Being,
}

/// All props, sorted by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SavedProps(pub(crate) Vec<SavedProp>);

impl Part for SavedProps {
    fn save(world: &mut World) -> Self {
        SavedProps(Being::save_all::<&Prop, _>(world, |id, &prop, being| SavedProp { id, prop, being }))
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        self.0.iter().try_for_each(|prop| prop.validate(bounds))
    }

    fn restore(&self, world: &mut World, rules: &Rules) {
        for SavedProp { id, prop, being } in &self.0 {
            let kind = &rules.props[usize::from(prop.kind())].1;
            being.spawn(world, *id, BodyHeight(kind.tall)).insert((*prop, kind.heavy()));
        }
    }
}

impl SavedProp {
    /// Replaces the index of its kind by that of other rules; `None` if the name is unknown.
    pub(crate) fn renumber(&mut self, from: &Rules, to: &Rules) -> Option<()> {
        let (name, _) = from.props.get(usize::from(self.prop.kind()))?;
        self.prop.set_kind(to.prop(name)?);
        Some(())
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let SavedProp { prop, being, .. } = self;
        let &Bounds { rules, tick, .. } = bounds;
        being.validate(bounds)?;
        ensure(prop.is_valid(tick, rules, being.is_whole()), "the kind or the state of a prop is invalid")?;
        let most = rules.props[usize::from(prop.kind())].1.most_health();
        ensure(being.health.0 <= most, "a prop has more health than its kind permits")
    }
}
