//! Validates levels that were built in code instead of read from a file, and fills in derived fields.

use crate::{
    check::wired::mark,
    check::{air, neighbours, patrol},
    model::cell::CellShape,
    model::level::{Level, MAX_ARRIVALS, MAX_LAMPS, MAX_SIDE, MAX_STAIRS, MAX_TERMINALS, MAX_THINGS},
    model::stairs::Stairs,
    model::terminal::{PlacedTerminal, TerminalGame},
    model::thing::ThingKind,
};

impl Level {
    /// Brings a level that was built in code into the state of one that was read: sorts its lists, orients doors and
    /// panes by their neighbours, gives each section one pressure, and marks what triggers can do. The caller may leave
    /// these derived fields at any value.
    ///
    /// # Errors
    /// The first error, with row and column if it has a cell.
    pub fn finished(mut self) -> Result<Level, String> {
        let (width, height) = (self.width, self.height);
        let sides = 3..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || self.cells.len() != width * height {
            return Err(format!("each side of the map must have 3 to {MAX_SIDE} cells, got {width} by {height}"));
        }
        self.things.sort_by_key(|thing| (thing.y, thing.x));
        self.turns.sort_by_key(|turn| (turn.y, turn.x));
        self.lamps.sort_by_key(|lamp| (lamp.y, lamp.x));
        self.terminals.sort_by_key(|terminal| (terminal.y, terminal.x));
        self.stairs.sort();
        for place in &mut self.places {
            place.cells.sort_unstable_by_key(|&(x, y)| (y, x));
            place.cells.dedup();
        }
        self.check_counts()?;
        self.check_cells()?;
        self.check_terminals()?;
        self.check_stairs()?;
        let at = |x: usize, y: usize| (y + 1, x + 1);
        if let Some(diagnostic) = neighbours::check(&self, at).first() {
            return Err(format!("row {}, column {}: {}", diagnostic.line, diagnostic.column, diagnostic.what));
        }
        neighbours::orient(&mut self);
        let mut diagnostics = air::fill(&mut self, at);
        diagnostics.extend(patrol::check(&self, at));
        if let Some(diagnostic) = diagnostics.first() {
            return Err(format!("row {}, column {}: {}", diagnostic.line, diagnostic.column, diagnostic.what));
        }
        mark(&mut self);
        Ok(self)
    }

    /// Checks that no list exceeds its maximum length.
    fn check_counts(&self) -> Result<(), String> {
        for (count, max, what) in [
            (self.things.len(), MAX_THINGS, "things"),
            (self.lamps.len(), MAX_LAMPS, "lamps"),
            (self.arrivals.len(), MAX_ARRIVALS, "arrivals"),
            (self.terminals.len(), MAX_TERMINALS, "terminals"),
            (self.stairs.len(), MAX_STAIRS, "walls with stairs"),
        ] {
            if count > max {
                return Err(format!("the level must have at most {max} {what}, got {count}"));
            }
        }
        Ok(())
    }

    /// Checks that each table has one game and each conduit lock is in a wall.
    fn check_terminals(&self) -> Result<(), String> {
        for terminal in &self.terminals {
            let shape = self.shape_at(terminal.x as i32, terminal.y as i32);
            let fits = match terminal.game {
                TerminalGame::Table(_) => shape == Some(CellShape::Table),
                TerminalGame::Conduit(_) => matches!(shape, Some(CellShape::Wall { .. })),
            };
            if !fits {
                let (x, y) = (terminal.x, terminal.y);
                return Err(format!("the terminal at ({x}, {y}) must be a table, or a conduit in a wall"));
            }
        }
        let is_table = |terminal: &&PlacedTerminal| matches!(terminal.game, TerminalGame::Table(_));
        let games = self.terminals.iter().filter(is_table).count();
        let tables = self.cells.iter().filter(|cell| cell.shape == CellShape::Table).count();
        let shared = self.terminals.windows(2).any(|pair| (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y));
        if shared || games != tables {
            return Err("each table must have exactly one game, and each cell at most one terminal".to_owned());
        }
        Ok(())
    }

    /// Checks that all stairs are on `Lift` walls of their own.
    fn check_stairs(&self) -> Result<(), String> {
        let shape = |stairs: &Stairs| self.shape_at(stairs.x as i32, stairs.y as i32);
        let wrong = |stairs: &&Stairs| !matches!(shape(stairs), Some(CellShape::Lift { secret: false, .. }));
        if let Some(Stairs { x, y, name }) = self.stairs.iter().find(wrong) {
            return Err(format!("the stairs '{name}' at ({x}, {y}) must be on a lift wall"));
        }
        match self.stairs.windows(2).find(|pair| (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y)) {
            Some(pair) => Err(format!("two stairs share the cell ({}, {})", pair[0].x, pair[0].y)),
            None => Ok(()),
        }
    }

    /// Checks that everything on the floor is on open floor, and that no two things share a cell.
    fn check_cells(&self) -> Result<(), String> {
        let open = |x: usize, y: usize, what: &str| {
            let shape = self.shape_at(x as i32, y as i32);
            if shape == Some(CellShape::Open) {
                Ok(())
            } else {
                Err(format!("{what} at ({x}, {y}) must be on open floor"))
            }
        };
        open(self.player.x, self.player.y, "the player")?;
        for thing in &self.things {
            open(thing.x, thing.y, "a thing")?;
            if thing.kind == ThingKind::Player || (thing.x, thing.y) == (self.player.x, self.player.y) {
                return Err(format!(
                    "the thing at ({}, {}) must not be the player or share the player's cell",
                    thing.x, thing.y
                ));
            }
        }
        self.turns.iter().try_for_each(|turn| open(turn.x, turn.y, "a turn point"))?;
        self.lamps.iter().try_for_each(|lamp| open(lamp.x, lamp.y, "a lamp"))?;
        self.arrivals.iter().try_for_each(|arrival| open(arrival.x, arrival.y, "an arrival"))?;
        let things: Vec<_> = self.things.iter().map(|thing| (thing.x, thing.y)).collect();
        let turns: Vec<_> = self.turns.iter().map(|turn| (turn.x, turn.y)).collect();
        let lamps: Vec<_> = self.lamps.iter().map(|lamp| (lamp.x, lamp.y)).collect();
        for (cells, what) in [(things, "things"), (turns, "turn points"), (lamps, "lamps")] {
            if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(format!("two {what} share the cell ({}, {})", pair[0].0, pair[0].1));
            }
        }
        for place in &self.places {
            if place.cells.is_empty() || place.cells.iter().any(|&(x, y)| x >= self.width || y >= self.height) {
                return Err(format!(
                    "the name '{}' must have at least one cell, and only cells on the map",
                    place.name
                ));
            }
        }
        Ok(())
    }
}
