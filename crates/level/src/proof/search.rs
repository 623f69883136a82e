//! The search: explores all states of a deck that a player can cause, and finds from which of them the deck can be
//! finished.

use crate::{
    model::direction::Direction,
    model::level::Level,
    model::thing::ThingKind,
    model::trigger::{Repeat, TriggerAction, TriggerCause, Walker},
    proof::board::{Board, Kind, NOWHERE},
    proof::game_data::GameData,
    proof::hazards::Hazards,
    proof::state::{MAX_TRACKED, State},
    proof::windows::Open,
};
use std::collections::BTreeMap;

/// Maximum number of states, and of visited pieces and cells in all of them together.
const MAX_STATES: usize = 20_000;
const MAX_WORK: usize = 1 << 23;

/// Transition between two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// The player walks, or takes a key.
    Walk,
    /// The player goes through a door that locks behind the player; its cell.
    Door(usize),
    /// The player pushes a wall; its cell, and the index of the direction.
    Push(usize, usize),
    /// The trigger with this index fires.
    Trigger(usize),
}

/// Result of a search.
pub(super) struct Search<'a> {
    pub(super) board: Board<'a>,
    skill: u8,
    states: Vec<State>,
    numbers: BTreeMap<State, usize>,
    /// Transitions: from a state, to a state, by an event.
    steps: Vec<(usize, usize, Event)>,
    /// Pieces that the player can reach.
    visited: Vec<bool>,
    work: usize,
}

/// An event after which the deck can no longer be finished, and the cell of the player afterwards.
pub(super) struct Trap {
    pub(super) event: Event,
    pub(super) at: usize,
}

impl<'a> Search<'a> {
    /// Searches from the starts. Returns `None` if the limits are exceeded.
    pub(super) fn of(
        level: &'a Level,
        game_data: &'a GameData,
        hazards: &Hazards,
        skill: u8,
        starts: &[usize],
    ) -> Option<Self> {
        if hazards.triggers.len() > MAX_TRACKED || hazards.pushes.tricky.len() > MAX_TRACKED {
            return None;
        }
        let mut board = Board::of(level, game_data, hazards, skill);
        board.prune(hazards, starts);
        if board.doors.len() > MAX_TRACKED || board.waiting.len() > MAX_TRACKED {
            return None;
        }
        let visited = vec![false; board.pieces.len()];
        let (states, numbers, steps) = Default::default();
        let mut search = Search { board, skill, states, numbers, steps, visited, work: 0 };
        for start in starts {
            let piece = search.board.piece_of[*start];
            let first = State::first(&search.board, piece);
            for state in search.entered(&first, piece, None) {
                search.number(state);
            }
        }
        let mut next = 0;
        while next < search.states.len() {
            search.expand(next);
            next += 1;
            if search.states.len() > MAX_STATES || search.work > MAX_WORK {
                return None;
            }
        }
        Some(search)
    }

    /// Returns true unless it is certain that the player cannot reach a cell.
    pub(super) fn comes_to(&self, cell: usize) -> bool {
        let piece = self.board.piece_of[cell];
        piece != NOWHERE && (self.visited[piece] || self.board.pieces[piece].kind == Kind::Gone)
    }

