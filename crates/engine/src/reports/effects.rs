//! Effects: what comes of each happening, in one table. Who adds a happening gives it a row here, and is done: who hears,
//! writes or draws reads the row.

use crate::{
    reports::happening::{Gait, Happening},
    rules::explosion_kind::ExplosionKind,
    rules::monster_kind::MonsterKind,
    rules::pickup_kind::PickupKind,
    rules::prop_kind::PropKind,
    rules::rules::Rules,
    rules::weapon::Weapon,
};
use level::{Key, Lock};

/// How far off whatever comes near a player who plays is heard, in tiles.
const NEAR: f32 = 8.0;

/// What comes of something that happens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effects<'a> {
    /// How far the undead hear it, in cells of its way, at most 24; 0 if they do not.
    pub noise: u8,
    /// How far the player hears it, in tiles; 0 if it makes no sound. What he does himself he always hears.
    pub reach: f32,
    /// The sound that it makes.
    pub sound: Option<Sound<'a>>,
    /// What the player reads of it.
    pub caption: Option<Caption<'a>>,
    /// What it leaves where it happened.
    pub mark: Option<Mark>,
}

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sound<'a> {
    /// What it is called.
    pub name: SoundName<'a>,
    /// How loud it is where it is made, from 0 to 1.
    pub loudness: f32,
    /// The player makes it, so it comes from nowhere else.
    pub own: bool,
}

