//! Sheets of options for playing: controls, display, and game.

use crate::{
    files::settings::MAX_THREADS,
    flow::skill,
    input::pad::Curve,
    pages::option_line::Kind::{self, Keys, Strength, Switch},
    pages::option_line::{BACK, Line, percents, turn, turned},
    window::screen_options::{LIMITS, MAX_SCREENS, PresentBy, ROWS, Scaling, WindowKind},
};
use renderer::{Guide, Percent};
use words::{Language, Said, say};

/// Returns the name of a stick's response curve.
fn curve(curve: Curve) -> Said {
    let words = match curve {
        Curve::Straight => say!("Straight"),
        Curve::Gentle => say!("Gentle"),
        Curve::Steep => say!("Steep"),
    };
    words.into()
}

pub(super) const CONTROLS: [Line; 14] = [
    Line::new(say!("Keys, mouse and pad"), say!("Which key or button does what."), Keys),
    Line::new(
        say!("Mouse speed"),
        say!("How far the mouse turns."),
        percents(10, 400, |s| s.hands.mouse.get(), |s, percent| s.hands.mouse = Percent::new(percent)),
    ),
    Line::new(
        say!("Mouse inverted"),
        say!("The mouse turns the other way round."),
        Switch(|settings| &mut settings.hands.invert),
    ),
    Line::new(
        say!("Always run"),
        say!("You run, and walk while the key for running is held."),
        Switch(|settings| &mut settings.hands.always_run),
    ),
    Line::new(
        say!("Run by one press"),
        say!("The key for running is pressed to begin and pressed to end, not held."),
        Switch(|settings| &mut settings.hands.run_toggles),
    ),
    Line::new(
        say!("Mouse alone"),
        say!("A click walks there, shoots what it points at or uses what is near; edges turn; plates do the rest."),
        Switch(|settings| &mut settings.hands.mouse_alone),
    ),
    Line::new(
        say!("Aim help"),
        say!("Whoever fires beside a creature is turned to it: how far beside."),
        Strength(|settings| &mut settings.hands.aim_help),
    ),
    Line::new(
        say!("Pad: dead zone of walking"),
        say!("How far the left stick leans before it counts."),
        Strength(|settings| &mut settings.pad.dead_zone),
    ),
    Line::new(
        say!("Pad: dead zone of turning"),
        say!("How far the right stick leans before it counts."),
        Strength(|settings| &mut settings.pad.turn_dead_zone),
    ),
    Line::new(
        say!("Pad: curve of walking"),
        say!("Straight: as fast as the left stick leans. Gentle and Steep: slower at first."),
        Kind::Choice {
            words: |settings| curve(settings.pad.walk_curve),
            turn: |settings, steps| turn(&mut settings.pad.walk_curve, steps),
        },
    ),
    Line::new(
        say!("Pad: curve of turning"),
        say!("Straight: as fast as the right stick leans. Gentle and Steep: slower at first, to aim."),
        Kind::Choice {
            words: |settings| curve(settings.pad.turn_curve),
            turn: |settings, steps| turn(&mut settings.pad.turn_curve, steps),
        },
    ),
    Line::new(
        say!("Pad: turning"),
        say!("How fast the right stick turns."),
        Strength(|settings| &mut settings.pad.turning),
    ),
    Line::new(
        say!("Pad: rumble"),
        say!("How strongly blows, shots and explosions are felt."),
        Strength(|settings| &mut settings.pad.rumble),
    ),
    BACK,
];

pub(super) const SCREEN: [Line; 10] = [
    Line::new(
        say!("Rows of pixels"),
        say!("How fine the picture is drawn: few rows look old, many take time to draw."),
        Kind::Choice {
            words: |settings| match settings.screen.rows {
                0 => say!("The window's own").into(),
                rows => rows.into(),
            },
            turn: |settings, steps| settings.screen.rows = turned(&ROWS, settings.screen.rows, steps),
        },
    ),
    Line::new(
        say!("Scaling"),
        say!("Fill: the picture takes the window's shape. Whole: 16:9 with borders. Stretched: 16:9 over all of it."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.scaling {
                    Scaling::Fill => say!("Fill"),
                    Scaling::Whole => say!("Whole"),
                    Scaling::Stretched => say!("Stretched"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.screen.scaling, steps),
        },
    ),
    Line::new(
        say!("Window"),
        say!("Alt+Enter changes between a window and one without borders at any time."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.screen.window {
                    WindowKind::Window => say!("Window"),
                    WindowKind::Borderless => say!("Without borders"),
                    WindowKind::FullScreen => say!("Full screen"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.screen.window, steps),
        },
    ),
    Line::new(
        say!("Which screen"),
        say!("Where the window opens or fills all, if there are several."),
        Kind::Choice {
            words: |settings| match settings.screen.screen {
                0 => say!("The one it is on").into(),
                number => say!("Number {number}", number),
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
        say!("Pixels are 1.2 times as high as wide, as on a screen of 4:3 in 1992."),
        Switch(|settings| &mut settings.screen.tall_pixels),
    ),
    Line::new(
        say!("Wait for the screen"),
        say!("Vsync: no picture is torn."),
        Switch(|settings| &mut settings.screen.vsync),
    ),
    Line::new(
        say!("Frame output"),
        say!("OpenGL uses the graphics card, Softbuffer does not. Auto uses it if there is one."),
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
        say!("Most pictures a second"),
        say!("Fewer pictures keep the machine cool."),
        Kind::Choice {
            words: |settings| match settings.screen.limit {
                0 => say!("No limit").into(),
                limit => limit.into(),
            },
            turn: |settings, steps| settings.screen.limit = turned(&LIMITS, settings.screen.limit, steps),
        },
    ),
    Line::new(
        say!("Drawing threads"),
        say!("How many of the processor's cores draw."),
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

const SPEED: Line = Line::new(
    say!("Speed of the game"),
    say!("How fast time passes on a deck: less gives you longer to think and to aim."),
    percents(30, 150, |s| s.speed.get(), |s, percent| s.speed = Percent::new(percent)),
);

pub(super) const LANGUAGE: Line = Line::new(
    say!("Language"),
    say!("In which language the game is played."),
    Kind::Choice {
        words: |settings| Said::literal(settings.language.own_name()),
        turn: |settings, steps| settings.language = turned(&Language::ALL, settings.language, steps),
    },
);

pub(super) const GAME: [Line; 6] = [
    LANGUAGE,
    SPEED,
    Line::new(
        say!("Difficulty"),
        say!("From the next deck on, or when this one begins again: 1 is the easiest."),
        Kind::Choice {
            words: |settings| say!("{number} of {all}", number = settings.skill.get(), all = skill::COUNT),
            turn: |settings, steps| settings.skill = settings.skill.after(steps),
        },
    ),
    Line::new(
        say!("Way to the next goal"),
        say!("Through what you have seen: to the lift, else to a key, else to what you have not seen yet."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.map.guide {
                    Guide::Off => say!("Off"),
                    Guide::Map => say!("On the map"),
                    Guide::Picture => say!("There and as an arrow"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.map.guide, steps),
        },
    ),
    Line::new(
        say!("Hints at secrets"),
        say!("Lights glide along walls that hide something, when you come near."),
        Switch(|settings| &mut settings.view.secret_hints),
    ),
    BACK,
];
