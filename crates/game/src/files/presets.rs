//! Presets of display options, for players who do not want to set each of them. They do not change controls or sound.

use crate::{
    files::settings::{Degrees, Settings, Transitions},
    window::screen_options::{Scaling, ScreenOptions},
};
use renderer::{Crosshair, Percent, Strength, Transition, ViewOptions};

/// Preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preset {
    /// Default settings.
    Default,
    /// For players who are sensitive to motion or flashes, or who prefer captions to sounds.
    Comfort,
    /// The look of similar games of the 1990s.
    Classic,
    /// For small screens and players who sit away from theirs.
    Handheld,
}

impl Preset {
    /// Applies the preset to the settings.
    pub(crate) fn choose(self, settings: &mut Settings) {
        let first = Settings::default();
        (settings.view, settings.transitions) = (first.view, first.transitions);
        settings.field_of_view = first.field_of_view;
        // Keep the kind of window and the frame rate.
        (settings.screen.rows, settings.screen.scaling) = (first.screen.rows, first.screen.scaling);
        settings.screen.tall_pixels = first.screen.tall_pixels;
        match self {
            Preset::Default => {}
            Preset::Comfort => comfort(settings),
            Preset::Classic => classic(settings),
            Preset::Handheld => handheld(settings),
        }
    }

    /// Returns true if the settings match this preset.
    pub(crate) fn is_chosen(self, settings: &Settings) -> bool {
        let mut chosen = *settings;
        self.choose(&mut chosen);
        chosen == *settings
    }
}

fn comfort(settings: &mut Settings) {
    let (none, few, some) = (Strength::NONE, Strength::percent(20), Strength::percent(50));
    settings.view = ViewOptions {
        bob: none,
        weapon_bob: few,
        recoil: few,
        shake: none,
        blast_shake: none,
        lift_shake: none,
        death_camera: none,
        flashes: few,
        gain_flashes: none,
        death_flashes: some,
        shot_light: some,
        flicker: none,
        pulse: few,
        sky_turn: none,
        captions: true,
        text_plate: Strength::percent(70),
        ..settings.view
    };
    settings.transitions = Transitions {
        new_deck: Transition::Fade,
        after_death: Transition::Fade,
        pages: Transition::Fade,
        strength: some,
    };
    settings.field_of_view = Degrees::new(100);
}

fn classic(settings: &mut Settings) {
    let none = Strength::NONE;
    settings.view = ViewOptions {
        bob: none,
        weapon_bob: none,
        recoil: none,
        shake: none,
        blast_shake: none,
        lift_shake: none,
        flicker: none,
        sky_turn: none,
        dither: false,
        far_levels: false,
        blows: false,
        crosshair: Crosshair::None,
        hud_size: Percent::new(100),
        ..settings.view
    };
    settings.transitions = Transitions {
        new_deck: Transition::Fizzle,
        after_death: Transition::Fizzle,
        pages: Transition::Fade,
        strength: Strength::FULL,
    };
    settings.field_of_view = Degrees::new(75);
    settings.screen = ScreenOptions { rows: 200, scaling: Scaling::Whole, tall_pixels: true, ..settings.screen };
}

fn handheld(settings: &mut Settings) {
    settings.view = ViewOptions {
        hud_size: Percent::new(150),
        crosshair_size: Percent::new(150),
        text_size: Percent::new(200),
        menu_text: Percent::new(200),
        text_plate: Strength::percent(70),
        ..settings.view
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_change_only_the_look_and_default_reverts_them() {
        let mut own = Settings { mono: true, threads: 3, ..Settings::default() };
        own.hands.always_run = true;
        own.volumes.music = Strength::NONE;
        for preset in [Preset::Comfort, Preset::Classic, Preset::Handheld] {
            let mut settings = own;
            assert!(!preset.is_chosen(&settings) && Preset::Default.is_chosen(&settings));
            preset.choose(&mut settings);
            assert!(preset.is_chosen(&settings) && !Preset::Default.is_chosen(&settings));
            assert_eq!((settings.hands, settings.volumes, settings.mono), (own.hands, own.volumes, own.mono));
            Preset::Default.choose(&mut settings);
            assert_eq!(settings, own);
        }
    }
}
