//! Wounds: what flies from a body that is hit, bursts or comes apart, and what it leaves on walls and floors.

use crate::{
    marks::gibs::BODY,
    marks::impacts::{GORE, Impact, SHOT, SPLASH, Spread, WOUND},
    marks::marks::{POOL_DELAY, Stain, Surface},
    marks::particles::{ParticleKind, Throw},
};
use bevy::prelude::*;
use engine::{Heading, Id, KindId, Ray, TICKS_PER_SECOND, cast, ticks};
use rand::RngExt;
use std::f32::consts::TAU;

const DROPS: Spread = Spread { turn: 0.7, speed: [0.5, 2.4], rise: [0.0, 1.6], life: [0.4, 0.9] };
const GOUTS: Spread = Spread { turn: 0.3, speed: [1.0, 3.5], rise: [0.5, 2.5], life: [0.5, 1.0] };
const LIMBS: Spread = Spread { turn: 0.4, speed: [0.8, 3.2], rise: [1.4, 3.4], life: [4.0, 7.0] };
/// The speed of blood on its way to a wall, in tiles per second.
const SPLASH_SPEED: f32 = 8.0;

impl Impact<'_> {
    /// A body bursts: gore flies in all directions and onto the walls around it.
    pub(super) fn burst(&mut self, at: Vec2) {
        let resting = self.gore(at);
        self.launch(ParticleKind::Burst, Throw { rise: 0.0, ..resting });
    }

    /// A monster of this kind comes apart: its blood and its parts fly.
    pub(super) fn tear(&mut self, (kind, id): (KindId, Id), at: Vec2) {
        let resting = self.gore(at);
        for (number, part) in BODY.into_iter().enumerate() {
            let way = Heading(TAU * number as f32 / BODY.len() as f32).direction();
            self.scatter(ParticleKind::Part(kind, id, part), Throw { way, ..resting }, &LIMBS);
        }
    }

    /// Makes blood fly in all directions and onto the walls around, and spread on the floor; returns the start for
    /// further particles.
    fn gore(&mut self, at: Vec2) -> Throw {
        let resting = Throw { at, height: SHOT, way: Vec2::X, speed: 0.0, rise: 0.2, life: ticks(0.6) };
        for part in 0..GORE {
            let way = Heading(TAU * part as f32 / GORE as f32).direction();
            self.scatter(ParticleKind::Drop, Throw { way, ..resting }, &GOUTS);
            let way = self.turned(way, 0.2);
            self.splash(at, way);
        }
        self.pool(at);
        resting
    }

    /// Makes blood fly from a body that was hit, some of it onto the wall behind.
    pub(super) fn bleed(&mut self, at: Vec2, towards: Vec2, amount: usize) {
        let height = self.number(0.4, 0.6);
        let towards = if towards == Vec2::ZERO { self.turned(Vec2::X, TAU / 2.0) } else { towards };
        let wound = Throw { at: at - towards * WOUND, height, way: -towards, speed: 1.2, rise: 0.3, life: ticks(0.3) };
        self.launch(ParticleKind::Spurt, wound);
        for drop in 0..7 * amount {
            let way = if drop % 3 == 0 { -towards } else { towards };
            self.scatter(ParticleKind::Drop, Throw { way, ..wound }, &DROPS);
        }
        for _ in 0..amount {
            let way = self.turned(towards, 0.15);
            self.splash(at, way);
        }
    }

    /// Splashes blood in this direction onto a wall, if one is near.
    fn splash(&mut self, from: Vec2, way: Vec2) {
        let Some(hit) = cast(self.grid, Ray::Body, from, way, SPLASH) else { return };
        let at = from + way * (hit.distance - 0.01);
        let stain = Stain::Blood(self.dice.random_range(0..3));
        let height = SHOT + self.number(-0.2, 0.1);
        let flies = (hit.distance / SPLASH_SPEED * TICKS_PER_SECOND as f32) as u64;
        if let Some(wall) = Surface::struck(self.level, at, way) {
            self.marks.add(self.level, wall, at, height, stain, self.tick + flies);
        }
    }

    /// Makes blood spread on the floor around a body.
    pub(super) fn pool(&mut self, at: Vec2) {
        let at = at + Vec2::new(self.number(-0.1, 0.1), self.number(-0.1, 0.1));
        let stain = Stain::Pool(self.dice.random_range(0..3));
        self.marks.add(self.level, Surface::below(at), at, 0.0, stain, self.tick + POOL_DELAY);
    }
}
