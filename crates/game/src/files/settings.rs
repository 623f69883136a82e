//! Settings that the player changes on the options pages.

use crate::{
    arguments::Arguments,
    flow::skill::Skill,
    input::bindings::Bindings,
    input::controls::ControlOptions,
    input::pad::PadOptions,
    window::pointer::FreePointer,
    window::screen_options::{ScreenOptions, WindowKind},
};
use bevy::prelude::*;
use localization::Language;
use renderer::{Art, AutomapOptions, DrawThreads, FieldOfView, Percent, Strength, TallPixels, Transition, ViewOptions};
use serde::{Deserialize, Serialize};

/// Maximum number of render threads, for the option and for its automatic value.
pub(crate) const MAX_THREADS: u8 = 8;

/// All settings. Those missing from the file have their defaults.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Language of all texts.
    pub(crate) language: Language,
    /// Motion and colours of the view.
    pub(crate) view: ViewOptions,
    /// Transition effects.
    pub(crate) transitions: Transitions,
    /// Horizontal field of view of a 16:9 frame.
    pub(crate) field_of_view: Degrees,
    /// Difficulty of the next game.
    pub(crate) skill: Skill,
    /// Mouse and running options.
    pub(crate) hands: ControlOptions,
    /// Key and button bindings.
    pub(crate) bindings: Bindings,
    /// Gamepad stick options.
    pub(crate) pad: PadOptions,
    /// Volumes.
    pub(crate) volumes: Volumes,
    /// Automap options.
    pub(crate) map: AutomapOptions,
    /// Display options.
    pub(crate) screen: ScreenOptions,
    /// True if both ears hear the same.
    pub(crate) mono: bool,
    /// Speed of time on a deck.
    pub(crate) speed: Percent<30, 150>,
    /// Assists.
    pub(crate) assists: Assists,
    /// Collects what lies about at the end of a deck without monsters.
    pub(crate) collects_rest: bool,
    /// Number of render threads; 0 selects the number of CPU cores, up to [`MAX_THREADS`].
    pub(crate) threads: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: Language::default(),
            view: ViewOptions::default(),
            transitions: Transitions::default(),
            field_of_view: Degrees(90),
            skill: Skill::default(),
            hands: ControlOptions::default(),
            bindings: Bindings::default(),
            pad: PadOptions::default(),
            volumes: Volumes::default(),
            map: AutomapOptions::default(),
            screen: ScreenOptions::default(),
            mono: false,
            speed: Percent::new(100),
            assists: Assists::default(),
            collects_rest: false,
            threads: 0,
        }
    }
}

impl Settings {
    /// Applies the options of the command line that override settings. All such overrides must be made here, so that
    /// [`SettingsFile::for_this_run`](crate::files::settings_file::SettingsFile::for_this_run) keeps them out of the
    /// file.
    pub(crate) fn override_by(&mut self, arguments: &Arguments) {
        if arguments.fullscreen {
            self.screen.window = WindowKind::Borderless;
        }
        self.screen.present = arguments.present.unwrap_or(self.screen.present);
        self.skill = arguments.skill.unwrap_or(self.skill);
    }
}

/// Volumes by category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Volumes {
    /// Master volume.
    pub(crate) all: Strength,
    /// Sound effects of the deck.
    pub(crate) effects: Strength,
    /// Voices of monsters and of the player.
    pub(crate) voices: Strength,
    /// Ambient sounds of the ship.
    pub(crate) surroundings: Strength,
    pub(crate) music: Strength,
}

impl Default for Volumes {
    fn default() -> Self {
        let (all, most) = (Strength::FULL, Strength::percent(80));
        Volumes { all, effects: all, voices: all, surroundings: all, music: most }
    }
}

/// The assists that are on: developer acts as options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Assists {
    /// The player is invulnerable.
    pub(crate) invulnerable: bool,
    /// The player has all keys.
    pub(crate) keys: bool,
    /// The player never runs out of ammunition.
    pub(crate) ammunition: bool,
}

/// Transition effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Transitions {
    /// Duration of the effects: weaker ones are shorter.
    pub(crate) strength: Strength,
    /// Effect at the start of a deck.
    pub(crate) new_deck: Transition,
    /// Effect when a deck restarts after death.
    pub(crate) after_death: Transition,
    /// Effect between the deck, the tally, the ending and the title.
    pub(crate) pages: Transition,
}

impl Default for Transitions {
    fn default() -> Self {
        Transitions {
            strength: Strength::FULL,
            new_deck: Transition::Melt,
            after_death: Transition::Blood,
            pages: Transition::Fade,
        }
    }
}

/// Field of view from 60 to 120 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Degrees(u8);

impl Degrees {
    pub(crate) const MIN: Degrees = Degrees(60);
    pub(crate) const MAX: Degrees = Degrees(120);

    /// Creates an angle, clamped to 60 to 120 degrees.
    pub(crate) fn new(degrees: i32) -> Degrees {
        Degrees(degrees.clamp(Self::MIN.get(), Self::MAX.get()) as u8)
    }

    pub(crate) const fn get(self) -> i32 {
        self.0 as i32
    }
}

impl TryFrom<u8> for Degrees {
    type Error = String;

    fn try_from(degrees: u8) -> Result<Degrees, String> {
        let fits = (Degrees::MIN.0..=Degrees::MAX.0).contains(&degrees);
        if fits { Ok(Degrees(degrees)) } else { Err(format!("must be from 60 to 120 degrees, got {degrees}")) }
    }
}

impl From<Degrees> for u8 {
    fn from(degrees: Degrees) -> u8 {
        degrees.0
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Settings>();
    let is_other = resource_changed::<Settings>.or_else(resource_changed::<Art>);
    let size = size_text.run_if(resource_exists::<Art>.and_then(is_other));
    app.add_systems(
        PreUpdate,
        (apply.run_if(resource_changed::<Settings>.or_else(resource_exists_and_changed::<Skill>)), size),
    );
}

/// Sets the size of text in menus. Art that is loaded again has a new pen.
fn size_text(settings: Res<Settings>, mut art: ResMut<Art>) {
    art.bypass_change_detection().set_menu_text(settings.view.menu_text.get());
}

/// Distributes changed settings to the resources that use them.
fn apply(
    (settings, skill): (Res<Settings>, Option<Res<Skill>>),
    mut view: ResMut<ViewOptions>,
    (mut field, mut pixels): (ResMut<FieldOfView>, ResMut<TallPixels>),
    mut threads: ResMut<DrawThreads>,
    (mut screen, mut free): (ResMut<ScreenOptions>, ResMut<FreePointer>),
    (mut pad, mut hands, mut bindings, mut map): (
        ResMut<PadOptions>,
        ResMut<ControlOptions>,
        ResMut<Bindings>,
        ResMut<AutomapOptions>,
    ),
) {
    let guide = settings.map.guide.on_skill(skill.map_or(settings.skill, |skill| *skill).get());
    map.set_if_neq(AutomapOptions { guide, ..settings.map });
    view.set_if_neq(settings.view);
    screen.set_if_neq(settings.screen);
    pixels.set_if_neq(settings.screen.pixels());
    pad.set_if_neq(settings.pad);
    hands.set_if_neq(settings.hands);
    free.set_if_neq(FreePointer(settings.hands.mouse_alone));
    bindings.set_if_neq(settings.bindings);
    field.set_if_neq(FieldOfView::of_wide_picture(settings.field_of_view.get() as f32));
    let wanted = if settings.threads == 0 { ports::cores() } else { settings.threads.into() };
    threads.set_if_neq(DrawThreads(wanted.min(MAX_THREADS.into())));
}
