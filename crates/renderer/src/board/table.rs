//! A table of Lines of Action: squares, pieces, the selection and its targets, the last move, and whose turn it is.

use crate::{
    board::hologram::{self, BoardPointer, CAPTURED, LAST, LIGHT, POINTED, SELECTED, TARGET, middle, pulse},
    board::layout::{BoardLayout, Control},
    board::words::{self, BoardKeys, Words},
    canvas::area::Area,
    canvas::canvas::{Align, Canvas, Colour, Lettering},
    canvas::pen::Pen,
};
use ::localization::{Key, Said, say};
use bevy::math::Vec2;
use puzzles::loa::{Move, Outcome, Player, Side, Square, Table};

/// The state of a table that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    /// The table.
    pub table: &'a Table,
    /// The positions of pointer and cursor.
    pub pointer: BoardPointer,
    /// The controls, from the top.
    pub controls: &'a [Control],
    /// The keys of the controls.
    pub keys: &'a BoardKeys,
    /// The tick, which drives pulsing marks.
    pub tick: u64,
}

const RULE: Key = say!(
    "Connect all your pieces. Each moves in a line as many squares as there are pieces on it, jumps only its \
    own, and captures what it lands on."
);
/// The colours of the rim and the centre of a black and of a white piece.
const PIECES: [[Colour; 2]; 2] =
    [[Colour::rgb(255, 160, 60), Colour::rgb(18, 14, 16)], [Colour::rgb(90, 180, 255), Colour::rgb(232, 244, 255)]];
/// The radius of a piece, in squares.
const PIECE: f32 = 0.38;

/// Draws a table.
pub fn draw_table(canvas: &mut Canvas, pen: &Pen, layout: &BoardLayout, view: &TableView) {
    let TableView { table, pointer, tick, .. } = *view;
    hologram::pane(canvas, layout.board, layout.unit, tick);
    squares(canvas, pen, layout);
    if let Some(last) = table.last_move() {
        trail(canvas, layout, last);
    }
    if let Some(selected) = table.selected() {
        let area = layout.square(selected);
        canvas.fill(area, SELECTED.covering(0.28));
        canvas.outline(area, thick(layout, 1.0), SELECTED);
    }
    for number in 0..64_u8 {
        if let Some((square, side)) =
            Square::try_from(number).ok().and_then(|at| Some((at, table.game().position().at(at)?)))
        {
            piece(canvas, layout, square, side, table.selected() == Some(square));
        }
    }
    for target in table.targets() {
        mark_target(canvas, layout, target, pulse(tick));
    }
    point(canvas, layout, table, pointer, tick);
    if let Some(outcome) = table.game().outcome() {
        let verdict = verdict(table, outcome);
        banner(canvas, pen, layout, &verdict);
    }
    words::draw(canvas, pen, layout, &words(view), view.keys, tick);
}

fn thick(layout: &BoardLayout, units: f32) -> i32 {
    (layout.unit * units).round().max(1.0) as i32
}

/// Draws the squares with their lines, letters and numbers.
fn squares(canvas: &mut Canvas, pen: &Pen, layout: &BoardLayout) {
    let thin = thick(layout, 0.4);
    for number in 0..64_u8 {
        let Ok(square) = Square::try_from(number) else { continue };
        let area = layout.square(square);
        if (square.file() + square.row()) % 2 == 1 {
            canvas.fill(area, LIGHT.covering(0.11));
        }
        canvas.fill(Area { height: thin, ..area }, LIGHT.covering(0.34));
        canvas.fill(Area { width: thin, ..area }, LIGHT.covering(0.34));
    }
    let cell = layout.cell();
    let first = Square::at(0, 7).map_or(layout.board, |square| layout.square(square));
    let whole = Area::new(first.x, first.y, 8 * cell + thin, 8 * cell + thin);
    canvas.outline(whole, thin, LIGHT.covering(0.7));
    let size = (layout.unit / 2.0).max(1.0) as i32;
    let lettering = Lettering { shadow: None, ..Lettering::new(LIGHT.covering(0.75), size).aligned(Align::Centre) };
    let line = pen.line_height() * size;
    for index in 0..8_u8 {
        let along = i32::from(index) * cell + cell / 2;
        let (file, row) = (char::from(b'a' + index).to_string(), (8 - index).to_string());
        canvas.text(pen, &file, first.x + along, whole.y + whole.height, lettering);
        let x = (layout.board.x + first.x) / 2;
        canvas.text(pen, &row, x, first.y + along - line / 2, lettering);
    }
}

