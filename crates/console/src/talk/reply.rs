//! A reply: what happened in words, how the player is, a map, and the next number.

use crate::{
    acts::event_text::{Told, join},
    game::describe,
    game::game::Game,
    game::perform::{Outcome, Picture},
    seen::chart::Minimap,
    words::clean::{cut, length},
    words::style::Style,
};
use engine::{Deck, Grid};
use words::{Said, say};

/// The most characters of a reply, as people see them; the empty line behind it does not count.
pub(crate) const MAX: usize = 140;
/// The sides of the maps that are tried, in cells: the largest that leaves room for the words, and those of plain characters.
const SIDES: [i32; 3] = [9, 7, 5];
const KNOWN_SIDE: i32 = 11;
const PLAIN_SIDE: i32 = 25;
/// The most characters of a reply in the styles that have no limit: nothing needs as many.
const MAX_PLAIN: usize = 6000;

/// The room of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) style: Style,
    /// The characters that stand before it.
    pub(crate) before: usize,
}

/// The text of a reply to what came of a message; its last line is the next number.
pub(crate) fn compose(game: &mut Game, outcome: &Outcome, room: Room, next: &str) -> String {
    let tongue = game.tongue();
    let state = describe::state(&mut game.play, room.style, &tongue);
    let mut told = outcome.told.clone();
    if outcome.picture == Picture::None && room.style == Style::Emoji {
        // What was asked for needs all the room.
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

/// What says that something was not done.
fn undone(left: &[String], style: Style) -> Option<Told> {
    if left.is_empty() {
        return None;
    }
    let left = match style {
        Style::Emoji if left.len() > 1 => say!("Rest not done: {count} commands.", count = left.len()),
        Style::Emoji => say!("Rest not done.").into(),
        Style::Ascii | Style::Long => say!("This was not done: {commands}.", commands = Said::literal(left.join("; "))),
    };
    Some(Told::Says(left))
}

/// The map of a reply that has so much room left for it.
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
    // Each row begins with the end of the line before it.
    let fits = |side: &i32| (side * side + side) as usize <= room;
    let side = match (style, picture) {
        (Style::Ascii, _) => PLAIN_SIDE,
        (_, Picture::Known) if fits(&KNOWN_SIDE) => KNOWN_SIDE,
        // Words that are too long are cut before the smallest map goes.
        _ => SIDES.into_iter().find(fits).unwrap_or(SIDES[SIDES.len() - 1]),
    };
    Some(chart.draw(side, is_plain, shows).join("\n"))
}
