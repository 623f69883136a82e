//! What a level's text allows: lints that are let be, each with a reason.

use crate::{
    model::allowance::Allowance, model::level::Level, model::lint::Lint, model::place::PlaceIndex,
    text::builder::Builder,
};

/// The most allowances of a level.
const MAX_ALLOWANCES: usize = 1000;

impl Builder<'_> {
    /// The allowances; the level has its names.
    pub(crate) fn allowances(&mut self, level: &mut Level) {
        let text = self.text;
        if text.allow.len() > MAX_ALLOWANCES {
            self.mistake_of_map(format!("`allow` has {} entries; at most {MAX_ALLOWANCES} can be", text.allow.len()));
            return;
        }
        for (number, allow) in text.allow.iter().enumerate() {
            let lint = match Lint::named(allow.lint.text()) {
                Ok(lint) => lint,
                Err(what) => {
                    self.mistake(allow.lint, 0, format!("allow[{number}]: {what}"));
                    continue;
                }
            };
            let at = allow.at.map(|name| self.places.get(name.text()).ok_or(name));
            match at.transpose() {
                Ok(at) => {
                    let because = allow.because.text().to_owned();
                    level.allow.push(Allowance { lint, at: at.map(PlaceIndex), because });
                }
                Err(name) => {
                    let what = format!("allow[{number}]: no cell is called '{}': give one that name", name.text());
                    self.mistake(name, 0, what);
                }
            }
        }
    }
}
