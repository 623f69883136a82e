//! Error screen: names the invalid file and the reason. The player can only exit.

use crate::{
    files::startup_error::StartupError,
    flow::exit_code::BAD_DATA,
    flow::phase::Phase,
    input::presses::Presses,
    ui::front::Front,
    ui::text_layout::{self, BLACK, DIM, PALE, RED},
};
use bevy::prelude::*;
use localization::Said;
use ports::ShellRequest;
use renderer::{Area, Canvas, DrawFrame, Font, Pen, Screen};

/// Built-in font, because the art, which normally contains the font, may be missing.
#[derive(Resource)]
struct Letters(Pen);

const FONT: &[u8] = include_bytes!("../../../../assets/fonts/hullbreach.ttf");

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::StartupError), say);
    app.add_systems(Update, leave.run_if(in_state(Phase::StartupError)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::StartupError)));
}

/// Also prints the error to the terminal and shows it in the window title.
fn say(trouble: Option<Res<StartupError>>, mut requests: MessageWriter<ShellRequest>, mut commands: Commands) {
    let unknown = || StartupError::bad_data("a file cannot be loaded");
    let trouble = trouble.map_or_else(unknown, |trouble| trouble.clone());
    let what = &trouble.what;
    eprintln!("hullbreach: {what}");
    requests.write(ShellRequest::Title(format!("Hullbreach: {what}")));
    commands.insert_resource(Letters(Pen::new(Font::read(FONT).expect("the built-in font is valid"))));
    commands.insert_resource(trouble);
}

fn leave(pressed: Res<Presses>, trouble: Option<Res<StartupError>>, mut exit: MessageWriter<AppExit>) {
    if pressed.confirm() || pressed.back() {
        exit.write(AppExit::from_code(trouble.map_or(BAD_DATA, |trouble| trouble.code)));
    }
}

fn draw(trouble: Option<Res<StartupError>>, letters: Option<Res<Letters>>, mut screen: ResMut<Screen>) {
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK);
    let (Some(trouble), Some(letters)) = (trouble, letters) else { return };
    text_layout::line(&mut canvas, &letters.0, Said::literal("The game cannot begin"), height / 8, 2, RED);
    let area = Area::new(width / 12, height * 3 / 10, width * 10 / 12, height / 2);
    text_layout::paragraph(&mut canvas, &letters.0, Said::literal(&trouble.what), area, PALE);
    text_layout::line(
        &mut canvas,
        &letters.0,
        Said::literal("Press Enter or Escape to leave"),
        height * 17 / 20,
        1,
        DIM,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_screen_works_without_any_file() {
        let seen = |what: &str| {
            let mut world = World::new();
            world.insert_resource(StartupError::bad_data(what));
            world.init_resource::<Messages<ShellRequest>>();
            world.insert_resource(Screen(raycast::Frame::new(640, 360)));
            world.run_system_cached(say).unwrap();
            world.run_system_cached(draw).unwrap();
            world.resource::<Screen>().0.pixels().to_vec()
        };
        let lit = |pixels: &[u32]| pixels.iter().filter(|pixel| **pixel << 8 != 0).count();
        let (short, long) = (seen("no"), seen("assets/fonts/hullbreach.ttf: there is no such file"));
        assert!(lit(&short) > 500 && lit(&long) > lit(&short) + 300, "{} and {}", lit(&short), lit(&long));
    }
}
