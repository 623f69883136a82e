//! The canvas: draws text, images, bars and lines on a finished frame, for the HUD and for menus.
//!
//! Everything is clipped, so any position and size is allowed. Positions are pixels from the frame's top left corner.

use crate::{canvas::area::Area, canvas::pen::Pen, canvas::text::Glyph};
use raycast::{Frame, Texture};

/// The maximum scale of images and text.
const MAX_SCALE: i32 = 64;

/// The alpha of full-bright texels, which darkness does not affect.
const SHINING: u32 = 254;

/// A colour with an opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    rgb: [u8; 3],
    cover: u8,
}

impl Colour {
    /// Returns an opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Colour {
        Colour { rgb: [r, g, b], cover: 255 }
    }

    /// Returns the colour with this opacity (0 to 1).
    #[must_use]
    pub fn covering(self, part: f32) -> Colour {
        Colour { cover: (part.clamp(0.0, 1.0) * 255.0).round() as u8, ..self }
    }

    /// Returns the colour for a pixel that it only partly covers (0 to 255).
    pub(super) fn thinned(self, cover: u8) -> Colour {
        Colour { cover: (u32::from(self.cover) * u32::from(cover) / 255) as u8, ..self }
    }

    /// Precomputes the blending of this colour over pixels.
    pub(super) fn layer(self) -> Layer {
        let weight = u32::from(self.cover) + u32::from(self.cover >> 7); // 0 to 256
        let [r, g, b] = self.rgb.map(u32::from);
        Layer { red_blue: (r | b << 16) * weight + 0x0080_0080, green: g * weight + 0x80, keep: 256 - weight }
    }
}

/// A colour, prepared for blending over pixels.
#[derive(Clone, Copy)]
pub(super) struct Layer {
    red_blue: u32,
    green: u32,
    /// The weight of the pixel below, 0 to 256.
    keep: u32,
}

impl Layer {
    #[inline]
    pub(super) fn over(self, pixel: u32) -> u32 {
        // Two channels share a multiplication; neither sum overflows its 16 bits.
        let red_blue = (pixel & 0x00ff_00ff) * self.keep + self.red_blue;
        let green = ((pixel >> 8) & 0xff) * self.keep + self.green;
        ((red_blue >> 8) & 0x00ff_00ff) | (green & 0xff00) | 0xff00_0000
    }
}

/// Returns an image's texel in light, each channel 0 to 256.
#[inline]
fn lit(texel: u32, [red, green, blue]: [u32; 3]) -> u32 {
    if texel >> 24 == SHINING {
        return texel | 0xff00_0000;
    }
    let part = |shift: u32, light: u32| ((texel >> shift & 0xff) * light + 0x80) >> 8 << shift;
    part(0, red) | part(8, green) | part(16, blue) | 0xff00_0000
}

/// The horizontal alignment of a text relative to its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the position.
    #[default]
    Left,
    /// The text is centred on the position.
    Centre,
    /// The text ends at the position.
    Right,
}

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lettering {
    /// Its colour.
    pub colour: Colour,
    /// Its size: 1 is 16 pixels per em. Clamped to 1 to 64.
    pub scale: i32,
    /// Its alignment.
    pub align: Align,
    /// The colour of its shadow, if it has one: one font pixel lower and to the right.
    pub shadow: Option<Colour>,
}

impl Lettering {
    /// Returns a left-aligned style of this colour and size, with a shadow.
    pub const fn new(colour: Colour, scale: i32) -> Lettering {
        Lettering { colour, scale, align: Align::Left, shadow: Some(Colour { rgb: [0; 3], cover: 200 }) }
    }

    /// Returns the style with this alignment.
    #[must_use]
    pub const fn aligned(self, align: Align) -> Lettering {
        Lettering { align, ..self }
    }
}