    /// Returns the index of a state, and adds it if it is new. States that differ only by where in an area the player
    /// is share one index.
    fn number(&mut self, mut state: State) -> usize {
        if state.done {
            // All finished states are the same.
            state = State::first(&self.board, 0).finished();
        } else if !self.is_live(&state, state.at) {
            let area = self.area(&state);
            state.at = area.iter().position(|is_in| *is_in).unwrap_or(state.at);
        }
        let next = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    /// Returns true if entering a piece has an effect.
    fn is_live(&self, state: &State, piece: usize) -> bool {
        let steps = &self.board.pieces[piece].steps;
        !self.board.keys_on(state, piece).is_empty() || steps.iter().any(|&wire| self.works(state, wire))
    }

    /// Returns true if the player can set off a wire.
    fn works(&self, state: &State, wire: usize) -> bool {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        let is_players = trigger.on != TriggerCause::Step || trigger.by != Walker::Undead;
        is_players && self.is_ready(state, wire)
    }

    /// Returns true if a wire can be set off.
    fn is_ready(&self, state: &State, wire: usize) -> bool {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        state.pending & 1 << wire == 0 && !(trigger.repeat == Repeat::Once && state.is_used(wire))
    }

    /// Returns the pieces among which the player can walk freely.
    fn area(&mut self, state: &State) -> Vec<bool> {
        let board = &self.board;
        let mut area = vec![false; board.pieces.len()];
        self.work += area.len() * (1 + board.walls.len() / 4);
        area[state.at] = true;
        let mut frontier = if self.is_live(state, state.at) { Vec::new() } else { vec![state.at] };
        while let Some(piece) = frontier.pop() {
            for &next in &board.pieces[piece].beside {
                let is_free = !area[next]
                    && board.passes(state, next)
                    && board.locks_behind(state, next).is_none()
                    && !self.is_live(state, next);
                if is_free {
                    area[next] = true;
                    frontier.push(next);
                }
            }
        }
        area
    }

    /// Finds the successors of a state.
    fn expand(&mut self, number: usize) {
        let state = self.states[number].clone();
        if state.done {
            return;
        }
        let area = self.area(&state);
        self.visited.iter_mut().zip(&area).for_each(|(visited, is_in)| *visited |= is_in);
        if self.board.exits.iter().any(|exit| area[*exit]) {
            let done = self.number(state.clone().finished());
            self.steps.push((number, done, Event::Walk));
        }
        let mut next = self.walks(&state, &area);
        next.extend(self.pushes(&state, &area));
        next.extend(self.wires(&state, &area));
        for (state, event) in next {
            let follower = self.number(state);
            if follower != number {
                self.steps.push((number, follower, event));
            }
        }
    }

    /// Returns the successors when the player steps onto something with an effect, or goes through doors that lock
    /// behind the player.
    fn walks(&mut self, state: &State, area: &[bool]) -> Vec<(State, Event)> {
        let mut next = Vec::new();
        let rim = self.rim(area);
        for (from, piece) in rim {
            if !self.board.passes(state, piece) {
                continue;
            }
            if let Some(door) = self.board.locks_behind(state, piece) {
                let cell = self.board.pieces[piece].cell;
                for beyond in self.board.pieces[piece].beside.clone() {
                    if beyond != from && self.board.passes(state, beyond) {
                        let mut sealed = state.clone();
                        sealed.seal(door);
                        let entered = self.entered(&sealed, beyond, None);
                        next.extend(entered.into_iter().map(|state| (state, Event::Door(cell))));
                    }
                }
                continue;
            }
            let steps = &self.board.pieces[piece].steps;
            let sets_off = steps.iter().find(|wire| self.works(state, **wire));
            let event = sets_off.map_or(Event::Walk, |wire| Event::Trigger(self.board.wires[*wire].number));
            let entered = self.entered(state, piece, Some(from));
            next.extend(entered.into_iter().map(|state| (state, event)));
        }
        next
    }

    /// Returns the pieces next to an area, each with an adjacent piece of the area.
    fn rim(&self, area: &[bool]) -> Vec<(usize, usize)> {
        let mut rim: Vec<(usize, usize)> = Vec::new();
        for from in (0..area.len()).filter(|piece| area[*piece]) {
            let beside = self.board.pieces[from].beside.iter().filter(|piece| !area[**piece]);
            rim.extend(beside.map(|piece| (from, *piece)));
        }
        rim
    }

    /// Returns the successors when walls are pushed by hand.
    fn pushes(&mut self, state: &State, area: &[bool]) -> Vec<(State, Event)> {
        let board = &self.board;
        let mut next = Vec::new();
        for (wall, &cell) in board
            .walls
            .iter()
            .enumerate()
            .filter(|(wall, cell)| state.is_still(*wall) && board.pieces[board.piece_of[**cell]].kind != Kind::Gone)
        {
            let beside = board.level.neighbours(cell).filter(|&from| area.get(board.piece_of[from]) == Some(&true));
            for way in beside.filter_map(|from| board.level.pushed_from(from, cell)) {
                let mut pushed = state.clone();
                if board.push(&mut pushed, wall, way) {
                    next.push((pushed, Event::Push(cell, way as usize)));
                }
            }
        }
        next
    }

    /// Returns the successors when wires are used, shot, stepped on by monsters, or fire after their delay.
    fn wires(&mut self, state: &State, area: &[bool]) -> Vec<(State, Event)> {
        let level = self.board.level;
        let mut next = Vec::new();
        let mut shot = None;
        for wire in (0..self.board.wires.len()).filter(|wire| self.board.wires[*wire].matters).collect::<Vec<_>>() {
            let number = self.board.wires[wire].number;
            let trigger = &level.triggers[number];
            let fired = if state.pending & 1 << wire != 0 {
                let late = self.late(state, wire);
                self.wherever(vec![late], state.at, area)
            } else if !self.is_ready(state, wire) {
                continue;
            } else {
                match trigger.on {
                    // A player with unlimited time wins and loses every game, and kills every monster.
                    TriggerCause::Use
                    | TriggerCause::Won
                    | TriggerCause::Lost
                    | TriggerCause::LostThreeTimes
                    | TriggerCause::Solved
                    | TriggerCause::SolvedBest
                    | TriggerCause::Death => self.used(state, wire, area),
                    TriggerCause::Shot => {
                        let shot = shot.get_or_insert_with(|| self.shot(state, area));
                        let is_hit = self.board.wires[wire].beside.iter().any(|(piece, _)| shot[*piece]);
                        let fired = if is_hit { self.fire(state, wire, &[]) } else { Vec::new() };
                        self.wherever(fired, state.at, area)
                    }
                    TriggerCause::Step if trigger.by != Walker::Player && self.has_monsters() => {
                        let fired = self.fire(state, wire, &[]);
                        self.wherever(fired, state.at, area)
                    }
                    TriggerCause::Step => Vec::new(),
                }
            };
            next.extend(fired.into_iter().map(|state| (state, Event::Trigger(number))));
        }
        next
    }

    /// Returns the successor when a wire fires after its delay.
    fn late(&mut self, state: &State, wire: usize) -> State {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        let mut late = state.clone();
        late.pending ^= 1 << wire;
        let is_undone = trigger.repeat == Repeat::Toggle && !late.is_used(wire);
        self.do_all(&mut late, &trigger.actions, is_undone);
        late
    }

    /// Returns the successors when a switch is thrown from an area.
    fn used(&mut self, state: &State, wire: usize, area: &[bool]) -> Vec<State> {
        let mut fired = Vec::new();
        let beside: Vec<(usize, usize)> =
            self.board.wires[wire].beside.iter().copied().filter(|(piece, _)| area[*piece]).collect();
        for (number, (piece, _)) in beside.iter().enumerate() {
            if beside[..number].iter().all(|(before, _)| before != piece) {
                let cells: Vec<usize> = beside.iter().filter(|(at, _)| at == piece).map(|(_, cell)| *cell).collect();
                fired.extend(self.fire(&state.on(*piece), wire, &cells));
            }
        }
        fired
    }

    /// Returns the states for every position in the area where the player may have been, unless the player was
    /// teleported.
    fn wherever(&mut self, states: Vec<State>, at: usize, area: &[bool]) -> Vec<State> {
        let mut all = Vec::new();
        for state in states {
            if state.at != at {
                all.push(state);
                continue;
            }
            let mut is_known = vec![false; area.len()];
            for piece in (0..area.len()).filter(|piece| area[*piece]) {
                // Doors do not close on a body, so the player is on one side.
                if !is_known[piece] && self.board.passes(&state, piece) {
                    let there = state.on(piece);
                    self.area(&there).into_iter().zip(&mut is_known).for_each(|(is_in, known)| *known |= is_in);
                    all.push(there);
                }
            }
        }
        all
    }

    /// Returns the pieces that shots can reach from an area.
    fn shot(&self, state: &State, area: &[bool]) -> Vec<bool> {
        let mut shot = area.to_vec();
        let mut frontier: Vec<usize> = (0..area.len()).filter(|piece| area[*piece]).collect();
        while let Some(piece) = frontier.pop() {
            for &next in &self.board.pieces[piece].beside {
                let passes = self.board.pieces[next].kind == Kind::Bars || self.board.passes(state, next);
                if !shot[next] && passes {
                    shot[next] = true;
                    frontier.push(next);
                }
            }
        }
        shot
    }

    fn has_monsters(&self) -> bool {
        let things = &self.board.level.things;
        things.iter().any(|thing| matches!(thing.kind, ThingKind::Monster(_)) && thing.skill <= self.skill)
    }

    /// Returns the successors when the player enters a piece, from another one or from nowhere.
    fn entered(&mut self, state: &State, piece: usize, from: Option<usize>) -> Vec<State> {
        let mut entered = state.on(piece);
        self.visited[piece] = true;
        self.board.take(&mut entered, piece);
        let steps = self.board.pieces[piece].steps.clone();
        // Wires of the previous piece are not set off again.
        let stood = from.map(|from| self.board.pieces[from].steps.clone()).unwrap_or_default();
        let mut states = vec![entered];
        for wire in steps.into_iter().filter(|wire| !stood.contains(wire)) {
            let cells: Vec<usize> =
                self.board.wires[wire].beside.iter().filter(|(at, _)| *at == piece).map(|(_, cell)| *cell).collect();
            let mut next = Vec::new();
            for state in states {
                if self.works(&state, wire) { next.extend(self.fire(&state, wire, &cells)) } else { next.push(state) }
            }
            states = next;
        }
        states
    }

    /// Returns the successors when a wire is set off from one of some cells, or without cells from an unknown position.
    fn fire(&mut self, state: &State, wire: usize, stand: &[usize]) -> Vec<State> {
        let level = self.board.level;
        let trigger = &level.triggers[self.board.wires[wire].number];
        let mut fired = state.clone();
        if matches!(trigger.repeat, Repeat::Once | Repeat::Toggle) {
            fired.switch(wire);
        }
        match Open::of(trigger, self.board.game_data) {
            Some(open) => {
                let mut open_state = fired.clone();
                self.do_all(&mut open_state, &trigger.actions, false);
                let mut shut = open_state.clone();
                self.do_all(&mut shut, &trigger.actions, true);
                let pieces = open.pieces(&self.board, &open_state, stand);
                self.work += level.cells.len() / 8 + pieces.len();
                let mut states = vec![shut.clone()];
                for piece in pieces.into_iter().filter(|piece| *piece != state.at) {
                    self.visited[piece] = true;
                    if self.is_live(&shut, piece) {
                        // The piece has an effect, but everything else is closed again.
                        let mut beyond = shut.on(piece);
                        self.board.take(&mut beyond, piece);
                        states.push(beyond);
                    } else {
                        states.push(shut.on(piece));
                    }
                }
                states
            }
            None if trigger.after > 0.0 && trigger.actions.iter().any(|act| closes(*act)) => {
                fired.pending |= 1 << wire;
                vec![fired]
            }
            None => {
                let is_undone = trigger.repeat == Repeat::Toggle && !fired.is_used(wire);
                self.do_all(&mut fired, &trigger.actions, is_undone);
                vec![fired]
            }
        }
    }

    /// Runs actions, or their inverses in reverse order.
    fn do_all(&mut self, state: &mut State, actions: &[TriggerAction], is_undone: bool) {
        let actions: Vec<TriggerAction> =
            if is_undone { actions.iter().rev().filter_map(|act| act.inverse()).collect() } else { actions.to_vec() };
        for act in actions {
            self.board.obey(state, act);
            if let TriggerAction::Teleport(from, to) | TriggerAction::Drop(from, to) = act {
                let area = self.area(state);
                let (from, to) = (self.board.level.place(from), self.board.level.place(to));
                let piece = |(x, y): &(usize, usize)| self.board.piece_of[y * self.board.level.width + x];
                let is_there = |(from, _): &(&(usize, usize), &(usize, usize))| area.get(piece(from)) == Some(&true);
                if let Some((_, to)) = from.cells.iter().zip(&to.cells).find(is_there) {
                    state.at = piece(to);
                    self.visited[state.at] = true;
                }
            }
        }
    }

    /// Returns, for each state, whether the deck can be finished from it.
    fn finishes(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states.len()];
        self.steps.iter().for_each(|&(from, to, _)| before[to].push(from));
        let mut finishes: Vec<bool> = self.states.iter().map(|state| state.done).collect();
        let mut frontier: Vec<usize> = (0..finishes.len()).filter(|state| finishes[*state]).collect();
        while let Some(state) = frontier.pop() {
            let new = before[state].iter().filter(|from| !std::mem::replace(&mut finishes[**from], true));
            frontier.extend(new);
        }
        finishes
    }

