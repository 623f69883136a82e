//! Limits for the materials of a deck: its floors, walls and ceilings differ, and some materials stand out.

use crate::{
    measure::bar::{Bar, least},
    measure::pictures::Pictures,
    tools::framed::Holds,
    tools::lab::Lab,
};
use std::collections::BTreeMap;

/// Chroma up to which a colour is grey, so its hue does not count.
const GREY: f64 = 8.0;
/// Share of a surface's faces that an accent has, in percent.
const ACCENTS: std::ops::RangeInclusive<f64> = 0.4..=20.0;
/// Difference (CIEDE2000) of an accent from its surface's mean colour, and of two accents from each other.
const STANDS_OUT: f64 = 10.0;

/// The walls, floors or ceilings of a deck: the number of faces per texture.
pub(super) type Faces<'a> = (&'static str, &'a BTreeMap<String, u64>);

/// Returns the limits for the materials of a deck.
pub(super) fn bars(deck: &str, surfaces: [Faces; 3], pictures: &Pictures) -> Result<Vec<Bar>, String> {
    let mut seen = Vec::new();
    for (name, faces) in surfaces {
        seen.push((name, materials(faces, pictures)?));
    }
    let means: Vec<(&str, Lab)> = seen.iter().map(|(name, materials)| (*name, mean(materials))).collect();
    let pairs = || [(0, 1), (1, 2), (0, 2)].map(|(one, two)| (means[one], means[two])).into_iter();
    let words = |(one, two): ((&str, Lab), (&str, Lab))| {
        let tint =
            |(name, colour): (&str, Lab)| format!("{name} {:.0} {:.0} {:.0}", colour.0[0], colour.0[1], colour.0[2]);
        format!("{}, {}", tint(one), tint(two))
    };
    let apart = least(pairs().map(|pair| (pair.0.1.difference(pair.1.1), words(pair))));
    let turned = least(pairs().map(|pair| (turn(pair.0.1, pair.1.1), words(pair))));
    let accents = accents(&seen);
    Ok(vec![
        Bar::least(format!("{deck}: floor, walls and ceiling apart, dE2000"), 15.0, apart),
        Bar::least(format!("{deck}: hues of floor, walls and ceiling apart, degrees"), 25.0, turned),
        Bar::least(format!("{deck}: accent materials"), 3.0, (accents.len() as f64, accents.join(", "))),
    ])
}

/// A texture with its share of the faces in percent, and its mean colour.
type Material = (String, f64, Lab);

/// Returns the materials of a surface, the most frequent first.
fn materials(faces: &BTreeMap<String, u64>, pictures: &Pictures) -> Result<Vec<Material>, String> {
    let whole = faces.values().sum::<u64>().max(1) as f64;
    let material = |(name, count): (&String, &u64)| -> Result<Material, String> {
        let image = pictures.get(Holds::Textures, name)?;
        let colours = image.pixels.iter().map(|[red, green, blue, _]| Lab::of([*red, *green, *blue]));
        Ok((name.clone(), 100.0 * *count as f64 / whole, Lab::mean(colours)))
    };
    let mut all = faces.iter().map(material).collect::<Result<Vec<_>, _>>()?;
    all.sort_by(|one, two| two.1.total_cmp(&one.1));
    Ok(all)
}

/// Returns the mean colour of a surface, weighted by its faces.
fn mean(materials: &[Material]) -> Lab {
    let part = |axis: usize| materials.iter().map(|(_, share, colour)| colour.0[axis] * share / 100.0).sum();
    Lab([part(0), part(1), part(2)])
}

/// Returns the angle between the hues of two surfaces. Grey differs from every colour, but not from another grey.
fn turn(one: Lab, two: Lab) -> f64 {
    match [one, two].map(|colour| colour.chroma() > GREY) {
        [true, true] => one.turn(two),
        [false, false] => 0.0,
        _ => 180.0,
    }
}

/// Returns the materials of a deck that are rare and stand out from their surface and from each other.
fn accents(surfaces: &[(&str, Vec<Material>)]) -> Vec<String> {
    let mut found: Vec<(String, Lab)> = Vec::new();
    for (_, materials) in surfaces {
        let whole = mean(materials);
        for (name, share, colour) in materials {
            let stands_out = whole.difference(*colour) >= STANDS_OUT
                && found.iter().all(|(_, other)| other.difference(*colour) >= STANDS_OUT);
            if ACCENTS.contains(share) && stands_out {
                found.push((name.clone(), *colour));
            }
        }
    }
    found.into_iter().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str, share: f64, colour: [f64; 3]) -> Material {
        (name.to_owned(), share, Lab(colour))
    }

    #[test]
    fn grey_differs_in_hue_from_colours_only() {
        let [red, pink, grey] = [[40.0, 30.0, 0.0], [60.0, 20.0, 2.0], [20.0, 3.0, 3.0]].map(Lab);
        assert!(turn(red, pink) < 6.0 && turn(red, grey) > 25.0 && turn(grey, grey) < 25.0);
    }

    #[test]
    fn accents_are_rare_and_unlike_everything_else() {
        let walls = vec![
            material("blue", 80.0, [40.0, 0.0, -30.0]),
            material("red", 10.0, [40.0, 40.0, 20.0]),
            material("red too", 6.0, [41.0, 40.0, 20.0]),
            material("bluish", 3.8, [40.0, 0.0, -20.0]),
            material("one face", 0.2, [80.0, 0.0, 60.0]),
        ];
        assert_eq!(accents(&[("walls", walls)]), ["red"]);
    }
}
