//! Tally: statistics of a deck after its lift has left.

use crate::{
    campaign::progress::{self, Progress},
    files::scores::{Best, Scores},
    files::settings::Settings,
    flow::phase::{Flow, Phase},
    input::action::Action,
    input::hints::Hints,
    input::presses::Presses,
    sound::cue::{Cue, Cues, Hear},
    ui::backdrop::{self, SHIP},
    ui::front::Front,
    ui::note::Note,
    ui::text_layout::{self, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{DeckStats, StatRow, clock, count_lines, seconds};
use content::Decks;
use engine::{Counts, Deck, DevState, Outcome, PushWall, Run, Tape, collect_rest};
use localization::{Said, say};
use renderer::{Align, Art, Canvas, DeckName, DrawFrame, Lettering, Pen, Screen, secrets_left, wrap};
use std::time::Duration;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Opened>().init_resource::<Compared>().init_resource::<NextDeck>();
    app.init_resource::<Collected>();
    app.add_systems(OnEnter(Phase::Tally), (open_page, collect, compare, look_ahead).chain());
    let counts = in_state(Phase::Tally).or_else(in_state(Phase::Ending));
    app.add_systems(Update, count_aloud.in_set(Hear).run_if(counts));
    app.add_systems(Update, arrive.run_if(in_state(Flow::Running)));
    app.add_systems(Update, progress::go_on.run_if(in_state(Phase::Tally).and_then(turns_page)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Tally)));
}

/// Shows the tally after a lift, or continues immediately after stairs. Demos end here.
pub(crate) fn arrive(world: &mut World) {
    let is_own = world.get_resource::<Tape>().is_none_or(|tape| tape.replay.is_none());
    let outcome = world.get_resource::<Run>().map(|run| run.outcome);
    match outcome.filter(|outcome| is_own && outcome.is_done()) {
        Some(Outcome::Stairs(_)) => progress::go_on(world),
        Some(_) => world.resource_mut::<NextState<Phase>>().set(Phase::Tally),
        None => {}
    }
}

/// Time at which the current page was opened, since the start of the game.
#[derive(Resource, Default)]
pub(crate) struct Opened(Duration);

/// Minimum time that a page is shown, so that a player who is still firing in the lift does not miss it.
const SHORTEST: Duration = Duration::from_millis(500);

/// Records that a page was opened.
pub(crate) fn open_page(time: Res<Time<Real>>, mut opened: ResMut<Opened>) {
    opened.0 = time.elapsed();
}

/// Returns true if the player turns the page.
pub(crate) fn turns_page(pressed: Res<Presses>, time: Res<Time<Real>>, opened: Res<Opened>) -> bool {
    (pressed.confirm() || pressed.goes_on()) && time.elapsed() >= opened.0 + SHORTEST
}

/// Duration of the counting animation.
const COUNTING: Duration = Duration::from_millis(1200);

/// Returns the progress of the counting animation; 1 or more means that it is complete.
pub(crate) fn counted(time: &Time<Real>, opened: &Opened) -> f32 {
    time.elapsed().saturating_sub(opened.0).as_secs_f32() / COUNTING.as_secs_f32()
}

/// Number of clicks during the animation, and their loudness.
const CLICKS: f32 = 14.0;
const LOUDNESS: f32 = 0.7;

/// Plays the clicks of the counting animation, and a sound at its end.
fn count_aloud((time, opened): (Res<Time<Real>>, Res<Opened>), cues: Option<ResMut<Cues>>, mut heard: Local<u32>) {
    let clicks = (counted(&time, &opened).min(1.0) * CLICKS) as u32;
    let before = std::mem::replace(&mut *heard, clicks);
    // A lower count means that another page has started.
    let Some(mut cues) = cues.filter(|_| clicks > before) else { return };
    let name = if clicks < CLICKS as u32 { "tally_count" } else { "tally_done" };
    cues.0.push((Cue { own: true, ..Cue::around(name, LOUDNESS) }, Vec2::ZERO));
}

/// Number of things that were collected for the player after the last monster had fallen.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Collected(u32);

impl Collected {
    fn said(self) -> Option<Said> {
        let count = self.0;
        (count > 0).then(|| say!("{count} thing collected" | "{count} things collected", count))
    }
}

