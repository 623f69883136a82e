//! The style of the replies.

/// The style of the replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// At most 140 perceived characters, with a map of emoji.
    #[default]
    Emoji,
    /// Plain characters, with a larger map and no length limit.
    Ascii,
    /// Whole sentences with directions and distances, and no map, for screen readers.
    Long,
}
