//! Terminals: board games that the player steps up to. The world goes on meanwhile, and the player neither walks nor
//! fires.

use crate::{
    bodies::body::{Body, Heading, Position, PreviousPosition},
    deck::grid::Grid,
    deck::tick_interactions::TickInteractions,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::board_search::PendingSearch,
    machines::conduit::ConduitLock,
    machines::table::TableBoard,
    monsters::monster::Monster,
    player::player::Player,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Numbered, Part, SavedComponent, ensure},
    tick::id::Id,
    tick::intent::{BoardAct, Intent},
    tick::run::{Deck, Run},
    tick::tick::{Step, ticks},
};
use bevy::{math::ops, prelude::*};
use level::{Level, TerminalGame};
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// Distance from a terminal's middle at which the player has left it, in tiles.
const FAR: f32 = 2.0;
/// Maximum speed at which the player turns to the board, in radians per tick.
const TURN: f32 = 0.05;
/// Distance at which approaching monsters are noticed, in tiles.
const NEAR: f32 = 5.0;
/// Usual cost of a hint, in ticks of the suit's oxygen.
const HINT_OXYGEN: u32 = ticks(10.0);

/// A terminal of the level with the state of its game.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Terminal {
    x: u16,
    y: u16,
    /// The game.
    pub board: TerminalBoard,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerminalBoard {
    /// Lines of Action.
    Table(TableBoard),
    /// Panguru.
    Conduit(ConduitLock),
}

/// The id of the terminal that the player is using, if any.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct AtTerminal(pub Option<Id>);

/// Returns the cost of a hint on a skill level, in ticks of the suit's oxygen. With less oxygen there are no hints.
pub fn hint_price(rules: &Rules, skill: u8) -> u32 {
    if rules.skill(skill).free_hints { 0 } else { HINT_OXYGEN }
}

impl Terminal {
    /// Creates a terminal in its initial state.
    pub(crate) fn new(of: &level::PlacedTerminal) -> Self {
        let board = match &of.game {
            TerminalGame::Table(game) => TerminalBoard::Table(TableBoard::new(game)),
            TerminalGame::Conduit(conduit) => TerminalBoard::Conduit(ConduitLock::new(conduit)),
        };
        Terminal { x: of.x as u16, y: of.y as u16, board }
    }

    /// Returns its cell.
    pub fn cell(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// Returns true if this is a valid state of a terminal of the level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        match (self.settings(level), &self.board) {
            (Some(TerminalGame::Table(game)), TerminalBoard::Table(board)) => board.is_valid(&game),
            (Some(TerminalGame::Conduit(conduit)), TerminalBoard::Conduit(board)) => board.is_valid(&conduit),
            _ => false,
        }
    }

    /// Returns the settings of the terminal in the level.
    fn settings(&self, level: &Level) -> Option<TerminalGame> {
        level.terminal_at(self.x.into(), self.y.into()).map(|terminal| terminal.game)
    }

    /// Abandons the searches because the player leaves; the game is kept.
    fn pause(&mut self) {
        match &mut self.board {
            TerminalBoard::Table(board) => board.pause(),
            TerminalBoard::Conduit(board) => board.pause(),
        }
    }
}

/// Save data of the terminals: one for each terminal of the level, in order, and the one that the player is using.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedTerminals {
    pub(crate) all: Numbered<Terminal>,
    pub(crate) at: AtTerminal,
}

impl Part for SavedTerminals {
    fn save(world: &mut World) -> Self {
        SavedTerminals { all: Part::save(world), at: *world.resource() }
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        self.all.validate(bounds)?;
        let is_there = |at: Id| self.all.ids().any(|id| id == at);
        ensure(self.at.0.is_none_or(is_there), "the terminals do not match the level")
    }

    fn restore(&self, world: &mut World, rules: &Rules) {
        self.all.restore(world, rules);
        world.insert_resource(self.at);
    }
}

