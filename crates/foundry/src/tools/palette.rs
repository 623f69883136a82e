//! The colours of the game: short ramps from dark to light, and the dithering that selects from them.

/// One material's colours from its darkest shadow to its brightest light, as 0xRRGGBB.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Ramp(&'static [u32]);

/// A position on a ramp: the paint of one pixel before it becomes a colour.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    /// The material.
    pub(crate) ramp: Ramp,
    /// Lightness from 0 to 1; values outside are clamped.
    pub(crate) tone: f32,
    /// Opacity and self-luminosity: [`OPAQUE`], [`SHINING`] or less.
    pub(crate) alpha: u8,
}

/// Alpha of an opaque pixel.
pub(crate) const OPAQUE: u8 = 255;
/// Alpha of an opaque pixel that is self-luminous, regardless of the light of the place.
pub(crate) const SHINING: u8 = 254;

/// Cold blue-grey hull metal.
pub(crate) const STEEL: Ramp =
    Ramp(&[0x090c12, 0x121822, 0x1c2531, 0x283442, 0x364556, 0x47586b, 0x5c6f82, 0x758a9b, 0x94a8b5, 0xbccbd3]);
/// Dark, nearly neutral heavy metal.
pub(crate) const GUNMETAL: Ramp =
    Ramp(&[0x06070a, 0x0e1015, 0x171a21, 0x22262f, 0x2f3540, 0x404754, 0x566070, 0x747f8d, 0x9ca6b0]);
/// Warm corroded metal.
pub(crate) const RUST: Ramp = Ramp(&[0x100706, 0x220e09, 0x38180e, 0x512514, 0x6c371b, 0x884b23, 0xa4632e, 0xbe8042]);
/// Blood, from dried to wet.
pub(crate) const BLOOD: Ramp = Ramp(&[0x100203, 0x220406, 0x3a0609, 0x56090c, 0x76100f, 0x981a14, 0xbe3020]);
/// Raw muscle and sinew.
pub(crate) const MEAT: Ramp =
    Ramp(&[0x120405, 0x28090b, 0x461113, 0x691b1a, 0x8c2d27, 0xac493b, 0xc66f59, 0xdd9f85, 0xf0cdb6]);
/// The skin of the living.
pub(crate) const SKIN: Ramp =
    Ramp(&[0x140a08, 0x2c1712, 0x4a281e, 0x6d3f2e, 0x925941, 0xb47757, 0xd09774, 0xe6b894, 0xf6d9bd]);
/// Dead skin, sickly green.
pub(crate) const FLESH: Ramp =
    Ramp(&[0x0c0f0b, 0x181f16, 0x273222, 0x394931, 0x4f6142, 0x697b54, 0x88986a, 0xa9b484, 0xccd0a4]);
/// Dead skin drained of all blood, ashen.
pub(crate) const PALLOR: Ramp =
    Ramp(&[0x0d0b0d, 0x1d181b, 0x342b2f, 0x514449, 0x726164, 0x978481, 0xbba99f, 0xdacdbd, 0xf1e9da]);
/// Dead skin swollen with rot, yellow.
pub(crate) const ROT: Ramp =
    Ramp(&[0x0f0f07, 0x21220d, 0x383b15, 0x555920, 0x757a2e, 0x97983f, 0xb8b456, 0xd6cf7c, 0xeeeab2]);
/// Gall, from dried to glowing.
pub(crate) const GALL: Ramp = Ramp(&[0x0a0e02, 0x1b2505, 0x344709, 0x536e0e, 0x7c9c14, 0xabcc22, 0xd8f24e, 0xf8ffb0]);
/// Flesh burnt to coal, warm only where light falls on it.
pub(crate) const CHAR: Ramp = Ramp(&[0x120c0b, 0x211715, 0x33241f, 0x48342c, 0x62483c, 0x80604f, 0xa07d68]);
/// The deckhands' jumpsuits, signal orange.
pub(crate) const CLOTH: Ramp = Ramp(&[0x1e0f08, 0x3c1d0c, 0x5f2f11, 0x864517, 0xb05e1f, 0xd57b2e, 0xee9b4c, 0xfcc587]);
/// Navy blue cloth and enamel.
pub(crate) const NAVY: Ramp =
    Ramp(&[0x05070c, 0x0a0e18, 0x111828, 0x1a253a, 0x26344e, 0x364965, 0x4d6380, 0x6e849e, 0x9cafc2]);
