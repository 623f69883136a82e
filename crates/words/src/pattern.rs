//! A sentence with gaps, in two languages.

/// A sentence with gaps: `Torn apart by {monster}`.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The English sentence, as it stands in the catalogue.
    key: String,
    /// What stands before, between and behind the gaps: one more than there are gaps.
    english: Vec<String>,
    /// Whether each gap holds a name that somebody has given: it stands in quotation marks.
    is_own: Vec<bool>,
    /// What stands before, between and behind the gaps in the other language.
    other: Vec<String>,
    /// The gaps of the English sentence in the order of the other one.
    order: Vec<usize>,
}

/// The letters, signs and blanks that a sentence must have at least outside its gaps, to be told from others.
const LEAST_LETTERS: usize = 3;
/// With so many letters outside its gaps a sentence is told from others whatever stands in them.
const ENOUGH: usize = 5;

impl Pattern {
    /// A sentence in English and in the other language.
    ///
    /// # Errors
    /// What is wrong with its gaps, in a sentence.
    pub(crate) fn new(english: &str, other: &str) -> Result<Pattern, String> {
        let (parts, gaps) = split(english)?;
        let (other_parts, other_gaps) = split(other)?;
        let wrong = |what: &str| Err(format!("the sentence \"{english}\" {what}"));
        if parts[1..parts.len() - 1].iter().any(String::is_empty) {
            return wrong("has two gaps without anything between them");
        }
        let letters: usize = parts.iter().map(|part| part.chars().count()).sum();
        if letters < LEAST_LETTERS {
            return wrong("has too few letters outside its gaps: nearly everything would fit");
        }
        if let Some(gap) = gaps.iter().find(|gap| !other_gaps.contains(gap)) {
            return wrong(&format!("has the gap {{{gap}}}, which \"{other}\" lacks"));
        }
        let mut order = Vec::with_capacity(other_gaps.len());
        for gap in &other_gaps {
            match gaps.iter().position(|other| other == gap) {
                Some(place) => order.push(place),
                None => return wrong(&format!("lacks the gap {{{gap}}} of \"{other}\"")),
            }
        }
        let is_own = parts.windows(2).map(|round| round[0].ends_with('"') && round[1].starts_with('"')).collect();
        Ok(Pattern { key: english.to_owned(), english: parts, is_own, other: other_parts, order })
    }

    /// True if it is this sentence, gaps and all.
    pub(crate) fn is(&self, english: &str) -> bool {
        self.key == english
    }

    /// How many letters stand outside the gaps.
    pub(crate) fn letters(&self) -> usize {
        self.english.iter().map(|part| part.chars().count()).sum()
    }

    /// True if something unknown may stand in a gap. In a sentence of few letters only numbers, single letters and buttons of pads may, such
    /// as `W A S D` and `LT`, for much that is none fits, too: `free of charge` is no `{1} of {2}`.
    pub(crate) fn takes_unknown(&self, gap: &str) -> bool {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
        self.english.iter().map(|part| letters(part)).sum::<usize>() >= ENOUGH
            || gap.split_whitespace().all(|word| letters(word) <= 1 || is_button(word))
    }

    /// What stands in the gaps, if a text is this sentence: each gap is as short as it can be.
    pub(crate) fn gaps_of<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (last, between) = self.english[1..].split_last()?;
        let mut rest = text.strip_prefix(self.english[0].as_str())?.strip_suffix(last.as_str())?;
        let mut gaps = Vec::with_capacity(between.len() + 1);
        for part in between {
            let (gap, after) = rest.split_once(part.as_str())?;
            gaps.push(gap);
            rest = after;
        }
        gaps.push(rest);
        Some(gaps)
    }

    /// The sentence in the other language: what stands in the gaps, and how that is said.
    pub(crate) fn fill(&self, gaps: &[&str], said: &[String]) -> String {
        let mut text = self.other[0].clone();
        for (&gap, part) in self.order.iter().zip(&self.other[1..]) {
            text.push_str(if self.is_own[gap] { gaps[gap] } else { &said[gap] });
            text.push_str(part);
        }
        text
    }
}

/// Returns a sentence whose gaps are filled in their order.
pub(crate) fn filled(sentence: &str, gaps: &[&str]) -> String {
    let mut gaps = gaps.iter();
    let mut parts = sentence.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(gaps.next().unwrap_or(&""));
        text.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    text
}

/// Whether a word may be what is written on a button: two capitals.
fn is_button(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// What stands round the gaps of a sentence, and what the gaps are called.
fn split(sentence: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let (mut parts, mut gaps) = (Vec::new(), Vec::new());
    let mut rest = sentence;
    while let Some((part, after)) = rest.split_once('{') {
        let (gap, after) = after.split_once('}').ok_or_else(|| format!("a gap of \"{sentence}\" has no end"))?;
        parts.push(part.to_owned());
        gaps.push(gap.to_owned());
        rest = after;
    }
    parts.push(rest.to_owned());
    Ok((parts, gaps))
}
