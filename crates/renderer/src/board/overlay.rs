//! Draws the board at which the player stands over the level.

use crate::{
    art::art::Art,
    board::hologram::BoardPointer,
    board::layout::{BoardLayout, Control},
    board::lock::{LockView, draw_lock},
    board::table::{TableView, draw_table},
    board::words::BoardKeys,
    canvas::canvas::Canvas,
    stage::options::Hud,
    stage::screen::{Draw, DrawFrame, Screen},
};
use ::localization::{Key, say};
use bevy::prelude::*;
use engine::{AtTerminal, Id, Rules, Run, Terminal, TerminalBoard, hint_price};

/// The controls at a table of the ship, and at a conduit lock.
const AT_TABLE: [Control; 4] = [Control::Undo, Control::Restart, Control::Company, Control::Leave];
const AT_LOCK: [Control; 3] = [Control::Hint, Control::Restart, Control::Leave];
/// The cost of a hint.
const PRICE: Key = say!("10 s oxygen");

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<BoardPointer>().init_resource::<BoardKeys>();
    // Before the HUD, parts of which stay visible next to the board.
    app.add_systems(DrawFrame, draw.in_set(Draw::Tint).run_if(Hud::is_shown));
}

/// Returns the controls at a terminal, from the top.
pub fn board_controls(board: &TerminalBoard) -> &'static [Control] {
    match board {
        TerminalBoard::Table(_) => &AT_TABLE,
        TerminalBoard::Conduit(_) => &AT_LOCK,
    }
}

fn draw(
    (at, terminals): (Option<Res<AtTerminal>>, Query<(&Id, &Terminal)>),
    (pointer, keys): (Res<BoardPointer>, Res<BoardKeys>),
    (art, run, rules): (Option<Res<Art>>, Option<Res<Run>>, Option<Res<Rules>>),
    mut screen: ResMut<Screen>,
) {
    let (Some(at), Some(art)) = (at, art) else { return };
    let Some((_, terminal)) = terminals.iter().find(|(id, _)| Some(**id) == at.0) else { return };
    let (tick, skill) = run.map_or((0, 1), |run| (run.tick, run.skill));
    let is_paid = rules.is_none_or(|rules| hint_price(&rules, skill) > 0);
    let layout = BoardLayout::of(screen.0.width(), screen.0.height());
    let mut canvas = Canvas::new(&mut screen.0);
    let (pointer, keys, controls) = (*pointer, &*keys, board_controls(&terminal.board));
    match &terminal.board {
        TerminalBoard::Table(of) => {
            let view = TableView { table: &of.table, pointer, controls, keys, tick };
            draw_table(&mut canvas, art.pen(), &layout, &view);
        }
        TerminalBoard::Conduit(lock) => {
            let hint: Vec<usize> = lock.hint.iter().copied().map(usize::from).collect();
            let view = LockView {
                board: &lock.board,
                moves: lock.moves,
                optimum: lock.optimum,
                hint: &hint,
                seeks: lock.wants_hint(),
                price: is_paid.then_some(PRICE),
                pointer,
                controls,
                keys,
                tick,
            };
            draw_lock(&mut canvas, art.pen(), &layout, &view);
        }
    }
}
