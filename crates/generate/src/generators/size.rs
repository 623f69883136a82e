//! The size that a generator gives to the graph, or finds there.

use crate::{
    graph::graph::{Graph, MAX_SIDE},
    graph::place::Kind,
    graph::stage::{Trouble, check_range},
};
use serde::Deserialize;

/// How many places wide and high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Size {
    pub(crate) width: i64,
    pub(crate) height: i64,
}

impl Size {
    /// What is wrong with it, if it is given, in a sentence.
    pub(crate) fn check(size: Option<Size>) -> Result<(), String> {
        let Some(Size { width, height }) = size else { return Ok(()) };
        check_range("width", width, 1..=MAX_SIDE as i64)?;
        check_range("height", height, 1..=MAX_SIDE as i64)
    }

    /// Makes the places of an empty graph, all of one kind; or sees that this is the size of the graph that is there. True if
    /// the places were made.
    pub(crate) fn apply(size: Option<Size>, graph: &mut Graph, kind: Kind) -> Result<bool, Trouble> {
        let wrong = |what: &str| Err(Trouble::Wrong(what.to_owned()));
        match size {
            None if graph.is_empty() => wrong("the first generator needs a `size`"),
            None => Ok(false),
            Some(Size { width, height }) => {
                let (width, height) = (width as usize, height as usize);
                if !graph.is_empty() {
                    let there = (graph.width, graph.height);
                    return if there == (width, height) {
                        Ok(false)
                    } else {
                        wrong(&format!(
                            "its size is {width} by {height}, and the generators before it made {} by {} places: leave its \
                             size out",
                            there.0, there.1
                        ))
                    };
                }
                Graph::check_size(width, height)?;
                graph.fill(width, height, kind);
                Ok(true)
            }
        }
    }
}