/// A canvas that draws on a frame.
pub struct Canvas<'a> {
    pub(super) frame: &'a mut Frame,
    /// The scale of everything that is measured in units.
    enlarged: f32,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas over this frame.
    pub fn new(frame: &'a mut Frame) -> Self {
        Canvas { frame, enlarged: 1.0 }
    }

    /// Returns the canvas with everything that is measured in units scaled by this factor.
    #[must_use]
    pub(crate) fn enlarged(self, times: f32) -> Self {
        Canvas { enlarged: times, ..self }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> i32 {
        self.frame.width() as i32
    }

    /// Returns the number of rows.
    pub fn height(&self) -> i32 {
        self.frame.height() as i32
    }

    /// Returns how many pixels of the frame a HUD pixel takes; see [`unit_of`].
    pub(crate) fn unit(&self) -> i32 {
        ((unit_of(self.frame.height()) as f32 * self.enlarged).round() as i32).max(1)
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, area: Area, colour: Colour) {
        let x = clip(area.x, area.width, self.frame.width());
        let y = clip(area.y, area.height, self.frame.height());
        let width = self.frame.width();
        let layer = colour.layer();
        for row in self.frame.pixels_mut().chunks_exact_mut(width).take(y.end).skip(y.start) {
            for pixel in &mut row[x.clone()] {
                *pixel = layer.over(*pixel);
            }
        }
    }

    /// Tints the whole frame.
    pub fn tint(&mut self, colour: Colour) {
        if colour.cover > 0 {
            self.fill(Area::new(0, 0, self.width(), self.height()), colour);
        }
    }

    /// Draws the border of a rectangle, inside it, with this thickness in pixels.
    pub fn outline(&mut self, area: Area, thick: i32, colour: Colour) {
        let Area { x, y, width, height } = area;
        let thick = thick.max(0);
        let inner = area.within(thick);
        if inner.width <= 0 || inner.height <= 0 {
            self.fill(area, colour);
            return;
        }
        self.fill(Area { height: thick, ..area }, colour);
        self.fill(Area::new(x, y.saturating_add(height - thick), width, thick), colour);
        self.fill(Area::new(x, inner.y, thick, inner.height), colour);
        self.fill(Area::new(x.saturating_add(width - thick), inner.y, thick, inner.height), colour);
    }

    /// Draws a bar that is filled from the left to this share (0 to 1).
    pub fn bar(&mut self, area: Area, part: f32, full: Colour, empty: Colour) {
        let filled = (part.clamp(0.0, 1.0) * area.width as f32).round() as i32;
        self.fill(Area { width: filled, ..area }, full);
        let rest = Area { x: area.x.saturating_add(filled), width: area.width.saturating_sub(filled), ..area };
        self.fill(rest, empty);
    }

    /// Draws a line with this thickness in pixels (at least 1) from one pixel to another, both included.
    ///
    /// The thickness is measured along the axis in which the line is shorter, so each pixel is covered once.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), thick: i32, colour: Colour) {
        let thick = thick.max(1);
        let (dx, dy) = (f64::from(to.0) - f64::from(from.0), f64::from(to.1) - f64::from(from.1));
        // One pixel for each step along the longer axis, limited to those on the frame.
        let flat = dx.abs() >= dy.abs();
        let (start, end, limit) = if flat { (from.0, to.0, self.width()) } else { (from.1, to.1, self.height()) };
        for step in start.min(end).max(0)..=start.max(end).min(limit - 1) {
            let part = (f64::from(step) - f64::from(start)) / if flat { dx } else { dy };
            let place =
                |from: i32, way: f64| (f64::from(from) + if start == end { 0.0 } else { part * way }).round() as i32;
            let (x, y) = if flat { (step, place(from.1, dy)) } else { (place(from.0, dx), step) };
            let off = |middle: i32| middle.saturating_sub((thick - 1) / 2);
            let stroke = if flat { Area::new(x, off(y), 1, thick) } else { Area::new(off(x), y, thick, 1) };
            self.fill(stroke, colour);
        }
    }

    /// Draws a disc around a pixel; a radius of 0 is that pixel only.
    pub fn disc(&mut self, middle: (i32, i32), radius: i32, colour: Colour) {
        let radius = radius.clamp(0, self.width().max(self.height()));
        for row in -radius..=radius {
            // The circle passes through the outer edges of the pixels.
            let half = (((radius * radius + radius - row * row).max(0)) as f32).sqrt() as i32;
            let (left, top) = (middle.0.saturating_sub(half), middle.1.saturating_add(row));
            self.fill(Area::new(left, top, 2 * half + 1, 1), colour);
        }
    }

    /// Draws an image with its top left corner at (`x`, `y`), each of its pixels a square of `scale` (1 to 64) pixels.
    ///
    /// `light` (0 to 1) darkens it, except for full-bright texels. Translucent texels are blended.
    pub fn picture(&mut self, picture: &Texture, x: i32, y: i32, scale: i32, light: f32) {
        self.lit_picture(picture, x, y, scale, [light; 3]);
    }

    /// Draws an image in light (red, green and blue, each 0 to 1), which does not affect full-bright texels (alpha
    /// 254).
    pub fn lit_picture(&mut self, picture: &Texture, x: i32, y: i32, scale: i32, light: [f32; 3]) {
        let scale = scale.clamp(1, MAX_SCALE);
        let (columns, rows) = (self.frame.width(), self.frame.height());
        let light = light.map(|part| (part.clamp(0.0, 1.0) * 256.0).round() as u32);
        let pixels = self.frame.pixels_mut();
        for (line, texels) in (0..).zip(picture.texels().chunks_exact(picture.width())) {
            for row in clip(y.saturating_add(line * scale), scale, rows) {
                let row = &mut pixels[row * columns..][..columns];
                for (column, &texel) in (0..).zip(texels) {
                    let colour = lit(texel, light);
                    let square = clip(x.saturating_add(column * scale), scale, columns);
                    match texel >> 24 {
                        0 => {}
                        SHINING.. => row[square].fill(colour),
                        cover => {
                            let layer = Colour { rgb: rgb(colour), cover: cover as u8 }.layer();
                            row[square].iter_mut().for_each(|pixel| *pixel = layer.over(*pixel));
                        }
                    }
                }
            }
        }
    }

    /// Draws a text with the top of its first line at `y`; a line feed begins the next line.
    pub fn text(&mut self, pen: &Pen, text: &str, x: i32, y: i32, lettering: Lettering) {
        let scale = lettering.scale.clamp(1, MAX_SCALE);
        let mut top = y;
        for line in text.lines() {
            let width = pen.font().width(line).saturating_mul(scale);
            let mut left = match lettering.align {
                Align::Left => x,
                Align::Centre => x.saturating_sub(width / 2),
                Align::Right => x.saturating_sub(width),
            };
            pen.note(line, Area::new(left, top, width, pen.font().line_height().saturating_mul(scale)));
            for character in line.chars() {
                let glyph = pen.font().glyph(character);
                if let Some(shadow) = lettering.shadow {
                    let (x, y) = (left.saturating_add(scale), top.saturating_add(scale));
                    // A shadow is as translucent as its text.
                    self.glyph(glyph, x, y, scale, shadow.thinned(lettering.colour.cover));
                }
                self.glyph(glyph, left, top, scale, lettering.colour);
                left = left.saturating_add(glyph.advance * scale);
            }
            top = top.saturating_add(pen.font().line_height() * scale);
        }
    }

    fn glyph(&mut self, glyph: &Glyph, x: i32, y: i32, scale: i32, colour: Colour) {
        for (index, &cover) in glyph.cover.iter().enumerate().filter(|&(_, &cover)| cover > 0) {
            let (column, row) = ((index % glyph.width) as i32 + glyph.left, (index / glyph.width) as i32 + glyph.top);
            let (x, y) = (x.saturating_add(column * scale), y.saturating_add(row * scale));
            self.fill(Area::new(x, y, scale, scale), colour.thinned(cover));
        }
    }
}

