//! Log: the messages and captions of this run, opened from the pause menu.

use crate::{flow::page::Page, input::presses::Presses, ui::front::Front, ui::scroll::Scroll};
use bevy::prelude::*;
use engine::TICKS_PER_SECOND;
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, MessageLog, Screen};

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

/// Returns the messages, each with the time on the deck.
fn lines(log: &MessageLog) -> Vec<Said> {
    let said = log.0.iter().map(|(tick, text)| {
        let seconds = tick / u64::from(TICKS_PER_SECOND);
        Said::literal(format!("{}:{:02}   ", seconds / 60, seconds % 60)).then(text)
    });
    let lines: Vec<Said> = said.collect();
    if lines.is_empty() { vec![say!("No messages on this deck yet.").into()] } else { lines }
}

fn draw((art, log): (Option<Res<Art>>, Res<MessageLog>), mut page: ResMut<LogPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let lines: Vec<String> = lines(&log).iter().map(|line| art.pen().say(line)).collect();
    page.0.draw(&mut Canvas::new(&mut screen.0), art.pen(), say!("Messages"), &lines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_message_has_its_time() {
        assert_eq!(lines(&MessageLog::default()).len(), 1);
        let log = MessageLog(vec![(0, Said::literal("One")), (61 * u64::from(TICKS_PER_SECOND), Said::literal("Two"))]);
        assert_eq!(lines(&log), ["0:00   One", "1:01   Two"]);
    }
}
