//! Sheets of options for what is seen: the view, comfort, and captions.

use crate::{
    files::settings::Degrees,
    pages::option_line::Kind::{self, Strength, Switch},
    pages::option_line::{BACK, Line, Number, percents, turn},
};
use renderer::{ColourVision, Crosshair, CrosshairColour, Outlined, Percent};
use words::say;

pub(super) const FIELD_OF_VIEW: Line = Line::new(
    say!("Field of view"),
    say!("How much is seen to the sides, in a picture of 16:9. A wider one makes fewer people sick."),
    Kind::Number(Number {
        least: Degrees::MIN.get(),
        most: Degrees::MAX.get(),
        step: 5,
        unit: "°",
        get: |settings| settings.field_of_view.get(),
        set: |settings, degrees| settings.field_of_view = Degrees::new(degrees),
    }),
);
pub(super) const GAMMA: Line = Line::new(
    say!("Brightness"),
    say!("Gamma: how bright what is neither black nor white looks."),
    percents(50, 250, |s| s.view.gamma.get(), |s, percent| s.view.gamma = Percent::new(percent)),
);
pub(super) const COLOURS: Line = Line::new(
    say!("Colours"),
    say!("Shifts colours for eyes that cannot tell red, green or blue from others."),
    Kind::Choice {
        words: |settings| {
            let words = match settings.view.colours {
                ColourVision::All => say!("As they are"),
                ColourVision::NoRed => say!("For red-blind eyes"),
                ColourVision::NoGreen => say!("For green-blind eyes"),
                ColourVision::NoBlue => say!("For blue-blind eyes"),
            };
            words.into()
        },
        turn: |settings, steps| turn(&mut settings.view.colours, steps),
    },
);
pub(super) const CAPTIONS: Line = Line::new(
    say!("Sound captions"),
    say!("Tells in words what is heard, and from where."),
    Switch(|settings| &mut settings.view.captions),
);
pub(super) const TEXT_SIZE: Line = Line::new(
    say!("Size of messages"),
    say!("How large messages and captions are written."),
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
    say!("Plate below messages"),
    say!("How dark the plate is on which messages and captions stand."),
    Strength(|settings| &mut settings.view.text_plate),
);

