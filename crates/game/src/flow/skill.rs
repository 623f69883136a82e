//! Skill: the difficulty of the game, from the command line or selected on the title screen.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Skill from 1 (easiest) to 4. The rules define the names and the effects.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Skill(u8);

/// Number of skills.
pub(crate) const COUNT: i32 = 4;

impl Default for Skill {
    fn default() -> Self {
        Skill(2)
    }
}

impl Skill {
    /// Returns the number of the skill, from 1 to 4.
    pub(crate) fn get(self) -> u8 {
        self.0
    }

    /// Returns the skill `steps` harder, or easier if negative. Wraps around at both ends.
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
            Err(format!("skill must be from 1 to {COUNT}, got {number}"))
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
        text.parse::<u8>().map_err(|_| format!("skill must be from 1 to {COUNT}, got '{text}'"))?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_is_one_of_four() {
        assert_eq!("4".parse(), Ok(Skill(4)));
        for wrong in ["0", "5", "-1", "", "hard"] {
            assert!(wrong.parse::<Skill>().is_err_and(|what| what.contains("from 1 to 4")), "{wrong}");
        }
        let steps = [0, 1, 2, 3, -1, -2].map(|steps| Skill(2).after(steps).get());
        assert_eq!(steps, [2, 3, 4, 1, 1, 4]);
    }
}