/// Returns how many pixels of a frame of this height a HUD pixel takes, at least 1. The HUD is designed for 180 rows.
pub(crate) fn unit_of(height: usize) -> i32 {
    (height / 180).max(1) as i32
}

/// Returns a pixel's red, green and blue.
fn rgb(pixel: u32) -> [u8; 3] {
    let [r, g, b, _] = pixel.to_le_bytes();
    [r, g, b]
}

/// Returns the part of an interval that is on a frame of `limit` pixels.
fn clip(start: i32, length: i32, limit: usize) -> std::ops::Range<usize> {
    let on_frame = |at: i64| at.clamp(0, limit as i64) as usize;
    let start = i64::from(start);
    let from = on_frame(start);
    from..on_frame(start + i64::from(length)).max(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = Colour::rgb(255, 0, 0);
    const GREEN: Colour = Colour::rgb(0, 255, 0);
    const FARS: [i32; 7] = [i32::MIN, -70_000, -1, 0, 3, 70_000, i32::MAX];

    /// Returns what is drawn on a black frame of 6 by 4: `r`, `g`, `.` for black and `?` for anything else.
    fn drawn(draw: impl FnOnce(&mut Canvas)) -> String {
        let mut frame = Frame::new(6, 4);
        draw(&mut Canvas::new(&mut frame));
        let character = |pixel: &u32| match pixel.to_le_bytes() {
            [255, 0, 0, 255] => 'r',
            [0, 255, 0, 255] => 'g',
            [0, 0, 0, 255] => '.',
            _ => '?',
        };
        frame.pixels().chunks(6).map(|row| row.iter().map(character).collect()).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn shapes_cover_the_right_pixels() {
        assert_eq!(drawn(|c| c.fill(Area::new(1, 1, 2, 2), RED)), "...... .rr... .rr... ......");
        assert_eq!(drawn(|c| c.outline(Area::new(0, 0, 5, 4), 1, RED)), "rrrrr. r...r. r...r. rrrrr.");
        assert_eq!(drawn(|c| c.outline(Area::new(0, 0, 3, 2), 1, RED)), "rrr... rrr... ...... ......");
        assert_eq!(drawn(|c| c.bar(Area::new(0, 0, 6, 1), 0.5, RED, GREEN)), "rrrggg ...... ...... ......");
        assert_eq!(drawn(|c| c.disc((2, 1), 1, RED)), ".rrr.. .rrr.. .rrr.. ......");
        assert_eq!(drawn(|c| c.disc((5, 3), 0, RED)), "...... ...... ...... .....r");
        assert_eq!(drawn(|c| c.disc((2, 1), 2, GREEN)), "ggggg. ggggg. ggggg. .ggg..");
        assert_eq!(drawn(|c| c.line((0, 0), (5, 3), 1, RED)), "r..... .rr... ...rr. .....r");
        assert_eq!(drawn(|c| c.line((2, 3), (2, 0), 1, RED)), "..r... ..r... ..r... ..r...");
        assert_eq!(drawn(|c| c.line((9, 2), (-9, 2), 0, RED)), "...... ...... rrrrrr ......");
        assert_eq!(drawn(|c| c.line((0, 1), (3, 1), 3, RED)), "rrrr.. rrrr.. rrrr.. ......");
        assert_eq!(drawn(|c| c.line((4, 0), (4, 3), 2, RED)), "....rr ....rr ....rr ....rr");
    }

    #[test]
    fn images_are_scaled_and_their_holes_left_out() {
        let picture = Texture::new(2, 1, &[255, 0, 0, 255, 0, 0, 255, 0]).unwrap();
        assert_eq!(drawn(|c| c.picture(&picture, 1, 1, 2, 1.0)), "...... .rr... .rr... ......");
        assert_eq!(drawn(|c| c.picture(&picture, -1, -1, 2, 1.0)), "r..... ...... ...... ......");
        assert_eq!(drawn(|c| c.picture(&picture, 0, 0, 1, 0.0)), "...... ...... ...... ......");
    }

    #[test]
    fn translucent_texels_blend_and_full_bright_ones_ignore_light() {
        let below = Colour::rgb(0, 0, 200);
        let seen = |texel: [u8; 4], light: f32| {
            let picture = Texture::new(1, 1, &texel).unwrap();
            let mut frame = Frame::new(1, 1);
            let mut canvas = Canvas::new(&mut frame);
            canvas.tint(below);
            canvas.picture(&picture, 0, 0, 1, light);
            frame.pixels()[0].to_le_bytes()
        };
        assert_eq!(seen([100, 50, 0, 0], 1.0), [0, 0, 200, 255]);
        assert_eq!(seen([100, 50, 0, 254], 0.0), [100, 50, 0, 255]);
        assert_eq!(seen([100, 50, 0, 255], 0.0), [0, 0, 0, 255]);
        for (alpha, light, wanted) in [(1, 1.0, [0, 0, 199]), (128, 1.0, [50, 25, 100]), (253, 0.5, [50, 25, 2])] {
            let found = seen([100, 50, 0, alpha], light);
            assert!(found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 1), "{alpha}: {found:?}");
        }
    }

    #[test]
    fn translucent_line_covers_each_pixel_once() {
        let mut frame = Frame::new(9, 9);
        Canvas::new(&mut frame).line((0, 0), (8, 5), 4, RED.covering(0.5));
        let mut reds: Vec<u32> = frame.pixels().iter().map(|pixel| pixel & 0xff).collect();
        reds.sort_unstable();
        reds.dedup();
        assert_eq!(reds, [0, 128]);
    }

    #[test]
    fn colour_blends_by_its_opacity() {
        let mut frame = Frame::new(1, 1);
        frame.pixels_mut()[0] = 0xff20_4060;
        for (part, wanted) in [(0.0, [0x60, 0x40, 0x20, 255]), (0.5, [0xb0, 0x20, 0x10, 255]), (1.0, [255, 0, 0, 255])]
        {
            let mut frame = frame.clone();
            Canvas::new(&mut frame).tint(RED.covering(part));
            let found = frame.pixels()[0].to_le_bytes();
            assert!(found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 1), "{part}: {found:?}");
        }
        Canvas::new(&mut frame).tint(RED.covering(f32::NAN));
    }

    #[test]
    fn drawing_outside_the_frame_is_clipped() {
        let picture = Texture::new(1, 1, &[255; 4]).unwrap();
        let mut frame = Frame::new(6, 4);
        let mut canvas = Canvas::new(&mut frame);
        for x in FARS {
            for y in FARS {
                canvas.line((x, y), (y, x), y, RED);
                canvas.line((x, x), (y, 2), x, RED);
                canvas.disc((x, y), y, RED);
                canvas.picture(&picture, x, y, x, 1.0);
                for size in FARS {
                    canvas.fill(Area::new(x, y, size, x), RED);
                    canvas.outline(Area::new(x, y, size, size), y, RED);
                    canvas.bar(Area::new(y, x, size, 3), x as f32, RED, GREEN);
                }
            }
        }
        assert_eq!((canvas.width(), canvas.height()), (6, 4));
    }

    #[test]
    fn text_of_any_kind_can_be_drawn_anywhere() {
        let Ok(font) = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")) else {
            panic!("the game's font is missing");
        };
        let pen = Pen::new(crate::canvas::text::Font::read(&font).unwrap());
        let mut frame = Frame::new(60, 40);
        for x in FARS {
            for align in [Align::Left, Align::Centre, Align::Right] {
                let lettering = Lettering::new(RED, x).aligned(align);
                Canvas::new(&mut frame).text(&pen, "Hull\n\u{1f600}\u{0}breach", x, x, lettering);
            }
        }
        let mut frame = Frame::new(60, 40);
        let lettering = Lettering { shadow: None, ..Lettering::new(RED, 1) };
        Canvas::new(&mut frame).text(&pen, "Hi", 30, 4, lettering.aligned(Align::Right));
        let inked = |x: usize| (0..40).any(|y| frame.pixel(x, y) != Some(0xff00_0000));
        let width = pen.width("Hi") as usize;
        assert!((30 - width..30).any(inked) && !(0..30 - width).any(inked) && !(30..60).any(inked));
        assert!(pen.width("Hi there") > pen.width("Hi") && pen.width("Hi\nHi there") == pen.width("Hi there"));
    }
}
