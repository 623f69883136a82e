//! The symbols of things on the small maps: an emoji and a plain character for each.

use engine::Shape;
use level::{Corner, PaneKind};

/// A map symbol: an emoji and a plain character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) emoji: &'static str,
    pub(crate) plain: char,
}

const fn symbol(emoji: &'static str, plain: char) -> Symbol {
    Symbol { emoji, plain }
}

/// The player.
pub(crate) const PLAYER: Symbol = symbol("🧑", '@');
/// A cell that the player has not seen.
pub(crate) const UNSEEN: Symbol = symbol("⬛", ' ');
/// The space beyond the hull.
pub(crate) const SPACE: Symbol = symbol("🌌", '~');
/// A monster that is dead, perhaps only for a while.
pub(crate) const CORPSE: Symbol = symbol("🦴", '%');
/// A prop that is broken.
pub(crate) const WRECK: Symbol = symbol("🪵", ';');
/// A permanent prop: furniture.
pub(crate) const FURNITURE: Symbol = symbol("🪑", 'h');
/// The switch of a lift.
pub(crate) const LIFT: Symbol = symbol("🛗", '>');
/// Any other switch.
pub(crate) const SWITCH: Symbol = symbol("🔘", '^');
/// A conduit lock, which is a board in a wall.
pub(crate) const CONDUIT: Symbol = symbol("🧮", '{');
/// A monster of a kind without a symbol of its own.
const UNKNOWN_MONSTER: Symbol = symbol("👾", 'u');
/// A thing without a symbol of its own.
const THING: Symbol = symbol("🎁", '?');

/// The symbols of monsters, pickups and props, by their names in the rules.
const NAMED: [(&str, Symbol); 34] = [
    ("shambler", symbol("🧟", 's')),
    ("crawler", symbol("🐛", 'c')),
    ("bloater", symbol("🎈", 'b')),
    ("brute", symbol("👹", 'B')),
    ("captain", symbol("👹", 'B')),
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

/// Returns the symbol of a monster of this kind.
pub(crate) fn of_undead(kind: &str) -> Symbol {
    named(kind).unwrap_or(UNKNOWN_MONSTER)
}

/// Returns the symbol of a pickup or prop of this kind. A crate of medicine is a crate.
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

/// Returns the name of the thing whose emoji a word is.
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

/// Returns the symbol of a shape.
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
    fn symbols_are_one_character() {
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
    fn unknown_kinds_use_the_fallback_symbol() {
        assert_eq!(of_thing("medicine crate"), of_thing("crate"));
        assert_eq!((of_undead("of another game"), of_thing("of another game")), (UNKNOWN_MONSTER, THING));
    }

    #[test]
    fn emoji_can_be_used_as_names_of_things() {
        assert_eq!(
            [name_of("🧟"), name_of("🚪"), name_of("🛢"), name_of("🎻")],
            [Some("shambler"), Some("door"), Some("barrel"), None]
        );
    }
}