/// The names of sounds: their files without folder and ending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SoundName<'a> {
    /// Always the same.
    This(&'a str),
    /// One of several; silence if there are none.
    OneOf(&'a [String]),
}

impl<'a> Sound<'a> {
    /// The name of its file; where there is a choice, `pick` makes it. None if there is none to choose from.
    pub fn file(&self, pick: usize) -> Option<&'a str> {
        match self.name {
            SoundName::This(name) => Some(name),
            SoundName::OneOf(names) => names.get(pick % names.len().max(1)).map(String::as_str),
        }
    }
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Caption<'a> {
    /// A message to the player.
    Message(&'a str),
    /// The level's message of this number.
    OfLevel(u16),
    /// What a sound is, in a few words, for whoever cannot hear it.
    Heard(&'static str),
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The hole of a bullet.
    Bullet,
    /// Blood of somebody who was hit.
    Blood,
    /// Blood of somebody who was killed, much of it, and a pool.
    Death,
    /// A pool of blood.
    Pool,
    /// A burnt place.
    Scorch,
    /// All that was in a body.
    Gore,
    /// Soot of an explosion.
    Soot,
    /// A few splinters.
    Splinters,
    /// What is left of something that broke.
    Wreckage,
}

impl Happening {
    /// What comes of it under these rules. What is about a kind or a weapon that they do not have makes no sound.
    pub fn effects(self, rules: &Rules) -> Effects<'_> {
        use Happening::*;
        let (noises, heard) = (&rules.noises, Effects::heard);
        match self {
            // Whoever plays it looks at the floor.
            Footstep(Gait::Walks, _) => heard(4.0).own("step_steel", 0.5).noise(noises.walking),
            Footstep(Gait::Runs, _) => heard(4.0).own("step_steel", 0.5).noise(noises.running),
            Shot(id) => shot(id.of(rules), noises.shot),
            Empty => heard(4.0).own("empty", 0.5).message("Out of ammunition"),
            Changes(_) => heard(4.0).own("switch_weapon", 0.5),
            MeleeLands(id) => heard(12.0).sound(id.of(rules).and_then(|weapon| weapon.hit.as_deref()), 0.6),
            ProjectileHits(id) => projectile_hits(id.of(rules)),
            ProjectileExplodes(id) => explodes(id.of(rules).and_then(Weapon::explosion)),
            PropHit(id) => heard(12.0).sound(id.of(rules).map(|kind| &*kind.hit), 0.6).leaves(Mark::Splinters),
            PropBreaks(id) => prop_breaks(id.of(rules)),
            PropExplodes(id) => explodes(id.of(rules).and_then(|kind| kind.explodes.as_ref())),
            Burns => heard(12.0).sound("burn", 0.5),
            Impact => heard(12.0).sound("ricochet", 0.4).leaves(Mark::Bullet),
            DoorOpens => heard(20.0).sound("door_open", 0.7).noise(noises.door).words("a door opens"),
            DoorCloses => heard(20.0).sound("door_close", 0.7).noise(noises.door).words("a door closes"),
            DoorRefuses(lock) => heard(12.0).sound("locked", 0.7).noise(noises.door).message(refusal(lock)),
            Unlocked(key) => heard(12.0).sound("unlock", 0.8).noise(noises.door).message(opened(key)),
            DoorLocks => heard(20.0).sound("locked", 0.8).message("A door locks"),
            DoorUnlocks => heard(20.0).sound("unlock", 0.8).message("A lock opens somewhere"),
            // Its sound lasts as long as the wall moves: whoever plays it looks at the wall.
            PushWallMoves => heard(24.0).words("a wall grinds along"),
            PushWallStops => heard(24.0).sound("wall_thud", 0.9).words("a wall comes to rest"),
            PushWallStuck => heard(12.0).sound("wall_thud", 0.4),
            Notices(id) => cries(id.of(rules)).noise(noises.cry).words("a cry"),
            Strikes(id) => strikes(id.of(rules)),
            Misses(_) => heard(8.0).sound("miss", 0.8).message("It misses you"),
            MonsterProjectileHits(_) => {
                heard(16.0).sound("bolt_hit", 0.7).words("a projectile crackles").leaves(Mark::Scorch)
            }
            Bursts(id) => bursts(id.of(rules).and_then(|kind| kind.bursts.as_ref())),
            MonsterHurt(id) => heard(20.0).sound(id.of(rules).map(|kind| &*kind.sounds.hurt), 0.8).leaves(Mark::Blood),
            MonsterDies(id) => monster_dies(id.of(rules)),
            PlayerHurt => heard(12.0).own("hurt", 0.8),
            PlayerDies => heard(20.0).own("death", 0.9).leaves(Mark::Pool),
            Taken(id) => taken(id.of(rules)),
            SwitchThrown => heard(16.0).sound("switch", 0.8).words("a switch"),
            PlateSinks => heard(16.0).sound("plate", 0.7).words("a plate gives way"),
            Says(number) => Effects { caption: Some(Caption::OfLevel(number)), ..Effects::default() },
            HullCracks => heard(24.0).sound("ricochet", 0.9).words("something cracks").leaves(Mark::Bullet),
            HullBreaks => {
                heard(48.0).sound("crate_break", 1.0).noise(24).message("Hull breach: hold on!").leaves(Mark::Splinters)
            }
            WallBreaks => {
                heard(32.0).sound("crate_break", 1.0).noise(24).words("a wall gives way").leaves(Mark::Splinters)
            }
            ShutterFalls => heard(32.0).sound("wall_thud", 1.0).words("a shutter falls"),
            ShutterOpens => heard(32.0).sound("wall_slide", 1.0).words("a shutter opens"),
            HoleCloses => heard(16.0).sound("nail_hit", 0.8).words("a patch sets"),
            NoHole => heard(4.0).own("empty", 0.5).message("No hole to close"),
            MonsterLost(_) => heard(24.0).words("somebody is carried out into space"),
            PlayerLost => heard(24.0).own("death", 0.4).message("Lost in space"),
            Carried => heard(12.0).own("teleport", 0.8).message("The lift stops"),
            Crushed => heard(32.0).sound("crush", 0.9).words("something is crushed"),
            SecretFound => heard(4.0).own("secret", 0.7).message("You have found a secret"),
            LiftThrown => heard(32.0).sound("lift", 0.9).message("The lift starts"),
            BoardPick => heard(4.0).own("board_pick", 0.6),
            BoardMoves => heard(4.0).own("board_move", 0.7),
            BoardReplies => heard(8.0).sound("board_move", 0.7).words("the ship moves a piece"),
            BoardRefuses => heard(4.0).own("board_refuse", 0.5),
            BoardHint => heard(4.0).own("board_hint", 0.7).message("A hint, for ten seconds of oxygen"),
            HintRefused => heard(4.0).own("board_refuse", 0.5).message("Too little oxygen in your suit for a hint"),
            BoardWon => heard(8.0).own("board_win", 0.8).message("You have won the game"),
            BoardLost => heard(8.0).own("board_lose", 0.8).message("You have lost the game"),
            BoardDrawn => heard(8.0).own("board_refuse", 0.8).message("Nobody has won the game"),
            ConduitSlides => heard(8.0).own("lock_slide", 0.7),
            ConduitOpens => heard(16.0).own("lock_open", 0.9).noise(noises.door).message("The conduit is whole again"),
            BoardNear => heard(NEAR).sound("board_near", 0.9).words("something comes near"),
            DeckDone => Effects::default(),
        }
    }
}

// The words in which the table is written.
impl<'a> Effects<'a> {
    /// Something that the player hears so far off, in tiles.
    fn heard(reach: f32) -> Self {
        Effects { reach, ..Effects::default() }
    }

    /// It makes this sound where it happens, if there is one.
    fn sound(self, name: impl Into<Option<&'a str>>, loudness: f32) -> Self {
        let sound = name.into().map(|name| Sound { name: SoundName::This(name), loudness, own: false });
        Effects { sound, ..self }
    }

    /// The player makes this sound, if there is one.
    fn own(self, name: impl Into<Option<&'a str>>, loudness: f32) -> Self {
        let sound = name.into().map(|name| Sound { name: SoundName::This(name), loudness, own: true });
        Effects { sound, ..self }
    }

    /// The undead hear it so many cells off.
    fn noise(self, noise: u8) -> Self {
        Effects { noise, ..self }
    }

    fn message(self, text: &'a str) -> Self {
        Effects { caption: Some(Caption::Message(text)), ..self }
    }

    fn words(self, text: &'static str) -> Self {
        Effects { caption: Some(Caption::Heard(text)), ..self }
    }

    fn leaves(self, mark: Mark) -> Self {
        Effects { mark: Some(mark), ..self }
    }
}

fn shot(weapon: Option<&Weapon>, usual: u8) -> Effects<'_> {
    let noise = weapon.and_then(|weapon| weapon.noise).unwrap_or(usual);
    Effects::heard(32.0).own(weapon.map(|weapon| &*weapon.sound), 0.7).noise(noise)
}

