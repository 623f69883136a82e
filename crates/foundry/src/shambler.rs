//! The undead crewman: a decayed body in a torn uniform, modelled anew for every pose.

use core::f32::consts::TAU;

use crate::canvas::Canvas;
use crate::noise::{Dice, value};
use crate::palette::{ALARM, AMBER, BLOOD, BONE, CLOTH, ENAMEL, FLESH, Ink, LEATHER};
use crate::poses::Pose;
use crate::sculpt::{Joint, Sculpture, Spot};
use crate::shapes::marks;

/// The face about the middle of the head; see [`face_ink`] for the letters.
const FACE: [&str; 14] = [
    "..hhhh.hh..",
    ".hhhh...hh.",
    "hh.h....hh.",
    "h.......bb.",
    ".ss....sbb.",
    "sxxxs.sxxxs",
    "sxexs.sxexs",
    "sxxx...xxxs",
    ".ss.xx..ss.",
    "....x.x....",
    "..mmmmmmm..",
    ".mtmttmttm.",
    ".mxxxxxxxm.",
    ".mtmtmttm..",
];

/// Draws the figure in a pose.
pub(crate) fn figure(pose: &Pose) -> Canvas {
    let mut ground = Canvas::new(64, 64);
    pool(&mut ground, pose.pool);
    let mut body = Sculpture::on(ground);
    for side in [0, 1] {
        leg(&mut body, pose, side);
    }
    torso(&mut body, pose);
    for side in [0, 1] {
        arm(&mut body, pose, side);
    }
    head(&mut body, pose);
    let mut picture = body.finish(LEATHER.at(0.0));
    spray(&mut picture, pose);
    picture
}

/// Where cloth has given way: ragged patches that stay on the limb as it moves.
fn torn(seed: u32, along: f32, across: f32, bar: f32) -> bool {
    value(seed, along * 5.0 + 20.0, across * 1.6 + 20.0, 256) > bar
}

/// The jumpsuit; `tone` tells its parts from one another.
fn cloth(seed: u32, along: f32, across: f32, tone: f32) -> Ink {
    let folds = value(seed ^ 7, along * 7.0 + across, across * 1.3 + 9.0, 256) - 0.5;
    let stained = value(seed ^ 3, along * 3.0 + 5.0, across * 1.5 + 5.0, 256) > 0.78;
    if stained { BLOOD.at(-0.02 + folds * 0.2) } else { CLOTH.at(tone + folds * 0.34) }
}

/// Dead skin, blotched and here and there open to the meat.
fn skin(seed: u32, along: f32, across: f32) -> Ink {
    let blotch = value(seed, along * 6.0 + 3.0, across * 2.0 + 3.0, 256) - 0.5;
    if blotch > 0.3 { BLOOD.at(0.12) } else { FLESH.at(blotch * 0.22) }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 210 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 4.6), (knee, 3.5), |along, across| {
        if side == 1 && along > 0.5 && torn(seed, along, across, 0.55) {
            skin(seed, along, across)
        } else {
            cloth(seed, along, across, -0.1)
        }
    });
    body.limb((knee, 3.5), (foot, 2.5), |along, across| match along {
        along if along > 0.52 => LEATHER.at(0.06 + if along < 0.6 { 0.14 } else { 0.0 }),
        along if side == 1 && torn(seed ^ 4, along, across, 0.5) => skin(seed, along, across),
        _ => cloth(seed ^ 1, along, across, -0.08),
    });
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb(([x, y, z], 2.7), ([x + dx, y + dy, z + 3.0], 2.5), |along, _| LEATHER.at(along * 0.1));
}

