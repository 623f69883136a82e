//! Signs: a shape and a colour for each letter of Panguru, so that players need not distinguish colours.

use crate::{
    canvas::canvas::{Canvas, Colour},
    canvas::shape::circle,
};
use bevy::math::{Vec2, ops};
use puzzles::panguru;
use std::f32::consts::{FRAC_PI_2, TAU};

/// The sign of a Panguru colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sign {
    shape: Shape,
    pub(super) colour: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
    Cross,
    Star,
    Hourglass,
    Saltire,
}

/// The shapes of letters that have no sign of their own, in alphabetical rotation.
const SHAPES: [Shape; 8] = [
    Shape::Circle,
    Shape::Square,
    Shape::Diamond,
    Shape::Triangle,
    Shape::Cross,
    Shape::Star,
    Shape::Hourglass,
    Shape::Saltire,
];

impl Sign {
    /// Returns the sign of a colour. The eight letters of the generator have signs that are easy to distinguish; all
    /// other letters differ from their neighbours.
    pub(super) fn of(colour: panguru::Colour) -> Sign {
        let (shape, [r, g, b]) = match colour.letter() {
            'R' => (Shape::Circle, [255, 74, 74]),
            'B' => (Shape::Square, [84, 138, 255]),
            'C' => (Shape::Diamond, [64, 232, 236]),
            'G' => (Shape::Triangle, [92, 226, 96]),
            'O' => (Shape::Cross, [255, 152, 44]),
            'P' => (Shape::Star, [210, 112, 255]),
            'Y' => (Shape::Hourglass, [255, 232, 84]),
            'W' => (Shape::Saltire, [236, 242, 246]),
            letter => {
                let number = letter as usize;
                (SHAPES[number % 8], hue(number * 7 % 24))
            }
        };
        Sign { shape, colour: Colour::rgb(r, g, b) }
    }

    /// Returns its outline around a point, about as large as a circle of this radius.
    pub(super) fn outline(self, middle: Vec2, radius: f32) -> Vec<Vec2> {
        let corners =
            |corners: &[(f32, f32)]| corners.iter().map(|(x, y)| middle + radius * Vec2::new(*x, *y)).collect();
        match self.shape {
            Shape::Circle => circle(middle, radius),
            Shape::Square => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Shape::Diamond => corners(&[(0.0, -1.25), (1.0, 0.0), (0.0, 1.25), (-1.0, 0.0)]),
            Shape::Triangle => corners(&[(0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)]),
            Shape::Cross => corners(&CROSS),
            Shape::Saltire => corners(&CROSS.map(|(x, y)| (0.78 * (x - y), 0.78 * (x + y)))),
            Shape::Star => (0..10).map(|number| middle + radius * star(number)).collect(),
            Shape::Hourglass => {
                corners(&[(-1.0, -1.1), (1.0, -1.1), (0.22, 0.0), (1.0, 1.1), (-1.0, 1.1), (-0.22, 0.0)])
            }
        }
    }

    /// Fills the sign.
    pub(super) fn fill(self, canvas: &mut Canvas, middle: Vec2, radius: f32, colour: Colour) {
        canvas.shape(&[&self.outline(middle, radius)], colour);
    }
}

const CROSS: [(f32, f32); 12] = {
    let (arm, end) = (0.4, 1.15);
    [
        (-arm, -end),
        (arm, -end),
        (arm, -arm),
        (end, -arm),
        (end, arm),
        (arm, arm),
        (arm, end),
        (-arm, end),
        (-arm, arm),
        (-end, arm),
        (-end, -arm),
        (-arm, -arm),
    ]
};

/// Returns a corner of a five-pointed star; corner 0 is at the top.
fn star(number: usize) -> Vec2 {
    let (sin, cos) = ops::sin_cos(TAU * number as f32 / 10.0 - FRAC_PI_2);
    Vec2::new(cos, sin) * if number.is_multiple_of(2) { 1.3 } else { 0.56 }
}

/// Returns one of 24 saturated colours around the colour wheel.
fn hue(number: usize) -> [u8; 3] {
    let part = |shift: usize| {
        let away = (number + shift) % 24;
        let away = away.min(24 - away);
        (255 - 200 * away.saturating_sub(4).min(4) / 4) as u8
    };
    [part(0), part(8), part(16)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_letters_differ_in_shape_and_colour() {
        let signs: Vec<Sign> = "BCGOPRYW".chars().filter_map(panguru::Colour::new).map(Sign::of).collect();
        assert_eq!(signs.len(), 8);
        for (number, sign) in signs.iter().enumerate() {
            for other in &signs[..number] {
                assert!(sign.shape != other.shape && sign.colour != other.colour);
            }
        }
    }

    #[test]
    fn neighbouring_letters_differ_and_outlines_stay_in_radius() {
        for letter in ('A'..='Z').chain('a'..='z') {
            let sign = Sign::of(panguru::Colour::new(letter).unwrap());
            assert!(sign.outline(Vec2::ZERO, 10.0).iter().all(|corner| corner.length() < 16.0), "{letter}");
        }
        for pair in ('a'..='z').collect::<Vec<_>>().windows(2) {
            let [one, two] = [pair[0], pair[1]].map(|letter| Sign::of(panguru::Colour::new(letter).unwrap()));
            assert!(one.shape != two.shape && one.colour != two.colour, "{pair:?}");
        }
    }
}