/// Draws the last move: its start, a dotted line, and its end.
fn trail(canvas: &mut Canvas, layout: &BoardLayout, last: Move) {
    let [from, to] = [last.from, last.to].map(|square| layout.square(square));
    let (start, end) = (middle(from), middle(to));
    let cell = layout.cell() as f32;
    canvas.ring(start, cell * 0.2, layout.unit.max(1.0), LAST.covering(0.9));
    let way = end - start;
    let dots = (way.length() / cell * 3.0).round().max(1.0);
    for number in 1..dots as i32 {
        canvas.round(start + way * number as f32 / dots, layout.unit.max(1.0) * 0.9, LAST.covering(0.75));
    }
    canvas.fill(to, LAST.covering(0.16));
    canvas.outline(to, thick(layout, 0.7), LAST.covering(0.9));
}

/// Draws a piece: black ones have a dark centre with a ring, white ones a bright centre with a diamond.
fn piece(canvas: &mut Canvas, layout: &BoardLayout, square: Square, side: Side, is_selected: bool) {
    let (at, cell) = (middle(layout.square(square)), layout.cell() as f32);
    let radius = cell * PIECE * if is_selected { 1.08 } else { 1.0 };
    let [rim, heart] = PIECES[side as usize];
    canvas.round(at, radius * 1.18, rim.covering(0.2));
    canvas.round(at, radius, rim);
    canvas.round(at, radius * 0.84, heart);
    match side {
        Side::Black => canvas.ring(at, radius * 0.55, radius * 0.14, rim.covering(0.85)),
        Side::White => diamond(canvas, at, radius * 0.38, rim.covering(0.7)),
    }
    if is_selected {
        canvas.ring(at, radius * 1.16, layout.unit.max(1.0), SELECTED);
    }
}

fn diamond(canvas: &mut Canvas, at: Vec2, radius: f32, colour: Colour) {
    canvas.shape(&[&[Vec2::NEG_Y, Vec2::X, Vec2::Y, Vec2::NEG_X].map(|corner| at + corner * radius)], colour);
}

/// Marks a target of the selected piece: a diamond on an empty square, four arrowheads around a piece that it captures.
fn mark_target(canvas: &mut Canvas, layout: &BoardLayout, target: Move, pulse: f32) {
    let (at, cell) = (middle(layout.square(target.to)), layout.cell() as f32);
    if !target.captures {
        canvas.fill(layout.square(target.to), TARGET.covering(0.1 + 0.06 * pulse));
        diamond(canvas, at, cell * (0.25 + 0.04 * pulse), TARGET.covering(0.35));
        return diamond(canvas, at, cell * 0.19, TARGET);
    }
    canvas.fill(layout.square(target.to), CAPTURED.covering(0.2 + 0.1 * pulse));
    for corner in [Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)] {
        let outer = at + corner * cell * 0.47;
        let tip = at + corner * cell * (0.25 - 0.03 * pulse);
        let [one, two] = [Vec2::new(-corner.x * 0.34, 0.0), Vec2::new(0.0, -corner.y * 0.34)];
        canvas.shape(&[&[outer, outer + one * cell, tip, outer + two * cell]], CAPTURED);
    }
}

/// Draws the pointer over a piece that can be selected, unless one already is; and the cursor.
fn point(canvas: &mut Canvas, layout: &BoardLayout, table: &Table, pointer: BoardPointer, tick: u64) {
    let square = |number: Option<u8>| number.and_then(|number| Square::try_from(number).ok());
    if let Some(hovered) = square(pointer.hover).filter(|at| table.selected().is_none() && table.can_select(*at)) {
        let area = layout.square(hovered);
        canvas.fill(area, POINTED.covering(0.16));
        canvas.outline(area, thick(layout, 0.6), POINTED.covering(0.85));
    }
    if let Some(cursor) = square(pointer.cursor) {
        let area = layout.square(cursor).within(-thick(layout, 0.5));
        let colour = POINTED.covering(0.65 + 0.35 * pulse(tick));
        hologram::brackets(canvas, area, layout.cell() / 3, thick(layout, 1.4), colour);
    }
}

/// Returns the result of the game, as text.
fn verdict(table: &Table, outcome: Outcome) -> Said {
    let Outcome::Won(side) = outcome else { return say!("A draw").into() };
    match (table.player(side), table.player(side.other())) {
        (Player::Person, Player::Computer(_)) => say!("You won").into(),
        (Player::Computer(_), Player::Person) => say!("You lost").into(),
        _ => say!("{side} wins", side = name(side)),
    }
}

