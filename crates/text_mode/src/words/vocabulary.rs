//! The commands and their descriptions.

use crate::{words::clean::plain_letters, words::compass::Bearing};
use localization::{Key, Language, say};

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Go,
    Run,
    Explore,
    Turn,
    Look,
    Map,
    Shoot,
    Aim,
    Weapon,
    Use,
    Open,
    Push,
    Take,
    Throw,
    Jump,
    Wait,
    Status,
    Briefing,
    Inventory,
    Suit,
    Tally,
    Save,
    Load,
    Board,
    Hint,
    Restart,
    Cheat,
    Language,
    Help,
    Quit,
}

/// The description of a command.
pub(crate) struct Entry {
    pub(crate) verb: Verb,
    /// The English names. The first one is the main name.
    english: &'static [&'static str],
    /// The German names.
    german: &'static [&'static str],
    /// The arguments.
    pub(crate) with: Key,
    /// The effect, in a few words.
    pub(crate) does: Key,
}

const fn entry(
    verb: Verb,
    english: &'static [&'static str],
    german: &'static [&'static str],
    with: Key,
    does: Key,
) -> Entry {
    Entry { verb, english, german, with, does }
}

impl Entry {
    /// Returns the names in a language. The first one is the main name.
    pub(crate) fn names(&self, language: Language) -> &'static [&'static str] {
        match language {
            Language::English | Language::Other(_) => self.english,
            Language::German => self.german,
        }
    }
}

/// The number of commands that are enough for a beginner; they are at the beginning of the list.
pub(crate) const FIRST: usize = 12;

/// All commands, in the order in which help lists them.
pub(crate) const ENTRIES: [Entry; 30] = [
    entry(
        Verb::Go,
        &["go", "move", "walk"],
        &["geh", "gehe", "lauf"],
        say!("n|se|left… [CELLS] | THING | X,Y"),
        say!("walks there; finds a route to a thing"),
    ),
    entry(
        Verb::Explore,
        &["explore"],
        &["erkunde", "erkunden"],
        say!(""),
        say!("walks to the nearest unexplored place"),
    ),
    entry(
        Verb::Shoot,
        &["shoot", "fire", "attack", "hit", "🔫"],
        &["schieß", "schieße", "feuer", "angriff"],
        say!("[TARGET|DIRECTION] [SHOTS]"),
        say!("fires at a target until it falls; by default at the nearest"),
    ),
    entry(
        Verb::Take,
        &["take", "get", "grab"],
        &["nimm", "hol", "hole"],
        say!("[THING]"),
        say!("picks up an item in sight"),
    ),
    entry(Verb::Open, &["open"], &["öffne"], say!("[DIRECTION]"), say!("opens the door next to you")),
    entry(
        Verb::Use,
        &["use"],
        &["benutze", "benutz", "betätige"],
        say!("[DIRECTION|THING]"),
        say!("uses the lift, a switch or a door"),
    ),
    entry(
        Verb::Look,
        &["look", "see"],
        &["schau", "sieh", "umsehen"],
        say!("[DIRECTION]"),
        say!("lists what is in sight"),
    ),
    entry(Verb::Map, &["map"], &["karte"], say!(""), say!("draws the explored part of the deck")),
    entry(
        Verb::Status,
        &["status", "stats"],
        &["stand"],
        say!(""),
        say!("shows the deck, your position, the enemies and the time"),
    ),
    entry(Verb::Wait, &["wait", "rest"], &["warte", "wart"], say!("[SECONDS]"), say!("waits, at most 60 s")),
    entry(Verb::Save, &["save"], &["speicher", "speichere", "sichere"], say!("NAME"), say!("saves the game")),
    entry(
        Verb::Load,
        &["load"],
        &["lade", "laden"],
        say!("[NAME]"),
        say!("loads a save; without a name, lists the saves"),
    ),
    entry(Verb::Run, &["run"], &["renn", "renne"], say!("like go"), say!("like go, but faster and louder")),
    entry(
        Verb::Jump,
        &["jump", "leap"],
        &["spring", "springe"],
        say!("[DIRECTION]"),
        say!("jumps on the spot or two cells far"),
    ),
    entry(Verb::Turn, &["turn", "face"], &["dreh", "drehe"], say!("DIRECTION|THING"), say!("turns you")),
    entry(
        Verb::Aim,
        &["aim"],
        &["ziel", "ziele"],
        say!("TARGET|DIRECTION"),
        say!("turns towards a target without firing"),
    ),
    entry(Verb::Weapon, &["weapon", "wield"], &["waffe"], say!("N|NAME|next|previous"), say!("changes the weapon")),
    entry(
        Verb::Push,
        &["push"],
        &["drück", "drücke", "schieb", "schiebe"],
        say!("[DIRECTION]"),
        say!("pushes a wall; some of them move"),
    ),
    entry(
        Verb::Throw,
        &["throw", "toss"],
        &["wirf", "werfe"],
        say!("[THING] [TARGET|DIRECTION|X,Y]"),
        say!("throws a ration as bait, at most 5 cells"),
    ),
    entry(Verb::Inventory, &["inventory", "items"], &["inventar", "gepäck"], say!(""), say!("lists what you carry")),
    entry(Verb::Suit, &["suit"], &["anzug"], say!("[N]"), say!("shows your armour and suit modules: all, or line N")),
    entry(
        Verb::Tally,
        &["tally", "counts"],
        &["bilanz", "zählung"],
        say!("[N]"),
        say!("shows your kills, shots and items: all, or line N"),
    ),
    entry(
        Verb::Briefing,
        &["briefing", "orders"],
        &["auftrag", "einweisung"],
        say!("[N]"),
        say!("repeats the briefing: all, or line N"),
    ),
    entry(
        Verb::Board,
        &["board"],
        &["brett", "zug"],
        say!("[MOVE|undo|restart|leave]"),
        say!("shows the board in front of you, or moves: board b1 d3, board 7"),
    ),
    entry(
        Verb::Hint,
        &["hint"],
        &["hinweis", "tipp"],
        say!(""),
        say!("suggests a move at a conduit lock, for ten seconds of oxygen"),
    ),
    entry(Verb::Restart, &["restart"], &["neustart"], say!(""), say!("restarts the deck")),
    entry(
        Verb::Cheat,
        &["cheat"],
        &["schummle", "schummeln"],
        say!("ACT"),
        say!("does a developer act, such as cheat god; cheat help lists them"),
    ),
    entry(
        Verb::Language,
        &["language"],
        &["sprache"],
        say!("[de|en]"),
        say!("changes the language; commands work in every language"),
    ),
    entry(Verb::Help, &["help", "?", "commands"], &["hilfe"], say!("[WORD]"), say!("explains a command")),
    entry(Verb::Quit, &["quit", "exit", "bye"], &["ende", "tschüss"], say!(""), say!("quits the game")),
];

