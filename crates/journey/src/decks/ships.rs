//! Ships that are made of codes, among the decks that are played.

use crate::{
    decks::campaign::WayOn,
    decks::decks::{Deck, Decks, TREASURE_SETS},
    decks::facts::facts,
};
use engine::Rules;
use generate::{Known, Ship, ShipCode, read_treasure_sets};
use level::{Level, TextError};
use std::sync::Arc;
use words::{Key, Said, say};

/// What the file of a ship's deck begins with: such decks have no file, and saves call them by it.
const SHIP: &str = "ship ";

/// The code of the ship to which the deck of a reference belongs, if it is one of a ship's.
pub fn ship_of(reference: &str) -> Option<ShipCode> {
    let (code, _) = reference.strip_prefix(SHIP)?.split_once('/')?;
    ShipCode::read(code).ok()
}

/// What the danger of a ship is called.
pub fn danger_in_words(code: ShipCode) -> Key {
    match code.danger() {
        1 => say!("quiet"),
        2 => say!("uneasy"),
        3 => say!("dire"),
        _ => say!("doomed"),
    }
}

/// What saves and demos call the deck of a number, from 1, of a ship.
fn reference(code: ShipCode, number: usize) -> String {
    format!("{SHIP}{code}/{number}")
}

impl Decks {
    /// These decks, and whatever ships are made, with the usual rules; `sets` are the bytes of a file of treasures.
    ///
    /// # Errors
    /// The first mistake in the treasures.
    pub fn for_ships(decks: Vec<Deck>, sets: &[u8]) -> Result<Decks, TextError> {
        let treasure_sets = read_treasure_sets(TREASURE_SETS, sets)?;
        Ok(Decks::of(decks, Known { treasure_sets, facts: facts(&Rules::standard()) }))
    }

    /// True if ships can be made: it is known what stands on their decks.
    pub fn can_make_ships(&self) -> bool {
        !self.known().treasure_sets.is_empty()
    }

    /// Makes the ship of a code, which may take its time.
    ///
    /// # Errors
    /// A sentence, if it cannot be made.
    pub fn make_ship(&self, code: ShipCode) -> Result<Ship, String> {
        Ship::make(code, self.known()).map_err(|error| format!("the ship {code} cannot be made: {error}"))
    }

    /// Takes the decks of a ship among these, and those of any other ship away. Gives its first deck.
    pub fn board(&mut self, ship: Ship) -> &Deck {
        let first = reference(ship.code, 1);
        let decks = decks_of(ship);
        self.change(|all| {
            all.retain(|deck| ship_of(&deck.file).is_none());
            all.extend(decks);
        });
        self.find(&first).unwrap_or(self.first())
    }

    /// True if the decks of a ship are among these.
    pub fn has_boarded(&self, code: ShipCode) -> bool {
        self.find(&reference(code, 1)).is_some()
    }
}

/// The decks of a ship, each of which leads to the next.
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

/// What players call the deck of a number, from 1, and a name of a ship.
fn title(number: usize, name: &str) -> Said {
    say!("Deck {number}: {name}", number, name = Said::data(name))
}

/// What players call the deck of a save, by what the save says of it in English: its file and its title.
pub fn title_of_save(file: &str, title: &str) -> Said {
    let of_ship = || {
        let (_, number) = ship_of(file).and_then(|_| file.split_once('/'))?;
        let name = title.strip_prefix(&format!("Deck {number}: "))?;
        Some(self::title(number.parse().ok()?, name))
    };
    of_ship().unwrap_or_else(|| Said::data(title))
}

/// What is told before a ship is entered.
fn briefing(code: ShipCode, name: &str) -> Vec<Said> {
    vec![
        say!("The {ship} drifts without an answer: {count} decks, and by all that is known of her she is {danger}.", ship = Said::literal(name), count = code.length(), danger = danger_in_words(code)),
        say!("Her last boat is behind the lift of the bridge, and something keeps it. Read what her crew has left on the screens.").into(),
        say!("Her code is {code}: whoever types it boards the very same ship.", code = Said::literal(code.to_string())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decks of a campaign that has none of its own but one.
    fn decks() -> Decks {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let deck = Deck::of_level("a.ron", Arc::new(Level::read("x", text).expect("a level")));
        let sets =
            b"{ \"basic_goodies\": [(\"clip\", 4)], \"hoard\": [(\"ingot\", 4)], \"first aid\": [(\"medkit\", 1)] }";
        Decks::for_ships(vec![deck], sets).expect("good sets")
    }

    #[test]
    fn a_ship_is_boarded_deck_by_deck_and_another_takes_its_place() {
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
    fn the_decks_of_ships_are_known_by_what_saves_call_them() {
        let code = ShipCode::new(7, 2, 5).expect("in range");
        assert_eq!(ship_of(&reference(code, 3)), Some(code));
        for other in ["levels/deck1.ron", "ship ", "ship 00000-00000/1", "ship 2M00K-AA82H", ""] {
            assert_eq!(ship_of(other), None, "{other}");
        }
    }
}
