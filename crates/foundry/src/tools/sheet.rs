//! Sprite sheets: images of a kind packed into one PNG, and a RON file with their positions.

use crate::{
    tools::framed::{Framed, Holds},
    tools::job::FoundryError,
    tools::picture::encoded,
    tools::store::Made,
};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Folder of the sheets inside the assets folder.
pub(crate) const FOLDER: &str = "sheets";
/// The sides of sheets are multiples of this many pixels.
const STEP: usize = 64;

/// Contents of a sheet's RON file.
#[derive(Deserialize)]
pub(crate) struct SheetText {
    pub(crate) holds: Holds,
    pub(crate) frames: BTreeMap<String, FrameText>,
}

/// Position of a frame on its sheet and within the whole image, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct FrameText {
    pub(crate) at: (usize, usize),
    pub(crate) size: (usize, usize),
    #[serde(default)]
    pub(crate) offset: (usize, usize),
    #[serde(default)]
    pub(crate) whole: Option<(usize, usize)>,
}

/// Returns the names of the sheets of some images, with the indices of their images.
pub(crate) fn grouped(pictures: &[Framed]) -> Result<Vec<(&'static str, Vec<usize>)>, FoundryError> {
    let mut sheets: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    let mut names: BTreeMap<(Holds, &str), &str> = BTreeMap::new();
    for (number, picture) in pictures.iter().enumerate() {
        let (sheet, name) = (picture.sheet, picture.name.as_str());
        if let Some(other) = names.insert((picture.holds, name), sheet) {
            return Err(format!("two pictures are called {name}, in the sheets {other} and {sheet}: rename one").into());
        }
        let members = sheets.entry(sheet).or_default();
        if members.first().is_some_and(|&first| pictures[first].holds != picture.holds) {
            return Err(format!("the sheet {sheet} has sprites and textures: {name} needs another one").into());
        }
        members.push(number);
    }
    Ok(sheets.into_iter().collect())
}

/// Returns the two files of a sheet with these images, regardless of their order.
pub(crate) fn packed(sheet: &str, pictures: &[&Framed]) -> Result<Vec<Made>, FoundryError> {
    let holds = pictures.first().ok_or("a sheet needs a picture")?.holds;
    let mut boxes: Vec<_> = pictures.iter().map(|picture| (*picture, picture.painted())).collect();
    // Shelf packing, the highest images first.
    boxes.sort_by(|(one, (_, one_size)), (two, (_, two_size))| {
        (two_size.1, two_size.0, &one.name).cmp(&(one_size.1, one_size.0, &two.name))
    });
    let area: usize = boxes.iter().map(|(_, (_, size))| size.0 * size.1).sum();
    let widest = boxes.iter().map(|(_, (_, size))| size.0).max().unwrap_or(1);
    let width = area.isqrt().max(widest).next_multiple_of(STEP);
    let (mut pixels, mut frames) = (Vec::new(), BTreeMap::new());
    let mut placed: HashMap<(Vec<[u8; 4]>, usize), (usize, usize)> = HashMap::new();
    let (mut pen, mut shelf) = ((0, 0), 0);
    for (picture, (offset, size)) in boxes {
        let cut = picture.cut(offset, size);
        let at = *placed.entry((cut.clone(), size.0)).or_insert_with(|| {
            if pen.0 + size.0 > width {
                pen = (0, pen.1 + shelf);
            }
            if pen.0 == 0 {
                shelf = size.1;
            }
            let at = pen;
            pen.0 += size.0;
            at
        });
        let rows = at.1 + size.1;
        pixels.resize(pixels.len().max(rows * width), [0; 4]);
        for (row, cut) in cut.chunks_exact(size.0).enumerate() {
            pixels[(at.1 + row) * width + at.0..][..size.0].copy_from_slice(cut);
        }
        let whole = Some((picture.width, picture.rows().len()));
        frames.insert(picture.name.clone(), FrameText { at, size, offset, whole });
    }
    let file = |ending: &str, bytes: Vec<u8>| Made { path: format!("{FOLDER}/{sheet}.{ending}"), bytes };
    Ok(vec![file("png", encoded(width, &pixels)?), file("ron", text(holds, &frames).into_bytes())])
}

/// Returns the RON text of a sheet, one line per frame.
fn text(holds: Holds, frames: &BTreeMap<String, FrameText>) -> String {
    let mut text = format!(
        "// Made by foundry; assets/README.md says how to replace a picture.\n(\n    holds: {holds:?},\n    frames: {{\n"
    );
    for (name, FrameText { at, size, offset, whole }) in frames {
        text += &format!("        {name:?}: (at: {at:?}, size: {size:?}");
        if *whole != Some(*size) {
            text += &format!(", offset: {offset:?}, whole: {:?}", whole.unwrap_or(*size));
        }
        text += "),\n";
    }
    text + "    },\n)\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an image made of text rows: a dot is a transparent pixel, another letter a colour.
    fn picture(sheet: &'static str, name: &str, rows: &[&str]) -> Framed {
        let pixel = |byte: u8| if byte == b'.' { [0; 4] } else { [byte, 0, 0, 255] };
        let pixels = rows.iter().flat_map(|row| row.bytes().map(pixel)).collect();
        Framed { sheet, holds: Holds::Sprites, name: name.to_owned(), width: rows[0].len(), pixels }
    }

    #[test]
    fn frames_are_trimmed_and_equal_frames_share_a_place() {
        let pictures = [
            picture("rat", "a", &["....", ".xy.", ".z.."]),
            picture("rat", "b", &["xy", "z."]),
            picture("rat", "clear", &["...", "..."]),
            picture("rat", "high", &["x", "y", "z"]),
        ];
        let made = packed("rat", &pictures.iter().collect::<Vec<_>>()).unwrap();
        let SheetText { holds, frames } = read(&made[1].bytes);
        assert_eq!(holds, Holds::Sprites);
        let frame = |at, size, offset, whole| FrameText { at, size, offset, whole };
        assert_eq!(frames["high"], frame((0, 0), (1, 3), (0, 0), None));
        assert_eq!(frames["a"], frame((1, 0), (2, 2), (1, 1), Some((4, 3))));
        assert_eq!(frames["b"], frame((1, 0), (2, 2), (0, 0), None));
        assert_eq!(frames["clear"].size, (1, 1));
        let others = [3, 1, 0, 2].map(|number: usize| &pictures[number]);
        let again = packed("rat", &others).unwrap();
        assert!(made.iter().zip(&again).all(|(one, two)| one.path == two.path && one.bytes == two.bytes));
    }

    fn read(bytes: &[u8]) -> SheetText {
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_bytes(bytes).unwrap()
    }

    #[test]
    fn name_in_two_sheets_is_detected() {
        let pictures = [picture("rat", "a", &["x"]), picture("mouse", "a", &["x"])];
        let told = grouped(&pictures).err().unwrap().to_string();
        assert_eq!(told, "two pictures are called a, in the sheets rat and mouse: rename one");
        let mixed = [picture("rat", "a", &["x"]), Framed { holds: Holds::Textures, ..picture("rat", "b", &["x"]) }];
        assert_eq!(
            grouped(&mixed).err().unwrap().to_string(),
            "the sheet rat has sprites and textures: b needs another one"
        );
    }
}