/// The officers' dress coats, white.
pub(crate) const DRESS: Ramp =
    Ramp(&[0x17191f, 0x2f323b, 0x4d515c, 0x70757f, 0x9499a2, 0xb6babf, 0xd4d7d8, 0xecedeb, 0xfbfaf6]);
/// The dress tunics of the bridge, wine red.
pub(crate) const WINE: Ramp = Ramp(&[0x1f0610, 0x400d1e, 0x661531, 0x8c2147, 0xac335b, 0xc65274, 0xdd809a, 0xf2bcc8]);
/// Black rubber and leather.
pub(crate) const LEATHER: Ramp = Ramp(&[0x0d0e12, 0x191b20, 0x272a31, 0x383c46, 0x4d525e, 0x686e7b, 0x8a919c]);
/// Old bone and teeth.
pub(crate) const BONE: Ramp = Ramp(&[0x1a1610, 0x383022, 0x5c523c, 0x86795a, 0xafa17b, 0xd2c8a2, 0xf0eacc]);
/// Caution amber, from unlit to glowing.
pub(crate) const AMBER: Ramp = Ramp(&[0x170b02, 0x351a04, 0x5c3007, 0x8a4d0b, 0xbc720e, 0xe69a1a, 0xffca4a, 0xfff0a0]);
/// Emergency red, from unlit to glowing.
pub(crate) const ALARM: Ramp = Ramp(&[0x160204, 0x3a0307, 0x6c070c, 0xa81210, 0xe0301c, 0xff6c44, 0xffc498]);
/// Screen green, from unlit to glowing.
pub(crate) const PHOSPHOR: Ramp =
    Ramp(&[0x020c08, 0x052015, 0x0a3c26, 0x10603c, 0x1b8c52, 0x38be6e, 0x80eca0, 0xd8ffe0]);
/// Cryogenic blue, from unlit to glowing.
pub(crate) const ICE: Ramp = Ramp(&[0x030a14, 0x071a30, 0x0b3050, 0x114e76, 0x20769e, 0x46a6c4, 0x88d6e4, 0xd8faff]);
/// Burning gas.
pub(crate) const FIRE: Ramp = Ramp(&[0x280803, 0x5e1404, 0xa03008, 0xdc5c0e, 0xff9020, 0xffc648, 0xffec98, 0xffffff]);
/// White enamel.
pub(crate) const ENAMEL: Ramp = Ramp(&[0x16191d, 0x2e3439, 0x4e565c, 0x767f84, 0xa0a9ac, 0xc8d0d0, 0xf2f6f4]);
/// Smoke, and the light of far stars.
pub(crate) const SMOKE: Ramp = Ramp(&[0x0c0d11, 0x24262c, 0x42464e, 0x666c74, 0x8e949a, 0xbcc0c2, 0xf4f4f0]);
/// Far clouds of gas, violet where they are thin and rose where they glow.
pub(crate) const NEBULA: Ramp =
    Ramp(&[0x020208, 0x080612, 0x100a1e, 0x1b102e, 0x2b1840, 0x442450, 0x66365c, 0x92526a, 0xc68484]);
/// Empty space.
pub(crate) const VOID: Ramp = Ramp(&[0x010205, 0x02040a, 0x050812, 0x080e1c, 0x0d1628, 0x142136, 0x1e3048, 0x2c445c]);

/// Blue-white enamel under frost: the cryogenic deck.
pub(crate) const FROST: Ramp =
    Ramp(&[0x0a131a, 0x142531, 0x1f3a4b, 0x2c5065, 0x3e6980, 0x57859b, 0x79a3b6, 0xa3c3d0, 0xd3e4eb]);
