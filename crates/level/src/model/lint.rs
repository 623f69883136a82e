//! The lints: what an author is warned of although the level can be read. Each has a name, by which a level may allow it.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Lint {
    /// Nothing on the deck ends it.
    NoExit,
    /// From where the player begins no way leads to what ends the deck.
    NoWayToExit,
    /// A lift or stairs that nobody gets to.
    WayOutOfReach,
    /// Something takes the last way to the exit away for good.
    Softlock,
    /// The search for such places was given up.
    NotProved,
    /// A lock whose key is not on the deck.
    NoKey,
    /// A lock whose key lies where one gets only with it.
    KeyAfterLock,
    /// A sealed door that nothing opens.
    NothingOpens,
    /// What nobody can set off.
    TriggerOutOfReach,
    /// A terminal whose game comes to nothing.
    IdleTerminal,
    /// Something to take that nobody gets to.
    PickupOutOfReach,
    /// A secret that nobody can find.
    SecretOutOfReach,
    /// Undead that can neither be met nor shot.
    UndeadOutOfReach,
    /// Props that nothing breaks where somebody has to pass or to stand.
    FurnitureInTheWay,
    /// A push-wall that soon meets an obstacle.
    PushWallStopsShort,
    /// A way that is open for too short a time.
    TimerTooShort,
    /// The player begins in a line of fire.
    StartInLineOfFire,
    /// The fights cost more shots than there are.
    TooLittleAmmunition,
    /// The fights cost more health than there is.
    TooLittleHealth,
    /// A key that fits no lock.
    KeyWithoutLock,
    /// An allowance of a level that it does not need.
    UnusedAllowance,
}

/// What there is to say of a lint.
struct Words {
    summary: &'static str,
    explanation: &'static str,
}

impl Lint {
    /// All of them, those that keep a deck from being finished first.
    pub const ALL: &[Lint] = Lint::VARIANTS;