/// Collects what lies about in the explored part of a deck on which no monster is left, if the player wants that.
fn collect(world: &mut World) {
    let wants = world.get_resource::<Settings>().is_some_and(|settings| settings.collects_rest);
    let is_safe = world.get_resource::<Run>().is_some_and(|run| run.kills >= run.monsters);
    let count = if wants && is_safe { collect_rest(world) } else { 0 };
    world.insert_resource(Collected(count));
}

/// Name of the deck to which the lift goes, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct NextDeck(Option<Said>);

fn look_ahead(world: &mut World) {
    let journey = progress::next_journey(world).and_then(|(journey, leads_on)| leads_on.then_some(journey));
    let title = world.get_resource::<Decks>().zip(journey).map(|(decks, journey)| decks.title(&journey.deck));
    world.insert_resource(NextDeck(title));
}

/// Comparison with earlier results on this deck, as one line.
#[derive(Resource, Clone, Debug, Default)]
struct Compared(Said);

/// Adds the results of the deck to the scores.
fn compare(
    (run, progress, dev): (Option<Res<Run>>, Option<Res<Progress>>, Res<DevState>),
    scores: Option<ResMut<Scores>>,
    mut compared: ResMut<Compared>,
    mut commands: Commands,
) {
    let (Some(run), Some(progress), Some(mut scores)) = (run, progress, scores) else { return };
    if dev.used || progress.dev_acts {
        compared.0 = say!("With developer acts, assists or a chosen start: no score").into();
        return;
    }
    let (before, written) = scores.take(&progress.deck, progress.skill, &run);
    compared.0 = in_words(before, &run);
    if let Err(what) = written {
        commands.insert_resource(Note::new(Said::literal(what)));
    }
}

/// Returns the comparison of a run with the best results before it.
fn in_words(before: Option<Best>, run: &Run) -> Said {
    match before {
        None => say!("First time on this deck at this difficulty").into(),
        Some(best) if run.tick < best.ticks => {
            let gained = Said::literal(clock(seconds(best.ticks).saturating_sub(seconds(run.tick))));
            say!("New best time on this deck, by {gained}", gained)
        }
        Some(best) => say!(
            "Your best: time {time}, kills {kills}, secrets {secrets}",
            time = Said::literal(clock(seconds(best.ticks))),
            kills = best.kills.max(run.kills),
            secrets = best.secrets.max(run.found)
        ),
    }
}

fn draw(
    (run, deck, counts): (Option<Res<Run>>, Option<Res<Deck>>, Option<Res<Counts>>),
    name: Option<Res<DeckName>>,
    (art, hints): (Option<Res<Art>>, Hints),
    (time, opened, compared, next): (Res<Time<Real>>, Res<Opened>, Res<Compared>, Res<NextDeck>),
    (walls, collected): (Query<&PushWall>, Res<Collected>),
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(deck), Some(counts)) = (run, deck, counts) else { return };
    let (Some(name), Some(art)) = (name, art) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    backdrop::draw(&mut canvas, &art, SHIP, backdrop::DIM);
    text_layout::line(&mut canvas, art.pen(), &name.0, height / 8, 3, RED);
    let part = counted(&time, &opened);
    let more = secrets_left(&deck.0, walls.iter()).into_iter().chain(collected.said());
    lines(&mut canvas, &art, (&DeckStats::of(&run, &deck.0), &counts), more, part, height * 3 / 10);
    if part >= 1.0 {
        let above = foot(height) - text_layout::line_height(&canvas, art.pen(), 1);
        text_layout::line(&mut canvas, art.pen(), &compared.0, above, 1, BRIGHT);
    }
    if let Some(next) = &next.0 {
        let above = foot(height) - 2 * text_layout::line_height(&canvas, art.pen(), 1);
        text_layout::line(&mut canvas, art.pen(), &say!("Next: {next}", next), above, 1, PALE);
    }
    let words = say!("Press {key} to continue", key = hints.of(Action::MenuConfirm));
    text_layout::line(&mut canvas, art.pen(), &words, foot(height), 1, DIM);
}

