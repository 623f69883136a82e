//! Triggers: uses, shots, steps, deaths and game results set off the actions that the level connects with them, at once,
//! later, or alternately.

use crate::{
    bodies::body::{Body, Position},
    bodies::height::Height,
    deck::grid::Grid,
    deck::tick_interactions::TickInteractions,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::death_watch::DeathWatch,
    machines::pending_spawn::PendingSpawn,
    monsters::monster::Monster,
    player::player::Player,
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::id::Id,
    tick::run::Deck,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::{CellShape, Level, NamedArea, Repeat, Trigger, TriggerAction, TriggerCause, Walker};
use serde::{Deserialize, Serialize};

/// Ticks for which a repeatable switch is shown as thrown.
const THROWN: u32 = ticks(0.5);
/// Maximum delay of a trigger, in ticks: levels allow 600 seconds.
const LONGEST: u32 = ticks(600.0);

/// The states of the level's triggers, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Triggers(Vec<TriggerState>);

/// The state of a trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TriggerState {
    /// True if it is on.
    on: bool,
    /// True if it has been set off at least once.
    used: bool,
    /// For a trigger that reacts to steps: true if a body was on its cells in the last tick.
    stepped: bool,
    /// Ticks until its actions are carried out.
    wait: Option<u32>,
    /// Ticks until it switches back.
    left: Option<u32>,
}

/// The actions that triggers request in this tick. They are carried out before the tick ends.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct PendingActions(#[cfg_attr(feature = "dev", reflect(ignore))] pub(crate) Vec<TriggerAction>);

impl Triggers {
    /// Creates the initial states of a level's triggers.
    pub(crate) fn new(level: &Level) -> Self {
        Triggers(vec![TriggerState::default(); level.triggers.len()])
    }

    /// Returns true if a switch in column `x`, row `y` is shown as thrown.
    pub fn is_thrown(&self, level: &Level, x: usize, y: usize) -> bool {
        let throws = |(trigger, state): (&Trigger, &TriggerState)| {
            state.on
                && matches!(trigger.on, TriggerCause::Use | TriggerCause::Shot)
                && level.place(trigger.at).has(x, y)
        };
        level.triggers.iter().zip(&self.0).any(throws)
    }

    /// Returns true for a switch in column `x`, row `y` with triggers none of which has ever been set off.
    pub fn is_untried(&self, level: &Level, x: usize, y: usize) -> bool {
        let is_here = |(trigger, _): &(&Trigger, &TriggerState)| {
            matches!(trigger.on, TriggerCause::Use | TriggerCause::Shot) && level.place(trigger.at).has(x, y)
        };
        let mut here = level.triggers.iter().zip(&self.0).filter(is_here).peekable();
        here.peek().is_some() && here.all(|(_, state)| !state.used)
    }

    /// Returns true if the trigger at an index has been set off at least once.
    pub fn was_used(&self, number: usize) -> bool {
        self.0.get(number).is_some_and(|state| state.used)
    }

    /// Returns true if the use key still sets off a trigger of a cell, which is a switch or shows a text.
    pub(crate) fn wait_for_use(&self, level: &Level, (x, y): (usize, usize), is_switch: bool) -> bool {
        let says = |act: &TriggerAction| matches!(act, TriggerAction::Say(_));
        let waits = |(trigger, state): (&Trigger, &TriggerState)| {
            trigger.on == TriggerCause::Use
                && !(trigger.repeat == Repeat::Once && state.used)
                && (is_switch || trigger.actions.iter().any(says))
                && level.place(trigger.at).has(x, y)
        };
        level.triggers.iter().zip(&self.0).any(waits)
    }

    /// Returns true for a cell whose triggers by use have all been set off for the only time. Signs that are only read do
    /// not count.
    pub(crate) fn are_spent(&self, level: &Level, (x, y): (usize, usize)) -> bool {
        let is_here = |(trigger, _): &(&Trigger, &TriggerState)| {
            trigger.on == TriggerCause::Use && level.place(trigger.at).has(x, y)
        };
        let here = || level.triggers.iter().zip(&self.0).filter(is_here);
        here().any(|(trigger, _)| !is_read(level, trigger, (x, y)))
            && here().all(|(trigger, state)| trigger.repeat == Repeat::Once && state.used)
    }