/// Ochre paint on containers: the holds.
pub(crate) const OCHRE: Ramp =
    Ramp(&[0x1b1205, 0x342909, 0x53430c, 0x745e13, 0x947b1a, 0xb79926, 0xd6b93a, 0xeedb60, 0xffff9c]);
/// Iron that has been hot: engineering.
pub(crate) const IRON: Ramp =
    Ramp(&[0x160605, 0x2e0c09, 0x4a140e, 0x671e15, 0x862a1c, 0xa33b27, 0xba543b, 0xd17357, 0xe6997f]);
/// Copper.
pub(crate) const COPPER: Ramp = Ramp(&[0x1c0c06, 0x38190c, 0x5a2913, 0x7e3b1b, 0xa15127, 0xbf6c38, 0xd78d57, 0xe9b485]);
/// Polished walnut.
pub(crate) const WALNUT: Ramp = Ramp(&[0x120b06, 0x25170c, 0x3b2513, 0x52351c, 0x6a4727, 0x835b35, 0x9e754a, 0xbb946a]);
/// Green glass and green leather: command.
pub(crate) const VERDE: Ramp =
    Ramp(&[0x04100f, 0x09221e, 0x0e3730, 0x154d45, 0x1d6559, 0x2b7e73, 0x439992, 0x69b6b8, 0x9bd8ea]);
/// Brass, and the gold of the chapel.
pub(crate) const BRASS: Ramp = Ramp(&[0x1a1406, 0x38290b, 0x5a4311, 0x7f6019, 0xa57f26, 0xc79f3d, 0xe2c167, 0xf6e3a6]);
/// Violet-black marble: the chapel.
pub(crate) const MARBLE: Ramp =
    Ramp(&[0x0b0711, 0x180f28, 0x291a43, 0x3b275d, 0x51377b, 0x6b4e99, 0x886cb6, 0xac94d5, 0xd5c3f4]);

/// Peach laminate: the crew's quarters.
pub(crate) const LAMINATE: Ramp =
    Ramp(&[0x231409, 0x523019, 0x825436, 0xb37a57, 0xda9d78, 0xf5ba95, 0xffd2b5, 0xffe5cd, 0xfff3e4]);
/// Padding covered in dusty rose: the crew's quarters.
pub(crate) const ROSE: Ramp =
    Ramp(&[0x200f0b, 0x511f1c, 0x82403a, 0xb16158, 0xd68077, 0xf29e94, 0xffb9b0, 0xffd3cb, 0xffe9e4]);
/// White glazed tiles, a little green: the laboratory.
pub(crate) const GLAZE: Ramp =
    Ramp(&[0x0e1717, 0x203230, 0x3b534e, 0x5e7c74, 0x84a59b, 0xaacabf, 0xcce6da, 0xe6f6ef, 0xfafffd]);
/// Green-blue light in liquids, from unlit to glowing.
pub(crate) const AQUA: Ramp = Ramp(&[0x020d0d, 0x042321, 0x083f3a, 0x0e645b, 0x1a9282, 0x38c6ae, 0x88eed6, 0xdcfff6]);
/// Bare metal plates, neither warm nor cold: floors and fittings of the hull.
pub(crate) const TITAN: Ramp =
    Ramp(&[0x0b0b0c, 0x18191a, 0x292a2b, 0x3d3e3f, 0x555657, 0x707171, 0x8f8f8e, 0xb3b3b1, 0xdddcd9]);
/// White paint that has gone chalky, and white blankets: the walls of the hull.
pub(crate) const CHALK: Ramp =
    Ramp(&[0x1c1a17, 0x46423b, 0x78736a, 0x9f998e, 0xbcb6aa, 0xd2cdc2, 0xe4e0d6, 0xf2efe8, 0xfdfcf8]);
