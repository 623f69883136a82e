//! Input at a board: the mouse, a cursor moved by keys or gamepad, and the keys of the board's controls.

use crate::{input::action::Action, input::bindings::Bindings, input::pad::Device, input::presses::Presses};
use bevy::prelude::*;
use renderer::{BoardKeys, BoardLayout, BoardPlaces, BoardPointer, Control, Pen, control_at};

/// Player's action at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Selects the square or position of this index.
    Pick(u8),
    Control(Control),
}

/// Returns the names of the controls' inputs on a device.
pub(crate) fn keys(bindings: &Bindings, device: Device) -> BoardKeys {
    let hint = |action| bindings.hint(action, device);
    BoardKeys {
        undo: hint(Action::BoardUndo),
        hint: hint(Action::BoardHint),
        restart: hint(Action::BoardRestart),
        company: hint(Action::BoardCompany),
        leave: hint(Action::BoardLeave),
    }
}

/// A board with its position in the frame.
pub(crate) struct OnFrame<'a> {
    pub(crate) places: BoardPlaces,
    pub(crate) layout: BoardLayout,
    pub(crate) pen: &'a Pen,
    /// Controls of the board, from top to bottom.
    pub(crate) controls: &'a [Control],
}

impl OnFrame<'_> {
    /// Handles input, updates the pointer, and returns the player's actions in order.
    pub(crate) fn follow(&self, pressed: &Presses, pointer: &mut BoardPointer) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if let Some(place) = pressed.pointer {
            *pointer = BoardPointer { hover: self.at(place), cursor: None };
            if pressed.click {
                let control = control_at(self.pen, &self.layout, self.controls, place).map(Deed::Control);
                deeds.extend(control.or(pointer.hover.map(Deed::Pick)));
            }
        }
        for action in pressed.actions() {
            let step = match action {
                Action::BoardUp => IVec2::Y,
                Action::BoardDown => IVec2::NEG_Y,
                Action::BoardLeft => IVec2::NEG_X,
                Action::BoardRight => IVec2::X,
                Action::BoardPick => {
                    deeds.extend(pointer.cursor.or(pointer.hover).map(Deed::Pick));
                    continue;
                }
                other => {
                    deeds.extend(control_of(other).filter(|it| self.controls.contains(it)).map(Deed::Control));
                    continue;
                }
            };
            // The cursor starts at the mouse position, or in the middle.
            let cursor = match pointer.cursor.or(pointer.hover) {
                Some(from) => self.places.step(from, step),
                None => self.places.first(),
            };
            *pointer = BoardPointer { hover: None, cursor: Some(cursor) };
        }
        deeds
    }

    /// Returns what can be selected at a position in the frame.
    fn at(&self, place: Vec2) -> Option<u8> {
        match self.places {
            BoardPlaces::Squares => self.layout.square_at(place).map(u8::from),
            BoardPlaces::Positions { .. } => {
                self.layout.position_at(place).and_then(|position| u8::try_from(position).ok())
            }
        }
    }
}

/// Returns the control that an action operates.
fn control_of(action: Action) -> Option<Control> {
    match action {
        Action::BoardUndo => Some(Control::Undo),
        Action::BoardHint => Some(Control::Hint),
        Action::BoardRestart => Some(Control::Restart),
        Action::BoardCompany => Some(Control::Company),
        Action::BoardLeave => Some(Control::Leave),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::action::Context;
    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape, KeyU, Space};
    use puzzles::loa::Square;

    fn pen() -> Pen {
        let pen = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        Pen::new(renderer::Font::read(&pen).unwrap())
    }

    fn board<'a>(places: BoardPlaces, pen: &'a Pen) -> OnFrame<'a> {
        let controls = &[Control::Undo, Control::Restart, Control::Leave];
        OnFrame { places, layout: BoardLayout::of(640, 360), pen, controls }
    }

    fn keys(keys: &[KeyCode]) -> Presses {
        Presses::of_keys(Context::Board, keys)
    }

    #[test]
    fn keys_move_a_cursor_and_select_squares_in_order() {
        let pen = pen();
        let (board, mut pointer) = (board(BoardPlaces::Squares, &pen), BoardPointer::default());
        assert_eq!(board.follow(&keys(&[Enter]), &mut pointer), [], "there must be no cursor yet");
        let d4 = u8::from(Square::named("d4").unwrap());
        assert_eq!(
            board.follow(&keys(&[ArrowUp, Enter, ArrowUp, ArrowLeft, Space]), &mut pointer),
            [Deed::Pick(d4), Deed::Pick(u8::from(Square::named("c5").unwrap()))]
        );
        let far = [ArrowRight; 9].into_iter().chain([ArrowDown; 9]).collect::<Vec<_>>();
        board.follow(&keys(&far), &mut pointer);
        assert_eq!(pointer.cursor, Some(u8::from(Square::named("h1").unwrap())), "the cursor must stop at the edge");
        let deeds = board.follow(&keys(&[KeyU, Escape, KeyCode::KeyH]), &mut pointer);
        assert_eq!(deeds, [Deed::Control(Control::Undo), Deed::Control(Control::Leave)], "this board has no hints");
    }

    #[test]
    fn click_selects_and_pointer_motion_hides_the_cursor() {
        let pen = pen();
        let board = board(BoardPlaces::Squares, &pen);
        let mut pointer = BoardPointer { hover: None, cursor: Some(3) };
        let mut moved = Presses::default();
        let at = |x: f32| Vec2::new(x, 180.0);
        moved.pointer = (0..640).map(|x| at(x as f32)).find(|place| board.layout.square_at(*place).is_some());
        let there = moved.pointer.and_then(|place| board.layout.square_at(place)).map(u8::from);
        assert_eq!(board.follow(&moved, &mut pointer), []);
        assert_eq!((pointer, there.is_some()), (BoardPointer { hover: there, cursor: None }, true));
        moved.click = true;
        assert_eq!(board.follow(&moved, &mut pointer), [Deed::Pick(there.unwrap())]);
        let controls: Vec<Deed> = (0..360)
            .flat_map(|y| {
                moved.pointer = Some(Vec2::new(40.0, y as f32));
                board.follow(&moved, &mut pointer)
            })
            .collect();
        for control in board.controls {
            assert!(controls.contains(&Deed::Control(*control)), "{control:?}");
        }
        moved.pointer = Some(Vec2::new(-5.0, 5000.0));
        assert_eq!((board.follow(&moved, &mut pointer), pointer.hover), (vec![], None));
    }

    #[test]
    fn keys_reach_every_position_of_a_triangle() {
        let places = BoardPlaces::Positions { hole: 4 };
        let pen = pen();
        let mut pointer = BoardPointer::default();
        assert_eq!(board(places, &pen).follow(&keys(&[ArrowUp, Enter]), &mut pointer), [Deed::Pick(4)]);
        let mut reached = vec![4];
        for number in 0..15 {
            let Some(from) = reached.get(number).copied() else { break };
            for step in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
                let to = places.step(from, step);
                assert!(to < 15);
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        assert_eq!(reached.len(), 15);
        assert_eq!([places.step(12, IVec2::Y), places.step(10, IVec2::Y), places.step(14, IVec2::Y)], [8, 6, 9]);
        assert_eq!([places.step(0, IVec2::Y), places.step(0, IVec2::NEG_Y), places.step(14, IVec2::X)], [0, 1, 14]);
    }
}
