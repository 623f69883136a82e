//! The size of a graph, given by a generator or already present.

use crate::{
    graph::graph::{Graph, MAX_SIDE},
    graph::node::Kind,
    graph::stage::{StageError, check_range},
};
use serde::Deserialize;

/// Width and height in places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Size {
    pub(crate) width: i64,
    pub(crate) height: i64,
}

impl Size {
    /// Checks the size, if it is given.
    pub(crate) fn check(size: Option<Size>) -> Result<(), String> {
        let Some(Size { width, height }) = size else { return Ok(()) };
        check_range("width", width, 1..=MAX_SIDE as i64)?;
        check_range("height", height, 1..=MAX_SIDE as i64)
    }

    /// Creates the places of an empty graph, all of one kind, or checks that the size matches the existing graph.
    /// Returns true if it created the places.
    pub(crate) fn apply(size: Option<Size>, graph: &mut Graph, kind: Kind) -> Result<bool, StageError> {
        let wrong = |what: &str| Err(StageError::Invalid(what.to_owned()));
        match size {
            None if graph.is_empty() => wrong("the first generator must have a `size`"),
            None => Ok(false),
            Some(Size { width, height }) => {
                let (width, height) = (width as usize, height as usize);
                if !graph.is_empty() {
                    let there = (graph.width, graph.height);
                    return if there == (width, height) {
                        Ok(false)
                    } else {
                        wrong(&format!(
                            "the size must be {} by {} as in the first generator, got {width} by {height}: leave it out",
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
