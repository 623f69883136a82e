//! Uniforms of the crew. The sprites of a uniform are those of the kind in other cloth, named by the kind and the role,
//! as in `shambler~cook`.

use crate::{
    monsters::kind::{Falls, Kind},
    monsters::pose::Pose,
    monsters::shambler,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{ALARM, AMBER, AQUA, BLOOD, BRASS, CHALK, CLOTH, DRESS, ENAMEL, GALL, Ink, LEATHER, Ramp, WINE},
    tools::sculpt::Sculpture,
};

/// Properties of a uniform.
pub(super) struct Uniform {
    /// Material of its cloth, and the deckhand's material that it replaces.
    dyes: &'static [(Ramp, Ramp)],
    /// Details on the cloth by the position down from the neck (1 at the hips, 2 at the knees) and the position around
    /// as seen from the front.
    pub(super) badge: fn(f32, f32) -> Option<Ink>,
    /// Details on the shoulders, if any.
    pub(super) epaulettes: Option<Ink>,
    /// Headgear.
    pub(super) hat: fn(&mut Sculpture, &Pose),
}

/// The deckhands' uniform, in signal orange.
pub(super) const DECKHAND: Uniform = Uniform { dyes: &[], badge: |_, _| None, epaulettes: None, hat: |_, _| {} };

/// White, with a red cross at the front and the back, and a surgeon's green cap.
const MEDIC: Uniform = Uniform {
    dyes: &[(CLOTH, CHALK)],
    badge: |down, around| {
        let (across, off) = (1.0 - (1.0 - around.abs()).abs(), (down - 0.36).abs());
        let cross = (across < 0.34 && off < 0.07) || (across < 0.13 && off < 0.2);
        match () {
            () if (0.9..1.1).contains(&around.abs()) => None,
            () if cross => Some(ALARM.at(0.14)),
            () => (across < 0.5 && off < 0.27).then(|| ENAMEL.at(0.1)),
        }
    },
    hat: |body, pose| body.lump(pose.about_head(0.0, -4.3, -0.8), (6.3, 3.5), |_, down| AQUA.at(0.02 - down * 0.06)),
    ..DECKHAND
};

/// A cook's white jacket, checked trousers, a stained apron, and the hat.
const COOK: Uniform = Uniform {
    dyes: &[(CLOTH, DRESS)],
    badge: |down, around| {
        let apron = around.abs() < if down < 0.45 { 0.62 } else { 0.95 } && (0.16..1.75).contains(&down);
        let splashed = value(233, down * 5.0 + 3.0, around * 3.0 + 9.0, 64) > 0.64;
        let checked = (down * 9.0) as i32 % 2 == (around * 4.0 + 9.0) as i32 % 2;
        match () {
            () if apron && splashed => Some(BLOOD.at(0.06)),
            () if apron => Some(CHALK.at(0.12)),
            () if down > 1.0 && checked => Some(LEATHER.at(0.14)),
            () => (0.8..0.9).contains(&down).then(|| DRESS.at(0.0)),
        }
    },
    hat: |body, pose| {
        body.lump(pose.about_head(0.0, -8.2, -0.8), (6.9, 3.4), |around, _| {
            CHALK.at(0.1 - value(234, around * 5.0 + 9.0, 1.0, 64) * 0.16)
        });
        body.lump(pose.about_head(0.0, -5.2, -0.6), (5.8, 2.4), |_, _| CHALK.at(0.04));
    },
    ..DECKHAND
};

/// High-visibility lime with reflecting bands, and a yellow helmet.
const ENGINEER: Uniform = Uniform {
    dyes: &[(CLOTH, GALL)],
    badge: |down, _| {
        let band = (0.44..0.54).contains(&down) || (1.6..1.75).contains(&down);
        band.then(|| ENAMEL.at(0.16))
    },
    hat: |body, pose| {
        body.lump(pose.about_head(0.0, -3.9, -0.8), (6.9, 4.4), |around, down| {
            let ridge = around.abs() < 0.16 || around.abs() > 1.84;
            AMBER.at(if ridge { 0.2 } else { 0.06 } - down * 0.08)
        });
        body.lump(pose.about_head(0.0, -3.0, 3.2), (6.0, 1.2), |_, _| AMBER.at(0.1));
    },
    ..DECKHAND
};

/// A dress tunic with gold buttons and epaulettes, and a peaked cap.
const OFFICER: Uniform = Uniform {
    dyes: &[(CLOTH, WINE)],
    badge: |down, around| {
        let button = (down * 7.0).rem_euclid(1.0) < 0.55 && (0.1..0.26).contains(&around.abs());
        (button && down < 1.0).then(|| BRASS.at(0.28))
    },
    epaulettes: Some(BRASS.at(0.16)),
    hat: |body, pose| {
        body.lump(pose.about_head(0.0, -4.2, -0.4), (6.1, 2.2), |_, _| BRASS.at(-0.04));
        body.lump(pose.about_head(0.0, -6.4, -0.6), (8.0, 2.6), |_, down| CLOTH.at(0.04 - down * 0.08));
        body.lump(pose.about_head(0.0, -3.0, 4.2), (4.6, 1.2), |_, down| LEATHER.at(0.1 - down * 0.3));
    },
};

impl Uniform {
    /// Draws a figure in its cloth.
    pub(super) fn on(&self, figure: Canvas) -> Canvas {
        figure.dyed(self.dyes)
    }
}

/// Returns the uniforms of the crew outside of the holds, each with the name of its shambler.
const UNIFORMS: [(&str, Uniform); 4] = [
    ("shambler~medic", MEDIC),
    ("shambler~cook", COOK),
    ("shambler~engineer", ENGINEER),
    ("shambler~officer", OFFICER),
];

/// Draws the shambler in one of the uniforms.
const fn shambler_in<const NUMBER: usize>() -> Kind {
    Kind {
        name: UNIFORMS[NUMBER].0,
        figure: |pose, eighths| shambler::worn(pose, eighths, &UNIFORMS[NUMBER].1),
        falls: Falls::Turned(|moment, view| shambler::worn(&shambler::fallen(moment), view, &UNIFORMS[NUMBER].1)),
        ..shambler::KIND
    }
}

/// Returns the shamblers in uniform.
pub(super) const CREW: &[Kind] = &[shambler_in::<0>(), shambler_in::<1>(), shambler_in::<2>(), shambler_in::<3>()];
