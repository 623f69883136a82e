//! Levels that were made and not read: what follows from the rest is worked out, and all is checked.

use crate::{
    check::wired::mark,
    check::{air, neighbours, patrol},
    model::cell::CellShape,
    model::level::{Level, MAX_ARRIVALS, MAX_LAMPS, MAX_SIDE, MAX_STAIRS, MAX_TERMINALS, MAX_THINGS},
    model::stairs::Stairs,
    model::terminal::{Terminal, TerminalGame},
    model::thing::ThingKind,
};

impl Level {
    /// A level that somebody made, put into the order of one that was read: lists are sorted, doors and panes turned the way that
    /// their neighbours demand, sections have one pressure, and what triggers can do is marked. Whoever makes one leaves those fields at anything.
    ///
    /// # Errors
    /// The first mistake, in a sentence, with row and column if it has any.
    pub fn finished(mut self) -> Result<Level, String> {
        let (width, height) = (self.width, self.height);
        let sides = 3..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || self.cells.len() != width * height {
            return Err(format!("the map is {width} by {height} cells; each side must have 3 to {MAX_SIDE}"));
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
        self.check_cells_of_all()?;
        self.check_terminals()?;
        self.check_stairs()?;
        let at = |x: usize, y: usize| (y + 1, x + 1);
        if let Some(mistake) = neighbours::check(&self, at).first() {
            return Err(format!("row {}, column {}: {}", mistake.line, mistake.column, mistake.what));
        }
        neighbours::turn(&mut self);
        let mut mistakes = air::fill(&mut self, at);
        mistakes.extend(patrol::check(&self, at));
        if let Some(mistake) = mistakes.first() {
            return Err(format!("row {}, column {}: {}", mistake.line, mistake.column, mistake.what));
        }
        mark(&mut self);
        Ok(self)
    }

    /// None of its lists is longer than a level's may be.
    fn check_counts(&self) -> Result<(), String> {
        for (count, most, what) in [
            (self.things.len(), MAX_THINGS, "things"),
            (self.lamps.len(), MAX_LAMPS, "lamps"),
            (self.arrivals.len(), MAX_ARRIVALS, "arrivals"),
            (self.terminals.len(), MAX_TERMINALS, "terminals"),
            (self.stairs.len(), MAX_STAIRS, "walls with stairs"),
        ] {
            if count > most {
                return Err(format!("there are {count} {what}; a level has at most {most}"));
            }
        }
        Ok(())
    }

    /// Each table has its game, and each conduit lock its wall.
    fn check_terminals(&self) -> Result<(), String> {
        for terminal in &self.terminals {
            let shape = self.shape_at(terminal.x as i32, terminal.y as i32);
            let fits = match terminal.game {
                TerminalGame::Table(_) => shape == Some(CellShape::Table),
                TerminalGame::Conduit(_) => matches!(shape, Some(CellShape::Wall { .. })),
            };
            if !fits {
                let (x, y) = (terminal.x, terminal.y);
                return Err(format!("the terminal at ({x}, {y}) needs a table, or, if it is a conduit, a wall"));
            }
        }
        let is_table = |terminal: &&Terminal| matches!(terminal.game, TerminalGame::Table(_));
        let games = self.terminals.iter().filter(is_table).count();
        let tables = self.cells.iter().filter(|cell| cell.shape == CellShape::Table).count();
        let shared = self.terminals.windows(2).any(|pair| (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y));
        if shared || games != tables {
            return Err("each table needs one game, and no two terminals share a cell".to_owned());
        }
        Ok(())
    }

    /// All stairs are on walls of their own that are used as they are.
    fn check_stairs(&self) -> Result<(), String> {
        let shape = |stairs: &Stairs| self.shape_at(stairs.x as i32, stairs.y as i32);
        let wrong = |stairs: &&Stairs| !matches!(shape(stairs), Some(CellShape::Lift { secret: false, .. }));
        if let Some(Stairs { x, y, name }) = self.stairs.iter().find(wrong) {
            return Err(format!("the stairs '{name}' at ({x}, {y}) need a wall that is used"));
        }
        match self.stairs.windows(2).find(|pair| (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y)) {
            Some(pair) => Err(format!("two stairs share the cell ({}, {})", pair[0].x, pair[0].y)),
            None => Ok(()),
        }
    }

    /// Whatever stands somewhere stands on open floor, and but one in each cell.
    fn check_cells_of_all(&self) -> Result<(), String> {
        let open = |x: usize, y: usize, what: &str| {
            let shape = self.shape_at(x as i32, y as i32);
            if shape == Some(CellShape::Open) { Ok(()) } else { Err(format!("{what} at ({x}, {y}) needs open floor")) }
        };
        open(self.player.x, self.player.y, "the player")?;
        for thing in &self.things {
            open(thing.x, thing.y, "a thing")?;
            if thing.kind == ThingKind::Player || (thing.x, thing.y) == (self.player.x, self.player.y) {
                return Err(format!("a thing at ({}, {}) takes the player's place", thing.x, thing.y));
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
                return Err(format!("the name '{}' has no cells, or one outside the map", place.name));
            }
        }
        Ok(())
    }
}
