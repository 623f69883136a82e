//! What a pipeline is.

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

/// The most stages of each kind.
const MAX_STAGES: usize = 100;
/// The longest par that a level may have, in seconds.
const LONGEST_PAR: i64 = 36_000;

/// A pipeline: the stages that make a deck, in the order in which they work.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// What its decks are called.
    #[serde(default = "default_name")]
    pub(crate) name: String,
    /// The seconds that an able player takes for one of its decks, if it is said.
    #[serde(default)]
    pub(crate) par: Option<i64>,
    /// How the layout comes about; there is one way.
    #[serde(default, rename = "type")]
    #[expect(dead_code, reason = "it is read so that files may say it, and says nothing else")]
    layout: Layout,
    pub(crate) generators: Vec<Generator>,
    #[serde(default)]
    pub(crate) translators: Vec<Translator>,
    #[serde(default)]
    pub(crate) content_creators: Vec<Creator>,
    /// Without one there is no level, only a graph to be looked at.
    #[serde(default)]
    pub(crate) mapper: Option<Mapper>,
}

/// What messages call a stage.
#[derive(Clone, Copy)]
pub(crate) struct StageName {
    /// The list of the file that it stands in.
    list: &'static str,
    number: usize,
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}[{}]", self.list, self.number)
    }
}

/// How the layout of a map comes about.
#[derive(Default, Deserialize)]
enum Layout {
    /// By chance.
    #[default]
    #[serde(alias = "random")]
    Random,
}

fn default_name() -> String {
    "Unknown deck".to_owned()
}

impl Pipeline {
    /// A pipeline of these stages.
    pub(crate) fn of(
        name: String,
        generators: Vec<Generator>,
        translators: Vec<Translator>,
        content_creators: Vec<Creator>,
        mapper: Mapper,
    ) -> Pipeline {
        let (par, layout, mapper) = (None, Layout::Random, Some(mapper));
        Pipeline { name, par, layout, generators, translators, content_creators, mapper }
    }

    /// The stairs that its decks have.
    pub fn stairs(&self) -> impl Iterator<Item = &Stair> {
        let stairs = self.content_creators.iter().filter_map(|creator| match creator {
            Creator::Stairs(stairs) => Some(stairs),
            _ => None,
        });
        stairs.flat_map(|stairs| &stairs.stairs)
    }

    /// All stages but the mapper, in their order, each with its list and its number there.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (StageName, &dyn Stage)> {
        let generators = self.generators.iter().map(Generator::stage).enumerate();
        let translators = self.translators.iter().map(Translator::stage).enumerate();
        let creators = self.content_creators.iter().map(Creator::stage).enumerate();
        let named = |list| move |(number, stage)| (StageName { list, number }, stage);
        let generators = generators.map(named("generators"));
        generators.chain(translators.map(named("translators"))).chain(creators.map(named("content_creators")))
    }

    /// What is wrong with its stages, in sentences.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        if self.generators.is_empty() {
            return vec!["`generators` is empty: at least one makes the map".to_owned()];
        }
        let lengths = [self.generators.len(), self.translators.len(), self.content_creators.len()];
        if lengths.into_iter().any(|length| length > MAX_STAGES) {
            return vec![format!("there are more than {MAX_STAGES} stages of one kind")];
        }
        if let Some(what) = self.par.and_then(|par| check_range("par", par, 1..=LONGEST_PAR).err()) {
            return vec![what];
        }
        let mistakes = self.stages().filter_map(|(name, stage)| Some(format!("{name}: {}", stage.check().err()?)));
        mistakes.collect()
    }
}
