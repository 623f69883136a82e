//! The tileset image.

use flate2::Crc;
use level::{Field, SKY, Value};
use std::io::Cursor;

/// Side of a tile in pixels, the same as that of a texture.
pub(crate) const SIDE: usize = 64;
/// Number of tiles per row of the image.
pub(crate) const COLUMNS: usize = 16;
/// Positions of the stars on a sky tile.
const STARS: [(usize, usize); 7] = [(5, 9), (14, 40), (23, 22), (33, 55), (44, 12), (52, 33), (60, 50)];

/// Keyword of the text in a sheet that distinguishes it from images of others; the text is the check sum of its pixels.
const MARK: &str = "hullkit export tiled";
/// Maximum size of a sheet that is recognised, in bytes of pixels.
const MAX_SHEET: usize = 256 << 20;

/// An image, row by row from its top left corner. Each texel is red, green, blue and alpha, with red in the lowest
/// byte.
#[derive(Clone, Debug)]
pub struct Image {
    /// Width in texels.
    pub width: usize,
    /// Height in texels.
    pub height: usize,
    /// The texels.
    pub texels: Vec<u32>,
}

/// The appearance of the tiles of a map.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(crate) tiles: Vec<Vec<Field>>,
}

/// The appearance of a tile.
struct Face<'a> {
    texture: Option<&'a str>,
    overlay: Option<&'a str>,
    /// Pixels that show the texture.
    shows: fn(usize, usize) -> bool,
    /// Colour of the frame, which distinguishes cells with the same texture.
    frame: Option<u32>,
    /// Opacity of a black overlay, from 0 to 255.
    dark: u8,
}

impl Sheet {
    /// Returns width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (COLUMNS * SIDE, self.tiles.len().div_ceil(COLUMNS).max(1) * SIDE)
    }

    /// Encodes the tileset image as a PNG. `picture` returns textures by name; a missing texture gives a chequered
    /// tile.
    ///
    /// # Errors
    /// The error of the encoder.
    pub fn png(&self, picture: impl Fn(&str) -> Option<Image>) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height) = self.size();
        let mut pixels = vec![0; width * height];
        for (number, tile) in self.tiles.iter().enumerate() {
            let (left, top) = (number % COLUMNS * SIDE, number / COLUMNS * SIDE);
            let tile = draw_tile(&Face::of(tile), &picture);
            for (y, row) in tile.chunks(SIDE).enumerate() {
                let start = (top + y) * width + left;
                pixels[start..start + SIDE].copy_from_slice(row);
            }
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let bytes: Vec<u8> = pixels.iter().flat_map(|pixel: &u32| pixel.to_le_bytes()).collect();
        encoder.add_text_chunk(MARK.to_owned(), check_sum(&bytes))?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish()?;
        Ok(file)
    }
}

/// Returns true for the file of a sheet that an export wrote and that has not been changed since.
pub fn is_own_sheet(file: &[u8]) -> bool {
    let limits = png::Limits { bytes: MAX_SHEET };
    let Ok(mut reader) = png::Decoder::new_with_limits(Cursor::new(file), limits).read_info() else { return false };
    let texts = &reader.info().uncompressed_latin1_text;
    let Some(mark) = texts.iter().find(|text| text.keyword == MARK).map(|text| text.text.clone()) else { return false };
    let Some(size) = reader.output_buffer_size().filter(|size| *size <= MAX_SHEET) else { return false };
    let mut pixels = vec![0; size];
    reader.next_frame(&mut pixels).is_ok() && mark == check_sum(&pixels)
}

fn check_sum(pixels: &[u8]) -> String {
    let mut sum = Crc::new();
    sum.update(pixels);
    format!("{:08x}", sum.sum())
}

