//! The line that is being typed into a console, with the lines that were entered before.

/// Maximum number of characters of a line, and of lines in the history.
const MAX_LENGTH: usize = 200;
const MAX_HISTORY: usize = 100;

/// A line that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    /// The lines that were entered, the newest last.
    history: Vec<String>,
    /// Number of steps back in the history; 0 is the new line.
    back: usize,
    /// The new line, while an older one is shown.
    new: String,
}

impl CommandLine {
    /// Creates an empty line with a history, the newest line last.
    pub fn with_history(history: impl IntoIterator<Item = String>) -> CommandLine {
        let mut line = CommandLine::default();
        history.into_iter().for_each(|entered| line.remember(entered));
        line
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the lines that were entered, the newest last.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// Adds a character.
    pub fn push(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < MAX_LENGTH {
            self.text.push(letter);
        }
    }

    /// Deletes the last character.
    pub fn pop(&mut self) {
        self.text.pop();
    }

    /// Deletes the text.
    pub fn clear(&mut self) {
        self.text.clear();
        self.back = 0;
    }

    /// Shows the line before this one in the history.
    pub fn earlier(&mut self) {
        if self.back < self.history.len() {
            self.show(self.back + 1);
        }
    }

    /// Shows the line after this one in the history, and finally the new line.
    pub fn later(&mut self) {
        if self.back > 0 {
            self.show(self.back - 1);
        }
    }

    fn show(&mut self, back: usize) {
        if self.back == 0 {
            self.new.clone_from(&self.text);
        }
        self.back = back;
        self.text = match back {
            0 => std::mem::take(&mut self.new),
            back => self.history[self.history.len() - back].clone(),
        };
    }

    /// Extends the text as far as all of these whole lines agree, and adds a space to the only one. Returns true if the
    /// text has changed.
    pub fn complete(&mut self, lines: &[String]) -> bool {
        let Some(first) = lines.first() else { return false };
        let mut common = first.clone();
        for line in lines {
            while !line.starts_with(&common) {
                common.pop();
            }
        }
        if lines.len() == 1 {
            common.push(' ');
        }
        let is_longer = common.len() > self.text.trim_start().len();
        if is_longer {
            self.text = common;
        }
        is_longer
    }

    /// Enters the line: returns it and begins a new one. An empty line is not remembered.
    pub fn enter(&mut self) -> String {
        let line = std::mem::take(&mut self.text).trim().to_owned();
        self.back = 0;
        self.remember(line.clone());
        line
    }

    fn remember(&mut self, line: String) {
        if !line.is_empty() && self.history.last() != Some(&line) {
            self.history.push(line);
            if self.history.len() > MAX_HISTORY {
                self.history.remove(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut CommandLine, text: &str) {
        text.chars().for_each(|letter| line.push(letter));
    }

    #[test]
    fn history_goes_back_and_returns_to_the_new_line() {
        let mut line = CommandLine::with_history(["god", "god", ""].map(str::to_owned));
        typed(&mut line, " go 6,4 ");
        assert_eq!((line.enter(), line.history()), ("go 6,4".to_owned(), &["god", "go 6,4"].map(str::to_owned)[..]));
        typed(&mut line, "gi");
        let mut shown = vec![line.text().to_owned()];
        for _ in 0..3 {
            line.earlier();
            shown.push(line.text().to_owned());
        }
        for _ in 0..3 {
            line.later();
            shown.push(line.text().to_owned());
        }
        assert_eq!(shown, ["gi", "go 6,4", "god", "god", "go 6,4", "gi", "gi"]);
    }

    #[test]
    fn completion_stops_where_lines_differ() {
        let mut line = CommandLine::default();
        typed(&mut line, "spawn sh");
        let lines = ["spawn shambler", "spawn shard"].map(str::to_owned);
        assert!(line.complete(&lines) && line.text() == "spawn sha" && !line.complete(&lines));
        assert!(line.complete(&lines[..1]) && line.text() == "spawn shambler ");
        assert!(!line.complete(&[]));
    }

    #[test]
    fn long_lines_and_control_characters_are_refused() {
        let mut line = CommandLine::default();
        typed(&mut line, &"ä\n".repeat(MAX_LENGTH + 1));
        assert_eq!(line.enter().chars().count(), MAX_LENGTH);
    }
}
