//! Lints: warnings about levels that can be read. Each has a name, by which a level may suppress it.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Lint {
    /// The deck has no exit.
    NoExit,
    /// There is no path from the start to an exit.
    NoWayToExit,
    /// A lift or stairs that cannot be reached.
    WayOutOfReach,
    /// Something permanently cuts off the last path to an exit.
    Softlock,
    /// The search for softlocks was given up.
    NotProved,
    /// A lock whose key is not on the deck.
    NoKey,
    /// A lock whose key can only be reached through it.
    KeyAfterLock,
    /// A sealed door that nothing opens.
    NothingOpens,
    /// A trigger that cannot be set off.
    TriggerOutOfReach,
    /// A terminal whose game has no effect.
    IdleTerminal,
    /// A pickup that cannot be reached.
    PickupOutOfReach,
    /// A secret that cannot be found.
    SecretOutOfReach,
    /// A monster that can be neither reached nor shot.
    UndeadOutOfReach,
    /// An unbreakable prop where a body must pass or stand.
    FurnitureInTheWay,
    /// A push-wall that an obstacle stops after at most one cell.
    PushWallStopsShort,
    /// A door that is open for too short a time.
    TimerTooShort,
    /// The player starts in a monster's line of fire.
    StartInLineOfFire,
    /// The fights need more ammunition than there is.
    TooLittleAmmunition,
    /// The fights cost more health than there is.
    TooLittleHealth,
    /// A key that does not fit any lock.
    KeyWithoutLock,
    /// A suppression that the level does not need.
    UnusedAllowance,
}

/// Texts of a lint.
struct Words {
    summary: &'static str,
    explanation: &'static str,
}

impl Lint {
    /// All lints, starting with those that keep a deck from being finished.
    pub const ALL: &[Lint] = Lint::VARIANTS;