impl SavedComponent for Terminal {
    fn validate(all: &Numbered<Self>, &Bounds { level, .. }: &Bounds) -> Result<(), Flaw> {
        let in_level = level.terminals.iter().map(|terminal| IVec2::new(terminal.x as i32, terminal.y as i32));
        let fit = all.values().map(Terminal::cell).eq(in_level) && all.values().all(|of| of.is_valid(level));
        ensure(fit, "the terminals do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<AtTerminal>().init_resource::<PendingSearch>();
    let may_play = |at: Res<AtTerminal>, intent: Res<Intent>| at.0.is_some() || intent.board.is_some();
    app.add_systems(FixedUpdate, play.in_set(Step::Play).run_if(may_play));
    app.add_systems(FixedUpdate, attend.in_set(Step::HandleTerminalInput).run_if(plays));
    app.add_systems(FixedUpdate, warn.in_set(Step::Warn).run_if(plays));
}

/// Returns true while the player is using a terminal.
fn plays(at: Res<AtTerminal>) -> bool {
    at.0.is_some()
}

/// Turns a player at a terminal to its board and drops all other input, until the player leaves, is hurt or is pushed
/// away.
fn attend(
    mut intent: ResMut<Intent>,
    mut at: ResMut<AtTerminal>,
    mut terminals: Query<(&Id, &mut Terminal)>,
    player: Single<(&Position, &Heading, &Player, Has<Body>)>,
) {
    let Some(id) = at.0 else { return };
    let (position, heading, player, lives) = *player;
    let Some((_, mut terminal)) = terminals.iter_mut().find(|(other, _)| **other == id) else { return };
    let to = Grid::middle(terminal.cell()) - position.0;
    let is_hurt = player.since_hurt == 0;
    if intent.board == Some(BoardAct::Leave) || is_hurt || !lives || to.length() > FAR {
        terminal.pause();
        at.0 = None;
        return;
    }
    let off = (ops::atan2(to.y, to.x) - heading.0 + PI).rem_euclid(2.0 * PI) - PI;
    *intent = Intent { turn: off.clamp(-TURN, TURN), use_: intent.use_, board: intent.board, ..default() };
}

/// Applies the player's action to the terminal's game and lets the game continue.
fn play(
    mut intent: ResMut<Intent>,
    (at, deck, run, rules): (Res<AtTerminal>, Res<Deck>, Res<Run>, Res<Rules>),
    mut terminals: Query<(&Id, &mut Terminal)>,
    mut player: Single<&mut Player>,
    (mut thinking, mut tried): (ResMut<PendingSearch>, ResMut<TickInteractions>),
    mut events: EventLog,
) {
    // Take the action, because all ticks between two frames read the same intent.
    let act = intent.board.take();
    let Some(id) = at.0 else { return };
    let Some((_, mut terminal)) = terminals.iter_mut().find(|(other, _)| **other == id) else { return };
    let (cell, settings) = (terminal.cell(), terminal.settings(&deck.0));
    let mut told = (Vec::new(), Vec::new());
    match (&mut terminal.board, settings) {
        (TerminalBoard::Table(board), Some(TerminalGame::Table(game))) => {
            if let Some(act) = act {
                board.act(act, &game, &mut told);
            }
            board.go_on(&mut thinking, run.seed, &mut told);
        }
        (TerminalBoard::Conduit(board), _) => {
            let price = hint_price(&rules, run.skill);
            match act {
                Some(BoardAct::Hint) if player.oxygen < price => told.0.push(GameEvent::HintRefused),
                Some(act) => board.act(act, &mut told),
                None => {}
            }
            if board.go_on(&mut thinking, &mut told) {
                player.oxygen = player.oxygen.saturating_sub(price);
            }
        }
        _ => {}
    }
    let (happened, causes) = told;
    events.emit_all(happened.into_iter().map(|what| EventRecord::new(what, Grid::middle(cell))));
    tried.played.extend(causes.into_iter().map(|cause| (cell, cause)));
}

/// Warns the player at a terminal when a monster comes near. On skill levels whose rules say so, one that is after the
/// player also closes the terminal.
fn warn(
    player: Single<&Position, With<Player>>,
    undead: Query<(&Id, &Position, &PreviousPosition, &Monster), With<Body>>,
    (rules, run): (Res<Rules>, Res<Run>),
    mut terminals: Query<(&Id, &mut Terminal), Without<Monster>>,
    mut at: ResMut<AtTerminal>,
    mut events: EventLog,
) {
    let is_near = |point: Vec2| point.distance_squared(player.0) < NEAR * NEAR;
    let foes = undead.iter().filter(|(.., monster)| monster.kind_of(&rules).is_hostile());
    let come: Vec<_> = foes.filter(|(_, now, before, _)| is_near(now.0) && !is_near(before.0)).collect();
    if let Some((_, now, ..)) = come.iter().min_by_key(|(id, ..)| **id) {
        events.emit(EventRecord::new(GameEvent::BoardNear, now.0));
    }
    let is_hunted = come.iter().any(|(.., monster)| monster.state().is_after_somebody());
    if is_hunted && rules.skill(run.skill).boards_close {
        let left = at.0.take();
        if let Some((_, mut terminal)) = terminals.iter_mut().find(|(id, _)| Some(**id) == left) {
            terminal.pause();
        }
    }
}
