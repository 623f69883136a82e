//! A map that somebody drew: content creators scatter over it what they would over a made one.

use crate::{
    graph::content::Content,
    graph::graph::{Graph, MAX_SIDE, Scale},
    graph::place::{DIRECTIONS, Kind, Place},
    graph::stage::{Stage, Trouble, Work},
};
use serde::Deserialize;

/// A map as it is drawn, row by row: `#` is wall, `.` floor, `+` a door, `w` a window, `o` a pillar, `@` the start, `L` a wall with the lift's
/// switch on the side where there is floor, and `_` space.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawn {
    /// The rows, each as long as the first.
    #[serde(alias = "row")]
    rows: Vec<String>,
}

/// What a letter stands for; a lift's side is found out when all is drawn.
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
            return Err(format!("the map is {width} by {height} places; each side must have 3 to {MAX_SIDE}"));
        }
        for (y, row) in self.rows.iter().enumerate() {
            let length = row.chars().count();
            if length != width {
                return Err(format!("row {} has {length} letters, the first one {width}", y + 1));
            }
            if let Some((x, letter)) = row.chars().enumerate().find(|(_, letter)| kind(*letter).is_none()) {
                let place = format!("row {}, column {}", y + 1, x + 1);
                return Err(format!(
                    "{place}: '{letter}' is none of the letters '#', '.', '+', 'w', 'o', '@', 'L' and '_'"
                ));
            }
        }
        let starts: usize = self.rows.iter().map(|row| row.matches('@').count()).sum();
        if starts > 1 { Err(format!("there are {starts} starts ('@'); the player has one")) } else { Ok(()) }
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), Trouble> {
        if !graph.is_empty() {
            return Err(Trouble::Wrong("a drawn map comes before all other generators".to_owned()));
        }
        let (width, height) = (self.rows[0].chars().count(), self.rows.len());
        Graph::check_size(width, height)?;
        graph.fill(width, height, Kind::Void);
        graph.scale = Scale::Tiles;
        let letters: Vec<char> = self.rows.iter().flat_map(|row| row.chars()).collect();
        for (place, &letter) in letters.iter().enumerate() {
            graph.places[place] = Place::new(kind(letter).unwrap_or(Kind::Void));
            if letter == '@' {
                graph.contents.insert(place, Content::Start);
            }
        }
        for lift in (0..letters.len()).filter(|&place| letters[place] == 'L') {
            let face = DIRECTIONS.into_iter().find(|&side| graph.kind_beside(lift, side) == Kind::Floor);
            let (x, y) = graph.at(lift);
            let what = || Trouble::Wrong(format!("no floor is beside the lift in row {}, column {}", y + 1, x + 1));
            graph.places[lift].kind = Kind::Lift(face.ok_or_else(what)?);
        }
        Ok(())
    }
}
