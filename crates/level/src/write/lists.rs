//! The lists after the map: names, arrivals, triggers and suppressed lints.

use crate::{
    model::allowance::Allowance,
    model::arrival::Arrival,
    model::called::Called,
    model::level::Level,
    model::named_area::{NamedArea, NamedAreaIndex},
    model::trigger::{Repeat, Trigger, TriggerAction, Walker},
    write::field::{Field, Listed},
    write::values::{degrees, light, name, number, rectangles, text},
};

/// Returns the cells of a name as rectangles.
pub(super) fn named(place: &NamedArea) -> impl Iterator<Item = Listed> {
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

pub(super) fn called(level: &Level) -> Vec<Vec<Field>> {
    let fields =
        |called: &Called| vec![Field::name("at", &level.place(called.at).name), Field::name("name", &called.name)];
    level.called.iter().map(fields).collect()
}

fn trigger(level: &Level, trigger: &Trigger) -> Vec<Field> {
    let mut fields = vec![Field::name("at", &level.place(trigger.at).name)];
    fields.push(Field::ron("on", format!("{:?}", trigger.on)));
    match trigger.by {
        Walker::Player => {}
        by => fields.push(Field::ron("by", format!("{by:?}"))),
    }
    match trigger.repeat {
        Repeat::Once => {}
        Repeat::Timed(seconds) => fields.push(Field::ron("repeat", format!("Timed({})", number(seconds)))),
        repeat => fields.push(Field::ron("repeat", format!("{repeat:?}"))),
    }
    if trigger.after != 0.0 {
        fields.push(Field::number("after", number(trigger.after)));
    }
    let actions: Vec<String> = trigger.actions.iter().map(|act| act_text(level, *act)).collect();
    fields.push(Field::ron("do", format!("[{}]", actions.join(", "))));
    fields
}

fn act_text(level: &Level, act: TriggerAction) -> String {
    let place = |index: NamedAreaIndex| name(&level.place(index).name);
    match act {
        TriggerAction::Open(at) => format!("Open({})", place(at)),
        TriggerAction::Close(at) => format!("Close({})", place(at)),
        TriggerAction::Lock(at) => format!("Lock({})", place(at)),
        TriggerAction::Unlock(at) => format!("Unlock({})", place(at)),
        TriggerAction::Push(at) => format!("Push({})", place(at)),
        // Levels always define a value; only the inverse of an action has none.
        TriggerAction::Light(at, of) => format!("Light({}, {})", place(at), light(of.unwrap_or(u8::MAX))),
        TriggerAction::Lamps(at, true) => format!("LampsOn({})", place(at)),
        TriggerAction::Lamps(at, false) => format!("LampsOff({})", place(at)),
        TriggerAction::Wake(at) => format!("Wake({})", place(at)),
        TriggerAction::Spawn(at) => format!("Spawn({})", place(at)),
        TriggerAction::Say(message) => format!("Say({})", text(&level.message(message).unwrap_or_default())),
        TriggerAction::Teleport(from, to) => format!("Teleport({}, {})", place(from), place(to)),
        TriggerAction::Vent(at) => format!("Vent({})", place(at)),
        TriggerAction::Seal(at) => format!("Seal({})", place(at)),
        TriggerAction::Break(at) => format!("Break({})", place(at)),
        TriggerAction::Drop(from, to) => format!("Drop({}, {})", place(from), place(to)),
        TriggerAction::Gravity(None, pull) => format!("Gravity({:?})", pull.share()),
        TriggerAction::Gravity(Some(at), pull) => format!("GravityIn({}, {:?})", place(at), pull.share()),
        TriggerAction::Exit => "Exit".to_owned(),
        TriggerAction::SecretExit => "SecretExit".to_owned(),
    }
}