fn torso(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 5.0), (pose.hip(1), 5.0), |along, across| cloth(220, along, across, -0.1));
    body.limb((chest, 8.2), (pelvis, 5.8), trunk);
    let shoulder = |side: usize| -> Joint { (pose.shoulder(side), 4.2) };
    for side in [0, 1] {
        body.limb(shoulder(side), ([chest[0], chest[1], chest[2] - 1.0], 6.5), |along, across| {
            let patch = side == 1 && (0.05..0.2).contains(&along);
            if patch { AMBER.at(-0.02) } else { cloth(222, along, across, 0.02) }
        });
    }
    let belt =
        |part: f32| -> Spot { [0, 1, 2].map(|axis| pose.hip(0)[axis] * (1.0 - part) + pose.hip(1)[axis] * part) };
    let lifted = |spot: Spot| -> Spot {
        [spot[0] + (chest[0] - pelvis[0]) * 0.17, spot[1] + (chest[1] - pelvis[1]) * 0.17, spot[2] + 7.5]
    };
    body.limb((lifted(belt(-0.2)), 1.2), (lifted(belt(1.2)), 1.2), |along, _| {
        if (0.42..0.6).contains(&along) { AMBER.at(0.1) } else { LEATHER.at(0.1) }
    });
    body.limb((chest, 3.0), (pose.head, 3.0), |along, across| skin(223, along, across));
}

/// The front of the body: a ripped jumpsuit, ribs showing in the gash, a bib of blood below the mouth.
fn trunk(along: f32, across: f32) -> Ink {
    let ragged = value(225, along * 9.0, across * 4.0 + 8.0, 64) - 0.5;
    let gash = (across + 0.4 + ragged * 0.3).abs() < 0.34 - (along - 0.52).abs() * 0.62;
    let bib = along < 0.26 + ragged * 0.5 && (across - 0.05).abs() < 0.34 - along * 0.7;
    let rib = libm::floorf(along * 14.0) as i32 % 2 == 0;
    match (gash, bib) {
        (true, _) if (across + 0.4 + ragged * 0.3).abs() > 0.25 - (along - 0.52).abs() * 0.62 => BLOOD.at(-0.14),
        (true, _) if rib && along < 0.62 => BONE.at(0.02 - ragged * 0.2),
        (true, _) => BLOOD.at(-0.04 + ragged * 0.3),
        (_, true) => BLOOD.at(0.02 + ragged * 0.4),
        _ if (across - 0.5).abs() < 0.17 && (along - 0.24).abs() < 0.07 => ENAMEL.at(-0.05),
        _ if across.abs() < 0.06 => CLOTH.at(-0.24),
        _ => cloth(226, along, across, 0.0),
    }
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 230 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    let sleeve_end = if side == 0 { 0.15 } else { 0.7 };
    body.limb((shoulder, 3.8), (elbow, 2.8), |along, across| {
        let bare = side == 0 && along > 0.6 && torn(seed, along, across, 0.4);
        if bare { skin(seed, along, across) } else { cloth(seed, along, across, 0.03) }
    });
    body.limb((elbow, 2.8), (hand, 2.0), |along, across| {
        let ragged = value(seed ^ 6, across * 3.0 + 7.0, 0.5, 64) * 0.3;
        if along + ragged < sleeve_end { cloth(seed, along, across, 0.0) } else { skin(seed ^ 1, along, across) }
    });
    claws(body, elbow, hand, pose.spread);
}