/// Draws the statistics line by line from `top` downwards. When the animation is complete (`part` is 1), also draws as
/// many of the counts by kind as fit, after `more` lines. The line at the bottom of the page keeps its space.
pub(crate) fn lines(
    canvas: &mut Canvas,
    art: &Art,
    (achieved, counts): (&DeckStats, &Counts),
    more: impl IntoIterator<Item = Said>,
    part: f32,
    top: i32,
) {
    let pen = art.pen();
    let [small, large] = [1, 2].map(|times| text_layout::line_height(canvas, pen, times));
    // The lines above the bottom are for the comparison and the next deck.
    let end = foot(canvas.height()) - 2 * small;
    let width = canvas.width() * 9 / 10;
    let counts = count_lines(counts).into_iter().map(|line| items_together(&pen.say(&line)));
    let by_kind = more.into_iter().map(|line| pen.say(&line)).chain(counts);
    let by_kind: Vec<String> =
        by_kind.flat_map(|line| wrap(pen.font(), &line, width / text_layout::size(canvas, pen, 1))).collect();
    let all = achieved.rows().len();
    let below = by_kind.len() as i32 * small;
    // The columns are as wide as the final values, so that nothing moves while they count up.
    let columns = Columns::of(pen, &achieved.rows());
    let is_high = top + all as i32 * large + below > end;
    let times = if is_high || columns.width() * text_layout::size(canvas, pen, 2) > width { 1 } else { 2 };
    let room = if times == 1 { (end - below).max(top + all as i32 * small) } else { end - below };
    let step = step(top, room, text_layout::line_height(canvas, pen, times), all);
    for (line, row) in (0..).zip(achieved.counted(part).rows()) {
        columns.draw(canvas, pen, &row, top + line * step, times);
    }
    let rows = (top + all as i32 * step..).step_by(small.max(1) as usize).take_while(|y| y + small <= end);
    for (y, text) in rows.zip(by_kind).take_while(|_| part >= 1.0) {
        text_layout::said_line(canvas, pen, &text, y, 1, DIM);
    }
}

