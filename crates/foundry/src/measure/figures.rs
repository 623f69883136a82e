//! Limits for monsters and animals: their outlines and their lightness.

use crate::{
    animals,
    measure::bar::{Bar, least, most},
    measure::files::Image,
    measure::pictures::Pictures,
    monsters,
    monsters::kind::{AIMS, HURTS, Kind, STANDS, WALKS},
    tools::framed::Holds,
    tools::lab::Lab,
};

/// Lightness (L\*) below which a pixel is lost in the dark.
const DARK: f64 = 10.0;

/// The images of a kind.
pub(super) struct Figure {
    pub(super) name: &'static str,
    /// Mean colour of the standing figure from all sides.
    pub(super) colour: Lab,
    /// Share of its pixels that are lost in the dark.
    dark: f64,
    stands: Vec<Image>,
    aims: Vec<Image>,
    hurts: Vec<Image>,
    /// Each walking step from all sides.
    walks: Vec<Vec<Image>>,
}

impl Figure {
    /// Returns the kind, without its uniform.
    pub(super) fn kind(&self) -> &str {
        self.name.split_once('~').map_or(self.name, |(kind, _)| kind)
    }
}

/// Finds all kinds and their uniforms among these images.
pub(super) fn all(pictures: &Pictures) -> Result<Vec<Figure>, String> {
    let kinds = monsters::kinds().chain(animals::kinds()).chain(monsters::in_uniform());
    kinds.map(|kind| read(pictures, kind)).collect()
}

fn read(pictures: &Pictures, &Kind { name, sides, .. }: &Kind) -> Result<Figure, String> {
    let sides = |moment: &str| -> Result<Vec<Image>, String> {
        let picture = |view| pictures.get(Holds::Sprites, &format!("{name}_{moment}.{view}")).cloned();
        (1..=sides).map(picture).collect()
    };
    let stands = sides(STANDS)?;
    let colours: Vec<Lab> = stands.iter().flat_map(colours).collect();
    let dark = colours.iter().filter(|colour| colour.lightness() < DARK).count() as f64 / colours.len().max(1) as f64;
    let walks = WALKS.iter().map(|step| sides(step)).collect::<Result<_, _>>()?;
    Ok(Figure { name, colour: Lab::mean(colours), dark, stands, aims: sides(AIMS)?, hurts: sides(HURTS)?, walks })
}

/// Returns the colours of the painted pixels of an image.
fn colours(image: &Image) -> Vec<Lab> {
    let painted = image.pixels.iter().filter(|pixel| pixel[3] > 0);
    painted.map(|[red, green, blue, _]| Lab::of([*red, *green, *blue])).collect()
}

/// Returns the limits that depend only on the figures.
pub(super) fn bars(figures: &[Figure]) -> Vec<Bar> {
    let mut bars = Vec::new();
    for figure in figures {
        let name = figure.name;
        let [l, a, b] = figure.colour.0;
        let tint = format!("mean colour {l:.1} {a:.1} {b:.1}");
        bars.push(Bar::most(format!("{name}: pixels below L* 10, %"), 30.0, (100.0 * figure.dark, tint)));
        // In another uniform, a kind moves in the same way.
        if figure.kind() != name {
            continue;
        }
        for (moment, images) in [("pain", &figure.hurts), ("wind-up", &figure.aims)] {
            let alike = mean(figure.stands.iter().zip(images).map(|(one, two)| overlap(one, two)));
            bars.push(Bar::most(format!("{name}: outline of {moment} on standing"), 0.65, (alike, String::new())));
        }
        let steps = figure.walks.iter().zip(figure.walks.iter().cycle().skip(1)).enumerate();
        let steps = steps.flat_map(|(step, (one, two))| {
            one.iter()
                .zip(two)
                .enumerate()
                .map(move |(view, (one, two))| (overlap(one, two), format!("step {} from view {}", step + 1, view + 1)))
        });
        bars.push(Bar::least(format!("{name}: outline of neighbouring steps"), 0.75, least(steps)));
        let others = figures.iter().filter(|other| other.kind() != name);
        let alike = others.map(|other| {
            let views = figure.stands.iter().zip(&other.stands).map(|(one, two)| overlap(one, two));
            (mean(views), other.name.to_owned())
        });
        bars.push(Bar::most(format!("{name}: outline on that of another kind"), 0.8, most(alike)));
    }
    bars
}

/// Returns the overlap of two outlines as a share of their union; 1 if they are equal.
pub(super) fn overlap(one: &Image, two: &Image) -> f64 {
    alike(one, two, |pixel| pixel[3] > 0)
}

/// Returns the same for the pixels that count.
pub(super) fn alike(one: &Image, two: &Image, counts: impl Fn(&[u8; 4]) -> bool) -> f64 {
    let (mut both, mut any) = (0.0, 0.0_f64);
    for (one, two) in one.pixels.iter().zip(&two.pixels) {
        let (one, two) = (counts(one), counts(two));
        both += f64::from(u8::from(one && two));
        any += f64::from(u8::from(one || two));
    }
    both / any.max(1.0)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_of_outlines_is_their_common_share() {
        let row = |pixels: &str| {
            let pixels: Vec<[u8; 4]> =
                pixels.bytes().map(|byte| [0, 0, 0, if byte == b'#' { 255 } else { 0 }]).collect();
            Image { width: pixels.len(), pixels }
        };
        let of = |one, two| overlap(&row(one), &row(two));
        let [same, half, none] = [of("##..", "##.."), of("##..", ".##."), of("#...", "...#")];
        assert!((same - 1.0).abs() < 1e-9 && (half - 1.0 / 3.0).abs() < 1e-9 && none.abs() < 1e-9);
    }
}
