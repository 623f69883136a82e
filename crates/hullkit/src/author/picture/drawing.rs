//! A drawing of a few kinds of strokes, and its two output formats: SVG and pixels.

use raycast::Frame;
use renderer::{Area, Canvas, Colour, Lettering, Pen};
use std::fmt::Write;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];
/// A point, in pixels from the upper left corner.
pub(crate) type Point = (i32, i32);

/// The strokes, from bottom to top.
pub(crate) struct Drawing {
    /// The width, in pixels.
    pub(crate) width: i32,
    pub(crate) height: i32,
    strokes: Vec<Stroke>,
}

enum Stroke {
    /// A rectangle: its upper left corner, and its size.
    Fill(Point, Point, Rgb),
    Line(Point, Point, i32, Rgb),
    Disc(Point, i32, Rgb),
    Text(Point, String, Rgb),
}

/// The font size in pixels, and the distance from a text's position to its letters.
const EM: i32 = 16;

impl Drawing {
    /// Creates a drawing with a background of one colour.
    pub(crate) fn new(width: i32, height: i32, ground: Rgb) -> Self {
        Drawing { width, height, strokes: vec![Stroke::Fill((0, 0), (width, height), ground)] }
    }

    /// Fills a rectangle from its upper left corner.
    pub(crate) fn fill(&mut self, at: Point, size: Point, colour: Rgb) {
        self.strokes.push(Stroke::Fill(at, size, colour));
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, thick: i32, colour: Rgb) {
        self.strokes.push(Stroke::Line(from, to, thick, colour));
    }

    pub(crate) fn disc(&mut self, middle: Point, radius: i32, colour: Rgb) {
        self.strokes.push(Stroke::Disc(middle, radius, colour));
    }

    /// Adds a text at its upper left corner.
    pub(crate) fn text(&mut self, at: Point, text: &str, colour: Rgb) {
        self.strokes.push(Stroke::Text(at, text.to_owned(), colour));
    }

    /// Adds an arrow with a dark outline.
    pub(crate) fn arrow(&mut self, from: Point, to: Point, colour: Rgb) {
        let (right, down) = ((to.0 - from.0) as f32, (to.1 - from.1) as f32);
        let length = (right * right + down * down).sqrt().max(1.0);
        let (right, down) = (right / length * 8.0, down / length * 8.0);
        let barb = |side: f32| (to.0 - (right - down * side) as i32, to.1 - (down + right * side) as i32);
        for (thick, colour) in [(4, [0, 0, 0]), (2, colour)] {
            self.line(from, to, thick, colour);
            self.line(barb(0.5), to, thick, colour);
            self.line(barb(-0.5), to, thick, colour);
        }
    }

    /// Returns the drawing as SVG.
    pub(crate) fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"{EM}\">\n"
        );
        let colour = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
        for stroke in &self.strokes {
            let _ = match stroke {
                Stroke::Fill((x, y), (width, height), rgb) => {
                    let fill = colour(*rgb);
                    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")
                }
                Stroke::Line(from, to, thick, rgb) => {
                    let (stroke, (x1, y1), (x2, y2)) = (colour(*rgb), from, to);
                    writeln!(
                        svg,
                        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>"
                    )
                }
                Stroke::Disc((x, y), radius, rgb) => {
                    let fill = colour(*rgb);
                    writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>")
                }
                Stroke::Text((x, y), text, rgb) => {
                    let (fill, text, y) = (colour(*rgb), escaped(text), y + EM * 4 / 5);
                    writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{text}</text>")
                }
            };
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the drawing as pixels.
    pub(crate) fn frame(&self, pen: &Pen) -> Frame {
        let mut frame = Frame::new(self.width as usize, self.height as usize);
        let mut canvas = Canvas::new(&mut frame);
        let colour = |[r, g, b]: Rgb| Colour::rgb(r, g, b);
        for stroke in &self.strokes {
            match stroke {
                Stroke::Fill((x, y), (width, height), rgb) => {
                    canvas.fill(Area::new(*x, *y, *width, *height), colour(*rgb));
                }
                Stroke::Line(from, to, thick, rgb) => canvas.line(*from, *to, *thick, colour(*rgb)),
                Stroke::Disc(middle, radius, rgb) => canvas.disc(*middle, *radius, colour(*rgb)),
                Stroke::Text((x, y), text, rgb) => {
                    let letters = Lettering { shadow: None, ..Lettering::new(colour(*rgb), 1) };
                    canvas.text(pen, text, *x, *y, letters);
                }
            }
        }
        frame
    }
}

/// Escapes a text for XML, and removes characters that XML does not allow.
fn escaped(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.fold(String::new(), |text, letter| match letter {
        '&' => text + "&amp;",
        '<' => text + "&lt;",
        '>' => text + "&gt;",
        _ => {
            let mut text = text;
            text.push(letter);
            text
        }
    })
}
