//! Sheets of the options with their lines.

#[cfg(not(target_family = "wasm"))]
use crate::pages::play_sheets::SCREEN;
#[cfg(target_family = "wasm")]
use crate::pages::play_sheets::SCREEN_OF_PAGE;
use crate::{
    files::presets::Preset,
    pages::option_line::Kind::{self, Strength, Switch},
    pages::option_line::{BACK, Line, Sheet},
    pages::play_sheets::{CONTROLS, GAME, LANGUAGE},
    pages::view_sheets::{
        BOB, CAPTION_LINES, CAPTIONS, COLOURS, COMFORT, FLICKER, GAMMA, PAIN, SHAKE, TEXT_SIZE, VIEW,
    },
};
use localization::{Key, say};

impl Sheet {
    pub(crate) fn heading(self) -> Key {
        match self {
            Sheet::Top => say!("Options"),
            Sheet::View => say!("View"),
            Sheet::Comfort => say!("Comfort"),
            Sheet::Sound => say!("Sound"),
            Sheet::Controls => say!("Controls"),
            Sheet::Screen => say!("Video"),
            Sheet::Game => say!("Game"),
            Sheet::Captions => say!("Captions"),
            Sheet::First => say!("First-time setup"),
        }
    }

    /// Returns the lines; the last one goes back.
    pub(crate) fn lines(self) -> &'static [Line] {
        match self {
            #[cfg(target_family = "wasm")]
            Sheet::Screen => &SCREEN_OF_PAGE,
            Sheet::Top => &TOP,
            Sheet::View => &VIEW,
            Sheet::Comfort => &COMFORT,
            Sheet::Sound => &SOUND,
            Sheet::Controls => &CONTROLS,
            #[cfg(not(target_family = "wasm"))]
            Sheet::Screen => &SCREEN,
            Sheet::Game => &GAME,
            Sheet::Captions => &CAPTION_LINES,
            Sheet::First => &FIRST,
        }
    }
}

const TOP: [Line; 13] = [
    Line::new(say!("Comfort"), say!("Motion, flashes, flicker and transitions."), Kind::Sheet(Sheet::Comfort)),
    Line::new(say!("View"), say!("Field of view, brightness, crosshair, HUD and outlines."), Kind::Sheet(Sheet::View)),
    Line::new(say!("Sound"), say!("Volume levels and mono sound."), Kind::Sheet(Sheet::Sound)),
    Line::new(say!("Controls"), say!("Key bindings, mouse, gamepad and aim assist."), Kind::Sheet(Sheet::Controls)),
    Line::new(say!("Video"), say!("Window mode, resolution, V-sync and frame rate."), Kind::Sheet(Sheet::Screen)),
    Line::new(say!("Game"), say!("Language, difficulty, game speed and navigation help."), Kind::Sheet(Sheet::Game)),
    Line::new(say!("Captions"), say!("Which captions and messages are shown, and how."), Kind::Sheet(Sheet::Captions)),
    Line::new(
        say!("Preset: Default"),
        say!("Resets comfort, view and video settings to their defaults."),
        Kind::Preset(Preset::Default),
    ),
    Line::new(
        say!("Preset: Comfort"),
        say!("Little motion, few flashes, and captions for sounds. Controls and sound do not change."),
        Kind::Preset(Preset::Comfort),
    ),
    Line::new(
        say!("Preset: Classic 1992"),
        say!("Large pixels, a narrow view, no bobbing or shaking. Controls and sound do not change."),
        Kind::Preset(Preset::Classic),
    ),
    Line::new(
        say!("Preset: Handheld"),
        say!("Large menus, messages and numbers, to read from a metre away. Controls and sound do not change."),
        Kind::Preset(Preset::Handheld),
    ),
    Line::new(say!("Mods"), say!("Your mods: which are on, their order, and what they change."), Kind::Mods),
    BACK,
];

const SOUND: [Line; 7] = [
    Line::new(say!("Master volume"), say!("Volume of the whole game."), Strength(|settings| &mut settings.volumes.all)),
    Line::new(
        say!("Effects volume"),
        say!("Volume of shots, doors, footsteps and other effects."),
        Strength(|settings| &mut settings.volumes.effects),
    ),
    Line::new(
        say!("Voice volume"),
        say!("Volume of voices: enemies and you."),
        Strength(|settings| &mut settings.volumes.voices),
    ),
    Line::new(
        say!("Ambience volume"),
        say!("Volume of the background noise of the ship."),
        Strength(|settings| &mut settings.volumes.surroundings),
    ),
    Line::new(say!("Music volume"), say!("Volume of the music."), Strength(|settings| &mut settings.volumes.music)),
    Line::new(say!("Mono"), say!("Plays the same sound on both channels."), Switch(|settings| &mut settings.mono)),
    BACK,
];

