//! Pickups: the player takes them by walking over them, unless they would have no effect.

use crate::{
    air::air::Air,
    bodies::body::{Body, Position},
    bodies::gravity::Gravity,
    bodies::height::{CEILING, Height},
    bodies::wound::Health,
    deck::grid::Grid,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    player::explored::Explored,
    player::player::Player,
    rules::ids::PickupId,
    rules::pickup_kind::PickupKind,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    tick::id::{Id, InOrder},
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::CountedSet;
use serde::{Deserialize, Serialize};

/// Maximum distance from the player's centre, in tiles.
const REACH: f32 = 0.5;
/// Height in tiles from which dropped items fall; their initial upward speed in tiles per second follows.
const HAND: f64 = 0.25;
const TOSS: f64 = 0.6;

/// An item on the floor that can be taken.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Pickup {
    /// Index of its kind in the rules.
    pub kind: u16,
    /// Position in tiles.
    pub at: Vec2,
    /// Height above the floor.
    pub height: Height,
}

impl Pickup {
    /// Returns a pickup on the floor.
    pub(crate) fn lying(kind: u16, at: Vec2) -> Self {
        Pickup { kind, at, height: Height::default() }
    }

    /// Returns its kind and the name of the kind, or `None` if the index is out of range.
    pub(crate) fn kind_of<'a>(&self, rules: &'a Rules) -> Option<&'a (String, PickupKind)> {
        rules.pickups.get(usize::from(self.kind))
    }

    /// Returns true if the item may be necessary to finish a deck.
    pub(crate) fn is_needed(&self, rules: &Rules) -> bool {
        self.kind_of(rules).is_some_and(|(_, kind)| kind.key.is_some())
    }

    /// Returns a pickup that appears during the run, with its id. Treasure is added to the total of the run.
    pub(crate) fn appearing(kind: u16, at: Vec2, rules: &Rules, run: &mut Run) -> (Id, Pickup) {
        run.treasures += u32::from(rules.pickups[usize::from(kind)].1.treasure);
        (run.next_id(), Pickup { kind, at, height: Height { at: HAND, rises: TOSS } })
    }
}

impl SavedComponent for Pickup {
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw> {
        let is_known = |pickup: &Pickup| bounds.contains(pickup.at) && pickup.kind_of(bounds.rules).is_some();
        ensure(all.values().all(is_known), "a pickup is outside the level, or its kind is invalid")?;
        ensure(all.values().all(|pickup| pickup.height.is_valid()), "a pickup is too high or too fast")
    }
}

pub(crate) fn plugin(app: &mut App) {
    let steps = (fall.in_set(Step::FallPickups), blow.in_set(Step::BlowPickups), take.in_set(Step::Take));
    app.add_systems(FixedUpdate, steps.run_if(any_with_component::<Pickup>));
}

/// Lets dropped pickups fall.
fn fall((gravity, grid): (Res<Gravity>, Res<Grid>), mut pickups: Query<&mut Pickup>) {
    // Usually all pickups lie on the floor, which one pass over the column detects.
    let mut air_bits = 0;
    for pickups in pickups.contiguous_iter().into_iter().flatten() {
        for pickup in pickups {
            air_bits |= pickup.height.air_bits();
        }
    }
    if air_bits == 0 {
        return;
    }
    for mut pickup in pickups.iter_mut().filter(|pickup| pickup.height.is_in_the_air()) {
        let share = gravity.share(&grid, pickup.at);
        pickup.height.fall(share, (0.0, CEILING));
    }
}

/// Lets the wind move pickups. Keys are stopped at the edge of a hole and at obstacles, because the deck needs them in
/// a reachable place.
fn blow(air: Res<Air>, grid: Res<Grid>, rules: Res<Rules>, mut pickups: Query<&mut Pickup>) {
    if !air.has_wind() {
        return;
    }
    for mut pickup in &mut pickups {
        let Some(to) = air.blown(&grid, pickup.at) else { continue };
        let cell = Grid::cell_at(to);
        let is_taken = || grid.index(cell).is_some_and(|cell| grid.obstacles.is_in(cell));
        let lodges = pickup.is_needed(&rules) && (air.is_hole(cell) || is_taken());
        if !lodges {
            pickup.at = to;
        }
    }
}