fn name(side: Side) -> Key {
    match side {
        Side::Black => say!("Orange"),
        Side::White => say!("Blue"),
    }
}

/// Draws the result across the board.
fn banner(canvas: &mut Canvas, pen: &Pen, layout: &BoardLayout, said: &Said) {
    let Area { x, y, width, height } = layout.board;
    let size = layout.unit.max(1.0) as i32;
    let high = pen.line_height() * size;
    let strip = Area::new(x, y + height / 2 - high, width, 2 * high);
    canvas.fill(strip, Colour::rgb(2, 8, 16).covering(0.88));
    for y in [strip.y, strip.y + strip.height - thick(layout, 1.0)] {
        canvas.fill(Area { y, height: thick(layout, 1.0), ..strip }, SELECTED);
    }
    let lettering = Lettering::new(SELECTED, size).aligned(Align::Centre);
    canvas.text(pen, &pen.say(said), x + width / 2, strip.y + high / 2, lettering);
}

/// Returns the text next to the board.
fn words(view: &TableView) -> Words {
    let table = view.table;
    let control = |control: &Control| {
        let text = match control {
            Control::Undo => undo_words(table),
            Control::Hint => say!("hint").into(),
            Control::Restart => say!("restart").into(),
            Control::Company if is_for_two(table) => say!("play the ship").into(),
            Control::Company => say!("two people").into(),
            Control::Leave => say!("leave").into(),
        };
        (*control, text)
    };
    let controls = view.controls.iter().map(control).collect();
    Words {
        title: say!("Lines of Action"),
        about: about(table),
        status: status(table, view.tick),
        rule: RULE,
        controls,
    }
}

/// Returns true if no computer plays.
fn is_for_two(table: &Table) -> bool {
    [Side::Black, Side::White].iter().all(|side| table.player(*side) == Player::Person)
}

fn undo_words(table: &Table) -> Said {
    match table.undos_left() {
        None => say!("undo").into(),
        Some(0) => say!("no undo").into(),
        Some(left) => say!("undo ({left} left)", left),
    }
}

/// Returns who plays, as text.
fn about(table: &Table) -> Said {
    match [Side::Black, Side::White].map(|side| table.player(side)) {
        [Player::Person, Player::Person] => say!("Two players").into(),
        [Player::Person, Player::Computer(level)] => say!("You: orange rings. Level {level}", level = level.number()),
        [Player::Computer(level), Player::Person] => say!("You: blue gems. Level {level}", level = level.number()),
        [Player::Computer(black), Player::Computer(white)] => {
            say!("Level {black} and level {white}", black = black.number(), white = white.number())
        }
    }
}

