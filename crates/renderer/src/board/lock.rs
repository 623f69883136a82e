//! A conduit lock: the triangle of Panguru with plates and pebbles, the possible slides, and a hint.

use crate::{
    board::hologram::{self, BoardPointer, LIGHT, POINTED, SELECTED, TARGET, pulse},
    board::layout::{BoardLayout, Control, Triangle},
    board::signs::Sign,
    board::words::{self, BoardKeys, Words},
    canvas::canvas::{Canvas, Colour},
    canvas::pen::Pen,
};
use ::localization::{Key, Said, say};
use bevy::math::Vec2;
use puzzles::panguru::{Board, POSITIONS};

/// The state of a conduit lock that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct LockView<'a> {
    /// Its board.
    pub board: &'a Board,
    /// The number of moves made.
    pub moves: u32,
    /// The minimum number of moves that solves it, if known.
    pub optimum: Option<u32>,
    /// The positions of the pebbles that a hint shows.
    pub hint: &'a [usize],
    /// True while a hint is being computed.
    pub seeks: bool,
    /// The cost of a hint, as text such as `costs air`; `None` if it is free.
    pub price: Option<Key>,
    /// The positions of pointer and cursor.
    pub pointer: BoardPointer,
    /// The controls, from the top.
    pub controls: &'a [Control],
    /// The keys of the controls.
    pub keys: &'a BoardKeys,
    /// The tick, which drives pulsing marks.
    pub tick: u64,
}

const RULE: Key = say!("Slide pebbles in straight lines into the gap until each sits on a plate of its own shape.");
const PLATE: Colour = Colour::rgb(8, 22, 34);
const EDGE: Colour = Colour::rgb(2, 6, 10);
const CENTRELINE: Colour = Colour::rgb(255, 176, 80);

/// Draws a conduit lock.
pub fn draw_lock(canvas: &mut Canvas, pen: &Pen, layout: &BoardLayout, view: &LockView) {
    hologram::pane(canvas, layout.board, layout.unit, view.tick);
    let triangle = &layout.triangle;
    draw_triangle(canvas, triangle, view.board);
    let width = layout.unit.max(1.0);
    if !view.board.is_solved() {
        for position in view.board.moves() {
            let at = triangle.position(position);
            canvas.ring(at, triangle.radius * 1.06, width, TARGET.covering(0.55));
        }
    }
    for position in view.hint {
        show_hint(canvas, triangle, *position, view.board.hole(), width, pulse(view.tick));
    }
    let is_on_board = |position: &usize| *position < POSITIONS;
    if let Some(hovered) = view.pointer.hover.map(usize::from).filter(is_on_board)
        && view.board.moves().any(|position| position == hovered)
    {
        canvas.round(triangle.position(hovered), triangle.radius, POINTED.covering(0.2));
        canvas.ring(triangle.position(hovered), triangle.radius * 1.06, width, POINTED);
    }
    if let Some(cursor) = view.pointer.cursor.map(usize::from).filter(is_on_board) {
        point(canvas, triangle, cursor, POINTED.covering(0.65 + 0.35 * pulse(view.tick)));
    }
    words::draw(canvas, pen, layout, &words(view), view.keys, view.tick);
}

