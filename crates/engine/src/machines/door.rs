//! Doors: opened by touch or by the use key, they stay open for a while and close when nothing blocks them. Some slide
//! into the wall; others have two leaves that swing away from the body that opens them. Locked ones need their key.

use crate::{
    air::air::Air,
    bodies::body::{self, Body, Immovable, Knockback, Position},
    bodies::keys::Keys,
    bodies::spatial_index::{SpatialIndex, Standing},
    deck::cell_geometry::outline,
    deck::grid::Grid,
    deck::shape::Shape,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::trigger::{ActionHandlers, PendingActions},
    monsters::monster::Monster,
    player::player::Player,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    tick::id::PLAYER,
    tick::run::Deck,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::{Axis, CellShape, Hang, Lock, TriggerAction};
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;

/// Ticks that a door takes to open or to close.
const SWEEP: u32 = ticks(0.5);
/// Ticks for which a door stays open.
const STAY: u32 = ticks(3.0);
/// Ticks for which leaves try to open against a body behind them before they close again.
const PATIENCE: u32 = ticks(1.5);
/// Ticks after which such leaves push props aside: the wind can leave a crate there, out of the player's reach.
const JAMMED: u32 = ticks(1.0);
/// Distance at which a body opens a door by touch, in tiles between the body's edge and the panel.
const TOUCH: f32 = 0.05;
/// Maximum distance of any part of a door from its middle, in tiles.
const TOUCHES: f32 = 0.6;
/// Radius of a corpse, in tiles.
const CORPSE_RADIUS: f32 = 0.3;
/// Bit of a door's age that marks a close order of a trigger until it is carried out. A separate flag would add a field
/// to every save.
const ORDERED: u32 = 1 << 31;
/// Distance from a door's middle beyond which a body neither touches nor blocks it, in tiles.
const NEAR: f32 = 1.5;
/// Wind speed above which doors do not close, in tiles per second.
const GALE: f32 = 0.3;
/// Ticks between two messages for a player who leans on a locked door.
const SILENCE: u32 = ticks(2.0);

/// The state of a door.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Door {
    x: u16,
    y: u16,
    along: Axis,
    hang: Hang,
    state: DoorState,
    /// Ticks in the current state, combined with the [`ORDERED`] bit.
    age: u32,
    /// Progress from closed (0) to open ([`SWEEP`]), in ticks.
    way: u32,
    /// True if its leaves swing towards increasing x or y.
    onwards: bool,
    /// The lock that keeps it closed, if any.
    lock: Option<Lock>,
    /// True if it locks itself behind a player who has gone through it.
    locks_behind: bool,
    /// For a door that locks behind the player: true if the player was on the side of increasing x or y when it was
    /// last opened.
    came_from: Option<bool>,
    /// Ticks until it may report again that it is locked.
    silence: u32,
    /// True if a trigger holds it open.
    held: bool,
    /// True if the player has closed it earlier in this tick.
    #[serde(skip)]
    told_to_close: bool,
}

/// Cause of a door's movement. If it is the player, monsters that hear it expect the player there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Player,
    /// A monster, a trigger, or the door itself.
    Other,
}

/// The phases of a door's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoorState {
    /// Closed.
    Closed,
    /// Moving from closed to open.
    Opening,
    /// Open, for a while.
    Open,
    /// Moving from open to closed.
    Closing,
}

impl Door {
    /// Creates a closed door in a cell.
    pub(crate) fn closed(x: usize, y: usize, along: Axis, hang: Hang, lock: Option<Lock>, locks_behind: bool) -> Self {
        let ((x, y), state) = ((x as u16, y as u16), DoorState::Closed);
        let (age, way, onwards, came_from, silence, held, told_to_close) = Default::default();
        Door {
            x,
            y,
            along,
            hang,
            state,
            age,
            way,
            onwards,
            lock,
            locks_behind,
            came_from,
            silence,
            held,
            told_to_close,
        }
    }

    /// Returns the lock that keeps it closed, if any.
    pub fn lock(&self) -> Option<Lock> {
        self.lock
    }

