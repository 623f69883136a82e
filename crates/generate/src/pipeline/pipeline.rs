//! The pipeline format.

use crate::{
    creators::Creator,
    generators::Generator,
    graph::content::Stair,
    graph::stage::{Stage, check_range},
    mapper::Mapper,
    translators::Translator,
};
use serde::Deserialize;
use std::fmt;

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
}

/// Name of a stage in messages.
#[derive(Clone, Copy)]
pub(crate) struct StageName {
    /// List of the file that contains the stage.
    list: &'static str,
    number: usize,
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}[{}]", self.list, self.number)
    }
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
        let (par, layout, mapper) = (None, Layout::Random, Some(mapper));
        Pipeline { name, par, layout, generators, translators, content_creators, mapper }
    }

    /// Returns the stairs of its decks.
    pub fn stairs(&self) -> impl Iterator<Item = &Stair> {
        let stairs = self.content_creators.iter().filter_map(|creator| match creator {
            Creator::Stairs(stairs) => Some(stairs),
            _ => None,
        });
        stairs.flat_map(|stairs| &stairs.stairs)
    }

    /// Returns all stages except the mapper in their order, with their names in messages.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (StageName, &dyn Stage)> {
        let generators = self.generators.iter().map(Generator::stage).enumerate();
        let translators = self.translators.iter().map(Translator::stage).enumerate();
        let creators = self.content_creators.iter().map(Creator::stage).enumerate();
        let named = |list| move |(number, stage)| (StageName { list, number }, stage);
        let generators = generators.map(named("generators"));
        generators.chain(translators.map(named("translators"))).chain(creators.map(named("content_creators")))
    }

    /// Returns the errors of its stages, as sentences.
    pub(crate) fn errors(&self) -> Vec<String> {
        if self.generators.is_empty() {
            return vec!["`generators` must have at least one generator".to_owned()];
        }
        let lengths = [self.generators.len(), self.translators.len(), self.content_creators.len()];
        if lengths.into_iter().any(|length| length > MAX_STAGES) {
            return vec![format!("a pipeline must have at most {MAX_STAGES} stages of each kind")];
        }
        if let Some(what) = self.par.and_then(|par| check_range("par", par, 1..=MAX_PAR).err()) {
            return vec![what];
        }
        let errors = self.stages().filter_map(|(name, stage)| Some(format!("{name}: {}", stage.check().err()?)));
        errors.collect()
    }
}