impl Verb {
    /// Returns the description of the command.
    pub(crate) fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|entry| entry.verb == self).expect("every command is in the list")
    }

    /// Returns true if the command does not need a living player.
    pub(crate) fn works_without_life(self) -> bool {
        use Verb::*;
        matches!(self, Help | Quit | Restart | Load | Status | Tally | Briefing | Map | Language)
    }

    /// Returns the command that a word names, in any language.
    pub(crate) fn named(word: &str) -> Option<Verb> {
        let word = plain_letters(word);
        let is_named = |entry: &&Entry| {
            let mut names = Language::ALL.into_iter().flat_map(|language| entry.names(language));
            names.any(|name| plain_letters(name) == word)
        };
        ENTRIES.iter().find(is_named).map(|entry| entry.verb)
    }
}

/// Returns the language of the game that a word names: its code, or its name in any language.
pub(crate) fn named_language(word: &str) -> Option<Language> {
    match word {
        "english" | "englisch" => Some(Language::English),
        "german" | "deutsch" => Some(Language::German),
        code => Language::of_code(code),
    }
}

/// Returns true for a word that can begin a command: a command, or a direction to go to. A digit cannot, because it may
/// be a number.
pub(crate) fn begins_command(word: &str) -> bool {
    let is_digit = word.bytes().all(|byte| byte.is_ascii_digit());
    Verb::named(word).is_some() || !is_digit && Bearing::named(word).is_some()
}

/// Returns the name of a command in a language that is most similar to a word.
pub(crate) fn nearest(word: &str, language: Language) -> &'static str {
    // Only the beginning is compared, because that takes quadratic time.
    let word: String = word.chars().take(24).collect();
    nearest_of(&word, ENTRIES.iter().flat_map(|entry| entry.names(language)).copied()).unwrap_or("help")
}

/// Returns the name most similar to a word; of equally similar ones, the first.
pub(crate) fn nearest_of<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.min_by_key(|name| {
        let begins = !word.is_empty() && name.starts_with(word);
        if begins { 0 } else { strsim::damerau_levenshtein(word, name) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_word_has_a_most_similar_command() {
        for (word, nearest_word) in
            [("shot", "shoot"), ("sttaus", "status"), ("inv", "inventory"), ("oepn", "open"), ("hlep", "help")]
        {
            assert_eq!(nearest(word, Language::English), nearest_word, "{word}");
        }
        for language in Language::ALL {
            assert!(Verb::named(nearest(&"x".repeat(100_000), language)).is_some());
            assert!(Verb::named(nearest("🍌", language)).is_some());
        }
        assert_eq!([nearest("schies", Language::German), nearest("oefne", Language::German)], ["schieß", "öffne"]);
    }

    #[test]
    fn names_of_commands_and_directions_are_unique() {
        let of = |language| ENTRIES.iter().flat_map(move |entry| entry.names(language));
        let mut names: Vec<String> = Language::ALL.into_iter().flat_map(of).map(|name| plain_letters(name)).collect();
        assert!(names.iter().all(|name| Bearing::named(name).is_none()));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn commands_are_understood_in_both_languages() {
        for (english, german) in
            [("shoot", "schieß"), ("open", "öffne"), ("open", "oeffne"), ("turn", "dreh"), ("push", "druecke")]
        {
            assert_eq!(Verb::named(german), Verb::named(english), "{german}");
        }
    }

    #[test]
    fn words_that_begin_commands_are_not_numbers() {
        assert!(["status", "go", "n", "➡️", "left"].into_iter().all(begins_command));
        assert!(!["14", "8", "x7", "🍌", "@me"].into_iter().any(begins_command));
    }
}
