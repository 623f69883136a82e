//! Everything that foundry makes: what each room lists, together.

use std::collections::BTreeSet;
use std::error::Error;

use crate::tools::store::Made;
use crate::{animals, letters, sounds, sprites, textures, title, undead, weapons};

/// Every file, made anew.
pub(crate) fn all() -> Result<Vec<Made>, Box<dyn Error>> {
    let mut made = letters::made()?;
    made.extend(textures::made()?);
    made.extend(sprites::made()?);
    made.extend(undead::made()?);
    made.extend(animals::made()?);
    made.extend(weapons::made()?);
    made.extend(sounds::made()?);
    made.extend(title::made()?);
    match made_twice(&made) {
        Some(path) => Err(format!("two works are called {path}: rename one of them").into()),
        None => Ok(made),
    }
}

/// The path of a file that would lie over another, if there is one.
fn made_twice(made: &[Made]) -> Option<&str> {
    let mut paths = BTreeSet::new();
    made.iter().map(|file| file.path.as_str()).find(|path| !paths.insert(*path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_works_of_one_name_are_noticed() {
        let made = |names: &[&str]| names.iter().map(|name| Made { path: (*name).to_owned(), bytes: vec![] }).collect();
        let (different, alike): (Vec<_>, Vec<_>) = (made(&["a/one", "b/one"]), made(&["a/one", "b/two", "a/one"]));
        assert_eq!((made_twice(&different), made_twice(&alike)), (None, Some("a/one")));
    }
}
