//! The search: all ways in which a deck may stand while somebody plays it, and from which of them it can be finished.

use crate::{
    model::direction::Direction,
    model::level::Level,
    model::thing::ThingKind,
    model::trigger::{Act, Cause, How, Walker},
    proof::board::{Board, Kind, NOWHERE},
    proof::facts::Facts,
    proof::hazards::Hazards,
    proof::state::{MOST, State},
    proof::windows::Open,
};
use std::collections::BTreeMap;

/// The most states that are looked at, and the most pieces and cells in all of them together.
const MAX_STATES: usize = 20_000;
const MAX_WORK: usize = 1 << 23;

/// What leads from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// The player walks, or takes a key.
    Walk,
    /// He goes through a door that locks behind him; its cell.
    Door(usize),
    /// He pushes a wall; its cell, and the number of the direction.
    Push(usize, usize),
    /// The trigger of this number works.
    Trigger(usize),
}

/// What was found.
pub(super) struct Search<'a> {
    pub(super) board: Board<'a>,
    skill: u8,
    states: Vec<State>,
    numbers: BTreeMap<State, usize>,
    /// From which state to which, by what.
    steps: Vec<(usize, usize, Event)>,
    /// The pieces that the player comes to.
    visited: Vec<bool>,
    work: usize,
}

/// What takes the last way to the exit: by what, and the cell at which the player then is.
pub(super) struct Trap {
    pub(super) event: Event,
    pub(super) at: usize,
}

impl<'a> Search<'a> {
    /// Searches from some cells at which the player may begin. None if that was given up.
    pub(super) fn of(
        level: &'a Level,
        facts: &'a Facts,
        hazards: &Hazards,
        skill: u8,
        starts: &[usize],
    ) -> Option<Self> {
        if hazards.triggers.len() > MOST || hazards.pushes.tricky.len() > MOST {
            return None;
        }
        let mut board = Board::of(level, facts, hazards, skill);
        board.prune(hazards, starts);
        if board.doors.len() > MOST || board.waiting.len() > MOST {
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

    /// True unless it is certain that the player never comes to a cell.
    pub(super) fn comes_to(&self, cell: usize) -> bool {
        let piece = self.board.piece_of[cell];
        piece != NOWHERE && (self.visited[piece] || self.board.pieces[piece].kind == Kind::Gone)
    }

    /// The number of a state; the first of those that are alike to whoever walks freely stands for all.
    fn number(&mut self, mut state: State) -> usize {
        if state.done {
            // However it was done, it is done.
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

    /// True if something happens to whoever comes onto a piece.
    fn is_live(&self, state: &State, piece: usize) -> bool {
        let steps = &self.board.pieces[piece].steps;
        !self.board.keys_on(state, piece).is_empty() || steps.iter().any(|&wire| self.works(state, wire))
    }

    /// True if a wire works once more, for the player.
    fn works(&self, state: &State, wire: usize) -> bool {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        let is_his = trigger.on != Cause::Step || trigger.by != Walker::Undead;
        is_his && self.is_ready(state, wire)
    }

    /// True if a wire works once more, for whomever.
    fn is_ready(&self, state: &State, wire: usize) -> bool {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        state.pending & 1 << wire == 0 && !(trigger.how == How::Once && state.is_used(wire))
    }

    /// The pieces among which the player walks freely.
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

    /// Finds what follows on a state.
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

    /// What follows when he steps onto what sets something off, and through doors that lock behind him.
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

    /// The pieces beside an area, each with one of the area's beside it.
    fn rim(&self, area: &[bool]) -> Vec<(usize, usize)> {
        let mut rim: Vec<(usize, usize)> = Vec::new();
        for from in (0..area.len()).filter(|piece| area[*piece]) {
            let beside = self.board.pieces[from].beside.iter().filter(|piece| !area[**piece]);
            rim.extend(beside.map(|piece| (from, *piece)));
        }
        rim
    }

    /// What follows when walls are pushed by hand.
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

    /// What follows when wires are used, shot at, trodden on by undead, or work at last.
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
                    // Whoever has time enough wins and loses every game.
                    Cause::Use
                    | Cause::Won
                    | Cause::Lost
                    | Cause::LostThreeTimes
                    | Cause::Solved
                    | Cause::SolvedBest => self.used(state, wire, area),
                    Cause::Shot => {
                        let shot = shot.get_or_insert_with(|| self.shot(state, area));
                        let is_hit = self.board.wires[wire].beside.iter().any(|(piece, _)| shot[*piece]);
                        let fired = if is_hit { self.fire(state, wire, &[]) } else { Vec::new() };
                        self.wherever(fired, state.at, area)
                    }
                    Cause::Step if trigger.by != Walker::Player && self.has_undead() => {
                        let fired = self.fire(state, wire, &[]);
                        self.wherever(fired, state.at, area)
                    }
                    Cause::Step => Vec::new(),
                }
            };
            next.extend(fired.into_iter().map(|state| (state, Event::Trigger(number))));
        }
        next
    }

    /// What follows when a wire works at last that was set off earlier.
    fn late(&mut self, state: &State, wire: usize) -> State {
        let trigger = &self.board.level.triggers[self.board.wires[wire].number];
        let mut late = state.clone();
        late.pending ^= 1 << wire;
        let goes_back = trigger.how == How::Toggle && !late.is_used(wire);
        self.do_all(&mut late, &trigger.acts, goes_back);
        late
    }

    /// What follows when a switch is thrown from an area.
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

