//! Sheets of options for playing: controls, display, and game.

use crate::{
    files::settings::MAX_THREADS,
    flow::skill,
    input::pad::Curve,
    pages::option_line::Kind::{self, Keys, Strength, Switch},
    pages::option_line::{BACK, Line, percents, turn, turned},
    window::screen_options::{LIMITS, MAX_SCREENS, PresentBy, ROWS, Scaling, WindowKind},
};
use localization::{Said, say};
use renderer::{Guide, Percent};

/// Returns the name of a stick's response curve.
fn curve(curve: Curve) -> Said {
    let words = match curve {
        Curve::Straight => say!("Linear"),
        Curve::Gentle => say!("Gentle"),
        Curve::Steep => say!("Steep"),
    };
    words.into()
}

pub(super) const CONTROLS: [Line; 14] = [
    Line::new(say!("Key bindings"), say!("Change keys, mouse buttons and gamepad buttons."), Keys),
    Line::new(
        say!("Mouse sensitivity"),
        say!("How far the view turns when you move the mouse."),
        percents(10, 400, |s| s.hands.mouse.get(), |s, percent| s.hands.mouse = Percent::new(percent)),
    ),
    Line::new(
        say!("Invert mouse"),
        say!("Reverses the mouse: moving it left turns right."),
        Switch(|settings| &mut settings.hands.invert),
    ),
    Line::new(
        say!("Always run"),
        say!("Run by default and hold the Run key to walk."),
        Switch(|settings| &mut settings.hands.always_run),
    ),
    Line::new(
        say!("Toggle run"),
        say!("Press the Run key once to start running and again to stop, instead of holding it."),
        Switch(|settings| &mut settings.hands.run_toggles),
    ),
    Line::new(
        say!("One-handed mouse mode"),
        say!("Click to walk, shoot or use. Push the pointer against an edge to turn. On-screen buttons do the rest."),
        Switch(|settings| &mut settings.hands.mouse_alone),
    ),
    Line::new(
        say!("Aim assist"),
        say!("How far off target you may aim and still be turned towards an enemy."),
        Strength(|settings| &mut settings.hands.aim_help),
    ),
    Line::new(
        say!("Gamepad: move dead zone"),
        say!("How far the left stick must move before it has an effect."),
        Strength(|settings| &mut settings.pad.dead_zone),
    ),
    Line::new(
        say!("Gamepad: look dead zone"),
        say!("How far the right stick must move before it has an effect."),
        Strength(|settings| &mut settings.pad.turn_dead_zone),
    ),
    Line::new(
        say!("Gamepad: move curve"),
        say!("Response curve of the left stick. Gentle and Steep are slower near the centre."),
        Kind::Choice {
            words: |settings| curve(settings.pad.walk_curve),
            turn: |settings, steps| turn(&mut settings.pad.walk_curve, steps),
        },
    ),
    Line::new(
        say!("Gamepad: look curve"),
        say!("Response curve of the right stick. Gentle and Steep are slower near the centre, for aiming."),
        Kind::Choice {
            words: |settings| curve(settings.pad.turn_curve),
            turn: |settings, steps| turn(&mut settings.pad.turn_curve, steps),
        },
    ),
    Line::new(
        say!("Gamepad: look speed"),
        say!("How fast the right stick turns the view."),
        Strength(|settings| &mut settings.pad.turning),
    ),
    Line::new(
        say!("Gamepad: vibration"),
        say!("Strength of vibration for hits, shots and explosions."),
        Strength(|settings| &mut settings.pad.rumble),
    ),
    BACK,
];

