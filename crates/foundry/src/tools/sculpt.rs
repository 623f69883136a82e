//! Modelling figures out of rounded limbs with depth, so that every frame is shaded by the same light.

use crate::{tools::canvas::Canvas, tools::hash_noise::mix, tools::palette::Ink};
use core::f32::consts::FRAC_PI_4;

/// A point of the figure: right, down, and towards a viewer in front.
pub(crate) type Spot = [f32; 3];

/// The centre of a limb's cross-section, and its thickness there.
pub(crate) type Joint = (Spot, f32);

/// Direction of the light: from above, slightly from the left, and from the viewer's side.
const LIGHT: Spot = [-0.42, -0.72, 0.55];
/// Tone of the outline.
const OUTLINE: f32 = 0.2;
/// Enlargement per step towards the viewer.
const NEARNESS: f32 = 0.018;
/// Displacement from the image's centre per step towards the viewer. It is less than a lens would cause, so that the
/// feet of a turning figure stay on one floor.
const SPREADING: f32 = 0.005;
/// How much higher and narrower the back of a box appears than its front, per step of depth.
const TILT: f32 = 0.32;
const NARROWING: f32 = 0.12;
/// Normals of a box's front and top; the top catches light over its edge.
const FRONT: Spot = [0.0, 0.0, 1.0];
const TOP: Spot = [0.0, -0.9, 0.44];
/// Positions along a limb at which its surface is first searched.
const SLICES: i32 = 24;

/// A visible face of a box.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Face {
    Front,
    Top,
}

/// Rotation of a figure around the vertical line through the centre of its image.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    cos: f32,
    sin: f32,
    middle: [f32; 2],
}

impl Turn {
    /// Creates the view of a figure in an image of this size, turned by eighths of a turn towards the image's left.
    pub(crate) fn eighths(eighths: u8, width: i32, height: i32) -> Self {
        let angle = f32::from(eighths) * FRAC_PI_4;
        let middle = [width as f32 / 2.0, height as f32 / 2.0];
        Self { cos: libm::cosf(angle), sin: libm::sinf(angle), middle }
    }

    /// Projects a point of the figure to the image.
    pub(crate) fn shown(&self, [x, y, z]: Spot) -> Spot {
        let [x, y, z] = [(x - self.middle[0]) / spread(z), (y - self.middle[1]) / spread(z), z];
        let [x, y, z] = self.turned([x, y, z]);
        [self.middle[0] + x * spread(z), self.middle[1] + y * spread(z), z]
    }

    /// Converts a direction of the figure to one in the image.
    fn turned(&self, [x, y, z]: Spot) -> Spot {
        [x * self.cos - z * self.sin, y, x * self.sin + z * self.cos]
    }

    /// Converts a direction in the image to one of the figure.
    fn turned_back(&self, [x, y, z]: Spot) -> Spot {
        [x * self.cos + z * self.sin, y, z * self.cos - x * self.sin]
    }
}

fn spread(z: f32) -> f32 {
    1.0 + z * SPREADING
}

/// Maximum thickness of surface over a painted point. Surfaces are not perfectly smooth, because of rounding.
const WRINKLE: f32 = 1.6;

/// An image being modelled: each pixel stores its depth and its part.
pub(crate) struct Sculpture {
    canvas: Canvas,
    turn: Turn,
    depths: Vec<f32>,
    parts: Vec<u16>,
    part: u16,
    /// Filter for parts by their centres; `None` if all are modelled.
    keeps: Option<Box<dyn Fn(Spot) -> bool>>,
}

impl Sculpture {
    /// Starts modelling, seen from the front, in front of the contents of a canvas.
    pub(crate) fn on(canvas: Canvas) -> Self {
        let turn = Turn::eighths(0, canvas.width(), canvas.height());
        Self::turned(canvas, turn)
    }

    /// Starts modelling a turned figure in front of the contents of a canvas.
    pub(crate) fn turned(canvas: Canvas, turn: Turn) -> Self {
        let area = (canvas.width() * canvas.height()) as usize;
        Self { canvas, turn, depths: vec![f32::MIN; area], parts: vec![0; area], part: 0, keeps: None }
    }

