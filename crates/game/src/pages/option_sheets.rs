//! The sheets of the options, line by line.

use crate::files::presets::Preset;
use crate::files::settings::{Degrees, MOST_THREADS, Settings};
use crate::pages::option_line::Kind::{self, Keys, Strength, Switch};
use crate::pages::option_line::{Line, Number, Sheet, turned};
use crate::window::screen_options::{LIMITS, ROWS, Scaling, WindowKind};
use renderer::{ColourVision, Crosshair, CrosshairColour, Guide, Percent};

impl Sheet {
    /// All of them that a player can come to.
    pub(crate) const ALL: [Sheet; 8] = [
        Sheet::Top,
        Sheet::View,
        Sheet::Comfort,
        Sheet::Sound,
        Sheet::Controls,
        Sheet::Screen,
        Sheet::Game,
        Sheet::First,
    ];

    pub(crate) fn heading(self) -> &'static str {
        match self {
            Sheet::Top => "Options",
            Sheet::View => "View",
            Sheet::Comfort => "Comfort",
            Sheet::Sound => "Sound",
            Sheet::Controls => "Controls",
            Sheet::Screen => "Screen",
            Sheet::Game => "Game",
            Sheet::First => "Before the first game",
        }
    }

    /// Its lines; the last one leads back.
    pub(crate) fn lines(self) -> &'static [Line] {
        match self {
            Sheet::Top => &TOP,
            Sheet::View => &VIEW,
            Sheet::Comfort => &COMFORT,
            Sheet::Sound => &SOUND,
            Sheet::Controls => &CONTROLS,
            Sheet::Screen => &SCREEN,
            Sheet::Game => &GAME,
            Sheet::First => &FIRST,
        }
    }
}

/// A number of percent.
const fn percents(least: i32, most: i32, get: fn(&Settings) -> i32, set: fn(&mut Settings, i32)) -> Kind {
    Kind::Number(Number { least, most, step: 10, unit: " %", get, set })
}

const BACK: Line = Line::new("Back", "", Kind::Back);

const TOP: [Line; 10] = [
    Line::new("Comfort", "What moves, flashes and flickers, and how much of it.", Kind::Sheet(Sheet::Comfort)),
    Line::new("View", "The field of view, brightness, the crosshair, the HUD and captions.", Kind::Sheet(Sheet::View)),
    Line::new("Sound", "How loud what is.", Kind::Sheet(Sheet::Sound)),
    Line::new("Controls", "Keys, mouse and pad.", Kind::Sheet(Sheet::Controls)),
    Line::new("Screen", "The window, and how sharp and how often the picture is drawn.", Kind::Sheet(Sheet::Screen)),
    Line::new("Game", "How fast time passes, and whether the way on is shown.", Kind::Sheet(Sheet::Game)),
    Line::new(
        "Preset: Default",
        "Changes comfort, view and picture to what they were at first.",
        Kind::Preset(Preset::Default),
    ),
    Line::new(
        "Preset: Comfort",
        "Little moves and flashes, and what is heard is told in words. Keys and sound stay as they are.",
        Kind::Preset(Preset::Comfort),
    ),
    Line::new(
        "Preset: Classic 1992",
        "Large pixels, a narrow view, and nothing that bobs or shakes. Keys and sound stay as they are.",
        Kind::Preset(Preset::Classic),
    ),
    BACK,
];

const FIELD_OF_VIEW: Line = Line::new(
    "Field of view",
    "How much is seen to the sides, in a picture of 16:9. A wider one makes fewer people sick.",
    Kind::Number(Number {
        least: Degrees::LEAST.get(),
        most: Degrees::MOST.get(),
        step: 5,
        unit: "°",
        get: |settings| settings.field_of_view.get(),
        set: |settings, degrees| settings.field_of_view = Degrees::new(degrees),
    }),
);
const GAMMA: Line = Line::new(
    "Brightness",
    "Gamma: how bright what is neither black nor white looks.",
    percents(50, 250, |s| s.view.gamma.get(), |s, percent| s.view.gamma = Percent::new(percent)),
);
const COLOURS: Line = Line::new(
    "Colours",
    "Shifts colours for eyes that cannot tell red, green or blue from others.",
    Kind::Choice {
        words: |settings| {
            let words = match settings.view.colours {
                ColourVision::All => "As they are",
                ColourVision::NoRed => "For red-blind eyes",
                ColourVision::NoGreen => "For green-blind eyes",
                ColourVision::NoBlue => "For blue-blind eyes",
            };
            words.to_owned()
        },
        turn: |settings, steps| settings.view.colours = turned(&ColourVision::ALL, settings.view.colours, steps),
    },
);
const CAPTIONS: Line = Line::new(
    "Sound captions",
    "Tells in words what is heard, and from where.",
    Switch(|settings| &mut settings.view.captions),
);
const TEXT_SIZE: Line = Line::new(
    "Size of messages",
    "How large messages and captions are written.",
    Kind::Number(Number {
        least: 100,
        most: 400,
        step: 50,
        unit: " %",
        get: |settings| settings.view.text_size.get(),
        set: |settings, percent| settings.view.text_size = Percent::new(percent),
    }),
);
const PLATE: Line = Line::new(
    "Plate below messages",
    "How dark the plate is on which messages and captions stand.",
    Strength(|settings| &mut settings.view.text_plate),
);

