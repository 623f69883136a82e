//! The screen that says which file is wrong and why. There is nothing to do then but to leave.

use crate::files::game_folder::GameFolder;
use crate::files::trouble::{BAD_DATA, Trouble};
use crate::flow::phase::Phase;
use crate::input::just_pressed::JustPressed;
use crate::ui::front::Front;
use crate::ui::text_layout::{self, BLACK, DIM, PALE, RED};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use renderer::{Area, Canvas, Colour, DrawFrame, Font, Screen};

/// The font, if at least that can be read: the art, which has it otherwise, is what is missing.
#[derive(Resource)]
struct Letters(Font);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::Trouble), say);
    app.add_systems(Update, leave.run_if(in_state(Phase::Trouble)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Trouble)));
}

/// Says it on the terminal and in the window's title too: without the font there is no other way.
fn say(
    game: Res<GameFolder>,
    trouble: Option<Res<Trouble>>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    mut commands: Commands,
) {
    let unknown = || Trouble::bad_data("a file cannot be loaded");
    let trouble = trouble.map_or_else(unknown, |trouble| trouble.clone());
    let what = &trouble.what;
    eprintln!("hullbreach: {what}");
    if let Some(mut window) = window {
        window.title = format!("Hullbreach: {what}");
    }
    let font = std::fs::read(game.path.join("assets/fonts/hullbreach.ttf")).ok();
    if let Some(font) = font.and_then(|bytes| Font::read(&bytes).ok()) {
        commands.insert_resource(Letters(font));
    }
    commands.insert_resource(trouble);
}

fn leave(pressed: Res<JustPressed>, trouble: Option<Res<Trouble>>, mut exit: MessageWriter<AppExit>) {
    if pressed.confirm() || pressed.escape() {
        exit.write(AppExit::from_code(trouble.map_or(BAD_DATA, |trouble| trouble.code)));
    }
}

fn draw(trouble: Option<Res<Trouble>>, letters: Option<Res<Letters>>, mut screen: ResMut<Screen>) {
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK);
    let (Some(trouble), Some(letters)) = (trouble, letters) else {
        // A frame without a word is still a sign that something is wrong.
        canvas.outline(Area::new(0, 0, width, height).within(height / 20), 4, Colour::rgb(205, 55, 40));
        return;
    };
    text_layout::line(&mut canvas, &letters.0, "The game cannot begin", height / 8, 2, RED);
    let area = Area::new(width / 12, height * 3 / 10, width * 10 / 12, height / 2);
    text_layout::paragraph(&mut canvas, &letters.0, &trouble.what, area, PALE);
    text_layout::line(&mut canvas, &letters.0, "Press Enter or Escape to leave", height * 17 / 20, 1, DIM);
}
