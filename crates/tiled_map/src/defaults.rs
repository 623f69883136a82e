//! Attributes that maps may lack: optional ones that older versions of Tiled did not write, and required ones.

use level::XmlElement;

/// Adds attributes that older versions of Tiled and other programs omit: the version, the orientation, the sizes of
/// layers and images. Also adds the number of tiles and columns of a tileset, as far as they follow from its image.
pub(crate) fn fill(root: &mut XmlElement) {
    let size = ["width", "height"].map(|side| root.attribute(side).unwrap_or_default().to_owned());
    fill_inside(root, &size);
}

/// Returns the required attribute that an element lacks, if any.
pub(crate) fn missing(element: &XmlElement) -> Option<&'static str> {
    let needed = match element.name.as_str() {
        "property" => "name",
        "polygon" | "polyline" => "points",
        _ => return None,
    };
    element.attribute(needed).is_none().then_some(needed)
}

/// Returns a hint for a missing attribute, if there is a special one.
pub(crate) fn remedy(name: &str) -> Option<String> {
    let version = match name {
        "columns" => "0.15",
        "tilecount" => "0.13",
        _ => return None,
    };
    Some(format!("the map was written by Tiled before {version}: open it in Tiled and save it again"))
}

fn fill_inside(element: &mut XmlElement, size: &[String; 2]) {
    match element.name.as_str() {
        "map" => {
            set(element, "version", "1.0");
            set(element, "orientation", "orthogonal");
        }
        "tileset" if element.attribute("source").is_none() => measure(element),
        "layer" => {
            set(element, "width", &size[0]);
            set(element, "height", &size[1]);
        }
        // Images are used only to count tiles.
        "image" => [("source", ""), ("width", "0"), ("height", "0")].iter().for_each(|(name, value)| {
            set(element, name, value);
        }),
        _ => {}
    }
    element.children.iter_mut().for_each(|child| fill_inside(child, size));
}

/// Sets an attribute if it is missing.
fn set(element: &mut XmlElement, name: &str, value: &str) {
    if element.attribute(name).is_none() {
        element.attributes.push((name.to_owned(), value.to_owned()));
    }
}

/// Adds the number of columns and tiles to a tileset.
fn measure(tileset: &mut XmlElement) {
    let image = tileset.children.iter().find(|child| child.name == "image");
    let (columns, rows) = match image {
        // Each tile has its own image.
        None => (Some(0), Some(0)),
        Some(image) => (count(tileset, image, "width"), count(tileset, image, "height")),
    };
    let written = tileset.attribute("columns").and_then(|columns| columns.parse().ok());
    let tiles = written.or(columns).zip(rows).map(|(columns, rows)| columns.saturating_mul(rows));
    for (name, number) in [("columns", columns), ("tilecount", tiles)] {
        if let Some(number) = number {
            set(tileset, name, &number.to_string());
        }
    }
}

/// Returns the number of tiles that fit along a side of an image, if all required numbers are present.
fn count(tileset: &XmlElement, image: &XmlElement, side: &str) -> Option<u64> {
    let number = |element: &XmlElement, name: &str| element.attribute(name)?.parse::<u32>().ok().map(u64::from);
    let optional = |name| if tileset.attribute(name).is_some() { number(tileset, name) } else { Some(0) };
    let (margin, spacing) = (optional("margin")?, optional("spacing")?);
    let step = number(tileset, &format!("tile{side}"))? + spacing;
    (number(image, side)? + spacing).saturating_sub(margin).checked_div(step)
}