pub(super) const SCREEN: [Line; 10] = [
    Line::new(
        say!("Render resolution (lines)"),
        say!("Height of the rendered image. Fewer lines look retro; more lines take longer to render."),
        Kind::Choice {
            words: |settings| match settings.screen.rows {
                0 => say!("Native").into(),
                rows => rows.into(),
            },
            turn: |settings, steps| settings.screen.rows = turned(&ROWS, settings.screen.rows, steps),
        },
    ),
    Line::new(
        say!("Scaling"),
        say!("Fill window: any shape. Integer scale: 16:9, whole multiples, borders. Stretch: 16:9 stretched."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.scaling {
                    Scaling::Fill => say!("Fill window"),
                    Scaling::Whole => say!("Integer scale"),
                    Scaling::Stretched => say!("Stretch"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.screen.scaling, steps),
        },
    ),
    Line::new(
        say!("Window mode"),
        say!("Press Alt+Enter at any time to switch between window and borderless window."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.window {
                    WindowKind::Window => say!("Windowed"),
                    WindowKind::Borderless => say!("Borderless"),
                    WindowKind::FullScreen => say!("Full screen"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.screen.window, steps),
        },
    ),
    Line::new(
        say!("Monitor"),
        say!("Monitor on which the window opens, if there are several."),
        Kind::Choice {
            words: |settings| match settings.screen.screen {
                0 => say!("Current monitor").into(),
                number => say!("Monitor {number}", number),
            },
            turn: |settings, steps| {
                let count = i32::from(MAX_SCREENS) + 1;
                settings.screen.screen =
                    i32::from(settings.screen.screen).saturating_add(steps).rem_euclid(count) as u8;
            },
        },
    ),
    Line::new(
        say!("Tall pixels"),
        say!("Makes pixels 1.2 times as tall as wide, as on a 4:3 monitor in 1992."),
        Switch(|settings| &mut settings.screen.tall_pixels),
    ),
    Line::new(
        say!("V-sync"),
        say!("Waits for the monitor before each frame, which prevents tearing."),
        Switch(|settings| &mut settings.screen.vsync),
    ),
    Line::new(
        say!("Frame output"),
        say!("OpenGL uses the graphics card, Softbuffer does not. Auto uses the card if there is one."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.present {
                    PresentBy::Auto => say!("Auto"),
                    PresentBy::OpenGl => say!("OpenGL"),
                    PresentBy::Softbuffer => say!("Softbuffer"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.screen.present, steps),
        },
    ),
    Line::new(
        say!("Frame rate limit"),
        say!("Limits the frames per second. A lower limit saves power."),
        Kind::Choice {
            words: |settings| match settings.screen.limit {
                0 => say!("Unlimited").into(),
                limit => limit.into(),
            },
            turn: |settings, steps| settings.screen.limit = turned(&LIMITS, settings.screen.limit, steps),
        },
    ),
    Line::new(
        say!("Render threads"),
        say!("Number of processor cores used for rendering."),
        Kind::Choice {
            words: |settings| match settings.threads {
                0 => say!("All").into(),
                threads => threads.into(),
            },
            turn: |settings, steps| {
                let count = i32::from(MAX_THREADS) + 1;
                settings.threads = i32::from(settings.threads).saturating_add(steps).rem_euclid(count) as u8;
            },
        },
    ),
    BACK,
];

/// The same in a page, where the browser decides about the window and the rate of its frames.
#[cfg(target_family = "wasm")]
pub(super) const SCREEN_OF_PAGE: [Line; 4] = [SCREEN[0], SCREEN[1], SCREEN[4], BACK];

const SPEED: Line = Line::new(
    say!("Game speed"),
    say!("How fast time passes on a deck. A lower speed gives you more time to think and aim."),
    percents(30, 150, |s| s.speed.get(), |s, percent| s.speed = Percent::new(percent)),
);

pub(super) const LANGUAGE: Line = Line::new(say!("Language"), say!("Language of the game."), Kind::Language);

pub(super) const GAME: [Line; 10] = [
    LANGUAGE,
    SPEED,
    Line::new(
        say!("Difficulty"),
        say!("1 is the easiest. Takes effect on the next deck or when you restart this one."),
        Kind::Choice {
            words: |settings| say!("{number} of {all}", number = settings.skill.get(), all = skill::COUNT),
            turn: |settings, steps| settings.skill = settings.skill.after(steps),
        },
    ),
    Line::new(
        say!("Objective guide"),
        say!("Route to the lift or to what leads there. By difficulty: an arrow on 1, the automap on 2."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.map.guide {
                    Guide::BySkill => say!("By difficulty"),
                    Guide::Off => say!("Off"),
                    Guide::Map => say!("On the automap"),
                    Guide::Picture => say!("Automap and arrow"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.map.guide, steps),
        },
    ),
    Line::new(
        say!("Secret hints"),
        say!("Lights glide along walls that hide a secret when you are close to them."),
        Switch(|settings| &mut settings.view.secret_hints),
    ),
    Line::new(
        say!("Collect the rest"),
        say!("When you leave a deck without enemies, you take along what still lies in the explored part."),
        Switch(|settings| &mut settings.collects_rest),
    ),
    Line::new(
        say!("Assist: invulnerable"),
        say!("Nothing hurts you. Assists mark your saves, and such runs have no score."),
        Switch(|settings| &mut settings.assists.invulnerable),
    ),
    Line::new(
        say!("Assist: all keys"),
        say!("You have the keys of every deck. Such runs have no score."),
        Switch(|settings| &mut settings.assists.keys),
    ),
    Line::new(
        say!("Assist: ammunition"),
        say!("You never run out of ammunition. Such runs have no score."),
        Switch(|settings| &mut settings.assists.ammunition),
    ),
    BACK,
];
