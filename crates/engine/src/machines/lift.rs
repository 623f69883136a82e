//! Lifts: when its switch is thrown, the lift starts and the deck is completed. Stairs work in the same way. Other
//! lifts carry the player between two areas of the deck.

use crate::{
    bodies::body::{Body, Position, PreviousPosition},
    bodies::free_spot,
    deck::grid::Grid,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::trigger::{ActionHandlers, PendingActions},
    player::player::Player,
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    tick::run::{Deck, Outcome, Run},
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::{CellShape, Direction, NamedArea, TriggerAction};
use serde::{Deserialize, Serialize};

/// Ticks from the throw of the switch until the lift leaves.
pub const LIFT_TICKS: u32 = ticks(0.6);

/// The switch of a lift on a wall, or a wall with stairs.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct LiftSwitch {
    x: u16,
    y: u16,
    /// True if it leads to the secret deck.
    secret: bool,
    /// The only side of the wall on which it works, if there is only one.
    face: Option<Direction>,
    /// Ticks since it was thrown.
    thrown: Option<u32>,
}

impl LiftSwitch {
    pub(crate) fn new(x: usize, y: usize, secret: bool, face: Option<Direction>) -> Self {
        LiftSwitch { x: x as u16, y: y as u16, secret, face, thrown: None }
    }

    /// Returns the cell of its wall.
    pub fn cell(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// Returns true if it leads to the secret deck.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Returns the only side of the wall on which it works, if there is only one.
    pub(crate) fn face(&self) -> Option<Direction> {
        self.face
    }

    /// Returns true if it works on the side of its wall to which this step leads.
    pub(crate) fn works_from(&self, side: IVec2) -> bool {
        self.face.is_none_or(|face| IVec2::from(face.step()) == side)
    }

    /// Resets it, so that it can be thrown again.
    pub(crate) fn wait(&mut self) {
        self.thrown = None;
    }

    /// Returns the ticks since it was thrown, if it was.
    pub fn since_thrown(&self) -> Option<u32> {
        self.thrown
    }

    /// Returns true once the lift leaves.
    fn leaves(&self) -> bool {
        self.thrown.is_some_and(|age| age >= LIFT_TICKS)
    }

    /// Throws it; a second time has no effect.
    pub(crate) fn throw(&mut self, events: &mut EventLog) {
        if self.thrown.is_none() {
            self.thrown = Some(0);
            events.emit(EventRecord::new(GameEvent::LiftThrown, Grid::middle(self.cell())));
        }
    }
}

/// Requires one switch for each lift of the level.
impl SavedComponent for LiftSwitch {
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw> {
        let mut cells: Vec<_> = all.values().map(|lift| lift.cell().to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        let level = bounds.level;
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Lift { .. })).count();
        let fits = |lift: &LiftSwitch| match level.shape_at(lift.cell().x, lift.cell().y) {
            Some(CellShape::Lift { secret, face, .. }) => (lift.is_secret(), lift.face()) == (secret, face),
            _ => false,
        };
        let fit = cells.len() == in_level && all.0.len() == in_level && all.values().all(fits);
        ensure(fit, "the lifts do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, start.in_set(Step::StartLift));
    app.add_systems(FixedUpdate, carry.in_set(Step::RunTeleportActions).in_set(ActionHandlers));
    app.add_systems(FixedUpdate, finish.in_set(Step::RunExitActions).in_set(ActionHandlers));
    let any_leaves = |lifts: Query<&LiftSwitch>| lifts.iter().any(LiftSwitch::leaves);
    app.add_systems(FixedUpdate, leave.in_set(Step::LeaveDeck).run_if(any_leaves));
}

/// Carries a living player in one area to the same spot of another one.
fn carry(
    orders: Res<PendingActions>,
    (deck, grid): (Res<Deck>, Res<Grid>),
    player: Single<(&mut Position, &mut PreviousPosition, &mut Player, &Body)>,
    others: Query<(&Position, &Body), Without<Player>>,
    mut events: EventLog,
) {
    let (mut position, mut previous, mut player, body) = player.into_inner();
    for act in &orders.0 {
        let TriggerAction::Teleport(from, to) = act else { continue };
        let (from, to) = (deck.0.place(*from), deck.0.place(*to));
        if from.has(position.0.x as usize, position.0.y as usize) {
            let corner = |place: &NamedArea| Vec2::new(place.cells[0].0 as f32, place.cells[0].1 as f32);
            let others: Vec<(Vec2, f32)> = others.iter().map(|(at, body)| (at.0, body.radius)).collect();
            position.0 = free_spot::near(&grid, position.0 + corner(to) - corner(from), body.radius, &others);
            previous.0 = position.0; // the jump must not be drawn as a movement
            player.since_carried = 0;
            events.emit(EventRecord::new(GameEvent::Carried, position.0));
        }
    }
}

/// Ends the run when a trigger requests it.
fn finish(
    orders: Res<PendingActions>,
    player: Single<&Position, (With<Player>, With<Body>)>,
    mut run: ResMut<Run>,
    mut events: EventLog,
) {
    let end = orders.0.iter().find_map(|act| match act {
        TriggerAction::Exit => Some(Outcome::Lift),
        TriggerAction::SecretExit => Some(Outcome::SecretLift),
        _ => None,
    });
    if let Some(outcome) = end.filter(|_| run.outcome == Outcome::Running) {
        run.outcome = outcome;
        events.emit(EventRecord::new(GameEvent::DeckDone, player.0));
    }
}

/// Counts the ticks of the lifts whose switches have been thrown.
pub(crate) fn start(mut lifts: Query<&mut LiftSwitch>) {
    for mut lift in &mut lifts {
        lift.thrown = lift.thrown.map(|age| age.saturating_add(1));
    }
}

/// Ends the run of a living player when a lift leaves.
fn leave(lifts: Query<&LiftSwitch>, deck: Res<Deck>, mut run: ResMut<Run>, mut events: EventLog) {
    let Some(lift) = lifts.iter().find(|lift| lift.leaves()) else { return };
    if run.outcome == Outcome::Running {
        run.outcome = match deck.0.stairs_at(usize::from(lift.x), usize::from(lift.y)) {
            Some(stairs) => Outcome::Stairs(stairs as u16),
            None if lift.secret => Outcome::SecretLift,
            None => Outcome::Lift,
        };
        events.emit(EventRecord::new(GameEvent::DeckDone, Grid::middle(lift.cell())));
    }
}
