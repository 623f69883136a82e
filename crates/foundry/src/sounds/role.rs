//! Roles of sounds, and their relative loudness.

/// The role of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An explosion.
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
    /// A raised voice: in pain, in rage, in death.
    Cry,
    /// A quiet voice.
    Murmur,
    /// An attack, and its announcement.
    Blow,
    /// Something hit by an attack or a shot.
    Hit,
    /// A door and its lock.
    Door,
    /// A found item.
    Find,
    /// A chime: a secret is found, a game is won or lost.
    Chime,
    /// A piece or a tile moved at a terminal.
    Board,
    /// A warning during a board game.
    Warning,
    /// The ship's machines, and their effects on bodies.
    Ship,
    /// A small thing in the hand.
    Click,
    /// A footstep.
    Step,
    /// A noise of the ship itself, somewhere around the player.
    Around,
}

impl Role {
    /// The roles from the loudest to the quietest, as they must be heard on any speaker.
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

    /// Returns the loudness of the loudest tenth of a second, in LUFS. The game scales it per event, between a quarter
    /// and all of it, which must not reverse the order.
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

    /// Returns true if sounds like this are heard more than once per minute, so that a single variant would be noticed.
    pub(crate) fn is_often(self) -> bool {
        !matches!(self, Self::Chime | Self::Warning | Self::Ship)
    }

    /// Returns true if a small speaker may reduce the loudness by at most 3 dB, because the sound matters in a fight.
    pub(crate) fn is_fire(self) -> bool {
        use Role::{Explosion, Launcher, Nails, Pistol, Shotgun, Weapon};
        matches!(self, Explosion | Shotgun | Launcher | Pistol | Nails | Weapon)
    }
}