fn projectile_hits(weapon: Option<&Weapon>) -> Effects<'_> {
    let sound = weapon.and_then(|weapon| weapon.hit.as_deref());
    let effects = Effects::heard(12.0).sound(sound, 0.3);
    match weapon {
        Some(weapon) if weapon.landing().is_some() => {
            effects.noise(weapon.landing().map_or(0, |landing| landing.noise))
        }
        // Flames leave nothing behind.
        Some(weapon) if weapon.alight == 0 => effects.leaves(Mark::Bullet),
        _ => effects,
    }
}

fn explodes(explosion: Option<&ExplosionKind>) -> Effects<'_> {
    let (sound, noise) = explosion.map(|explosion| (&*explosion.sound, explosion.noise)).unzip();
    Effects::heard(48.0).sound(sound, 1.0).noise(noise.unwrap_or(0)).words("an explosion").leaves(Mark::Soot)
}

fn prop_breaks(kind: Option<&PropKind>) -> Effects<'_> {
    let sound = kind.and_then(|kind| kind.breaks.as_deref());
    Effects::heard(20.0).sound(sound, 1.0).words("something breaks").leaves(Mark::Wreckage)
}

fn cries(kind: Option<&MonsterKind>) -> Effects<'_> {
    let cries = kind.map(|kind| SoundName::OneOf(&kind.sounds.notices));
    Effects { sound: cries.map(|name| Sound { name, loudness: 0.9, own: false }), ..Effects::heard(24.0) }
}

fn strikes(kind: Option<&MonsterKind>) -> Effects<'_> {
    let effects = Effects::heard(16.0).sound(kind.map(|kind| &*kind.sounds.strikes), 0.7);
    match kind {
        Some(kind) if kind.attacks.iter().any(|attack| attack.projectile.is_some()) => effects.words("a shot"),
        Some(kind) if kind.is_foe() => effects.words("a blow"),
        // Animals bite and sweep what they eat and clear away.
        _ => effects,
    }
}

fn bursts(explosion: Option<&ExplosionKind>) -> Effects<'_> {
    let sound = explosion.map(|explosion| &*explosion.sound);
    let noise = explosion.map_or(0, |explosion| explosion.noise);
    Effects::heard(32.0).sound(sound, 1.0).words("something bursts").leaves(Mark::Gore).noise(noise)
}

fn monster_dies(kind: Option<&MonsterKind>) -> Effects<'_> {
    let sound = kind.map(|kind| &*kind.sounds.dies);
    Effects::heard(20.0).sound(sound, 0.9).words("somebody falls").leaves(Mark::Death)
}

fn taken(kind: Option<&PickupKind>) -> Effects<'_> {
    let caption = kind.map(|kind| Caption::Message(&kind.caption));
    Effects { caption, ..Effects::heard(4.0).own(kind.map(|kind| &*kind.sound), 0.6) }
}

/// What a locked door says.
fn refusal(lock: Lock) -> &'static str {
    match lock {
        Lock::A => "Locked: it takes key A, the round one",
        Lock::B => "Locked: it takes key B, the square one",
        Lock::C => "Locked: it takes key C, the three-cornered one",
        Lock::Sealed => "Sealed: no key opens it",
    }
}

/// What a key says that fits.
fn opened(key: Key) -> &'static str {
    match key {
        Key::A => "Key A opens the lock",
        Key::B => "Key B opens the lock",
        Key::C => "Key C opens the lock",
    }
}