    /// Returns its cell.
    pub fn cell(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// Returns the axis along which it closes.
    pub(crate) fn along(&self) -> Axis {
        self.along
    }

    /// Returns the phase of its movement.
    pub fn state(&self) -> DoorState {
        self.state
    }

    /// Returns the ticks since it began to open, or `None` while it is closed or closes.
    pub(crate) fn since_opening(&self) -> Option<u32> {
        let stays = if self.state == DoorState::Open { self.ticks() } else { 0 };
        matches!(self.state, DoorState::Opening | DoorState::Open).then_some(self.way + stays)
    }

    /// Returns how far it is open, from 0 to 1. The movement starts and stops gently.
    pub fn open(&self) -> f32 {
        let way = self.way as f32 / SWEEP as f32;
        if way < 0.5 { 2.0 * way * way } else { 1.0 - 2.0 * (1.0 - way) * (1.0 - way) }
    }

    /// Returns the present shape of its cell.
    pub(crate) fn shape(&self) -> Shape {
        let (along, open) = (self.along, self.open());
        if let Some(lock) = self.lock.filter(|_| self.state == DoorState::Closed) {
            return Shape::Locked { along, hang: self.hang, key: lock.key() };
        }
        match self.hang {
            Hang::Sliding => Shape::Door { along, open },
            Hang::Swinging => Shape::Leaves { along, turn: if self.onwards { open } else { -open } },
        }
    }

    /// Returns true if corpses do not keep it open: a trigger has closed it, it is locked, or it locks behind the
    /// player.
    pub(crate) fn must_close(&self) -> bool {
        self.age & ORDERED != 0 || self.lock.is_some() || self.locks_behind
    }

    /// Returns the number of ticks in the current state.
    fn ticks(&self) -> u32 {
        self.age & !ORDERED
    }

    /// Returns true if this is a valid state of a door with this shape in the level.
    pub(crate) fn is_valid(&self, shape: CellShape) -> bool {
        let CellShape::Door { along, hang, lock, locks_behind, .. } = shape else { return false };
        let silence = self.silence <= SILENCE;
        let way = match self.state {
            DoorState::Closed => self.way == 0,
            DoorState::Opening => self.way < SWEEP,
            DoorState::Open => self.way == SWEEP,
            DoorState::Closing => (1..=SWEEP).contains(&self.way),
        };
        let locks = self.locks_behind == locks_behind && (self.lock.and_then(Lock::key).is_none() || self.lock == lock);
        way && locks && silence && self.along == along && self.hang == hang
    }

    /// Returns true if a point is on the side to which its leaves swing.
    fn is_behind(&self, point: Vec2) -> bool {
        self.side_of(point) == self.onwards
    }

    /// Returns true if a point is on the side of increasing x or y.
    fn side_of(&self, point: Vec2) -> bool {
        let aside = point - Grid::middle(self.cell());
        (if self.along == Axis::X { aside.y } else { aside.x }) > 0.0
    }

    /// Returns true if the player may open it: it is not locked, or the player has the key, which unlocks it
    /// permanently.
    fn admits(&mut self, keys: Keys, events: &mut EventLog) -> bool {
        let Some(lock) = self.lock else { return true };
        match lock.key().filter(|key| keys.has(*key)) {
            Some(key) => {
                self.lock = None;
                events.emit(self.report(GameEvent::Unlocked(key), Mover::Player));
                true
            }
            None => {
                self.silence = SILENCE;
                debug!(x = self.x, y = self.y, ?lock, ?keys, "door refuses the player");
                events.emit(self.report(GameEvent::DoorRefuses(lock), Mover::Player));
                false
            }
        }
    }

    /// Opens the door from a point, or reverses it while it is closing. An open door stays open longer.
    fn push_open(&mut self, from: Vec2, by: Mover, events: &mut EventLog) {
        match self.state {
            DoorState::Closed => {
                if self.is_behind(from) {
                    self.onwards = !self.onwards;
                }
                self.enter(DoorState::Opening);
            }
            // Closing leaves do not reverse if they would then push the body that opens them.
            DoorState::Closing if self.hang == Hang::Sliding || !self.is_behind(from) => {
                return self.turn_back(by, events);
            }
            DoorState::Open => return self.age &= ORDERED,
            DoorState::Opening | DoorState::Closing => return,
        }
        events.emit(self.report(GameEvent::DoorOpens, by));
    }

    /// Opens it again while it is closing.
    fn turn_back(&mut self, by: Mover, events: &mut EventLog) {
        self.enter(if self.way == SWEEP { DoorState::Open } else { DoorState::Opening });
        events.emit(self.report(GameEvent::DoorOpens, by));
    }

    /// Closes the door for the player if it is open; otherwise opens it if the player's keys allow that.
    pub(crate) fn toggle(&mut self, from: Vec2, keys: Keys, events: &mut EventLog) {
        if self.state == DoorState::Open {
            (self.age, self.told_to_close) = (STAY, true);
        } else if self.admits(keys, events) {
            self.push_open(from, Mover::Player, events);
        }
    }

    /// Unlocks it and opens it from a point, for a developer act.
    pub(crate) fn force_open(&mut self, from: Vec2, events: &mut EventLog) {
        if self.lock.take().is_some() {
            events.emit(self.report(GameEvent::DoorUnlocks, Mover::Other));
        }
        self.push_open(from, Mover::Other, events);
    }

    /// Remembers on which side the player was when it was opened, and locks it if it has closed behind the player.
    fn watch(&mut self, player: Vec2, events: &mut EventLog) {
        let side = self.side_of(player);
        if self.state != DoorState::Closed {
            self.came_from = self.came_from.or(self.is_near(player).then_some(side));
        } else if let Some(came_from) = self.came_from.take()
            && came_from != side
        {
            self.lock = Some(Lock::Sealed);
            events.emit(self.report(GameEvent::DoorLocks, Mover::Other));
        }
    }

    /// Carries out a trigger action; `first` is the lock that the level gave the door.
    fn obey(&mut self, act: TriggerAction, first: Option<Lock>, events: &mut EventLog) {
        let was_locked = self.lock.is_some();
        match act {
            TriggerAction::Open(_) => {
                (self.held, self.age) = (true, self.ticks());
                if self.state == DoorState::Closing {
                    self.turn_back(Mover::Other, events);
                }
            }
            TriggerAction::Close(_) | TriggerAction::Lock(_) => {
                let orders = if self.state == DoorState::Closed { 0 } else { ORDERED };
                (self.held, self.age) = (false, STAY.max(self.ticks()) | orders);
            }
            _ => {}
        }
        match act {
            TriggerAction::Lock(_) => self.lock = Some(self.lock.or(first).unwrap_or(Lock::Sealed)),
            TriggerAction::Unlock(_) => self.lock = None,
            _ => {}
        }
        if was_locked != self.lock.is_some() {
            let what = if was_locked { GameEvent::DoorUnlocks } else { GameEvent::DoorLocks };
            events.emit(self.report(what, Mover::Other));
        }
    }

    /// Returns the shape that must be free of bodies before it can move on, or `None` if it is not about to move or
    /// needs no room.
    fn room(&self) -> Option<Shape> {
        if self.state == DoorState::Open && (self.held || self.ticks() + 1 < STAY) {
            return None;
        }
        let at = |way| Door { way, ..*self }.shape();
        match (self.hang, self.state) {
            (_, DoorState::Closed) | (Hang::Sliding, DoorState::Opening) => None,
            (Hang::Sliding, DoorState::Open | DoorState::Closing) => Some(at(0)),
            (Hang::Swinging, DoorState::Opening) => Some(at(self.way + 1)),
            (Hang::Swinging, DoorState::Closing) => Some(at(self.way - 1)),
            (Hang::Swinging, DoorState::Open) => {
                // The whole area that the leaves sweep: the half of the cell behind them.
                let across = if self.along == Axis::X { Axis::Y } else { Axis::X };
                Some(Shape::PushWall { along: across, shift: if self.onwards { 0.45 } else { -0.45 } })
            }
        }
    }

    /// Returns true if it is closed and idle, and stays so until something touches it.
    fn rests(&self) -> bool {
        self.state == DoorState::Closed && !self.held && self.silence == 0 && self.came_from.is_none()
    }

    /// Advances by one tick; `free` is false while something is in the way.
    fn advance(&mut self, free: bool, events: &mut EventLog) {
        self.age = (self.ticks() + 1).min(!ORDERED) | self.age & ORDERED;
        self.silence = self.silence.saturating_sub(1);
        let closer = if std::mem::take(&mut self.told_to_close) { Mover::Player } else { Mover::Other };
        match self.state {
            DoorState::Opening if free => {
                self.way += 1;
                if self.way >= SWEEP {
                    self.enter(DoorState::Open);
                }
            }
            DoorState::Opening if self.ticks() >= PATIENCE && self.way == 0 => self.enter(DoorState::Closed),
            DoorState::Opening if self.ticks() >= PATIENCE => self.close(Mover::Other, events),
            DoorState::Open if self.ticks() >= STAY && free && !self.held => self.close(closer, events),
            DoorState::Closed if self.held => {
                self.enter(DoorState::Opening);
                events.emit(self.report(GameEvent::DoorOpens, Mover::Other));
            }
            DoorState::Closing if free => {
                self.way -= 1;
                if self.way == 0 {
                    self.enter(DoorState::Closed);
                }
            }
            DoorState::Closing => self.turn_back(Mover::Other, events),
            DoorState::Closed | DoorState::Opening | DoorState::Open => {}
        }
    }

    /// Pushes a prop in the direction to which the leaves swing, at four tiles per second.
    fn push_aside(&self, prop: Option<(Mut<Knockback>, &Immovable)>) {
        let Some((mut thrown, _)) = prop.filter(|(_, heavy)| !heavy.is_fixed) else { return };
        let side = if self.onwards { 4.0 } else { -4.0 };
        thrown.throw(if self.along == Axis::X { Vec2::new(0.0, side) } else { Vec2::new(side, 0.0) });
    }

    fn close(&mut self, by: Mover, events: &mut EventLog) {
        self.enter(DoorState::Closing);
        events.emit(self.report(GameEvent::DoorCloses, by));
    }

    fn enter(&mut self, state: DoorState) {
        (self.state, self.age) = (state, if state == DoorState::Closed { 0 } else { self.age & ORDERED });
    }

    fn report(&self, what: GameEvent, by: Mover) -> EventRecord {
        let report = EventRecord::new(what, Grid::middle(self.cell()));
        EventRecord { about: report.about.filter(|_| by == Mover::Player), ..report }
    }

    fn is_near(&self, point: Vec2) -> bool {
        point.distance_squared(Grid::middle(self.cell())) < NEAR * NEAR
    }
}

/// Requires one door in a valid state for each door of the level.
impl SavedComponent for Door {
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw> {
        let mut cells: Vec<_> = all.values().map(|door| door.cell().to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        let level = bounds.level;
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Door { .. })).count();
        let fits = |door: &Door| match level.shape_at(door.cell().x, door.cell().y) {
            Some(shape @ CellShape::Door { .. }) => door.is_valid(shape),
            _ => false,
        };
        let fit = cells.len() == in_level && all.0.len() == in_level && all.values().all(fits);
        ensure(fit, "the doors do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    let move_on = (touch.in_set(Step::TouchDoors), advance.in_set(Step::MoveDoors));
    app.add_systems(FixedUpdate, move_on.run_if(any_with_component::<Door>));
    app.add_systems(FixedUpdate, obey.in_set(Step::RunDoorActions).in_set(ActionHandlers));
}

/// Lets living bodies open the closed doors they touch. Locked doors open for a player with the key and for kinds of
/// monsters that carry it. A door opened by a monster stays locked, but others can follow through before it closes.
pub(crate) fn touch(
    (places, rules): (Res<SpatialIndex>, Res<Rules>),
    player: Single<&Player>,
    monsters: Query<&Monster>,
    mut doors: Query<&mut Door>,
    mut events: EventLog,
) {
    let carries = |standing: &Standing, lock: Lock| {
        let kind = monsters.get(standing.entity).ok().map(|monster| monster.kind_of(&rules));
        kind.is_some_and(|kind| lock.key().is_some_and(|key| kind.keys.contains(&key)))
    };
    let may_open = |door: &Door| !matches!(door.state, DoorState::Open | DoorState::Opening);
    // If neither the door nor a body near it has changed, nothing touches it now that did not in the last tick.
    let may_be_touched = |door: &Mut<Door>| door.is_changed() || places.has_stirred(door.cell());
    let touched = |door: &Mut<Door>| may_open(door) && may_be_touched(door) && !places.is_lonely(door.cell());
    for mut door in doors.iter_mut().filter(touched) {
        let shape = LazyCell::new(|| outline(door.shape()));
        let touches = |standing: &&Standing| body::overlaps(&shape, door.cell(), standing.at, standing.radius + TOUCH);
        // If bodies touch it from both sides, the one with the lowest id opens it.
        let near = places.near(Grid::middle(door.cell()), TOUCHES).filter(touches);
        let may = |standing: &&Standing| match door.lock {
            None => standing.id == PLAYER || monsters.contains(standing.entity),
            Some(_) if standing.id == PLAYER => door.silence == 0,
            Some(lock) => carries(standing, lock),
        };
        let first = near.filter(may).min_by_key(|standing| standing.id).copied();
        if let Some(standing) = first
            && (standing.id != PLAYER || door.admits(player.keys, &mut events))
        {
            let by = if standing.id == PLAYER { Mover::Player } else { Mover::Other };
            door.push_open(standing.at, by, &mut events);
        }
    }
}

/// Opens, closes, locks and unlocks doors as triggers request.
fn obey(orders: Res<PendingActions>, deck: Res<Deck>, mut doors: Query<&mut Door>, mut events: EventLog) {
    for act in &orders.0 {
        let (TriggerAction::Open(place)
        | TriggerAction::Close(place)
        | TriggerAction::Lock(place)
        | TriggerAction::Unlock(place)) = act
        else {
            continue;
        };
        let place = deck.0.place(*place);
        for mut door in doors.iter_mut().filter(|door| place.has(door.x.into(), door.y.into())) {
            let CellShape::Door { lock, .. } = deck.0.cell(door.x.into(), door.y.into()).shape else { continue };
            door.obey(*act, lock, &mut events);
        }
    }
}

/// Advances the doors by one tick.
pub(crate) fn advance(
    (places, air): (Res<SpatialIndex>, Res<Air>),
    corpses: Query<&Position, (Or<(With<Monster>, With<Player>)>, Without<Body>)>,
    player: Single<&Position, With<Player>>,
    mut props: Query<(&mut Knockback, &Immovable)>,
    mut doors: Query<&mut Door>,
    mut events: EventLog,
) {
    for mut door in doors.iter_mut().filter(|door| !door.rests()) {
        let blocked = door.room().is_some_and(|room| {
            let outline = outline(room);
            let in_it = |at: Vec2, radius| door.is_near(at) && body::overlaps(&outline, door.cell(), at, radius);
            // Doors open over corpses but do not close on them, except doors that must close: these push corpses out of
            // the way.
            let closes = door.state != DoorState::Opening;
            let spares = closes && !door.must_close();
            let (pushes, mut is_jammed) = (!closes && door.ticks() == JAMMED, false);
            for jam in places.near(Grid::middle(door.cell()), NEAR).filter(|jam| in_it(jam.at, jam.radius)) {
                is_jammed = true;
                door.push_aside(props.get_mut(jam.entity).ok().filter(|_| pushes));
            }
            is_jammed
                || spares && corpses.iter().any(|at| in_it(at.0, CORPSE_RADIUS))
                || closes && air.wind(Grid::middle(door.cell())).length() > GALE
        });
        door.advance(!blocked, &mut events);
        if door.locks_behind {
            door.watch(player.0, &mut events);
        }
    }
}
