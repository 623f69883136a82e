//! Ships that are generated from codes, as decks of a journey.

use crate::{
    decks::campaign::WayOn,
    decks::decks::{Deck, Decks, TREASURE_SETS},
    decks::game_data::game_data,
    decks::ship_code::{reference, ship_of},
};
use engine::Rules;
use generate::{GeneratorData, Ship, ShipCode, read_treasure_sets};
use level::{Level, TextError};
use localization::{Key, Said, say};
use std::sync::Arc;

/// Returns the danger of a ship in words.
pub fn danger_in_words(code: ShipCode) -> Key {
    match code.danger() {
        1 => say!("quiet"),
        2 => say!("uneasy"),
        3 => say!("dire"),
        _ => say!("doomed"),
    }
}

impl Decks {
    /// Adds the ability to generate ships for these rules to the decks. `sets` are the bytes of a file of treasure
    /// sets.
    ///
    /// # Errors
    /// The first error in the treasure sets.
    pub fn for_ships(decks: Vec<Deck>, sets: &[u8], rules: &Rules) -> Result<Decks, TextError> {
        let treasure_sets = read_treasure_sets(TREASURE_SETS, sets)?;
        Ok(Decks::of(decks, GeneratorData { treasure_sets, game_data: game_data(rules), ..Default::default() }))
    }

    /// Returns true if ships can be generated, because the treasure sets are known.
    pub fn can_make_ships(&self) -> bool {
        !self.known().treasure_sets.is_empty()
    }

    /// Generates the ship of a code, which can be slow.
    ///
    /// # Errors
    /// If the ship cannot be generated.
    pub fn make_ship(&self, code: ShipCode) -> Result<Ship, String> {
        Ship::make(code, self.known()).map_err(|error| format!("ship {code} cannot be generated: {error}"))
    }

    /// Adds the decks of a ship, replaces those of any other ship, and returns the first deck.
    pub fn board(&mut self, ship: Ship) -> &Deck {
        let first = reference(ship.code, 1);
        let decks = decks_of(ship);
        self.change(|all| {
            all.retain(|deck| ship_of(&deck.file).is_none());
            all.extend(decks);
        });
        self.find(&first).unwrap_or(self.first())
    }

    /// Returns true if the decks of this ship have been added.
    pub fn has_boarded(&self, code: ShipCode) -> bool {
        self.find(&reference(code, 1)).is_some()
    }
}

/// Returns the decks of a ship, each of which leads to the next.
fn decks_of(ship: Ship) -> Vec<Deck> {
    let Ship { code, name, decks } = ship;
    let count = decks.len();
    let deck = |(number, deck): (usize, generate::ShipDeck)| {
        let file = reference(code, number);
        let to = (number < count).then(|| reference(code, number + 1));
        Deck {
            title: Some(title(number, &deck.name)),
            briefing: if number == 1 { briefing(code, &name) } else { Vec::new() },
            ways: vec![WayOn { by: "lift".to_owned(), to, arrive: None }],
            ..Deck::of_level(&file, Arc::new(Level { par: Some(deck.par), ..deck.level }))
        }
    };
    (1..).zip(decks).map(deck).collect()
}

/// Returns the title of a deck with this number, from 1, on a ship with this name.
fn title(number: usize, name: &str) -> Said {
    say!("Deck {number}: {name}", number, name = Said::data(name))
}

/// Returns the title of the deck of a save in the player's language. The arguments are the English file and title in
/// the save.
pub fn title_of_save(file: &str, title: &str) -> Said {
    let of_ship = || {
        let (_, number) = ship_of(file).and_then(|_| file.split_once('/'))?;
        let name = title.strip_prefix(&format!("Deck {number}: "))?;
        Some(self::title(number.parse().ok()?, name))
    };
    of_ship().unwrap_or_else(|| Said::data(title))
}

/// Returns the briefing of a ship.
fn briefing(code: ShipCode, name: &str) -> Vec<Said> {
    vec![
        say!("The {ship} drifts and does not answer: {count} decks, and by all accounts she is {danger}.", ship = Said::literal(name), count = code.length(), danger = danger_in_words(code)),
        say!("Her last boat is behind the lift on the bridge, and something guards it. Read what her crew left on the screens.").into(),
        say!("Her code is {code}. Type it to board the very same ship.", code = Said::literal(code.to_string())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a campaign with a single deck.
    fn decks() -> Decks {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let deck = Deck::of_level("a.ron", Arc::new(Level::read("x", text).expect("a level")));
        let sets =
            b"{ \"basic_goodies\": [(\"clip\", 4)], \"hoard\": [(\"ingot\", 4)], \"first aid\": [(\"medkit\", 1)] }";
        Decks::for_ships(vec![deck], sets, &Rules::standard()).expect("valid sets")
    }

    #[test]
    fn ships_are_played_in_order_and_replace_each_other() {
        let mut decks = decks();
        let [one, other] = [7, 8].map(|seed| ShipCode::new(seed, 2, 5).expect("in range"));
        let first = decks.board(decks.make_ship(one).expect("it is made")).clone();
        assert!(first.title.as_ref().is_some_and(|title| title.english().starts_with("Deck 1: ")), "{:?}", first.title);
        assert!(first.briefing.iter().any(|sentence| sentence.english().contains(&one.to_string())));
        let (mut deck, mut count) = (&first, 1);
        while let Some((next, arrive)) = decks.after(deck, "lift") {
            assert_eq!((ship_of(&next.file), arrive), (Some(one), None));
            (deck, count) = (next, count + 1);
        }
        assert_eq!((count, decks.iter().count()), (5, 6));
        assert!(decks.has_boarded(one) && !decks.has_boarded(other));
        decks.board(decks.make_ship(other).expect("it is made"));
        assert!(decks.has_boarded(other) && !decks.has_boarded(one));
        assert_eq!(decks.first().file, "a.ron");
    }

    #[test]
    fn decks_of_ships_are_identified_by_their_reference() {
        let code = ShipCode::new(7, 2, 5).expect("in range");
        assert_eq!(ship_of(&reference(code, 3)), Some(code));
        for other in ["levels/deck1.ron", "ship ", "ship 00000-00000/1", "ship 4M00K-AA827", ""] {
            assert_eq!(ship_of(other), None, "{other}");
        }
    }
}
