//! The head of a figure: a skull's shape with a drawn face, whose eyes glow while it is awake.

use crate::{
    monsters::pose::Pose,
    tools::hash_noise::value,
    tools::palette::{BLOOD, BONE, Ink, LEATHER, Ramp, STEEL},
    tools::sculpt::{Sculpture, Spot},
};

/// Properties of a kind's head.
pub(crate) struct Skull {
    /// Its scale; the face is drawn for 1.
    pub(crate) size: f32,
    /// The skin by the position around the head and the position down from -1 to 1, and a change of its lightness.
    pub(crate) skin: fn(f32, f32) -> Ink,
    /// Material of the skin's shadows.
    pub(crate) shade: Ramp,
    /// True if there are remains of hair and an ear.
    pub(crate) haired: bool,
    /// The face around the centre of the head; see [`Skull::face`] for the letters.
    pub(crate) face: [&'static str; 14],
    /// Positions of the eyes: right, down and ahead of the centre of the head.
    pub(crate) eyes: &'static [Spot],
    /// Material of the glowing eyes.
    pub(crate) glow: Ink,
}

/// Orientation of a head: the directions of its right and its chin as seen from the front.
struct Bearing([[f32; 2]; 2]);

impl Bearing {
    /// Converts a place relative to the centre of the head (right, down, ahead) to an offset of the figure.
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

impl Skull {
    /// Models the head of a pose and paints its face.
    pub(crate) fn draw(&self, body: &mut Sculpture, pose: &Pose) {
        let before = body.parts();
        let (bearing, size) = (Bearing(pose.look), self.size);
        let at = |across: f32, down: f32, ahead: f32| -> Spot {
            let offset = bearing.offset(across * size, down * size, ahead * size);
            [0, 1, 2].map(|axis| pose.head[axis] + offset[axis])
        };
        body.lump(at(0.0, -1.0, -2.2), (5.4 * size, 5.6 * size), self.skin);
        body.lump(at(0.0, -0.8, 0.0), (5.9 * size, 6.6 * size), self.skin);
        body.lump(at(0.0, 4.2 + pose.jaw, 1.2), (4.4 * size, 3.4 * size), self.skin);
        body.paint(before, pose.head, |offset| {
            let [across, down, ahead] = bearing.place(offset).map(|way| way / size);
            if ahead > 1.2 { self.face(across, down, pose.jaw) } else { self.nape(across, down, ahead) }
        });
        if pose.awake {
            for [across, down, ahead] in self.eyes {
                let eye = bearing.offset(across * size, down * size, ahead * size);
                body.mark(pose.head, eye, self.glow.shining());
            }
        }
    }

    /// Returns the face at a place around the centre of the head. Its letters are for hair, shadow, dark, blood, mouth,
    /// tooth, drool, iron and dark iron (`j`).
    fn face(&self, across: f32, down: f32, jaw: f32) -> Option<Ink> {
        // The offset of 0.01 separates the rows for places on the line between two.
        let (column, row) = (libm::floorf(across + 5.01) as i32, libm::floorf(down + 6.51) as i32);
        // The jaw drops below the gap between the rows of teeth, and the gap is repeated to fill the opening.
        let row = if row > 12 { (row - jaw as i32).max(12) } else { row };
        let letter = self.face.get(usize::try_from(row).ok()?)?.as_bytes().get(usize::try_from(column).ok()?)?;
        match letter {
            b'h' => Some(LEATHER.at(0.3)),
            b's' => Some(self.shade.at(0.2)),
            b'x' => Some(LEATHER.at(0.05)),
            b'b' => Some(BLOOD.at(0.6)),
            b'm' => Some(BLOOD.at(0.36)),
            b't' => Some(BONE.at(0.72)),
            b'i' => Some(STEEL.at(0.5)),
            b'j' => Some(STEEL.at(0.24)),
            b'd' => Some(self.glow.lit(-0.3)),
            _ => None,
        }
    }

    /// Returns the sides and the back of the head: strands of hair, an ear on one side, and a bite on the other.
    fn nape(&self, across: f32, down: f32, ahead: f32) -> Option<Ink> {
        let (along, below) = ((ahead + 0.6) / 1.7, (down - 0.6) / 2.6);
        let ear = along * along + below * below;
        if self.haired && across.abs() > 3.4 && ear < 1.0 {
            let bitten = across < 0.0;
            return Some(if bitten {
                BLOOD.at(0.62 - ear * 0.4)
            } else if ear < 0.3 {
                LEATHER.at(0.1)
            } else {
                self.shade.at(0.72 - ear * 0.2)
            });
        }
        let strand = value(241, across * 0.55 + 20.0, down * 0.3 + ahead * 0.4 + 20.0, 64);
        let comb = value(242, across * 1.1 + ahead * 1.1 + 20.0, down * 0.25 + 20.0, 64) * 0.3;
        match strand {
            strand if self.haired && strand + comb > 0.66 && down < 3.5 => Some(LEATHER.at(0.26 + comb * 0.3)),
            strand if strand < 0.16 => Some(BLOOD.at(0.5)),
            _ => None,
        }
    }
}
