//! Descriptions of a game: the player's state, view and inventory, and the help texts.

use crate::{
    acts::event_text::{cells_off, named},
    acts::play::Play,
    game::game::Game,
    perception::things::{Sort, Thing, bearing},
    words::clean::echo,
    words::compass::Compass,
    words::style::Style,
    words::tongue::Tongue,
    words::vocabulary::{ENTRIES, Entry, FIRST, Verb, nearest},
};
use campaign::{clock, seconds, suit_lines};
use engine::{Grid, Player, Suit, Terminal, TerminalBoard};
use localization::{Key, Said, say};
use puzzles::{
    loa::{Side, Square},
    panguru::Colour,
};

/// The maximum number of things in a list. Short replies have room for fewer.
const MAX_LISTED: usize = 40;

/// Returns the first line of a reply: health, armour, ammunition, and direction of view.
pub(crate) fn state(play: &mut Play, style: Style, tongue: &Tongue) -> String {
    let (own, player) = (play.own(), play.player());
    let weapon = player.weapon(play.rules()).map(|(_, weapon)| weapon.clone());
    let ammo = weapon.as_ref().and_then(|weapon| player.ammo(weapon));
    let facing = Compass::of_angle(own.heading);
    let (health, armour) = (own.health.max(0), player.armour);
    if style == Style::Emoji {
        let heart = if own.lives { "❤️" } else { "💀" };
        let armour = if armour > 0 { format!(" 🦺{armour}") } else { String::new() };
        let ammo = ammo.map_or_else(String::new, |ammo| format!(" 🔫{ammo}"));
        return format!("{heart}{health}{armour}{ammo} {}", facing.arrow());
    }
    let mut parts =
        vec![if own.lives { tongue.say(say!("Health {health}", health)) } else { tongue.say(say!("Dead")) }];
    if armour > 0 {
        parts.push(tongue.say(say!("armour {armour}", armour)));
    }
    let held = held(&player);
    let held = match (ammo, weapon.and_then(|weapon| weapon.ammo)) {
        (Some(count), Some(kind)) => {
            say!("{weapon} with {count} {ammo}", weapon = held, count, ammo = Said::data(kind))
        }
        _ => held,
    };
    parts.push(tongue.say(held));
    let facing = match style {
        Style::Long => facing.name().into(),
        _ => Said::literal(facing.letters(tongue.language())),
    };
    parts.push(tongue.say(say!("facing {direction}", direction = facing)));
    format!("{}.", parts.join(", "))
}

/// Returns the weapon in hand.
fn held(player: &Player) -> Said {
    player.held.as_ref().map_or_else(|| say!("bare hands").into(), Said::data)
}

/// Returns deck, position, number of monsters and time.
pub(crate) fn status(game: &mut Game) -> String {
    let tongue = game.tongue();
    let (own, run) = (game.play.own(), game.play.headless.run());
    let (cell, name) = (Grid::cell_at(own.at), game.deck_name());
    let (weapon, time) = (held(&game.play.player()), Said::literal(clock(seconds(run.tick))));
    tongue.say(say!(
        "{deck}, at {x},{y}; {weapon}; enemies killed {kills} of {monsters}; time {time}.",
        deck = name,
        x = cell.x,
        y = cell.y,
        weapon,
        kills = run.kills,
        monsters = run.monsters,
        time,
    ))
}

/// Describes what is visible in one direction or in all: monsters first, then by distance.
pub(crate) fn look(play: &mut Play, to: Option<Compass>, style: Style, tongue: &Tongue) -> String {
    let at = play.own().at;
    let mut seen = play.in_sight();
    seen.retain(|thing| thing.sort.is_spoken_of() && to.is_none_or(|to| bearing(at, thing.at).0 == to));
    // Windows go last, because the end of the list may be cut off.
    seen.sort_by_key(|thing| match thing.sort {
        Sort::Undead => 0,
        Sort::Pane => 2,
        _ => 1,
    });
    let item = |thing: &Thing| {
        let ((compass, cells), name) = (bearing(at, thing.at), thing.name(&play.memory));
        let name = tongue.say(named(&name));
        match style {
            Style::Long => format!("{name} {} {}", tongue.say(cells_off(cells)), tongue.say(compass.name())),
            Style::Emoji | Style::Ascii => format!("{name} {} {cells}", compass.letters(tongue.language())),
        }
    };
    let items: Vec<String> = seen.iter().take(MAX_LISTED).map(item).collect();
    let (items, to) = (items.join(", "), to.map(Compass::name));
    let things = Said::literal(&items);
    tongue.say(match (items.is_empty(), to) {
        (true, None) => say!("You see nothing but the deck.").into(),
        (true, Some(direction)) => say!("You see nothing to the {direction} but the deck.", direction),
        (false, None) => say!("You see: {things}.", things),
        (false, Some(direction)) => say!("You see to the {direction}: {things}.", direction, things),
    })
}

/// Returns the board of a terminal, in rows.
pub(crate) fn board(terminal: &Terminal, style: Style, tongue: &Tongue) -> String {
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
            let head = tongue.say(say!("You play {side}; a1 is lower left.", side = side_name(side)));
            format!("{head}\n{}", rows.join("\n"))
        }
        TerminalBoard::Conduit(lock) => {
            let plates: String = lock.board.plates().iter().map(|colour| colour.letter()).collect();
            let pebble = |pebble: &Option<Colour>| pebble.map_or('-', Colour::letter);
            let pebbles: String = lock.board.pebbles().iter().map(pebble).collect();
            let ([plates, pebbles], moves) = ([plates, pebbles].map(Said::literal), lock.moves);
            let rows = say!(
                "Rows of 1 to 5, numbered from 0. Plates {plates}, pebbles {pebbles}; {moves} moves made.",
                plates,
                pebbles,
                moves
            );
            tongue.say(rows)
        }
    }
}

