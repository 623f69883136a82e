//! Limits for the decks: their colours in fixed views, their textures, and the contrast of monsters.
//!
//! `hullkit shot --views` renders the views, and writes a description of the decks next to them.

use crate::{
    measure::bar::{Bar, least, most},
    measure::figures::Figure,
    measure::files::{self, Image},
    measure::pictures::Pictures,
    measure::rooms::{self, Room},
    measure::themes,
    tools::framed::Holds,
    tools::lab::Lab,
};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

/// Name of the description file.
const FACTS: &str = "decks.json";
/// Maximum size of the description file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The description of the decks.
#[derive(Deserialize)]
struct Facts {
    decks: Vec<Deck>,
}

/// A deck: its views, the number of faces per texture, and the kinds of monsters on it with their sprites.
#[derive(Deserialize)]
struct Deck {
    name: String,
    views: Vec<View>,
    walls: BTreeMap<String, u64>,
    floors: BTreeMap<String, u64>,
    ceilings: BTreeMap<String, u64>,
    kinds: Vec<String>,
    looks: Vec<String>,
    /// True if it was drawn by hand.
    drawn: bool,
    rooms: Vec<Room>,
}

impl Deck {
    /// Returns true if a monster with this sprite is on the deck.
    fn shows(&self, figure: &Figure) -> bool {
        let names = if figure.kind() == figure.name { &self.kinds } else { &self.looks };
        names.iter().any(|name| name == figure.name)
    }
}

/// An image of a deck from a fixed position.
#[derive(Deserialize)]
struct View {
    file: String,
    /// True if the place is intentionally dark.
    #[serde(default)]
    dark: bool,
}

/// Measurements of a deck.
struct Seen {
    deck: Deck,
    /// Mean colour of all its views.
    colour: Lab,
    /// Lightness of the upper half of each view, with its file and whether it is intentionally dark.
    lights: Vec<(f64, String, bool)>,
}

/// Returns all limits for the decks in a folder.
pub(super) fn bars(views: &Path, pictures: &Pictures, figures: &[Figure]) -> Result<Vec<Bar>, String> {
    let seen: Vec<Seen> = facts(views)?.decks.into_iter().map(|deck| see(views, deck)).collect::<Result<_, _>>()?;
    let mut bars = Vec::new();
    for (number, one) in seen.iter().enumerate() {
        for other in &seen[number + 1..] {
            let name = format!("decks: colour of {} from {}, dE", one.deck.name, other.deck.name);
            bars.push(Bar::least(name, 12.0, (one.colour.distance(other.colour), String::new())));
        }
    }
    for Seen { deck, colour, lights } in &seen {
        let [l, a, b] = colour.0;
        let lit = |dark: bool| {
            lights.iter().filter(move |light| light.2 == dark).map(|(light, file, _)| (*light, file.clone()))
        };
        if lit(false).next().is_some() {
            let (light, worst) = least(lit(false));
            let note = format!("{worst}; mean colour {l:.1} {a:.1} {b:.1}");
            bars.push(Bar::least(format!("{}: light of lit rooms, L*", deck.name), 22.0, (light, note)));
        }
        if lit(true).next().is_some() {
            bars.push(Bar::most(format!("{}: light of dark rooms, L*", deck.name), 18.0, most(lit(true))));
        }
        bars.push(Bar::most(format!("{}: faces with the same texture, %", deck.name), 25.0, monotony(deck, pictures)));
        let surfaces = [("floor", &deck.floors), ("walls", &deck.walls), ("ceiling", &deck.ceilings)];
        bars.extend(themes::bars(&deck.name, surfaces, pictures)?);
        bars.extend(rooms::bars(&deck.name, deck.drawn, &deck.rooms, views)?);
    }
    let placed = figures.iter().filter(|figure| seen.iter().any(|seen| seen.deck.shows(figure)));
    bars.extend(placed.map(|figure| camouflage(figure, &seen, pictures)).collect::<Result<Vec<_>, _>>()?);
    Ok(bars)
}

fn facts(views: &Path) -> Result<Facts, String> {
    let path = views.join(FACTS);
    let wrong = |what: String| format!("{}: {what}; hullkit shot --views writes it", path.display());
    let size = fs::metadata(&path).map_err(|error| wrong(format!("cannot be read: {error}")))?.len();
    if size > MAX_BYTES {
        return Err(wrong("is too large".to_owned()));
    }
    let text = fs::read_to_string(&path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn see(folder: &Path, deck: Deck) -> Result<Seen, String> {
    let (mut colours, mut lights) = (Vec::new(), Vec::new());
    for View { file, dark } in &deck.views {
        let image = files::image(&folder.join(file))?;
        let half = image.pixels.len() / 2 / image.width.max(1) * image.width;
        colours.push(mean(&image.pixels));
        lights.push((mean(&image.pixels[..half]).lightness(), file.clone(), *dark));
    }
    Ok(Seen { colour: Lab::mean(colours), deck, lights })
}

fn mean(pixels: &[[u8; 4]]) -> Lab {
    Lab::mean(pixels.iter().filter(|pixel| pixel[3] > 0).map(|[red, green, blue, _]| Lab::of([*red, *green, *blue])))
}

/// Returns the largest share of a deck's walls, floors or ceilings that has one texture with fewer than three variants.
fn monotony(deck: &Deck, pictures: &Pictures) -> (f64, String) {
    let shares = [&deck.walls, &deck.floors, &deck.ceilings].into_iter().flat_map(|faces| {
        let whole = faces.values().sum::<u64>().max(1) as f64;
        let dull = faces.iter().filter(|(name, _)| name.as_str() != "sky" && variants(pictures, name) < 3);
        dull.map(move |(name, count)| (100.0 * *count as f64 / whole, name.clone()))
    });
    most(shares)
}

/// Returns the number of variants of a texture.
fn variants(pictures: &Pictures, name: &str) -> usize {
    let exists = |number: usize| pictures.get(Holds::Textures, &format!("{name}~{number}")).is_ok();
    1 + (2..=16).take_while(|number| exists(*number)).count()
}

/// Returns the colour distance of a kind from the most similar wall on its decks.
fn camouflage(figure: &Figure, seen: &[Seen], pictures: &Pictures) -> Result<Bar, String> {
    let mut distances = Vec::new();
    for deck in seen.iter().map(|seen| &seen.deck).filter(|deck| deck.shows(figure)) {
        for name in deck.walls.keys().filter(|name| name.as_str() != "sky") {
            let Image { pixels, .. } = pictures.get(Holds::Textures, name)?;
            distances.push((figure.colour.distance(mean(pixels)), format!("{name} on {}", deck.name)));
        }
    }
    Ok(Bar::least(format!("{}: colour from the walls of its decks, dE", figure.name), 15.0, least(distances)))
}
