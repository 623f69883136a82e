//! Effects: the consequences of each event, in one table. A new event only needs a row here, because everything that
//! plays, shows or draws events reads the table.

use crate::{
    events::game_event::{Gait, GameEvent},
    rules::explosion_kind::ExplosionKind,
    rules::ids::KindId,
    rules::monster_kind::MonsterKind,
    rules::pickup_kind::PickupKind,
    rules::prop_kind::PropKind,
    rules::rules::Rules,
    rules::weapon::Weapon,
};
use level::{Key, Lock};
use serde::{Deserialize, Serialize};

/// Distance at which the player at a terminal hears something approach, in tiles.
const NEAR: f32 = 8.0;

/// The effects of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effects<'a> {
    /// Range at which monsters hear it, in cells along the path of the sound, at most 24; 0 if they do not.
    pub noise: u8,
    /// Range at which the player hears it, in tiles; 0 if it makes no sound. The player's own sounds are always heard.
    pub reach: f32,
    /// The sound, if any.
    pub sound: Option<Sound<'a>>,
    /// The text that the player reads, if any.
    pub caption: Option<Caption<'a>>,
    /// The kind of caption, which players can turn on and off.
    pub caption_kind: CaptionKind,
    /// The mark that it leaves at its position, if any.
    pub mark: Option<Mark>,
    /// The gamepad rumble, if any.
    pub rumble: Option<Rumble>,
    /// The short piece of music that is played over the score, if any.
    pub sting: Option<Sting>,
    /// The kind of monster that the player has encountered with it, if any.
    pub met: Option<KindId>,
}

/// The kinds of captions that players can turn on and off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptionKind {
    /// Actions of the player.
    Own,
    /// Monsters and animals.
    Monsters,
    /// Doors, switches and push-walls.
    Doors,
    /// Everything else around the player.
    Surroundings,
    /// Always shown, because the player needs it: why a door stays closed, why the player dies, or what to do.
    #[default]
    Vital,
}

/// A rumble of the gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// Strength of the heavy motor, from 0 to 1.
    pub strong: f32,
    /// Strength of the light motor, from 0 to 1.
    pub weak: f32,
    /// Duration in milliseconds.
    pub milliseconds: u64,
    /// True if it is weaker from farther away.
    pub fades: bool,
}

/// A short piece of music.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sting {
    /// A secret was found.
    Secret,
    /// The player has died.
    Death,
    /// The lift starts.
    Lift,
}

/// The volume groups that players can set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bus {
    /// Weapons, doors, steps and so on.
    #[default]
    Effects,
    /// Voices of the player and of creatures.
    Voices,
    /// The ship itself.
    Surroundings,
}

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sound<'a> {
    /// Its name or names.
    pub name: SoundName<'a>,
    /// Loudness at its source, from 0 to 1.
    pub loudness: f32,
    /// True if the player makes it, so that it has no position.
    pub own: bool,
    /// Its volume group.
    pub bus: Bus,
    /// Priority when there are too many sounds, from 0 (steps) to 4 (the player's own pain).
    pub weight: u8,
}

/// The priority of most sounds.
const USUAL_WEIGHT: u8 = 2;

/// The name of a sound: its file name without folder and extension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SoundName<'a> {
    /// A fixed sound.
    This(&'a str),
    /// One of several, chosen at random; silence if the list is empty.
    OneOf(&'a [String]),
}

impl<'a> Sound<'a> {
    /// Creates a sound of the effects group with the usual priority.
    fn of(name: SoundName<'a>, loudness: f32, own: bool) -> Self {
        Sound { name, loudness, own, bus: Bus::default(), weight: USUAL_WEIGHT }
    }

    /// Returns the name of the file. `pick` chooses among several; the result is `None` if the list is empty.
    pub fn file(&self, pick: usize) -> Option<&'a str> {
        match self.name {
            SoundName::This(name) => Some(name),
            SoundName::OneOf(names) => names.get(pick % names.len().max(1)).map(String::as_str),
        }
    }
}

/// The text of a caption.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Caption<'a> {
    /// A message to the player.
    Message(&'a str),
    /// The level's message with this number.
    OfLevel(u16),
    /// A description of a sound for players who cannot hear it.
    Heard(&'static str),
}

/// A mark on a wall or on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A bullet hole.
    Bullet,
    /// Blood of a wounded creature.
    Blood,
    /// Blood of a killed creature: a large splash and a pool.
    Death,
    /// A pool of blood.
    Pool,
    /// A burnt place.
    Scorch,
    /// Gore from a burst body.
    Gore,
    /// Soot from an explosion.
    Soot,
    /// A few splinters.
    Splinters,
    /// The remains of a broken prop.
    Wreckage,
}

