//! The colours of a terminal.

use crossterm::style::Color;
use std::env;

/// The number of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// 16 million.
    True,
    /// 256: a cube of 6 by 6 by 6, and 24 greys.
    Many,
    /// 16.
    Few,
}

/// The sixteen colours, as most terminals show them.
const SIXTEEN: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::DarkRed, [170, 0, 0]),
    (Color::DarkGreen, [0, 170, 0]),
    (Color::DarkYellow, [170, 85, 0]),
    (Color::DarkBlue, [0, 0, 170]),
    (Color::DarkMagenta, [170, 0, 170]),
    (Color::DarkCyan, [0, 170, 170]),
    (Color::Grey, [170, 170, 170]),
    (Color::DarkGrey, [85, 85, 85]),
    (Color::Red, [255, 85, 85]),
    (Color::Green, [85, 255, 85]),
    (Color::Yellow, [255, 255, 85]),
    (Color::Blue, [85, 85, 255]),
    (Color::Magenta, [255, 85, 255]),
    (Color::Cyan, [85, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// The steps of a side of the cube of 256 colours, and where its colours and the greys begin.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE: u8 = 16;
const GREYS: u8 = 232;

impl Colours {
    /// Returns the colours according to the environment of the program.
    pub fn of_terminal() -> Colours {
        let variable = |name: &str| env::var(name).ok();
        Colours::promised(variable("COLORTERM").as_deref(), variable("TERM").as_deref())
    }

    /// Returns the colours according to the variables `COLORTERM` and `TERM`.
    fn promised(colorterm: Option<&str>, term: Option<&str>) -> Colours {
        match (colorterm, term) {
            (Some("truecolor" | "24bit"), _) => Colours::True,
            (_, Some(term)) if term.contains("direct") || term.contains("kitty") => Colours::True,
            (_, Some(term)) if term.contains("256color") => Colours::Many,
            _ => Colours::Few,
        }
    }

    /// Returns the colour nearest to red, green and blue.
    pub(crate) fn nearest(self, [r, g, b]: [u8; 3]) -> Color {
        match self {
            Colours::True => Color::Rgb { r, g, b },
            Colours::Many => Color::AnsiValue(of_256([r, g, b])),
            Colours::Few => SIXTEEN
                .iter()
                .min_by_key(|(_, colour)| distance(*colour, [r, g, b]))
                .map_or(Color::Black, |(colour, _)| *colour),
        }
    }
}

/// Returns the index of the nearest of 256 colours.
fn of_256(rgb: [u8; 3]) -> u8 {
    let step = |part: u8| (0..6).min_by_key(|step| STEPS[*step].abs_diff(part)).unwrap_or(0);
    let [r, g, b] = rgb.map(step);
    let cube = [r, g, b].map(|step| STEPS[step]);
    let light = rgb.iter().map(|part| u32::from(*part)).sum::<u32>() / 3;
    let grey = (light.saturating_sub(3) / 10).min(23) as u8;
    let shade = 8 + 10 * grey;
    if distance([shade; 3], rgb) < distance(cube, rgb) { GREYS + grey } else { CUBE + (36 * r + 6 * g + b) as u8 }
}

/// Returns the distance of two colours, with the eye's weights of red, green and blue.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let part = |number: usize| u32::from(one[number].abs_diff(other[number])).pow(2);
    3 * part(0) + 6 * part(1) + part(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_colour_depends_on_the_palette() {
        assert_eq!(Colours::True.nearest([1, 2, 3]), Color::Rgb { r: 1, g: 2, b: 3 });
        let many =
            [([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([128, 128, 128], 244), ([95, 135, 0], 64)];
        for (rgb, number) in many {
            assert_eq!(Colours::Many.nearest(rgb), Color::AnsiValue(number), "{rgb:?}");
        }
        for (rgb, colour) in [([3, 0, 9], Color::Black), ([250, 70, 90], Color::Red), ([90, 80, 84], Color::DarkGrey)] {
            assert_eq!(Colours::Few.nearest(rgb), colour, "{rgb:?}");
        }
    }

    #[test]
    fn environment_selects_the_palette() {
        let promises = [
            (Some("truecolor"), Some("xterm-256color"), Colours::True),
            (None, Some("xterm-256color"), Colours::Many),
            (None, Some("xterm-direct"), Colours::True),
            (None, Some("linux"), Colours::Few),
            (None, None, Colours::Few),
        ];
        for (colorterm, term, colours) in promises {
            assert_eq!(Colours::promised(colorterm, term), colours, "{colorterm:?} {term:?}");
        }
    }
}
