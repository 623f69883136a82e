//! Findings: what the solver reports about a level, without the lints that the level suppresses.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::lint::Lint,
    model::lock::{Key, Lock},
    model::thing::ThingKind,
    model::trigger::{Repeat, TriggerAction, Walker},
    proof::fights::{Fights, supplies},
    proof::furniture::Furniture,
    proof::game_data::GameData,
    proof::hazards::Hazards,
    proof::reach::Reach,
    proof::search::Search,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The hardest skill, on which all things are present.
pub(super) const HARDEST: u8 = 4;
/// Maximum number of softlocks that are reported for a level.
const MAX_TRAPS: usize = 8;

/// A warning about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Lint.
    pub lint: Lint,
    /// Column and row of its cell, if it has one.
    pub at: Option<(usize, usize)>,
    /// Message, one sentence.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} [{}]", self.what, self.lint.name())
    }
}

impl Level {
    /// Returns the warnings about the level, without those that it suppresses, and its unnecessary suppressions.
    /// `game_data` contains what the level does not know about the game.
    pub fn findings(&self, game_data: &GameData) -> Vec<Finding> {
        let mut findings = Solver::of(self, game_data).all();
        let mut used = vec![false; self.allow.len()];
        findings.retain(|finding| {
            let mut is_reported = true;
            for (allow, used) in self.allow.iter().zip(&mut used).filter(|(allow, _)| allow.lint == finding.lint) {
                let is_there = |(x, y)| allow.at.is_none_or(|at| self.place(at).has(x, y));
                if finding.at.map_or(allow.at.is_none(), is_there) {
                    (*used, is_reported) = (true, false);
                }
            }
            is_reported
        });
        for (number, (allow, _)) in self.allow.iter().zip(&used).enumerate().filter(|(_, (_, used))| !**used) {
            let place = allow.at.map(|at| self.place(at));
            let at = place.and_then(|place| place.cells.first().copied());
            let where_ = place.map_or(String::new(), |place| format!(" at '{}'", place.name));
            let what = format!("allow[{number}]: '{}' is not reported{where_}: remove the entry", allow.lint.name());
            findings.push(Finding { lint: Lint::UnusedAllowance, at, what });
        }
        findings
    }

    /// Returns the position of a cell for a message.
    pub(super) fn words(&self, cell: usize) -> String {
        format!("row {}, column {}", cell / self.width + 1, cell % self.width + 1)
    }

    /// Returns the cells where the player may start, each with a noun phrase for messages.
    fn starts(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        let player = ("the player".to_owned(), self.player.x, self.player.y);
        let arrivals = self.arrivals.iter().map(|one| (format!("the arrival '{}'", one.name), one.x, one.y));
        std::iter::once(player).chain(arrivals).map(|(who, x, y)| (who, y * self.width + x))
    }
}

/// State of the checks of a level.
struct Solver<'a> {
    level: &'a Level,
    game_data: &'a GameData,
    hazards: Hazards,
    findings: Vec<Finding>,
    /// Reachable cells of each start. Starts with equal reachable cells share one entry.
    reaches: Vec<Reach<'a>>,
    /// The search on the hardest skill, if one was needed and completed.
    search: Option<Search<'a>>,
}

impl<'a> Solver<'a> {
    fn of(level: &'a Level, game_data: &'a GameData) -> Self {
        let (findings, reaches) = Default::default();
        Solver { level, game_data, hazards: Hazards::of(level, game_data), findings, reaches, search: None }
    }

    /// Runs all checks.
    fn all(mut self) -> Vec<Finding> {
        let is_exit = |act: &TriggerAction| matches!(act, TriggerAction::Exit | TriggerAction::SecretExit);
        let ends = self.level.triggers.iter().any(|trigger| trigger.actions.iter().any(is_exit));
        if !ends && !self.level.cells.iter().any(|cell| matches!(cell.shape, CellShape::Lift { .. })) {
            let what = "the deck has no exit: give a wall a `lift` switch".to_owned();
            return vec![Finding { lint: Lint::NoExit, at: None, what }];
        }
        self.exits();
        self.each_exit();
        self.search();
        self.locks();
        self.triggers();
        self.terminals();
        self.things();
        self.furniture();
        self.pushes();
        self.timers();
        self.fire();
        self.fights();
        self.findings
    }

