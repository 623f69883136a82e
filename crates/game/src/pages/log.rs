//! Log, opened from the pause menu: what the player has read on this journey, by person, and the messages and captions of
//! this run.

use crate::{
    campaign::journal::ReadTexts, flow::page::Page, input::presses::Presses, ui::front::Front, ui::scroll::Scroll,
};
use bevy::prelude::*;
use campaign::Journal;
use content::Decks;
use engine::TICKS_PER_SECOND;
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, MessageLog, Screen};
use std::collections::BTreeMap;

#[derive(Resource, Default)]
struct LogPage(Scroll);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LogPage>();
    app.add_systems(OnEnter(Page::Log), |mut page: ResMut<LogPage>| page.0 = Scroll::at_end());
    app.add_systems(Update, follow.run_if(in_state(Page::Log)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Log)));
}

fn follow(pressed: Res<Presses>, mut page: ResMut<LogPage>, mut page_shown: ResMut<NextState<Page>>) {
    if page.0.follow(&pressed) {
        page_shown.set(Page::None);
    }
}

/// Returns what the player has read on this journey, by person and by deck.
fn notes(journal: &Journal, decks: &Decks, say: impl Fn(Said) -> String) -> Vec<String> {
    let mut of_speakers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for note in journal.notes() {
        let text = say(Said::data(&note.text));
        let Some(speaker) = decks.story().speaker(&note.text) else { continue };
        let speaker = say(Said::data(speaker));
        let title = decks.named(&note.deck).and_then(|deck| deck.title.clone());
        let title = say(title.unwrap_or_else(|| Said::literal(&note.deck)));
        of_speakers.entry(speaker).or_default().push(format!("{title}: \u{201c}{text}\u{201d}"));
    }
    let of_one = |(speaker, texts)| [vec![format!("# {speaker}")], texts, vec![String::new()]].concat();
    of_speakers.into_iter().flat_map(of_one).collect()
}

/// Returns the messages, each with the time on the deck.
fn lines(log: &MessageLog) -> Vec<Said> {
    let said = log.0.iter().map(|(tick, text)| {
        let seconds = tick / u64::from(TICKS_PER_SECOND);
        Said::literal(format!("{}:{:02}   ", seconds / 60, seconds % 60)).then(text)
    });
    let lines: Vec<Said> = said.collect();
    if lines.is_empty() { vec![say!("No messages on this deck yet.").into()] } else { lines }
}

fn draw(
    (art, log): (Option<Res<Art>>, Res<MessageLog>),
    (read, decks): (Option<Res<ReadTexts>>, Option<Res<Decks>>),
    mut page: ResMut<LogPage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let pen = art.pen();
    let mut text =
        read.zip(decks).map(|(read, decks)| notes(&read.journal, &decks, |said| pen.say(said))).unwrap_or_default();
    if !text.is_empty() {
        text.push(format!("# {}", pen.say(say!("This deck"))));
    }
    text.extend(lines(&log).iter().map(|line| pen.say(line)));
    page.0.draw(&mut Canvas::new(&mut screen.0), art.pen(), say!("Messages"), &text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::Campaign;

    #[test]
    fn each_message_has_its_time() {
        assert_eq!(lines(&MessageLog::default()).len(), 1);
        let log = MessageLog(vec![(0, Said::literal("One")), (61 * u64::from(TICKS_PER_SECOND), Said::literal("Two"))]);
        assert_eq!(lines(&log), ["0:00   One", "1:01   Two"]);
    }

    #[test]
    fn notes_are_grouped_by_the_person_who_speaks() {
        let mut journal = Journal::default();
        for text in ["Orne: one.", "Brask: two.", "A door opens.", "Orne, 8 November: three."] {
            journal.note("hull", text);
        }
        let level = "(name: \"x\", legend: {'W': (wall: \"hull\", lift: \"on\"), '@': (thing: Player)}, map: [\"WWW\", \"W@W\", \"WWW\"])";
        let campaign = b"(decks: [(name: \"hull\", title: \"The hull\", level: \"a.ron\", ways: [(by: \"lift\")])], people: [\"Orne\", \"Brask\"])";
        let campaign = Campaign::read("campaign.ron", campaign).unwrap();
        let read = |_: &str| Ok(level.as_bytes().to_vec());
        let decks = campaign::Decks::of_campaign("campaign.ron", &campaign, &engine::Rules::standard(), read).unwrap();
        let decks = Decks(decks);
        let notes = notes(&journal, &decks, |said| said.english());
        let heads =
            ["# Brask", "The hull: \u{201c}Brask: two.\u{201d}", "", "# Orne", "The hull: \u{201c}Orne: one.\u{201d}"];
        assert_eq!(notes[..5], heads);
    }
}
