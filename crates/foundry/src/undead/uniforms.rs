//! Uniforms: what else a kind wears, by its part in the ship. Its sprites are those of the kind in other cloth, under the kind's name and a number,
//! as in `shambler~2`.

use super::kind::{Falls, Kind};
use super::shambler;
use crate::tools::palette::{CLOTH, GALL, LAMINATE, Ramp};

/// From the deckhand's orange to the cream of sick bay and galley, and to the lime of those who work outside.
const MEDIC: &[(Ramp, Ramp)] = &[(CLOTH, LAMINATE)];
const RIGGER: &[(Ramp, Ramp)] = &[(CLOTH, GALL)];

/// The crew that does not work on deck.
pub(super) const CREW: &[Kind] = &[
    Kind {
        name: "shambler~2",
        figure: |pose, eighths| shambler::figure(pose, eighths).dyed(MEDIC),
        poses: shambler::KIND.poses,
        falls: Falls::Turned(|moment, view| shambler::fallen(moment, view).dyed(MEDIC)),
    },
    Kind {
        name: "shambler~3",
        figure: |pose, eighths| shambler::figure(pose, eighths).dyed(RIGGER),
        poses: shambler::KIND.poses,
        falls: Falls::Turned(|moment, view| shambler::fallen(moment, view).dyed(RIGGER)),
    },
];
