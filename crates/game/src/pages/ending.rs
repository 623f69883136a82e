//! Ending screen, shown after the last deck: the lines of the campaign's ending, and then the tally.

use crate::{
    campaign::journal::ReadTexts,
    campaign::progress::{LastExit, Progress},
    flow::phase::Phase,
    input::action::Action,
    input::hints::Hints,
    pages::tally::{self, open_page, turns_page},
    ui::backdrop,
    ui::front::Front,
    ui::text_layout::{self, BLACK, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::LastPage;
use content::Decks;
use localization::{Key, Said, say};
use renderer::{Area, Art, Canvas, DrawFrame, Screen};

/// Brightness of the picture behind the tally, and how much the band behind the words hides of it.
const BEHIND_TALLY: f32 = 0.35;
const BAND: f32 = 0.65;

/// The ending of the campaign, one line at a time. After the last line follows the tally.
#[derive(Resource, Default)]
struct EndingPage {
    ending: LastPage,
    /// Index of the line that is shown.
    shown: usize,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<EndingPage>();
    app.add_systems(OnEnter(Phase::Ending), (open_page, open));
    app.add_systems(Update, (leave, open_page).chain().run_if(in_state(Phase::Ending).and_then(turns_page)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Ending)));
}

/// Looks up the ending behind the last exit.
fn open(
    (exit, decks, read): (Option<Res<LastExit>>, Option<Res<Decks>>, Option<Res<ReadTexts>>),
    mut page: ResMut<EndingPage>,
) {
    let ending = exit.zip(decks).zip(read).and_then(|((exit, decks), read)| read.journal.ending(&decks, &exit.0));
    *page = EndingPage { ending: ending.unwrap_or_default(), shown: 0 };
}

fn leave(mut page: ResMut<EndingPage>, mut phase: ResMut<NextState<Phase>>) {
    page.shown += 1;
    if page.shown > page.ending.lines.len() {
        phase.set(Phase::Title);
    }
}

/// Returns the final texts for a campaign with this number of decks.
fn words(decks: usize) -> (Key, Key) {
    match decks {
        1 => (say!("Level complete"), say!("This was the only deck.")),
        _ => (say!("You are out"), say!("The lift stops, the doors open, and nothing moves behind them.")),
    }
}

fn draw(
    (art, hints): (Option<Res<Art>>, Hints),
    (progress, decks): (Option<Res<Progress>>, Option<Res<Decks>>),
    (time, opened, page): (Res<Time<Real>>, Res<tally::Opened>, Res<EndingPage>),
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    let picture = page.ending.picture.as_deref().unwrap_or(backdrop::DAWN);
    if let Some(line) = page.ending.lines.get(page.shown) {
        backdrop::draw(&mut canvas, &art, picture, 1.0);
        let words = say!("Press {key} to continue", key = hints.of(Action::MenuConfirm));
        return caption(&mut canvas, &art, (&page.ending.title, line), &words);
    }
    backdrop::draw(&mut canvas, &art, picture, BEHIND_TALLY);
    let (heading, last) = if page.ending.lines.is_empty() {
        let (heading, last) = words(decks.map_or(0, |decks| decks.iter().count()));
        (heading.into(), last.into())
    } else {
        (page.ending.title.clone(), Said::default())
    };
    text_layout::line(&mut canvas, art.pen(), &heading, height / 8, 3, RED);
    text_layout::line(&mut canvas, art.pen(), &last, height / 4, 1, PALE);
    if let Some(progress) = progress {
        // On a small canvas, the sentence above needs two lines.
        let rows = text_layout::wrapped(&canvas, art.pen(), &last, canvas.width() * 9 / 10).len() as i32;
        let below = height / 4 + rows * text_layout::line_height(&canvas, art.pen(), 1) + height / 36;
        // Without a sentence, the tally begins as high as that of a deck.
        let usual = if last.english().is_empty() { height * 3 / 10 } else { height * 2 / 5 };
        let top = below.max(usual);
        let part = tally::counted(&time, &opened);
        tally::lines(&mut canvas, &art, (&progress.achieved, &progress.counts), None, part, top);
    }
    let words = say!("Press {key} to return to the title screen", key = hints.of(Action::MenuConfirm));
    text_layout::line(&mut canvas, art.pen(), &words, tally::foot(height), 1, DIM);
}

/// Draws the title and a line of the ending in a dark band above the picture, and how to go on below it.
fn caption(canvas: &mut Canvas, art: &Art, (title, line): (&Said, &Said), words: &Said) {
    let (width, height) = (canvas.width(), canvas.height());
    let [small, large] = [1, 3].map(|times| text_layout::line_height(canvas, art.pen(), times));
    let top = height / 24;
    let column = text_layout::column(canvas, art.pen(), top + large, height);
    let rows = text_layout::wrapped(canvas, art.pen(), line, column.width).len() as i32;
    canvas.fill(Area::new(0, 0, width, column.y + rows * small + small / 2), BLACK.covering(BAND));
    text_layout::line(canvas, art.pen(), title, top, 3, RED);
    text_layout::paragraph(canvas, art.pen(), line, column, PALE);
    let foot = height - small - small / 4;
    canvas.fill(Area::new(0, foot, width, height - foot), BLACK.covering(BAND));
    text_layout::line(canvas, art.pen(), words, foot, 1, DIM);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::{ecs::system::RunSystemOnce, state::app::StatesPlugin};
    use campaign::Campaign;
    use engine::Rules;

    #[test]
    fn most_of_the_picture_stays_visible_below_the_words() {
        let art = content::read_art(&crate::files::given::shipped_files()).unwrap();
        let drawn = |line: &str| {
            let mut frame = raycast::Frame::new(640, 360);
            let mut canvas = Canvas::new(&mut frame);
            backdrop::draw(&mut canvas, &art, "ending_chair", 1.0);
            if !line.is_empty() {
                caption(
                    &mut canvas,
                    &art,
                    (&Said::literal("Out of turn"), &Said::literal(line)),
                    &Said::literal("Go on"),
                );
            }
            frame
        };
        let (bare, shown) = (drawn(""), drawn(&"You say what a captain would say. ".repeat(5)));
        let same = bare.pixels().iter().zip(shown.pixels()).filter(|(one, other)| one == other).count();
        assert!(same > 640 * 360 / 2, "{same}");
    }

    #[test]
    fn lines_of_the_ending_are_shown_one_by_one_before_the_tally() {
        let campaign = br#"(
            decks: [(name: "a", level: "a.ron", ways: [(by: "lift")])],
            clues: [(name: "rule", deck: "a", part: "relief")],
            endings: [
                (by: "lift", read: ["rule"], title: "Relieved", lines: [(text: "One."), (text: "Two.")]),
                (by: "lift", title: "All hands", lines: [(text: "Three.")]),
            ],
        )"#;
        let level = r#"(name: "x", legend: {'W': (wall: "hull"), '@': (thing: Player), 'L': (wall: "lift", lift: "on"),
            '.': (name: "line")}, map: ["WWWW", "W@.L", "WWWW"],
            triggers: [(at: "line", on: Step, do: [Say("Wait for the relief.")])])"#;
        let campaign = Campaign::read("campaign.ron", campaign).unwrap();
        let read = |_: &str| Ok(level.as_bytes().to_vec());
        let decks = campaign::Decks::of_campaign("campaign.ron", &campaign, &Rules::standard(), read).unwrap();
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin)).init_resource::<EndingPage>().init_resource::<ReadTexts>();
        app.insert_resource(Decks(decks)).insert_resource(LastExit("lift".to_owned()));
        let shown = |world: &mut World| {
            let page = world.resource::<EndingPage>();
            page.ending.lines.get(page.shown).map(Said::english)
        };
        let world = app.world_mut();
        world.run_system_once(open).unwrap();
        assert_eq!(shown(world), Some("Three.".to_owned()));
        world.resource_mut::<ReadTexts>().journal.note("a", "Wait for the relief.");
        world.run_system_once(open).unwrap();
        assert_eq!(world.resource::<EndingPage>().ending.title.english(), "Relieved");
        for next in [Some("One."), Some("Two."), None] {
            assert_eq!(shown(world), next.map(str::to_owned));
            world.run_system_once(leave).unwrap();
        }
        assert!(matches!(world.resource::<NextState<Phase>>(), NextState::Pending(Phase::Title)));
    }
}
