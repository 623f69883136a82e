//! The style of the replies.

/// The style of the replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// At most 140 characters as people see them, with a map of emoji.
    #[default]
    Emoji,
    /// Plain characters, with a larger map and without that limit.
    Ascii,
    /// Whole sentences with directions and distances, and no map: for screen readers.
    Long,
}