    /// Returns true if the deck can be finished from a start of the search.
    pub(super) fn is_finished_from(&mut self, start: usize) -> bool {
        let piece = self.board.piece_of[start];
        let first = State::first(&self.board, piece);
        let finishes = self.finishes();
        let begun = self.entered(&first, piece, None);
        begun.into_iter().any(|state| finishes[self.number(state)])
    }

    /// Returns the events after which the deck can no longer be finished, each once.
    pub(super) fn traps(&self) -> Vec<Trap> {
        let finishes = self.finishes();
        let mut found: BTreeMap<Event, usize> = BTreeMap::new();
        for &(from, to, event) in &self.steps {
            if finishes[from] && !finishes[to] {
                found.entry(event).or_insert(self.board.pieces[self.states[to].at].cell);
            }
        }
        found.into_iter().map(|(event, at)| Trap { event, at }).collect()
    }
}

/// Returns true if an action may cut off a path.
fn closes(act: TriggerAction) -> bool {
    matches!(
        act,
        TriggerAction::Close(_)
            | TriggerAction::Lock(_)
            | TriggerAction::Push(_)
            | TriggerAction::Teleport(..)
            | TriggerAction::Drop(..)
    )
}

impl Event {
    /// Returns the beginning of a sentence about the event, and its cell if it has one.
    pub(super) fn words(self, level: &Level) -> (String, Option<usize>) {
        let at = |cell: usize| format!("row {}, column {}", cell / level.width + 1, cell % level.width + 1);
        match self {
            Event::Walk => ("once the player has moved on".to_owned(), None),
            Event::Door(cell) => (format!("once the door in {} has locked behind the player", at(cell)), Some(cell)),
            Event::Push(cell, way) => {
                let way = match Direction::ALL[way] {
                    Direction::East => "to the right",
                    Direction::South => "down the map",
                    Direction::West => "to the left",
                    Direction::North => "up the map",
                };
                (format!("once the push-wall in {} has been pushed {way}", at(cell)), Some(cell))
            }
            Event::Trigger(number) => {
                let place = level.place(level.triggers[number].at);
                let cell = place.cells.first().map(|(x, y)| y * level.width + x);
                (format!("once triggers[{number}] at '{}' has fired", place.name), cell)
            }
        }
    }
}
