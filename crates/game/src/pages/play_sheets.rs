//! The sheets of options of how it is played: controls, the screen, and the game.

use crate::{
    files::settings::MOST_THREADS,
    flow::skill,
    pages::option_line::Kind::{self, Keys, Strength, Switch},
    pages::option_line::{BACK, Line, percents, turn, turned},
    window::screen_options::{LIMITS, MOST_SCREENS, PresentBy, ROWS, WindowKind},
};
use renderer::{Guide, Percent};
use words::Language;

pub(super) const CONTROLS: [Line; 14] = [
    Line::new("Keys, mouse and pad", "Which key or button does what.", Keys),
    Line::new(
        "Mouse speed",
        "How far the mouse turns.",
        percents(10, 400, |s| s.hands.mouse.get(), |s, percent| s.hands.mouse = Percent::new(percent)),
    ),
    Line::new("Mouse inverted", "The mouse turns the other way round.", Switch(|settings| &mut settings.hands.invert)),
    Line::new(
        "Always run",
        "You run, and walk while the key for running is held.",
        Switch(|settings| &mut settings.hands.always_run),
    ),
    Line::new(
        "Run by one press",
        "The key for running is pressed to begin and pressed to end, not held.",
        Switch(|settings| &mut settings.hands.run_toggles),
    ),
    Line::new(
        "Mouse alone",
        "A click walks there, shoots what it points at or uses what is near; edges turn; plates do the rest.",
        Switch(|settings| &mut settings.hands.mouse_alone),
    ),
    Line::new(
        "Aim help",
        "Whoever fires beside a creature is turned to it: how far beside.",
        Strength(|settings| &mut settings.hands.aim_help),
    ),
    Line::new(
        "Pad: dead zone of walking",
        "How far the left stick leans before it counts.",
        Strength(|settings| &mut settings.pad.dead_zone),
    ),
    Line::new(
        "Pad: dead zone of turning",
        "How far the right stick leans before it counts.",
        Strength(|settings| &mut settings.pad.turn_dead_zone),
    ),
    Line::new(
        "Pad: curve of walking",
        "Straight: as fast as the left stick leans. Gentle and Steep: slower at first.",
        Kind::Choice {
            words: |settings| format!("{:?}", settings.pad.walk_curve),
            turn: |settings, steps| turn(&mut settings.pad.walk_curve, steps),
        },
    ),
    Line::new(
        "Pad: curve of turning",
        "Straight: as fast as the right stick leans. Gentle and Steep: slower at first, to aim.",
        Kind::Choice {
            words: |settings| format!("{:?}", settings.pad.turn_curve),
            turn: |settings, steps| turn(&mut settings.pad.turn_curve, steps),
        },
    ),
    Line::new("Pad: turning", "How fast the right stick turns.", Strength(|settings| &mut settings.pad.turning)),
    Line::new(
        "Pad: rumble",
        "How strongly blows, shots and explosions are felt.",
        Strength(|settings| &mut settings.pad.rumble),
    ),
    BACK,
];

