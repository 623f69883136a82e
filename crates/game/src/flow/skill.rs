//! The skill: how hard the game is, as the command line says or the player has chosen on the title.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A skill, from 1 (easiest) to 4; the rules say what they are called and what they change.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Skill(u8);

/// How many skills there are.
pub(crate) const COUNT: i32 = 4;

impl Default for Skill {
    fn default() -> Self {
        Skill(2)
    }
}

impl Skill {
    /// Its number, 1 to 4.
    pub(crate) fn get(self) -> u8 {
        self.0
    }

    /// The skill so many steps harder, or easier with a negative number; round at the ends.
    #[must_use]
    pub(crate) fn after(self, steps: i32) -> Skill {
        Skill(((i32::from(self.0) - 1 + steps % COUNT).rem_euclid(COUNT) + 1) as u8)
    }
}

impl TryFrom<u8> for Skill {
    type Error = String;

    fn try_from(number: u8) -> Result<Skill, String> {
        if (1..=COUNT as u8).contains(&number) {
            Ok(Skill(number))
        } else {
            Err(format!("{number} is not a skill from 1 to {COUNT}"))
        }
    }
}

impl From<Skill> for u8 {
    fn from(skill: Skill) -> u8 {
        skill.0
    }
}

impl std::str::FromStr for Skill {
    type Err = String;

    fn from_str(text: &str) -> Result<Skill, String> {
        text.parse::<u8>().map_err(|_| format!("'{text}' is not a skill from 1 to {COUNT}"))?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_one_of_four() {
        assert_eq!("4".parse(), Ok(Skill(4)));
        for wrong in ["0", "5", "-1", "", "hard"] {
            assert!(wrong.parse::<Skill>().is_err_and(|what| what.contains("from 1 to 4")), "{wrong}");
        }
        let steps = [0, 1, 2, 3, -1, -2].map(|steps| Skill(2).after(steps).get());
        assert_eq!(steps, [2, 3, 4, 1, 1, 4]);
    }
}
