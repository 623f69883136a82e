//! The weapons as pickups on the deck, seen from their left sides.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, ENAMEL, GUNMETAL, ICE, LEATHER, PHOSPHOR, ROT, RUST, Ramp, STEEL},
};

/// The pistol, its slide vented and amber within.
pub(crate) fn pistol() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(35.0, 57.0), (42.0, 57.0), (45.0, 64.0), (38.0, 64.0)], |x, _| {
        GUNMETAL.flat(if x < 40 { 5 } else { 3 })
    });
    picture.rows(38, 59, 3, LEATHER, &[4, 2, 4]);
    picture.lines(&[(30.0, 57.0), (31.0, 60.0), (35.0, 60.0)], GUNMETAL.flat(4));
    picture.rows(21, 51, 22, STEEL, &[8, 7, 5, 4, 3]);
    picture.rows(23, 56, 19, GUNMETAL, &[4, 3]);
    picture.rect(22, 50, 2, 1, GUNMETAL.flat(6));
    picture.rect(40, 50, 3, 1, GUNMETAL.flat(6));
    for left in [25, 28, 31] {
        picture.rows(left, 53, 2, AMBER, &[6, 5]);
    }
    for left in [36, 38, 40] {
        picture.rows(left, 52, 1, GUNMETAL, &[2, 2, 1]);
    }
    picture.standing(LEATHER.flat(0))
}

/// The shotgun with its wooden pump and stock and the spare shells on its side.
pub(crate) fn shotgun() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(42.0, 53.0), (47.0, 53.0), (59.0, 57.0), (59.0, 64.0), (54.0, 64.0), (43.0, 58.0)], |_, y| {
        RUST.flat(match y {
            ..55 => 6,
            55..58 => 5,
            58..61 => 4,
            _ => 3,
        })
    });
    picture.rows(58, 58, 1, LEATHER, &[4, 3, 3, 2, 2, 2]);
    picture.rows(5, 52, 28, GUNMETAL, &[7, 5, 4]);
    for left in (8..24).step_by(3) {
        picture.rows(left, 53, 1, LEATHER, &[0, 0]);
    }
    picture.rect(6, 51, 2, 1, PHOSPHOR.flat(5));
    picture.rows(10, 55, 22, GUNMETAL, &[4, 3, 2]);
    picture.rows(15, 55, 13, RUST, &[6, 5, 4, 3]);
    for left in [17, 20, 23, 26] {
        picture.rows(left, 55, 1, RUST, &[3, 2, 2, 1]);
    }
    picture.rows(31, 51, 13, STEEL, &[8, 7, 6, 5, 4, 3, 2]);
    picture.lines(&[(36.0, 58.0), (37.0, 61.0), (41.0, 61.0), (42.0, 58.0)], GUNMETAL.flat(4));
    for left in [33, 36, 39] {
        picture.rows(left, 53, 2, ALARM, &[5, 4, 3]);
        picture.rows(left, 56, 2, AMBER, &[5]);
    }
    picture.standing(LEATHER.flat(0))
}

/// The nail gun: its yellow housing with the drum of nails in front of it.
pub(crate) fn nailgun() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for top in [47, 52] {
        picture.rows(10, top, 16, STEEL, &[8, 6, 4]);
        for left in (14..24).step_by(2) {
            picture.rows(left, top, 1, GUNMETAL, &[3, 2, 1]);
        }
        picture.rows(10, top, 3, GUNMETAL, &[6, 4, 2]);
    }
    picture.polygon(&[(42.0, 56.0), (49.0, 56.0), (51.0, 64.0), (44.0, 64.0)], |x, _| {
        LEATHER.flat(if x < 47 { 4 } else { 2 })
    });
    picture.polygon(&[(23.0, 46.0), (49.0, 44.0), (52.0, 47.0), (52.0, 57.0), (23.0, 57.0)], |x, y| {
        let striped = x < 29 && (x + y) % 6 < 3;
        let step = match y {
            ..46 => 6,
            46..49 => 5,
            49..55 => 4,
            _ => 3,
        };
        if striped { LEATHER.flat(2) } else { AMBER.flat(step) }
    });
    for row in [48, 50, 52] {
        picture.rect(41, row, 8, 1, LEATHER.flat(1));
    }
    picture.lines(&[(53.0, 48.0), (57.0, 49.0), (58.0, 54.0), (56.0, 62.0)], LEATHER.flat(4));
    picture.lines(&[(53.0, 49.0), (56.0, 50.0), (57.0, 54.0), (55.0, 62.0)], LEATHER.flat(2));
    picture.ellipse((34.0, 56.0), (8.0, 8.0), |_, _| LEATHER.flat(0));
    picture.ellipse((34.0, 56.0), (7.2, 7.2), |_, y| AMBER.flat(if y < 0.0 { 5 } else { 3 }));
    picture.ellipse((34.0, 56.0), (5.4, 5.4), |_, _| GUNMETAL.flat(2));
    for (x, y) in [(33, 51), (36, 53), (37, 56), (35, 59), (32, 59), (30, 57), (30, 53)] {
        picture.rows(x, y, 2, STEEL, &[8, 5]);
    }
    picture.rows(33, 55, 2, GUNMETAL, &[6, 5]);
    picture.standing(LEATHER.flat(0))
}