pub(super) const VIEW: [Line; 15] = [
    FIELD_OF_VIEW,
    GAMMA,
    COLOURS,
    Line::new(
        say!("Dithering"),
        say!("Spreads steps between two colours over neighbouring pixels."),
        Switch(|settings| &mut settings.view.dither),
    ),
    Line::new(
        say!("Calm distance"),
        say!("What is far away shows smaller versions of its textures and does not flicker."),
        Switch(|settings| &mut settings.view.far_levels),
    ),
    Line::new(
        say!("Crosshair"),
        say!("What marks the middle of the picture; that of a weapon shows how far it scatters."),
        Kind::Choice {
            words: |settings| match settings.view.crosshair {
                Crosshair::None => say!("None").into(),
                Crosshair::Dot => say!("Dot").into(),
                Crosshair::Cross => say!("Cross").into(),
                Crosshair::Ring => say!("Ring").into(),
                Crosshair::Weapon => say!("That of the weapon").into(),
            },
            turn: |settings, steps| turn(&mut settings.view.crosshair, steps),
        },
    ),
    Line::new(
        say!("Size of the crosshair"),
        say!("How large it is."),
        percents(50, 400, |s| s.view.crosshair_size.get(), |s, percent| s.view.crosshair_size = Percent::new(percent)),
    ),
    Line::new(
        say!("Colour of the crosshair"),
        say!("Its colour."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.view.crosshair_colour {
                    CrosshairColour::White => say!("White"),
                    CrosshairColour::Yellow => say!("Yellow"),
                    CrosshairColour::Pale => say!("Pale"),
                    CrosshairColour::Cyan => say!("Cyan"),
                    CrosshairColour::Magenta => say!("Magenta"),
                    CrosshairColour::Red => say!("Red"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.view.crosshair_colour, steps),
        },
    ),
    Line::new(say!("HUD"), say!("Health, ammunition and what you carry."), Switch(|settings| &mut settings.view.hud)),
    Line::new(
        say!("Size of the HUD"),
        say!("How large it is, as far as there is room."),
        percents(50, 300, |s| s.view.hud_size.get(), |s, percent| s.view.hud_size = Percent::new(percent)),
    ),
    Line::new(
        say!("Cover of the HUD"),
        say!("How much of the deck it hides."),
        Strength(|settings| &mut settings.view.hud_cover),
    ),
    Line::new(
        say!("Direction of blows"),
        say!("Red arcs show from where you were hit."),
        Switch(|settings| &mut settings.view.blows),
    ),
    Line::new(
        say!("Outlines"),
        say!("Bright borders round creatures that are not dead, and round what can be taken or broken."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.view.outlines {
                    Outlined::Nothing => say!("Off"),
                    Outlined::Creatures => say!("Creatures"),
                    Outlined::All => say!("Creatures and things"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.view.outlines, steps),
        },
    ),
    Line::new(
        say!("Bright figures"),
        say!("The undead, and what can be taken, are as bright in the dark as in light."),
        Switch(|settings| &mut settings.view.bright_figures),
    ),
    BACK,
];

pub(super) const CAPTION_LINES: [Line; 8] = [
    CAPTIONS,
    Line::new(
        say!("Of yourself"),
        say!("Messages of what you take, and of what you cannot do."),
        Switch(|settings| &mut settings.view.caption_kinds.own),
    ),
    Line::new(
        say!("Of the undead"),
        say!("Cries, blows and falls."),
        Switch(|settings| &mut settings.view.caption_kinds.undead),
    ),
    Line::new(
        say!("Of doors and walls"),
        say!("Doors, switches, plates and walls that move."),
        Switch(|settings| &mut settings.view.caption_kinds.doors),
    ),
    Line::new(
        say!("Of the surroundings"),
        say!("What breaks, bursts or explodes."),
        Switch(|settings| &mut settings.view.caption_kinds.surroundings),
    ),
    TEXT_SIZE,
    PLATE,
    BACK,
];

pub(super) const BOB: Line = Line::new(
    say!("Head bob"),
    say!("How far the view goes up and down with your steps."),
    Strength(|settings| &mut settings.view.bob),
);
pub(super) const PAIN: Line = Line::new(
    say!("Flashes of pain"),
    say!("How red the picture becomes when you are hit."),
    Strength(|settings| &mut settings.view.flashes),
);
pub(super) const SHAKE: Line = Line::new(
    say!("Shaking: blows"),
    say!("How far the view is thrown about when you are hit."),
    Strength(|settings| &mut settings.view.shake),
);
pub(super) const FLICKER: Line = Line::new(
    say!("Flickering lamps"),
    say!("How much lamps flicker that are broken."),
    Strength(|settings| &mut settings.view.flicker),
);

pub(super) const COMFORT: [Line; 21] = [
    BOB,
    Line::new(
        say!("Weapon bob"),
        say!("How far the weapon swings with them."),
        Strength(|settings| &mut settings.view.weapon_bob),
    ),
    Line::new(
        say!("Recoil"),
        say!("How far a shot throws weapon and view back."),
        Strength(|settings| &mut settings.view.recoil),
    ),
    SHAKE,
    Line::new(
        say!("Shaking: explosions"),
        say!("How far explosions shake the view."),
        Strength(|settings| &mut settings.view.blast_shake),
    ),
    Line::new(
        say!("Shaking: lifts"),
        say!("How far a lift that stops does."),
        Strength(|settings| &mut settings.view.lift_shake),
    ),
    Line::new(
        say!("Death fall"),
        say!("How far the view sinks and turns when you die."),
        Strength(|settings| &mut settings.view.death_camera),
    ),
    Line::new(
        say!("Turning to boards"),
        say!("How far the view turns to a board at which you play."),
        Strength(|settings| &mut settings.view.gaze),
    ),
    PAIN,
    Line::new(
        say!("Flashes of gain"),
        say!("How golden the picture becomes when you take something."),
        Strength(|settings| &mut settings.view.gain_flashes),
    ),
    Line::new(
        say!("Red of death"),
        say!("How red the picture becomes when you die."),
        Strength(|settings| &mut settings.view.death_flashes),
    ),
    Line::new(
        say!("Light of shots"),
        say!("How brightly shots and explosions light up the deck."),
        Strength(|settings| &mut settings.view.shot_light),
    ),
    FLICKER,
    Line::new(
        say!("Pulsing alarms"),
        say!("How much alarms and other lamps pulse."),
        Strength(|settings| &mut settings.view.pulse),
    ),
    Line::new(
        say!("Turning sky"),
        say!("How fast what lies outside the windows turns."),
        Strength(|settings| &mut settings.view.sky_turn),
    ),
    Line::new(
        say!("Fade-out in the lift"),
        say!("How black the picture becomes when the lift leaves."),
        Strength(|settings| &mut settings.view.fades),
    ),
    Line::new(
        say!("Transition length"),
        say!("How long it takes from one picture to the next."),
        Strength(|settings| &mut settings.transitions.strength),
    ),
    Line::new(
        say!("Transition to a deck"),
        say!("What leads to a deck."),
        Kind::Transition(|settings| &mut settings.transitions.new_deck),
    ),
    Line::new(
        say!("Transition after death"),
        say!("What leads away from death."),
        Kind::Transition(|settings| &mut settings.transitions.after_death),
    ),
    Line::new(
        say!("Transition to a page"),
        say!("What leads to the title, the tally and the ending."),
        Kind::Transition(|settings| &mut settings.transitions.pages),
    ),
    BACK,
];
