//! The lists after the map: names, arrivals, triggers.

use super::values::{degrees, light, name, number, rectangles, text};
use crate::model::{Act, Allowance, How, Level, PlaceIndex, Trigger, Walker};

/// Names that stand in quotes, which none without a letter can; those others are given in the list of things.
pub(super) fn names(level: &Level) -> Vec<String> {
    let mut lines = Vec::new();
    for place in level.places.iter().filter(|place| !place.name.is_empty()) {
        for ((left, top), (right, bottom)) in rectangles(&place.cells) {
            let to = if (left, top) == (right, bottom) { String::new() } else { format!(", to: ({right}, {bottom})") };
            lines.push(format!("(name: {}, at: ({left}, {top}){to})", name(&place.name)));
        }
    }
    lines
}

pub(super) fn arrivals(level: &Level) -> Vec<String> {
    let line = |arrival: &crate::model::Arrival| {
        let facing =
            if arrival.facing == 0.0 { String::new() } else { format!(", facing: {}", degrees(arrival.facing)) };
        format!("(name: {}, at: ({}, {}){facing})", name(&arrival.name), arrival.x, arrival.y)
    };
    level.arrivals.iter().map(line).collect()
}

pub(super) fn triggers(level: &Level) -> Vec<String> {
    level.triggers.iter().map(|one| trigger(level, one)).collect()
}

pub(super) fn allowances(level: &Level) -> Vec<String> {
    let line = |allow: &Allowance| {
        let at = allow.at.map_or(String::new(), |at| format!(", at: {}", name(&level.place(at).name)));
        format!("(lint: {}{at}, because: {})", name(allow.lint.name()), name(&allow.because))
    };
    level.allow.iter().map(line).collect()
}

fn trigger(level: &Level, trigger: &Trigger) -> String {
    let place = |index: PlaceIndex| name(&level.place(index).name);
    let mut parts = vec![format!("at: {}", place(trigger.at))];
    parts.push(format!("on: {:?}", trigger.on));
    match trigger.by {
        Walker::Player => {}
        by => parts.push(format!("by: {by:?}")),
    }
    match trigger.how {
        How::Once => {}
        How::Timed(seconds) => parts.push(format!("how: Timed({})", number(seconds))),
        how => parts.push(format!("how: {how:?}")),
    }
    if trigger.after != 0.0 {
        parts.push(format!("after: {}", number(trigger.after)));
    }
    let acts: Vec<String> = trigger.acts.iter().map(|act| act_text(level, *act)).collect();
    format!("({}, do: [{}])", parts.join(", "), acts.join(", "))
}

fn act_text(level: &Level, act: Act) -> String {
    let place = |index: PlaceIndex| name(&level.place(index).name);
    match act {
        Act::Open(at) => format!("Open({})", place(at)),
        Act::Close(at) => format!("Close({})", place(at)),
        Act::Lock(at) => format!("Lock({})", place(at)),
        Act::Unlock(at) => format!("Unlock({})", place(at)),
        Act::Push(at) => format!("Push({})", place(at)),
        // A level gives a light; only taking one back leaves it out.
        Act::Light(at, of) => format!("Light({}, {})", place(at), light(of.unwrap_or(u8::MAX))),
        Act::Lamps(at, true) => format!("LampsOn({})", place(at)),
        Act::Lamps(at, false) => format!("LampsOff({})", place(at)),
        Act::Wake(at) => format!("Wake({})", place(at)),
        Act::Spawn(at) => format!("Spawn({})", place(at)),
        Act::Say(message) => format!("Say({})", text(&level.messages[usize::from(message)])),
        Act::Carry(from, to) => format!("Carry({}, {})", place(from), place(to)),
        Act::Vent(at) => format!("Vent({})", place(at)),
        Act::Seal(at) => format!("Seal({})", place(at)),
        Act::Break(at) => format!("Break({})", place(at)),
        Act::Drop(from, to) => format!("Drop({}, {})", place(from), place(to)),
        Act::Gravity(None, pull) => format!("Gravity({:?})", pull.share()),
        Act::Gravity(Some(at), pull) => format!("GravityIn({}, {:?})", place(at), pull.share()),
        Act::Exit => "Exit".to_owned(),
        Act::SecretExit => "SecretExit".to_owned(),
    }
}
