//! A message: a number, which makes it unique, and commands.

use crate::words::vocabulary::begins_command;

/// The maximum number of commands in a message.
pub(crate) const MAX_COMMANDS: usize = 20;

/// The contents of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A number and commands, each with at least one word.
    Message(Message),
    /// Commands without a number before them, as they were typed.
    NoNumber(String),
    /// A number without commands, or an empty line.
    NoCommand,
    /// More commands than a message may have.
    TooMany,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The identity of the message: number and words, without case and surplus spaces.
    pub(crate) key: String,
    /// The number, if it is numeric and not any other word.
    pub(crate) number: Option<u32>,
    pub(crate) commands: Vec<Vec<String>>,
}

/// Parses a line.
pub(crate) fn parse(line: &str) -> Line {
    let line = line.to_lowercase().replace(';', " ; ");
    let mut words = line.split_whitespace().peekable();
    // Skip the name of the bot in a chat. It does not matter which name it is.
    words.next_if(|word| word.starts_with('@'));
    let Some(number) = words.next_if(|word| !begins_command(word) && *word != ";") else {
        let said: Vec<&str> = words.collect();
        return if said.iter().all(|word| *word == ";") { Line::NoCommand } else { Line::NoNumber(said.join(" ")) };
    };
    let all: Vec<String> = words.map(str::to_owned).collect();
    let commands: Vec<Vec<String>> =
        all.split(|word| word == ";").filter(|words| !words.is_empty()).map(<[String]>::to_vec).collect();
    if commands.is_empty() {
        return Line::NoCommand;
    }
    if commands.len() > MAX_COMMANDS {
        return Line::TooMany;
    }
    let said: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
    Line::Message(Message { key: format!("{number} {}", said.join("; ")), number: number.parse().ok(), commands })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(line: &str) -> Option<String> {
        match parse(line) {
            Line::Message(message) => Some(message.key),
            _ => None,
        }
    }

    #[test]
    fn message_key_ignores_case_and_spaces_only() {
        let same = ["42 go n 5; status", "  42   GO\tN 5 ;status;", "@emojirogue 42 Go n 5;; Status"];
        for line in same {
            assert_eq!(key(line).as_deref(), Some("42 go n 5; status"), "{line}");
        }
        for other in ["43 go n 5; status", "42 go n 4; status", "42 go n 5", "42 go n; 5 status"] {
            assert_ne!(key(other), key(same[0]), "{other}");
        }
    }

    #[test]
    fn lines_addressed_to_a_bot_are_understood() {
        assert_eq!(parse("@emojirogue status"), Line::NoNumber("status".to_owned()));
        assert_eq!(key("@emojirogue 14 status").as_deref(), Some("14 status"));
        assert_eq!(key("@emojirogue 43 status").as_deref(), Some("43 status"));
    }

    #[test]
    fn any_word_except_a_command_is_a_number() {
        assert_eq!(key("gar-bage! status").as_deref(), Some("gar-bage! status"));
        assert_eq!(key("🍌 status").as_deref(), Some("🍌 status"));
        assert_eq!(parse("go n 5; status"), Line::NoNumber("go n 5 ; status".to_owned()));
        assert_eq!(parse("n"), Line::NoNumber("n".to_owned()));
        for nothing in ["", "  ", "42", "42 ;;", ";", "@emojirogue"] {
            assert_eq!(parse(nothing), Line::NoCommand, "{nothing:?}");
        }
        assert_eq!(parse(&format!("1 {}", "look;".repeat(21))), Line::TooMany);
        let Line::Message(huge) = parse(&format!("{} status", "9".repeat(10_000))) else { panic!("it is a message") };
        assert_eq!(huge.number, None);
    }
}