/// Draws the triangle: its lines, its plates, and the pebbles on them.
pub(super) fn draw_triangle(canvas: &mut Canvas, triangle: &Triangle, board: &Board) {
    let thin = (triangle.radius * 0.1).max(1.0);
    for (from, to) in LINES {
        canvas.stroke(triangle.position(from), triangle.position(to), thin, LIGHT.covering(0.4));
    }
    if board.centreline() {
        let [from, to] = [0, 12].map(|position| triangle.position(position));
        for part in 0..12 {
            let at = |part: f32| from + (to - from) * part / 12.0;
            canvas.stroke(at(part as f32), at(part as f32 + 0.5), thin * 1.6, CENTRELINE.covering(0.75));
        }
    }
    for (position, plate) in board.plates().iter().enumerate() {
        let pebble = board.pebbles()[position];
        let (at, radius) = (triangle.position(position), triangle.radius);
        let sign = Sign::of(*plate);
        let is_home = pebble == Some(*plate);
        canvas.round(at, radius, EDGE);
        canvas.round(at, radius * 0.95, PLATE);
        sign.fill(canvas, at, radius * 0.72, sign.colour.covering(if is_home { 0.9 } else { 0.8 }));
        if !is_home {
            // The plate's sign is hollow, so that a pebble on its own plate, which fills the sign, stands out.
            sign.fill(canvas, at, radius * 0.56, PLATE);
        }
        if let Some(pebble) = pebble {
            let sign = Sign::of(pebble);
            canvas.round(at, radius * 0.56, EDGE);
            if is_home {
                canvas.ring(at, radius, radius * 0.12, sign.colour.covering(0.8));
            }
            sign.fill(canvas, at, radius * 0.38, sign.colour);
        } else {
            canvas.round(at, radius * 0.3, EDGE);
        }
    }
}

/// The outer and inner lines of the triangle, by the positions of their ends.
const LINES: [(usize, usize); 12] =
    [(0, 10), (2, 11), (5, 12), (9, 13), (0, 14), (1, 13), (3, 12), (6, 11), (1, 2), (3, 5), (6, 9), (10, 14)];

/// Draws a hint for a pebble: a ring around it and an arrow towards the hole.
fn show_hint(canvas: &mut Canvas, triangle: &Triangle, position: usize, hole: usize, width: f32, pulse: f32) {
    if position >= POSITIONS || position == hole {
        return;
    }
    let (from, to) = (triangle.position(position), triangle.position(hole));
    let along = (to - from).normalize_or_zero();
    let radius = triangle.radius;
    canvas.ring(from, radius * 1.16, width * 2.0, SELECTED.covering(0.6 + 0.4 * pulse));
    let (tail, tip) = (from + along * radius * 1.16, from + along * radius * 1.75);
    let aside = along.perp() * radius * 0.34;
    canvas.shape(&[&[tail + aside, tip, tail - aside]], SELECTED);
}

/// Draws the cursor: four arrowheads around a plate.
fn point(canvas: &mut Canvas, triangle: &Triangle, position: usize, colour: Colour) {
    let (at, radius) = (triangle.position(position), triangle.radius);
    for corner in [Vec2::new(0.75, 0.75), Vec2::new(-0.75, 0.75), Vec2::new(0.75, -0.75), Vec2::new(-0.75, -0.75)] {
        let tip = at + corner * radius;
        let outer = at + corner * radius * 1.42;
        let aside = corner.perp() * radius * 0.26;
        canvas.shape(&[&[outer + aside, tip, outer - aside]], colour);
    }
}

/// Returns the text next to the board.
fn words(view: &LockView) -> Words {
    let control = |control: &Control| {
        let text: Said = match (control, view.price) {
            (Control::Hint, _) if view.seeks => say!("searching...").into(),
            (Control::Hint, Some(price)) => say!("hint ({price})", price),
            (Control::Hint, None) => say!("hint").into(),
            (Control::Undo, _) => say!("undo").into(),
            (Control::Restart, _) => say!("restart").into(),
            (Control::Company, _) => say!("two people").into(),
            (Control::Leave, _) => say!("leave").into(),
        };
        (*control, text)
    };
    let controls = view.controls.iter().map(control).collect();
    let about = match view.optimum {
        Some(optimum) => say!("Moves: {moves}. Best: {optimum}", moves = view.moves, optimum),
        None => say!("Moves: {moves}", moves = view.moves),
    };
    Words { title: say!("Conduit lock"), about, status: status(view).into(), rule: RULE, controls }
}

