//! The patch gun in the player's hand: a shipwright's tool like the nail gun, of blue enamel, that spits foam.

use super::nailgun;
use crate::sprites::weapon_pickups::FOAM;
use crate::tools::canvas::Canvas;

/// At rest.
pub(crate) fn idle() -> Canvas {
    nailgun::idle().dyed(FOAM)
}

/// The left driver spits.
pub(crate) fn fire1() -> Canvas {
    nailgun::fire1().dyed(FOAM)
}

/// The right driver spits.
pub(crate) fn fire2() -> Canvas {
    nailgun::fire2().dyed(FOAM)
}

/// It hisses, and the drum turns on.
pub(crate) fn fire3() -> Canvas {
    nailgun::fire3().dyed(FOAM)
}
