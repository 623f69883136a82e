//! The officer: dead, but still upright in a long coat and peaked cap, with a sidearm that throws glowing bolts.

use crate::{
    monsters::body::{modelled, skin},
    monsters::kind::{FALLS, Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    monsters::skull::Skull,
    tools::canvas::Canvas,
    tools::hash_noise::{mix, value},
    tools::palette::{ALARM, AMBER, BLOOD, BONE, DRESS, ENAMEL, GUNMETAL, ICE, Ink, LEATHER, PALLOR},
    tools::sculpt::{Sculpture, Spot, towards, unit, went},
};
use core::f32::consts::TAU;

/// The officer.
pub(crate) const KIND: Kind = Kind {
    name: "officer",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [STEP, PASS, STEP_LEFT, PASS_LEFT],
        stride: 1.0,
        swing: 1.0,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Turned(fallen),
};

/// The head: sunken cheeks below the cap, and eyes as cold as the bolts.
const SKULL: Skull = Skull {
    size: 0.94,
    skin: |around, down| skin(PALLOR, 510, down, around).lit(0.12),
    shade: PALLOR,
    haired: false,
    face: [
        "...........",
        "...........",
        "...........",
        "...........",
        ".sss...sss.",
        ".xxx...xxx.",
        ".xxx.s.xxx.",
        "..s..s..s..",
        "....sxs....",
        "...........",
        ".s.mmmmm.s.",
        "...tttttb..",
        "..sxxxxbs..",
        "...tttbb...",
    ],
    eyes: &[[-2.6, -0.8, 5.2], [-3.2, -0.8, 5.2], [3.2, -0.8, 5.0], [2.6, -0.8, 5.2]],
    glow: ICE.at(0.9),
};

/// Number of folds of the coat's skirt.
const FOLDS: i32 = 16;

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        dressed(body, pose);
        let cap = pose.about_head(0.0, -4.4, -0.4);
        cap_on(body, cap);
        body.mark(cap, [0.0, -0.6, 7.4], AMBER.at(0.9));
        body.mark(cap, [0.0, -1.6, 7.4], AMBER.at(0.7));
    })
}

/// Draws a moment of its death, with the cap off.
fn fallen(moment: usize, view: u8) -> Canvas {
    const CAPS: [Spot; FALLS] = [
        [37.0, 4.0, 2.0],
        [43.0, 8.0, 4.0],
        [50.0, 20.0, 6.0],
        [52.0, 36.0, 8.0],
        [49.0, 52.0, 10.0],
        [44.0, 60.0, 12.0],
        [44.0, 60.5, 12.0],
    ];
    modelled(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view, BLOOD, |body| {
        dressed(body, &falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment));
        cap_on(body, CAPS[moment]);
    })
}

/// The figure without its cap.
fn dressed(body: &mut Sculpture, pose: &Pose) {
    for side in [0, 1] {
        leg(body, pose, side);
    }
    skirt(body, pose);
    trunk(body, pose);
    for side in [0, 1] {
        arm(body, pose, side);
    }
    SKULL.draw(body, pose);
    sidearm(body, pose);
}

/// A peaked cap around the centre of its band.
fn cap_on(body: &mut Sculpture, [x, y, z]: Spot) {
    body.lump([x, y, z], (5.9, 2.4), |_, _| ALARM.at(-0.16));
    body.lump([x, y - 2.4, z - 0.4], (8.3, 2.9), |around, down| {
        DRESS.at(0.06 + if down > 0.5 { -0.12 } else { 0.0 } - value(511, around * 3.0 + 9.0, down * 2.0, 64) * 0.06)
    });
    body.lump([x, y + 1.3, z + 4.6], (4.5, 1.3), |_, down| LEATHER.at(0.1 - down * 0.3));
}

/// The coat's cloth; `tone` distinguishes its parts.
fn coat(seed: u32, along: f32, across: f32, tone: f32) -> Ink {
    let folds = value(seed ^ 7, along * 4.0 + across, across * 2.2 + 9.0, 256) - 0.5;
    let stained = value(seed ^ 3, along * 3.0 + 5.0, across * 1.5 + 5.0, 256) > 0.86;
    if stained { BLOOD.at(-0.1 + folds * 0.2) } else { DRESS.at(tone + folds * 0.16) }
}

