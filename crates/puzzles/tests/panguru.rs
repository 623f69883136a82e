//! Panguru: its rules, and the solver compared with published results.

use puzzles::panguru::{Board, BoardError, Generator, SlideError, Solution, Solver, solve};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Plates and pebbles of the example by the original's author.
const EXAMPLE: [&str; 2] = ["WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP"];
/// The hardest board known.
const HARD: [&str; 2] = ["YGBWPCYRPOOGRCB", "PRRCGOCBBGYPOY-"];

fn board([plates, pebbles]: [&str; 2]) -> Board {
    Board::read(plates, pebbles, true).unwrap_or_else(|error| panic!("{plates} / {pebbles}: {error}"))
}

fn solution(of: &Board) -> Solution {
    solve(of).unwrap_or_else(|| panic!("{of} can be solved"))
}

#[test]
fn pebbles_move_as_in_the_original_table() {
    let table: [&[usize]; 15] = [
        &[1, 2, 3, 4, 5, 6, 9, 10, 12, 14],
        &[0, 2, 3, 4, 6, 8, 10, 13],
        &[0, 1, 4, 5, 7, 9, 11, 14],
        &[0, 1, 4, 5, 6, 7, 10, 12],
        &[0, 1, 2, 3, 5, 7, 8, 11, 12, 13],
        &[0, 2, 3, 4, 8, 9, 12, 14],
        &[0, 1, 3, 7, 8, 9, 10, 11],
        &[2, 3, 4, 6, 8, 9, 11, 12],
        &[1, 4, 5, 6, 7, 9, 12, 13],
        &[0, 2, 5, 6, 7, 8, 13, 14],
        &[0, 1, 3, 6, 11, 12, 13, 14],
        &[2, 4, 6, 7, 10, 12, 13, 14],
        &[0, 3, 4, 5, 7, 8, 10, 11, 13, 14],
        &[1, 4, 8, 9, 10, 11, 12, 14],
        &[0, 2, 5, 9, 10, 11, 12, 13],
    ];
    for (hole, in_line) in table.into_iter().enumerate() {
        let mut pebbles = "A".repeat(14);
        pebbles.insert(hole, '-');
        let moves =
            |centreline| Board::read(&"A".repeat(15), &pebbles, centreline).unwrap().moves().collect::<Vec<_>>();
        assert_eq!(moves(true), in_line, "hole on {hole}");
        let centre = [0, 4, 12];
        let straight = in_line.iter().filter(|other| !(centre.contains(&hole) && centre.contains(other)));
        assert_eq!(moves(false), straight.copied().collect::<Vec<_>>(), "hole on {hole}, without the centreline");
    }
}

#[test]
fn example_takes_16_moves_not_17() {
    let found = solution(&board(EXAMPLE));
    assert_eq!((found.optimum, found.sequences), (16, Some(12)));
    assert_eq!(found.first_moves, [3, 4, 10]);
    let without = solution(&Board::read(EXAMPLE[0], EXAMPLE[1], false).unwrap());
    assert_eq!((without.optimum, without.sequences, without.first_moves), (16, Some(6), vec![10]));
}

#[test]
fn board_with_more_than_20_moves_is_solved() {
    let found = solution(&board(HARD));
    assert_eq!((found.optimum, found.sequences), (21, Some(6529)));
}

#[test]
fn solved_board_takes_no_moves() {
    let solved = board(["WCBRBOGYGPCORPY", "-CBRBOGYGPCORPY"]);
    assert!(solved.is_solved());
    let nothing = Solution { optimum: 0, first_moves: vec![], sequences: Some(1), moves: vec![] };
    assert_eq!(solution(&solved), nothing);
}

#[test]
fn solutions_solve_the_board() {
    let mut generator = Generator::new(3, true);
    let boards = [board(EXAMPLE), board(HARD)].into_iter().chain((0..12).filter_map(|moves| generator.board(moves)));
    for first in boards {
        let found = solution(&first);
        assert_eq!(found.moves.len(), found.optimum as usize);
        assert!(found.moves.first().is_none_or(|first| found.first_moves.contains(first)));
        let mut moved = first;
        found.moves.iter().for_each(|position| moved.slide(*position).unwrap());
        assert!(moved.is_solved(), "{first}: {found:?}");
        // A first move is listed if and only if it is optimal.
        for position in first.moves() {
            let mut next = first;
            next.slide(position).unwrap();
            let better = solution(&next).optimum < found.optimum;
            assert_eq!(better, found.first_moves.contains(&position), "{first}: {position}");
        }
    }
}

/// Counts the ways to solve a board in `moves` moves by trying everything, except boards with more misplaced pebbles
/// than moves.
fn ways(of: &Board, moves: usize) -> u32 {
    let wrong =
        of.pebbles().iter().zip(of.plates()).filter(|(pebble, plate)| pebble.is_some_and(|pebble| pebble != **plate));
    if wrong.count() > moves {
        return 0;
    }
    if moves == 0 {
        return 1;
    }
    let next = |position| {
        let mut next = *of;
        next.slide(position).expect("it is in line");
        ways(&next, moves - 1)
    };
    of.moves().map(next).sum()
}

