//! Props: barrels, crates and so on. They are obstacles that can be broken; some explode, some drop an item. Props
//! without health, such as furniture, are indestructible.

use crate::{
    bodies::body::{self, Body, Immovable, Position},
    bodies::height::{BodyHeight, Height},
    bodies::vertical_extent::VerticalRange,
    bodies::wound::Health,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    rules::filter::Filter,
    rules::ids::PropId,
    rules::prop_kind::PropKind,
    rules::rules::Rules,
    things::pickup::Pickup,
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder},
    tick::run::Run,
    tick::tick::Step,
    weapons::explosion::{BlastCause, Explosion},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A prop on a deck.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Prop {
    /// Index of its kind in the rules.
    kind: u16,
    /// The tick in which it broke.
    broken: Option<u64>,
    /// The creature that broke it.
    by: Option<Id>,
    /// Whether it has already exploded and dropped its item.
    spent: bool,
}

impl Prop {
    /// Returns the index of its kind in the rules.
    pub fn kind(&self) -> u16 {
        self.kind
    }

    pub(crate) fn set_kind(&mut self, kind: u16) {
        self.kind = kind;
    }

    /// Returns true if it is broken.
    pub fn is_wreck(&self) -> bool {
        self.spent
    }

    /// Returns true while the fuse of a broken prop burns.
    pub(crate) fn burns_down(&self) -> bool {
        self.broken.is_some() && !self.spent
    }

    /// Returns how its kind changes damage.
    pub(crate) fn resistances<'a>(&self, rules: &'a Rules) -> Option<&'a Filter> {
        rules.props.get(usize::from(self.kind)).map(|(_, kind)| &kind.resistances)
    }

    /// Returns true if it is indestructible.
    pub(crate) fn stands_for_good(&self, rules: &Rules) -> bool {
        rules.props.get(usize::from(self.kind)).is_some_and(|(_, kind)| kind.health.is_none())
    }

    /// Breaks it.
    pub(crate) fn shatter(&mut self, tick: u64, by: Option<Id>) {
        (self.broken, self.by) = (Some(tick), by);
    }

    /// Returns true if the values are valid in this tick, under these rules, for an intact or a broken prop.
    pub(crate) fn is_valid(&self, tick: u64, rules: &Rules, is_whole: bool) -> bool {
        let in_time = self.broken.is_none_or(|broken| broken <= tick);
        usize::from(self.kind) < rules.props.len()
            && in_time
            && self.broken.is_none() == is_whole
            && !(self.spent && is_whole)
    }
}

impl PropKind {
    /// Returns how props of this kind resist movement.
    pub(crate) fn heavy(&self) -> Immovable {
        Immovable { is_rail: self.rail, is_fixed: self.rail || self.health.is_none() }
    }
}

/// Returns the components of a prop of this kind at a point.
pub(crate) fn placed(rules: &Rules, kind: u16, at: Vec2) -> impl Bundle {
    let prop: &PropKind = &rules.props[usize::from(kind)].1;
    let health = Health(prop.most_health());
    let body = body::at(at, prop.radius, BodyHeight(prop.tall));
    (Prop { kind, broken: None, by: None, spent: false }, prop.heavy(), health, body)
}

/// Breaks all breakable props in one tick, for measurements and tests. No creature counts as the cause.
pub fn break_all_props(world: &mut World) {
    let (rules, tick) = (world.resource::<Rules>().clone(), world.resource::<Run>().tick);
    let mut props = world.query_filtered::<(Entity, &mut Prop, &mut Health), With<Body>>();
    let mut broken = Vec::new();
    for (entity, mut prop, mut health) in props.iter_mut(world) {
        if !prop.stands_for_good(&rules) {
            prop.shatter(tick, None);
            health.0 = 0;
            broken.push(entity);
        }
    }
    for entity in broken {
        world.entity_mut(entity).remove::<Body>();
    }
}

pub(crate) fn plugin(app: &mut App) {
    let are_broken = |broken: Query<(), (With<Prop>, Without<Body>)>| !broken.is_empty();
    app.add_systems(FixedUpdate, give_way.in_set(Step::BreakProps).run_if(are_broken));
}

/// Lets broken props explode at the end of their fuse, and drop their items.
pub(crate) fn give_way(
    rules: Res<Rules>,
    mut run: ResMut<Run>,
    mut props: Query<(Entity, &Id, &mut Prop, &Position, &Height), Without<Body>>,
    mut chance: ResMut<GameRng>,
    mut events: EventLog,
    mut commands: Commands,
    mut order: Local<InOrder>,
) {
    let fuse = |prop: &Prop| u64::from(rules.props[usize::from(prop.kind)].1.fuse);
    let is_due = |prop: &Prop| !prop.spent && prop.broken.is_some_and(|broken| run.tick >= broken + fuse(prop));
    let due = props.iter().filter(|(_, _, prop, ..)| is_due(prop)).map(|(entity, id, ..)| (*id, entity));
    for &(_, entity) in order.of(due) {
        let Ok((.., mut prop, at, height)) = props.get_mut(entity) else { continue };
        let kind = &rules.props[usize::from(prop.kind)].1;
        prop.spent = true;
        if let Some(explosion) = &kind.explodes {
            // The damage counts as done by the creature that broke the prop.
            let damage = explosion.damage.roll(run.skill, 0.0, &mut chance);
            let middle = VerticalRange::of(*height, BodyHeight(kind.tall)).middle();
            let cause = BlastCause(DamageSource::Prop(PropId(prop.kind())));
            commands.spawn((run.next_id(), Explosion::of(explosion, (at.0, middle), prop.by, damage), cause));
            events.emit(EventRecord::new(GameEvent::PropExplodes(PropId(prop.kind)), at.0));
        }
        if let Some(kind) = kind.drops.as_deref().and_then(|name| rules.pickup(name)) {
            commands.spawn(Pickup::appearing(kind, at.0, &rules, &mut run));
        }
    }
}
