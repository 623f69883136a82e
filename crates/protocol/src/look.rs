//! Requests that look into a run and change nothing.

use crate::view;
use bevy::prelude::World;
use engine::{EventRecord, Rules, StateChange, capture};
use inspect::{Target, describe, things_called};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A request that changes nothing.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Look {
    /// The run in a few numbers.
    Status {},
    /// The state, or a value of it.
    State {
        /// A JSON pointer such as `/player/health`.
        #[serde(default)]
        path: Option<String>,
    },
    /// The hash of each part of the state.
    Parts {},
    /// The events of the last tick.
    Events {},
    /// A thing or a cell in words, or the things of a name.
    Inspect {
        /// An id, a cell such as `6,4`, or a name.
        what: String,
    },
    /// All components of a thing.
    Components {
        /// An id, or a name such as `door 4`.
        what: String,
        /// A JSON pointer such as `/Health`.
        #[serde(default)]
        path: Option<String>,
    },
    /// A resource, or the names of all.
    Resource {
        /// The name of its type, such as `Run`.
        #[serde(default)]
        name: Option<String>,
        /// A JSON pointer such as `/tick`.
        #[serde(default)]
        path: Option<String>,
    },
}

/// The words in the field `do`.
const WORDS: [&str; 7] = ["status", "state", "parts", "events", "inspect", "components", "resource"];

impl Look {
    /// Reads a request if it is one that only looks: the number of its run, if it names one, and the request.
    ///
    /// # Errors
    /// If a field is missing, unknown or wrong.
    pub fn read(fields: &Map<String, Value>) -> Option<Result<(Option<u32>, Look), String>> {
        let word = fields.get("do")?.as_str()?;
        WORDS.contains(&word).then(|| {
            let mut fields = fields.clone();
            let run = fields.remove("run").map(serde_json::from_value).transpose();
            let run = run.map_err(|error| format!("run: {error}"))?;
            Ok((run, serde_json::from_value(fields.into()).map_err(|error| error.to_string())?))
        })
    }

    /// Returns the reply. Events and state changes are those that the caller has kept.
    ///
    /// # Errors
    /// If there is no such thing or value.
    pub fn answer(self, world: &mut World, events: &[EventRecord], changes: &[StateChange]) -> Result<Value, String> {
        match self {
            Look::Status {} => Ok(view::status(world)),
            Look::State { path } => Ok(json!({"state": view::state(&capture(world), path.as_deref())?})),
            Look::Parts {} => Ok(json!({"parts": view::parts(&capture(world))})),
            Look::Events {} => Ok(view::events(world.resource::<Rules>(), events, changes)),
            Look::Inspect { what } => inspected(world, &what, changes),
            Look::Components { what, path } => {
                Ok(json!({"components": at(reflected::components(world, &what)?, path.as_deref())?}))
            }
            Look::Resource { name: Some(name), path } => {
                Ok(json!({"resource": at(reflected::resource(world, &name)?, path.as_deref())?}))
            }
            Look::Resource { name: None, .. } => Ok(json!({"resources": reflected::resources(world)?})),
        }
    }
}

/// Returns the value at a path.
fn at(value: Value, path: Option<&str>) -> Result<Value, String> {
    let Some(path) = path else { return Ok(value) };
    value.pointer(path).cloned().ok_or_else(|| format!("there is no {path}"))
}

/// Describes a thing or a cell, or lists the things of a name.
fn inspected(world: &mut World, what: &str, changes: &[StateChange]) -> Result<Value, String> {
    let Some(target) = Target::read(what) else {
        let things = things_called(world, what);
        let unknown = || format!("{what} is neither a cell such as 6,4 nor the id or name of a thing");
        return if things.is_empty() { Err(unknown()) } else { Ok(json!({"things": things})) };
    };
    let about = describe(world, target, changes);
    let arrows: Vec<_> = about.arrows.iter().map(|(from, to)| [from.to_array(), to.to_array()]).collect();
    Ok(json!({"title": about.title, "lines": about.lines, "at": about.at.map(|at| at.to_array()), "arrows": arrows}))
}

/// Components and resources through reflection.
#[cfg(feature = "dev")]
mod reflected {
    use bevy::prelude::World;
    use inspect::{Components, Resource, resource_names, thing_named};
    use serde::Serialize;
    use serde_json::Value;

