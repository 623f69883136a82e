//! Triggers: what the player uses, shoots, steps on or wins sets off what the level has wired to it, now, later, or in turns.

use crate::{
    bodies::body::{Body, Position},
    bodies::height::Height,
    deck::grid::Grid,
    deck::tick_interactions::TickInteractions,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
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

/// How long a switch that works each time is seen to be thrown.
const THROWN: u32 = ticks(0.5);
/// Nothing of a trigger waits longer, in ticks: levels allow 600 seconds.
const LONGEST: u32 = ticks(600.0);

/// How the triggers of the level stand, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triggers(Vec<TriggerState>);

/// How a trigger stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TriggerState {
    /// It is thrown.
    on: bool,
    /// It was set off at least once.
    used: bool,
    /// One whose steps count was on its cells in the last tick.
    stepped: bool,
    /// The ticks until it works.
    wait: Option<u32>,
    /// The ticks until it goes back.
    left: Option<u32>,
}

/// What triggers ask for in this tick. It is carried out before the tick ends, and the next one asks anew.
#[derive(Resource, Default)]
pub(crate) struct PendingActions(pub(crate) Vec<TriggerAction>);

impl Triggers {
    /// Those of a level, as it begins.
    pub(crate) fn new(level: &Level) -> Self {
        Triggers(vec![TriggerState::default(); level.triggers.len()])
    }

    /// True if a switch in column `x`, row `y` is seen to be thrown.
    pub fn is_thrown(&self, level: &Level, x: usize, y: usize) -> bool {
        let throws = |(trigger, state): (&Trigger, &TriggerState)| {
            state.on
                && matches!(trigger.on, TriggerCause::Use | TriggerCause::Shot)
                && level.place(trigger.at).has(x, y)
        };
        level.triggers.iter().zip(&self.0).any(throws)
    }

    /// True if the trigger of this number has been set off at least once.
    pub fn was_used(&self, number: usize) -> bool {
        self.0.get(number).is_some_and(|state| state.used)
    }

    /// True if they can be those of a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let is_short = |ticks: Option<u32>| ticks.is_none_or(|ticks| ticks <= LONGEST);
        self.0.len() == level.triggers.len() && self.0.iter().all(|state| is_short(state.wait) && is_short(state.left))
    }
}

impl TriggerState {
    /// It goes on or off, and works when it has waited.
    fn set(&mut self, on: bool, after: f32) {
        (self.on, self.used, self.wait) = (on, true, Some(ticks(after)));
    }

    /// A held one is stepped on or left. What was still to come of the last change is no more: the two cancel out.
    fn hold(&mut self, on: bool, after: f32) {
        if self.wait.take().is_some() {
            (self.on, self.used) = (on, true);
        } else {
            self.set(on, after);
        }
    }

    /// True if nothing of it waits, and nobody was on it in the last tick.
    fn rests(&self) -> bool {
        !self.stepped && self.wait.is_none() && self.left.is_none()
    }

    /// Somebody has done what sets it off; false if that is of no use now.
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

    /// One tick further: what it does now.
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
                if self.on || trigger.repeat == Repeat::Always {
                    orders.extend(&trigger.actions);
                } else {
                    orders.extend(trigger.actions.iter().rev().filter_map(|act| act.inverse()));
                }
            }
        }
    }
}

/// The steps that do nothing but what triggers ask for: most ticks pass them over.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ActionHandlers;

impl SavedResource for Triggers {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the triggers are not those of the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Triggers>().init_resource::<TickInteractions>().init_resource::<PendingActions>();
    app.add_systems(FixedUpdate, work.in_set(Step::WorkTriggers));
    app.configure_sets(
        FixedUpdate,
        ActionHandlers.after(Step::WorkTriggers).run_if(|orders: Res<PendingActions>| !orders.0.is_empty()),
    );
}

/// The undead that tread on what works by steps, with their cells, row by row; of several in one the lowest number comes first. It is
/// filled anew in each tick, and kept for its room in memory.
#[derive(Default)]
pub(crate) struct Treading(Vec<((usize, usize), Id)>);

/// The cells of a level that work by steps, by their numbers; empty if there are none.
#[derive(Default)]
pub(crate) struct Plates {
    cells: Vec<bool>,
    /// The undead work some of them.
    are_theirs: bool,
    /// The corners of the rectangle that all of them lie in: most of the undead are outside, and are not asked which cell they are in.
    around: [Vec2; 2],
}

impl Plates {
    /// Those of a level.
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

    /// False if a point is on none of them.
    fn may_be_on(&self, at: Vec2) -> bool {
        let [from, to] = self.around;
        (at.x >= from.x) & (at.y >= from.y) & (at.x < to.x) & (at.y < to.y)
    }

    /// True if a cell of a level is one of them.
    fn has(&self, level: &Level, cell: IVec2) -> bool {
        let inside = cell.cmpge(IVec2::ZERO).all() && (cell.x as usize) < level.width;
        inside && self.cells.get(cell.y as usize * level.width + cell.x as usize).is_some_and(|is| *is)
    }
}

impl Treading {
    /// The one with the lowest number of those on the cells of a place, and its cell.
    fn first_on(&self, place: &NamedArea) -> Option<IVec2> {
        let on = |&(x, y): &(usize, usize)| {
            let first = self.0.partition_point(|(cell, _)| *cell < (y, x));
            let (_, id) = self.0.get(first).filter(|(cell, _)| *cell == (y, x))?;
            Some((*id, IVec2::new(x as i32, y as i32)))
        };
        place.cells.iter().filter_map(on).min_by_key(|(id, _)| *id).map(|(_, cell)| cell)
    }
}

/// Notices what sets triggers off, and asks for what they do.
pub(crate) fn work(
    deck: Res<Deck>,
    player: Single<(&Position, &Height, Has<Body>), With<Player>>,
    undead: Query<(&Id, &Position, &Height), (With<Monster>, With<Body>)>,
    mut triggers: ResMut<Triggers>,
    mut tried: ResMut<TickInteractions>,
    mut orders: ResMut<PendingActions>,
    mut events: EventLog,
    (mut plates, mut treading): (Local<Plates>, Local<Treading>),
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
    // Whoever jumps over a plate does not tread on it.
    let cell = Grid::cell_at(position.0);
    let player = (lives && !height.is_in_the_air() && plates.has(&deck.0, cell)).then_some(cell);
    let nobody = player.is_none() && treading.0.is_empty() && tried.is_empty();
    for (trigger, state) in deck.0.triggers.iter().zip(&mut triggers.0) {
        // Nearly always nobody has done what sets any off, and nothing of them waits.
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
            cause @ (TriggerCause::Won
            | TriggerCause::Lost
            | TriggerCause::LostThreeTimes
            | TriggerCause::Solved
            | TriggerCause::SolvedBest) => {
                tried.played.iter().find(|(cell, came)| *came == cause && has(cell)).map(|(cell, _)| *cell)
            }
            TriggerCause::Step => {
                let his = player.filter(|cell| trigger.by != Walker::Undead && has(cell));
                // Of several who are there at once, it is always the same one who sets it off.
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
            let what = match trigger.on {
                TriggerCause::Use | TriggerCause::Shot => Some(GameEvent::SwitchThrown),
                // A line that is crossed once is not noticed.
                TriggerCause::Step => (trigger.repeat != Repeat::Once).then_some(GameEvent::PlateSinks),
                // The game has told it.
                TriggerCause::Won
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
