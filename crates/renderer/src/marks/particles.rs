//! Particles: short-lived flying objects, such as sparks, smoke and drops of blood.
//!
//! A particle is never moved: its position follows from its start and its age, so any moment between two ticks can be
//! drawn in any order. What stops it is computed once, when it starts.

use crate::{art::art::Art, art::uniforms::Worn, camera::camera::Blend, marks::gibs::PARTS, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Grid, Id, KindId, Ray, Rules, Run, TICKS_PER_SECOND, cast};
use raycast::{Sprite, TextureId};
use std::collections::VecDeque;

/// The maximum number of particles; beyond it, the oldest is removed.
pub(crate) const MAX: usize = 256;
/// The distance from a wall at which particles stop, in tiles.
const CLEARANCE: f32 = 0.02;
/// The number of rebounds from the floor before a particle lies still.
const REBOUNDS: usize = 3;

/// How often per second a tumbling particle cycles through its images.
const TUMBLES: f32 = 4.0;

/// The same for parts of a body, which have two images and the mirrored ones of these.
const WHIRLS: f32 = 2.2;
/// The number of pixels per tile in the image of a body part.
const TEXELS: f32 = 64.0;

/// The images of all particles except body parts, which are sprites.
pub(crate) const PICTURES: [&str; 31] = [
    "blood1",
    "blood2",
    "blood3",
    "smoke1",
    "smoke2",
    "smoke3",
    "smoke4",
    "spark1",
    "spark2",
    "spark3",
    "bolt_hit1",
    "bolt_hit2",
    "bolt_hit3",
    "burst1",
    "burst2",
    "burst3",
    "burst4",
    "explosion1",
    "explosion2",
    "explosion3",
    "explosion4",
    "explosion5",
    "explosion6",
    "case1",
    "case2",
    "case3",
    "case4",
    "shell1",
    "shell2",
    "shell3",
    "shell4",
];

/// A kind of particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParticleKind {
    /// The flash where a bullet hits.
    Flash,
    /// A glowing splinter that rebounds from the floor.
    Spark,
    /// A puff of smoke.
    Smoke,
    /// Dust and paper in the wind.
    Dust,
    /// Blood that spurts from a wound.
    Spurt,
    /// A drop of blood.
    Drop,
    /// The splash of a bolt that hits.
    Splash,
    /// A bursting body.
    Burst,
    /// A fireball.
    Fireball,
    /// An empty pistol cartridge.
    Case,
    /// An empty shotgun shell.
    Shell,
    /// A body part of the monster with this kind and id, as an index into [`PARTS`].
    Part(KindId, Id, u8),
}

/// The look and motion of a kind. Of two numbers, the first is at its start and the second at its end.
struct Manner {
    /// Its images, shown in order.
    pictures: &'static [&'static str],
    /// Its width and height, in tiles.
    size: [f32; 2],
    /// Its opacity, 0 to 255.
    cover: [f32; 2],
    bright: bool,
    /// Its acceleration downwards, in tiles per second squared.
    gravity: f32,
    /// The share of its speed that it keeps when it rebounds from the floor.
    rebound: f32,
    /// How often per second its images cycle while it is in the air; 0 if they are shown once over its lifetime.
    turns: f32,
}

impl ParticleKind {
    fn manner(self) -> Manner {
        let [blood, smoke, spark] = [&PICTURES[0..3], &PICTURES[3..7], &PICTURES[7..10]];
        let [splash, burst, fireball] = [&PICTURES[10..13], &PICTURES[13..17], &PICTURES[17..23]];
        let [case, shell] = [&PICTURES[23..27], &PICTURES[27..31]];
        let still = Manner {
            pictures: spark,
            size: [0.3, 0.4],
            cover: [255.0, 255.0],
            bright: true,
            gravity: 0.0,
            rebound: 0.0,
            turns: 0.0,
        };
        match self {
            ParticleKind::Flash => still,
            ParticleKind::Spark => {
                Manner { pictures: &spark[..1], size: [0.1, 0.03], gravity: 6.0, rebound: 0.45, ..still }
            }
            ParticleKind::Smoke => {
                Manner { pictures: smoke, size: [0.3, 0.6], cover: [200.0, 30.0], bright: false, ..still }
            }
            ParticleKind::Dust => {
                Manner { pictures: &smoke[..1], size: [0.05, 0.04], cover: [230.0, 120.0], bright: false, ..still }
            }
            ParticleKind::Spurt => Manner { pictures: blood, size: [0.25, 0.4], bright: false, gravity: 1.5, ..still },
            ParticleKind::Drop => {
                Manner { pictures: &blood[..1], size: [0.09, 0.06], bright: false, gravity: 6.0, ..still }
            }
            ParticleKind::Splash => Manner { pictures: splash, size: [0.8, 1.0], ..still },
            ParticleKind::Fireball => Manner { pictures: fireball, size: [0.6, 1.0], cover: [255.0, 200.0], ..still },
            ParticleKind::Case | ParticleKind::Shell => {
                let (pictures, size) = if self == ParticleKind::Case { (case, 0.06) } else { (shell, 0.09) };
                Manner { pictures, size: [size; 2], bright: false, gravity: 7.0, rebound: 0.4, turns: TUMBLES, ..still }
            }
            // Its size follows from its image.
            ParticleKind::Part(..) => Manner {
                pictures: &[],
                size: [1.0; 2],
                bright: false,
                gravity: 7.0,
                rebound: 0.3,
                turns: WHIRLS,
                ..still
            },
            // The texels of its gas are full-bright themselves.
            ParticleKind::Burst => {
                Manner { pictures: burst, size: [0.9, 1.0], cover: [255.0, 160.0], bright: false, ..still }
            }
        }
    }
}