impl GameEvent {
    /// Returns the effects under these rules. Events about an unknown kind or weapon are silent.
    pub fn effects(self, rules: &Rules) -> Effects<'_> {
        use GameEvent::*;
        let noises = &rules.noises;
        match self {
            // The sound is that of steel; the code that plays it chooses by the floor.
            Footstep(Gait::Walks, _) => own_act(4.0).own("step_steel", 0.5).weighs(0).noise(noises.walking),
            Footstep(Gait::Runs, _) => own_act(4.0).own("step_steel", 0.5).weighs(0).noise(noises.running),
            Shot(id) => shot(id.of(rules), noises.shot),
            Empty => own_act(4.0).own("empty", 0.5).message("Out of ammunition"),
            Changes(_) => own_act(4.0).own("switch_weapon", 0.5),
            MeleeLands(id) => {
                let sound = id.of(rules).and_then(|weapon| weapon.hit.as_deref());
                own_act(12.0).sound(sound, 0.6).felt(0.2, 0.2, 90)
            }
            ProjectileHits(id) => projectile_hits(id.of(rules)),
            ProjectileExplodes(id) => explodes(id.of(rules).and_then(Weapon::explosion)),
            PropHit(id) => around(12.0).sound(id.of(rules).map(|kind| &*kind.hit), 0.6).leaves(Mark::Splinters),
            PropBreaks(id) => prop_breaks(id.of(rules)),
            PropExplodes(id) => explodes(id.of(rules).and_then(|kind| kind.explodes.as_ref())),
            Burns => around(12.0).sound("burn", 0.5),
            Impact => around(12.0).sound("ricochet", 0.4).noise(noises.impact).leaves(Mark::Bullet),
            DoorOpens => of_door(20.0).sound("door_open", 0.7).weighs(1).noise(noises.door).words("a door opens"),
            DoorCloses => of_door(20.0).sound("door_close", 0.7).weighs(1).noise(noises.door).words("a door closes"),
            DoorRefuses(lock) => vital(12.0).sound("locked", 0.7).noise(noises.door).message(refusal(lock)),
            Unlocked(key) => vital(12.0).sound("unlock", 0.8).noise(noises.door).message(opened(key)),
            DoorLocks => of_door(20.0).sound("locked", 0.8).message("A door locks"),
            DoorUnlocks => of_door(20.0).sound("unlock", 0.8).message("A door unlocks"),
            // The sound lasts as long as the wall moves, so the code that plays it follows the wall.
            PushWallMoves => of_door(24.0).words("a wall slides"),
            PushWallStops => of_door(24.0).sound("wall_thud", 0.9).words("a wall stops moving"),
            PushWallStuck => {
                of_door(12.0).sound("wall_thud", 0.4).message("The wall gives a little, but something holds it")
            }
            Notices(id) => cries(id.of(rules)).noise(noises.cry).words("a cry").meets(id),
            Strikes(id) => strikes(id.of(rules)).meets(id),
            Misses(_) => of_monster(8.0).sound("miss", 0.8).message("It misses you"),
            MonsterProjectileHits(id) => {
                of_monster(16.0).sound("bolt_hit", 0.7).words("a projectile crackles").leaves(Mark::Scorch).meets(id)
            }
            Bursts(id) => bursts(id.of(rules).and_then(|kind| kind.bursts.as_ref())),
            MonsterHurt(id) => {
                let sound = id.of(rules).map(|kind| &*kind.sounds.hurt);
                of_monster(20.0).sound(sound, 0.8).voice().leaves(Mark::Blood).meets(id)
            }
            MonsterDies(id) => monster_dies(id.of(rules)).meets(id),
            PlayerHurt => own_act(12.0).own("hurt", 0.8).voice().weighs(4).felt(0.6, 0.4, 220),
            PlayerDies(_) => {
                let effects = vital(20.0).own("death", 0.9).voice().weighs(4);
                effects.leaves(Mark::Pool).felt(1.0, 0.6, 600).sting(Sting::Death)
            }
            Taken(id) => taken(id.of(rules)),
            SwitchThrown => of_door(16.0).sound("switch", 0.8).words("a switch clicks"),
            PlateSinks => of_door(16.0).sound("plate", 0.7).words("a pressure plate clicks"),
            Says(number) => Effects { caption: Some(Caption::OfLevel(number)), ..Effects::default() },
            HullCracks => around(24.0).sound("ricochet", 0.9).words("something cracks").leaves(Mark::Bullet),
            HullBreaks => {
                let effects = vital(48.0).sound("crate_break", 1.0).noise(24).message("Hull breach!");
                effects.leaves(Mark::Splinters).felt_near()
            }
            WallBreaks => {
                around(32.0).sound("crate_break", 1.0).noise(24).words("a wall collapses").leaves(Mark::Splinters)
            }
            ShutterFalls => of_door(32.0).sound("wall_thud", 1.0).words("a shutter slams down"),
            ShutterOpens => of_door(32.0).sound("wall_slide", 1.0).words("a shutter opens"),
            HoleCloses => own_act(16.0).sound("nail_hit", 0.8).words("a patch hardens"),
            NoHole => own_act(4.0).own("empty", 0.5).message("No breach in range"),
            MonsterLost(_) => of_monster(24.0).words("someone is sucked into space"),
            PlayerLost => {
                let effects = vital(24.0).own("death", 0.4).voice().weighs(4);
                effects.message("You were blown out into space").felt(1.0, 0.6, 600)
            }
            Carried => vital(12.0).own("teleport", 0.8).message("The lift stops"),
            Crushed => around(32.0).sound("crush", 0.9).words("something is crushed"),
            SecretFound => vital(4.0).own("secret", 0.7).message("You found a secret").sting(Sting::Secret),
            LiftThrown => {
                let effects = vital(32.0).sound("lift", 0.9).weighs(1).message("The lift starts");
                effects.felt(0.3, 0.0, 300).sting(Sting::Lift)
            }
            BoardPick => own_act(4.0).own("board_pick", 0.6),
            BoardMoves => own_act(4.0).own("board_move", 0.7),
            BoardReplies => around(8.0).sound("board_move", 0.7).words("the ship moves a piece"),
            BoardRefuses => own_act(4.0).own("board_refuse", 0.5),
            BoardHint => own_act(4.0).own("board_hint", 0.7).message("Hint: the marked pebble slides next"),
            HintRefused => own_act(4.0).own("board_refuse", 0.5).message("Not enough oxygen for a hint"),
            BoardWon => vital(8.0).own("board_win", 0.8).message("You won the game"),
            BoardLost => vital(8.0).own("board_lose", 0.8).message("You lost the game"),
            BoardDrawn => vital(8.0).own("board_refuse", 0.8).message("The game is a draw"),
            ConduitSlides => own_act(8.0).own("lock_slide", 0.7),
            ConduitOpens => vital(16.0).own("lock_open", 0.9).noise(noises.door).message("The conduit works again"),
            BoardNear => vital(NEAR).sound("board_near", 0.9).words("something is coming"),
            BarsRefuse => vital(12.0).sound("locked", 0.5).message("Nothing opens these bars. Shots go through."),
            SwitchRefuses => vital(8.0).sound("locked", 0.4).message("Already used: nothing more happens"),
            DeckDone => Effects::default(),
        }
    }
}