#[test]
fn solver_agrees_with_exhaustive_search() {
    let mut rng = Pcg32::seed_from_u64(11);
    let mut random = |below: usize| rng.random_range(0..below);
    for colours in [1, 2, 3, 5, 8, 15] {
        for _ in 0..25 {
            let plates: String =
                (0..15).map(|at| char::from(b'a' + (if colours == 15 { at } else { random(colours) }) as u8)).collect();
            let hole = random(15);
            let pebbles: String =
                plates.chars().enumerate().map(|(at, plate)| if at == hole { '-' } else { plate }).collect();
            let mut scrambled = Board::read(&plates, &pebbles, random(2) == 0).unwrap();
            for _ in 0..random(7) {
                let moves: Vec<usize> = scrambled.moves().collect();
                scrambled.slide(moves[random(moves.len())]).unwrap();
            }
            let found = solution(&scrambled);
            let (optimum, count) =
                (0..).map(|moves| (moves, ways(&scrambled, moves))).find(|found| found.1 > 0).unwrap();
            assert_eq!((found.optimum as usize, found.sequences), (optimum, Some(count)), "{scrambled}");
        }
    }
}

#[test]
fn sequences_above_a_million_are_not_counted() {
    let many = board(["ABCDEFGHIJKLMNO", "BADCFEHGJILKNM-"]);
    let found = solution(&many);
    assert_eq!((found.sequences, found.moves.len()), (None, found.optimum as usize));
}

#[test]
fn unsolvable_board_is_detected_immediately() {
    let wrong = board(["WCBRBOGYGPCORPY", "-PCBRYOGYGBCORR"]);
    assert_eq!(wrong.colour_without_plate().map(|colour| colour.letter()), Some('R'));
    assert!(!wrong.can_be_solved() && Solver::new(&wrong).is_none() && solve(&wrong).is_none());
    let small = board(["WCBRBOGYGPCORPY", "-pCBRYOGYGBCORP"]);
    assert_eq!(
        small.colour_without_plate().map(|colour| colour.letter()),
        Some('p'),
        "small letters are other colours"
    );
}

#[test]
fn invalid_boards_are_rejected_in_a_sentence() {
    let [plates, pebbles] = EXAMPLE;
    let wrong = [
        ("", pebbles, "plates must be 15 letters, row by row, got 0"),
        (plates, "-PCBRYOGYGBCOR", "pebbles must be 15 letters, row by row, got 14"),
        (plates, "PPCBRYOGYGBCORP", "one hole, written -, got 0"),
        (plates, "--CBRYOGYGBCORP", "one hole, written -, got 2"),
        (plates, "-PCBRYOGY1BCORP", "position 9 of the pebbles must be a letter from A to Z or a to z, got '1'"),
        ("WCBRBOGYGPCORÄY", pebbles, "position 13 of the plates must be a letter from A to Z or a to z, got 'Ä'"),
        ("WCBRBOGYGPCOR-Y", pebbles, "position 13 of the plates must be a letter from A to Z or a to z, got '-'"),
    ];
    for (plates, pebbles, part) in wrong {
        let error: BoardError = Board::read(plates, pebbles, true).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn only_pebbles_in_line_with_the_hole_move() {
    let mut moved = board(EXAMPLE);
    for (position, error) in [
        (0, SlideError::Hole(0)),
        (7, SlideError::NotInLine(7, 0)),
        (15, SlideError::NoPosition(15)),
        (usize::MAX, SlideError::NoPosition(usize::MAX)),
    ] {
        assert_eq!(moved.slide(position), Err(error));
        assert_eq!(moved, board(EXAMPLE), "nothing has changed");
    }
    assert_eq!((moved.slide(12), moved.hole()), (Ok(()), 12), "down the centreline");
    assert_eq!(moved.slide(0), Ok(()));
    assert_eq!(moved, board(EXAMPLE));
}

#[test]
fn solver_result_does_not_depend_on_step_size() {
    let whole = solution(&board(HARD));
    let mut solver = Solver::new(&board(HARD)).unwrap();
    let mut turns = 1;
    while solver.advance(1000).is_none() {
        turns += 1;
    }
    assert_eq!(solver.advance(0), Some(&whole));
    assert!(turns > 100, "{turns}: the solver stopped in between");
    assert!(solver.advance(1000).is_some() && solver.visited() < turns * 1001);
}

#[test]
fn saved_board_is_restored_and_a_damaged_one_rejected() {
    let text = serde_json::to_string(&board(EXAMPLE)).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board(EXAMPLE));
    let error = serde_json::from_str::<Board>(&text.replace("-PC", "--C")).unwrap_err();
    assert!(error.to_string().contains("one hole"), "{error}");
}

#[test]
fn generator_makes_boards_for_each_number_of_moves() {
    for moves in 0..=21 {
        let [made, again, other] = [7, 7, 8].map(|seed| Generator::new(seed, true).board(moves).unwrap());
        assert_eq!((solution(&made).optimum, made), (moves, again));
        assert_ne!(made, other);
    }
    let without = Generator::new(7, false).board(12).unwrap();
    assert_eq!((solution(&without).optimum, without.centreline()), (12, false));
    assert_eq!(Generator::new(7, true).board(22), None);
}

#[test]
fn a_thousand_random_boards_are_solved_with_few_visits() {
    // The time for a board is proportional to the number of boards visited.
    let mut rng = Pcg32::seed_from_u64(5);
    let mut looks: Vec<u64> = (0..1000)
        .map(|_| {
            let mut shuffled = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                for end in (1..letters.len()).rev() {
                    letters.swap(end, rng.random_range(0..=end));
                }
                String::from_iter(letters)
            };
            let (plates, pebbles) = (shuffled("WBBCCGGOOPPRRYY"), shuffled("-BBCCGGOOPPRRYY"));
            let mut solver = Solver::new(&Board::read(&plates, &pebbles, true).unwrap()).unwrap();
            solver.advance(u64::MAX);
            solver.visited()
        })
        .collect();
    looks.sort_unstable();
    assert!(looks[500] < 5_000 && looks[999] < 2_500_000, "median {}, most {}", looks[500], looks[999]);
}
