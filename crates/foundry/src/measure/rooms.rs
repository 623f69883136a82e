//! Limits for the rooms of a deck: each has a landmark, and views from their doors differ.

use crate::{
    measure::bar::Bar,
    measure::files::{self, Image},
    tools::lab::Lab,
};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};

/// Columns and rows of the grid on which the layouts of two views are compared.
const GRID: (usize, usize) = (8, 5);
/// Size of a histogram's bins: lightness, and both colour axes.
const BIN: [f64; 3] = [12.0, 10.0, 10.0];
/// Two views are alike if their layouts are closer than this (mean dE of the parts of the grid) ...
const LAYOUT: f64 = 9.0;
/// ... and less than this share of their histograms differs.
const HISTOGRAM: f64 = 0.35;

/// A room: its first cell, the files of the views from its doors, and what is in it.
#[derive(Deserialize)]
pub(super) struct Room {
    at: (usize, usize),
    views: Vec<String>,
    features: Vec<String>,
}

/// What is compared of a view.
struct Look {
    layout: Vec<Lab>,
    histogram: BTreeMap<[i32; 3], f64>,
}

/// Returns the limits for the rooms of a deck. Only hand-drawn decks need landmarks: prefab rooms have them in their
/// files, and halls between them have none.
pub(super) fn bars(deck: &str, is_drawn: bool, rooms: &[Room], views: &Path) -> Result<Vec<Bar>, String> {
    let mut bars = Vec::new();
    if is_drawn {
        let plain = without_landmark(rooms);
        let names: Vec<String> = plain.iter().map(|(x, y)| format!("{x},{y}")).collect();
        bars.push(Bar::most(format!("{deck}: rooms without a landmark"), 0.0, (plain.len() as f64, names.join(" "))));
    }
    let mut looks = Vec::new();
    for room in rooms.iter().filter(|room| !room.views.is_empty()) {
        let seen: Result<Vec<Look>, String> =
            room.views.iter().map(|file| Ok(look(&files::image(&views.join(file))?))).collect();
        looks.push((room.at, seen?));
    }
    if looks.len() > 1 {
        bars.push(Bar::most(format!("{deck}: pairs of rooms that look alike, %"), 5.0, alike(&looks)));
    }
    Ok(bars)
}

/// Returns the rooms that have no feature of their own.
fn without_landmark(rooms: &[Room]) -> Vec<(usize, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for feature in rooms.iter().flat_map(|room| &room.features) {
        *counts.entry(feature).or_default() += 1;
    }
    let is_plain = |room: &&Room| room.features.iter().all(|feature| counts[feature.as_str()] > 1);
    rooms.iter().filter(is_plain).map(|room| room.at).collect()
}

/// Returns the share of pairs of rooms of which a view is like one of the other, in percent, with the pairs.
fn alike(rooms: &[((usize, usize), Vec<Look>)]) -> (f64, String) {
    let (mut pairs, mut found) = (0.0, Vec::new());
    for (number, (one, looks)) in rooms.iter().enumerate() {
        for (other, others) in &rooms[number + 1..] {
            pairs += 1.0;
            if looks.iter().any(|look| others.iter().any(|other| is_like(look, other))) {
                found.push(format!("{},{} and {},{}", one.0, one.1, other.0, other.1));
            }
        }
    }
    let share = 100.0 * found.len() as f64 / pairs;
    found.truncate(4);
    (share, found.join("; "))
}

/// Returns true if two views are hard to tell apart.
fn is_like(one: &Look, two: &Look) -> bool {
    let parts = one.layout.iter().zip(&two.layout).map(|(one, two)| one.distance(*two));
    let layout = parts.sum::<f64>() / one.layout.len().max(1) as f64;
    let common: f64 = one.histogram.iter().map(|(bin, share)| share.min(*two.histogram.get(bin).unwrap_or(&0.0))).sum();
    layout < LAYOUT && 1.0 - common < HISTOGRAM
}

fn look(image: &Image) -> Look {
    let colours: Vec<Lab> = image.pixels.iter().map(|[red, green, blue, _]| Lab::of([*red, *green, *blue])).collect();
    let (width, height) = (image.width, image.pixels.len() / image.width.max(1));
    let part = |column: usize, row: usize| {
        let across = column * width / GRID.0..(column + 1) * width / GRID.0;
        let down = row * height / GRID.1..(row + 1) * height / GRID.1;
        Lab::mean(down.flat_map(|y| across.clone().map(move |x| y * width + x)).map(|place| colours[place]))
    };
    let layout = (0..GRID.1).flat_map(|row| (0..GRID.0).map(move |column| (column, row)));
    let layout = layout.map(|(column, row)| part(column, row)).collect();
    let mut histogram = BTreeMap::new();
    for colour in &colours {
        let bin = [0, 1, 2].map(|axis| libm::floor(colour.0[axis] / BIN[axis]) as i32);
        *histogram.entry(bin).or_default() += 1.0 / colours.len() as f64;
    }
    Look { layout, histogram }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(x: usize, features: &[&str]) -> Room {
        Room { at: (x, 1), views: Vec::new(), features: features.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn landmark_is_a_feature_of_one_room() {
        let rooms =
            [room(1, &["hull", "pump"]), room(5, &["hull"]), room(9, &["hull", "stove", "rust"]), room(13, &["rust"])];
        assert_eq!(without_landmark(&rooms), [(5, 1), (13, 1)]);
    }

    #[test]
    fn views_of_the_same_colours_in_other_places_differ() {
        let view = |left: [u8; 4], right: [u8; 4]| {
            let pixels = (0..80 * 50).map(|place| if place % 80 < 40 { left } else { right }).collect();
            vec![look(&Image { width: 80, pixels })]
        };
        let [red, blue, dark] = [[160, 40, 30, 255], [30, 50, 160, 255], [160, 40, 31, 255]];
        let rooms = [((1, 1), view(red, blue)), ((2, 1), view(blue, red)), ((3, 1), view(dark, blue))];
        let (share, pairs) = alike(&rooms);
        assert_eq!((share.round(), pairs.as_str()), (33.0, "1,1 and 3,1"));
    }
}