impl Face<'_> {
    fn of(tile: &[Field]) -> Face<'_> {
        let mut face = Face { texture: None, overlay: None, shows: |_, _| true, frame: None, dark: 0 };
        for Field { key, value } in tile {
            if let (
                Value::Text(name),
                "texture" | "wall" | "door" | "window" | "grating" | "barrier" | "pillar" | "diagonal" | "push",
            ) = (value, *key)
            {
                face.texture = Some(name);
            }
            match (*key, value) {
                ("overlay", Value::Text(name)) => face.overlay = Some(name),
                ("space", _) => face.texture = Some(SKY),
                ("light", Value::Number(light)) => {
                    face.dark = 255 - (light.parse::<f32>().unwrap_or(1.0) * 255.0).round() as u8;
                }
                _ => {}
            }
            face.shows = match *key {
                "window" | "grating" | "barrier" => |_, y| (24..40).contains(&y),
                "pillar" | "table" => |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 400,
                "diagonal" => |x, y| x + y < SIDE,
                _ => face.shows,
            };
            face.frame = frame(key, value).or(face.frame);
        }
        face
    }
}

/// Returns the frame colour for a field, if it has one.
fn frame(key: &str, value: &Value) -> Option<u32> {
    let rgb = |red: u8, green: u8, blue: u8| Some(u32::from_le_bytes([red, green, blue, 255]));
    match key {
        "door" => rgb(170, 190, 210),
        // The colours of the locks' textures.
        "lock" => match value {
            Value::Ron(lock) if lock == "A" => rgb(70, 180, 240),
            Value::Ron(lock) if lock == "B" => rgb(245, 170, 40),
            Value::Ron(lock) if lock == "C" => rgb(235, 60, 50),
            _ => rgb(130, 130, 130),
        },
        "lift" => rgb(70, 220, 90),
        "secret" => rgb(20, 120, 40),
        "stairs" => rgb(220, 220, 160),
        "switch" => rgb(240, 150, 40),
        "conduit" | "table" => rgb(40, 210, 210),
        "push" => rgb(200, 80, 220),
        "breakable" => rgb(250, 250, 250),
        _ => None,
    }
}

/// Draws the pixels of a tile.
fn draw_tile(face: &Face, picture: &impl Fn(&str) -> Option<Image>) -> Vec<u32> {
    let [texture, overlay] = [face.texture, face.overlay].map(|name| name.map(|name| texture_texels(name, picture)));
    let dark = u32::from_le_bytes([0, 0, 0, face.dark]);
    let pixel = |index: usize| {
        let (x, y) = (index % SIDE, index / SIDE);
        let is_edge = x.min(y) < 3 || x.max(y) >= SIDE - 3;
        if let Some(frame) = face.frame.filter(|_| is_edge) {
            return frame;
        }
        if !(face.shows)(x, y) {
            return 0;
        }
        let over = overlay.as_ref().map(|overlay| overlay[index]).filter(|texel| texel >> 24 > 127);
        // A table has no texture, so it is filled with the colour of its frame.
        let plain = if face.dark > 0 { dark } else { face.frame.unwrap_or(0) };
        over.or(texture.as_ref().map(|texture| texture[index])).unwrap_or(plain)
    };
    (0..SIDE * SIDE).map(pixel).collect()
}

/// Returns the texels of a texture, scaled to a tile.
fn texture_texels(name: &str, picture: &impl Fn(&str) -> Option<Image>) -> Vec<u32> {
    let cells = (0..SIDE * SIDE).map(|index| (index % SIDE, index / SIDE));
    if name == SKY {
        let star = |at| u32::from_le_bytes(if STARS.contains(&at) { [255; 4] } else { [6, 6, 20, 255] });
        return cells.map(star).collect();
    }
    match picture(name).filter(|picture| picture.texels.len() == picture.width * picture.height && picture.width > 0) {
        Some(Image { width, height, texels }) => {
            cells.map(|(x, y)| texels[y * height / SIDE * width + x * width / SIDE]).collect()
        }
        None => cells.map(|(x, y)| if (x / 8 + y / 8) % 2 == 0 { 0xff_ff_00_ff } else { 0xff_00_00_00 }).collect(),
    }
}
