//! Whether a run can be saved, by hand or when the player leaves. The window, the terminal and the text mode share this
//! rule.

use engine::Outcome;
use localization::{Key, say};

/// Returns the reason why a run with this outcome cannot be saved, or `None` if it can be. Without an outcome, no deck
/// is being played.
pub fn obstacle(outcome: Option<Outcome>) -> Option<Key> {
    match outcome {
        Some(Outcome::Running) => None,
        Some(Outcome::Dead) => Some(say!("You cannot save while dead. Load an earlier save.")),
        Some(Outcome::Lift | Outcome::SecretLift | Outcome::Stairs(_)) | None => Some(say!("You cannot save here")),
    }
}