    /// As above, but models only parts whose centres pass the filter.
    pub(crate) fn keeping(self, keeps: impl Fn(Spot) -> bool + 'static) -> Self {
        Self { keeps: Some(Box::new(keeps)), ..self }
    }

    /// Begins a part with a centre. Returns true if it is modelled.
    fn begin(&mut self, middle: Spot) -> bool {
        self.part += 1;
        self.keeps.as_ref().is_none_or(|keeps| keeps(middle))
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.canvas.width()).contains(&x) && (0..self.canvas.height()).contains(&y);
        inside.then_some((y * self.canvas.width() + x) as usize)
    }

    /// Models a tapering round limb from one joint to another. `skin` receives the position along the limb from 0 to 1
    /// and the position around it, and returns the material and a change of its lightness. The position around goes
    /// from -1 at the left edge to 1 at the right as seen from the front, and on to 2 and -2, which meet in the middle
    /// of the back.
    pub(crate) fn limb(&mut self, from: Joint, to: Joint, skin: impl Fn(f32, f32) -> Ink) {
        if !self.begin([0, 1, 2].map(|axis| (from.0[axis] + to.0[axis]) / 2.0)) {
            return;
        }
        let limb = Limb::between(self.shown(from), self.shown(to));
        let girth = Girth::of(from.0, to.0);
        let ((start, start_radius), (end, end_radius)) = (limb.from, limb.to);
        let most = start_radius.max(end_radius);
        for y in libm::floorf(start[1].min(end[1]) - most) as i32..=libm::ceilf(start[1].max(end[1]) + most) as i32 {
            for x in libm::floorf(start[0].min(end[0]) - most) as i32..=libm::ceilf(start[0].max(end[0]) + most) as i32
            {
                if let Some((along, depth, normal)) = limb.surface(x as f32 + 0.5, y as f32 + 0.5) {
                    let around = girth.around(self.turn.turned_back(normal));
                    self.put(x, y, depth, shaded(skin(along, around), normal));
                }
            }
        }
    }

    /// Projects a joint to the image.
    fn shown(&self, (spot, radius): Joint) -> Joint {
        let shown = self.turn.shown(spot);
        (shown, radius * self.enlarged(spot))
    }

    /// Returns the scale at which a point is drawn. Half of the enlargement uses the front view and stays when the
    /// figure turns; otherwise a bent head would be small from behind.
    fn enlarged(&self, spot: Spot) -> f32 {
        1.0 + (spot[2] + self.turn.shown(spot)[2]) / 2.0 * NEARNESS
    }

    /// Models a rounded lump with the same width all around. `skin` receives the position around it, as for a limb, and
    /// the position down from -1 to 1.
    pub(crate) fn lump(&mut self, middle: Spot, (wide, tall): (f32, f32), skin: impl Fn(f32, f32) -> Ink) {
        if !self.begin(middle) {
            return;
        }
        let ([left, top, z], wide) = self.shown((middle, wide));
        let tall = tall * self.enlarged(middle);
        for y in libm::floorf(top - tall) as i32..=libm::ceilf(top + tall) as i32 {
            for x in libm::floorf(left - wide) as i32..=libm::ceilf(left + wide) as i32 {
                let (nx, ny) = ((x as f32 + 0.5 - left) / wide, (y as f32 + 0.5 - top) / tall);
                let off = nx * nx + ny * ny;
                if off <= 1.0 {
                    let nz = libm::sqrtf(1.0 - off);
                    let [across, _, ahead] = self.turn.turned_back([nx, ny, nz]);
                    let ink = skin(wound(across, ahead), ny);
                    self.put(x, y, z + nz * wide.min(tall), shaded(ink, [nx, ny, nz]));
                }
            }
        }
    }

    /// Models a box, seen from the front and slightly from above regardless of the figure's rotation. The arguments are
    /// the upper left corner of its front, width, height and depth. `skin` receives a face, and the position across and
    /// down it from 0 to 1.
    pub(crate) fn slab(
        &mut self,
        [left, top, z]: Spot,
        [wide, high, deep]: Spot,
        skin: impl Fn(Face, f32, f32) -> Ink,
    ) {
        if !self.begin([left + wide / 2.0, top + high / 2.0, z - deep / 2.0]) {
            return;
        }
        let rise = deep * TILT;
        for y in libm::floorf(top - rise) as i32..libm::floorf(top) as i32 {
            let back = ((top - y as f32 - 0.5) / rise.max(0.5)).clamp(0.0, 1.0);
            let inset = back * deep * NARROWING;
            for x in libm::floorf(left + inset + 0.5) as i32..libm::floorf(left + wide - inset + 0.5) as i32 {
                let across = (x as f32 + 0.5 - left - inset) / (wide - inset * 2.0).max(1.0);
                self.put(x, y, z - back * deep, shaded(skin(Face::Top, across, 1.0 - back), TOP));
            }
        }
        for y in libm::floorf(top) as i32..libm::floorf(top + high) as i32 {
            for x in libm::floorf(left + 0.5) as i32..libm::floorf(left + wide + 0.5) as i32 {
                let (across, down) = ((x as f32 + 0.5 - left) / wide, (y as f32 + 0.5 - top) / high);
                self.put(x, y, z, shaded(skin(Face::Front, across, down), FRONT));
            }
        }
    }

    /// Returns the number of parts so far; parts modelled later have higher numbers.
    pub(crate) fn parts(&self) -> u16 {
        self.part
    }

    /// Paints the surface of all parts after the first `parts`, without shading, where `paint` returns an ink for a
    /// point relative to `origin`.
    pub(crate) fn paint(&mut self, parts: u16, origin: Spot, paint: impl Fn(Spot) -> Option<Ink>) {
        let [left, top, z] = self.turn.shown(origin);
        for y in 0..self.canvas.height() {
            for x in 0..self.canvas.width() {
                let Some(index) = self.index(x, y).filter(|index| self.parts[*index] > parts) else { continue };
                let offset = [x as f32 + 0.5 - left, y as f32 + 0.5 - top, self.depths[index] - z];
                if let Some(ink) = paint(self.turn.turned_back(offset)) {
                    self.canvas.dot(x, y, ink);
                }
            }
        }
    }

    /// Paints the pixel of a surface point relative to `origin`, unless something nearer covers it by more than a
    /// wrinkle.
    pub(crate) fn mark(&mut self, origin: Spot, offset: Spot, ink: Ink) {
        let ([left, top, z], [across, down, ahead]) = (self.turn.shown(origin), self.turn.turned(offset));
        let (x, y) = (libm::floorf(left + across) as i32, libm::floorf(top + down) as i32);
        // Points on the far side are hidden, even where the surface is thin.
        if let Some(index) = self.index(x, y).filter(|_| ahead > -0.5)
            && self.depths[index] <= z + ahead * self.enlarged(origin).max(1.0) + WRINKLE
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

    /// Returns the ambient occlusion of a place, from 0 in the open to 1 in a deep crease.
    fn occlusion(&self, x: i32, y: i32, here: usize) -> f32 {
        let ring =
            [(2, 0), (-2, 0), (0, 2), (0, -2), (4, 0), (-4, 0), (0, 4), (0, -4), (3, 3), (-3, 3), (3, -3), (-3, -3)];
        let hides = |(dx, dy): &(i32, i32)| {
            let there = self.index(x + dx, y + dy)?;
            let far = libm::sqrtf((dx * dx + dy * dy) as f32);
            Some(((self.depths[there] - self.depths[here]) / far - 0.3).clamp(0.0, 1.0))
        };
        ring.iter().filter_map(hides).sum::<f32>() / ring.len() as f32
    }

    /// Returns the finished image: parts stand out from those behind them, and the whole is outlined in the darkest
    /// adjacent colour.
    pub(crate) fn finish(mut self) -> Canvas {
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
                let crease = self.occlusion(x, y, here) * 0.5;
                let shadow = if edge { 0.2 } else { 0.0 } + if covered { 0.08 } else { 0.0 } + crease;
                shadows.push((x, y, shadow));
            }
        }
        for (x, y, shadow) in shadows {
            self.canvas.lighten(x, y, -shadow);
        }
        self.canvas.outline_dark(OUTLINE);
        self.canvas
    }
}

