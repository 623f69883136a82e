//! How each thing is drawn on the little maps: as an emoji, and as a plain character.

use engine::Shape;
use level::{Corner, PaneKind};

/// A sign of a map: as an emoji and as a plain character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) emoji: &'static str,
    pub(crate) plain: char,
}

const fn symbol(emoji: &'static str, plain: char) -> Symbol {
    Symbol { emoji, plain }
}

/// Whoever plays.
pub(crate) const PLAYER: Symbol = symbol("🧑", '@');
/// What has not been seen.
pub(crate) const UNSEEN: Symbol = symbol("⬛", ' ');
/// The space beyond the hull.
pub(crate) const SPACE: Symbol = symbol("🌌", '~');
/// An undead that lies there for good, or for the time being.
pub(crate) const CORPSE: Symbol = symbol("🦴", '%');
/// A prop that is broken.
pub(crate) const WRECK: Symbol = symbol("🪵", ';');
/// A prop that stands there for good: furniture.
pub(crate) const FURNITURE: Symbol = symbol("🪑", 'h');
/// The switch of a lift.
pub(crate) const LIFT: Symbol = symbol("🛗", '>');
/// Any other switch.
pub(crate) const SWITCH: Symbol = symbol("🔘", '^');
/// A conduit lock, which is a board in a wall.
pub(crate) const CONDUIT: Symbol = symbol("🧮", '{');
/// An undead of a kind that has no sign of its own.
const UNKNOWN_MONSTER: Symbol = symbol("👾", 'u');
/// A thing that has no sign of its own.
const THING: Symbol = symbol("🎁", '?');

/// The signs of undead, pickups and props, by the names of the rules.
const NAMED: [(&str, Symbol); 33] = [
    ("shambler", symbol("🧟", 's')),
    ("crawler", symbol("🐛", 'c')),
    ("bloater", symbol("🎈", 'b')),
    ("brute", symbol("👹", 'B')),
    ("cinder", symbol("👿", 'f')),
    ("officer", symbol("👮", 'o')),
    ("skeleton", symbol("💀", 'k')),
    ("minotaur", symbol("🐂", 'M')),
    ("monkey", symbol("🐒", 'm')),
    ("fox", symbol("🦊", 'x')),
    ("chicken", symbol("🐔", 'h')),
    ("robot", symbol("🤖", 'r')),
    ("ration", symbol("🍫", '*')),
    ("banana", symbol("🍌", '*')),
    ("medkit", symbol("💉", '!')),
    ("serum", symbol("🧪", '!')),
    ("plate", symbol("🦺", '[')),
    ("vest", symbol("🦺", '[')),
    ("clip", symbol("🔋", '-')),
    ("shells", symbol("🔋", '-')),
    ("nails", symbol("📌", '-')),
    ("fuel", symbol("⛽", '-')),
    ("rockets", symbol("🧨", '-')),
    ("pistol", symbol("🔫", ')')),
    ("shotgun", symbol("🔫", ')')),
    ("nailgun", symbol("🔫", ')')),
    ("flamer", symbol("🔥", ')')),
    ("launcher", symbol("🚀", ')')),
    ("ingot", symbol("🪙", '$')),
    ("medal", symbol("🏅", '$')),
    ("goblet", symbol("🏆", '$')),
    ("barrel", symbol("🛢️", '0')),
    ("crate", symbol("📦", '&')),
];

/// The sign of an undead of this kind.
pub(crate) fn of_undead(kind: &str) -> Symbol {
    named(kind).unwrap_or(UNKNOWN_MONSTER)
}

/// The sign of a pickup or prop of this kind: a crate of medicine is a crate.
pub(crate) fn of_thing(kind: &str) -> Symbol {
    let last = kind.rsplit(' ').next().unwrap_or(kind);
    match (kind, last) {
        _ if kind.starts_with("key") => symbol("🔑", '"'),
        (_, "module") => symbol("🧩", '='),
        ("relic", _) => symbol("📿", '='),
        _ => named(kind).or_else(|| named(last)).unwrap_or(THING),
    }
}

fn named(kind: &str) -> Option<Symbol> {
    NAMED.iter().find(|(name, _)| *name == kind).map(|(_, symbol)| *symbol)
}

/// What a word is that is the emoji of a thing: its name.
pub(crate) fn name_of(emoji: &str) -> Option<&'static str> {
    let plain = |emoji: &str| emoji.trim_end_matches('\u{fe0f}').to_owned();
    let others = [
        ("door", "🚪"),
        ("door", "🔒"),
        ("window", "🪟"),
        ("lift", LIFT.emoji),
        ("switch", SWITCH.emoji),
        ("lock", CONDUIT.emoji),
        ("table", "🎲"),
        ("key", "🔑"),
    ];
    let known = NAMED.iter().map(|(name, symbol)| (*name, symbol.emoji)).chain(others);
    known.into_iter().find(|(_, other)| plain(other) == plain(emoji)).map(|(name, _)| name)
}

/// The sign of what fills a cell.
pub(crate) fn of_shape(shape: Shape) -> Symbol {
    match shape {
        Shape::Open => symbol("⬜", '.'),
        Shape::Solid | Shape::PushWall { .. } => symbol("🧱", '#'),
        Shape::Door { open, .. } if open < 0.5 => symbol("🚪", '+'),
        Shape::Leaves { turn, .. } if turn.abs() < 0.5 => symbol("🚪", '+'),
        Shape::Door { .. } | Shape::Leaves { .. } => symbol("🟫", '\''),
        Shape::Locked { .. } => symbol("🔒", 'X'),
        Shape::Pane { kind: PaneKind::Window, .. } => symbol("🪟", '='),
        Shape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. } => symbol("🚧", ':'),
        Shape::Pillar => symbol("🪨", 'O'),
        Shape::Table => symbol("🎲", 'T'),
        Shape::Space => SPACE,
        Shape::Diagonal { corner: Corner::NorthWest | Corner::SouthEast } => symbol("🔺", '/'),
        Shape::Diagonal { corner: Corner::NorthEast | Corner::SouthWest } => symbol("🔺", '\\'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::clean::length;
    use engine::Rules;

    #[test]
    fn each_sign_is_one_character_wide() {
        let rules = Rules::standard();
        let undead = rules.monsters.iter().map(|(kind, _)| of_undead(kind));
        let things = rules.pickups.iter().map(|(kind, _)| kind).chain(rules.props.iter().map(|(kind, _)| kind));
        let signs = undead
            .chain(things.map(|kind| of_thing(kind)))
            .chain([PLAYER, UNSEEN, SPACE, CORPSE, WRECK, FURNITURE, LIFT, SWITCH]);
        for sign in signs {
            assert_eq!(length(sign.emoji), 1, "{sign:?}");
            assert!(sign.plain.is_ascii());
        }
    }

    #[test]
    fn a_kind_of_crate_is_a_crate_and_what_nobody_knows_is_a_stranger() {
        assert_eq!(of_thing("medicine crate"), of_thing("crate"));
        assert_eq!((of_undead("of another game"), of_thing("of another game")), (UNKNOWN_MONSTER, THING));
    }

    #[test]
    fn an_emoji_is_a_word_for_what_it_shows() {
        assert_eq!(
            [name_of("🧟"), name_of("🚪"), name_of("🛢"), name_of("🎻")],
            [Some("shambler"), Some("door"), Some("barrel"), None]
        );
    }
}
