//! Briefing: a text about the next deck while it is generated. For a deck without a briefing, or one that was visited
//! before, only a progress indicator is shown.

use crate::{
    campaign::journal::ReadTexts,
    campaign::making,
    campaign::progress::{self, Progress},
    flow::phase::Phase,
    input::action::Action,
    input::hints::Hints,
    pages::tally::{foot, open_page, turns_page},
    ui::front::Front,
    ui::text_layout::{self, BLACK, DIM, PALE, RED},
};
use bevy::prelude::*;
use content::Decks;
use localization::{Said, say};
use renderer::{Area, Art, Canvas, Colour, DrawFrame, Screen};

/// Time in seconds that the light takes from one end of the bar to the other.
const RUN: f32 = 0.8;

/// Contents of the page.
#[derive(Resource, Default)]
struct Briefing {
    title: Said,
    sentences: Vec<Said>,
    /// True while the deck is still being generated.
    waits: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Briefing>();
    app.add_systems(OnEnter(Phase::Briefing), (progress::set_out, prepare, open_page).chain());
    app.add_systems(Update, go_on.run_if(in_state(Phase::Briefing)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Briefing)));
}

/// Looks up the briefing of the journey's current deck.
fn prepare(
    (progress, decks): (Option<Res<Progress>>, Option<Res<Decks>>),
    mut read: Option<ResMut<ReadTexts>>,
    mut briefing: ResMut<Briefing>,
) {
    *briefing = Briefing { waits: true, ..Briefing::default() };
    let (Some(progress), Some(decks)) = (progress, decks) else { return };
    let deck = decks.find(&progress.deck).filter(|_| progress.is_first_here(&decks));
    if let Some(deck) = deck.filter(|deck| !deck.briefing.is_empty()) {
        // The level's own title is not used, because the level may not exist yet.
        (briefing.title, briefing.sentences) = (deck.title.clone().unwrap_or_default(), deck.briefing.clone());
        if let Some(read) = &mut read {
            deck.briefing.iter().for_each(|sentence| read.journal.note(&deck.name, &sentence.english()));
        }
    }
}

/// Continues to the deck once it is generated and the player has read the briefing.
fn go_on(world: &mut World) -> Result {
    let waits = making::is_on(world);
    let turns = world.run_system_cached(turns_page)?;
    let mut briefing = world.resource_mut::<Briefing>();
    briefing.waits = waits;
    if !waits && (turns || briefing.sentences.is_empty()) {
        world.resource_mut::<NextState<Phase>>().set(Phase::Deck);
    }
    Ok(())
}

fn draw(
    (art, hints): (Option<Res<Art>>, Hints),
    (time, briefing): (Res<Time<Real>>, Res<Briefing>),
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK);
    text_layout::line(&mut canvas, art.pen(), &briefing.title, height / 8, 3, RED);
    let line = text_layout::line_height(&canvas, art.pen(), 1);
    let mut top = if text_layout::is_small(&canvas, art.pen()) { height / 4 } else { height * 3 / 10 };
    let width_of_words = text_layout::column(&canvas, art.pen(), top, foot(height)).width;
    let rows = |sentence: &Said| text_layout::wrapped(&canvas, art.pen(), sentence, width_of_words).len() as i32;
    let rows: Vec<i32> = briefing.sentences.iter().map(rows).collect();
    // The line at the bottom keeps its space; the sentences share the rest as spacing.
    let spare = foot(height) - top - line * rows.iter().sum::<i32>();
    let gap = (spare / (rows.len().max(1) as i32)).clamp(0, line / 2);
    for (sentence, rows) in briefing.sentences.iter().zip(rows) {
        let room = text_layout::column(&canvas, art.pen(), top, foot(height));
        text_layout::paragraph(&mut canvas, art.pen(), sentence, room, PALE);
        top += line * rows + gap;
    }
    if briefing.waits {
        let bar = Area::new(width / 4, foot(height), width / 2, 8);
        draw_bar(&mut canvas, bar, time.elapsed_secs());
    } else if !briefing.sentences.is_empty() {
        let words = say!("Press {key} to continue", key = hints.of(Action::MenuConfirm));
        text_layout::line(&mut canvas, art.pen(), &words, foot(height), 1, DIM);
    }
}

/// Draws a bar with a light that moves to and fro.
fn draw_bar(canvas: &mut Canvas, bar: Area, seconds: f32) {
    canvas.outline(bar.within(-3), 1, Colour::rgb(110, 120, 130));
    canvas.bar(bar, 0.0, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
    let light = Area::new(bar.x + place(seconds, bar.width * 4 / 5), bar.y, bar.width / 5, bar.height);
    canvas.bar(light, 1.0, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
}

/// Returns the position of the light on a bar of this length in pixels.
fn place(seconds: f32, way: i32) -> i32 {
    let phase = (seconds / RUN).rem_euclid(2.0);
    ((if phase > 1.0 { 2.0 - phase } else { phase }) * way as f32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;

    #[test]
    fn light_moves_to_and_fro_on_its_bar() {
        let places = [0.0, 0.4, 0.8, 1.2, 1.6].map(|seconds| place(seconds, 100));
        assert_eq!(places, [0, 50, 100, 50, 0]);
        assert!((0..1000).all(|tick| (0..=100).contains(&place(tick as f32 * 0.0137, 100))));
    }

    #[test]
    fn briefing_stays_until_read_and_is_skipped_if_empty() {
        use crate::{flow::phase, flow::skill::Skill, input::presses::Presses};
        use bevy::{
            state::app::StatesPlugin,
            time::{TimePlugin, TimeUpdateStrategy},
        };
        use content::BaseRules;
        use engine::Rules;
        use std::sync::Arc;
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", text).unwrap());
        for sentences in [3, 0] {
            let briefing = (0..sentences).map(|number| Said::literal(format!("Sentence {number}."))).collect();
            let deck = campaign::Deck { briefing, ..campaign::Deck::of_level("x.ron", Arc::clone(&level)) };
            let mut app = App::new();
            app.add_plugins((TimePlugin, StatesPlugin, phase::plugin)).init_resource::<Briefing>();
            app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
            app.insert_resource(Decks(campaign::Decks::drawn(vec![deck])));
            app.insert_resource(BaseRules(Arc::new(Rules::standard())));
            app.insert_resource(Arguments { seed: Some(1), ..default() }).init_resource::<Skill>();
            app.init_resource::<crate::pages::tally::Opened>().insert_resource(Presses::default());
            app.add_systems(OnEnter(Phase::Briefing), (progress::set_out, prepare, open_page).chain());
            app.add_systems(Update, go_on.run_if(in_state(Phase::Briefing)));
            app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Briefing);
            for _ in 0..8 {
                app.update();
            }
            let phase = *app.world().resource::<State<Phase>>().get();
            assert_eq!(phase, if sentences > 0 { Phase::Briefing } else { Phase::Deck });
            assert!(!app.world().resource::<Briefing>().waits);
            assert_eq!(app.world().resource::<Briefing>().sentences.len(), sentences);
            app.world_mut().resource_mut::<Presses>().set_keys(&[KeyCode::Enter]);
            app.update();
            app.update();
            assert_eq!(*app.world().resource::<State<Phase>>().get(), Phase::Deck);
        }
    }
}
