//! The deck's name, shown when the deck begins.

use crate::{
    art::art::Art,
    canvas::canvas::{Align, Canvas, Lettering},
    hud::caption::{self, Captions, PALE},
    hud::hud::{Edges, is_at_board},
    stage::options::Hud,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{AtTerminal, Deck, EventRecord, GameEvent, Player, Run, RunBegan, ticks};
use localization::Said;

/// Ticks for which the name is shown, the minimum if messages come, and the time it takes to fade out.
const STAY: u64 = ticks(2.0) as u64;
const MIN_STAY: u64 = ticks(1.0) as u64;
const FADE: u64 = ticks(0.25) as u64;

/// The name of the deck, if it differs from that of its level.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct DeckName(pub Said);

/// The tick from which on the name is not shown.
#[derive(Resource)]
struct TitleEnd(u64);

impl Default for TitleEnd {
    fn default() -> Self {
        TitleEnd(STAY)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<TitleEnd>().add_observer(|_: On<RunBegan>, mut end: ResMut<TitleEnd>| *end = default());
    app.add_systems(Update, give_way.after(caption::listen));
    app.add_systems(DrawFrame, draw.in_set(Draw::Words).after(caption::messages).run_if(Hud::does_fade));
}

/// Lets the name go as soon as the player has something more important to look at.
fn give_way(
    mut reports: MessageReader<EventRecord>,
    (run, captions): (Option<Res<Run>>, Res<Captions>),
    player: Query<&Player>,
    mut end: ResMut<TitleEnd>,
) {
    let happens = reports.read().any(|report| matters(report.what));
    let Some(run) = run.filter(|run| run.tick < end.0) else { return };
    let fights = player.single().is_ok_and(|player| {
        u64::from(player.since_shot.min(player.since_hurt)) < run.tick || player.since_death != u32::MAX
    });
    if fights {
        end.0 = run.tick;
    } else if happens || !captions.is_empty() && run.tick >= MIN_STAY {
        end.0 = end.0.min(run.tick + FADE);
    }
}

/// Returns true for a breach, an explosion, and what monsters do and suffer.
fn matters(what: GameEvent) -> bool {
    use GameEvent::*;
    matches!(
        what,
        HullCracks
            | HullBreaks
            | WallBreaks
            | PropExplodes(_)
            | Notices(_)
            | Strikes(_)
            | MonsterHurt(_)
            | MonsterDies(_)
            | MonsterLost(_)
            | PlayerHurt
    )
}

/// Draws the name at the upper edge, below the messages.
fn draw(
    (deck, name): (Option<Res<Deck>>, Option<Res<DeckName>>),
    (run, at, end): (Option<Res<Run>>, Option<Res<AtTerminal>>, Res<TitleEnd>),
    (art, edges): (Option<Res<Art>>, Res<Edges>),
    mut screen: ResMut<Screen>,
) {
    let (Some(deck), Some(run), Some(art)) = (deck, run, art) else { return };
    let left = end.0.saturating_sub(run.tick);
    if left == 0 || is_at_board(at) {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let colour = PALE.covering(left as f32 / FADE as f32);
    let name = art.pen().say(name.map_or_else(|| Said::data(&deck.0.name), |name| name.0.clone()));
    let fitting = canvas.width() / art.pen().width(&name).max(1);
    let lettering = Lettering::new(colour, canvas.unit().min(fitting.max(1))).aligned(Align::Centre);
    let (x, y) = (canvas.width() / 2, (canvas.height() / 12).max(edges.top));
    canvas.text(art.pen(), &name, x, y, lettering);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, wait};
    use engine::{Headless, Intent};

    fn picture(game: &mut Headless, name: &str) -> raycast::Frame {
        game.world_mut().insert_resource(DeckName(Said::data(name)));
        game.world_mut().run_schedule(DrawFrame);
        game.world().resource::<Screen>().0.clone()
    }

    /// Returns true if the name of the deck is on screen.
    fn is_shown(game: &mut Headless) -> bool {
        picture(game, "Deck 5: Galley") != picture(game, "Deck 6: Chart rooms")
    }

    #[test]
    fn title_shows_the_deck_name_or_the_level_name() {
        let mut game = game(&["#####", "#@  #", "#####"]);
        let own = game.world().resource::<Deck>().0.name.clone();
        game.world_mut().run_schedule(DrawFrame);
        let unnamed = game.world().resource::<Screen>().0.clone();
        assert_ne!(picture(&mut game, "Deck 5: Galley"), unnamed);
        assert_eq!(picture(&mut game, &own), unnamed);
    }

    #[test]
    fn title_is_above_the_middle_third_and_goes_by_itself() {
        let mut game = game(&["#####", "#@  #", "#####"]);
        let (one, other) = (picture(&mut game, "Deck 5: Galley"), picture(&mut game, "Deck 6: Chart rooms"));
        let (width, height) = (one.width(), one.height());
        let differs = |y: &usize| (0..width).any(|x| one.pixel(x, *y) != other.pixel(x, *y));
        assert!((0..height).rev().find(differs).is_some_and(|y| y < height / 3));
        wait(&mut game, STAY as u32 - 2, Intent::default());
        assert!(is_shown(&mut game));
        wait(&mut game, 2, Intent::default());
        assert!(!is_shown(&mut game));
    }

    #[test]
    fn title_gives_way_to_a_breach_and_to_messages() {
        let mut game = game(&["#####", "#@  #", "#####"]);
        wait(&mut game, 30, Intent::default());
        let breach = EventRecord::new(GameEvent::HullBreaks, Vec2::new(3.5, 1.5));
        game.world_mut().resource_mut::<Messages<EventRecord>>().write(breach);
        wait(&mut game, FADE as u32 + 2, Intent::default());
        assert!(!is_shown(&mut game));
        let mut game = crate::testing::game(&["######", "#@a  #", "######"]);
        wait(&mut game, MIN_STAY as u32 - 1, Intent { forward: 1.0, ..Intent::default() });
        assert!(is_shown(&mut game), "there is time to read it");
        wait(&mut game, FADE as u32 + 2, Intent::default());
        assert!(!is_shown(&mut game));
    }
}