/// Returns the position around a body, across its front and over its edge to the back.
fn wound(across: f32, ahead: f32) -> f32 {
    if ahead >= 0.0 { across } else { (2.0 - across.abs()).copysign(across) }
}

/// A limb in the image.
struct Limb {
    from: Joint,
    to: Joint,
}

impl Limb {
    fn between(from: Joint, to: Joint) -> Self {
        Self { from, to }
    }

    /// Returns the cross-section at a position along the limb.
    fn slice(&self, along: f32) -> Joint {
        let ((a, start), (b, end)) = (self.from, self.to);
        let at = |axis: usize| a[axis] + (b[axis] - a[axis]) * along;
        ([at(0), at(1), at(2)], start + (end - start) * along)
    }

    /// Returns the position along the limb that is nearest to a place.
    fn along(&self, spot: Spot) -> f32 {
        let way = |to: Spot| [0, 1, 2].map(|axis| to[axis] - self.from.0[axis]);
        let (axis, reach) = (way(self.to.0), way(spot));
        let length = dot(axis, axis);
        if length > 0.0 { (dot(reach, axis) / length).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Returns the depth of the sphere around one cross-section at a point of the image, if it covers the point.
    fn depth(&self, along: f32, x: f32, y: f32) -> Option<f32> {
        let ([left, top, z], radius) = self.slice(along);
        let rest = radius * radius - (x - left) * (x - left) - (y - top) * (y - top);
        (rest >= 0.0).then(|| z + libm::sqrtf(rest))
    }

    /// Returns the surface at a point of the image, which is that of the nearest sphere: position along, depth and
    /// normal.
    fn surface(&self, x: f32, y: f32) -> Option<(f32, f32, Spot)> {
        let mut best: Option<(f32, f32)> = None;
        let look = |along: f32, best: &mut Option<(f32, f32)>| {
            let depth = self.depth(along, x, y);
            if let Some(depth) = depth.filter(|depth| best.is_none_or(|(_, nearest)| *depth > nearest)) {
                *best = Some((along, depth));
            }
        };
        for slice in 0..=SLICES {
            look(slice as f32 / SLICES as f32, &mut best);
        }
        let mut step = 0.5 / SLICES as f32;
        for _ in 0..6 {
            let (middle, _) = best?;
            look((middle - step).max(0.0), &mut best);
            look((middle + step).min(1.0), &mut best);
            step /= 2.0;
        }
        let (nearest, depth) = best?;
        let ([left, top, z], radius) = self.slice(nearest);
        let normal = [(x - left) / radius, (y - top) / radius, (depth - z) / radius];
        Some((self.along([x, y, depth]), depth, normal))
    }
}

/// Returns the directions for positions around a limb: across it and to its front.
struct Girth {
    across: Spot,
    ahead: Spot,
}

impl Girth {
    fn of(from: Spot, to: Spot) -> Self {
        let [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        let flat = libm::sqrtf(x * x + y * y);
        let across = if flat > 0.01 { [y / flat, -x / flat, 0.0] } else { [1.0, 0.0, 0.0] };
        Self { across, ahead: [across[1] * z, -across[0] * z, across[0] * y - across[1] * x] }
    }

    fn around(&self, normal: Spot) -> f32 {
        wound(dot(normal, self.across), dot(normal, self.ahead))
    }
}

fn dot(a: Spot, b: Spot) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Shades a material for a surface normal: a lamp, the hemisphere around it (light from above, less from the deck
/// below), and a rim light from behind on the edge that the lamp does not reach.
fn shaded(ink: Ink, normal: Spot) -> Ink {
    let lamp = dot(normal, LIGHT).max(0.0) * 0.54;
    let around = mix(0.41, 0.29, (normal[1] + 1.0) / 2.0);
    let edge = 1.0 - normal[2].max(0.0);
    let far = (0.45 + normal[0] * 0.75 - normal[1] * 0.2).clamp(0.0, 1.0);
    ink.lit(around + lamp + edge * edge * edge * 0.35 * far - 0.03)
}

/// Returns the point at a distance in a direction.
pub(crate) fn went(from: Spot, way: Spot, far: f32) -> Spot {
    [0, 1, 2].map(|axis| from[axis] + way[axis] * far)
}

/// Returns the unit vector from one point to another.
pub(crate) fn towards(from: Spot, to: Spot) -> Spot {
    unit([0, 1, 2].map(|axis| to[axis] - from[axis]))
}

/// Normalises a direction.
pub(crate) fn unit([x, y, z]: Spot) -> Spot {
    let length = libm::sqrtf(x * x + y * y + z * z);
    [x / length, y / length, z / length]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::{BONE, RUST, Ramp};

    /// Returns a sphere with a bone-coloured front and a rusty back, and whether bone is visible at the centre of the
    /// image.
    fn two_faced(eighths: u8) -> (bool, usize) {
        let mut ball = Sculpture::turned(Canvas::new(32, 32), Turn::eighths(eighths, 32, 32));
        let side = |around: f32| -> Ramp { if around.abs() < 1.0 { BONE } else { RUST } };
        ball.limb(([16.0, 12.0, 0.0], 6.0), ([16.0, 20.0, 0.0], 6.0), |_, around| side(around).at(0.5));
        let picture = ball.finish();
        let bony = |x: i32| picture.ink(x, 16).is_some_and(|ink| ink.ramp == BONE);
        (bony(16), (0..32).filter(|x| bony(*x)).count())
    }

    #[test]
    fn limb_shows_less_of_its_front_as_it_turns_away() {
        // Two of them belong to the outline.
        assert_eq!(two_faced(0), (true, 14));
        let widths: Vec<usize> = (0..5).map(|eighths| two_faced(eighths).1).collect();
        assert!(widths.is_sorted_by(|wider, narrower| wider > narrower), "{widths:?}");
        assert_eq!(two_faced(4), (false, 0));
    }

    #[test]
    fn forward_direction_points_left_after_a_quarter_turn() {
        let [x, y, z] = Turn::eighths(2, 64, 64).shown([32.0, 32.0, 10.0]);
        assert!((x - 22.0).abs() < 0.001 && (y - 32.0).abs() < 0.001 && z.abs() < 0.001, "{x} {y} {z}");
    }

    #[test]
    fn box_shows_its_front_and_a_lighter_narrower_top() {
        let mut bench = Sculpture::on(Canvas::new(32, 32));
        bench.slab([8.0, 16.0, 0.0], [16.0, 10.0, 18.0], |_, _, _| BONE.at(-0.3));
        let picture = bench.finish();
        let width = |y: i32| (0..32).filter(|x| picture.ink(*x, y).is_some()).count();
        let tone = |y: i32| picture.ink(16, y).map_or(0.0, |ink| ink.tone);
        assert!(width(20) == 18 && width(12) < 18 && width(12) > 12, "{} {}", width(20), width(12));
        assert!(tone(14) > tone(20) && picture.ink(16, 8).is_none());
    }

    #[test]
    fn nearer_parts_cover_a_mark() {
        let mark = |covered: bool| {
            let mut body = Sculpture::on(Canvas::new(32, 32));
            body.lump([16.0, 16.0, 0.0], (4.0, 4.0), |_, _| BONE.at(0.5));
            if covered {
                body.lump([16.0, 16.0, 8.0], (4.0, 4.0), |_, _| BONE.at(0.5));
            }
            body.mark([16.0, 16.0, 0.0], [0.0, 0.0, 4.0], RUST.at(1.0));
            body.finish().ink(16, 16).is_some_and(|ink| ink.ramp == RUST)
        };
        assert!(mark(false) && !mark(true));
    }
}
