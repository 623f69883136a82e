//! The story of a campaign: who speaks in its texts, and which ending and which of its lines depend on the clues that the
//! player has read.

use serde::Deserialize;

/// A clue: part of a text of the campaign. Several entries with the same name are places of the same clue.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clue {
    /// Name, to which endings refer.
    pub name: String,
    /// Name of its deck.
    pub deck: String,
    /// Part of a sentence of the deck's briefing or of a message of its level, in English.
    pub part: String,
}

/// An ending.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The exit that leads to it: `lift`, `secret lift`, or the name of stairs, each without a further deck.
    pub by: String,
    /// Names of the clues that the player must have read. Of several endings of an exit, the first one counts whose
    /// clues have all been read.
    #[serde(default)]
    pub read: Vec<String>,
    /// Title.
    pub title: String,
    /// Name of its picture in `assets/pictures`; default: that of the end of a ship.
    #[serde(default)]
    pub picture: Option<String>,
    /// Lines, at least one.
    pub lines: Vec<EndingLine>,
}

/// A line of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingLine {
    /// English text.
    pub text: String,
    /// Clue without which the line is left out.
    #[serde(default)]
    pub read: Option<String>,
    /// Clue with which the line is left out.
    #[serde(default)]
    pub unread: Option<String>,
}

/// The people, clues and endings of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pub(crate) people: Vec<String>,
    pub(crate) clues: Vec<Clue>,
    pub(crate) endings: Vec<Ending>,
}

/// Maximum length of a line, in characters, and maximum number of lines of an ending. They fit on the smallest screen.
const MAX_LINE_CHARS: usize = 190;
const MAX_LINES: usize = 6;

impl Clue {
    /// Returns true if this text of a deck contains the clue.
    pub fn is_in(&self, deck: &str, text: &str) -> bool {
        self.deck == deck && text.contains(&self.part)
    }
}

impl Story {
    /// Returns who speaks in an English text: the last person who is named in front of a colon, with or without a date as
    /// in `Brask, 8 November: …`, or who has signed at the end.
    pub fn speaker(&self, text: &str) -> Option<&str> {
        let place = |name: &str| {
            let speaks = |at: &usize| {
                let rest = &text[at + name.len()..];
                let sentence = rest.split(". ").next().unwrap_or_default();
                let is_first = text[..*at].chars().next_back().is_none_or(|before| before == ' ');
                let is_dated = sentence.starts_with(", ") && sentence.contains(": ");
                is_first && (rest.starts_with(": ") || is_dated || rest == ".")
            };
            text.match_indices(name).map(|(at, _)| at).filter(speaks).last()
        };
        self.people.iter().filter_map(|name| Some((place(name)?, name.as_str()))).max().map(|(_, name)| name)
    }

    /// Returns the ending behind an exit, and those of its lines that are shown, for a player who has read certain clues. `has` returns whether
    /// a clue was read.
    pub fn after(&self, by: &str, has: impl Fn(&Clue) -> bool) -> Option<(&Ending, Vec<&str>)> {
        let has = |name: &String| self.clues.iter().any(|clue| clue.name == *name && has(clue));
        let ending = self.endings.iter().find(|ending| ending.by == by && ending.read.iter().all(has))?;
        let is_shown = |line: &&EndingLine| line.read.iter().all(has) && !line.unread.as_ref().is_some_and(has);
        Some((ending, ending.lines.iter().filter(is_shown).map(|line| line.text.as_str()).collect()))
    }

