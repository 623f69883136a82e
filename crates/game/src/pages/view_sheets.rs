//! The sheets of options of what is seen: the view, its comfort, and captions.

use crate::{
    files::settings::Degrees,
    pages::option_line::Kind::{self, Strength, Switch},
    pages::option_line::{BACK, Line, Number, percents, turn},
};
use renderer::{ColourVision, Crosshair, Outlined, Percent};

pub(super) const FIELD_OF_VIEW: Line = Line::new(
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
pub(super) const GAMMA: Line = Line::new(
    "Brightness",
    "Gamma: how bright what is neither black nor white looks.",
    percents(50, 250, |s| s.view.gamma.get(), |s, percent| s.view.gamma = Percent::new(percent)),
);
pub(super) const COLOURS: Line = Line::new(
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
        turn: |settings, steps| turn(&mut settings.view.colours, steps),
    },
);
pub(super) const CAPTIONS: Line = Line::new(
    "Sound captions",
    "Tells in words what is heard, and from where.",
    Switch(|settings| &mut settings.view.captions),
);
pub(super) const TEXT_SIZE: Line = Line::new(
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

pub(super) const VIEW: [Line; 15] = [
    FIELD_OF_VIEW,
    GAMMA,
    COLOURS,
    Line::new(
        "Dithering",
        "Spreads steps between two colours over neighbouring pixels.",
        Switch(|settings| &mut settings.view.dither),
    ),
    Line::new(
        "Calm distance",
        "What is far away shows smaller versions of its textures and does not flicker.",
        Switch(|settings| &mut settings.view.far_levels),
    ),
    Line::new(
        "Crosshair",
        "What marks the middle of the picture; that of a weapon shows how far it scatters.",
        Kind::Choice {
            words: |settings| match settings.view.crosshair {
                Crosshair::Weapon => "That of the weapon".to_owned(),
                other => format!("{other:?}"),
            },
            turn: |settings, steps| turn(&mut settings.view.crosshair, steps),
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
            turn: |settings, steps| turn(&mut settings.view.crosshair_colour, steps),
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
        "Outlines",
        "Bright borders round creatures that are not dead, and round what can be taken or broken.",
        Kind::Choice {
            words: |settings| {
                let words = match settings.view.outlines {
                    Outlined::Nothing => "Off",
                    Outlined::Creatures => "Creatures",
                    Outlined::All => "Creatures and things",
                };
                words.to_owned()
            },
            turn: |settings, steps| turn(&mut settings.view.outlines, steps),
        },
    ),
    Line::new(
        "Bright figures",
        "The undead, and what can be taken, are as bright in the dark as in light.",
        Switch(|settings| &mut settings.view.bright_figures),
    ),
    BACK,
];

pub(super) const CAPTION_LINES: [Line; 8] = [
    CAPTIONS,
    Line::new(
        "Of yourself",
        "Messages of what you take, and of what you cannot do.",
        Switch(|settings| &mut settings.view.caption_kinds.own),
    ),
    Line::new("Of the undead", "Cries, blows and falls.", Switch(|settings| &mut settings.view.caption_kinds.undead)),
    Line::new(
        "Of doors and walls",
        "Doors, switches, plates and walls that move.",
        Switch(|settings| &mut settings.view.caption_kinds.doors),
    ),
    Line::new(
        "Of the surroundings",
        "What breaks, bursts or explodes.",
        Switch(|settings| &mut settings.view.caption_kinds.surroundings),
    ),
    TEXT_SIZE,
    PLATE,
    BACK,
];

pub(super) const BOB: Line = Line::new(
    "Head bob",
    "How far the view goes up and down with your steps.",
    Strength(|settings| &mut settings.view.bob),
);
pub(super) const PAIN: Line = Line::new(
    "Flashes of pain",
    "How red the picture becomes when you are hit.",
    Strength(|settings| &mut settings.view.flashes),
);
pub(super) const SHAKE: Line = Line::new(
    "Shaking: blows",
    "How far the view is thrown about when you are hit.",
    Strength(|settings| &mut settings.view.shake),
);
pub(super) const FLICKER: Line = Line::new(
    "Flickering lamps",
    "How much lamps flicker that are broken.",
    Strength(|settings| &mut settings.view.flicker),
);

pub(super) const COMFORT: [Line; 21] = [
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
        "Turning sky",
        "How fast what lies outside the windows turns.",
        Strength(|settings| &mut settings.view.sky_turn),
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