pub(super) const SCREEN: [Line; 10] = [
    Line::new(
        "Rows of pixels",
        "How fine the picture is drawn: few rows look old, many take time to draw.",
        Kind::Choice {
            words: |settings| match settings.screen.rows {
                0 => "The window's own".to_owned(),
                rows => rows.to_string(),
            },
            turn: |settings, steps| settings.screen.rows = turned(&ROWS, settings.screen.rows, steps),
        },
    ),
    Line::new(
        "Scaling",
        "Fill: the picture takes the window's shape. Whole: 16:9 with borders. Stretched: 16:9 over all of it.",
        Kind::Choice {
            words: |settings| format!("{:?}", settings.screen.scaling),
            turn: |settings, steps| turn(&mut settings.screen.scaling, steps),
        },
    ),
    Line::new(
        "Window",
        "Alt+Enter changes between a window and one without borders at any time.",
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.window {
                    WindowKind::Window => "Window",
                    WindowKind::Borderless => "Without borders",
                    WindowKind::FullScreen => "Full screen",
                };
                words.to_owned()
            },
            turn: |settings, steps| turn(&mut settings.screen.window, steps),
        },
    ),
    Line::new(
        "Which screen",
        "Where the window opens or fills all, if there are several.",
        Kind::Choice {
            words: |settings| match settings.screen.screen {
                0 => "The one it is on".to_owned(),
                number => format!("Number {number}"),
            },
            turn: |settings, steps| {
                let count = i32::from(MOST_SCREENS) + 1;
                settings.screen.screen =
                    i32::from(settings.screen.screen).saturating_add(steps).rem_euclid(count) as u8;
            },
        },
    ),
    Line::new(
        "Tall pixels",
        "Pixels are 1.2 times as high as wide, as on a screen of 4:3 in 1992.",
        Switch(|settings| &mut settings.screen.tall_pixels),
    ),
    Line::new("Wait for the screen", "Vsync: no picture is torn.", Switch(|settings| &mut settings.screen.vsync)),
    Line::new(
        "Frame output",
        "OpenGL uses the graphics card, Softbuffer does not. Auto uses it if there is one.",
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.present {
                    PresentBy::Auto => "Auto",
                    PresentBy::OpenGl => "OpenGL",
                    PresentBy::Softbuffer => "Softbuffer",
                };
                words.to_owned()
            },
            turn: |settings, steps| turn(&mut settings.screen.present, steps),
        },
    ),
    Line::new(
        "Most pictures a second",
        "Fewer pictures keep the machine cool.",
        Kind::Choice {
            words: |settings| match settings.screen.limit {
                0 => "No limit".to_owned(),
                limit => limit.to_string(),
            },
            turn: |settings, steps| settings.screen.limit = turned(&LIMITS, settings.screen.limit, steps),
        },
    ),
    Line::new(
        "Drawing threads",
        "How many of the processor's cores draw.",
        Kind::Choice {
            words: |settings| match settings.threads {
                0 => "All".to_owned(),
                threads => threads.to_string(),
            },
            turn: |settings, steps| {
                let count = i32::from(MOST_THREADS) + 1;
                settings.threads = i32::from(settings.threads).saturating_add(steps).rem_euclid(count) as u8;
            },
        },
    ),
    BACK,
];

const SPEED: Line = Line::new(
    "Speed of the game",
    "How fast time passes on a deck: less gives you longer to think and to aim.",
    percents(30, 150, |s| s.speed.get(), |s, percent| s.speed = Percent::new(percent)),
);

pub(super) const LANGUAGE: Line = Line::new(
    "Language",
    "In which language the game is played.",
    Kind::Choice {
        words: |settings| settings.language.own_name().to_owned(),
        turn: |settings, steps| settings.language = turned(&Language::ALL, settings.language, steps),
    },
);

pub(super) const GAME: [Line; 6] = [
    LANGUAGE,
    SPEED,
    Line::new(
        "Difficulty",
        "From the next deck on, or when this one begins again: 1 is the easiest.",
        Kind::Choice {
            words: |settings| format!("{} of {}", settings.skill.get(), skill::COUNT),
            turn: |settings, steps| settings.skill = settings.skill.after(steps),
        },
    ),
    Line::new(
        "Way to the next goal",
        "Through what you have seen: to the lift, else to a key, else to what you have not seen yet.",
        Kind::Choice {
            words: |settings| {
                let words = match settings.map.guide {
                    Guide::Off => "Off",
                    Guide::Map => "On the map",
                    Guide::Picture => "There and as an arrow",
                };
                words.to_owned()
            },
            turn: |settings, steps| turn(&mut settings.map.guide, steps),
        },
    ),
    Line::new(
        "Hints at secrets",
        "Lights glide along walls that hide something, when you come near.",
        Switch(|settings| &mut settings.view.secret_hints),
    ),
    BACK,
];