/// A leg of the black breeches, and its boot.
fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 3.8), (knee, 3.2), |_, _| LEATHER.at(-0.04));
    body.limb((knee, 3.2), (foot, 2.5), |along, _| LEATHER.at(0.04 + along * 0.06));
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb((foot, 2.6), ([x + dx, y + dy, z + 3.4], 2.3), |along, _| LEATHER.at(0.12 + along * 0.12));
}

/// The coat's skirt: folds all around from the belt to the shins, open in front, each moved by the nearer leg.
fn skirt(body: &mut Sculpture, pose: &Pose) {
    let [right_x, right_y, right_z] = unit(pose.hips);
    let shins = [0, 1].map(|side| [0, 1, 2].map(|axis| mix(pose.knees[side][axis], pose.feet[side][axis], 0.5)));
    for fold in 0..FOLDS {
        let turn = (fold as f32 + 0.5) * TAU / FOLDS as f32;
        let (across, ahead) = (libm::sinf(turn), libm::cosf(turn));
        let about = |middle: Spot, wide: f32, deep: f32| -> Spot {
            let [x, y, z] = middle;
            let out = across * wide;
            [x + right_x * out, y + right_y * out, z + right_z * out + ahead * deep]
        };
        let belt = about(went(pose.pelvis, towards(pose.chest, pose.pelvis), -2.5), 4.6, 4.0);
        let nearer = (across + 1.0) / 2.0;
        let shin = [0, 1, 2].map(|axis| mix(shins[0][axis], shins[1][axis], nearer));
        let hem = about(shin, 5.0, 6.4);
        let lining = fold == 0 || fold == FOLDS - 1;
        body.limb((belt, 2.2), (hem, 2.5), |along, around| match along {
            along if lining && along > 0.25 => ALARM.at(-0.3),
            along if along > 0.9 => coat(520, along, turn + around * 0.2, -0.12),
            along => coat(520, along, turn + around * 0.2, if fold % 2 == 0 { 0.0 } else { -0.06 }),
        });
    }
}

/// The coat around the body, with its buttons, straps, collar and epaulettes.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 5.2), (pose.hip(1), 5.2), |along, across| coat(530, along, across, -0.02));
    body.limb((chest, 7.4), (pelvis, 5.6), front);
    for side in [0, 1] {
        let shoulder = pose.shoulder(side);
        body.limb((shoulder, 4.0), ([chest[0], chest[1] - 1.5, chest[2] - 1.0], 6.0), |along, across| {
            coat(531, along, across, 0.08)
        });
        let [x, y, z] = shoulder;
        let out = if x < chest[0] { -1.0 } else { 1.0 };
        let board = |along: f32| if along > 0.8 { AMBER.at(0.14) } else { AMBER.at(-0.06) };
        body.limb(([x - out * 2.4, y - 3.4, z], 1.3), ([x + out * 2.2, y - 2.6, z], 1.5), |along, _| board(along));
    }
    let neck = pose.about_head(0.0, 4.0, -2.6);
    body.limb((chest, 5.0), (neck, 3.9), |along, across| {
        let patch = along > 0.55 && (0.3..0.75).contains(&across.abs());
        if patch { ALARM.at(0.0) } else { coat(532, along, across, 0.04) }
    });
}

/// The chest and the back of the coat.
fn front(along: f32, across: f32) -> Ink {
    let button = (across.abs() - 0.27).abs() < 0.1 && libm::floorf(along * 15.0) as i32 % 3 == 1;
    let strap = (across - (along * 1.5 - 0.75)).abs() < 0.12;
    let ragged = value(533, along * 8.0, across * 4.0 + 9.0, 64) - 0.5;
    let hole = libm::sqrtf((across + 0.4) * (across + 0.4) + (along - 0.42) * (along - 0.42) * 3.0) + ragged * 0.2;
    match across {
        _ if (0.72..0.86).contains(&along) => {
            if across.abs() < 0.14 {
                AMBER.at(0.1)
            } else {
                LEATHER.at(0.12)
            }
        }
        across if across.abs() > 1.0 => {
            let slit = (across.abs() - 2.0).abs() < 0.07 && along > 0.5;
            coat(534, along, across, if slit { -0.24 } else { 0.0 })
        }
        _ if strap => LEATHER.at(0.12),
        _ if button && along < 0.72 => AMBER.at(0.12),
        _ if hole < 0.14 => BLOOD.at(-0.16),
        _ if hole < 0.34 => BLOOD.at(0.04 + ragged * 0.3),
        across if (across - 0.56).abs() < 0.12 && (0.2..0.3).contains(&along) => ENAMEL.at(0.1),
        across if (across - 0.56).abs() < 0.12 && (0.14..0.2).contains(&along) => ALARM.at(0.1),
        across if across.abs() < 0.07 => DRESS.at(-0.2),
        across => coat(535, along, across, 0.0),
    }
}

