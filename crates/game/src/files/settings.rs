//! The settings: what the player has chosen on the page of options.

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
use renderer::{AutomapOptions, DrawThreads, FieldOfView, Percent, Strength, TallPixels, Transition, ViewOptions};
use serde::{Deserialize, Serialize};
use words::Language;

/// The most threads that a player can choose, and that draw where he chooses none.
pub(crate) const MAX_THREADS: u8 = 8;

/// What a player can choose. What his file leaves out is as at first.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// In which language he reads.
    pub(crate) language: Language,
    /// How the view moves and is coloured.
    pub(crate) view: ViewOptions,
    /// What leads from one picture to the next.
    pub(crate) transitions: Transitions,
    /// From the left to the right edge of a picture of 16:9.
    pub(crate) field_of_view: Degrees,
    /// How hard the next game is.
    pub(crate) skill: Skill,
    /// How mouse and running are taken.
    pub(crate) hands: ControlOptions,
    /// Which keys and buttons do what.
    pub(crate) bindings: Bindings,
    /// How a pad's sticks are taken.
    pub(crate) pad: PadOptions,
    /// How loud what is.
    pub(crate) volumes: Volumes,
    /// How the automap is shown.
    pub(crate) map: AutomapOptions,
    /// How the picture is shown in the window.
    pub(crate) screen: ScreenOptions,
    /// True if both ears hear the same.
    pub(crate) mono: bool,
    /// How fast time passes on a deck.
    pub(crate) speed: Percent<30, 150>,
    /// How many threads draw; 0 for as many as the processor has, but at most [`MAX_THREADS`].
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
            threads: 0,
        }
    }
}

impl Settings {
    /// Puts the options of the command line that override settings in their place. Whatever such an option overrides must be set here and
    /// nowhere else, so that [`SettingsFile::for_this_run`](crate::files::settings_file::SettingsFile::for_this_run) keeps it out of the file.
    pub(crate) fn override_by(&mut self, arguments: &Arguments) {
        if arguments.fullscreen {
            self.screen.window = WindowKind::Borderless;
        }
        self.screen.present = arguments.present.unwrap_or(self.screen.present);
        self.skill = arguments.skill.unwrap_or(self.skill);
    }
}

/// How loud what is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Volumes {
    /// All of it.
    pub(crate) all: Strength,
    /// What happens on the deck.
    pub(crate) effects: Strength,
    /// Voices of the undead and of the player.
    pub(crate) voices: Strength,
    /// What the ship is heard to do all the time.
    pub(crate) surroundings: Strength,
    pub(crate) music: Strength,
}

impl Default for Volumes {
    fn default() -> Self {
        let (all, most) = (Strength::FULL, Strength::percent(80));
        Volumes { all, effects: all, voices: all, surroundings: all, music: most }
    }
}

/// The transitions between pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Transitions {
    /// How long they are: a weaker one is over sooner.
    pub(crate) strength: Strength,
    /// When a deck begins.
    pub(crate) new_deck: Transition,
    /// When a deck begins again after death.
    pub(crate) after_death: Transition,
    /// Between the deck, the tally, the ending and the title.
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

/// A field of view of 60 to 120 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Degrees(u8);

impl Degrees {
    pub(crate) const MIN: Degrees = Degrees(60);
    pub(crate) const MAX: Degrees = Degrees(120);

    /// So many degrees, brought into 60 to 120.
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
        if fits { Ok(Degrees(degrees)) } else { Err(format!("{degrees} is not from 60 to 120 degrees")) }
    }
}

impl From<Degrees> for u8 {
    fn from(degrees: Degrees) -> u8 {
        degrees.0
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Settings>();
    app.add_systems(PreUpdate, apply.run_if(resource_changed::<Settings>));
}

/// Hands the settings on to whoever obeys them.
fn apply(
    settings: Res<Settings>,
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
    map.set_if_neq(settings.map);
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