// Helpers for the rows of the table. A row starts with the kind of its caption and the distance at which it is heard,
// in tiles.

/// Starts a row for an action of the player.
fn own_act<'a>(reach: f32) -> Effects<'a> {
    Effects { reach, caption_kind: CaptionKind::Own, ..Effects::default() }
}

/// Starts a row for an action of a monster or an animal.
fn of_monster<'a>(reach: f32) -> Effects<'a> {
    Effects { reach, caption_kind: CaptionKind::Monsters, ..Effects::default() }
}

/// Starts a row for doors, switches and push-walls.
fn of_door<'a>(reach: f32) -> Effects<'a> {
    Effects { reach, caption_kind: CaptionKind::Doors, ..Effects::default() }
}

/// Starts a row for anything else around the player.
fn around<'a>(reach: f32) -> Effects<'a> {
    Effects { reach, caption_kind: CaptionKind::Surroundings, ..Effects::default() }
}

/// Starts a row whose caption is always shown.
fn vital<'a>(reach: f32) -> Effects<'a> {
    Effects { reach, caption_kind: CaptionKind::Vital, ..Effects::default() }
}

impl<'a> Effects<'a> {
    /// Adds a sound at the position of the event, if there is one.
    fn sound(self, name: impl Into<Option<&'a str>>, loudness: f32) -> Self {
        let sound = name.into().map(|name| Sound::of(SoundName::This(name), loudness, false));
        Effects { sound, ..self }
    }

    /// Adds a sound that the player makes, if there is one.
    fn own(self, name: impl Into<Option<&'a str>>, loudness: f32) -> Self {
        let sound = name.into().map(|name| Sound::of(SoundName::This(name), loudness, true));
        Effects { sound, ..self }
    }

    /// Moves the sound to the voices group.
    fn voice(self) -> Self {
        Effects { sound: self.sound.map(|sound| Sound { bus: Bus::Voices, ..sound }), ..self }
    }