/// The yellow-green primer of frames and stringers.
pub(crate) const PRIMER: Ramp = Ramp(&[0x10120a, 0x222613, 0x394020, 0x525c2e, 0x6e7a40, 0x8d9955, 0xaeb974, 0xd1d8a2]);

/// Blue-green rubber: the floor of the cryogenic deck, and ceilings of the lower ways.
pub(crate) const TIDE: Ramp =
    Ramp(&[0x040d0c, 0x0b1c1c, 0x072f2f, 0x194443, 0x305c5b, 0x4c7776, 0x6e9594, 0x97b7b5, 0xc5dcdb]);
/// Deep blue paint: the ceiling of the cryogenic deck.
pub(crate) const INDIGO: Ramp =
    Ramp(&[0x0a0a11, 0x171925, 0x232942, 0x363c59, 0x4e5373, 0x696e8e, 0x898cab, 0xacafc9, 0xd4d6e9]);
/// Drab green paint: the floor of the holds.
pub(crate) const OLIVE: Ramp =
    Ramp(&[0x090c02, 0x171b07, 0x212e0c, 0x34421c, 0x4b5a30, 0x66754b, 0x86936c, 0xaab593, 0xd3dac2]);
/// Heat-proof carmine: the ceiling of engineering.
pub(crate) const CARMINE: Ramp =
    Ramp(&[0x19090e, 0x3d1322, 0x63223a, 0x893e58, 0xa95973, 0xc7768f, 0xe196ac, 0xfbbbcd, 0xffdce9]);
/// Plates the colour of old gold: floors of engineering and of the lower ways.
pub(crate) const GOLDEN: Ramp =
    Ramp(&[0x120a00, 0x241800, 0x3a2700, 0x513a02, 0x6b5018, 0x886b34, 0xa78a57, 0xc8ad82, 0xe9d4b6]);
/// Pale green plaster: the ceiling of command.
pub(crate) const CELADON: Ramp =
    Ramp(&[0x0f150c, 0x1b2c17, 0x394f33, 0x5f7958, 0x7c9874, 0x97b38f, 0xb4ceac, 0xd0e6ca, 0xe6f5e1]);
/// Blue-grey slate: the floor of command.
pub(crate) const SLATE: Ramp =
    Ramp(&[0x090b0d, 0x15181b, 0x1e242b, 0x2a313a, 0x3b434d, 0x535a64, 0x717881, 0x969ca4, 0xc3c7cd]);
/// Plum-coloured marble: the floor of the chapel.
pub(crate) const PLUM: Ramp =
    Ramp(&[0x0a0106, 0x160610, 0x210c1a, 0x310f25, 0x461035, 0x562144, 0x6d3b5a, 0x8b607a, 0xb798aa]);
/// Faded sky blue: the vault of the chapel.
pub(crate) const AZURE: Ramp =
    Ramp(&[0x090f15, 0x0f2131, 0x183751, 0x2f506f, 0x4a6b8c, 0x6886a8, 0x88a3c2, 0xb0c6e1, 0xd5e4f7]);
/// Claret carpet: the floor of the crew's quarters.
pub(crate) const CLARET: Ramp =
    Ramp(&[0x100409, 0x210d17, 0x370f23, 0x521335, 0x652345, 0x7c3a5a, 0x985a76, 0xb9849b, 0xdbb4c4]);
/// Poured resin in the colour of sand: the floor of the laboratory.
pub(crate) const SAND: Ramp =
    Ramp(&[0x201b13, 0x4c412e, 0x7a6b53, 0xa39175, 0xc4b193, 0xddc9ac, 0xf0ddc2, 0xfcecd5, 0xfff8e8]);
/// Pale blue enamel: the ceiling of the laboratory.
pub(crate) const MIST: Ramp =
    Ramp(&[0x0e1419, 0x172a39, 0x2d4558, 0x49647b, 0x637f98, 0x7e99b2, 0x9eb6cd, 0xc3d7eb, 0xdfedfb]);