    fn report(&mut self, lint: Lint, cell: Option<usize>, what: String) {
        let at = cell.map(|cell| (cell % self.level.width, cell / self.level.width));
        self.findings.push(Finding { lint, at, what });
    }

    fn words(&self, cell: usize) -> String {
        self.level.words(cell)
    }

    /// Checks that there is a path from each start to an exit, assuming that nothing ever closes.
    fn exits(&mut self) {
        let (level, game_data) = (self.level, self.game_data);
        let both_ways = !self.hazards.any && self.hazards.pushes.tricky.is_empty();
        let skills = if depends_on_skill(level, &self.hazards) { 1..HARDEST } else { 1..1 };
        for (who, start) in level.starts() {
            if both_ways && self.reaches.iter().any(|reach| reach.walked.reached[start]) {
                continue;
            }
            let reach = Reach::from(start, level, HARDEST, game_data);
            if !reach.finishes() {
                self.report(Lint::NoWayToExit, Some(start), format!("there is no path from {who} to a lift"));
            } else {
                let mut skills = skills.clone();
                if let Some(skill) = skills.find(|&skill| !Reach::from(start, level, skill, game_data).finishes()) {
                    let what = format!("there is no path from {who} to a lift on skill {skill}");
                    self.report(Lint::NoWayToExit, Some(start), what);
                }
            }
            self.reaches.push(reach);
        }
    }

    /// Checks that each lift and stairs can be reached from a start that is not next to it.
    fn each_exit(&mut self) {
        // Starts that reach no exit have already been reported.
        if self.findings.iter().any(|finding| finding.lint == Lint::NoWayToExit) {
            return;
        }
        let level = self.level;
        let starts: Vec<usize> = level.starts().map(|(_, start)| start).collect();
        let is_exit = |cell: &usize| matches!(level.cells[*cell].shape, CellShape::Lift { .. });
        for wall in (0..level.cells.len()).filter(is_exit) {
            let is_beside = |start: usize| level.neighbours(wall).any(|cell| cell == start);
            let mut others = starts.iter().filter(|&&start| !is_beside(start)).peekable();
            let reaches = |start: usize| {
                let from_there = self.reaches.iter().filter(|reach| reach.walked.reached[start]);
                from_there.into_iter().any(|reach| level.faces(wall, &reach.walked.reached))
            };
            if others.peek().is_some() && !others.any(|&start| reaches(start)) {
                let what = format!("there is no path to the {} in {}", self.exit_noun(wall), self.words(wall));
                self.report(Lint::WayOutOfReach, Some(wall), what);
            }
        }
    }

    /// Returns the noun phrase of an exit.
    fn exit_noun(&self, wall: usize) -> String {
        match self.level.stairs_at(wall % self.level.width, wall / self.level.width) {
            Some(stairs) => format!("stairs '{}'", self.level.stairs[stairs].name),
            None => "lift".to_owned(),
        }
    }