    /// Returns what is wrong with the endings of a campaign whose decks have these names, if anything.
    pub(crate) fn validate(&self, decks: &[&str]) -> Option<String> {
        if let Some(clue) = self.clues.iter().find(|clue| !decks.contains(&clue.deck.as_str())) {
            return Some(format!("clue '{}': there is no deck '{}'", clue.name, clue.deck));
        }
        if let Some(clue) = self.clues.iter().find(|clue| clue.part.trim().is_empty()) {
            return Some(format!("clue '{}': `part` must not be empty", clue.name));
        }
        self.endings.iter().find_map(|ending| {
            let title = &ending.title;
            let in_lines = ending.lines.iter().flat_map(|line| line.read.iter().chain(&line.unread));
            let is_unknown = |name: &&String| self.clues.iter().all(|clue| clue.name != **name);
            if let Some(name) = ending.read.iter().chain(in_lines).find(is_unknown) {
                return Some(format!("ending '{title}': there is no clue '{name}'"));
            }
            let fits = |line: &EndingLine| (1..=MAX_LINE_CHARS).contains(&line.text.trim().chars().count());
            let is_fine = (1..=MAX_LINES).contains(&ending.lines.len()) && ending.lines.iter().all(fits);
            (!is_fine || title.trim().is_empty()).then(|| {
                format!(
                    "ending '{title}' must have a title and 1 to {MAX_LINES} lines of 1 to {MAX_LINE_CHARS} characters"
                )
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story() -> Story {
        let clue = |name: &str, deck: &str, text: &str| Clue {
            name: name.to_owned(),
            deck: deck.to_owned(),
            part: text.to_owned(),
        };
        let line = |text: &str, read: Option<&str>, unread: Option<&str>| EndingLine {
            text: text.to_owned(),
            read: read.map(str::to_owned),
            unread: unread.map(str::to_owned),
        };
        let ending = |title: &str, by: &str, read: &[&str], lines: Vec<EndingLine>| Ending {
            by: by.to_owned(),
            read: read.iter().map(|&name| name.to_owned()).collect(),
            title: title.to_owned(),
            picture: None,
            lines,
        };
        let clues =
            vec![clue("rule", "chapel", "relief"), clue("rule", "bridge", "relief"), clue("mail", "hull", "owners")];
        let good = ending("Relieved", "lift", &["rule"], vec![line("You say it.", None, None)]);
        let lines =
            vec![line("Always.", None, None), line("Mail.", Some("mail"), None), line("None.", None, Some("mail"))];
        Story {
            people: ["Brask", "Jopp", "Pim"].map(str::to_owned).into(),
            clues,
            endings: vec![good, ending("All hands", "lift", &[], lines)],
        }
    }

    #[test]
    fn clues_choose_the_ending_and_its_lines() {
        let story = story();
        let read = |texts: &[(&str, &str)], by: &str| {
            let has = |clue: &Clue| texts.iter().any(|(deck, text)| clue.is_in(deck, text));
            story.after(by, has).map(|(ending, lines)| (ending.title.clone(), lines.join(" ")))
        };
        let shown = |title: &str, lines: &str| Some((title.to_owned(), lines.to_owned()));
        assert_eq!(read(&[], "lift"), shown("All hands", "Always. None."));
        assert_eq!(read(&[("hull", "The owners write.")], "lift"), shown("All hands", "Always. Mail."));
        assert_eq!(read(&[("hull", "It takes the relief.")], "lift"), shown("All hands", "Always. None."));
        assert_eq!(read(&[("bridge", "It takes the relief.")], "lift"), shown("Relieved", "You say it."));
        assert_eq!(read(&[], "secret lift"), None);
    }

    #[test]
    fn speaker_is_named_before_a_colon_or_signs() {
        let story = story();
        for (text, speaker) in [
            ("Brask: it ticks.", Some("Brask")),
            ("Coolant lock released. Brask, 8 November: I have wound a clock.", Some("Brask")),
            ("Mess deck: shutter up. Jopp: one stays empty. It is Pim's. Good.", Some("Jopp")),
            ("In chalk: this way is worse. Pim.", Some("Pim")),
            ("Port shutter: released.", None),
            ("Pim is asleep in pod 32.", None),
        ] {
            assert_eq!(story.speaker(text), speaker, "{text}");
        }
    }

    #[test]
    fn invalid_endings_are_reported() {
        let decks = ["chapel", "bridge", "hull"];
        assert_eq!(story().validate(&decks), None);
        let wrong = |change: fn(&mut Story)| {
            let mut story = story();
            change(&mut story);
            story.validate(&decks).unwrap()
        };
        assert_eq!(wrong(|all| all.clues[0].deck = "roof".to_owned()), "clue 'rule': there is no deck 'roof'");
        assert_eq!(wrong(|all| all.clues[1].part.clear()), "clue 'rule': `part` must not be empty");
        assert_eq!(wrong(|all| all.endings[0].read[0].push('s')), "ending 'Relieved': there is no clue 'rules'");
        let lines = "ending 'All hands' must have a title and 1 to 6 lines of 1 to 190 characters";
        assert_eq!(wrong(|all| all.endings[1].lines.clear()), lines);
        assert_eq!(wrong(|all| all.endings[1].lines[0].text = "x".repeat(191)), lines);
    }
}
