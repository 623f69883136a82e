//! The lists after the map: names, arrivals, triggers and suppressed lints.

use crate::{
    model::allowance::Allowance,
    model::arrival::Arrival,
    model::level::Level,
    model::place::{Place, PlaceIndex},
    model::trigger::{Act, How, Trigger, Walker},
    write::field::{Field, Listed},
    write::values::{degrees, light, name, number, rectangles, text},
};

/// Returns the cells of a name as rectangles.
pub(super) fn named(place: &Place) -> impl Iterator<Item = Listed> {
    let fields = vec![Field::name("name", &place.name)];
    rectangles(&place.cells).into_iter().map(move |(from, to)| Listed { from, to, fields: fields.clone() })
}

/// Returns the entries of `names`. Empty names cannot be given there; `unnamed` lists them as things.
pub(super) fn names(level: &Level) -> Vec<String> {
    let places = level.places.iter().filter(|place| !place.name.is_empty());
    let line = |listed: Listed| {
        let ((left, top), (right, bottom)) = (listed.from, listed.to);
        let to = if (left, top) == (right, bottom) { String::new() } else { format!(", to: ({right}, {bottom})") };
        format!("({}, at: ({left}, {top}){to})", Field::join(&listed.fields))
    };
    places.flat_map(named).map(line).collect()
}

pub(super) fn arrivals(level: &Level) -> Vec<String> {
    let line = |arrival: &Arrival| {
        let facing =
            if arrival.facing == 0.0 { String::new() } else { format!(", facing: {}", degrees(arrival.facing)) };
        format!("(name: {}, at: ({}, {}){facing})", name(&arrival.name), arrival.x, arrival.y)
    };
    level.arrivals.iter().map(line).collect()
}

pub(super) fn triggers(level: &Level) -> Vec<Vec<Field>> {
    level.triggers.iter().map(|one| trigger(level, one)).collect()
}

pub(super) fn allowances(level: &Level) -> Vec<Vec<Field>> {
    let fields = |allow: &Allowance| {
        let at = allow.at.map(|at| Field::name("at", &level.place(at).name));
        let (lint, because) = (Field::name("lint", allow.lint.name()), Field::name("because", &allow.because));
        [lint].into_iter().chain(at).chain([because]).collect()
    };
    level.allow.iter().map(fields).collect()
}

fn trigger(level: &Level, trigger: &Trigger) -> Vec<Field> {
    let mut fields = vec![Field::name("at", &level.place(trigger.at).name)];
    fields.push(Field::ron("on", format!("{:?}", trigger.on)));
    match trigger.by {
        Walker::Player => {}
        by => fields.push(Field::ron("by", format!("{by:?}"))),
    }
    match trigger.how {
        How::Once => {}
        How::Timed(seconds) => fields.push(Field::ron("how", format!("Timed({})", number(seconds)))),
        how => fields.push(Field::ron("how", format!("{how:?}"))),
    }
    if trigger.after != 0.0 {
        fields.push(Field::number("after", number(trigger.after)));
    }
    let acts: Vec<String> = trigger.acts.iter().map(|act| act_text(level, *act)).collect();
    fields.push(Field::ron("do", format!("[{}]", acts.join(", "))));
    fields
}

fn act_text(level: &Level, act: Act) -> String {
    let place = |index: PlaceIndex| name(&level.place(index).name);
    match act {
        Act::Open(at) => format!("Open({})", place(at)),
        Act::Close(at) => format!("Close({})", place(at)),
        Act::Lock(at) => format!("Lock({})", place(at)),
        Act::Unlock(at) => format!("Unlock({})", place(at)),
        Act::Push(at) => format!("Push({})", place(at)),
        // Levels always define a value; only the inverse of an action has none.
        Act::Light(at, of) => format!("Light({}, {})", place(at), light(of.unwrap_or(u8::MAX))),
        Act::Lamps(at, true) => format!("LampsOn({})", place(at)),
        Act::Lamps(at, false) => format!("LampsOff({})", place(at)),
        Act::Wake(at) => format!("Wake({})", place(at)),
        Act::Spawn(at) => format!("Spawn({})", place(at)),
        Act::Say(message) => format!("Say({})", text(&level.message(message).unwrap_or_default())),
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