    /// Returns true if these states are valid for a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let is_short = |ticks: Option<u32>| ticks.is_none_or(|ticks| ticks <= LONGEST);
        self.0.len() == level.triggers.len() && self.0.iter().all(|state| is_short(state.wait) && is_short(state.left))
    }
}

impl TriggerState {
    /// Switches it on or off. Its actions follow after a delay in seconds.
    fn set(&mut self, on: bool, after: f32) {
        (self.on, self.used, self.wait) = (on, true, Some(ticks(after)));
    }

    /// Switches a held trigger. If the actions of the previous change are still pending, the two changes cancel out.
    fn hold(&mut self, on: bool, after: f32) {
        if self.wait.take().is_some() {
            (self.on, self.used) = (on, true);
        } else {
            self.set(on, after);
        }
    }

    /// Returns true if nothing is pending and no body was on it in the last tick.
    fn rests(&self) -> bool {
        !self.stepped && self.wait.is_none() && self.left.is_none()
    }

    /// Sets it off. Returns false if it cannot be set off now.
    fn set_off(&mut self, trigger: &Trigger) -> bool {
        if trigger.repeat == Repeat::WhileHeld {
            self.hold(true, trigger.after);
            return true;
        }
        if self.wait.is_some() || trigger.repeat == Repeat::Once && self.used {
            return false;
        }
        match trigger.repeat {
            Repeat::Once | Repeat::WhileHeld => self.set(true, trigger.after),
            Repeat::Always => {
                self.set(true, trigger.after);
                self.left = Some(THROWN);
            }
            Repeat::Toggle => self.set(!self.on, trigger.after),
            Repeat::Timed(_) if self.on => return false,
            Repeat::Timed(seconds) => {
                self.set(true, trigger.after);
                self.left = Some(ticks(seconds + trigger.after).min(LONGEST));
            }
        }
        true
    }

    /// Advances by one tick and collects the actions that are due.
    fn advance(&mut self, trigger: &Trigger, orders: &mut Vec<TriggerAction>) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.left = None;
                match trigger.repeat {
                    Repeat::Timed(_) => self.set(false, 0.0),
                    _ => self.on = false,
                }
            }
        }
        if let Some(wait) = &mut self.wait {
            if *wait > 0 {
                *wait -= 1;
            } else {
                self.wait = None;
                trace!(on = self.on, actions = trigger.actions.len(), "actions of a trigger are due");
                if self.on || trigger.repeat == Repeat::Always {
                    orders.extend(&trigger.actions);
                } else {
                    orders.extend(trigger.actions.iter().rev().filter_map(|act| act.inverse()));
                }
            }
        }
    }
}

/// The systems that only carry out trigger actions; they are skipped in most ticks.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ActionHandlers;

impl SavedResource for Triggers {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the triggers do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Triggers>().init_resource::<TickInteractions>().init_resource::<PendingActions>();
    app.init_resource::<DeathWatch>();
    app.add_systems(FixedUpdate, work.in_set(Step::WorkTriggers));
    app.configure_sets(
        FixedUpdate,
        ActionHandlers.after(Step::WorkTriggers).run_if(|orders: Res<PendingActions>| !orders.0.is_empty()),
    );
}

/// The monsters on cells that react to steps, with their cells, row by row; within a cell the lowest id comes first.
/// The list is rebuilt each tick and kept to reuse its memory.
#[derive(Default)]
pub(crate) struct Treading(Vec<((usize, usize), Id)>);

/// The cells of a level that react to steps, by cell index; empty if there are none.
#[derive(Default)]
pub(crate) struct Plates {
    cells: Vec<bool>,
    /// True if monsters can set off some of them.
    are_theirs: bool,
    /// The corners of their bounding box. Most monsters are outside of it, so their cells need not be computed.
    around: [Vec2; 2],
}

