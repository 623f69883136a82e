//! Views of a run as JSON: its status, its state, its events, and the differences between two states.

use bevy::prelude::World;
use engine::{EventRecord, Outcome, Rules, Run, Snapshot, StateChange, capture};
use inspect::{event_name, why};
use serde_json::{Map, Value, json};

/// The maximum number of differences in a reply.
const MAX_DIFFERENCES: usize = 200;

/// Returns the word for an outcome.
pub fn outcome_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Running => "running",
        Outcome::Dead => "dead",
        // "lift" stands for every exit.
        Outcome::Lift | Outcome::Stairs(_) => "lift",
        Outcome::SecretLift => "secret lift",
    }
}

/// Returns a run in a few numbers.
pub(crate) fn status(world: &mut World) -> Value {
    let (run, hash) = (*world.resource::<Run>(), capture(world).hash());
    let outcome = outcome_in_words(run.outcome);
    json!({"tick": run.tick, "outcome": outcome, "kills": run.kills, "hash": hex(hash)})
}

/// Returns the complete state, or the value at a path into it, such as `/player/health` (a JSON pointer).
///
/// # Errors
/// If the state has no such value.
pub(crate) fn state(snapshot: &Snapshot, path: Option<&str>) -> Result<Value, String> {
    let state =
        serde_json::to_value(snapshot).map_err(|error| format!("the state cannot be written as JSON: {error}"))?;
    let Some(path) = path else { return Ok(state) };
    state.pointer(path).cloned().ok_or_else(|| format!("the state has no {path}"))
}

/// Returns the hash of each part of a state.
pub(crate) fn parts(snapshot: &Snapshot) -> Value {
    snapshot.parts().into_iter().map(|(name, hash)| (name.to_owned(), hex(hash))).collect::<Map<_, _>>().into()
}

/// Returns a hash as text, because JSON numbers have 53 bits.
pub fn hex(hash: u64) -> Value {
    format!("{hash:016x}").into()
}

/// Returns events and state changes of monsters.
pub(crate) fn events(rules: &Rules, events: &[EventRecord], changes: &[StateChange]) -> Value {
    let events = events.iter().map(|event| {
        json!({"event": event_name(&event.what), "detail": format!("{:?}", event.what), "at": [event.at.x, event.at.y]})
    });
    let changes = changes.iter().map(|change| {
        let kind = rules.monsters.get(usize::from(change.kind)).map_or("undead", |(name, _)| name.as_str());
        json!({
            "monster": change.id.0, "kind": kind, "from": format!("{:?}", change.from), "to": format!("{:?}", change.to),
            "why": why(change), "at": [change.at.x, change.at.y],
        })
    });
    json!({"events": events.collect::<Value>(), "changes": changes.collect::<Value>()})
}

/// Returns the differences between two states: for each, the path and both values. Long lists are cut, and the reply
/// says so.
///
/// # Errors
/// If a state cannot be written as JSON.
pub fn differences(one: &Snapshot, other: &Snapshot) -> Result<Value, String> {
    let (one, other) = (state(one, None)?, state(other, None)?);
    let mut found = Vec::new();
    compare("", &one, &other, &mut found);
    let all = found.len();
    found.truncate(MAX_DIFFERENCES);
    Ok(json!({"number": all, "differences": found}))
}

/// Compares two values, and adds the places at which they differ.
fn compare(path: &str, one: &Value, other: &Value, found: &mut Vec<Value>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            for ((key, one), other) in one.iter().zip(other.values()) {
                compare(&format!("{path}/{key}"), one, other, found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{path}/{index}"), one, other, found);
            }
        }
        _ if one != other => found.push(json!({"path": path, "from": one, "to": other})),
        _ => {}
    }
}