    /// The same states wherever in the area the player was when it happened, if he was not carried away.
    fn wherever(&mut self, states: Vec<State>, at: usize, area: &[bool]) -> Vec<State> {
        let mut all = Vec::new();
        for state in states {
            if state.at != at {
                all.push(state);
                continue;
            }
            let mut is_known = vec![false; area.len()];
            for piece in (0..area.len()).filter(|piece| area[*piece]) {
                // No door shuts on somebody, so he is on one side of it.
                if !is_known[piece] && self.board.passes(&state, piece) {
                    let there = state.on(piece);
                    self.area(&there).into_iter().zip(&mut is_known).for_each(|(is_in, known)| *known |= is_in);
                    all.push(there);
                }
            }
        }
        all
    }

    /// Where shots get from an area.
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

    fn has_undead(&self) -> bool {
        let things = &self.board.level.things;
        things.iter().any(|thing| matches!(thing.kind, ThingKind::Monster(_)) && thing.skill <= self.skill)
    }

    /// What follows when the player comes onto a piece, from another or from nowhere.
    fn entered(&mut self, state: &State, piece: usize, from: Option<usize>) -> Vec<State> {
        let mut entered = state.on(piece);
        self.visited[piece] = true;
        self.board.take(&mut entered, piece);
        let steps = self.board.pieces[piece].steps.clone();
        // What he stood on already is not trodden on again.
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

    /// What follows when a wire is set off by somebody at one of some cells; at none of them if that may be anywhere.
    fn fire(&mut self, state: &State, wire: usize, stand: &[usize]) -> Vec<State> {
        let level = self.board.level;
        let trigger = &level.triggers[self.board.wires[wire].number];
        let mut fired = state.clone();
        if matches!(trigger.how, How::Once | How::Toggle) {
            fired.switch(wire);
        }
        match Open::of(trigger, self.board.facts) {
            Some(open) => {
                let mut open_state = fired.clone();
                self.do_all(&mut open_state, &trigger.acts, false);
                let mut shut = open_state.clone();
                self.do_all(&mut shut, &trigger.acts, true);
                let pieces = open.pieces(&self.board, &open_state, stand);
                self.work += level.cells.len() / 8 + pieces.len();
                let mut states = vec![shut.clone()];
                for piece in pieces.into_iter().filter(|piece| *piece != state.at) {
                    self.visited[piece] = true;
                    if self.is_live(&shut, piece) {
                        // It is set off where nothing else is open any more.
                        let mut beyond = shut.on(piece);
                        self.board.take(&mut beyond, piece);
                        states.push(beyond);
                    } else {
                        states.push(shut.on(piece));
                    }
                }
                states
            }
            None if trigger.after > 0.0 && trigger.acts.iter().any(|act| closes(*act)) => {
                fired.pending |= 1 << wire;
                vec![fired]
            }
            None => {
                let goes_back = trigger.how == How::Toggle && !fired.is_used(wire);
                self.do_all(&mut fired, &trigger.acts, goes_back);
                vec![fired]
            }
        }
    }

    /// Does some acts, or takes them back.
    fn do_all(&mut self, state: &mut State, acts: &[Act], goes_back: bool) {
        let acts: Vec<Act> =
            if goes_back { acts.iter().rev().filter_map(|act| act.back()).collect() } else { acts.to_vec() };
        for act in acts {
            self.board.obey(state, act);
            if let Act::Carry(from, to) | Act::Drop(from, to) = act {
                let area = self.area(state);
                let (from, to) = (self.board.level.place(from), self.board.level.place(to));
                let piece = |(x, y): &(usize, usize)| self.board.piece_of[y * self.board.level.width + x];
                let his = |(from, _): &(&(usize, usize), &(usize, usize))| area.get(piece(from)) == Some(&true);
                if let Some((_, to)) = from.cells.iter().zip(&to.cells).find(his) {
                    state.at = piece(to);
                    self.visited[state.at] = true;
                }
            }
        }
    }

    /// For each state whether the deck can be finished from it.
    fn finishes(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states.len()];
        self.steps.iter().for_each(|&(from, to, _)| before[to].push(from));
        let mut finishes: Vec<bool> = self.states.iter().map(|state| state.done).collect();
        let mut frontier: Vec<usize> = (0..finishes.len()).filter(|state| finishes[*state]).collect();
        while let Some(state) = frontier.pop() {
            for &from in &before[state] {
                if !finishes[from] {
                    finishes[from] = true;
                    frontier.push(from);
                }
            }
        }
        finishes
    }

    /// True if the deck can be finished from a cell at which the search began.
    pub(super) fn is_finished_from(&mut self, start: usize) -> bool {
        let piece = self.board.piece_of[start];
        let first = State::first(&self.board, piece);
        let finishes = self.finishes();
        let begun = self.entered(&first, piece, None);
        begun.into_iter().any(|state| finishes[self.number(state)])
    }

    /// What takes the last way to the exit, each event once.
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

/// True if an act may take a way.
fn closes(act: Act) -> bool {
    matches!(act, Act::Close(_) | Act::Lock(_) | Act::Push(_) | Act::Carry(..) | Act::Drop(..))
}

impl Event {
    /// The words for what happens, as the beginning of a sentence, and its cell if it has one.
    pub(super) fn words(self, level: &Level) -> (String, Option<usize>) {
        let at = |cell: usize| format!("row {}, column {}", cell / level.width + 1, cell % level.width + 1);
        match self {
            Event::Walk => ("once the player has gone on".to_owned(), None),
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
                (format!("once triggers[{number}] at '{}' has worked", place.name), cell)
            }
        }
    }
}