/// Replaces the spaces within the items of a list by no-break spaces, so that lines are broken only between items.
fn items_together(list: &str) -> String {
    list.split(", ").map(|item| item.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(", ")
}

/// Widths of the columns of the statistics at scale 1: names, values and shares.
struct Columns([i32; 3]);

/// Space between two columns at scale 1.
const APART: i32 = 12;

impl Columns {
    fn of(pen: &Pen, rows: &[StatRow]) -> Columns {
        let words = |row: &StatRow| said(pen, row).map(|words| pen.width(&words));
        let widest = |one: [i32; 3], other: [i32; 3]| [0, 1, 2].map(|column| one[column].max(other[column]));
        Columns(rows.iter().map(words).fold([0; 3], widest))
    }

    fn width(&self) -> i32 {
        self.0.iter().sum::<i32>() + 2 * APART
    }

    /// Draws a row with the columns in the middle of the canvas: names and values begin below each other, and shares
    /// end below each other.
    fn draw(&self, canvas: &mut Canvas, pen: &Pen, row: &StatRow, y: i32, times: i32) {
        let size = text_layout::size(canvas, pen, times);
        let left = (canvas.width() - self.width() * size) / 2;
        let value = left + (self.0[0] + APART) * size;
        let [name, counted, share] = said(pen, row);
        canvas.text(pen, &name, left, y, Lettering::new(PALE, size));
        canvas.text(pen, &counted, value, y, Lettering::new(PALE, size));
        let end = left + self.width() * size;
        canvas.text(pen, &share, end, y, Lettering::new(PALE, size).aligned(Align::Right));
    }
}

fn said(pen: &Pen, row: &StatRow) -> [String; 3] {
    [pen.say(row.name), pen.say(&row.value), row.share.as_ref().map(|share| pen.say(share)).unwrap_or_default()]
}

/// Returns the top of the line at the bottom of a page, for this frame height.
pub(crate) fn foot(height: i32) -> i32 {
    height * 17 / 20
}

/// Returns the line spacing: a little more than the height of a line, or less if `count` lines would not fit.
fn step(top: i32, foot: i32, height: i32, count: usize) -> i32 {
    (height * 6 / 5).min((foot - top) / count.max(1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn counts_are_not_broken_from_their_names() {
        let items = items_together("Kills: burning man: 12, skeleton: 8");
        assert_eq!(items, "Kills:\u{a0}burning\u{a0}man:\u{a0}12, skeleton:\u{a0}8");
    }

    #[test]
    fn rest_is_collected_only_after_the_last_monster() {
        use crate::testing;
        let collected = |wants: bool, monsters: u32| {
            let mut app = testing::game(20, |app| {
                app.insert_resource(Settings { collects_rest: wants, ..Settings::default() });
            });
            testing::play(&mut app, &engine::Start::on(testing::level(&["#####", "#@.a#", "#####"])));
            (0..9).for_each(|_| app.update());
            app.world_mut().resource_mut::<Run>().monsters = monsters;
            collect(app.world_mut());
            app.world().resource::<Collected>().said().map(|said| said.english())
        };
        assert_eq!(collected(true, 0), Some("1 thing collected".to_owned()));
        assert_eq!((collected(true, 1), collected(false, 0)), (None, None));
    }

    fn testing_level() -> Arc<level::Level> {
        let level =
            b"(name: \"x\", legend: {'#': (wall: \"hull\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        Arc::new(level::Level::read("x", level).unwrap())
    }

    #[test]
    fn run_is_compared_with_the_previous_best() {
        let mut run = *engine::Headless::begin(&engine::Start::on(testing_level())).world().resource::<Run>();
        (run.tick, run.kills, run.found) = (120 * 65, 3, 1);
        let best = |seconds: u64| Some(Best { ticks: 120 * seconds, kills: 5, secrets: 0 });
        assert!(in_words(None, &run).english().starts_with("First time"));
        assert_eq!(in_words(best(70), &run), "New best time on this deck, by 0:05");
        assert_eq!(in_words(best(30), &run), "Your best: time 0:30, kills 5, secrets 1");
    }

    #[test]
    fn columns_of_the_statistics_stay_while_they_count_up() {
        let art = content::read_art(&crate::files::given::shipped_files()).unwrap();
        let mut run = *engine::Headless::begin(&engine::Start::on(testing_level())).world().resource::<Run>();
        (run.kills, run.monsters, run.found, run.secrets, run.tick) = (112, 112, 1, 3, 120 * 700);
        let stats = DeckStats::of(&run, &testing_level());
        let starts = |part: f32| {
            let mut frame = raycast::Frame::new(640, 360);
            let mut canvas = Canvas::new(&mut frame);
            lines(&mut canvas, &art, (&stats, &Counts::default()), None, part, 100);
            // The first column in which anything is drawn, and the last one, row by row.
            let frame = &frame;
            let lit = |y: usize| (0..640).filter(move |&x| frame.pixel(x, y) != frame.pixel(0, 0));
            let rows = (100..360).map(|y| (lit(y).min(), lit(y).max())).collect::<Vec<_>>();
            (rows.iter().filter_map(|row| row.0).min(), rows.iter().filter_map(|row| row.1).max())
        };
        assert_eq!(starts(0.2).0, starts(1.0).0, "names must not move");
        assert_eq!(starts(0.2).1, starts(1.0).1, "shares must end at the same place");
    }

    #[test]
    fn counting_clicks_until_complete_on_every_page() {
        let mut world = World::new();
        world.init_resource::<Cues>();
        world.init_resource::<Opened>();
        world.insert_resource(Time::<Real>::default());
        let system = world.register_system(count_aloud);
        for _ in 0..2 {
            let now = world.resource::<Time<Real>>().elapsed();
            world.insert_resource(Opened(now));
            for _ in 0..100 {
                world.resource_mut::<Time<Real>>().update_with_duration(Duration::from_millis(16));
                world.run_system(system).unwrap();
            }
            let cues = std::mem::take(&mut world.resource_mut::<Cues>().0);
            let heard: Vec<&str> = cues.iter().map(|(cue, _)| &*cue.name).collect();
            let (last, others) = heard.split_last().unwrap();
            assert_eq!((*last, others.len()), ("tally_done", CLICKS as usize - 1), "{heard:?}");
            assert!(others.iter().all(|name| *name == "tally_count"), "{heard:?}");
        }
    }

    #[test]
    fn tally_lines_end_above_the_bottom_of_the_page() {
        for (height, line) in [(180, 32), (360, 32), (720, 64), (1080, 96)] {
            for top in [height * 3 / 10, height * 7 / 20] {
                for count in 0..6 {
                    assert!(top + step(top, foot(height), line, count) * count as i32 <= foot(height));
                }
            }
        }
        assert_eq!(step(108, foot(360), 32, 5), 38, "usually there is room for more than they need");
    }
}