/// Materials of the patch gun, in place of the nail gun's yellow enamel and bare steel.
pub(crate) const FOAM: &[(Ramp, Ramp)] = &[(AMBER, ICE), (STEEL, ENAMEL)];

/// The patch gun: the nail gun's body in blue, with foam in its drum.
pub(crate) fn patcher() -> Canvas {
    nailgun().dyed(FOAM)
}

/// The flame thrower: nozzle, lance and red tank.
pub(crate) fn flamer() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.rows(14, 49, 28, GUNMETAL, &[7, 5, 4, 2]);
    picture.rows(8, 48, 5, GUNMETAL, &[5, 4, 3, 3, 2, 1]);
    picture.rows(13, 48, 4, RUST, &[6, 5, 4, 4, 3, 2]);
    picture.rows(17, 48, 5, ICE, &[4, 4, 3, 3, 2, 1]);
    for left in [14, 17, 20] {
        picture.rows(left, 50, 1, LEATHER, &[0, 0]);
    }
    picture.rows(9, 46, 14, STEEL, &[7]);
    picture.rect(7, 46, 3, 1, ICE.flat(7).shining());
    picture.polygon(&[(40.0, 48.0), (46.0, 48.0), (53.0, 52.0), (53.0, 56.0), (46.0, 53.0), (40.0, 53.0)], |_, y| {
        GUNMETAL.flat(if y < 50 { 6 } else { 3 })
    });
    picture.polygon(&[(42.0, 53.0), (46.0, 53.0), (48.0, 61.0), (44.0, 61.0)], |_, _| LEATHER.flat(3));
    picture.lines(&[(24.0, 53.0), (22.0, 55.0), (19.0, 56.0), (18.0, 58.0)], LEATHER.flat(4));
    picture.rows(19, 56, 22, ALARM, &[5, 5, 4, 4, 3, 3, 2, 2]);
    picture.rows(18, 57, 24, ALARM, &[5, 4, 4, 3, 3, 2]);
    picture.rows(27, 56, 6, ENAMEL, &[6, 6, 5, 5, 4, 4, 3, 2]);
    picture.rows(29, 56, 2, ALARM, &[5, 5, 4, 4, 3, 3, 2, 2]);
    picture.rows(16, 58, 2, AMBER, &[5, 4, 3]);
    picture.standing(LEATHER.flat(0))
}

/// The launcher: an olive tube with a rocket's nose in its muzzle.
pub(crate) fn launcher() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(3.0, 53.5), (8.0, 49.5), (8.0, 57.5)], |_, y| ALARM.flat(if y < 53 { 5 } else { 3 }));
    picture.polygon(&[(28.0, 59.0), (33.0, 59.0), (35.0, 64.0), (30.0, 64.0)], |_, _| GUNMETAL.flat(3));
    picture.polygon(&[(40.0, 59.0), (45.0, 59.0), (47.0, 64.0), (42.0, 64.0)], |_, _| GUNMETAL.flat(3));
    picture.rows(8, 48, 48, ROT, &[5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 1]);
    for row in 0..13 {
        for x in 8..16 {
            let step = [6, 6, 5, 5, 4, 4, 4, 4, 3, 3, 3, 2, 2][row as usize];
            picture.dot(x, 47 + row, if (x + row) % 6 < 3 { AMBER.flat(step) } else { LEATHER.flat(step / 2) });
        }
    }
    for left in [22, 46] {
        picture.rows(left, 48, 3, GUNMETAL, &[6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 1]);
    }
    picture.polygon(&[(55.0, 48.0), (60.0, 45.0), (60.0, 62.0), (55.0, 59.0)], |_, y| {
        GUNMETAL.flat(if y < 52 { 5 } else { 2 })
    });
    picture.rect(27, 53, 17, 1, ALARM.flat(4));
    picture.rows(28, 41, 10, GUNMETAL, &[7, 5, 4, 4, 3, 3]);
    picture.rows(31, 47, 4, GUNMETAL, &[2]);
    picture.rows(29, 43, 2, PHOSPHOR, &[6, 5, 4]);
    picture.standing(LEATHER.flat(0))
}
