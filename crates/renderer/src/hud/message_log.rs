//! The log of past messages, which the pages of the game show.

use bevy::prelude::*;
use engine::{RunBegan, ticks};
use localization::Said;

/// The recent messages of this run, the oldest first, with their ticks.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageLog(pub Vec<(u64, Said)>);

/// The maximum number of messages in the log, and the ticks for which a repeated message is logged as one line.
const MAX_IN_LOG: usize = 200;
const REPEATED: u64 = ticks(3.0) as u64;

impl MessageLog {
    /// Adds a message. Messages from the future belong to another run and are removed.
    pub(super) fn note(&mut self, now: u64, text: &Said) {
        self.0.retain(|(tick, _)| *tick <= now);
        // A repeated sound is logged as one line.
        if self.0.last().is_none_or(|(tick, last)| last != text || now - tick > REPEATED) {
            self.0.push((now, text.clone()));
        }
        let surplus = self.0.len().saturating_sub(MAX_IN_LOG);
        self.0.drain(..surplus);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MessageLog>();
    app.add_observer(|_: On<RunBegan>, mut log: ResMut<MessageLog>| log.0.clear());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_keeps_past_messages_and_drops_future_ones() {
        let mut log = MessageLog::default();
        log.note(10, &Said::literal("one"));
        log.note(20, &Said::literal("one"));
        log.note(30, &Said::literal("two"));
        log.note(20 + REPEATED + 11, &Said::literal("two"));
        assert_eq!(log.0.iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [10, 30, 20 + REPEATED + 11]);
        log.note(15, &Said::literal("again"));
        assert_eq!(log.0.len(), 2, "the run was rewound");
        (0..999).for_each(|tick| log.note(1000 + tick, &Said::from(tick)));
        assert_eq!(log.0.len(), MAX_IN_LOG);
    }
}