    pub(super) fn components(world: &mut World, what: &str) -> Result<Value, String> {
        let entity = thing_named(world, what).ok_or_else(|| format!("there is no thing with the id or name {what}"))?;
        value(&Components { world, entity })
    }

    pub(super) fn resource(world: &World, name: &str) -> Result<Value, String> {
        value(&Resource::find(world, name).ok_or_else(|| format!("there is no resource {name}"))?)
    }

    pub(super) fn resources(world: &World) -> Result<Vec<String>, String> {
        Ok(resource_names(world))
    }

    fn value(value: &impl Serialize) -> Result<Value, String> {
        serde_json::to_value(value).map_err(|error| format!("it cannot be written as JSON: {error}"))
    }
}

/// Without the developer tools there is no reflection.
#[cfg(not(feature = "dev"))]
mod reflected {
    use bevy::prelude::World;
    use serde_json::Value;

    const MISSING: &str = "this program was built without developer tools (cargo feature dev)";

    pub(super) fn components(_: &mut World, _: &str) -> Result<Value, String> {
        Err(MISSING.to_owned())
    }

    pub(super) fn resource(_: &World, _: &str) -> Result<Value, String> {
        Err(MISSING.to_owned())
    }

    pub(super) fn resources(_: &World) -> Result<Vec<String>, String> {
        Err(MISSING.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Start};
    use level::Level;
    use std::sync::Arc;

    fn game() -> Headless {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'z': (monster: \"crawler\"),
            'D': (door: \"hatch\")}, map: [\"######\", \"#@.Dz#\", \"######\"])";
        Headless::begin(&Start::on(Arc::new(Level::read("x", text).unwrap())))
    }

    /// Returns the reply to a request, or the error.
    fn reply(game: &mut Headless, request: &str) -> Result<Value, String> {
        let request = crate::lines::parse(request).unwrap();
        let (_, look) = Look::read(&request.fields).expect("it only looks")?;
        let (events, changes) = (game.events().to_vec(), game.changes().to_vec());
        look.answer(game.world_mut(), &events, &changes)
    }

    #[cfg(feature = "dev")]
    #[test]
    fn components_and_resources_are_read_and_nothing_changes() {
        let mut game = game();
        // Names wait for the next step otherwise.
        game.world_mut().flush();
        let before = game.snapshot();
        let health = reply(&mut game, r#"{"do":"components","run":1,"what":"0","path":"/Health"}"#).unwrap();
        assert_eq!(health, json!({"components": 100}));
        let doors = reply(&mut game, r#"{"do":"inspect","what":"door"}"#).unwrap();
        let (name, _) = doors["things"][0].as_str().and_then(|thing| thing.split_once(" at ")).unwrap();
        let door = reply(&mut game, &format!(r#"{{"do":"components","what":"{name}"}}"#)).unwrap();
        assert_eq!(door["components"]["Door"]["state"], "Closed", "{door}");
        assert_eq!(door["components"]["Name"], name, "{door}");
        let tick = reply(&mut game, r#"{"do":"resource","name":"Run","path":"/tick"}"#).unwrap();
        assert_eq!(tick, json!({"resource": 0}));
        let grid = reply(&mut game, r#"{"do":"resource","name":"Grid"}"#).unwrap();
        assert_eq!(grid["resource"]["width"], 6, "{grid}");
        let names = reply(&mut game, r#"{"do":"resource"}"#).unwrap();
        assert!(names["resources"].as_array().is_some_and(|all| all.contains(&json!("GameRng"))), "{names}");
        assert!(reply(&mut game, r#"{"do":"components","what":"999"}"#).is_err_and(|what| what.contains("999")));
        assert!(reply(&mut game, r#"{"do":"resource","name":"Nothing"}"#).is_err_and(|what| what.contains("Nothing")));
        assert_eq!(game.snapshot(), before);
    }

    #[test]
    fn unknown_fields_and_paths_are_errors() {
        let mut game = game();
        assert!(reply(&mut game, r#"{"do":"state","path":"/nothing"}"#).is_err_and(|what| what.contains("/nothing")));
        assert!(reply(&mut game, r#"{"do":"parts","all":true}"#).is_err_and(|what| what.contains("all")));
        assert!(reply(&mut game, r#"{"do":"status","run":"x"}"#).is_err_and(|what| what.starts_with("run: ")));
        assert!(Look::read(&crate::lines::parse(r#"{"do":"step"}"#).unwrap().fields).is_none());
    }
}
