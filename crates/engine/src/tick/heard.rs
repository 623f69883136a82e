//! What is heard of what happens: how far off, and in words for whoever cannot hear it.

use crate::tick::report::Happening;

impl Happening {
    /// How far off its sound is heard, in tiles, 0 if it makes none. What the player does himself he always hears.
    pub fn reach(self) -> f32 {
        match self {
            Happening::PropExplodes | Happening::MissileExplodes => 48.0,
            Happening::Shot | Happening::Bursts | Happening::Crushed | Happening::LiftThrown => 32.0,
            Happening::PushWallMoves | Happening::PushWallStops | Happening::Notices => 24.0,
            Happening::DoorOpens | Happening::DoorCloses | Happening::DoorLocks | Happening::DoorUnlocks => 20.0,
            Happening::PropBreaks | Happening::MonsterDies | Happening::MonsterHurt | Happening::PlayerDies => 20.0,
            Happening::SwitchThrown | Happening::PlateSinks | Happening::BoltHits | Happening::Strikes => 16.0,
            Happening::DoorRefuses(_) | Happening::Unlocked(_) | Happening::PushWallStuck | Happening::PropHit => 12.0,
            Happening::Impact | Happening::MissileHits | Happening::BlowLands => 12.0,
            Happening::Burns | Happening::PlayerHurt | Happening::Carried => 12.0,
            Happening::Empty | Happening::Changes | Happening::Taken | Happening::SecretFound => 4.0,
            Happening::Says(_) | Happening::DeckDone => 0.0,
        }
    }

    /// What its sound is, in a few words; none for what the player does himself, sees, or is told anyway.
    pub fn sound(self) -> Option<&'static str> {
        Some(match self {
            Happening::DoorOpens => "a door opens",
            Happening::DoorCloses => "a door closes",
            Happening::PushWallMoves => "a wall grinds along",
            Happening::PushWallStops => "a wall comes to rest",
            Happening::SwitchThrown => "a switch",
            Happening::PlateSinks => "a plate gives way",
            Happening::Crushed => "something is crushed",
            Happening::PropBreaks => "something breaks",
            Happening::PropExplodes | Happening::MissileExplodes => "an explosion",
            Happening::Bursts => "something bursts",
            Happening::Notices => "a cry",
            Happening::BoltHits => "a bolt crackles",
            Happening::MonsterDies => "somebody falls",
            _ => return None,
        })
    }
}