    /// Checks that the deck can be finished from every state that a player can reach, if something may close.
    fn search(&mut self) {
        let (level, game_data) = (self.level, self.game_data);
        if !self.hazards.any || self.findings.iter().any(|finding| finding.lint == Lint::NoWayToExit) {
            return;
        }
        let starts: Vec<(String, usize)> = level.starts().collect();
        let cells: Vec<usize> = starts.iter().map(|(_, cell)| *cell).collect();
        let mut reported = BTreeSet::new();
        let skills = if depends_on_skill(level, &self.hazards) { 1..=HARDEST } else { HARDEST..=HARDEST };
        for skill in skills.rev() {
            let on_skill = if skill == HARDEST { String::new() } else { format!(" on skill {skill}") };
            let Some(mut search) = Search::of(level, game_data, &self.hazards, skill, &cells) else {
                let what = "too many doors, push-walls and triggers depend on each other to prove that the deck can always be finished";
                self.report(Lint::NotProved, None, what.to_owned());
                return;
            };
            for (who, start) in &starts {
                if !search.is_finished_from(*start) {
                    let what = format!("there is no path from {who} to a lift{on_skill}");
                    self.report(Lint::NoWayToExit, Some(*start), what);
                }
            }
            for trap in search.traps() {
                if reported.len() < MAX_TRAPS && reported.insert(trap.event) {
                    let (words, cell) = trap.event.words(level);
                    let at = self.words(trap.at);
                    let what = format!("{words}, there is no path from {at} to a lift{on_skill}");
                    self.report(Lint::Softlock, cell.or(Some(trap.at)), what);
                }
            }
            if skill == HARDEST {
                self.search = Some(search);
            }
        }
    }

    /// Returns true if a condition holds for what is reachable from any start.
    fn any(&self, is_reached: impl Fn(&Reach) -> bool) -> bool {
        self.reaches.iter().any(is_reached)
    }

    /// Returns true if the player can reach a cell.
    fn is_walked(&self, cell: usize) -> bool {
        let comes_to = |search: &Search| search.comes_to(cell);
        self.any(|reach| reach.walked.reached[cell]) && self.search.as_ref().is_none_or(comes_to)
    }

    /// Checks for locks without a key, sealed doors that nothing opens, and keys without a lock.
    fn locks(&mut self) {
        let level = self.level;
        let mut fits = [false; Key::ALL.len()];
        for (cell, shape) in level.cells.iter().map(|cell| cell.shape).enumerate() {
            let CellShape::Door { lock: Some(lock), .. } = shape else { continue };
            if let Some(key) = lock.key() {
                fits[key as usize] = true;
            }
            if !self.any(|reach| reach.opened[cell]) {
                self.lock(cell, lock);
            }
        }
        for thing in &level.things {
            if let ThingKind::Key(key) = thing.kind
                && !fits[key as usize]
            {
                let cell = thing.y * level.width + thing.x;
                let what = format!("no door uses the key {key:?} in {}", self.words(cell));
                self.report(Lint::KeyWithoutLock, Some(cell), what);
            }
        }
    }

    /// Reports a locked door that no trigger opens, unless its key can be reached.
    fn lock(&mut self, cell: usize, lock: Lock) {
        let at = self.words(cell);
        match lock.key() {
            Some(key) if self.any(|reach| reach.keys[key as usize]) => {}
            Some(key) => {
                let is_there = self.level.things.iter().any(|thing| thing.kind == ThingKind::Key(key));
                let lint = if is_there { Lint::KeyAfterLock } else { Lint::NoKey };
                self.report(lint, Some(cell), format!("there is no path to a key {key:?} for the locked door in {at}"));
            }
            None => self.report(Lint::NothingOpens, Some(cell), format!("nothing opens the sealed door in {at}")),
        }
    }

    fn triggers(&mut self) {
        for (number, trigger) in self.level.triggers.iter().enumerate() {
            if !self.any(|reach| reach.fired[number]) {
                let place = self.level.place(trigger.at);
                let cell = place.cells.first().map(|(x, y)| y * self.level.width + x);
                let what = format!("triggers[{number}]: '{}' cannot be reached to set it off", place.name);
                self.report(Lint::TriggerOutOfReach, cell, what);
            }
        }
    }

