//! The pipeline format.

use crate::{
    creators::Creator,
    generators::Generator,
    graph::content::Stair,
    graph::stage::{Stage, check_range},
    mapper::Mapper,
    pipeline::origin::{Origin, Part},
    translators::Translator,
};
use serde::Deserialize;

/// Maximum number of stages of each kind.
const MAX_STAGES: usize = 100;
/// Maximum par of a level, in seconds.
const MAX_PAR: i64 = 36_000;

/// A pipeline: the stages that make a deck, in the order in which they run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// Name of its decks.
    #[serde(default = "default_name")]
    pub(crate) name: String,
    /// Par time of its decks in seconds, if it is given.
    #[serde(default)]
    pub(crate) par: Option<i64>,
    /// Kind of layout; there is only one.
    #[serde(default, rename = "type")]
    #[expect(dead_code, reason = "files may contain it, but it has only one value")]
    layout: Layout,
    pub(crate) generators: Vec<Generator>,
    #[serde(default)]
    pub(crate) translators: Vec<Translator>,
    #[serde(default)]
    pub(crate) content_creators: Vec<Creator>,
    /// Without a mapper there is no level, only a graph.
    #[serde(default)]
    pub(crate) mapper: Option<Mapper>,
    #[serde(skip)]
    pub(crate) origin: Origin,
}

/// Kind of layout of a map.
#[derive(Default, Deserialize)]
enum Layout {
    /// Random.
    #[default]
    #[serde(alias = "random")]
    Random,
}

fn default_name() -> String {
    "Unknown deck".to_owned()
}

impl Pipeline {
    /// Creates a pipeline from its stages.
    pub(crate) fn new(
        name: String,
        generators: Vec<Generator>,
        translators: Vec<Translator>,
        content_creators: Vec<Creator>,
        mapper: Mapper,
    ) -> Pipeline {
        let (par, layout, mapper, origin) = (None, Layout::Random, Some(mapper), Origin::default());
        Pipeline { name, par, layout, generators, translators, content_creators, mapper, origin }
    }

    /// Returns the stairs of its decks.
    pub fn stairs(&self) -> impl Iterator<Item = &Stair> {
        let stairs = self.content_creators.iter().filter_map(|creator| match creator {
            Creator::Stairs(stairs) => Some(stairs),
            _ => None,
        });
        stairs.flat_map(|stairs| &stairs.stairs)
    }

    /// Returns all stages except the mapper in their order.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (Part, &dyn Stage)> {
        let generators = self.generators.iter().map(Generator::stage).enumerate();
        let translators = self.translators.iter().map(Translator::stage).enumerate();
        let creators = self.content_creators.iter().map(Creator::stage).enumerate();
        let part = |list| move |(number, stage)| (Part::Stage(list, number), stage);
        generators.map(part(0)).chain(translators.map(part(1))).chain(creators.map(part(2)))
    }

    /// Returns the errors of its stages, as sentences that begin with a position.
    pub(crate) fn errors(&self) -> Vec<String> {
        let error = |part: Part, what: String| format!("{}: {part}{what}", self.origin.place(part));
        if self.generators.is_empty() {
            return vec![error(Part::File, "`generators` must have at least one generator".to_owned())];
        }
        let lengths = [self.generators.len(), self.translators.len(), self.content_creators.len()];
        if let Some(list) = lengths.into_iter().position(|length| length > MAX_STAGES) {
            let what = format!("a pipeline must have at most {MAX_STAGES} stages of each kind");
            return vec![error(Part::Stage(list, MAX_STAGES), what)];
        }
        if let Some(what) = self.par.and_then(|par| check_range("par", par, 1..=MAX_PAR).err()) {
            return vec![error(Part::Par, what)];
        }
        self.stages().filter_map(|(part, stage)| Some(error(part, stage.check().err()?))).collect()
    }
}