const VIEW: [Line; 16] = [
    FIELD_OF_VIEW,
    GAMMA,
    COLOURS,
    Line::new(
        "Dithering",
        "Spreads steps between two colours over neighbouring pixels.",
        Switch(|settings| &mut settings.view.dither),
    ),
    Line::new(
        "Crosshair",
        "What marks the middle of the picture.",
        Kind::Choice {
            words: |settings| format!("{:?}", settings.view.crosshair),
            turn: |settings, steps| settings.view.crosshair = turned(&Crosshair::ALL, settings.view.crosshair, steps),
        },
    ),
    Line::new(
        "Size of the crosshair",
        "How large it is.",
        percents(50, 400, |s| s.view.crosshair_size.get(), |s, percent| s.view.crosshair_size = Percent::new(percent)),
    ),
    Line::new(
        "Colour of the crosshair",
        "Its colour.",
        Kind::Choice {
            words: |settings| format!("{:?}", settings.view.crosshair_colour),
            turn: |settings, steps| {
                settings.view.crosshair_colour = turned(&CrosshairColour::ALL, settings.view.crosshair_colour, steps);
            },
        },
    ),
    Line::new("HUD", "Health, ammunition and what you carry.", Switch(|settings| &mut settings.view.hud)),
    Line::new(
        "Size of the HUD",
        "How large it is, as far as there is room.",
        percents(50, 300, |s| s.view.hud_size.get(), |s, percent| s.view.hud_size = Percent::new(percent)),
    ),
    Line::new("Cover of the HUD", "How much of the deck it hides.", Strength(|settings| &mut settings.view.hud_cover)),
    Line::new(
        "Direction of blows",
        "Red arcs show from where you were hit.",
        Switch(|settings| &mut settings.view.blows),
    ),
    Line::new(
        "Bright figures",
        "The undead, and what can be taken, are as bright in the dark as in light.",
        Switch(|settings| &mut settings.view.bright_figures),
    ),
    CAPTIONS,
    TEXT_SIZE,
    PLATE,
    BACK,
];

const BOB: Line = Line::new(
    "Head bob",
    "How far the view goes up and down with your steps.",
    Strength(|settings| &mut settings.view.bob),
);
const PAIN: Line = Line::new(
    "Flashes of pain",
    "How red the picture becomes when you are hit.",
    Strength(|settings| &mut settings.view.flashes),
);
const SHAKE: Line = Line::new(
    "Shaking: blows",
    "How far the view is thrown about when you are hit.",
    Strength(|settings| &mut settings.view.shake),
);
const FLICKER: Line = Line::new(
    "Flickering lamps",
    "How much lamps flicker that are broken.",
    Strength(|settings| &mut settings.view.flicker),
);

const COMFORT: [Line; 20] = [
    BOB,
    Line::new("Weapon bob", "How far the weapon swings with them.", Strength(|settings| &mut settings.view.weapon_bob)),
    Line::new("Recoil", "How far a shot throws weapon and view back.", Strength(|settings| &mut settings.view.recoil)),
    SHAKE,
    Line::new(
        "Shaking: explosions",
        "How far explosions shake the view.",
        Strength(|settings| &mut settings.view.blast_shake),
    ),
    Line::new("Shaking: lifts", "How far a lift that stops does.", Strength(|settings| &mut settings.view.lift_shake)),
    Line::new(
        "Death fall",
        "How far the view sinks and turns when you die.",
        Strength(|settings| &mut settings.view.death_camera),
    ),
    Line::new(
        "Turning to boards",
        "How far the view turns to a board at which you play.",
        Strength(|settings| &mut settings.view.gaze),
    ),
    PAIN,
    Line::new(
        "Flashes of gain",
        "How golden the picture becomes when you take something.",
        Strength(|settings| &mut settings.view.gain_flashes),
    ),
    Line::new(
        "Red of death",
        "How red the picture becomes when you die.",
        Strength(|settings| &mut settings.view.death_flashes),
    ),
    Line::new(
        "Light of shots",
        "How brightly shots and explosions light up the deck.",
        Strength(|settings| &mut settings.view.shot_light),
    ),
    FLICKER,
    Line::new(
        "Pulsing alarms",
        "How much alarms and other lamps pulse.",
        Strength(|settings| &mut settings.view.pulse),
    ),
    Line::new(
        "Fade-out in the lift",
        "How black the picture becomes when the lift leaves.",
        Strength(|settings| &mut settings.view.fades),
    ),
    Line::new(
        "Transition length",
        "How long it takes from one picture to the next.",
        Strength(|settings| &mut settings.transitions.strength),
    ),
    Line::new(
        "Transition to a deck",
        "What leads to a deck.",
        Kind::Transition(|settings| &mut settings.transitions.new_deck),
    ),
    Line::new(
        "Transition after death",
        "What leads away from death.",
        Kind::Transition(|settings| &mut settings.transitions.after_death),
    ),
    Line::new(
        "Transition to a page",
        "What leads to the title, the tally and the ending.",
        Kind::Transition(|settings| &mut settings.transitions.pages),
    ),
    BACK,
];