    /// Checks for terminals that are not wired to anything.
    fn terminals(&mut self) {
        let level = self.level;
        for terminal in &level.terminals {
            let is_wired = level.triggers.iter().any(|trigger| {
                let plays = trigger.on.is_at_table() || trigger.on.is_at_conduit();
                plays && level.place(trigger.at).has(terminal.x, terminal.y)
            });
            if !is_wired {
                let cell = terminal.y * level.width + terminal.x;
                let what = format!("nothing is wired to the terminal in {}", self.words(cell));
                self.report(Lint::IdleTerminal, Some(cell), what);
            }
        }
    }

    /// Checks for pickups and monsters that cannot be reached.
    fn things(&mut self) {
        let level = self.level;
        let mut shot = false;
        for thing in &level.things {
            let cell = thing.y * level.width + thing.x;
            if self.is_walked(cell) {
                continue;
            }
            let at = self.words(cell);
            match thing.kind {
                ThingKind::Pickup(index) => {
                    let what = format!("there is no path to the pickup '{}' in {at}", level.pickup(index));
                    self.report(Lint::PickupOutOfReach, Some(cell), what);
                }
                ThingKind::Monster(index) => {
                    if !shot {
                        self.reaches.iter_mut().for_each(Reach::shoot);
                        shot = true;
                    }
                    if !self.any(|reach| reach.walked.reached[cell] || reach.shot.reached[cell]) {
                        let what = format!("the {} in {at} can be neither reached nor shot", level.monster(index));
                        self.report(Lint::UndeadOutOfReach, Some(cell), what);
                    }
                }
                ThingKind::Player | ThingKind::Key(_) | ThingKind::Prop(_) => {}
            }
        }
    }

    /// Checks for furniture in the way from any start. Each piece is reported once.
    fn furniture(&mut self) {
        let level = self.level;
        let Some(furniture) = Furniture::of(level, self.game_data) else { return };
        let mut reported = BTreeMap::new();
        for (_, start) in level.starts() {
            let new;
            let bare = match self.reaches.iter().find(|reach| reach.start == start) {
                Some(known) => known,
                None => {
                    new = Reach::from(start, level, HARDEST, self.game_data);
                    &new
                }
            };
            reported.extend(furniture.in_the_way(bare));
        }
        for (cell, where_) in reported {
            let thing = level.thing_at(cell % level.width, cell / level.width);
            let Some(ThingKind::Prop(index)) = thing.map(|thing| thing.kind) else { continue };
            let what = format!("the prop '{}' in {} is {where_}", level.prop(index), self.words(cell));
            self.report(Lint::FurnitureInTheWay, Some(cell), what);
        }
    }

    /// Checks for push-walls that cannot be reached, or that move at most one cell.
    fn pushes(&mut self) {
        let (level, game_data) = (self.level, self.game_data);
        for wall in self.hazards.pushes.all.clone() {
            let CellShape::Push { cells, secret, .. } = level.cells[wall].shape else { continue };
            let at = self.words(wall);
            let mut beside = level.neighbours(wall).filter(|&from| self.is_walked(from));
            if secret && !beside.any(|from| level.gives_way(from, wall, game_data)) {
                let what = format!("the push-wall in {at} cannot be reached from a side from which it can be pushed");
                self.report(Lint::SecretOutOfReach, Some(wall), what);
                continue;
            }
            let wanted = cells.unwrap_or(game_data.push_cells);
            let goes = |way| level.slide(wall, way, game_data, |cell| level.is_clear(cell, game_data));
            let ahead = |way| level.ahead(wall, way, goes(way) + 1);
            let blocked = level.ways_of(wall).filter(|way| goes(*way) < usize::from(wanted));
            let blocked = blocked.filter_map(|way| Some((way, level.furniture_in(ahead(way), game_data)?))).next();
            let most = level.ways_of(wall).map(goes).max().unwrap_or(0);
            let reason = match blocked {
                Some((way, prop)) => {
                    Some((goes(way), format!("the prop '{prop}' in {} blocks it", self.words(ahead(way)))))
                }
                None if most < 2 && wanted >= 2 => Some((most, "something blocks it".to_owned())),
                None => None,
            };
            if let Some((goes, reason)) = reason {
                let what = format!("the push-wall in {at} moves {goes} of its {wanted} cells: {reason}");
                self.report(Lint::PushWallStopsShort, Some(wall), what);
            }
        }
    }

