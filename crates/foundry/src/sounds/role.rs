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
    /// A voice, in pain, in rage, in death.
    Cry,
    /// A blow, and what announces it.
    Blow,
    /// What is struck by a blow or a shot.
    Hit,
    /// A door and its lock.
    Door,
    /// Something found.
    Find,
    /// The chime of a secret.
    Chime,
    /// The ship's machines, and what they do to bodies.
    Ship,
    /// A small thing in the hand.
    Click,
    /// A foot set down.
    Step,
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

    /// Whether sounds like this are heard more than once a minute, so that one take of them would be noticed.
    pub(crate) fn is_often(self) -> bool {
        !matches!(self, Self::Chime | Self::Ship)
    }

    /// Whether a small speaker may take no more than 3 dB from it: it is what one fights with.
    pub(crate) fn is_fire(self) -> bool {
        use Role::{Explosion, Launcher, Nails, Pistol, Shotgun, Weapon};
        matches!(self, Explosion | Shotgun | Launcher | Pistol | Nails | Weapon)
    }
}
