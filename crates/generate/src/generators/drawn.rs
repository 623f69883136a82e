//! Hand-drawn maps, as a base for content creators.

use crate::{
    graph::content::Content,
    graph::graph::{Graph, MAX_SIDE, Scale},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::{Stage, StageError, Work},
};
use serde::Deserialize;

/// A hand-drawn map, row by row: `#` is wall, `.` floor, `+` a door, `w` a window, `o` a pillar, `@` the start, `_`
/// space. `L` is a wall with the lift's switch on the side with floor.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawn {
    /// The rows, all equally long.
    #[serde(alias = "row")]
    rows: Vec<String>,
}

/// Returns the kind for a letter. The side of a lift is found later, when all places are known.
fn kind(letter: char) -> Option<Kind> {
    match letter {
        '#' | 'L' => Some(Kind::Wall),
        '.' | '@' => Some(Kind::Floor),
        '+' => Some(Kind::Door(None)),
        'w' => Some(Kind::Window),
        'o' => Some(Kind::Pillar),
        '_' => Some(Kind::Void),
        _ => None,
    }
}

impl Stage for Drawn {
    fn check(&self) -> Result<(), String> {
        let width = self.rows.first().map_or(0, |row| row.chars().count());
        let height = self.rows.len();
        if !(3..=MAX_SIDE).contains(&width) || !(3..=MAX_SIDE).contains(&height) {
            return Err(format!("each side of the map must be 3 to {MAX_SIDE}, got {width} by {height}"));
        }
        for (y, row) in self.rows.iter().enumerate() {
            let length = row.chars().count();
            if length != width {
                return Err(format!("row {} must have {width} letters like the first one, got {length}", y + 1));
            }
            if let Some((x, letter)) = row.chars().enumerate().find(|(_, letter)| kind(*letter).is_none()) {
                let place = format!("row {}, column {}", y + 1, x + 1);
                return Err(format!(
                    "{place}: the letter must be '#', '.', '+', 'w', 'o', '@', 'L' or '_', got '{letter}'"
                ));
            }
        }
        let starts: usize = self.rows.iter().map(|row| row.matches('@').count()).sum();
        if starts > 1 { Err(format!("a map must have at most one start ('@'), got {starts}")) } else { Ok(()) }
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        if !graph.is_empty() {
            return Err(StageError::Invalid("a drawn map must be the first generator".to_owned()));
        }
        let (width, height) = (self.rows[0].chars().count(), self.rows.len());
        Graph::check_size(width, height)?;
        graph.fill(width, height, Kind::Void);
        graph.scale = Scale::Tiles;
        let letters: Vec<char> = self.rows.iter().flat_map(|row| row.chars()).collect();
        for (place, &letter) in letters.iter().enumerate() {
            graph.places[place] = Node::new(kind(letter).unwrap_or(Kind::Void));
            if letter == '@' {
                graph.contents.insert(place, Content::Start);
            }
        }
        for lift in (0..letters.len()).filter(|&place| letters[place] == 'L') {
            let face = DIRECTIONS.into_iter().find(|&side| graph.neighbour_kind(lift, side) == Kind::Floor);
            let (x, y) = graph.at(lift);
            let what = || StageError::Invalid(format!("row {}, column {}: a lift must be next to floor", y + 1, x + 1));
            graph.places[lift].kind = Kind::Lift(face.ok_or_else(what)?);
        }
        Ok(())
    }
}
