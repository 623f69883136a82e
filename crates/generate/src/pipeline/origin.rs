//! Positions of the parts of a pipeline in its file, for messages.

use level::{XmlElement, read_borrowed};
use ron::value::RawValue;
use serde::Deserialize;
use std::fmt;

/// The lists of stages in a file.
pub(crate) const LISTS: [&str; 3] = ["generators", "translators", "content_creators"];

/// Line and column, from 1.
type Place = (usize, usize);

/// The file of a pipeline, and where its parts begin. It is empty for pipelines that are not from a file.
#[derive(Default)]
pub(crate) struct Origin {
    file: String,
    /// Positions of the stages of each of the [`LISTS`].
    stages: [Vec<Place>; 3],
    par: Option<Place>,
    mapper: Option<Place>,
}

/// A part of a pipeline.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The whole file.
    File,
    Par,
    Mapper,
    /// A stage: the index of its list in [`LISTS`], and its index there.
    Stage(usize, usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Part::File | Part::Par => Ok(()),
            Part::Mapper => f.write_str("mapper: "),
            Part::Stage(list, number) => write!(f, "{}[{number}]: ", LISTS[*list]),
        }
    }
}

/// The parts of a RON file as text. Errors in them have been reported before.
#[derive(Deserialize)]
struct Parts<'a> {
    #[serde(borrow, default)]
    generators: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    translators: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    content_creators: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    par: Option<&'a RawValue>,
    #[serde(borrow, default)]
    mapper: Option<&'a RawValue>,
}

impl Origin {
    /// Finds the parts of a RON file that has been read without errors.
    pub(crate) fn of_ron(file: &str, bytes: &[u8]) -> Origin {
        let file = file.to_owned();
        let Ok((parts, source)) = read_borrowed::<Parts>(&file, bytes, bytes.len()) else {
            return Origin { file, ..Origin::default() };
        };
        let place = |part: &RawValue| {
            let offset = part.trim().get_ron().as_ptr().addr().saturating_sub(source.as_ptr().addr());
            let before = source.get(..offset).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        };
        let all = |list: Vec<&RawValue>| list.into_iter().map(place).collect();
        let stages = [parts.generators, parts.translators, parts.content_creators].map(all);
        Origin { file, stages, par: parts.par.map(place), mapper: parts.mapper.map(place) }
    }

    /// Finds the parts of an XML file.
    pub(crate) fn of_xml(file: &str, root: &XmlElement) -> Origin {
        let place = |element: &XmlElement| (element.line, element.column);
        let named =
            |name: &str| -> Vec<&XmlElement> { root.children.iter().filter(|child| child.name == name).collect() };
        let list = |list: &str| {
            let (name, child) = (list.replace('_', "-"), list.trim_end_matches('s').replace('_', "-"));
            let all = named(&name);
            match all[..] {
                // A plural element around its singular ones.
                [one] if one.children.iter().all(|other| other.name == child) => {
                    one.children.iter().map(place).collect()
                }
                _ => all.into_iter().map(place).collect(),
            }
        };
        let first = |name: &str| named(name).first().map(|element| place(element));
        Origin { file: file.to_owned(), stages: LISTS.map(list), par: first("par"), mapper: first("mapper") }
    }

    /// Returns the position of a part, such as `deck.ron:7:9`, or an empty text for a pipeline without a file.
    pub(crate) fn place(&self, part: Part) -> String {
        let place = match part {
            Part::File => None,
            Part::Par => self.par,
            Part::Mapper => self.mapper,
            Part::Stage(list, number) => self.stages[list].get(number).copied(),
        };
        let (line, column) = place.unwrap_or((1, 1));
        if self.file.is_empty() { String::new() } else { format!("{}:{line}:{column}", self.file) }
    }
}
