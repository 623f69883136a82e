//! What is said of a game: how the player is, what he sees and carries, what the words do.

use crate::acts::play::Play;
use crate::acts::told::cells_off;
use crate::game::game::Game;
use crate::seen::things::{Sort, Thing, bearing};
use crate::words::clean::echo;
use crate::words::compass::Compass;
use crate::words::style::Style;
use crate::words::vocabulary::{ENTRIES, Entry, FIRST, Verb, nearest};
use engine::{Grid, Suit, Terminal, TerminalBoard};
use journey::{clock, seconds, suit_lines};
use puzzles::loa::{Side, Square};
use puzzles::panguru::Colour;

/// The things that a list names at most; in few characters fewer fit.
const MOST_LISTED: usize = 40;

/// The line with which a reply begins: health, armour, ammunition, and where he looks.
pub(crate) fn state(play: &mut Play, style: Style) -> String {
    let (own, player) = (play.own(), play.player());
    let weapon = player.weapon(play.rules()).map(|(_, weapon)| weapon.clone());
    let ammo = weapon.as_ref().and_then(|weapon| player.ammo(weapon));
    let facing = Compass::of_angle(own.heading);
    let (health, armour) = (own.health.max(0), player.armour);
    match style {
        Style::Emoji => {
            let heart = if own.lives { "❤️" } else { "💀" };
            let armour = if armour > 0 { format!(" 🦺{armour}") } else { String::new() };
            let ammo = ammo.map_or_else(String::new, |ammo| format!(" 🔫{ammo}"));
            format!("{heart}{health}{armour}{ammo} {}", facing.arrow())
        }
        Style::Ascii | Style::Long => {
            let armour = if armour > 0 { format!(", armour {armour}") } else { String::new() };
            let held = player.held.clone().unwrap_or_else(|| "bare hands".to_owned());
            let ammo = match (ammo, weapon.and_then(|weapon| weapon.ammo)) {
                (Some(count), Some(kind)) => format!(" with {count} {kind}"),
                _ => String::new(),
            };
            let facing = if style == Style::Ascii { facing.letters() } else { facing.name() };
            let health = if own.lives { format!("Health {health}") } else { "Dead".to_owned() };
            format!("{health}{armour}, {held}{ammo}, facing {facing}.")
        }
    }
}

/// Deck, place, undead and time.
pub(crate) fn status(game: &mut Game) -> String {
    let (own, run) = (game.play.own(), game.play.headless.run());
    let (cell, name) = (Grid::cell_at(own.at), game.deck_name());
    let held = game.play.player().held.unwrap_or_else(|| "bare hands".to_owned());
    let time = clock(seconds(run.tick));
    format!("{name}, at {},{}; {held}; undead down {} of {}; time {time}.", cell.x, cell.y, run.kills, run.monsters)
}

/// What is in sight, in a direction or in all: undead first, then by distance.
pub(crate) fn look(play: &mut Play, to: Option<Compass>, style: Style) -> String {
    let at = play.own().at;
    let mut seen = play.in_sight();
    seen.retain(|thing| thing.sort.is_spoken_of() && to.is_none_or(|to| bearing(at, thing.at).0 == to));
    // Of many windows nobody wants to hear while something else is there; the list is cut at its end.
    seen.sort_by_key(|thing| match thing.sort {
        Sort::Undead => 0,
        Sort::Pane => 2,
        _ => 1,
    });
    let where_to = to.map_or_else(String::new, |to| format!(" to the {}", to.name()));
    if seen.is_empty() {
        return format!("You see nothing{where_to} but the deck.");
    }
    let item = |thing: &Thing| {
        let ((compass, cells), name) = (bearing(at, thing.at), thing.name(&play.memory));
        match style {
            Style::Long => format!("{name} {} {}", cells_off(cells), compass.name()),
            Style::Emoji | Style::Ascii => format!("{name} {} {cells}", compass.letters()),
        }
    };
    let items: Vec<String> = seen.iter().take(MOST_LISTED).map(item).collect();
    format!("You see{where_to}: {}.", items.join(", "))
}

