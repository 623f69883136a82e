//! Checks where patrols lead. Only the map decides it, so a patrol that ends at an obstacle is an error of the level.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::patrol_direction::PatrolDirection,
    model::thing::{IdleBehaviour, Thing, ThingKind},
    source::diagnostic::{Diagnostic, MAX_DIAGNOSTICS},
};

/// Returns an error for each of the first patrols of an otherwise valid map that do not go on forever; `place` returns
/// the line and column of a cell.
pub(crate) fn check(level: &Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Diagnostic> {
    let patrollers: Vec<&Thing> = level.things.iter().filter(|thing| thing.habit == IdleBehaviour::Patrol).collect();
    if patrollers.is_empty() {
        return Vec::new();
    }
    let mut patrols =
        Patrols { level, passed: vec![None; level.cells.len() * PatrolDirection::ALL.len()], ends: Vec::new() };
    let diagnostic = |thing: &Thing| {
        let what = patrols.diagnostic(thing)?;
        let (line, column) = place(thing.x, thing.y);
        Some(Diagnostic { line, column, what })
    };
    patrollers.into_iter().filter_map(diagnostic).take(MAX_DIAGNOSTICS).collect()
}

/// Patrols that have been followed so far.
struct Patrols<'a> {
    level: &'a Level,
    /// For each cell and each direction in which it can be left, the first patrol that does so. Later patrols that come
    /// there continue on the same path, so each path is followed only once.
    passed: Vec<Option<usize>>,
    /// Obstacle that each patrol walks into, if it ends.
    ends: Vec<Option<(i32, i32)>>,
}

impl Patrols<'_> {
    /// Returns what is wrong with the patrol of a monster, if anything.
    fn diagnostic(&mut self, patroller: &Thing) -> Option<String> {
        let who = match patroller.kind {
            ThingKind::Monster(index) => self.level.monster(index),
            _ => return None,
        };
        let Some(facing) = PatrolDirection::from_facing(patroller.facing) else {
            return Some(format!(
                "a patrol must start along a row, column or diagonal: turn this {who} to a multiple of 45 degrees"
            ));
        };
        let (x, y) = self.end(patroller.x, patroller.y, facing)?;
        let what = self.level.shape_at(x, y)?.noun();
        Some(format!(
            "the patrol of this {who} leads into a {what} in row {}, column {}: put a turn point (`turn: DEGREES`) on \
             its path",
            y + 1,
            x + 1
        ))
    }

    /// Returns the obstacle that a patrol from this cell walks into, if it ends.
    fn end(&mut self, x: usize, y: usize, mut direction: PatrolDirection) -> Option<(i32, i32)> {
        let patrol = self.ends.len();
        self.ends.push(None); // a patrol that returns to its own path does not end either
        let (mut x, mut y) = (x as i32, y as i32);
        loop {
            direction = self.level.turn_at(x as usize, y as usize).unwrap_or(direction);
            let cell = y as usize * self.level.width + x as usize;
            let passed = &mut self.passed[cell * PatrolDirection::ALL.len() + direction as usize];
            if let Some(first) = *passed {
                self.ends[patrol] = self.ends[first];
                break;
            }
            *passed = Some(patrol);
            let obstacle = self.obstacle(x, y, direction);
            if obstacle.is_some() {
                self.ends[patrol] = obstacle;
                break;
            }
            let step = direction.step();
            (x, y) = (x + step.0, y + step.1);
        }
        self.ends[patrol]
    }

    /// Returns the obstacle that prevents a step, if any. A diagonal step needs open floor, because doors stop bodies
    /// that do not walk straight through.
    fn obstacle(&self, x: i32, y: i32, direction: PatrolDirection) -> Option<(i32, i32)> {
        let is_diagonal = direction.passed().count() > 1;
        let mut passed = direction.passed().map(|(right, down)| (x + right, y + down));
        passed.find(|&(x, y)| match self.level.shape_at(x, y) {
            Some(CellShape::Open) => false,
            Some(CellShape::Door { lock: None, .. }) => is_diagonal,
            _ => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::diagnostic::TextError;
    use proptest::prelude::*;

    /// Follows a patrol for more steps than there are states, and returns the obstacle that it walks into, if any.
    fn end(map: &[Vec<char>], mut x: usize, mut y: usize) -> Option<(usize, usize)> {
        let mut step = (1, 0);
        for _ in 0..=map.len() * map[0].len() * 8 {
            step = match map[y][x] {
                '>' => (1, 0),
                'v' => (0, 1),
                '<' => (-1, 0),
                '^' => (0, -1),
                '1' => (-1, 1),
                '3' => (1, 1),
                '7' => (-1, -1),
                '9' => (1, -1),
                _ => step,
            };
            let to = (x.checked_add_signed(step.0)?, y.checked_add_signed(step.1)?);
            if let Some(end) = [(to.0, y), (x, to.1), to].into_iter().find(|&(x, y)| "#o".contains(map[y][x])) {
                return Some(end);
            }
            (x, y) = to;
        }
        None
    }

    proptest! {
        #[test]
        fn patrols_are_rejected_exactly_if_they_end(
            inner in (4_usize..12).prop_flat_map(|width| {
                let cell = proptest::sample::select("..........o>>vv<<^^1379ppp".chars().collect::<Vec<_>>());
                proptest::collection::vec(proptest::collection::vec(cell, width), 2..10)
            }),
        ) {
            let border = vec!['#'; inner[0].len() + 2];
            let around = |row: &Vec<char>| [&['#'], &row[..], &['#']].concat();
            let mut map = vec![border.clone()];
            map.extend(inner.iter().map(around));
            map.push(border);
            map[1][1] = '@';
            let rows: Vec<String> = map.iter().map(|row| row.iter().collect()).collect();
            let text = format!(
                "(name: \"\", map: {rows:?}, legend: {{
                    '#': (wall: \"a\"), 'o': (pillar: \"a\"), '.': (), '@': (thing: Player), 'p': (monster: \"m\", patrol: true),
                    '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270),
                    '3': (turn: 45), '1': (turn: 135), '7': (turn: 225), '9': (turn: 315)}})"
            );
            let expected: Vec<String> = (0..map.len())
                .flat_map(|y| (0..map[0].len()).map(move |x| (x, y)))
                .filter(|&(x, y)| map[y][x] == 'p')
                .filter_map(|(x, y)| end(&map, x, y))
                .map(|(x, y)| format!("in row {}, column {}:", y + 1, x + 1))
                .collect();
            let diagnostics = match Level::read("any", text.as_bytes()) {
                Ok(_) => Vec::new(),
                Err(TextError { diagnostics, .. }) => diagnostics,
            };
            prop_assert_eq!(diagnostics.len(), expected.len().min(MAX_DIAGNOSTICS));
            for (diagnostic, expected) in diagnostics.iter().zip(&expected) {
                prop_assert!(diagnostic.what.contains(expected), "{} is not {}", diagnostic.what, expected);
            }
        }
    }
}
