//! A reply: messages about events, the player's state, a map, and the next number.

use crate::{
    acts::event_text::{Told, join},
    game::describe,
    game::game::Game,
    game::perform::{Outcome, Picture},
    perception::chart::Minimap,
    words::clean::{cut, length},
    words::style::Style,
};
use engine::{Deck, Grid};
use localization::{Said, say};

/// The maximum length of a reply, in perceived characters, without the empty line after it.
pub(crate) const MAX: usize = 140;
/// The sides of maps to try, in cells, and those of maps of plain characters. The largest that leaves room for the
/// messages is used.
const SIDES: [i32; 3] = [9, 7, 5];
const KNOWN_SIDE: i32 = 11;
const PLAIN_SIDE: i32 = 25;
/// The maximum length of replies in the styles without a limit. No reply needs as much.
const MAX_PLAIN: usize = 6000;

/// The size of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) style: Style,
    /// The number of characters before it.
    pub(crate) before: usize,
}

/// Returns the text of a reply; its last line is the next number.
pub(crate) fn compose(game: &mut Game, outcome: &Outcome, room: Room, next: &str) -> String {
    let tongue = game.tongue();
    let state = describe::state(&mut game.play, room.style, &tongue);
    let mut told = outcome.told.clone();
    if outcome.picture == Picture::None && room.style == Style::Emoji {
        // The requested text needs all the room.
        told.drain(..told.len().saturating_sub(1));
    }
    told.extend(undone(&outcome.left, room.style));
    let words = match room.style {
        Style::Emoji => {
            let told = join(&told, |told| told.brief(&tongue));
            if outcome.picture == Picture::View { format!("{state} {told}") } else { told }
        }
        Style::Ascii | Style::Long => {
            let told = join(&told, |told| told.whole(&tongue));
            if outcome.picture == Picture::None { told } else { format!("{told} {state}") }
        }
    };
    let words = words.trim();
    let most = match room.style {
        Style::Emoji => MAX.saturating_sub(room.before + 1 + length(next)),
        Style::Ascii | Style::Long => MAX_PLAIN,
    };
    let map = map(game, outcome.picture, room.style, most.saturating_sub(length(words)));
    let words = cut(words, most.saturating_sub(map.as_ref().map_or(0, |map| length(map) + 1)));
    let lines = [Some(words), map, Some(next.to_owned())];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns the message about skipped commands.
fn undone(left: &[String], style: Style) -> Option<Told> {
    if left.is_empty() {
        return None;
    }
    let left = match style {
        Style::Emoji if left.len() > 1 => say!("Skipped: {count} commands.", count = left.len()),
        Style::Emoji => say!("Other commands skipped.").into(),
        Style::Ascii | Style::Long => say!("Skipped: {commands}.", commands = Said::literal(left.join("; "))),
    };
    Some(Told::Says(left))
}

/// Returns the map of a reply with this much room left.
fn map(game: &mut Game, picture: Picture, style: Style, room: usize) -> Option<String> {
    if picture == Picture::None || style == Style::Long {
        return None;
    }
    let (at, view) = (game.play.own().at, game.play.view());
    let mut things = game.play.things();
    things.retain(|thing| {
        view.contains(thing.cell()) || picture == Picture::Known && game.memory().number(thing.key).is_some()
    });
    let world = game.play.world();
    let chart = Minimap {
        grid: world.resource::<Grid>(),
        deck: world.resource::<Deck>(),
        things: &things,
        middle: Grid::cell_at(at),
    };
    let shows = |cell| if picture == Picture::Known { game.memory().knows(cell) } else { view.contains(cell) };
    let is_plain = style == Style::Ascii;
    // Each row counts one more character for the line break before it.
    let fits = |side: &i32| (side * side + side) as usize <= room;
    let side = match (style, picture) {
        (Style::Ascii, _) => PLAIN_SIDE,
        (_, Picture::Known) if fits(&KNOWN_SIDE) => KNOWN_SIDE,
        // Long messages are cut to keep the smallest map.
        _ => SIDES.into_iter().find(fits).unwrap_or(SIDES[SIDES.len() - 1]),
    };
    Some(chart.draw(side, is_plain, shows).join("\n"))
}