    /// Returns the name, as `hullkit check` prints it and levels refer to it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns what the lint warns about, as a noun phrase.
    pub fn summary(self) -> &'static str {
        self.words().summary
    }

    /// Returns what the lint means, why it matters and how to fix it.
    pub fn explanation(self) -> &'static str {
        self.words().explanation
    }

    /// Returns the lint with this name.
    ///
    /// # Errors
    /// If there is no such lint. The message lists the known names.
    pub fn named(name: &str) -> Result<Lint, String> {
        name.parse().map_err(|_| {
            let names: Vec<&str> = Lint::ALL.iter().map(|lint| lint.name()).collect();
            format!("no lint named '{name}', expected one of '{}'", names.join("', '"))
        })
    }

    /// Returns true if a generated deck with this lint must be rejected, because a player might not be able to finish
    /// or fully explore it.
    pub fn rejects_deck(self) -> bool {
        !matches!(
            self,
            Lint::TooLittleAmmunition
                | Lint::TooLittleHealth
                | Lint::KeyWithoutLock
                | Lint::IdleTerminal
                | Lint::PushWallStopsShort
                | Lint::UndeadOutOfReach
                | Lint::UnusedAllowance
        )
    }

    fn words(self) -> Words {
        let (summary, explanation) = match self {
            Lint::NoExit => (
                "a deck without an exit",
                "The deck has no lift, no stairs and no trigger with `Exit` or `SecretExit`, so the player can never \
                 leave it. Give a wall a `lift` switch, or add one of these actions to a trigger.",
            ),
            Lint::NoWayToExit => (
                "a start or an arrival without a path to an exit",
                "Whatever the player picks up, uses, steps on or pushes, no exit can be reached from the start (or \
                 from an arrival). If the warning names a skill, it applies to that skill only: a key may be present \
                 on harder skills only.",
            ),
            Lint::WayOutOfReach => (
                "a lift or stairs that cannot be reached",
                "Another exit can be reached, but not this one, unless the player enters the deck next to it. Open a \
                 path to it, or remove it.",
            ),
            Lint::Softlock => (
                "a point from which the deck can no longer be finished",
                "The deck can be finished. But a player who goes through this door, pushes this wall or sets off this \
                 trigger at the wrong time is locked in or out for good and must restart the deck. Add a path back, or \
                 put what the player needs where it cannot be left behind.",
            ),
            Lint::NotProved => (
                "a deck for which the solver could not prove that it can always be finished",
                "Too many doors, push-walls and triggers depend on each other, so the search for softlocks was given \
                 up. The deck may still be fine. Use fewer push-walls that can block a path, and fewer triggers that \
                 close or lock doors.",
            ),
            Lint::NoKey => (
                "a locked door whose key is not on the deck",
                "The door needs a key that is not on the deck. Place the key, remove the lock, or open the door with a \
                 trigger.",
            ),
            Lint::KeyAfterLock => (
                "a locked door whose key can only be reached through it",
                "The key is on the deck, but every path to it leads through locks that need it, or there is no path to \
                 it at all. Place it in front of its lock.",
            ),
            Lint::NothingOpens => (
                "a sealed door that nothing opens",
                "No key opens a door with `lock: Sealed`, and no trigger that can be set off opens or unlocks it. If \
                 the door is only scenery, suppress the lint here.",
            ),
            Lint::TriggerOutOfReach => (
                "a trigger that cannot be set off",
                "The player cannot reach a side of the wall on which the switch works, cannot shoot the target, or \
                 cannot reach the plate. Open a path to it, or remove the trigger.",
            ),
            Lint::IdleTerminal => (
                "a terminal whose game has no effect",
                "There is a table or a conduit lock, but no trigger for a game that is won, lost or solved. Players \
                 will win and wait for something to happen. Add a trigger, or remove the terminal.",
            ),
            Lint::PickupOutOfReach => (
                "a pickup that cannot be reached",
                "There is no path to the pickup, so no player can find all items of the deck. Open a path, or remove \
                 the pickup.",
            ),
            Lint::SecretOutOfReach => (
                "a secret that cannot be found",
                "The player cannot reach any side from which this push-wall can be pushed and has space to move, so no \
                 player can find all secrets of the deck. Open a path to one of its sides, or remove the push-wall.",
            ),
            Lint::UndeadOutOfReach => (
                "a monster that can be neither reached nor shot",
                "There is no path and no line of fire to the monster, so no player can kill all monsters of the deck \
                 unless this one comes out by itself. Open a path, or move the monster.",
            ),
            Lint::FurnitureInTheWay => (
                "an unbreakable prop where the player must pass or stand",
                "A prop without health is in the only path to something, directly in front of a door, on a plate, or \
                 where the player must stand to use a switch, a lift, a terminal or a push-wall. Neither the player \
                 nor monsters can pass it in its own cell. Put it into a corner or along a wall, so that an adjacent \
                 cell stays free.",
            ),
            Lint::PushWallStopsShort => (
                "a push-wall that moves at most one cell, or that furniture stops",
                "The push-wall should move farther, but a wall blocks it in every direction, or furniture blocks it in \
                 one of them. The furniture may be there from the start, or a trigger may spawn it. A wall that moves \
                 only one cell often hides what is next to it. If that is intended, set `push_cells` to the number of \
                 cells. Pickups do not block a push-wall: it moves them behind itself.",
            ),
            Lint::TimerTooShort => (
                "a door that is open for too short a time",
                "Only `Timed` or `WhileHeld` triggers open this door, but even a player who runs straight there arrives \
                 after it has closed. Increase the time, or move the switch nearer.",
            ),
            Lint::StartInLineOfFire => (
                "a start or an arrival in a line of fire",
                "A monster with a ranged attack faces the point where the player starts, within range and with nothing \
                 in between. The player is hit before seeing the deck. Turn the monster away, let it wait for a \
                 trigger, or put something in between.",
            ),
            Lint::TooLittleAmmunition => (
                "too little ammunition for the fights",
                "The ammunition on the deck and in the starting inventory is probably not enough to kill all monsters. \
                 The estimate uses the health of the monsters, and assumes that 70 % of the shots hit. When the \
                 ammunition is used up, only the wrench is left. Add ammunition, or use fewer monsters.",
            ),
            Lint::TooLittleHealth => (
                "too little health for the fights",
                "The fights probably cost more health than the player has at the start and can pick up on the deck. \
                 The estimate assumes that each monster attacks for as long as it takes to kill it. Add healing \
                 pickups, or use fewer monsters.",
            ),
            Lint::KeyWithoutLock => (
                "a key that does not fit any lock of the deck",
                "No door of the deck uses this key, and players will search for one. Add a lock, or remove the key.",
            ),
            Lint::UnusedAllowance => (
                "an `allow` entry that the level does not need",
                "The level's `allow` suppresses a lint that is not reported there. Remove the entry, so that it cannot \
                 hide a later problem.",
            ),
        };
        Words { summary, explanation }
    }
}
