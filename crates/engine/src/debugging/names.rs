//! Names of things, such as `shambler 17`: each thing gets one when it is spawned or restored.

use crate::{
    machines::door::Door, machines::lift::LiftSwitch, machines::pending_spawn::PendingSpawn,
    machines::pushwall::PushWall, machines::terminal::Terminal, monsters::monster::Monster, player::player::Player,
    rules::rules::Rules, things::pickup::Pickup, things::prop::Prop, tick::id::Id, tick::run::RunBegan,
    weapons::explosion::Explosion, weapons::projectile::Projectile,
};
use bevy::prelude::*;

/// The name of a kind of thing, which may depend on the rules.
type Word<C> = for<'a> fn(&C, &'a Rules) -> &'a str;

pub(crate) fn plugin(app: &mut App) {
    named::<Player>(app, |_, _| "player");
    named::<Monster>(app, |monster, rules| row(&rules.monsters, monster.kind()));
    named::<Prop>(app, |prop, rules| row(&rules.props, prop.kind()));
    named::<Pickup>(app, |pickup, rules| row(&rules.pickups, pickup.kind));
    named::<Door>(app, |_, _| "door");
    named::<PushWall>(app, |_, _| "push-wall");
    named::<LiftSwitch>(app, |_, _| "lift");
    named::<Terminal>(app, |_, _| "terminal");
    named::<PendingSpawn>(app, |_, _| "waiting thing");
    named::<Projectile>(app, |_, _| "projectile");
    named::<Explosion>(app, |_, _| "explosion");
}

/// Returns the name of a kind in its table.
fn row<T>(table: &[(String, T)], kind: u16) -> &str {
    table.get(usize::from(kind)).map_or("unknown thing", |(name, _)| name)
}

/// Names all things that have the component `C` when a run begins or is restored, because the rules are only known then,
/// and those that get it later.
fn named<C: Component>(app: &mut App, word: Word<C>) {
    let name = move |id: &Id, thing: &C, rules: &Rules| Name::new(format!("{} {}", word(thing, rules), id.0));
    app.add_observer(
        move |_: On<RunBegan>, all: Query<(Entity, &Id, &C)>, rules: Option<Res<Rules>>, mut commands: Commands| {
            let Some(rules) = rules else { return };
            for (entity, id, thing) in &all {
                commands.entity(entity).try_insert(name(id, thing, &rules));
            }
        },
    );
    app.add_observer(
        move |added: On<Add, C>, all: Query<(&Id, &C)>, rules: Option<Res<Rules>>, mut commands: Commands| {
            if let (Ok((id, thing)), Some(rules)) = (all.get(added.entity), rules) {
                commands.entity(added.entity).try_insert(name(id, thing, &rules));
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{begin::Start, headless::Headless, snapshot::restore};
    use level::Level;
    use std::{collections::BTreeSet, sync::Arc};

    /// Returns the names of all things; one without a name is `-`.
    fn names(world: &mut World) -> BTreeSet<String> {
        // Names wait for the next step otherwise.
        world.flush();
        let mut all = world.query_filtered::<Option<&Name>, With<Id>>();
        all.iter(world).map(|name| name.map_or_else(|| "-".to_owned(), ToString::to_string)).collect()
    }

    #[test]
    fn things_have_names_when_they_are_placed_and_restored() {
        let text = br#"(name: "x", legend: {'W': (wall: "hull"), '.': (), '@': (thing: Player), 'D': (door: "hatch"),
            'z': (monster: "crawler"), 'b': (prop: "barrel")},
            map: ["WWWWWWW", "W@.DzbW", "WWWWWWW"])"#;
        let level = Arc::new(Level::read("x", text).unwrap());
        let start = Start::on(level);
        let mut game = Headless::begin(&start);
        let placed = names(game.world_mut());
        assert!(placed.contains("player 0") && placed.len() == 4 && !placed.contains("-"), "{placed:?}");
        assert!(placed.iter().any(|name| name.starts_with("crawler ")), "{placed:?}");
        let snapshot = game.snapshot();
        restore(game.world_mut(), &snapshot, start.level, &start.rules).unwrap();
        assert_eq!(names(game.world_mut()), placed);
    }
}
