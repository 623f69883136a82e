//! Script reloading: replaces the text of a script during a run, for script authors.

use crate::{
    monsters::scripted::Scripted, rules::rules::Rules, scripts::scripts::Scripts,
    session::identity::rules::rules_identity, session::state_hash::Identities,
};
use bevy::prelude::*;
use sandbox::Script;

/// Replaces a script. The creatures keep their memory, and pauses after failures end. This changes the rules. Returns
/// false, without any effect, if the rules have no such script.
pub fn replace_script(world: &mut World, name: &str, script: Script) -> bool {
    let Some(mut rules) = world.get_resource_mut::<Rules>() else { return false };
    if rules.script(name).is_none() {
        return false;
    }
    rules.set_script(name, script);
    let rules = rules.clone();
    world.resource_mut::<Scripts>().get_ready(&rules);
    world.resource_mut::<Identities>().rules = rules_identity(&rules);
    let mut creatures = world.query::<&mut Scripted>();
    creatures.iter_mut(world).for_each(|mut scripted| scripted.recover());
    true
}
