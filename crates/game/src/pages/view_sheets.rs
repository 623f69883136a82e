//! Sheets of options for what is seen: the view, comfort, and captions.

use crate::{
    files::settings::Degrees,
    pages::option_line::Kind::{self, Strength, Switch},
    pages::option_line::{BACK, Line, Number, percents, turn},
};
use localization::say;
use renderer::{ColourVision, Crosshair, CrosshairColour, Outlined, Percent};

pub(super) const FIELD_OF_VIEW: Line = Line::new(
    say!("Field of view"),
    say!("Horizontal field of view at 16:9. A wider view reduces motion sickness for most people."),
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
    say!("Gamma correction: brightens or darkens midtones."),
    percents(50, 250, |s| s.view.gamma.get(), |s, percent| s.view.gamma = Percent::new(percent)),
);
pub(super) const COLOURS: Line = Line::new(
    say!("Colour vision"),
    say!("Shifts colours for people who cannot see red, green or blue well."),
    Kind::Choice {
        words: |settings| {
            let words = match settings.view.colours {
                ColourVision::All => say!("Normal"),
                ColourVision::NoRed => say!("Protanopia"),
                ColourVision::NoGreen => say!("Deuteranopia"),
                ColourVision::NoBlue => say!("Tritanopia"),
            };
            words.into()
        },
        turn: |settings, steps| turn(&mut settings.view.colours, steps),
    },
);
pub(super) const CAPTIONS: Line = Line::new(
    say!("Sound captions"),
    say!("Describes sounds in words, with their direction."),
    Switch(|settings| &mut settings.view.captions),
);
pub(super) const TEXT_SIZE: Line = Line::new(
    say!("Message size"),
    say!("Text size of messages and captions."),
    Kind::Number(Number {
        least: 100,
        most: 400,
        step: 50,
        unit: " %",
        get: |settings| settings.view.text_size.get(),
        set: |settings, percent| settings.view.text_size = Percent::new(percent),
    }),
);
const MENU_TEXT: Line = Line::new(
    say!("Menu text size"),
    say!("Text size of menus and pages, as far as the resolution has room for it."),
    Kind::Number(Number {
        least: 100,
        most: 400,
        step: 50,
        unit: " %",
        get: |settings| settings.view.menu_text.get(),
        set: |settings, percent| settings.view.menu_text = Percent::new(percent),
    }),
);
const PLATE: Line = Line::new(
    say!("Message background"),
    say!("How dark the background of messages and captions is."),
    Strength(|settings| &mut settings.view.text_plate),
);

