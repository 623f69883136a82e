//! A line of the options: its name, its help, and the setting that it shows and changes.

use crate::{files::language::Languages, files::presets::Preset, files::settings::Settings, ui::list::Row};
use localization::{Key, Said, say};
use renderer::{Strength, Transition};
use strum::VariantArray;

/// Line of the options.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) name: Key,
    /// Help text, one sentence.
    pub(crate) help: Key,
    pub(crate) kind: Kind,
}

/// Setting that a line shows and changes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Strength(fn(&mut Settings) -> &mut Strength),
    Number(Number),
    Switch(fn(&mut Settings) -> &mut bool),
    Transition(fn(&mut Settings) -> &mut Transition),
    Choice {
        /// Returns the current choice as text.
        words: fn(&Settings) -> Said,
        /// Moves the choice by a number of steps.
        turn: fn(&mut Settings, i32),
    },
    Language,
    /// Opens another sheet.
    Sheet(Sheet),
    /// Opens the page of the bindings.
    Keys,
    /// Opens the page of the mods.
    Mods,
    Preset(Preset),
    Back,
}

/// Number with bounds.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// Change per press.
    pub(crate) step: i32,
    pub(crate) unit: &'static str,
    pub(crate) get: fn(&Settings) -> i32,
    pub(crate) set: fn(&mut Settings, i32),
}

/// Sheets of the options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray)]
pub(crate) enum Sheet {
    /// List of the other sheets.
    #[default]
    Top,
    View,
    Comfort,
    Sound,
    Controls,
    Screen,
    Game,
    Captions,
    /// Questions before the first game.
    First,
}

/// Line that goes back.
pub(crate) const BACK: Line = Line::new(say!("Back"), say!(""), Kind::Back);

/// Returns a setting in percent.
pub(crate) const fn percents(least: i32, most: i32, get: fn(&Settings) -> i32, set: fn(&mut Settings, i32)) -> Kind {
    Kind::Number(Number { least, most, step: 10, unit: " %", get, set })
}

/// Change of a strength per press, in percent.
const PERCENT: i32 = 10;

/// Returns the choice `steps` after the current one, wrapping around at the ends.
pub(crate) fn turned<T: Copy + PartialEq>(all: &[T], now: T, steps: i32) -> T {
    let at = all.iter().position(|other| *other == now).unwrap_or(0) as i32;
    all[at.saturating_add(steps).rem_euclid(all.len() as i32) as usize]
}

/// Moves to the choice `steps` later, wrapping around at the ends.
pub(crate) fn turn<T: VariantArray + Copy + PartialEq>(now: &mut T, steps: i32) {
    *now = turned(T::VARIANTS, *now, steps);
}

/// Returns the name of a transition.
fn transition(transition: Transition) -> Key {
    match transition {
        Transition::Blood => say!("Blood"),
        Transition::Fade => say!("Fade"),
        Transition::Fizzle => say!("Fizzle"),
        Transition::Melt => say!("Melt"),
        Transition::Off => say!("Off"),
    }
}

fn percent(percent: i32) -> Strength {
    Strength::percent(percent.clamp(0, 100) as u8)
}

impl Line {
    pub(crate) const fn new(name: Key, help: Key, kind: Kind) -> Line {
        Line { name, help, kind }
    }

    /// Returns the current value as text.
    pub(crate) fn value(&self, mut settings: Settings, languages: &Languages) -> Said {
        match self.kind {
            Kind::Strength(of) => Said::literal(format!("{} %", of(&mut settings).in_percent())),
            Kind::Number(number) => Said::literal(format!("{}{}", (number.get)(&settings), number.unit)),
            Kind::Switch(of) => (if *of(&mut settings) { say!("On") } else { say!("Off") }).into(),
            Kind::Transition(of) => transition(*of(&mut settings)).into(),
            Kind::Choice { words, .. } => words(&settings),
            Kind::Language => Said::literal(languages.name(settings.language)),
            Kind::Sheet(_) | Kind::Keys | Kind::Mods => Said::literal("..."),
            Kind::Preset(preset) => (if preset.is_chosen(&settings) { say!("Selected") } else { say!("") }).into(),
            Kind::Back => Said::default(),
        }
    }

    /// Returns the position between minimum (0) and maximum (1), if the line has a bar.
    fn part(&self, mut settings: Settings) -> Option<f32> {
        match self.kind {
            Kind::Strength(of) => Some(of(&mut settings).part()),
            Kind::Number(number) => {
                let (least, most) = (number.least as f32, number.most as f32);
                Some(((number.get)(&settings) as f32 - least) / (most - least))
            }
            _ => None,
        }
    }

    pub(crate) fn row(&self, settings: Settings, languages: &Languages) -> Row {
        let (name, value) = (self.name.into(), self.value(settings, languages));
        Row { name, value, part: self.part(settings), warns: false }
    }

    /// Changes the value by a number of steps.
    pub(crate) fn change(&self, settings: &mut Settings, steps: i32, languages: &Languages) {
        match self.kind {
            Kind::Strength(of) => {
                let strength = of(settings);
                *strength = percent(i32::from(strength.in_percent()).saturating_add(steps.saturating_mul(PERCENT)));
            }
            Kind::Number(number) => {
                let wanted = (number.get)(settings).saturating_add(steps.saturating_mul(number.step));
                (number.set)(settings, wanted.clamp(number.least, number.most));
            }
            Kind::Switch(of) => *of(settings) ^= steps % 2 != 0,
            Kind::Transition(of) => turn(of(settings), steps),
            Kind::Choice { turn, .. } => turn(settings, steps),
            Kind::Language => settings.language = languages.after(settings.language, steps),
            Kind::Preset(preset) => preset.choose(settings),
            Kind::Sheet(_) | Kind::Keys | Kind::Mods | Kind::Back => {}
        }
    }

    /// Sets the value to a position (0 to 1) on the bar if there is one, otherwise changes it by one step.
    pub(crate) fn point(&self, settings: &mut Settings, part: f32, languages: &Languages) {
        let nearest = |least: i32, most: i32, step: i32| {
            least + (part * (most - least) as f32 / step as f32).round() as i32 * step
        };
        match self.kind {
            Kind::Strength(of) => *of(settings) = percent(nearest(0, 100, PERCENT)),
            Kind::Number(Number { least, most, step, set, .. }) => {
                set(settings, nearest(least, most, step).clamp(least, most));
            }
            _ => self.change(settings, 1, languages),
        }
    }
}
