//! What a sound is to who hears it, and how loud that makes it beside the others.

/// What a sound is to who hears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// What bursts and shakes the deck.
    Explosion,
    /// The shotgun fired.
    Shotgun,
    /// A rocket leaving its tube.
    Launcher,
    /// The pistol fired.
    Pistol,
    /// The nail gun fired.
    Nails,
    /// Any other weapon fired.
    Weapon,
    /// A voice that is raised: in pain, in rage, in death.
    Cry,
    /// A voice that is not.
    Murmur,
    /// A blow, and what announces it.
    Blow,
    /// What is struck by a blow or a shot.
    Hit,
    /// A door and its lock.
    Door,
    /// Something found.
    Find,
    /// A chime: a secret is found, a game is won or lost.
    Chime,
    /// A piece or a tile moved at a terminal.
    Board,
    /// What calls the player away from what he is at.
    Warning,
    /// The ship's machines, and what they do to bodies.
    Ship,
    /// A small thing in the hand.
    Click,
    /// A foot set down.
    Step,
    /// What the ship does by itself, somewhere about the player.
    Around,
}

impl Role {
    /// From the loudest to the quietest, as they must be heard on any speaker.
    pub(crate) const ORDER: [Self; 9] = [
        Self::Explosion,
        Self::Shotgun,
        Self::Launcher,
        Self::Pistol,
        Self::Nails,
        Self::Cry,
        Self::Door,
        Self::Find,
        Self::Step,
    ];

    /// How loud its loudest tenth of a second is, in LUFS. What the game makes of that for each happening lies between a
    /// quarter and all of it, and must not turn the order round.
    pub(crate) fn loudness(self) -> f64 {
        match self {
            Self::Explosion => -6.0,
            Self::Shotgun => -8.0,
            Self::Launcher => -9.5,
            Self::Pistol => -11.0,
            Self::Nails => -12.5,
            Self::Weapon => -13.0,
            Self::Cry => -16.0,
            Self::Blow | Self::Hit | Self::Ship | Self::Warning => -17.0,
            Self::Door => -19.0,
            Self::Chime => -19.0,
            Self::Find | Self::Board => -22.0,
            Self::Murmur => -22.0,
            Self::Click | Self::Around => -23.0,
            Self::Step => -25.0,
        }
    }

    /// Whether sounds like this are heard more than once a minute, so that one take of them would be noticed.
    pub(crate) fn is_often(self) -> bool {
        !matches!(self, Self::Chime | Self::Warning | Self::Ship)
    }

    /// Whether a small speaker may take no more than 3 dB from it: it is what one fights with.
    pub(crate) fn is_fire(self) -> bool {
        use Role::{Explosion, Launcher, Nails, Pistol, Shotgun, Weapon};
        matches!(self, Explosion | Shotgun | Launcher | Pistol | Nails | Weapon)
    }
}