pub(super) const VIEW: [Line; 16] = [
    FIELD_OF_VIEW,
    GAMMA,
    COLOURS,
    Line::new(
        say!("Dithering"),
        say!("Smooths steps between colours with a pixel pattern."),
        Switch(|settings| &mut settings.view.dither),
    ),
    Line::new(
        say!("Distant texture smoothing"),
        say!("Uses mipmaps so that distant textures do not flicker."),
        Switch(|settings| &mut settings.view.far_levels),
    ),
    Line::new(
        say!("Crosshair"),
        say!("Marks the centre of the view. By weapon: its size shows how far the weapon scatters."),
        Kind::Choice {
            words: |settings| match settings.view.crosshair {
                Crosshair::None => say!("None").into(),
                Crosshair::Dot => say!("Dot").into(),
                Crosshair::Cross => say!("Cross").into(),
                Crosshair::Ring => say!("Ring").into(),
                Crosshair::Weapon => say!("By weapon").into(),
            },
            turn: |settings, steps| turn(&mut settings.view.crosshair, steps),
        },
    ),
    Line::new(
        say!("Crosshair size"),
        say!("Size of the crosshair."),
        percents(50, 400, |s| s.view.crosshair_size.get(), |s, percent| s.view.crosshair_size = Percent::new(percent)),
    ),
    Line::new(
        say!("Crosshair colour"),
        say!("Colour of the crosshair."),
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
    Line::new(
        say!("HUD"),
        say!("Shows health, ammunition and what you carry."),
        Switch(|settings| &mut settings.view.hud),
    ),
    Line::new(
        say!("HUD size"),
        say!("Size of the HUD, as far as there is room."),
        percents(50, 300, |s| s.view.hud_size.get(), |s, percent| s.view.hud_size = Percent::new(percent)),
    ),
    MENU_TEXT,
    Line::new(say!("HUD opacity"), say!("How opaque the HUD is."), Strength(|settings| &mut settings.view.hud_cover)),
    Line::new(
        say!("Damage direction indicator"),
        say!("Red arcs show the direction from which you were hit."),
        Switch(|settings| &mut settings.view.blows),
    ),
    Line::new(
        say!("Outlines"),
        say!("Draws bright outlines round living creatures, and round items and breakable objects."),
        Kind::Choice {
            words: |settings| {
                let words = match settings.view.outlines {
                    Outlined::Nothing => say!("Off"),
                    Outlined::Creatures => say!("Creatures"),
                    Outlined::All => say!("Creatures and items"),
                };
                words.into()
            },
            turn: |settings, steps| turn(&mut settings.view.outlines, steps),
        },
    ),
    Line::new(
        say!("Bright sprites"),
        say!("Draws enemies and items at full brightness, even in the dark."),
        Switch(|settings| &mut settings.view.bright_figures),
    ),
    BACK,
];

pub(super) const CAPTION_LINES: [Line; 8] = [
    CAPTIONS,
    Line::new(
        say!("Player"),
        say!("Shows messages for items you pick up and for actions that are not possible."),
        Switch(|settings| &mut settings.view.caption_kinds.own),
    ),
    Line::new(
        say!("Enemies"),
        say!("Shows captions for cries, attacks and deaths of enemies."),
        Switch(|settings| &mut settings.view.caption_kinds.undead),
    ),
    Line::new(
        say!("Doors and walls"),
        say!("Shows captions for doors, switches, pressure plates and moving walls."),
        Switch(|settings| &mut settings.view.caption_kinds.doors),
    ),
    Line::new(
        say!("Surroundings"),
        say!("Shows captions for breaking objects, bursts and explosions."),
        Switch(|settings| &mut settings.view.caption_kinds.surroundings),
    ),
    TEXT_SIZE,
    PLATE,
    BACK,
];

pub(super) const BOB: Line = Line::new(
    say!("Head bob"),
    say!("How much the view moves up and down as you walk."),
    Strength(|settings| &mut settings.view.bob),
);
pub(super) const PAIN: Line = Line::new(
    say!("Damage flash"),
    say!("How strongly the view flashes red when you are hit."),
    Strength(|settings| &mut settings.view.flashes),
);
pub(super) const SHAKE: Line = Line::new(
    say!("Screen shake: hits"),
    say!("How much the view shakes when you are hit."),
    Strength(|settings| &mut settings.view.shake),
);
pub(super) const FLICKER: Line = Line::new(
    say!("Flickering lights"),
    say!("How much broken lights flicker."),
    Strength(|settings| &mut settings.view.flicker),
);

pub(super) const COMFORT: [Line; 21] = [
    BOB,
    Line::new(
        say!("Weapon bob"),
        say!("How much the weapon swings as you walk."),
        Strength(|settings| &mut settings.view.weapon_bob),
    ),
    Line::new(
        say!("Recoil"),
        say!("How much a shot kicks the weapon and the view."),
        Strength(|settings| &mut settings.view.recoil),
    ),
    SHAKE,
    Line::new(
        say!("Screen shake: explosions"),
        say!("How much explosions shake the view."),
        Strength(|settings| &mut settings.view.blast_shake),
    ),
    Line::new(
        say!("Screen shake: lifts"),
        say!("How much a stopping lift shakes the view."),
        Strength(|settings| &mut settings.view.lift_shake),
    ),
    Line::new(
        say!("Death camera"),
        say!("How far the view drops and turns when you die."),
        Strength(|settings| &mut settings.view.death_camera),
    ),
    Line::new(
        say!("Turn to boards"),
        say!("How far the view turns towards a board that you play at."),
        Strength(|settings| &mut settings.view.gaze),
    ),
    PAIN,
    Line::new(
        say!("Pickup flash"),
        say!("How strongly the view flashes when you pick something up."),
        Strength(|settings| &mut settings.view.gain_flashes),
    ),
    Line::new(
        say!("Death screen tint"),
        say!("How red the view turns when you die."),
        Strength(|settings| &mut settings.view.death_flashes),
    ),
    Line::new(
        say!("Muzzle flash light"),
        say!("How brightly muzzle flashes and explosions light the deck."),
        Strength(|settings| &mut settings.view.shot_light),
    ),
    FLICKER,
    Line::new(
        say!("Pulsing lights"),
        say!("How much alarm lights and other lights pulse."),
        Strength(|settings| &mut settings.view.pulse),
    ),
    Line::new(
        say!("Sky rotation"),
        say!("How fast the sky outside the windows turns."),
        Strength(|settings| &mut settings.view.sky_turn),
    ),
    Line::new(
        say!("Lift fade-out"),
        say!("How dark the view becomes when the lift leaves."),
        Strength(|settings| &mut settings.view.fades),
    ),
    Line::new(
        say!("Transition length"),
        say!("Duration of screen transitions."),
        Strength(|settings| &mut settings.transitions.strength),
    ),
    Line::new(
        say!("Deck transition"),
        say!("Screen effect when a deck starts."),
        Kind::Transition(|settings| &mut settings.transitions.new_deck),
    ),
    Line::new(
        say!("Death transition"),
        say!("Screen effect after you die."),
        Kind::Transition(|settings| &mut settings.transitions.after_death),
    ),
    Line::new(
        say!("Menu transition"),
        say!("Screen effect before the title, the tally and the ending."),
        Kind::Transition(|settings| &mut settings.transitions.pages),
    ),
    BACK,
];
