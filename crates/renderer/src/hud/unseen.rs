//! Captions for near monsters that are out of sight, whose steps and breath a hearing player would notice.

use crate::{
    hud::caption::{Captions, heard, listen},
    hud::message_log::MessageLog,
    stage::options::ViewOptions,
};
use bevy::prelude::*;
use engine::{Body, Grid, Heading, Monster, Player, Position, Ray, Rules, Run, clear, ticks};
use localization::say;

/// The maximum distance of such a monster, in tiles; farther ones only mutter now and then.
const NEAR: f32 = 5.0;
/// The minimum time between two of these captions, in ticks.
const AGAIN: u64 = ticks(4.0) as u64;
/// The cosine of half the field of view; a little narrower than in the usual frame.
const SIDE: f32 = 0.8;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.after(listen));
}

/// Shows a caption with the direction of the nearest such monster.
fn tell(
    (run, rules, grid): (Option<Res<Run>>, Option<Res<Rules>>, Option<Res<Grid>>),
    (player, options): (Query<(&Position, &Heading), With<Player>>, Res<ViewOptions>),
    monsters: Query<(&Monster, &Position), With<Body>>,
    mut last: Local<Option<u64>>,
    (mut captions, mut log): (ResMut<Captions>, ResMut<MessageLog>),
) {
    let (Some(run), Some(rules), Some(grid)) = (run, rules, grid) else { return };
    let Ok((at, heading)) = player.single() else { return };
    // A tick in the future belongs to another run.
    let waits = last.is_some_and(|last| last <= run.tick && run.tick - last < AGAIN);
    if waits || !options.captions || !options.caption_kinds.undead {
        return;
    }
    let sees =
        |to: Vec2| heading.direction().dot(to.normalize_or_zero()) > SIDE && clear(&grid, Ray::Sight, at.0, at.0 + to);
    let foes = monsters.iter().filter(|(monster, _)| monster.kind_of(&rules).is_hostile());
    let near = foes.map(|(_, other)| other.0 - at.0).filter(|to| to.length() < NEAR && !sees(*to));
    let nearest = near.min_by(|one, other| one.length_squared().total_cmp(&other.length_squared()));
    if let Some(text) = nearest.and_then(|to| heard(say!("something shuffles nearby").into(), to, NEAR, *heading)) {
        *last = Some(run.tick);
        log.note(run.tick, &text);
        captions.say(run.tick, text);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        hud::message_log::MessageLog,
        stage::options::ViewOptions,
        testing::{game, wait},
    };
    use engine::{Headless, Intent};

    /// Returns the captions of two seconds on this level, of which the player sees the right side.
    fn told(map: &[&str], captions: bool) -> Vec<String> {
        let mut game: Headless = game(map);
        game.world_mut().insert_resource(ViewOptions { captions, ..ViewOptions::default() });
        wait(&mut game, 140, Intent::default());
        game.world().resource::<MessageLog>().0.iter().map(|(_, text)| text.english()).collect()
    }

    #[test]
    fn near_monsters_out_of_sight_have_a_caption() {
        let shuffles = "[something shuffles nearby, behind you]".to_owned();
        let behind = ["##########", "#z  @    #", "##########"];
        assert!(told(&behind, true).contains(&shuffles), "{:?}", told(&behind, true));
        assert!(told(&behind, false).is_empty());
        let walled = ["##########", "#   @ # z#", "##########"];
        assert!(
            told(&walled, true).iter().any(|text| text == "[something shuffles nearby, ahead]"),
            "{:?}",
            told(&walled, true)
        );
        let ahead = ["##########", "#   @   z#", "##########"];
        assert!(!told(&ahead, true).iter().any(|text| text.contains("shuffles")), "{:?}", told(&ahead, true));
        let far = ["##############", "#z       @   #", "##############"];
        assert!(!told(&far, true).iter().any(|text| text.contains("shuffles")), "{:?}", told(&far, true));
    }
}