    /// Sets the priority of the sound.
    fn weighs(self, weight: u8) -> Self {
        Effects { sound: self.sound.map(|sound| Sound { weight, ..sound }), ..self }
    }

    /// Adds a rumble that is equally strong from anywhere.
    fn felt(self, strong: f32, weak: f32, milliseconds: u64) -> Self {
        Effects { rumble: Some(Rumble { strong, weak, milliseconds, fades: false }), ..self }
    }

    /// Adds the rumble of an explosion, which is weaker from farther away.
    fn felt_near(self) -> Self {
        Effects { rumble: Some(Rumble { strong: 1.0, weak: 0.6, milliseconds: 350, fades: true }), ..self }
    }

    fn sting(self, sting: Sting) -> Self {
        Effects { sting: Some(sting), ..self }
    }

    /// Records an encounter with this kind of monster.
    fn meets(self, kind: KindId) -> Self {
        Effects { met: Some(kind), ..self }
    }

    /// Makes the event audible to monsters within this number of cells.
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
    own_act(32.0).own(weapon.map(|weapon| &*weapon.sound), 0.7).noise(noise).felt(0.1, 0.3, 90)
}

fn projectile_hits(weapon: Option<&Weapon>) -> Effects<'_> {
    let sound = weapon.and_then(|weapon| weapon.hit.as_deref());
    let effects = around(12.0).sound(sound, 0.3);
    match weapon {
        Some(weapon) if weapon.landing().is_some() => {
            effects.noise(weapon.landing().map_or(0, |landing| landing.noise))
        }
        // Flames leave no mark.
        Some(weapon) if weapon.burn_ticks == 0 => effects.leaves(Mark::Bullet),
        _ => effects,
    }
}

fn explodes(explosion: Option<&ExplosionKind>) -> Effects<'_> {
    let (sound, noise) = explosion.map(|explosion| (&*explosion.sound, explosion.noise)).unzip();
    let effects = around(48.0).sound(sound, 1.0).noise(noise.unwrap_or(0));
    effects.words("an explosion").leaves(Mark::Soot).felt_near()
}

fn prop_breaks(kind: Option<&PropKind>) -> Effects<'_> {
    let sound = kind.and_then(|kind| kind.breaks.as_deref());
    around(20.0).sound(sound, 1.0).words("something breaks").leaves(Mark::Wreckage)
}

fn cries(kind: Option<&MonsterKind>) -> Effects<'_> {
    let cries = kind.map(|kind| SoundName::OneOf(&kind.sounds.notices));
    Effects { sound: cries.map(|name| Sound::of(name, 0.9, false)), ..of_monster(24.0) }.voice()
}

fn strikes(kind: Option<&MonsterKind>) -> Effects<'_> {
    let effects = of_monster(16.0).sound(kind.map(|kind| &*kind.sounds.strikes), 0.7);
    match kind {
        Some(kind) if kind.attacks.iter().any(|attack| attack.projectile.is_some()) => effects.words("a shot"),
        Some(kind) if kind.is_hostile() => effects.words("a thud"),
        // Animals use attacks to eat and to clear things away.
        _ => effects,
    }
}

fn bursts(explosion: Option<&ExplosionKind>) -> Effects<'_> {
    let sound = explosion.map(|explosion| &*explosion.sound);
    let noise = explosion.map_or(0, |explosion| explosion.noise);
    of_monster(32.0).sound(sound, 1.0).words("something bursts").leaves(Mark::Gore).noise(noise).felt_near()
}

fn monster_dies(kind: Option<&MonsterKind>) -> Effects<'_> {
    let sound = kind.map(|kind| &*kind.sounds.dies);
    of_monster(20.0).sound(sound, 0.9).voice().words("someone falls").leaves(Mark::Death)
}

fn taken(kind: Option<&PickupKind>) -> Effects<'_> {
    let caption = kind.map(|kind| Caption::Message(&kind.caption));
    Effects { caption, ..own_act(4.0).own(kind.map(|kind| &*kind.sound), 0.6) }
}

/// Returns the message of a locked door.
fn refusal(lock: Lock) -> &'static str {
    match lock {
        Lock::A => "Locked: needs key A (round)",
        Lock::B => "Locked: needs key B (square)",
        Lock::C => "Locked: needs key C (triangle)",
        Lock::Sealed => "Sealed: it opens by itself or from elsewhere",
    }
}

/// Returns the message when a key opens a lock.
fn opened(key: Key) -> &'static str {
    match key {
        Key::A => "Key A opens the lock",
        Key::B => "Key B opens the lock",
        Key::C => "Key C opens the lock",
    }
}