impl Plates {
    /// Finds those of a level.
    fn of(level: &Level) -> Self {
        let steps = || level.triggers.iter().filter(|trigger| trigger.on == TriggerCause::Step);
        let mut cells = vec![false; if steps().next().is_some() { level.cells.len() } else { 0 }];
        let mut around = [Vec2::INFINITY, Vec2::NEG_INFINITY];
        for &(x, y) in steps().flat_map(|trigger| &level.place(trigger.at).cells) {
            cells[y * level.width + x] = true;
            let corner = IVec2::new(x as i32, y as i32).as_vec2();
            around = [around[0].min(corner), around[1].max(corner + 1.0)];
        }
        Plates { cells, are_theirs: steps().any(|trigger| trigger.by != Walker::Player), around }
    }

    /// Returns false if a point cannot be on any of them.
    fn may_be_on(&self, at: Vec2) -> bool {
        let [from, to] = self.around;
        (at.x >= from.x) & (at.y >= from.y) & (at.x < to.x) & (at.y < to.y)
    }

    /// Returns true if a cell of a level is one of them.
    fn has(&self, level: &Level, cell: IVec2) -> bool {
        let inside = cell.cmpge(IVec2::ZERO).all() && (cell.x as usize) < level.width;
        inside && self.cells.get(cell.y as usize * level.width + cell.x as usize).is_some_and(|is| *is)
    }
}

impl Treading {
    /// Returns the cell of the monster with the lowest id in an area.
    fn first_on(&self, place: &NamedArea) -> Option<IVec2> {
        let on = |&(x, y): &(usize, usize)| {
            let first = self.0.partition_point(|(cell, _)| *cell < (y, x));
            let (_, id) = self.0.get(first).filter(|(cell, _)| *cell == (y, x))?;
            Some((*id, IVec2::new(x as i32, y as i32)))
        };
        place.cells.iter().filter_map(on).min_by_key(|(id, _)| *id).map(|(_, cell)| cell)
    }
}

