//! The elements of a map: those that are read, those that say nothing of a level, and whatever else there is, which is reported.

use level::XmlElement;

/// The elements that are read, each with those inside it that are read.
const READ: [(&str, &[&str]); 17] = [
    ("map", &["properties", "tileset", "layer", "objectgroup", "imagelayer", "group"]),
    ("group", &["properties", "layer", "objectgroup", "imagelayer", "group"]),
    ("tileset", &["properties", "image", "tile"]),
    ("tile", &["properties", "image"]),
    ("image", &[]),
    ("layer", &["properties", "data"]),
    ("data", &["tile", "chunk"]),
    ("chunk", &["tile"]),
    ("imagelayer", &["properties", "image"]),
    ("objectgroup", &["properties", "object"]),
    ("object", &["properties", "point", "ellipse", "capsule", "polygon", "polyline", "text"]),
    ("properties", &["property"]),
    ("property", &["properties", "item"]),
    ("item", &["properties", "item"]),
    ("polygon", &[]),
    ("polyline", &[]),
    ("text", &[]),
];
/// What Tiled keeps for itself: how it draws, edits and exports.
const SILENT: [&str; 8] =
    ["editorsettings", "tileoffset", "grid", "wangsets", "terraintypes", "transformations", "chunksize", "export"];
/// The attributes that are read; all others may have any value.
const ATTRIBUTES: [&str; 29] = [
    "name",
    "type",
    "class",
    "value",
    "id",
    "gid",
    "firstgid",
    "x",
    "y",
    "width",
    "height",
    "rotation",
    "source",
    "template",
    "orientation",
    "infinite",
    "tilewidth",
    "tileheight",
    "tilecount",
    "columns",
    "margin",
    "spacing",
    "encoding",
    "compression",
    "points",
    "version",
    "offsetx",
    "offsety",
    "propertytype",
];
/// The most elements that are named one by one.
const MAX_NAMED: usize = 20;

/// Takes away the elements and attributes of a file that are not read, and returns a note of each element that is none of Tiled's own.
///
/// # Errors
/// The first element or attribute that would be read if it were written in lower case, or properties that are there twice.
pub(crate) fn sift(file: &str, root: &mut XmlElement) -> Result<Vec<String>, String> {
    let mut sieve = Sieve { file, notes: Vec::new(), more: 0 };
    sieve.sift(root)?;
    if sieve.more > 0 {
        sieve.notes.push(format!("{} more elements are not read", sieve.more));
    }
    Ok(sieve.notes)
}

struct Sieve<'a> {
    file: &'a str,
    notes: Vec<String>,
    /// The number of elements that are not in the notes.
    more: usize,
}

impl Sieve<'_> {
    fn sift(&mut self, element: &mut XmlElement) -> Result<(), String> {
        let wrong = |element: &XmlElement, what: String| Err(element.error(self.file, what).to_string());
        for (name, _) in &element.attributes {
            let lower = name.to_ascii_lowercase();
            if lower != *name && ATTRIBUTES.contains(&lower.as_str()) {
                let what = format!("the attribute of `<{}>` must be `{lower}`, got `{name}`", element.name);
                return wrong(element, what);
            }
        }
        element.attributes.retain(|(name, _)| ATTRIBUTES.contains(&name.as_str()));
        let mut properties = element.children.iter().filter(|child| child.name == "properties").skip(1);
        if let Some(second) = properties.next() {
            return wrong(second, format!("`<{}>` has `<properties>` twice: put them into one", element.name));
        }
        let wanted = READ.iter().find(|(name, _)| *name == element.name).map_or(&[][..], |(_, inside)| *inside);
        for mut child in std::mem::take(&mut element.children) {
            if wanted.contains(&child.name.as_str()) {
                self.sift(&mut child)?;
                element.children.push(child);
            } else if !SILENT.contains(&child.name.as_str()) {
                self.unread(&element.name, &child)?;
            }
        }
        Ok(())
    }

    /// Notes an element that is not read.
    fn unread(&mut self, outer: &str, element: &XmlElement) -> Result<(), String> {
        let (name, lower) = (&element.name, element.name.to_ascii_lowercase());
        if lower != *name && READ.iter().any(|(known, inside)| *known == lower || inside.contains(&lower.as_str())) {
            let what = format!("the element must be `<{lower}>`, got `<{name}>`");
            return Err(element.error(self.file, what).to_string());
        }
        if self.notes.len() < MAX_NAMED {
            self.notes.push(format!("line {}: `<{name}>` inside `<{outer}>` is not read", element.line));
        } else {
            self.more += 1;
        }
        Ok(())
    }
}