fn status(view: &LockView) -> Key {
    match view.board.is_solved() {
        true if view.optimum.is_some_and(|optimum| view.moves <= optimum) => say!("Solved with the fewest moves"),
        true => say!("Solved"),
        false if view.optimum.is_some_and(|optimum| view.moves > optimum) => say!("Not the shortest solution"),
        false => say!("Bring every pebble home"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reference::compare, testing::files};
    use raycast::Frame;
    use std::sync::LazyLock;

    fn board() -> Board {
        Board::read("WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP", true).unwrap()
    }

    fn view(board: &Board) -> LockView<'_> {
        static KEYS: LazyLock<BoardKeys> = LazyLock::new(BoardKeys::default);
        LockView {
            board,
            moves: 3,
            optimum: Some(16),
            hint: &[],
            seeks: false,
            price: Some(say!("costs air")),
            pointer: BoardPointer::default(),
            controls: &[Control::Hint, Control::Restart, Control::Leave],
            keys: &KEYS,
            tick: 90,
        }
    }

    fn seen(view: &LockView, (width, height): (usize, usize)) -> Frame {
        let mut frame = Frame::new(width, height);
        frame.pixels_mut().fill(0xff40_4850);
        let pen = Pen::new(crate::canvas::text::Font::read(&files()["fonts/hullbreach.ttf"]).unwrap());
        draw_lock(&mut Canvas::new(&mut frame), &pen, &BoardLayout::of(width, height), view);
        frame
    }

    /// Returns the positions around which two frames differ.
    fn changed(one: &Frame, other: &Frame) -> Vec<usize> {
        let triangle = BoardLayout::of(one.width(), one.height()).triangle;
        let differs = |position: &usize| {
            let at = triangle.position(*position);
            let near = triangle.radius * 0.95;
            let range = |middle: f32| (middle - near) as usize..(middle + near) as usize;
            range(at.x).any(|x| {
                range(at.y).any(|y| {
                    at.distance(Vec2::new(x as f32 + 0.5, y as f32 + 0.5)) < near
                        && one.pixel(x, y) != other.pixel(x, y)
                })
            })
        };
        (0..POSITIONS).filter(differs).collect()
    }

    #[test]
    fn sliding_pebble_changes_two_plates() {
        let before = board();
        let mut after = before;
        after.slide(6).unwrap();
        assert_eq!(changed(&seen(&view(&before), (640, 360)), &seen(&view(&after), (640, 360))), [0, 6]);
    }

    #[test]
    fn pointer_highlights_only_pebbles_in_line_with_the_hole() {
        let board = board();
        let hover = |position| {
            let pointer = BoardPointer { hover: Some(position), cursor: None };
            changed(&seen(&view(&board), (640, 360)), &seen(&LockView { pointer, ..view(&board) }, (640, 360)))
        };
        assert_eq!(hover(6), [6]);
        assert_eq!((hover(7), hover(0), hover(99)), (vec![], vec![], vec![]), "not in line, the hole, off the board");
    }

    #[test]
    fn text_shows_moves_and_status() {
        let board = board();
        let with = |view: LockView| (words(&view).about.english(), status(&view).english());
        assert_eq!(with(view(&board)), ("Moves: 3. Best: 16".to_owned(), "Bring every pebble home"));
        assert_eq!(with(LockView { optimum: None, ..view(&board) }).0, "Moves: 3");
        assert_eq!(with(LockView { moves: 17, ..view(&board) }).1, "Not the shortest solution");
        let solved = Board::read("WCBRBOGYGPCORPY", "-CBRBOGYGPCORPY", true).unwrap();
        assert_eq!(with(LockView { moves: 16, ..view(&solved) }).1, "Solved with the fewest moves");
        assert_eq!(with(LockView { moves: 18, ..view(&solved) }).1, "Solved");
    }

    /// Golden image of a lock, reviewed by hand.
    #[test]
    fn lock_looks_like_the_golden_image() {
        let board = board();
        let pointer = BoardPointer { hover: Some(6), cursor: Some(12) };
        compare("lock.png", &seen(&LockView { hint: &[4], pointer, ..view(&board) }, (320, 180)));
    }
}
