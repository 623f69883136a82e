//! The campaign: which decks are played, and in which order.

use crate::{MAX_BYTES, Mistake, TextError};
use serde::Deserialize;

/// The decks of the ship, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// The levels' files, relative to the folder that holds `assets` and `levels`; at least one.
    pub decks: Vec<String>,
}

impl Campaign {
    /// Reads a campaign from the bytes of its file; `file` is what messages call it.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Campaign, TextError> {
        let campaign: Campaign = crate::read_ron(file, bytes, MAX_BYTES)?;
        if campaign.decks.is_empty() {
            let what = "the campaign has no deck: name at least one level".to_owned();
            return Err(TextError::new(file, vec![Mistake { line: 1, column: 1, what }]));
        }
        Ok(campaign)
    }
}
