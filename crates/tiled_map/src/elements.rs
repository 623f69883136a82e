//! Filters the elements of a map: keeps those that are read, drops those that do not matter, and reports all others.

use crate::notes::Notes;
use level::XmlElement;

/// Elements that are read, each with its children that are read.
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
/// Elements of Tiled that do not matter for a level: settings for drawing, editing and exporting.
const IGNORED: [&str; 8] =
    ["editorsettings", "tileoffset", "grid", "wangsets", "terraintypes", "transformations", "chunksize", "export"];
/// Attributes that are read. All others are dropped.
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
/// Attributes of Tiled and of XML that do not matter for a level: settings for drawing, editing and exporting.
const IGNORED_ATTRIBUTES: [&str; 41] = [
    "backgroundcolor",
    "bold",
    "color",
    "compressionlevel",
    "draworder",
    "fillmode",
    "fontfamily",
    "format",
    "halign",
    "hexsidelength",
    "italic",
    "kerning",
    "locked",
    "mode",
    "nextlayerid",
    "nextobjectid",
    "objectalignment",
    "opacity",
    "parallaxoriginx",
    "parallaxoriginy",
    "parallaxx",
    "parallaxy",
    "pixelsize",
    "probability",
    "renderorder",
    "repeatx",
    "repeaty",
    "skewx",
    "skewy",
    "staggeraxis",
    "staggerindex",
    "strikeout",
    "terrain",
    "tiledversion",
    "tilerendersize",
    "tintcolor",
    "trans",
    "underline",
    "valign",
    "visible",
    "wrap",
];
/// Elements whose text is read, or reported together with the element.
const TEXTS: [&str; 5] = ["data", "chunk", "property", "item", "text"];
/// Number of characters of a text that a note quotes.
const MAX_SHOWN: usize = 40;

/// Removes the elements and attributes of a file that are not read, and adds a note for each unknown one.
///
/// # Errors
/// The first element or attribute that differs from a known one only in case, or an element with two `<properties>`.
pub(crate) fn filter(file: &str, root: &mut XmlElement, notes: &mut Notes) -> Result<(), String> {
    ElementFilter { file, notes }.filter(root)
}

struct ElementFilter<'a> {
    file: &'a str,
    notes: &'a mut Notes,
}

impl ElementFilter<'_> {
    fn filter(&mut self, element: &mut XmlElement) -> Result<(), String> {
        let wrong = |element: &XmlElement, what: String| Err(element.error(self.file, what).to_string());
        for (name, _) in &element.attributes {
            let lower = name.to_ascii_lowercase();
            if lower != *name && ATTRIBUTES.contains(&lower.as_str()) {
                let what = format!("the attribute of `<{}>` must be `{lower}`, got `{name}`", element.name);
                return wrong(element, what);
            }
        }
        self.unread_attributes(element);
        element.attributes.retain(|(name, _)| ATTRIBUTES.contains(&name.as_str()));
        if !element.text.is_empty() && !TEXTS.contains(&element.name.as_str()) {
            let start: String = element.text.chars().take(MAX_SHOWN).collect();
            self.notes.add(element, &format!("the text inside `<{}>` is not read: {start:?}", element.name));
        }
        let mut properties = element.children.iter().filter(|child| child.name == "properties").skip(1);
        if let Some(second) = properties.next() {
            return wrong(second, format!("`<{}>` has `<properties>` twice: put them into one", element.name));
        }
        let wanted = READ.iter().find(|(name, _)| *name == element.name).map_or(&[][..], |(_, inside)| *inside);
        for mut child in std::mem::take(&mut element.children) {
            if wanted.contains(&child.name.as_str()) {
                self.filter(&mut child)?;
                element.children.push(child);
            } else if !IGNORED.contains(&child.name.as_str()) {
                self.unread(&element.name, &child)?;
            }
        }
        Ok(())
    }

    /// Adds a note for an unknown element.
    fn unread(&mut self, outer: &str, element: &XmlElement) -> Result<(), String> {
        let (name, lower) = (&element.name, element.name.to_ascii_lowercase());
        if lower != *name && READ.iter().any(|(known, inside)| *known == lower || inside.contains(&lower.as_str())) {
            let what = format!("the element must be `<{lower}>`, got `<{name}>`");
            return Err(element.error(self.file, what).to_string());
        }
        self.notes.add(element, &format!("`<{name}>` inside `<{outer}>` is not read"));
        Ok(())
    }

    /// Adds a note for each unknown attribute. Attributes of other name spaces are left out.
    fn unread_attributes(&mut self, element: &XmlElement) {
        for (name, _) in &element.attributes {
            let is_known = [&ATTRIBUTES[..], &IGNORED_ATTRIBUTES].iter().any(|known| known.contains(&name.as_str()));
            if !is_known && name != "xmlns" && !name.contains(':') {
                self.notes.add(element, &format!("the attribute `{name}` of `<{}>` is not read", element.name));
            }
        }
    }
}