    /// Its name, as `hullkit check` and levels say it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What it is about, in half a sentence.
    pub fn summary(self) -> &'static str {
        self.words().summary
    }

    /// What it means, why it matters and what to do about it.
    pub fn explanation(self) -> &'static str {
        self.words().explanation
    }

    /// The lint of a name.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub fn named(name: &str) -> Result<Lint, String> {
        name.parse().map_err(|_| {
            let names: Vec<&str> = Lint::ALL.iter().map(|lint| lint.name()).collect();
            format!("no lint is called '{name}'; there are '{}'", names.join("', '"))
        })
    }

    /// True if a deck of which it is told is not one to be handed to a player unseen: it may not be played to its end, or not whole.
    pub fn spoils_a_deck(self) -> bool {
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
                "nothing ends the deck",
                "The deck has neither a lift nor a trigger with `Exit`, so nobody ever leaves it. Give a wall a `lift` switch, or a \
                 trigger the act `Exit` or `SecretExit`.",
            ),
            Lint::NoWayToExit => (
                "no way leads from where the player begins to what ends the deck",
                "Whatever the player takes, throws, treads on or pushes, from the start (or from an arrival) he gets to no lift and to no \
                 trigger that ends the deck. If a skill is named, it is so on that skill only: a key may be there on harder ones alone.",
            ),
            Lint::WayOutOfReach => (
                "a lift or stairs that nobody gets to",
                "Another way on may be reached, but this one is not, unless the player comes onto the deck beside it. Open a way to \
                 it, or take it away.",
            ),
            Lint::Softlock => (
                "something takes the last way to the exit away for good",
                "The deck can be finished, but a player who goes through this door, pushes this wall or sets off this trigger at the wrong \
                 time is shut in, or has shut out himself, for ever, and can only begin anew. Give the place behind a way back, or \
                 put what is needed where it cannot be left behind.",
            ),
            Lint::NotProved => (
                "nobody can say whether the deck can always be finished",
                "So many doors, push-walls and triggers depend on each other that the search for softlocks was given up. The deck may \
                 be sound all the same. Fewer push-walls that can block a way, and fewer triggers that close or lock, make it provable.",
            ),
            Lint::NoKey => (
                "a locked door whose key is not on the deck",
                "The door takes a key that lies nowhere on the deck. Put the key down, take the lock off, or wire the door to a trigger.",
            ),
            Lint::KeyAfterLock => (
                "a locked door whose key lies where one gets only through it",
                "The key is on the deck, but every way to it leads through locks that need it, or there is no way to it at all. Put it \
                 before its lock.",
            ),
            Lint::NothingOpens => (
                "a sealed door that nothing opens",
                "A door with `lock: Sealed` takes no key, and no trigger that somebody can set off opens or unlocks it. If it is meant as \
                 scenery, allow this here.",
            ),
            Lint::TriggerOutOfReach => (
                "a trigger that nobody can set off",
                "Nobody gets to a side of the wall on which its switch works, can shoot at its target, or comes to its plate.",
            ),
            Lint::IdleTerminal => (
                "a terminal whose game comes to nothing",
                "A table or a conduit lock stands there, and no trigger says what comes of it when a game is won, lost or solved. Players \
                 will win it and wait. Wire it to something, or take it away.",
            ),
            Lint::PickupOutOfReach => (
                "something to take that nobody gets to",
                "The thing lies where no way leads, so nobody finds all items of the deck. Open a way, or take it away.",
            ),
            Lint::SecretOutOfReach => (
                "a secret that nobody can find",
                "Nobody gets to a side from which this push-wall can be pushed and has room to move, so nobody finds all secrets of the deck.",
            ),
            Lint::UndeadOutOfReach => (
                "undead that can neither be met nor shot",
                "Neither does a way lead to it nor a shot, so nobody kills all undead of the deck unless it comes by itself.",
            ),
            Lint::FurnitureInTheWay => (
                "a prop that nothing breaks where somebody has to pass or to stand",
                "A prop without health stands in the only way to something, right before a door, on a plate, or where one must stand to \
                 use a switch, a lift, a terminal or a push-wall. Neither the player nor the undead get past it in its own cell. Put it into a \
                 corner or along a wall, so that a cell beside it stays free.",
            ),
            Lint::PushWallStopsShort => (
                "a push-wall that moves one cell only",
                "It would go farther, but something that is drawn on the map or lies there is in its way, whichever way it is pushed. \
                 A wall that moves one cell often hides what is beside it. If it is meant so, say `push_cells: 1`.",
            ),
            Lint::TimerTooShort => (
                "a way that is open for too short a time",
                "A `Timed` or `Held` trigger opens this door, and nothing else does; but even who runs straight from it does not get \
                 there before it shuts. Give it more seconds, or move the switch nearer.",
            ),
            Lint::StartInLineOfFire => (
                "the player begins in a line of fire",
                "An undead that shoots looks towards where the player begins, has nothing between itself and him, and reaches that far: he \
                 is hit before he has seen the deck. Turn it away, let it wait, or put something between.",
            ),
            Lint::TooLittleAmmunition => (
                "the fights cost more shots than there are",
                "By an estimate of the fights (the health of the undead, seven of ten shots hit) there is not enough ammunition on the \
                 deck, with what a player begins with, to kill all undead. Whoever has used it up is left with the wrench.",
            ),
            Lint::TooLittleHealth => (
                "the fights cost more health than there is",
                "By an estimate of the fights (each of the undead hits for as long as it takes to kill it) the deck costs more health \
                 than a player has, with all that heals him there.",
            ),
            Lint::KeyWithoutLock => (
                "a key that fits no lock of the deck",
                "No door of the deck takes this key. Players will look for one.",
            ),
            Lint::UnusedAllowance => (
                "an allowance that the level does not need",
                "The level's `allow` lets a lint be where nothing is told of it. Take it out, so that it hides nothing later.",
            ),
        };
        Words { summary, explanation }
    }
}
