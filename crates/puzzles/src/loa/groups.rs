//! Connectedness: whether pieces form one group, where each square has eight neighbours.

/// All squares except the a file, and all squares except the h file.
pub(crate) const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
pub(crate) const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Returns a set of squares and all their neighbours.
pub(crate) fn spread(set: u64) -> u64 {
    let wide = set | set << 1 & NOT_A | set >> 1 & NOT_H;
    wide | wide << 8 | wide >> 8
}

/// Returns true if a set of squares is one group; also if it has one square or none.
pub(crate) fn is_one_group(set: u64) -> bool {
    let mut group = set & set.wrapping_neg();
    loop {
        let grown = spread(group) & set;
        if grown == group {
            return group == set;
        }
        group = grown;
    }
}

/// Returns how the Euler number of a set changes when a square is added, from the eight neighbours of that square.
///
/// The Euler number is the number of groups minus the number of holes in them, so a set with a number above 1 is never
/// one group. For most boards this makes the search through the groups unnecessary. The number is a sum over the 81
/// quads, the windows of two by two squares that overlap the board: (Q1 - Q3 - 2 Qd) / 4. Q1 and Q3 count the quads
/// with one and with three pieces, and Qd those with two pieces that touch at a corner only (Gray, "Local Properties of
/// Binary Images in Two Dimensions", 1971; used for Lines of Action by Winands). Each square is part of four quads, so
/// its neighbours determine the change.
pub(crate) fn euler_change(set: u64, square: usize) -> i8 {
    let neighbours = (set & NEIGHBOURS[square]).rotate_right((square as u32 + 55) % 64);
    EULER_CHANGES[(neighbours & 0o7 | neighbours >> 5 & 0o70 | neighbours >> 10 & 0o700) as usize]
}

/// The neighbours of each square.
pub(crate) const NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let set = 1_u64 << square;
        let wide = set | set << 1 & NOT_A | set >> 1 & NOT_H;
        all[square] = (wide | wide << 8 | wide >> 8) & !set;
        square += 1;
    }
    all
};

/// Changes of the Euler number, by three rows of three bits around a square. The middle bit does not matter.
const EULER_CHANGES: [i8; 512] = {
    let quads = [0b000_011_011, 0b000_110_110, 0b011_011_000, 0b110_110_000];
    let mut changes = [0; 512];
    let mut window = 0;
    while window < 512 {
        let mut change = 0;
        let mut quad = 0;
        while quad < 4 {
            change += quarters((window | 1 << 4) & quads[quad]) - quarters((window & !(1 << 4)) & quads[quad]);
            quad += 1;
        }
        changes[window] = change / 4;
        window += 1;
    }
    changes
};

/// Returns what a quad contributes to four times the Euler number.
const fn quarters(quad: usize) -> i8 {
    match quad.count_ones() {
        1 => 1,
        3 => -1,
        // Two pieces that touch at a corner only are 2 or 4 bits apart.
        2 if matches!(quad >> quad.trailing_zeros(), 0b101 | 0b10001) => -2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counts the groups of a set one by one.
    fn groups(set: u64) -> i32 {
        let mut left = set;
        let mut groups = 0;
        while left != 0 {
            let mut group = left & left.wrapping_neg();
            while spread(group) & left != group {
                group = spread(group) & left;
            }
            left &= !group;
            groups += 1;
        }
        groups
    }

    /// Counts the holes: empty regions of four-neighbours that do not touch the edge.
    fn holes(set: u64) -> i32 {
        let step = |set: u64| set | set << 1 & NOT_A | set >> 1 & NOT_H | set << 8 | set >> 8;
        let edge = !(NOT_A & NOT_H) | 0xFF | 0xFF << 56;
        let mut left = !set;
        let mut holes = 0;
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            while step(region) & left != region {
                region = step(region) & left;
            }
            left &= !region;
            holes += i32::from(region & edge == 0);
        }
        holes
    }

    proptest! {
        #[test]
        fn euler_number_is_groups_minus_holes(a: u64, b: u64, thin: bool) {
            let set = if thin { a & b } else { a };
            let (mut built, mut euler) = (0_u64, 0);
            for square in (0..64).filter(|square| set >> square & 1 == 1) {
                euler += i32::from(euler_change(built, square));
                built |= 1 << square;
            }
            prop_assert_eq!(euler, groups(set) - holes(set));
            prop_assert_eq!(is_one_group(set), groups(set) <= 1);
        }
    }

    #[test]
    fn corners_connect_and_board_edges_do_not_wrap() {
        assert!(is_one_group(0b10 << 8 | 1), "a1 and b2");
        assert!(!is_one_group(1 << 7 | 1 << 8), "h1 and a2");
        assert!(is_one_group(0) && is_one_group(1 << 63) && is_one_group(u64::MAX));
    }
}
