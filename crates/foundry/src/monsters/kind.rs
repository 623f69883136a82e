//! The description of a kind of monster: its name, how it is drawn, and the moments that all kinds have.

use crate::{monsters::parts::Member, monsters::pose::Pose, tools::canvas::Canvas};

/// Number of sides of a standing figure: from the front, then by eighths of a turn towards the image's left, all the
/// way around.
pub(crate) const SIDES: u8 = 8;
/// Number of sides from the front to the back. The second to the fourth are mirrored for kinds that are symmetric.
pub(crate) const VIEWS: u8 = 5;

/// Moments by which the distinctness of kinds is measured: standing, preparing an attack, and hurt.
pub(crate) const STANDS: &str = "stand";
pub(crate) const AIMS: &str = "windup3";
pub(crate) const HURTS: &str = "hurt";
/// Steps of its walk, in order.
pub(crate) const WALKS: [&str; 8] = ["walk1", "walk2", "walk3", "walk4", "walk5", "walk6", "walk7", "walk8"];

/// Number of moments of dying, including the corpse.
pub(crate) const FALLS: usize = 7;

/// Key poses of a kind; all moments are interpolated between them.
pub(crate) struct Poses {
    pub(crate) stand: Pose,
    /// Four walking poses: one foot set down, the other leg passing, and the same on the other side.
    pub(crate) walk: [Pose; 4],
    /// Extent of the walking poses relative to their mean; 1 is as they are defined.
    pub(crate) stride: f32,
    /// Extent of the attack preparation and the pain relative to standing; 1 is as they are defined.
    pub(crate) swing: f32,
    /// Preparing an attack.
    pub(crate) aims: Pose,
    /// Attacking.
    pub(crate) strikes: Pose,
    pub(crate) hurt: Pose,
}

impl Poses {
    /// Returns each moment that is drawn from all sides, with its name.
    pub(crate) fn moments(&self) -> Vec<(&'static str, Pose)> {
        let Self { stand, walk, stride, swing, aims, strikes, hurt } = self;
        let (aims, hurt) = (&stand.between(aims, *swing), &stand.between(hurt, *swing));
        let mean = walk[0].between(&walk[2], 0.5).between(&walk[1].between(&walk[3], 0.5), 0.5);
        let walk = walk.map(|step| mean.between(&step, *stride));
        let mut moments = vec![
            ("stand", *stand),
            ("stand2", stand.breathing()),
            ("windup1", stand.between(aims, 0.4)),
            ("windup2", stand.between(aims, 0.8)),
            (AIMS, *aims),
            ("strike1", aims.between(strikes, 0.7)),
            ("strike2", *strikes),
            ("strike3", strikes.between(stand, 0.5)),
            (HURTS, *hurt),
            ("hurt2", hurt.between(stand, 0.5)),
        ];
        for (step, name) in WALKS.into_iter().enumerate() {
            let (here, next) = (&walk[step / 2], &walk[(step / 2 + 1) % walk.len()]);
            moments.push((name, here.between(next, if step % 2 == 0 { 0.0 } else { 0.5 })));
        }
        moments
    }

    /// Returns the poses themselves.
    #[cfg(test)]
    pub(crate) fn held(&self) -> Vec<Pose> {
        [self.stand, self.aims, self.strikes, self.hurt].into_iter().chain(self.walk).collect()
    }
}

/// Returns the pose of a moment of falling, counted from 0, that leads through these poses to the corpse.
pub(crate) fn falling(through: [&Pose; 5], moment: usize) -> Pose {
    let [hurt, reels, sinks, topples, corpse] = through;
    match moment {
        0 => hurt.between(reels, 0.5),
        1 => *reels,
        2 => reels.between(sinks, 0.5),
        3 => *sinks,
        4 => sinks.between(topples, 0.5),
        5 => *topples,
        _ => *corpse,
    }
}

/// A kind of monster or animal.
pub(crate) struct Kind {
    /// Prefix of its sprite names.
    pub(crate) name: &'static str,
    /// Draws it in a pose, turned by eighths of a turn towards the image's left.
    pub(crate) figure: fn(&Pose, u8) -> Canvas,
    /// Number of sides that are drawn while it is standing: all [`SIDES`], or the first [`VIEWS`] of them if its left
    /// and right sides are mirror images.
    pub(crate) sides: u8,
    /// Its poses.
    pub(crate) poses: Poses,
    /// Kind of its death.
    pub(crate) falls: Falls,
}

/// Draws a moment of a death, counted from 0 to the corpse.
pub(crate) enum Falls {
    /// From one of the [`VIEWS`], counted from 0.
    Turned(fn(usize, u8) -> Canvas),
    /// The same from all sides, because it bursts.
    Same(fn(usize) -> Canvas),
}

impl Kind {
    /// Returns the sprites of one of its sides, counted from 0, each with the name of its moment.
    pub(crate) fn seen(&self, view: u8) -> impl Iterator<Item = (String, Canvas)> {
        let moments = self.poses.moments().into_iter();
        moments.map(move |(moment, pose)| (format!("{}_{moment}.{}", self.name, view + 1), (self.figure)(&pose, view)))
    }

    /// Returns the sprites of its death.
    pub(crate) fn dying(&self) -> Vec<(String, Canvas)> {
        let mut sprites = Vec::new();
        for moment in 0..FALLS {
            let name = if moment + 1 == FALLS { "corpse".to_owned() } else { format!("die{}", moment + 1) };
            let name = format!("{}_{name}", self.name);
            match self.falls {
                Falls::Turned(falls) => {
                    sprites.extend((0..VIEWS).map(|view| (format!("{name}.{}", view + 1), falls(moment, view))));
                }
                Falls::Same(falls) => sprites.push((name, falls(moment))),
            }
        }
        sprites
    }

    /// Returns the sprites of its remains after an explosion: its parts, each upright and on the ground, and the final
    /// remains. A kind that bursts by itself has none.
    pub(crate) fn torn(&self) -> Vec<(String, Canvas)> {
        if matches!(self.falls, Falls::Same(_)) {
            return Vec::new();
        }
        let dead = Pose { awake: false, jaw: 1.0, spray: 0, ..self.poses.stand };
        let part = |member: Member| {
            let part = (self.figure)(&Pose { only: Some(member), ..dead }, 1).trimmed();
            if part.height() > part.width() { part.quarter_turned() } else { part }
        };
        let parts = Member::TORN.map(part);
        let pool = (self.figure)(&Pose { only: Some(Member::None), pool: 27.0, ..dead }, 0);
        let mut sprites = vec![(format!("{}_remains", self.name), remains(pool, &parts))];
        for (part, name) in parts.into_iter().zip(Member::NAMES) {
            sprites.push((format!("{}_{name}1", self.name), part.quarter_turned()));
            sprites.push((format!("{}_{name}2", self.name), part));
        }
        sprites
    }
}

/// Draws the final remains: the trunk on its side in a pool, a leg and an arm across each other, and the head.
fn remains(mut pool: Canvas, [head, trunk, arm, leg]: &[Canvas; 4]) -> Canvas {
    let mut lay = |part: &Canvas, middle: i32, floor: i32| {
        pool.paste(middle - part.width() / 2, floor - part.height(), part);
    };
    lay(leg, 43, 60);
    lay(trunk, 29, 61);
    lay(arm, 18, 63);
    lay(head, 48, 63);
    pool
}