/// Detects what sets off triggers and collects their actions.
pub(crate) fn work(
    deck: Res<Deck>,
    player: Single<(&Position, &Height, Has<Body>), With<Player>>,
    (undead, waiting): (Query<(&Id, &Position, &Height), (With<Monster>, With<Body>)>, Query<&Id, With<PendingSpawn>>),
    mut triggers: ResMut<Triggers>,
    mut tried: ResMut<TickInteractions>,
    mut orders: ResMut<PendingActions>,
    mut events: EventLog,
    (watch, mut plates, mut treading): (Res<DeathWatch>, Local<Plates>, Local<Treading>),
) {
    if deck.is_changed() {
        *plates = Plates::of(&deck.0);
    }
    orders.0.clear();
    treading.0.clear();
    if plates.are_theirs {
        for (ids, places, heights) in undead.contiguous_iter().into_iter().flatten() {
            for row in (0..ids.len()).filter(|row| plates.may_be_on(places[*row].0)) {
                let cell = Grid::cell_at(places[row].0);
                if plates.has(&deck.0, cell) && !heights[row].is_in_the_air() {
                    treading.0.push(((cell.y as usize, cell.x as usize), ids[row]));
                }
            }
        }
        treading.0.sort_unstable();
    }
    let (position, height, lives) = *player;
    // Jumping over a plate does not set it off.
    let cell = Grid::cell_at(position.0);
    let player = (lives && !height.is_in_the_air() && plates.has(&deck.0, cell)).then_some(cell);
    let nobody = player.is_none() && treading.0.is_empty() && tried.is_empty() && watch.is_empty();
    let are_dead = |number: usize| {
        let monsters = watch.monsters(number);
        let lives = |id: &Id| monsters.contains(id);
        !monsters.is_empty() && !undead.iter().any(|(id, ..)| lives(id)) && !waiting.iter().any(lives)
    };
    for (number, (trigger, state)) in deck.0.triggers.iter().zip(&mut triggers.0).enumerate() {
        // Nearly always nothing has happened that sets off a trigger, and nothing is pending.
        if nobody && state.rests() {
            continue;
        }
        let is_quiet = match trigger.on {
            TriggerCause::Use => tried.used.is_empty(),
            TriggerCause::Shot => tried.shot.is_empty(),
            TriggerCause::Step => {
                let may_be_his = player.is_some() && trigger.by != Walker::Undead;
                let may_be_theirs = !treading.0.is_empty() && trigger.by != Walker::Player;
                !may_be_his && !may_be_theirs && !state.stepped
            }
            TriggerCause::Won
            | TriggerCause::Lost
            | TriggerCause::LostThreeTimes
            | TriggerCause::Solved
            | TriggerCause::SolvedBest => tried.played.is_empty(),
            TriggerCause::Death => state.used || !are_dead(number),
        };
        if is_quiet && state.wait.is_none() && state.left.is_none() {
            continue;
        }
        let place = deck.0.place(trigger.at);
        let has = |cell: &IVec2| place.has(cell.x as usize, cell.y as usize);
        let works = |(cell, side): &(IVec2, IVec2)| {
            let face = deck.0.shape_at(cell.x, cell.y).and_then(CellShape::face);
            has(cell) && face.is_none_or(|face| IVec2::from(face.step()) == *side)
        };
        let found = match trigger.on {
            TriggerCause::Use => tried.used.iter().copied().find(works).map(|(cell, _)| cell),
            TriggerCause::Shot => tried.shot.iter().copied().find(works).map(|(cell, _)| cell),
            TriggerCause::Death => {
                let first = place.cells.first().map(|&(x, y)| IVec2::new(x as i32, y as i32));
                first.filter(|_| !state.used && are_dead(number))
            }
            cause @ (TriggerCause::Won
            | TriggerCause::Lost
            | TriggerCause::LostThreeTimes
            | TriggerCause::Solved
            | TriggerCause::SolvedBest) => {
                tried.played.iter().find(|(cell, came)| *came == cause && has(cell)).map(|(cell, _)| *cell)
            }
            TriggerCause::Step => {
                let his = player.filter(|cell| trigger.by != Walker::Undead && has(cell));
                // If several monsters are on it, the one with the lowest id sets it off.
                let theirs = || (trigger.by != Walker::Player).then(|| treading.first_on(place))?;
                let stands = his.or_else(theirs);
                let (came, left) = (stands.is_some() && !state.stepped, stands.is_none() && state.stepped);
                state.stepped = stands.is_some();
                if left && trigger.repeat == Repeat::WhileHeld {
                    state.hold(false, trigger.after);
                }
                stands.filter(|_| came)
            }
        };
        if let Some(cell) = found
            && state.set_off(trigger)
        {
            debug!(trigger = number, on = ?trigger.on, x = cell.x, y = cell.y, "trigger is set off");
            let what = match trigger.on {
                // A sign that is only read makes no sound.
                TriggerCause::Use if is_read(&deck.0, trigger, (cell.x as usize, cell.y as usize)) => None,
                TriggerCause::Use | TriggerCause::Shot => Some(GameEvent::SwitchThrown),
                // A line that can be crossed only once gives no signal.
                TriggerCause::Step => (trigger.repeat != Repeat::Once).then_some(GameEvent::PlateSinks),
                // The game has reported it already.
                TriggerCause::Death
                | TriggerCause::Won
                | TriggerCause::Lost
                | TriggerCause::LostThreeTimes
                | TriggerCause::Solved
                | TriggerCause::SolvedBest => None,
            };
            events.emit_all(what.map(|what| EventRecord::new(what, Grid::middle(cell))));
        }
        state.advance(trigger, &mut orders.0);
    }
    let said = orders.0.iter().filter_map(|act| match act {
        TriggerAction::Say(message) => Some(EventRecord::new(GameEvent::Says(*message), position.0)),
        _ => None,
    });
    events.emit_all(said);
    *tried = TickInteractions::default();
}

/// Returns true for a trigger that only shows a text, in a cell that is not a switch.
fn is_read(level: &Level, trigger: &Trigger, (x, y): (usize, usize)) -> bool {
    let is_switch = matches!(level.cell(x, y).shape, CellShape::Switch { .. });
    !is_switch && trigger.actions.iter().all(|act| matches!(act, TriggerAction::Say(_)))
}