fn side_name(side: Side) -> Key {
    match side {
        Side::Black => say!("black"),
        Side::White => say!("white"),
    }
}

/// Returns the suit's protection, in sentences.
pub(crate) fn suit(game: &mut Game) -> Vec<Said> {
    let suit = Suit::of(game.play.headless.world_mut());
    let lines = suit.map_or_else(Vec::new, |suit| suit_lines(&suit));
    lines.into_iter().map(|line| line.then(Said::literal("."))).collect()
}

/// Describes the inventory.
pub(crate) fn inventory(play: &mut Play, tongue: &Tongue) -> String {
    let player = play.player();
    let item = |(name, count): (&String, u64)| match count {
        1 => tongue.say(Said::data(name)),
        _ => format!("{count} {}", tongue.say(Said::data(name))),
    };
    let mut items: Vec<String> = player.inventory.iter().map(item).collect();
    let keys = level::Key::ALL.iter().filter(|key| player.keys.has(**key));
    items.extend(keys.map(|key| tongue.say(say!("key {key}", key = Said::literal(format!("{key:?}"))))));
    let items = items.join(", ");
    let things = Said::literal(&items);
    tongue.say(match &player.held {
        _ if items.is_empty() => say!("You carry nothing.").into(),
        Some(held) => say!("You carry {things}; {weapon} in hand.", things, weapon = Said::data(held)),
        None => say!("You carry {things}.", things),
    })
}

/// Lists the commands, or explains one of them.
pub(crate) fn help(word: Option<&str>, style: Style, tongue: &Tongue) -> String {
    let called = |entry: &Entry| entry.names(tongue.language())[0];
    let names = |entries: &[Entry]| entries.iter().map(called).collect::<Vec<_>>().join(" ");
    let (first, more) = ENTRIES.split_at(FIRST);
    match (word.and_then(Verb::named), word) {
        (Some(verb), _) => of_verb(verb, style, tongue),
        (None, None) if style == Style::Emoji => {
            let commands = Said::literal(names(first));
            tongue.say(say!("Find the lift 🛗 of each deck. Say: {commands}. More: help more, help WORD", commands))
        }
        (None, None) => all_help(tongue),
        (None, Some("more" | "mehr")) => {
            tongue.say(say!("More commands: {commands}. Say help WORD.", commands = Said::literal(names(more))))
        }
        (None, Some("direction" | "directions" | "richtung" | "richtungen")) => tongue.say(DIRECTIONS),
        (None, Some("sign" | "signs" | "zeichen")) => tongue.say(signs(style)),
        (None, Some(word)) => {
            let nearest = Said::literal(nearest(word, tongue.language()));
            tongue.say(say!("Unknown command {word}. Say help {nearest}.", word = echo(word), nearest))
        }
    }
}

/// Returns a command's name, arguments and effect, without the full stop.
fn in_short(entry: &Entry, tongue: &Tongue) -> String {
    let with = if entry.with.english().is_empty() { String::new() } else { format!(" {}", tongue.say(entry.with)) };
    format!("{}{with}: {}", entry.names(tongue.language())[0], tongue.say(entry.does))
}

fn of_verb(verb: Verb, style: Style, tongue: &Tongue) -> String {
    let more = match verb {
        Verb::Map => format!(" {}", tongue.say(signs(style))),
        Verb::Go => format!(" {}", tongue.say(DIRECTIONS)),
        _ => String::new(),
    };
    format!("{}.{more}", in_short(verb.entry(), tongue))
}

/// The directions other than those of the compass.
const DIRECTIONS: Key = say!("Also: arrows, keypad digits, hjklyub (vi), forward, left.");

fn signs(style: Style) -> Key {
    match style {
        Style::Emoji => say!("🧑you ⬜floor 🧱wall 🚪door 🟫open 🔒locked 🪟window 🛗lift 🔘switch ⬛unseen 🌌space"),
        Style::Ascii => {
            say!(
                "@ you, . floor, # wall, + door, ' open door, X locked, = window, : grating, O pillar, > lift, ^ switch, \
            letters enemies, ! medicine, - ammunition, ) weapon, & crate, 0 barrel, % corpse, ~ space."
            )
        }
        Style::Long => say!("No maps in this style: say look."),
    }
}

/// Returns all commands with explanations, for styles without a length limit.
fn all_help(tongue: &Tongue) -> String {
    let lines = ENTRIES.iter().map(|entry| format!("{}.", in_short(entry, tongue)));
    let first = tongue.say(say!(
        "Find the lift of each deck and use its switch. A line is an unused number, then a command; separate several commands with ; \
        as in: 2 go e 3; shoot; status."
    ));
    let directions = tongue.say(say!("Directions: n, ne, e and so on."));
    let last = format!("{directions} {} {}", tongue.say(DIRECTIONS), tongue.say(say!("[ ] is optional.")));
    std::iter::once(first).chain(lines).chain([last]).collect::<Vec<_>>().join("\n")
}
