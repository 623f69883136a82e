//! The undead crewman's head: a bare skull's shape under dead skin, with a face that burns while it is awake.

use crate::noise::value;
use crate::palette::{ALARM, BLOOD, BONE, FLESH, Ink, LEATHER};
use crate::poses::Pose;
use crate::sculpt::{Sculpture, Spot};
use crate::shambler::skin;

/// The face about the middle of the head; see [`face`] for the letters.
const FACE: [&str; 14] = [
    "..hhhh.hh..",
    ".hhhh...hh.",
    "hh.h....hh.",
    "h.......bb.",
    ".ss....sbb.",
    "sxxxs.sxxxs",
    "sxxxs.sxxxs",
    "sxxx...xxxs",
    ".ss.xx..ss.",
    "....x.x....",
    "..mmmmmmm..",
    ".mtmttmttm.",
    ".mxxxxxxxm.",
    ".mtmtmttm..",
];

/// Where the eyes are: right, down and ahead of the middle of the head.
const EYES: [Spot; 2] = [[-2.6, -0.2, 5.2], [3.4, -0.2, 4.7]];

/// How a head is held: the directions of its right and its chin as seen from the front.
struct Bearing([[f32; 2]; 2]);

impl Bearing {
    /// A place about the middle of the head, right, down and ahead of it, as an offset of the figure.
    fn offset(&self, across: f32, down: f32, ahead: f32) -> Spot {
        let [right, chin] = self.0;
        [across * right[0] + down * chin[0], across * right[1] + down * chin[1], ahead]
    }

    /// The reverse of [`Bearing::offset`].
    fn place(&self, [x, y, ahead]: Spot) -> [f32; 3] {
        let [right, chin] = self.0;
        let scale = right[0] * chin[1] - right[1] * chin[0];
        [(x * chin[1] - y * chin[0]) / scale, (right[0] * y - right[1] * x) / scale, ahead]
    }
}

/// Models the head of a pose and paints its face.
pub(crate) fn draw(body: &mut Sculpture, pose: &Pose) {
    let before = body.parts();
    let bearing = Bearing(pose.look);
    let at = |across: f32, down: f32, ahead: f32| -> Spot {
        let offset = bearing.offset(across, down, ahead);
        [0, 1, 2].map(|axis| pose.head[axis] + offset[axis])
    };
    let flesh = |around: f32, down: f32| skin(240, down, around).lit(0.05);
    body.lump(at(0.0, -1.0, -2.2), (5.4, 5.6), flesh);
    body.lump(at(0.0, -0.8, 0.0), (5.9, 6.6), flesh);
    body.lump(at(0.0, 4.2 + pose.jaw, 1.2), (4.4, 3.4), flesh);
    body.paint(before, pose.head, |offset| {
        let [across, down, ahead] = bearing.place(offset);
        if ahead > 1.2 { face(across, down, pose) } else { nape(across, down, ahead) }
    });
    if pose.awake {
        for [across, down, ahead] in EYES {
            body.mark(pose.head, bearing.offset(across, down, ahead), ALARM.at(0.86).shining());
        }
    }
}

/// The face at a place about the middle of the head.
fn face(across: f32, down: f32, pose: &Pose) -> Option<Ink> {
    // The hundredth keeps the rows apart where a place lies on the line between two.
    let (column, row) = (libm::floorf(across + 5.01) as i32, libm::floorf(down + 6.51) as i32);
    // The jaw drops below the gap between the rows of teeth, and the gap is drawn as often as it is wide.
    let row = if row > 12 { (row - pose.jaw as i32).max(12) } else { row };
    let letter = FACE.get(usize::try_from(row).ok()?)?.as_bytes().get(usize::try_from(column).ok()?)?;
    match letter {
        b'h' => Some(LEATHER.at(0.3)),
        b's' => Some(FLESH.at(0.2)),
        b'x' => Some(LEATHER.at(0.05)),
        b'b' => Some(BLOOD.at(0.6)),
        b'm' => Some(BLOOD.at(0.36)),
        b't' => Some(BONE.at(0.72)),
        _ => None,
    }
}

/// The sides and the back of the head: strands of hair, an ear on one side and what was bitten off on the other.
fn nape(across: f32, down: f32, ahead: f32) -> Option<Ink> {
    let (along, below) = ((ahead + 0.6) / 1.7, (down - 0.6) / 2.6);
    let ear = along * along + below * below;
    if across.abs() > 3.4 && ear < 1.0 {
        let bitten = across < 0.0;
        return Some(if bitten {
            BLOOD.at(0.62 - ear * 0.4)
        } else if ear < 0.3 {
            LEATHER.at(0.1)
        } else {
            FLESH.at(0.72 - ear * 0.2)
        });
    }
    let strand = value(241, across * 0.55 + 20.0, down * 0.3 + ahead * 0.4 + 20.0, 64);
    let comb = value(242, across * 1.1 + ahead * 1.1 + 20.0, down * 0.25 + 20.0, 64) * 0.3;
    match strand {
        strand if strand + comb > 0.66 && down < 3.5 => Some(LEATHER.at(0.26 + comb * 0.3)),
        strand if strand < 0.16 => Some(BLOOD.at(0.5)),
        _ => None,
    }
}
