//! The title: what the game is called, which keys it has, and the way in.

use crate::campaign::progress::Progress;
use crate::files::rules_files::BaseRules;
use crate::files::settings::Settings;
use crate::files::settings_file;
use crate::flow::phase::Phase;
use crate::flow::skill::Skill;
use crate::input::just_pressed::JustPressed;
use crate::pages::options::Options;
use crate::ui::front::Front;
use crate::ui::menu::{Menu, Pick};
use crate::ui::text_layout::{self, BLACK, DIM, RED};
use bevy::prelude::*;
use engine::{Deck, Run};
use raycast::Texture;
use renderer::{Art, Canvas, DrawFrame, Screen};

const KEYS: [&str; 2] = [
    "WASD: walk    Mouse or left and right: turn    Shift: run    Click or Ctrl: fire    Space or E: use",
    "1 to 6 or wheel: weapon    Esc: pause    Alt+Enter: full screen    F12: screenshot",
];

#[derive(Resource)]
struct TitleMenu(Menu);

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(TitleMenu(Menu::new(&["Play", "Skill", "Options", "Quit"])));
    app.add_systems(OnEnter(Phase::Title), (leave_deck, write_skill));
    let follow_choice = (write_skill, settings_file::save.run_if(resource_changed::<Settings>));
    let is_shown = in_state(Phase::Title).and_then(in_state(Options::Closed));
    app.add_systems(Update, (choose, follow_choice).chain().run_if(is_shown));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Title)));
}

/// Whatever was played is over: no more ticks of it, and nothing of it to be drawn.
fn leave_deck(mut commands: Commands) {
    commands.remove_resource::<Run>();
    commands.remove_resource::<Deck>();
    commands.remove_resource::<Progress>();
}

/// The number of the menu's line that chooses the skill.
const SKILL: usize = 1;

/// Writes what the skill is called into the menu.
fn write_skill(rules: Option<Res<BaseRules>>, skill: Res<Skill>, mut menu: ResMut<TitleMenu>) {
    if let Some(rules) = rules {
        menu.0.write(SKILL, &format!("Skill: {}", rules.0.skill(skill.get()).name));
    }
}

fn choose(
    pressed: Res<JustPressed>,
    mut menu: ResMut<TitleMenu>,
    mut skill: ResMut<Skill>,
    mut settings: ResMut<Settings>,
    mut phase: ResMut<NextState<Phase>>,
    mut options: ResMut<NextState<Options>>,
    mut exit: MessageWriter<AppExit>,
) {
    let mut turn = |steps: i32| {
        *skill = skill.after(steps);
        settings.skill = *skill; // it is remembered for the next game
    };
    match menu.0.follow(&pressed) {
        Some(Pick::Take(0)) => phase.set(Phase::Deck),
        Some(Pick::Take(SKILL)) => turn(1),
        Some(Pick::Change(SKILL, steps)) => turn(steps),
        Some(Pick::Take(2)) => options.set(Options::Open),
        Some(Pick::Take(_)) => drop(exit.write(AppExit::Success)),
        Some(Pick::Change(..)) | None => {}
    }
}

fn draw(art: Option<Res<Art>>, options: Res<State<Options>>, mut menu: ResMut<TitleMenu>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK);
    let size = |picture: &Texture| (picture.width() as i32, picture.height() as i32);
    // On a small frame the words alone must do.
    let fits = |picture: &&Texture| size(picture).0 <= width && size(picture).1 <= height;
    if let Some(picture) = art.picture("title").filter(fits) {
        let (across, down) = size(picture);
        let scale = (width / across).min(height / down);
        canvas.picture(picture, (width - across * scale) / 2, (height - down * scale) / 2, scale, 1.0);
    } else {
        text_layout::line(&mut canvas, art.font(), "HULLBREACH", height / 5, 5, RED);
    }
    if **options == Options::Open {
        return;
    }
    let line = text_layout::line_height(&canvas, art.font(), 1);
    let mut bottom = height - line / 4;
    for keys in KEYS.into_iter().rev().filter(|keys| art.font().width(keys) <= width) {
        bottom -= line;
        text_layout::line(&mut canvas, art.font(), keys, bottom, 1, DIM);
    }
    let top = (height * 7 / 10).min(bottom - line / 3 - menu.0.height(&canvas, art.font()));
    menu.0.draw(&mut canvas, art.font(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::Path;

    /// The art of the game.
    fn art() -> Art {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let mut files = BTreeMap::new();
        for folder in ["textures", "sprites", "pictures", "fonts"] {
            for entry in std::fs::read_dir(assets.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
                files.insert(name, std::fs::read(&path).unwrap());
            }
        }
        Art::from_files(&files).unwrap()
    }

    #[test]
    fn it_shows_its_picture_and_a_way_in() {
        let mut world = World::new();
        world.insert_resource(art());
        world.insert_resource(Screen(raycast::Frame::new(640, 360)));
        world.insert_resource(TitleMenu(Menu::new(&["Play", "Skill", "Options", "Quit"])));
        let mut seen = |options| {
            world.insert_resource(State::new(options));
            world.resource_mut::<Screen>().0.resize(640, 360);
            world.run_system_cached(draw).unwrap();
            world.resource::<Screen>().0.clone()
        };
        let (page, bare) = (seen(Options::Closed), seen(Options::Open));
        let picture = world.resource::<Art>().picture("title").unwrap();
        assert_eq!((picture.width(), picture.height()), (640, 360), "it fills the smallest frame");
        let differ = |one: &raycast::Frame, y: usize| {
            (0..640).filter(|&x| one.pixel(x, y) != Some(picture.texels()[640 * y + x])).count()
        };
        assert_eq!(
            (0..360).map(|y| differ(&bare, y)).sum::<usize>(),
            0,
            "the picture, with the name of the game on it"
        );
        assert_eq!((0..200).map(|y| differ(&page, y)).sum::<usize>(), 0, "the menu leaves the name of the game alone");
        let lines = (200..360).filter(|&y| differ(&page, y) > 0);
        assert!(lines.count() > 60, "the lines of the menu and the keys");
    }
}