    /// Checks for doors that open only for a while, and close before the player can get there.
    fn timers(&mut self) {
        let level = self.level;
        let Some(search) = &self.search else { return };
        let is_shut = |cell: usize| !search.comes_to(cell);
        let doors: Vec<usize> =
            search.board.doors.iter().map(|(cell, _)| *cell).filter(|cell| is_shut(*cell)).collect();
        for door in doors {
            let has = |place| level.place(place).has(door % level.width, door / level.width);
            let opens = |act: &TriggerAction| matches!(act, TriggerAction::Open(place) | TriggerAction::Unlock(place) if has(*place));
            let mut openers =
                level.triggers.iter().enumerate().filter(|(_, trigger)| trigger.actions.iter().any(opens));
            let is_set_off = |number: usize| self.any(|reach| reach.fired[number]);
            let is_short = |repeat: Repeat| matches!(repeat, Repeat::Timed(_) | Repeat::WhileHeld);
            let Some((number, _)) = openers.clone().find(|(number, _)| is_set_off(*number)) else { continue };
            if openers.all(|(_, trigger)| is_short(trigger.repeat)) {
                let at = self.words(door);
                let what =
                    format!("triggers[{number}] opens the door in {at}, but it closes before the player can get there");
                self.report(Lint::TimerTooShort, Some(door), what);
            }
        }
    }

    fn fire(&mut self) {
        let level = self.level;
        for (who, start) in level.starts() {
            let start = (start % level.width, start / level.width);
            let shooters: Vec<usize> =
                level.in_fire_of(start, self.game_data).map(|thing| thing.y * level.width + thing.x).collect();
            for cell in shooters {
                let what = format!("{who} starts in the line of fire of the monster in {}", self.words(cell));
                self.report(Lint::StartInLineOfFire, Some(cell), what);
            }
        }
    }

    /// Checks that there is enough ammunition and health, on each skill. Only the first skill with too little is
    /// reported.
    fn fights(&mut self) {
        let (level, game_data) = (self.level, self.game_data);
        if game_data.monsters.is_empty() {
            return;
        }
        let costs = |skill: u8| (skill, Fights::on(level, skill, game_data), supplies(level, skill, game_data));
        let all: Vec<_> = (1..=HARDEST).map(costs).collect();
        let has_shots = game_data.hurts > 0;
        if let Some((skill, fights, (_, hurts))) =
            all.iter().find(|(_, fights, (_, hurts))| has_shots && fights.hurt > *hurts)
        {
            let needed = fights.hurt;
            let what = format!(
                "on skill {skill} the monsters take about {needed} points of damage, misses included, but the ammunition of the deck deals {hurts}"
            );
            self.report(Lint::TooLittleAmmunition, None, what);
        }
        if let Some((skill, fights, (heals, _))) = all.iter().find(|(_, fights, (heals, _))| fights.harm >= *heals) {
            let harm = fights.harm;
            let what =
                format!("on skill {skill} the fights cost about {harm} points of health, but the deck offers {heals}");
            self.report(Lint::TooLittleHealth, None, what);
        }
    }
}

/// Returns true if what is reachable may depend on the skill: if a key is absent on some skills, or monsters set
/// something off.
fn depends_on_skill(level: &Level, hazards: &Hazards) -> bool {
    let undead = hazards.triggers.iter().any(|&number| level.triggers[number].by != Walker::Player);
    level.things.iter().filter(|thing| thing.skill > 1).any(|thing| match thing.kind {
        ThingKind::Key(_) => true,
        ThingKind::Monster(_) => undead,
        _ => false,
    })
}