/// Raw bone, rose where it is thin: the upper ways.
pub(crate) const MARROW: Ramp =
    Ramp(&[0x1c0710, 0x3d0b22, 0x650a38, 0x881c50, 0xac346c, 0xce538b, 0xe87aa9, 0xfaa4c8, 0xffd2e4]);
/// Bare bone: scales of the upper ways.
pub(crate) const OSSEIN: Ramp =
    Ramp(&[0x1e1614, 0x46332d, 0x775c50, 0x9f8172, 0xbfa392, 0xd8c0b0, 0xead8ca, 0xf5ebe0, 0xfffaf4]);
/// Tanned hide: the floor of the upper ways.
pub(crate) const TAN: Ramp =
    Ramp(&[0x110500, 0x210f00, 0x371700, 0x4c2000, 0x5e2f0b, 0x764321, 0x946141, 0xb7896d, 0xdab7a3]);
/// Sinew, violet in the shadows: the ceiling of the upper ways.
pub(crate) const VIOLA: Ramp =
    Ramp(&[0x0d050b, 0x21131f, 0x391b36, 0x4b2848, 0x5d3859, 0x764f71, 0x906c8b, 0xb192ac, 0xd4bdd0]);
/// Moss and slime on metal: the lower ways.
pub(crate) const MOSS: Ramp =
    Ramp(&[0x030e00, 0x061f00, 0x003a00, 0x005206, 0x0f6e16, 0x2f8b30, 0x58a852, 0x88c680, 0xbdeab3]);
/// Bare light metal: the floor of the hull.
pub(crate) const ASHEN: Ramp =
    Ramp(&[0x111110, 0x222121, 0x373736, 0x4e4e4c, 0x696866, 0x82817f, 0x9e9e9c, 0xc1c1bf, 0xe3e2e1]);
/// Lilac blankets and frames: the ceiling of the hull.
pub(crate) const LILAC: Ramp =
    Ramp(&[0x110c17, 0x221b39, 0x382d5e, 0x52457f, 0x6e5e9d, 0x8878b6, 0xa392cd, 0xc5b7e9, 0xe5dafe]);

/// Share of the step between two neighbouring colours that is dithered; the rest stays flat.
const DITHER: f32 = 0.45;

/// The ordered 4x4 pattern in sixteenths.
const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

impl Ramp {
    /// Returns ink of this material at a tone.
    pub(crate) const fn at(self, tone: f32) -> Ink {
        Ink { ramp: self, tone, alpha: OPAQUE }
    }

    /// Returns ink of exactly one of this material's colours, counted from the darkest at 0, without dithering.
    pub(crate) fn flat(self, step: usize) -> Ink {
        self.at(step as f32 / (self.0.len() - 1) as f32)
    }
}

impl Ink {
    /// Returns the same material, lighter by `delta`.
    pub(crate) fn lit(self, delta: f32) -> Self {
        Self { tone: self.tone + delta, ..self }
    }

    /// Returns the same colour, self-luminous.
    pub(crate) fn shining(self) -> Self {
        Self { alpha: SHINING, ..self }
    }

    /// Returns the same colour with partial opacity: almost transparent at 0, almost opaque at 1.
    pub(crate) fn veil(self, cover: f32) -> Self {
        let most = f32::from(SHINING - 1);
        Self { alpha: (cover * most + 0.5).clamp(1.0, most) as u8, ..self }
    }

    /// Returns the colour of this ink at a place of the image.
    pub(crate) fn colour(self, x: i32, y: i32) -> [u8; 3] {
        let colours = self.ramp.0;
        let threshold = BAYER[(y & 3) as usize][(x & 3) as usize];
        let nudge = ((f32::from(threshold) + 0.5) / 16.0 - 0.5) * DITHER;
        let last = colours.len() - 1;
        let place = self.tone.clamp(0.0, 1.0) * last as f32 + 0.5 + nudge;
        let [_, red, green, blue] = colours[(place as usize).min(last)].to_be_bytes();
        [red, green, blue]
    }
}