/// The initial motion of a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Throw {
    /// Its position, in tiles.
    pub(crate) at: Vec2,
    /// Its height above the floor, in tiles.
    pub(crate) height: f32,
    /// Its horizontal direction, of length 1.
    pub(crate) way: Vec2,
    /// Its horizontal speed, in tiles per second.
    pub(crate) speed: f32,
    /// Its upward speed, in tiles per second.
    pub(crate) rise: f32,
    /// Its lifetime, in ticks.
    pub(crate) life: u32,
}

#[derive(Clone, Copy, Debug)]
struct Particle {
    kind: ParticleKind,
    throw: Throw,
    /// The distance after which something stops it, in tiles.
    reach: f32,
    /// The tick of its start.
    born: u64,
}

impl Particle {
    /// Returns its position this number of seconds after its start.
    fn at(&self, seconds: f32) -> Vec2 {
        self.throw.at + self.throw.way * (self.throw.speed * seconds).min(self.reach)
    }

    /// Returns its height this number of seconds after its start, in tiles.
    fn height(&self, mut seconds: f32) -> f32 {
        let Manner { gravity, rebound, .. } = self.kind.manner();
        let (mut height, mut rise) = (self.throw.height, self.throw.rise);
        if gravity == 0.0 {
            return height + rise * seconds;
        }
        for _ in 0..=REBOUNDS {
            let falls = (rise + (rise * rise + 2.0 * gravity * height).sqrt()) / gravity;
            if seconds < falls {
                return height + rise * seconds - gravity * seconds * seconds / 2.0;
            }
            seconds -= falls;
            (height, rise) = (0.0, (gravity * falls - rise) * rebound);
        }
        0.0
    }

    /// Returns its sprite this number of ticks after its start, if it still exists. Body parts need `whose` to look up
    /// the monster.
    fn sprite(&self, art: &Art, whose: Option<(&Rules, &Worn)>, ticks: f32) -> Option<Sprite> {
        let part = ticks / self.throw.life as f32;
        if !(0.0..1.0).contains(&part) {
            return None;
        }
        let manner = self.kind.manner();
        let now = |[start, end]: [f32; 2]| start + (end - start) * part;
        let seconds = ticks / TICKS_PER_SECOND as f32;
        let (at, height) = (self.at(seconds), self.height(seconds));
        let turned = (seconds * manner.turns).fract();
        if let ParticleKind::Part(kind, of, number) = self.kind {
            let (rules, worn) = whose?;
            // The name of a part's image ends in 1 or 2.
            let first = format!("{}1", PARTS.get(usize::from(number))?);
            let name = art.worn(&kind.of(rules)?.sprites, worn.by(of), &first);
            return part_of_body(art, name.trim_end_matches('1'), (height > 0.0).then_some(turned), (at, height));
        }
        let size = now(manner.size);
        let part = match manner.turns {
            0.0 => part,
            _ if height == 0.0 => 0.0, // at rest
            _ => turned,
        };
        let name = manner.pictures[(part * manner.pictures.len() as f32) as usize];
        Some(Sprite {
            width: size,
            height: size,
            bottom: (height - size / 2.0).clamp(0.0, 1.0 - size),
            bright: manner.bright,
            cover: now(manner.cover) as u8,
            ..Sprite::new(at.x, at.y, art.sprite(name).unwrap_or(TextureId::MISSING))
        })
    }
}

/// Returns the sprite of a body part whose images have this name plus 1 or 2: turned by this share of a turn, or at
/// rest, at a position and a height. Kinds without such images show none.
fn part_of_body(art: &Art, name: &str, turned: Option<f32>, (at, height): (Vec2, f32)) -> Option<Sprite> {
    let quarter = turned.map_or(1, |turned| (turned * 4.0) as u32);
    let name = format!("{name}{}", quarter % 2 + 1);
    let (id, picture) = (art.sprite(&name)?, art.picture(&name)?);
    let [wide, tall] = [picture.width(), picture.height()].map(|side| (side as f32 / TEXELS).min(1.0));
    Some(Sprite {
        width: wide,
        height: tall,
        bottom: height.clamp(0.0, 1.0 - tall),
        mirrored: quarter > 1,
        ..Sprite::new(at.x, at.y, id)
    })
}

/// All particles, from the oldest to the newest.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Particles(VecDeque<Particle>);