/// A sleeve with its cuff, and a white glove.
fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 540 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.limb((shoulder, 3.7), (elbow, 3.0), |along, across| {
        let band = side == 1 && (0.42..0.72).contains(&along);
        if band { ALARM.at(-0.1) } else { coat(seed, along, across, 0.05) }
    });
    body.limb((elbow, 3.0), (hand, 2.5), |along, across| match along {
        along if along > 0.72 => coat(seed, along, across, -0.08),
        along if along > 0.66 => AMBER.at(0.0),
        along => coat(seed ^ 1, along, across, 0.03),
    });
    let out = towards(elbow, hand);
    body.limb((hand, 2.0), (went(hand, out, 2.4), 2.3), |along, across| {
        let blood = value(seed ^ 5, along * 2.0, across * 2.0 + 9.0, 64) > 0.6;
        if blood { BLOOD.at(0.2) } else { ENAMEL.at(-0.06) }
    });
    for finger in [-1.0, 0.0, 1.0] {
        let root = went(went(hand, out, 3.0), [1.0, 0.0, 0.0], finger * 1.3);
        body.limb((root, 0.9), (went(root, out, 2.6 * pose.spread), 0.7), |_, _| BONE.at(0.0));
    }
}

/// The sidearm in the right hand: it points along the forearm, its coil glows, and it flares when it fires.
fn sidearm(body: &mut Sculpture, pose: &Pose) {
    let (elbow, hand) = (pose.elbows[0], pose.hands[0]);
    let out = towards(elbow, hand);
    let breech = went(went(hand, out, 2.0), [0.0, -1.0, 0.6], 1.6);
    let muzzle = went(breech, out, 8.6);
    body.limb((went(hand, out, 2.0), 1.4), (breech, 1.7), |_, _| GUNMETAL.at(-0.1));
    body.limb((breech, 2.0), (muzzle, 1.5), |along, around| {
        let coil = (0.3..0.84).contains(&along) && libm::floorf(along * 11.0) as i32 % 2 == 1;
        if coil && around.abs() < 1.7 && pose.awake { ICE.at(0.42).shining() } else { GUNMETAL.at(0.1) }
    });
    if pose.glow <= 0.0 {
        return;
    }
    let tip = went(muzzle, out, 0.6 + pose.glow * 0.5);
    let rays: [Spot; 8] = [
        [1.0, 0.0, 0.2],
        [-1.0, 0.0, 0.2],
        [0.0, 1.0, 0.2],
        [0.0, -1.0, 0.2],
        [0.6, 0.6, 0.9],
        [-0.6, -0.6, 0.9],
        [0.6, -0.6, 0.9],
        [-0.6, 0.6, 0.9],
    ];
    for (index, ray) in rays.into_iter().enumerate().filter(|_| pose.glow > 2.0) {
        let far = pose.glow * if index % 2 == 0 { 3.2 } else { 2.3 };
        body.limb((tip, 1.5), (went(tip, unit(ray), far), 0.6), |along, _| ICE.at(0.7 - along * 0.4).shining());
    }
    let size = 1.1 + pose.glow;
    body.lump(tip, (size, size), |_, _| ICE.at(0.2 + pose.glow * 0.1).shining());
    body.lump(went(tip, [0.0, 0.0, 1.0], 0.8), (size * 0.6, size * 0.6), |_, _| ICE.at(0.9).shining());
}

