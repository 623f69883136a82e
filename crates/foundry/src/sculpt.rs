//! Modelling figures out of rounded limbs with depth, so that every frame is shaded by the same light.

use crate::canvas::Canvas;
use crate::palette::Ink;

/// A place in front of the viewer: right, down, and towards the viewer.
pub(crate) type Spot = [f32; 3];

/// The middle of a cross-section of a limb and how thick it is there.
pub(crate) type Joint = (Spot, f32);

/// Where the light comes from: above, a little left, and from the viewer's side.
const LIGHT: Spot = [-0.42, -0.72, 0.55];
/// How much a step towards the viewer enlarges.
const NEARNESS: f32 = 0.018;

/// A picture being modelled: each pixel knows how near it is and which part it belongs to.
pub(crate) struct Sculpture {
    canvas: Canvas,
    depths: Vec<f32>,
    parts: Vec<u16>,
    part: u16,
}

impl Sculpture {
    /// Starts modelling in front of what is already on a canvas.
    pub(crate) fn on(canvas: Canvas) -> Self {
        let area = (canvas.width() * canvas.height()) as usize;
        Self { canvas, depths: vec![f32::MIN; area], parts: vec![0; area], part: 0 }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.canvas.width()).contains(&x) && (0..self.canvas.height()).contains(&y);
        inside.then_some((y * self.canvas.width() + x) as usize)
    }

    /// A tapering round limb from one joint to another. `skin` is given the way along the limb from 0 to 1 and
    /// across it from -1 to 1, and answers with the material and how much lighter than usual it is there.
    pub(crate) fn limb(&mut self, from: Joint, to: Joint, skin: impl Fn(f32, f32) -> Ink) {
        self.part += 1;
        let radius = |joint: Joint| joint.1 * (1.0 + joint.0[2] * NEARNESS);
        let (start, end) = (radius(from), radius(to));
        let ([ax, ay, az], [bx, by, bz]) = (from.0, to.0);
        let (dx, dy) = (bx - ax, by - ay);
        let length = libm::sqrtf(dx * dx + dy * dy).max(0.001);
        let most = start.max(end);
        for y in libm::floorf(ay.min(by) - most) as i32..=libm::ceilf(ay.max(by) + most) as i32 {
            for x in libm::floorf(ax.min(bx) - most) as i32..=libm::ceilf(ax.max(bx) + most) as i32 {
                let (px, py) = (x as f32 + 0.5 - ax, y as f32 + 0.5 - ay);
                let along = ((px * dx + py * dy) / (length * length)).clamp(0.0, 1.0);
                let thick = start + (end - start) * along;
                let (nx, ny) = ((px - dx * along) / thick, (py - dy * along) / thick);
                let off = nx * nx + ny * ny;
                if off > 1.0 {
                    continue;
                }
                let nz = libm::sqrtf(1.0 - off);
                let across = (px * dy - py * dx) / (length * thick);
                self.put(x, y, az + (bz - az) * along + nz * thick, shaded(skin(along, across), [nx, ny, nz]));
            }
        }
    }

    /// A rounded lump; `skin` is given the place across and down from -1 to 1.
    pub(crate) fn lump(&mut self, middle: Spot, radii: (f32, f32), skin: impl Fn(f32, f32) -> Ink) {
        self.part += 1;
        let near = 1.0 + middle[2] * NEARNESS;
        let (wide, tall) = (radii.0 * near, radii.1 * near);
        for y in libm::floorf(middle[1] - tall) as i32..=libm::ceilf(middle[1] + tall) as i32 {
            for x in libm::floorf(middle[0] - wide) as i32..=libm::ceilf(middle[0] + wide) as i32 {
                let (nx, ny) = ((x as f32 + 0.5 - middle[0]) / wide, (y as f32 + 0.5 - middle[1]) / tall);
                let off = nx * nx + ny * ny;
                if off <= 1.0 {
                    let nz = libm::sqrtf(1.0 - off);
                    self.put(x, y, middle[2] + nz * wide.min(tall), shaded(skin(nx, ny), [nx, ny, nz]));
                }
            }
        }
    }

    /// Paints on the surface at a pixel unless something nearer than `depth` covers it.
    pub(crate) fn mark(&mut self, x: i32, y: i32, depth: f32, ink: Ink) {
        if let Some(index) = self.index(x, y)
            && self.depths[index] <= depth
            && self.depths[index] > f32::MIN
        {
            self.canvas.dot(x, y, ink);
        }
    }

    fn put(&mut self, x: i32, y: i32, depth: f32, ink: Ink) {
        if let Some(index) = self.index(x, y)
            && self.depths[index] < depth
        {
            self.depths[index] = depth;
            self.parts[index] = self.part;
            self.canvas.dot(x, y, ink);
        }
    }

    /// The finished picture: parts stand out from those behind them, and `rim` runs around the whole.
    pub(crate) fn finish(mut self, rim: Ink) -> Canvas {
        let behind = |here: usize, there: Option<usize>, gap: f32| {
            there.is_some_and(|there| {
                self.parts[there] != self.parts[here] && self.depths[there] > self.depths[here] + gap
            })
        };
        let mut shadows = Vec::new();
        for y in 0..self.canvas.height() {
            for x in 0..self.canvas.width() {
                let Some(here) = self.index(x, y).filter(|here| self.depths[*here] > f32::MIN) else { continue };
                let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                let edge = beside.iter().any(|(dx, dy)| behind(here, self.index(x + dx, y + dy), 1.2));
                let covered = behind(here, self.index(x, y - 2), 2.0) || behind(here, self.index(x - 1, y - 3), 3.0);
                let shadow = if edge { 0.24 } else { 0.0 } + if covered { 0.1 } else { 0.0 };
                shadows.push((x, y, shadow));
            }
        }
        for (x, y, shadow) in shadows {
            self.canvas.lighten(x, y, -shadow);
        }
        self.canvas.outline(rim);
        self.canvas
    }
}

/// A material's ink as the light finds it on a surface with this normal.
fn shaded(ink: Ink, normal: Spot) -> Ink {
    let facing: f32 = normal.iter().zip(LIGHT).map(|(a, b)| a * b).sum();
    ink.lit(0.16 + facing.max(0.0) * 0.62 + (1.0 + normal[1]).min(1.0) * -0.06)
}