/// Gives a living player the pickups in reach.
pub(crate) fn take(
    rules: Res<Rules>,
    player: Single<(&Position, &mut Health, &mut Player), With<Body>>,
    pickups: Query<(Entity, &Id, &Pickup)>,
    mut run: ResMut<Run>,
    mut events: EventLog,
    mut commands: Commands,
    mut order: Local<InOrder>,
) {
    let (position, mut health, mut player) = player.into_inner();
    let is_near = |pickup: &Pickup| pickup.at.distance_squared(position.0) < REACH * REACH;
    let mut any_near = false;
    for (_, _, pickups) in pickups.contiguous_iter().into_iter().flatten() {
        for pickup in pickups {
            any_near |= is_near(pickup);
        }
    }
    if !any_near {
        return;
    }
    // With two medkits in reach, the order decides which one is left.
    let near = pickups.iter().filter(|(.., pickup)| is_near(pickup));
    for &(_, entity) in order.of(near.map(|(entity, id, _)| (*id, entity))) {
        let Ok((.., pickup)) = pickups.get(entity) else { continue };
        let Some((name, kind)) = pickup.kind_of(&rules) else { continue };
        if grant(name, kind, &mut health, &mut player, &rules) {
            run.treasure += u32::from(kind.treasure);
            events.emit(EventRecord::new(GameEvent::Taken(PickupId(pickup.kind)), pickup.at));
            commands.entity(entity).despawn();
        }
    }
}

/// Gives the player the pickups in all cells that were explored, as far as they have an effect, and returns their number.
/// It is meant for a deck that the player has left: no tick follows, so recordings do not need it.
pub fn collect_rest(world: &mut World) -> u32 {
    let mut pickups = world.query::<(&Id, Entity, &Pickup)>();
    let explored = world.resource::<Explored>();
    let is_known = |pickup: &Pickup| explored.knows(Grid::cell_at(pickup.at));
    let found = pickups.iter(world).filter(|(.., pickup)| is_known(pickup));
    let mut found: Vec<(Id, Entity, Pickup)> = found.map(|(id, entity, pickup)| (*id, entity, *pickup)).collect();
    found.sort_unstable_by_key(|(id, ..)| *id);
    let mut players = world.query::<(&mut Health, &mut Player)>();
    let mut count = 0;
    world.resource_scope(|world, rules: Mut<Rules>| {
        for (_, entity, pickup) in found {
            let (Some((name, kind)), Ok((mut health, mut player))) =
                (pickup.kind_of(&rules), players.single_mut(world))
            else {
                continue;
            };
            if grant(name, kind, &mut health, &mut player, &rules) {
                count += 1;
                world.resource_mut::<Run>().treasure += u32::from(kind.treasure);
                world.despawn(entity);
            }
        }
    });
    count
}

/// Gives the player what a pickup of a kind with this name contains. Returns false if it has no effect.
pub(crate) fn grant(name: &str, kind: &PickupKind, health: &mut Health, player: &mut Player, rules: &Rules) -> bool {
    let mut taken = more(&mut health.0, kind.health, kind.health_limit);
    taken |= more(&mut player.armour, kind.armour, kind.armour_limit);
    taken |= player.stow(rules, &kind.gives);
    taken |= kind.key.is_some_and(|key| player.keys.take(key));
    if kind.is_kept() {
        let mut kept = CountedSet::default();
        kept.add(name.to_owned(), 1);
        taken |= player.stow(rules, &kept);
    }
    if taken {
        player.since_taken = 0;
    }
    taken
}

/// Adds to a value up to a limit. Returns false if nothing can be added.
fn more(stock: &mut i32, gain: i32, limit: i32) -> bool {
    let room = gain > 0 && *stock < limit;
    if room {
        *stock = (*stock + gain).min(limit);
    }
    room
}