/// Standing straight, one arm behind the back, the sidearm held low.
const STAND: Pose = Pose {
    head: [32.0, 14.5, 4.0],
    look: [[1.0, 0.0], [-0.03, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 26.0, 0.0],
    shoulders: [8.6, 0.2, 0.0],
    elbows: [[20.0, 32.5, -1.0], [43.5, 33.0, -3.0]],
    hands: [[19.0, 38.5, 5.0], [41.5, 39.0, -5.5]],
    spread: 1.0,
    pelvis: [32.0, 38.5, 0.0],
    hips: [2.8, 0.0, 0.0],
    knees: [[28.0, 48.5, 1.0], [36.0, 48.5, 1.0]],
    feet: [[27.0, 58.5, 0.0], [37.0, 58.5, 0.0]],
    toes: [[-1.2, 1.6], [1.2, 1.6]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// A measured stride, the left foot in front.
const STEP: Pose = Pose {
    head: [31.5, 15.5, 5.0],
    chest: [31.8, 27.0, 1.0],
    shoulders: [8.5, 0.4, 1.4],
    elbows: [[20.0, 33.5, -2.0], [43.5, 33.5, 1.0]],
    hands: [[19.0, 38.5, 4.5], [44.0, 41.0, 6.0]],
    pelvis: [31.8, 39.5, 0.0],
    hips: [2.8, 0.0, -1.0],
    knees: [[28.0, 48.5, 6.0], [36.0, 49.0, -4.0]],
    feet: [[27.5, 58.0, 8.0], [36.5, 56.0, -9.0]],
    ..STAND
};

/// The right leg swings past.
const PASS: Pose = Pose {
    head: [31.0, 14.2, 4.0],
    chest: [31.3, 25.7, 0.0],
    elbows: [[19.5, 32.0, 0.0], [43.0, 33.0, -1.0]],
    hands: [[18.5, 37.5, 6.5], [43.5, 41.0, 1.0]],
    pelvis: [31.3, 38.2, 0.0],
    knees: [[27.8, 48.0, 2.0], [35.5, 47.0, 5.0]],
    feet: [[27.2, 58.5, 1.0], [36.0, 55.0, -2.0]],
    ..STAND
};

/// The other stride: the legs change over, the sidearm stays in its hand.
const STEP_LEFT: Pose = Pose {
    elbows: [[20.0, 33.0, 0.0], [43.5, 33.5, -4.0]],
    hands: [[19.5, 38.0, 7.0], [44.5, 41.0, -4.0]],
    ..STEP.mirrored()
};

/// The left leg swings past.
const PASS_LEFT: Pose = Pose {
    elbows: [[20.5, 32.0, 0.0], [44.0, 33.0, -2.0]],
    hands: [[19.5, 37.5, 6.5], [44.5, 41.0, -1.0]],
    ..PASS.mirrored()
};

/// Taking aim sideways, in a lunge, the arm raised to the side and the coil charging, the other arm out for balance.
const STRIKE1: Pose = Pose {
    head: [30.0, 19.5, 4.5],
    look: [[1.0, 0.04], [-0.08, 1.0]],
    chest: [31.5, 31.0, 0.0],
    shoulders: [8.2, -0.6, -2.4],
    elbows: [[19.0, 23.5, 4.0], [46.0, 25.0, -4.0]],
    hands: [[17.5, 16.0, 9.0], [51.0, 19.5, -5.0]],
    pelvis: [32.5, 43.5, 0.0],
    knees: [[22.0, 49.5, 6.0], [43.0, 50.0, -2.0]],
    feet: [[17.5, 58.5, 5.0], [47.5, 58.0, -6.0]],
    glow: 0.7,
    ..STAND
};

/// Firing: the arm kicks up, the muzzle flares.
const STRIKE2: Pose = Pose {
    head: [30.5, 19.2, 3.0],
    chest: [32.2, 31.0, -1.0],
    elbows: [[20.5, 25.0, 4.0], [46.0, 26.0, -5.0]],
    hands: [[22.0, 20.5, 9.0], [50.0, 21.5, -6.0]],
    jaw: 1.0,
    glow: 2.6,
    ..STRIKE1
};

/// Struck: doubled over to the side, one arm across the wound, the sidearm flung out.
const HURT: Pose = Pose {
    head: [40.0, 23.0, 5.0],
    look: [[0.95, 0.35], [-0.35, 0.95]],
    jaw: 1.0,
    chest: [37.0, 33.0, 0.0],
    shoulders: [7.6, 2.2, -2.0],
    elbows: [[25.5, 24.5, 4.0], [47.0, 40.0, 5.0]],
    hands: [[18.0, 17.0, 7.0], [40.0, 42.0, 11.0]],
    spread: 1.4,
    pelvis: [32.0, 43.5, 0.0],
    knees: [[23.5, 50.0, 6.0], [38.5, 51.5, 6.0]],
    feet: [[20.0, 58.5, 2.0], [40.0, 58.5, -3.0]],
    spray: 24,
    ..STAND
};

/// Thrown back, the cap flying off.
const DIE1: Pose = Pose {
    head: [37.0, 19.0, 0.0],
    look: [[0.9, 0.4], [-0.45, 0.9]],
    jaw: 2.0,
    chest: [34.0, 30.5, 0.0],
    shoulders: [8.0, -1.8, 0.0],
    elbows: [[19.0, 31.0, 4.0], [48.0, 28.0, 0.0]],
    hands: [[12.0, 25.0, 6.0], [54.5, 24.0, 2.0]],
    spread: 1.6,
    pelvis: [31.5, 43.0, 0.0],
    knees: [[25.5, 50.5, 7.0], [37.5, 51.0, 5.0]],
    feet: [[25.5, 58.5, 0.0], [38.0, 58.5, -2.0]],
    spray: 30,
    ..STAND
};

/// On the knees.
const DIE2: Pose = Pose {
    head: [31.0, 31.5, 8.0],
    look: [[1.0, -0.2], [0.25, 1.0]],
    jaw: 1.0,
    chest: [32.0, 41.0, 2.0],
    shoulders: [8.2, 0.8, 0.0],
    elbows: [[20.0, 47.0, 3.0], [44.0, 47.5, 3.0]],
    hands: [[17.0, 54.0, 7.0], [47.0, 54.5, 6.0]],
    pelvis: [33.0, 51.0, 0.0],
    knees: [[27.0, 57.0, 9.0], [39.5, 57.0, 8.0]],
    feet: [[29.0, 57.5, -8.0], [40.5, 57.5, -8.0]],
    toes: [[-1.0, 0.5], [1.0, 0.5]],
    spray: 10,
    pool: 14.0,
    ..STAND
};

/// Fallen on its side.
const DIE3: Pose = Pose {
    head: [12.5, 49.5, 8.0],
    look: [[0.6, -0.8], [0.8, 0.6]],
    jaw: 1.0,
    chest: [23.0, 53.0, 4.0],
    shoulders: [3.0, -4.0, -2.0],
    elbows: [[18.0, 58.0, 8.0], [29.0, 47.5, 6.0]],
    hands: [[25.0, 59.5, 11.0], [35.0, 53.0, 10.0]],
    pelvis: [34.5, 55.5, 0.0],
    hips: [1.0, -1.6, 0.0],
    knees: [[42.0, 58.0, 4.0], [43.0, 53.5, 0.0]],
    feet: [[50.0, 58.5, 0.0], [51.0, 56.0, -4.0]],
    toes: [[2.0, 0.5], [3.0, 0.0]],
    pool: 20.0,
    ..STAND
};

/// Lying dead on its coat.
const CORPSE: Pose = Pose {
    head: [10.5, 55.5, 6.0],
    awake: false,
    look: [[0.0, -1.0], [1.0, 0.0]],
    chest: [22.0, 57.0, 2.0],
    shoulders: [1.0, -1.6, -2.0],
    elbows: [[20.0, 59.5, 9.0], [29.0, 54.0, 7.0]],
    hands: [[26.5, 60.0, 11.0], [36.0, 56.5, 9.0]],
    pelvis: [34.0, 58.0, 0.0],
    knees: [[42.0, 59.0, 2.0], [42.5, 56.0, 0.0]],
    feet: [[50.0, 59.5, 0.0], [50.0, 58.0, -3.0]],
    toes: [[3.0, -1.5], [3.0, -2.0]],
    pool: 29.0,
    ..DIE3
};