const SOUND: [Line; 7] = [
    Line::new("Volume of all", "How loud the game is.", Strength(|settings| &mut settings.volumes.all)),
    Line::new(
        "Volume of effects",
        "Shots, doors, steps and all that happens.",
        Strength(|settings| &mut settings.volumes.effects),
    ),
    Line::new("Volume of voices", "The undead, and you.", Strength(|settings| &mut settings.volumes.voices)),
    Line::new(
        "Volume of surroundings",
        "What the ship is heard to do all the time.",
        Strength(|settings| &mut settings.volumes.surroundings),
    ),
    Line::new("Volume of music", "The music.", Strength(|settings| &mut settings.volumes.music)),
    Line::new("Mono", "Both ears hear the same.", Switch(|settings| &mut settings.mono)),
    BACK,
];

const CONTROLS: [Line; 10] = [
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
        "Pad: dead zone",
        "How far a stick leans before it counts.",
        Strength(|settings| &mut settings.pad.dead_zone),
    ),
    Line::new("Pad: turning", "How fast the right stick turns.", Strength(|settings| &mut settings.pad.turning)),
    Line::new(
        "Pad: rumble",
        "How strongly blows, shots and explosions are felt.",
        Strength(|settings| &mut settings.pad.rumble),
    ),
    BACK,
];

const SCREEN: [Line; 7] = [
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
            turn: |settings, steps| settings.screen.scaling = turned(&Scaling::ALL, settings.screen.scaling, steps),
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
            turn: |settings, steps| settings.screen.window = turned(&WindowKind::ALL, settings.screen.window, steps),
        },
    ),
    Line::new("Wait for the screen", "Vsync: no picture is torn.", Switch(|settings| &mut settings.screen.vsync)),
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

const GAME: [Line; 4] = [
    SPEED,
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
            turn: |settings, steps| settings.map.guide = turned(&Guide::ALL, settings.map.guide, steps),
        },
    ),
    Line::new(
        "Hints at secrets",
        "Lights glide along walls that hide something, when you come near.",
        Switch(|settings| &mut settings.view.secret_hints),
    ),
    BACK,
];

const FIRST: [Line; 12] = [
    Line::new("Begin", "All of this, and more, can be changed at any time under Options.", Kind::Back),
    TOP[6],
    TOP[7],
    TOP[8],
    GAMMA,
    PAIN,
    SHAKE,
    BOB,
    FLICKER,
    CAPTIONS,
    TEXT_SIZE,
    COLOURS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_changed_within_its_bounds_and_back_and_says_what_it_is_for() {
        for sheet in Sheet::ALL {
            for line in sheet.lines() {
                let is_setting = !matches!(line.kind, Kind::Back | Kind::Sheet(_) | Keys | Kind::Preset(_));
                assert_eq!(line.help.is_empty(), line.name == "Back", "{}", line.name);
                if !is_setting {
                    continue;
                }
                // Some are at their least at first, others at their most.
                let mut settings = Settings::default();
                line.change(&mut settings, -1);
                let steps = if settings == Settings::default() { 1 } else { -1 };
                let mut settings = Settings::default();
                line.change(&mut settings, steps);
                assert_ne!(settings, Settings::default(), "{}", line.name);
                assert_ne!(line.value(settings), line.value(Settings::default()), "{}", line.name);
                line.change(&mut settings, -steps);
                assert_eq!(settings, Settings::default(), "{}", line.name);
                for steps in [-1000, 1000, 7, i32::MAX, i32::MIN] {
                    line.change(&mut settings, steps);
                    assert!(line.row(settings).part.is_none_or(|part| (0.0..=1.0).contains(&part)));
                }
                for part in [0.0, 0.4, 1.0] {
                    line.point(&mut settings, part);
                    assert!(line.row(settings).part.is_none_or(|part| (0.0..=1.0).contains(&part)));
                }
            }
        }
    }

    #[test]
    fn each_sheet_has_a_way_back_and_no_name_stands_twice_on_one() {
        for sheet in Sheet::ALL {
            let names: Vec<&str> = sheet.lines().iter().map(|line| line.name).collect();
            assert!(sheet.lines().iter().any(|line| matches!(line.kind, Kind::Back)), "{sheet:?}");
            assert!(names.iter().enumerate().all(|(number, name)| !names[..number].contains(name)), "{names:?}");
        }
    }
}
