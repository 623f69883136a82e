//! The log of a page: warnings and errors go to the browser's console. The usual library for logs would bring regular
//! expressions into the download.

use crate::window::page;
use bevy::log::tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    level_filters::LevelFilter,
    span::{Attributes, Id, Record},
    subscriber::set_global_default,
};
use std::fmt::{Debug, Write};

/// Parts of libraries that are too chatty: their warnings do not matter to a player. The game reports unreadable files
/// itself.
const QUIET: [&str; 3] = ["bevy_asset::server", "winit", "gilrs"];

/// Starts the log.
pub(crate) fn begin() {
    // There is only one.
    let _ = set_global_default(PageLog);
}

struct PageLog;

impl Subscriber for PageLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let is_quiet = QUIET.iter().any(|target| metadata.target().starts_with(target));
        metadata.is_event() && (*metadata.level() == Level::ERROR || *metadata.level() == Level::WARN && !is_quiet)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::WARN)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().target().to_owned());
        event.record(&mut line);
        page::log_error(&line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The text of an event: its message, and its other values with their names.
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, ": {value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}
