//! The words that there are, and what each does.

use crate::words::compass::Bearing;

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
    Help,
    Quit,
}

/// What is known of a command.
pub(crate) struct Entry {
    pub(crate) verb: Verb,
    /// What may be said for it; the first is what it is called.
    pub(crate) names: &'static [&'static str],
    /// What may stand behind it.
    pub(crate) with: &'static str,
    /// What it does, in a few words.
    pub(crate) does: &'static str,
}

const fn entry(verb: Verb, names: &'static [&'static str], with: &'static str, does: &'static str) -> Entry {
    Entry { verb, names, with, does }
}

/// How many of the commands below are enough to begin with.
pub(crate) const FIRST: usize = 12;

/// All commands, in the order in which help lists them.
pub(crate) const ENTRIES: [Entry; 28] = [
    entry(
        Verb::Go,
        &["go", "move", "walk"],
        "n|se|left… [CELLS] | THING | X,Y",
        "walks there, round corners to a thing",
    ),
    entry(Verb::Explore, &["explore"], "", "walks to the nearest place not seen yet"),
    entry(
        Verb::Shoot,
        &["shoot", "fire", "attack", "hit", "🔫"],
        "[WHO|DIRECTION] [SHOTS]",
        "fires until it falls; without a word at the nearest",
    ),
    entry(Verb::Take, &["take", "get", "grab"], "[THING]", "fetches what lies in sight"),
    entry(Verb::Open, &["open"], "[DIRECTION]", "opens the door beside you"),
    entry(Verb::Use, &["use"], "[DIRECTION|THING]", "works the lift, a switch, a door"),
    entry(Verb::Look, &["look", "see"], "[DIRECTION]", "lists what is in sight"),
    entry(Verb::Map, &["map"], "", "draws what you have seen of the deck"),
    entry(Verb::Status, &["status", "stats"], "", "the deck, your place on it, the undead, the time"),
    entry(Verb::Wait, &["wait", "rest"], "[SECONDS]", "lets time pass, at most 60 s"),
    entry(Verb::Save, &["save"], "NAME", "keeps the game"),
    entry(Verb::Load, &["load"], "[NAME]", "goes back to a kept game; lists them"),
    entry(Verb::Run, &["run"], "as go", "goes faster, and is heard"),
    entry(Verb::Jump, &["jump", "leap"], "[DIRECTION]", "jumps, on the spot or two cells far"),
    entry(Verb::Turn, &["turn", "face"], "DIRECTION|THING", "turns"),
    entry(Verb::Aim, &["aim"], "WHO|DIRECTION", "turns to it and holds fire"),
    entry(Verb::Weapon, &["weapon", "wield"], "N|NAME|next|previous", "takes another weapon"),
    entry(Verb::Push, &["push"], "[DIRECTION]", "pushes a wall: some move"),
    entry(
        Verb::Throw,
        &["throw", "toss"],
        "[WHAT] [WHO|DIRECTION|X,Y]",
        "throws a ration, which lures some; at most 5 cells",
    ),
    entry(Verb::Inventory, &["inventory", "items"], "", "what you carry"),
    entry(Verb::Suit, &["suit"], "[N]", "what stands between a hit and you: all, or the line N"),
    entry(Verb::Tally, &["tally", "counts"], "[N]", "what you have put to rest, fired and found: all, or the line N"),
    entry(Verb::Briefing, &["briefing", "orders"], "[N]", "what was told before the deck: all, or the sentence N"),
    entry(
        Verb::Board,
        &["board"],
        "[MOVE|undo|restart|leave]",
        "shows the board before you, or moves: board b1 d3, board 7",
    ),
    entry(Verb::Hint, &["hint"], "", "asks a lock's board for a move; it costs ten seconds of oxygen"),
    entry(Verb::Restart, &["restart"], "", "begins the deck again"),
    entry(Verb::Help, &["help", "?", "commands"], "[WORD]", "says what a word does"),
    entry(Verb::Quit, &["quit", "exit", "bye"], "", "ends"),
];

impl Verb {
    /// What is known of it.
    pub(crate) fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|entry| entry.verb == self).expect("every command is in the list")
    }

    /// The command that a word names.
    pub(crate) fn named(word: &str) -> Option<Verb> {
        ENTRIES.iter().find(|entry| entry.names.contains(&word)).map(|entry| entry.verb)
    }
}

/// True for a word with which a command can begin: a command, or a direction to go to. A digit is none: it may be a number.
pub(crate) fn begins_command(word: &str) -> bool {
    let is_digit = word.bytes().all(|byte| byte.is_ascii_digit());
    Verb::named(word).is_some() || !is_digit && Bearing::named(word).is_some()
}

/// The command whose name is nearest to a word.
pub(crate) fn nearest(word: &str) -> &'static str {
    // Long garbage is like nothing, and comparing it takes long.
    let word: String = word.chars().take(24).collect();
    nearest_of(&word, ENTRIES.iter().flat_map(|entry| entry.names).copied()).unwrap_or("help")
}

/// The name that is nearest to a word: the first of the nearest.
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
    fn an_unknown_word_has_a_nearest_one() {
        for (word, nearest_word) in
            [("shot", "shoot"), ("sttaus", "status"), ("inv", "inventory"), ("oepn", "open"), ("hlep", "help")]
        {
            assert_eq!(nearest(word), nearest_word, "{word}");
        }
        assert!(Verb::named(nearest(&"x".repeat(100_000))).is_some());
        assert!(Verb::named(nearest("🍌")).is_some());
    }

    #[test]
    fn no_name_names_two_commands_or_a_direction() {
        let mut names: Vec<&str> = ENTRIES.iter().flat_map(|entry| entry.names).copied().collect();
        assert!(names.iter().all(|name| Bearing::named(name).is_none()));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn what_can_begin_a_command_is_no_number() {
        assert!(["status", "go", "n", "➡️", "left"].into_iter().all(begins_command));
        assert!(!["14", "8", "x7", "🍌", "@me"].into_iter().any(begins_command));
    }
}