/// The hand: a palm, four long fingers that go on in the arm's direction, and a thumb.
fn claws(body: &mut Sculpture, elbow: Spot, hand: Spot, spread: f32) {
    let (dx, dy) = (hand[0] - elbow[0], hand[1] - elbow[1]);
    // An arm pointing at the viewer lets its fingers hang.
    let (dx, dy) = if dx * dx + dy * dy < 9.0 { (dx * 0.3, 3.0) } else { (dx, dy) };
    let length = libm::sqrtf(dx * dx + dy * dy);
    let (dx, dy) = (dx / length, dy / length);
    let near = 1.0 + hand[2] * 0.025;
    let palm = [hand[0] + dx * 1.6, hand[1] + dy * 1.6, hand[2] + 0.5];
    body.limb((hand, 2.1), (palm, 2.5), |_, _| FLESH.at(0.05));
    for finger in 0..4 {
        let fan = (finger as f32 - 1.5) * spread;
        let (fx, fy) = (dx - dy * fan, dy + dx * fan);
        let root = [palm[0] - dy * fan * 2.6, palm[1] + dx * fan * 2.6, palm[2] + 1.0];
        let reach = near * if finger == 0 || finger == 3 { 4.0 } else { 5.2 };
        let tip = [root[0] + fx * reach, root[1] + fy * reach, root[2] + 1.2];
        body.limb((root, 0.95), (tip, 0.6), |along, _| match along {
            along if along > 0.72 => BONE.at(0.12),
            along if along > 0.45 => BLOOD.at(0.16),
            _ => FLESH.at(0.08),
        });
    }
}

fn head(body: &mut Sculpture, pose: &Pose) {
    let [x, y, z] = pose.head;
    let down = pose.look[1];
    let flesh = |across: f32, down: f32| skin(240, down, across).lit(0.05);
    body.lump([x, y - down[1] * 0.8, z], (5.9, 6.6), flesh);
    let jaw = [x + down[0] * (4.2 + pose.jaw), y + down[1] * (4.2 + pose.jaw), z + 0.4];
    body.lump(jaw, (4.4, 3.4), flesh);
    for (column, row, letter) in marks(&FACE) {
        let Some(ink) = face_ink(letter, pose.awake) else { continue };
        // The jaw drops below the gap between the rows of teeth, and the gap is drawn as often as it is wide.
        let opening = pose.jaw as i32;
        let (first, last) = match row {
            12 => (0, opening),
            row if row > 12 => (opening, opening),
            _ => (0, 0),
        };
        for fallen in first..=last {
            let (across, fall) = (column as f32 - 5.0, row as f32 - 6.5 + fallen as f32);
            let px = x + across * pose.look[0][0] + fall * down[0];
            let py = y + across * pose.look[0][1] + fall * down[1];
            body.mark(libm::floorf(px) as i32, libm::floorf(py) as i32, z + 9.0, ink);
        }
    }
}

/// What a letter of the face stands for; the eyes burn only while it is `awake`.
fn face_ink(letter: u8, awake: bool) -> Option<Ink> {
    match letter {
        b'h' => Some(LEATHER.at(0.3)),
        b's' => Some(FLESH.at(0.2)),
        b'x' => Some(LEATHER.at(0.05)),
        b'e' if awake => Some(ALARM.at(0.86)),
        b'e' => Some(LEATHER.at(0.12)),
        b'b' => Some(BLOOD.at(0.6)),
        b'm' => Some(BLOOD.at(0.36)),
        b't' => Some(BONE.at(0.72)),
        _ => None,
    }
}

/// Drops of blood in the air, thrown from the wound.
fn spray(picture: &mut Canvas, pose: &Pose) {
    let mut dice = Dice::new(250);
    for _ in 0..pose.spray {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(4.0, 20.0));
        let x = (pose.chest[0] - 3.0 + libm::cosf(turn) * reach) as i32;
        let y = (pose.chest[1] + 2.0 + libm::sinf(turn) * reach * 0.8) as i32;
        let size = if reach < 8.0 { 2 } else { 1 };
        picture.rect(x, y, size, size, BLOOD.at(dice.between(0.5, 1.0)));
    }
}

/// The blood spreading below the fallen body, `width` pixels to each side.
fn pool(ground: &mut Canvas, width: f32) {
    if width > 0.0 {
        ground.ellipse((30.0, 61.0), (width, 2.8), |x, y| {
            BLOOD.at(0.34 + if y < -0.3 && x.abs() < 0.7 { 0.3 } else { 0.0 } - x.abs() * 0.2)
        });
    }
}