/// Returns whose turn it is, or the result.
fn status(table: &Table, tick: u64) -> Said {
    if let Some(outcome) = table.game().outcome() {
        return verdict(table, outcome);
    }
    let side = table.game().position().to_move();
    let next = match table.to_move() {
        Some(Player::Computer(_)) => {
            say!("Thinking{dots}", dots = Said::literal(".".repeat((tick / 40 % 4) as usize)))
        }
        Some(Player::Person) if is_for_two(table) => say!("{side} to move", side = name(side)),
        Some(Player::Person) | None => say!("Your move").into(),
    };
    match table.passed() {
        Some(side) => Said::joined([say!("{side} passes.", side = name(side)), next], "   "),
        None => next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reference::compare, testing::files};
    use puzzles::loa::{Game, Level, Position, Rules};
    use raycast::Frame;

    const PERSONS: [Player; 2] = [Player::Person; 2];
    const CONTROLS: [Control; 3] = [Control::Undo, Control::Restart, Control::Leave];

    fn pen() -> Pen {
        Pen::new(crate::canvas::text::Font::read(&files()["fonts/hullbreach.ttf"]).unwrap())
    }

    fn square(name: &str) -> Square {
        Square::named(name).unwrap()
    }

    /// Draws a table on a grey frame.
    fn seen(table: &Table, pointer: BoardPointer, (width, height): (usize, usize)) -> Frame {
        let mut frame = Frame::new(width, height);
        frame.pixels_mut().fill(0xff40_4850);
        let view = TableView { table, pointer, controls: &CONTROLS, keys: &BoardKeys::default(), tick: 90 };
        draw_table(&mut Canvas::new(&mut frame), &pen(), &BoardLayout::of(width, height), &view);
        frame
    }

    /// Returns the squares in which two frames differ.
    fn changed(one: &Frame, other: &Frame) -> Vec<String> {
        let layout = BoardLayout::of(one.width(), one.height());
        let differs = |square: &Square| {
            let Area { x, y, width, height } = layout.square(*square);
            (x + 1..x + width).any(|x| {
                (y + 1..y + height).any(|y| one.pixel(x as usize, y as usize) != other.pixel(x as usize, y as usize))
            })
        };
        (0..64)
            .filter_map(|number| Square::try_from(number).ok())
            .filter(differs)
            .map(|square| square.to_string())
            .collect()
    }

    fn table() -> Table {
        Table::new(Rules::default(), PERSONS, None)
    }

    #[test]
    fn selection_marks_only_the_piece_and_its_targets() {
        let mut table = table();
        let before = seen(&table, BoardPointer::default(), (640, 360));
        table.pick(square("b1"));
        let after = seen(&table, BoardPointer::default(), (640, 360));
        assert_eq!(changed(&before, &after), ["b1", "h1", "b3", "d3"]);
    }

    #[test]
    fn last_move_is_marked_from_start_to_end() {
        let mut table = table();
        let before = seen(&table, BoardPointer::default(), (640, 360));
        table.pick(square("b1"));
        table.pick(square("b3"));
        let after = seen(&table, BoardPointer::default(), (640, 360));
        assert_eq!(changed(&before, &after), ["b1", "b2", "b3"]);
    }

    #[test]
    fn pointer_highlights_only_pieces_that_can_be_selected() {
        let mut table = table();
        let hover = |table: &Table, name: &str| {
            let pointer = BoardPointer { hover: Some(square(name).into()), cursor: None };
            changed(&seen(table, BoardPointer::default(), (320, 180)), &seen(table, pointer, (320, 180)))
        };
        assert_eq!(hover(&table, "c8"), ["c8"]);
        assert_eq!(hover(&table, "a4"), [] as [&str; 0], "it is not White's turn");
        assert_eq!(hover(&table, "d4"), [] as [&str; 0], "the square is empty");
        table.pick(square("b1"));
        assert_eq!(hover(&table, "c8"), [] as [&str; 0], "a piece is selected");
    }

    #[test]
    fn text_shows_players_turn_and_undos() {
        let computer = Player::Computer(Level::new(4).unwrap());
        let mut table = Table::new(Rules::default(), [Player::Person, computer], Some(3));
        assert_eq!(
            [about(&table), status(&table, 0), undo_words(&table)],
            ["You: orange rings. Level 4", "Your move", "undo (3 left)"]
        );
        table.pick(square("b1"));
        table.pick(square("b3"));
        assert_eq!(status(&table, 80), "Thinking..");
        let mut two = self::table();
        assert_eq!([about(&two), status(&two, 0)], ["Two players", "Orange to move"]);
        two.pick(square("b1"));
        two.pick(square("b3"));
        assert_eq!(status(&two, 0), "Blue to move");
        let ended = |players| {
            let game = Game::from("8/8/8/8/3b4/8/8/w......w w".parse::<Position>().unwrap(), Rules::default());
            status(&Table::with(game, players, None), 0)
        };
        assert_eq!(ended(PERSONS), "Orange wins");
        assert_eq!([ended([Player::Person, computer]), ended([computer, Player::Person])], ["You won", "You lost"]);
    }

    /// A game in progress, with a selected piece that can move to empty squares and capture.
    fn midgame() -> Table {
        let text = ".bb.bbb./w......w/w..w...w/w..b..../w....b.w/......w./w......w/.b..bb.. b";
        let mut table = Table::with(Game::from(text.parse::<Position>().unwrap(), Rules::default()), PERSONS, None);
        for _ in 0..2 {
            let played = table.game().moves()[3];
            table.pick(played.from);
            table.pick(played.to);
        }
        let moves = table.game().moves();
        let both = |from: Square| {
            let mut own = moves.iter().filter(|legal| legal.from == from);
            own.clone().any(|legal| legal.captures) && own.any(|legal| !legal.captures)
        };
        let from = moves.iter().map(|legal| legal.from).find(|from| both(*from));
        table.pick(from.expect("a piece that can do both"));
        table
    }

    /// Golden images of a table, reviewed by hand.
    #[test]
    fn table_looks_like_the_golden_images() {
        let table = midgame();
        let pointer = BoardPointer { hover: None, cursor: Some(square("d4").into()) };
        compare("table.png", &seen(&table, pointer, (320, 180)));
        compare("table_large.png", &seen(&table, pointer, (960, 540)));
    }
}
