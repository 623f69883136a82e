//! Buttons at the right edge of the frame, for playing with the mouse alone or by touch: actions without a clickable
//! place on the deck.

use crate::{
    flow::phase::{Flow, is_at_board},
    input::action::Action,
    input::controls::TakeControls,
    input::pointing::Pointing,
    input::presses::Presses,
    pages::automap,
    ui::front::Front,
    ui::menu::holds,
    ui::text_layout::{self, BLACK, BRIGHT, PALE},
};
use bevy::{app::RunFixedMainLoop, prelude::*};
use engine::Tape;
use localization::{Key, say};
use renderer::{Align, Area, Art, Automap, Canvas, DrawFrame, Lettering, MapView, Pen, Reserved, Screen};

/// Buttons on a deck and on its map, with their labels.
const DECK: [(Action, Key); 8] = [
    (Action::Pause, say!("Menu")),
    (Action::Map, say!("Automap")),
    (Action::Suit, say!("Suit")),
    (Action::Use, say!("Use")),
    (Action::Jump, say!("Jump")),
    (Action::Fire, say!("Fire")),
    (Action::NextWeapon, say!("Weapon")),
    (Action::Rewind, say!("Rewind")),
];
const MAP: [(Action, Key); 7] = [
    (Action::Pause, say!("Menu")),
    (Action::Map, say!("Automap")),
    (Action::MapNearer, say!("Zoom in")),
    (Action::MapFarther, say!("Zoom out")),
    (Action::MapTurn, say!("Rotate")),
    (Action::MapThick, say!("Lines")),
    (Action::MapNote, say!("Marker")),
];

/// Areas of the buttons.
#[derive(Resource, Default)]
struct Plates(Vec<(Action, Area)>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Plates>();
    let runs = in_state(Flow::Running).and_then(not(is_at_board));
    // The map handles what is pressed here.
    app.add_systems(RunFixedMainLoop, press.in_set(TakeControls::Board).before(automap::follow).run_if(runs));
    app.add_systems(DrawFrame, draw.in_set(Front::Page));
}

/// Handles a click on a button and consumes it.
fn press((plates, mut pressed): (Res<Plates>, ResMut<Presses>), mut pointing: ResMut<Pointing>) {
    let Some(place) = pressed.pointer.filter(|_| pressed.click) else { return };
    let Some((action, _)) = plates.0.iter().find(|(_, area)| holds(*area, place)) else { return };
    pressed.let_go();
    pointing.aim = None;
    pointing.held = Some(*action);
    pressed.ask(*action);
}

/// Returns the areas of the buttons: a column at the right edge of the canvas, as wide as the widest label.
fn areas(canvas: &Canvas, pen: &Pen, words: &[(Action, Key)]) -> Vec<Area> {
    let (size, line) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    let widest = words.iter().map(|(_, word)| pen.width(&pen.say(*word))).max().unwrap_or(0);
    let (wide, high, gap) = ((widest + 8) * size, line, size);
    let place = |row: usize| Area::new(canvas.width() - wide - gap, gap + row as i32 * (high + gap), wide, high);
    (0..words.len()).map(place).collect()
}

fn draw(
    (flow, tape): (Option<Res<State<Flow>>>, Option<Res<Tape>>),
    (pointing, map): (Res<Pointing>, Res<Automap>),
    at_board: Option<Res<engine::AtTerminal>>,
    art: Option<Res<Art>>,
    (mut plates, mut reserved): (ResMut<Plates>, ResMut<Reserved>),
    mut screen: ResMut<Screen>,
) {
    plates.0.clear();
    reserved.right = None;
    let plays = flow.is_some_and(|flow| **flow == Flow::Running) && tape.is_none_or(|tape| tape.replay.is_none());
    let Some(art) = art.filter(|_| plays && pointing.is_on() && !is_at_board(at_board)) else { return };
    let words: &[(Action, Key)] = if map.view == MapView::Off { &DECK } else { &MAP };
    let mut canvas = Canvas::new(&mut screen.0);
    let size = text_layout::size(&canvas, art.pen(), 1);
    for (&(plate, word), area) in words.iter().zip(areas(&canvas, art.pen(), words)) {
        let is_held = pointing.held == Some(plate);
        let colour = if is_held { BRIGHT } else { PALE };
        canvas.fill(area, BLACK.covering(0.5));
        canvas.outline(area, size, colour.covering(0.4));
        let lettering = Lettering::new(colour, size).aligned(Align::Centre);
        canvas.text(art.pen(), &art.pen().say(word), area.x + area.width / 2, area.y, lettering);
        plates.0.push((plate, area));
    }
    reserved.right = plates.0.first().zip(plates.0.last()).map(|((_, first), (_, last))| {
        let height = last.y + last.height - first.y;
        Area { width: canvas.width() - first.x, height, ..*first }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touch_buttons_fit_without_overlap_at_every_size() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let pen = Pen::new(renderer::Font::read(&file).unwrap());
        for (width, height) in [(320, 180), (640, 360), (1280, 720), (2560, 1080), (3840, 2160)] {
            let mut frame = raycast::Frame::new(width, height);
            let areas = areas(&Canvas::new(&mut frame), &pen, &DECK);
            assert!(areas.windows(2).all(|pair| pair[0].y + pair[0].height < pair[1].y));
            let last = areas.last().unwrap();
            assert!(last.y + last.height < height as i32 * 4 / 5, "the ammunition stays in view at {width}x{height}");
        }
    }

    #[test]
    fn holding_a_touch_button_performs_only_its_action() {
        let mut app = App::new();
        app.init_resource::<Presses>().init_resource::<Pointing>();
        let area = |row: i32| Area::new(100, 20 * row, 40, 16);
        app.insert_resource(Plates(vec![(Action::Pause, area(0)), (Action::Jump, area(1))]));
        app.add_systems(Update, press);
        let mut click = |y: f32| {
            let mut pressed = app.world_mut().resource_mut::<Presses>();
            (pressed.click, pressed.pointer) = (true, Some(Vec2::new(110.0, y)));
            app.update();
            let held = app.world().resource::<Pointing>().held;
            let pressed = app.world().resource::<Presses>();
            (pressed.asks(Action::Pause), pressed.click, held, pressed.count(Action::Jump))
        };
        assert_eq!(click(50.0), (false, true, None, 0), "next to them");
        assert_eq!(click(5.0), (true, false, Some(Action::Pause), 0));
        assert_eq!(click(25.0), (false, false, Some(Action::Jump), 1));
    }
}