impl Default for Particles {
    fn default() -> Self {
        Particles(VecDeque::with_capacity(MAX))
    }
}

impl Particles {
    /// Launches a particle at a tick; walls, doors and panes will stop it.
    pub(crate) fn launch(&mut self, grid: &Grid, kind: ParticleKind, throw: Throw, born: u64) {
        let most = throw.speed * throw.life as f32 / TICKS_PER_SECOND as f32;
        let free =
            cast(grid, Ray::Body, throw.at, throw.way, most + CLEARANCE).map_or(most, |hit| hit.distance - CLEARANCE);
        if self.0.len() == MAX {
            self.0.pop_front();
        }
        self.0.push_back(Particle { kind, throw, reach: free.max(0.0), born });
    }

    /// Returns the kinds of all particles, from the oldest to the newest.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = ParticleKind> {
        self.0.iter().map(|particle| particle.kind)
    }

    /// Removes all particles.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Adds the sprites of all particles to the scene.
pub(crate) fn place(
    particles: Res<Particles>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    (art, worn): (Option<Res<Art>>, Res<Worn>),
    blend: Res<Blend>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(run), Some(art)) = (&mut stage.scene, run, art) else { return };
    let whose = rules.as_deref().map(|rules| (rules, &*worn));
    let ago = 1.0 - blend.0.clamp(0.0, 1.0);
    let sprite = |particle: &Particle| particle.sprite(&art, whose, run.tick.checked_sub(particle.born)? as f32 - ago);
    scene.sprites.extend(particles.0.iter().filter_map(sprite));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::level;
    use bevy::math::ops;
    use engine::Shape;
    use std::f32::consts::TAU;

    const THROW: Throw = Throw { at: Vec2::new(1.5, 1.5), height: 0.5, way: Vec2::X, speed: 2.0, rise: 1.0, life: 240 };

    fn launched(map: &[&str], kind: ParticleKind, throw: Throw) -> Particle {
        let mut particles = Particles::default();
        particles.launch(&Grid::new(&level(map)), kind, throw, 0);
        particles.0[0]
    }

    #[test]
    fn oldest_particle_is_removed_at_the_limit() {
        let grid = Grid::new(&level(&["###", "#@#", "###"]));
        let mut particles = Particles::default();
        let room = particles.0.capacity();
        for born in 0..1000 {
            particles.launch(&grid, ParticleKind::Drop, THROW, born);
        }
        let born: Vec<u64> = particles.0.iter().map(|particle| particle.born).collect();
        assert_eq!(born, (1000 - MAX as u64..1000).collect::<Vec<_>>());
        assert_eq!(particles.0.capacity(), room, "nothing may be allocated");
    }

    #[test]
    fn particles_stay_between_walls_floor_and_ceiling() {
        let map = ["######", "#@ ###", "## + #", "######"];
        let grid = Grid::new(&level(&map));
        let art = crate::testing::art();
        for turn in 0..64 {
            let (sin, cos) = ops::sin_cos(turn as f32 / 64.0 * TAU);
            let throw = Throw { way: Vec2::new(cos, sin), rise: turn as f32 / 16.0, speed: turn as f32 / 8.0, ..THROW };
            for kind in
                [ParticleKind::Flash, ParticleKind::Spark, ParticleKind::Smoke, ParticleKind::Shell, ParticleKind::Drop]
            {
                let particle = launched(&map, kind, throw);
                for age in 0..240 {
                    let sprite = particle.sprite(&art, None, age as f32).unwrap();
                    let at = Vec2::new(sprite.x, sprite.y);
                    assert!(grid.shape(Grid::cell_at(at)) != Shape::Solid && at.x < 3.41, "the door is closed: {at}");
                    assert!(sprite.bottom >= 0.0 && sprite.bottom + sprite.height <= 1.0001, "{sprite:?}");
                }
                assert_eq!(particle.sprite(&art, None, 240.0), None, "it must end with its lifetime");
                assert_eq!(particle.sprite(&art, None, -0.5), None, "it must not exist before its start");
            }
        }
    }

    #[test]
    fn sparks_rebound_lower_each_time_and_drops_do_not_rebound() {
        let hall = ["##########", "#@       #", "##########"];
        let heights = |kind| {
            let particle = launched(&hall, kind, THROW);
            (0..240).map(|tick| particle.height(tick as f32 / 120.0)).collect::<Vec<f32>>()
        };
        let peaks = |heights: &[f32]| {
            heights
                .windows(3)
                .filter(|three| three[0] < three[1] && three[1] >= three[2])
                .map(|three| three[1])
                .collect()
        };
        let spark: Vec<f32> = peaks(&heights(ParticleKind::Spark));
        assert!(spark.len() > 2 && spark.windows(2).all(|pair| pair[1] < pair[0]), "{spark:?}");
        let drop: Vec<f32> = peaks(&heights(ParticleKind::Drop));
        assert_eq!(drop.len(), 1);
        assert_eq!(heights(ParticleKind::Drop)[239], 0.0);
    }
}