const FIRST: [Line; 13] = [
    Line::new(say!("Begin"), say!("You can change all of this at any time under Options."), Kind::Back),
    LANGUAGE,
    TOP[7],
    TOP[8],
    TOP[9],
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
    use crate::{
        files::language::Languages,
        files::settings::Settings,
        pages::option_line::Kind::{Keys, Mods},
    };
    use strum::VariantArray;

    #[test]
    fn every_line_has_help_and_stays_within_its_bounds() {
        let all = Languages::default();
        for &sheet in Sheet::VARIANTS {
            for line in sheet.lines() {
                let is_setting = !matches!(line.kind, Kind::Back | Kind::Sheet(_) | Keys | Mods | Kind::Preset(_));
                assert_eq!(line.help.english().is_empty(), line.name == "Back", "{:?}", line.name);
                if !is_setting {
                    continue;
                }
                // Some defaults are at the minimum, others at the maximum.
                let mut settings = Settings::default();
                line.change(&mut settings, -1, &all);
                let steps = if settings == Settings::default() { 1 } else { -1 };
                let mut settings = Settings::default();
                line.change(&mut settings, steps, &all);
                assert_ne!(settings, Settings::default(), "{:?}", line.name);
                assert_ne!(line.value(settings, &all), line.value(Settings::default(), &all), "{:?}", line.name);
                line.change(&mut settings, -steps, &all);
                assert_eq!(settings, Settings::default(), "{:?}", line.name);
                for steps in [-1000, 1000, 7, i32::MAX, i32::MIN] {
                    line.change(&mut settings, steps, &all);
                    assert!(line.row(settings, &all).part.is_none_or(|part| (0.0..=1.0).contains(&part)));
                }
                for part in [0.0, 0.4, 1.0] {
                    line.point(&mut settings, part, &all);
                    assert!(line.row(settings, &all).part.is_none_or(|part| (0.0..=1.0).contains(&part)));
                }
            }
        }
    }

    /// Settings that their users read directly.
    const READ_THERE: [&str; 16] = [
        "Collect the rest",
        "Assist: invulnerable",
        "Assist: all keys",
        "Assist: ammunition",
        "Language",
        "Mono",
        "Game speed",
        "Death transition",
        "Transition length",
        "Deck transition",
        "Menu transition",
        "Master volume",
        "Effects volume",
        "Music volume",
        "Ambience volume",
        "Voice volume",
    ];

    #[test]
    fn changed_settings_take_effect_before_the_next_frame() {
        use crate::{window::pointer::FreePointer, window::screen_options::ScreenOptions};
        use bevy::prelude::*;
        use renderer::{DrawThreads, FieldOfView, TallPixels};
        let mut app = App::new();
        app.add_plugins(crate::files::settings::plugin);
        app.init_resource::<renderer::ViewOptions>().init_resource::<FieldOfView>().init_resource::<TallPixels>();
        app.init_resource::<DrawThreads>().init_resource::<ScreenOptions>().init_resource::<FreePointer>();
        app.init_resource::<crate::input::pad::PadOptions>().init_resource::<crate::input::controls::ControlOptions>();
        app.init_resource::<crate::input::bindings::Bindings>().init_resource::<renderer::AutomapOptions>();
        let mut handed = |settings: Settings| {
            app.insert_resource(settings);
            app.update();
            let world = app.world();
            let view = (world.resource::<renderer::ViewOptions>(), world.resource::<FieldOfView>());
            let screen = (world.resource::<ScreenOptions>(), world.resource::<TallPixels>());
            let hands = world.resource::<crate::input::controls::ControlOptions>();
            let pad = world.resource::<crate::input::pad::PadOptions>();
            let map = world.resource::<renderer::AutomapOptions>();
            format!("{view:?} {screen:?} {hands:?} {pad:?} {map:?} {:?}", world.resource::<DrawThreads>())
        };
        let all = Languages::default();
        for line in Sheet::VARIANTS.iter().flat_map(|sheet| sheet.lines()) {
            if matches!(line.kind, Kind::Back | Kind::Sheet(_) | Keys | Mods | Kind::Preset(_)) {
                continue;
            }
            // "All" threads may be the same number as the next choice, depending on the machine.
            let mut changed = Settings { threads: 2, ..Settings::default() };
            let before = handed(changed);
            line.change(&mut changed, -1, &all);
            if changed == (Settings { threads: 2, ..Settings::default() }) {
                line.change(&mut changed, 1, &all);
            }
            let is_handed_on = !READ_THERE.contains(&line.name.english());
            assert_eq!(handed(changed) != before, is_handed_on, "{:?}", line.name);
        }
    }

    #[test]
    fn each_sheet_has_a_back_line_and_unique_names() {
        for &sheet in Sheet::VARIANTS {
            let names: Vec<&str> = sheet.lines().iter().map(|line| line.name.english()).collect();
            assert!(sheet.lines().iter().any(|line| matches!(line.kind, Kind::Back)), "{sheet:?}");
            assert!(names.iter().enumerate().all(|(number, name)| !names[..number].contains(name)), "{names:?}");
        }
    }
}
