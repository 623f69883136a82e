//! What a kit is, and the nine kits.

use crate::{
    textures::kits::{crew, fittings, floors, hull, lab, labyrinth, structures, walls},
    tools::canvas::Canvas,
    tools::palette::{
        ALARM, AMBER, AQUA, BONE, BRASS, CHALK, COPPER, ENAMEL, FIRE, FROST, GLAZE, GUNMETAL, ICE, IRON, Ink, LAMINATE,
        MARBLE, OCHRE, OSSEIN, PALLOR, PHOSPHOR, PRIMER, ROSE, RUST, Ramp, SMOKE, STEEL, TITAN, VERDE, WALNUT,
    },
};

/// What a deck is built of.
pub(super) struct Kit {
    /// What the names of its pictures begin with.
    pub(super) name: &'static str,
    /// What its chance begins with.
    pub(super) seed: u32,
    /// What most of its walls are made of.
    pub(super) main: Ramp,
    /// What the rest is made of.
    pub(super) other: Ramp,
    /// Ceilings and gratings.
    pub(super) plain: Ramp,
    /// Frames, pipes and bolts.
    pub(super) metal: Ramp,
    /// What eats away at its walls.
    pub(super) decay: Ramp,
    /// Stripes and letters.
    pub(super) accent: Ink,
    /// What its lamps glow with.
    pub(super) glow: Ink,
    /// What its signs say, and how.
    pub(super) sign: [&'static str; 2],
    pub(super) signs: Signs,
    /// The wall that its worn and piped walls are made of.
    pub(super) wall: fn(&Kit, u32) -> Canvas,
    pub(super) parts: [Part; 16],
}

/// How the signs of a kit are made.
#[derive(Clone, Copy)]
pub(super) enum Signs {
    /// Glowing letters on a dark board.
    Lit,
    /// Letters painted on a board as light as the walls.
    Painted,
}

/// One part of a kit.
pub(super) struct Part {
    pub(super) name: &'static str,
    /// How many pictures there are to choose from.
    pub(super) variants: u32,
    /// Draws one of them, counted from 0.
    pub(super) draw: fn(&Kit, u32) -> Canvas,
}

const fn part(name: &'static str, variants: u32, draw: fn(&Kit, u32) -> Canvas) -> Part {
    Part { name, variants, draw }
}

/// The parts of a kit: its own walls, floors, ceilings and its feature; the rest follows from its materials.
const fn parts(
    wall: fn(&Kit, u32) -> Canvas,
    heavy: fn(&Kit, u32) -> Canvas,
    feature: fn(&Kit, u32) -> Canvas,
    [floor, tile]: [fn(&Kit, u32) -> Canvas; 2],
    [ceiling, beams]: [fn(&Kit, u32) -> Canvas; 2],
) -> [Part; 16] {
    [
        part("wall", 4, wall),
        part("heavy", 3, heavy),
        part("pipes", 3, walls::piped),
        part("worn", 3, walls::worn),
        part("feature", 1, feature),
        part("pillar", 1, walls::pillar),
        part("floor", 4, floor),
        part("tile", 3, tile),
        part("grate", 3, floors::grate),
        part("ceiling", 4, ceiling),
        part("beams", 3, beams),
        part("duct", 3, floors::duct),
        part("lamp", 1, fittings::lamp),
        part("door", 1, fittings::door),
        part("jamb", 1, fittings::jamb),
        part("sign", 1, fittings::sign),
    ]
}

/// The kits.
pub(super) const KITS: &[Kit] = &[
    Kit {
        name: "cryo",
        seed: 1000,
        main: FROST,
        other: FROST,
        plain: STEEL,
        metal: STEEL,
        decay: ICE,
        accent: ICE.at(0.8),
        glow: ICE.at(0.95),
        sign: ["CRYO", "SLEEP"],
        signs: Signs::Lit,
        wall: structures::enamel,
        parts: parts(
            structures::enamel,
            structures::ribs,
            structures::tank,
            [floors::treads, floors::checks],
            [floors::coffers, floors::rafters],
        ),
    },
    Kit {
        name: "holds",
        seed: 2000,
        main: OCHRE,
        other: OCHRE,
        plain: STEEL,
        metal: RUST,
        decay: OCHRE,
        accent: GUNMETAL.at(0.12),
        glow: AMBER.at(0.95),
        sign: ["HOLD", "CARGO"],
        signs: Signs::Lit,
        wall: structures::corrugated,
        parts: parts(
            structures::corrugated,
            structures::girders,
            structures::container,
            [floors::boards, floors::treads],
            [floors::rafters, floors::coffers],
        ),
    },
    Kit {
        name: "engine",
        seed: 3000,
        main: IRON,
        other: COPPER,
        plain: IRON,
        metal: COPPER,
        decay: GUNMETAL,
        accent: AMBER.at(0.62),
        glow: FIRE.at(0.72),
        sign: ["CORE", "DANGER"],
        signs: Signs::Lit,
        wall: structures::strakes,
        parts: parts(
            structures::strakes,
            structures::boiler,
            structures::furnace,
            [floors::treads, floors::bricks],
            [floors::rafters, floors::coffers],
        ),
    },
    Kit {
        name: "command",
        seed: 4000,
        main: VERDE,
        other: WALNUT,
        plain: VERDE,
        metal: BRASS,
        decay: GUNMETAL,
        accent: BRASS.at(0.75),
        glow: PHOSPHOR.at(0.9),
        sign: ["BRIDGE", "CHARTS"],
        signs: Signs::Lit,
        wall: structures::wainscot,
        parts: parts(
            structures::wainscot,
            structures::columns,
            structures::chart,
            [floors::carpet, floors::checks],
            [floors::coffers, floors::rafters],
        ),
    },
    Kit {
        name: "chapel",
        seed: 5000,
        main: MARBLE,
        other: MARBLE,
        plain: MARBLE,
        metal: BRASS,
        decay: GUNMETAL,
        accent: BRASS.at(0.8),
        glow: ALARM.at(0.9),
        sign: ["CHAPEL", "KNEEL"],
        signs: Signs::Lit,
        wall: structures::ashlar,
        parts: parts(
            structures::ashlar,
            structures::arches,
            structures::stained_glass,
            [floors::slabs, floors::checks],
            [floors::vault, floors::rafters],
        ),
    },
    Kit {
        name: "crew",
        seed: 6000,
        main: LAMINATE,
        other: ROSE,
        plain: LAMINATE,
        metal: PALLOR,
        decay: BONE,
        accent: AQUA.at(0.5),
        glow: BONE.at(0.95),
        sign: ["CREW", "MESS 2"],
        signs: Signs::Painted,
        wall: crew::laminate,
        parts: parts(
            crew::laminate,
            crew::quilt,
            crew::berths,
            [crew::parquet, crew::rug],
            [crew::acoustic, crew::slats],
        ),
    },
    Kit {
        name: "lab",
        seed: 7000,
        main: GLAZE,
        other: GLAZE,
        plain: GLAZE,
        metal: ENAMEL,
        decay: PALLOR,
        accent: AMBER.at(0.62),
        glow: AQUA.at(0.92),
        sign: ["LAB", "WASH UP"],
        signs: Signs::Lit,
        wall: lab::tiles,
        parts: parts(lab::tiles, lab::sheets, lab::vat, [lab::poured, lab::hexagons], [lab::filters, lab::rails]),
    },
    Kit {
        name: "labyrinth",
        seed: 8000,
        main: OSSEIN,
        other: OSSEIN,
        plain: OSSEIN,
        metal: GUNMETAL,
        decay: GUNMETAL,
        accent: ICE.at(0.5),
        glow: ICE.at(0.9),
        sign: ["WAYS", "LOST"],
        signs: Signs::Lit,
        wall: labyrinth::bones,
        parts: parts(
            labyrinth::bones,
            labyrinth::scales,
            labyrinth::iris,
            [labyrinth::scutes, labyrinth::keel],
            [labyrinth::breast, labyrinth::sinews],
        ),
    },
    Kit {
        name: "hull",
        seed: 9000,
        main: CHALK,
        other: PRIMER,
        plain: TITAN,
        metal: CHALK,
        decay: PRIMER,
        accent: AMBER.at(0.62),
        glow: SMOKE.at(0.97),
        sign: ["HULL", "NO AIR"],
        signs: Signs::Painted,
        wall: hull::plates,
        parts: parts(
            hull::plates,
            hull::foil,
            hull::port,
            [hull::skin, hull::stringers],
            [hull::frames, hull::blankets],
        ),
    },
];
