//! Reads the `allow` list: suppressed lints, each with a reason.

use crate::{
    model::allowance::Allowance, model::level::Level, model::lint::Lint, model::named_area::NamedAreaIndex,
    text::builder::Builder,
};

/// Maximum number of `allow` entries of a level.
const MAX_ALLOWANCES: usize = 1000;

impl Builder<'_> {
    /// Reads the `allow` entries. The cell names must be known.
    pub(crate) fn allowances(&mut self, level: &mut Level) {
        let text = self.text;
        if text.allow.len() > MAX_ALLOWANCES {
            self.mistake_of_map(format!(
                "`allow` must have at most {MAX_ALLOWANCES} entries, got {}",
                text.allow.len()
            ));
            return;
        }
        for (number, allow) in text.allow.iter().enumerate() {
            let lint = match Lint::named(allow.lint.text()) {
                Ok(lint) => lint,
                Err(what) => {
                    self.diagnostic(allow.lint, 0, format!("allow[{number}]: {what}"));
                    continue;
                }
            };
            let at = allow.at.map(|name| self.places.get(name.text()).ok_or(name));
            match at.transpose() {
                Ok(at) => {
                    let because = allow.because.text().to_owned();
                    level.allow.push(Allowance { lint, at: at.map(NamedAreaIndex), because });
                }
                Err(name) => {
                    let what = format!("allow[{number}]: no cell is named '{}'", name.text());
                    self.diagnostic(name, 0, what);
                }
            }
        }
    }
}