/// The board of a terminal, in rows.
pub(crate) fn board(terminal: &Terminal, style: Style) -> String {
    match &terminal.board {
        TerminalBoard::Table(board) => {
            let (position, side) = (board.table.game().position(), board.side());
            let stone = |square: Square| match (position.at(square), style) {
                (Some(Side::Black), Style::Emoji) => "⚫",
                (Some(Side::White), Style::Emoji) => "⚪",
                (None, Style::Emoji) => "🟫",
                (Some(Side::Black), _) => "X",
                (Some(Side::White), _) => "O",
                (None, _) => ".",
            };
            let row = |row: u8| (0..8).filter_map(|file| Square::at(file, row)).map(stone).collect::<String>();
            let rows: Vec<String> = (0..8).rev().map(row).collect();
            format!("You play {side}; a1 is lower left.\n{}", rows.join("\n"))
        }
        TerminalBoard::Conduit(lock) => {
            let plates: String = lock.board.plates().iter().map(|colour| colour.letter()).collect();
            let pebble = |pebble: &Option<Colour>| pebble.map_or('-', Colour::letter);
            let pebbles: String = lock.board.pebbles().iter().map(pebble).collect();
            format!("Rows of 1 to 5, numbered from 0. Plates {plates}, pebbles {pebbles}; {} moves made.", lock.moves)
        }
    }
}

/// What the player carries.
pub(crate) fn inventory(play: &mut Play) -> String {
    let player = play.player();
    let item = |(name, count): (&String, u64)| if count == 1 { name.clone() } else { format!("{count} {name}") };
    let mut items: Vec<String> = player.inventory.iter().map(item).collect();
    let keys = level::Key::ALL.into_iter().filter(|key| player.keys.has(*key));
    items.extend(keys.map(|key| format!("key {key:?}")));
    let held = player.held.map_or_else(String::new, |held| format!("; {held} in hand"));
    if items.is_empty() { "You carry nothing.".to_owned() } else { format!("You carry {}{held}.", items.join(", ")) }
}

/// What stands between a hit and the player, in sentences.
pub(crate) fn suit(game: &mut Game) -> Vec<String> {
    let suit = Suit::of(game.play.headless.world_mut());
    suit.map_or_else(Vec::new, |suit| suit_lines(&suit).into_iter().map(|line| line + ".").collect())
}

/// What the words are, or what one of them does.
pub(crate) fn help(word: Option<&str>, style: Style) -> String {
    let names = |entries: &[Entry]| entries.iter().map(|entry| entry.names[0]).collect::<Vec<_>>().join(" ");
    let (first, more) = ENTRIES.split_at(FIRST);
    match (word.and_then(Verb::named), word) {
        (Some(verb), _) => of_verb(verb, style),
        (None, None) if style == Style::Emoji => {
            format!("Find the lift 🛗 of each deck. Say: {}. More: help more, help WORD", names(first))
        }
        (None, None) => all_help(),
        (None, Some("more")) => format!("There are also: {}. Say help WORD.", names(more)),
        (None, Some("direction" | "directions")) => directions(),
        (None, Some("sign" | "signs")) => signs(style),
        (None, Some(word)) => format!("I know no word {}. Say help {}.", echo(word), nearest(word)),
    }
}

fn of_verb(verb: Verb, style: Style) -> String {
    let entry = verb.entry();
    let more = match (verb, style) {
        (Verb::Map, _) => format!(". {}", signs(style)),
        (Verb::Go, _) => format!(". {}", directions()),
        _ => ".".to_owned(),
    };
    let with = if entry.with.is_empty() { String::new() } else { format!(" {}", entry.with) };
    format!("{}{with}: {}{more}", entry.names[0], entry.does)
}

fn directions() -> String {
    "Also arrows, the keypad's digits, vi's hjklyub, forward, left.".to_owned()
}

fn signs(style: Style) -> String {
    match style {
        Style::Emoji => {
            "🧑you ⬜floor 🧱wall 🚪door 🟫open 🔒locked 🪟window 🛗lift 🔘switch ⬛unseen 🌌space".to_owned()
        }
        Style::Ascii => {
            "@ you, . floor, # wall, + door, ' open door, X locked, = window, : grating, O pillar, > lift, ^ switch, \
            letters undead, ! medicine, - ammunition, ) weapon, & crate, 0 barrel, % corpse, ~ space."
                .to_owned()
        }
        Style::Long => "There are no maps in this style: say look.".to_owned(),
    }
}

/// All words with what they do, for those who have room.
fn all_help() -> String {
    let lines = ENTRIES.iter().map(|entry| {
        let with = if entry.with.is_empty() { String::new() } else { format!(" {}", entry.with) };
        format!("{}{with}: {}.", entry.names[0], entry.does)
    });
    let first = "Find the lift of each deck and use its switch. A line is a number that you have not used, then words; several commands are parted by ; \
        as in: 2 go e 3; shoot; status."
        .to_owned();
    let last = format!("Directions are n, ne, e and so on. {} [ ] may be left out.", directions());
    std::iter::once(first).chain(lines).chain([last]).collect::<Vec<_>>().join("\n")
}
