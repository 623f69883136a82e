//! Texts during rewinding, and the hint after death that rewinding is possible.

use crate::{
    campaign::rewind::Rewinding,
    flow::phase::Flow,
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    ui::front::Front,
    ui::text_layout::{self, PALE},
};
use bevy::prelude::*;
use engine::{Player, Tape};
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, Screen};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Flow::Running)));
}

fn draw(
    rewinding: Option<Res<Rewinding>>,
    (tape, art): (Option<Res<Tape>>, Option<Res<Art>>),
    (bindings, device): (Res<Bindings>, Res<Device>),
    player: Option<Single<&Player>>,
    mut screen: ResMut<Screen>,
) {
    let (Some(tape), Some(art)) = (tape, art) else { return };
    let is_dead = player.is_some_and(|player| player.since_death != u32::MAX);
    let words = match rewinding {
        Some(rewinding) if rewinding.is_at_end => say!("Cannot rewind any further").into(),
        Some(_) => say!("Rewind: {seconds} s left", seconds = Said::decimal(tape.seconds(), 0)),
        None if is_dead && tape.replay.is_none() && tape.seconds() > 0.0 => {
            say!("Hold {key} to rewind", key = bindings.hint(Action::Rewind, *device))
        }
        None => return,
    };
    let mut canvas = Canvas::new(&mut screen.0);
    let y = canvas.height() / 5;
    text_layout::line(&mut canvas, art.pen(), &words, y, 1, PALE);
}
