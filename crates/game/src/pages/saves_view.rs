//! Layout of the save pages: the slots on the left, the selected save's thumbnail and details on the right.

use crate::{
    input::action::Action,
    input::hints::Hints,
    pages::saves::{Asked, Row, SavesPage},
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::math::Vec2;
use campaign::{Picture, Ring, Save, Slot, clock, count_lines, seconds, title_of_save};
use localization::{Said, say};
use raycast::Texture;
use renderer::{Area, Canvas, Lettering, Pen};
use std::time::Duration;

/// Buttons for the selected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// Loads, writes, or confirms.
    Go,
    Rename,
    Delete,
    /// Leaves the page, or cancels.
    Back,
}

/// Converts the thumbnail of a save to a texture, using only every `every`-th row and column.
pub(super) fn texture(picture: &Picture, every: usize) -> Option<Texture> {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let (columns, rows) = (width / every, height / every);
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| 3 * (y * every * width + x * every)));
    let rgba = places.flat_map(|at| [picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2], 255]);
    Texture::new(columns, rows, &rgba.collect::<Vec<u8>>()).ok()
}

/// Draws the page. `skill` returns the name of a skill, and `now` is the time since 1970.
pub(super) fn draw(
    page: &mut SavesPage,
    canvas: &mut Canvas,
    pen: &Pen,
    hints: &Hints,
    skill: &dyn Fn(u8) -> Said,
    now: Duration,
) {
    let height = canvas.height();
    let (size, line) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    canvas.tint(BLACK.covering(0.85));
    let title = if page.writes { say!("Save") } else { say!("Load") };
    text_layout::line(canvas, pen, title, line / 2, 2, PALE);
    let foot = height - line * 2;
    let (rows, about) = places(canvas, pen, line, foot, 8 * size);
    list(page, canvas, pen, rows);
    if page.rows.is_empty() {
        let words = say!("No saves yet. Press {key} at any time to quick save.", key = hints.of(Action::QuickSave));
        text_layout::paragraph(canvas, pen, &words, rows, DIM);
    }
    if let Some(row) = page.chosen() {
        details(row, canvas, pen, about, &known(row, skill, now));
    }
    buttons(
        page,
        canvas,
        pen,
        hints,
        if text_layout::is_small(canvas, pen) { height - line - 1 } else { foot + line / 2 },
    );
    ask(page, canvas, pen);
}

/// Returns the areas of the lines and of the details: side by side, or one below the other on a small canvas.
fn places(canvas: &Canvas, pen: &Pen, line: i32, foot: i32, margin: i32) -> (Area, Area) {
    let width = canvas.width();
    if text_layout::is_small(canvas, pen) {
        let (top, about) = (line * 3 / 2, line * 4);
        let wide = Area::new(margin, top, width - 2 * margin, 0);
        let below = canvas.height() - line - about - 2;
        return (Area { height: below - top, ..wide }, Area { y: below, height: about, ..wide });
    }
    let top = line * 3;
    let left = Area::new(margin, top, width * 11 / 20 - margin, foot - top);
    (left, Area::new(width * 11 / 20 + margin, top, width * 9 / 20 - 2 * margin, foot - top))
}

/// Draws as many lines as fit, always including the selected one.
fn list(page: &mut SavesPage, canvas: &mut Canvas, pen: &Pen, area: Area) {
    let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    let shown = ((area.height / high).max(1) as usize).min(page.rows.len());
    let first = (page.chooser.chosen + 1).saturating_sub(shown).min(page.rows.len() - shown);
    page.chooser.begin();
    for (place, (number, row)) in (0..).zip(page.rows.iter().enumerate().skip(first).take(shown)) {
        let row_area = Area::new(area.x, area.y + place * high, area.width, high);
        let is_chosen = number == page.chooser.chosen;
        let colour = match &row.save {
            _ if is_chosen => BRIGHT,
            None => DIM,
            Some(Err(_)) => RED,
            Some(Ok(_)) => PALE,
        };
        let title = pen.say(row.title());
        let words = text_layout::shortened(pen, &title, row_area.width / size);
        canvas.text(pen, &words, row_area.x, row_area.y, Lettering::new(colour, size));
        page.chooser.place(number, row_area);
    }
    let mut more = |y: i32, high: i32| {
        let right = (area.x + area.width - 6 * size) as f32;
        text_layout::arrow(canvas, Vec2::new(right, y as f32), (high * size) as f32);
    };
    if first > 0 {
        more(area.y, -3);
    }
    if first + shown < page.rows.len() {
        more(area.y + shown as i32 * high, 3);
    }
}

/// Returns the name of the deck of a save.
fn deck(save: &Save) -> Said {
    title_of_save(&save.head.level, &save.label.deck)
}

impl Row {
    /// Returns the text of the line, translated except for the player's name of the save.
    fn title(&self) -> Said {
        let place = match self.slot {
            Slot::Of(Ring::Quick, _) => say!("Quick save").into(),
            Slot::Of(Ring::Auto, _) => say!("Autosave").into(),
            Slot::Named(number) => Said::from(number + 1),
        };
        match &self.save {
            None => say!("{place}: empty", place),
            Some(Err(_)) => say!("{place}: damaged", place),
            Some(Ok(save)) if save.label.name.is_empty() => Said::joined([place, deck(save)], ": "),
            Some(Ok(save)) => Said::joined([place, Said::literal(&save.label.name)], ": "),
        }
    }
}

/// Draws the thumbnail and the details of a save.
fn details(row: &Row, canvas: &mut Canvas, pen: &Pen, area: Area, known: &[(Said, renderer::Colour)]) {
    let high = text_layout::line_height(canvas, pen, 1);
    let save = match &row.save {
        None => return,
        Some(Err(what)) => return text_layout::paragraph(canvas, pen, Said::literal(what.to_string()), area, RED),
        Some(Ok(save)) => save,
    };
    let mut y = area.y;
    let fits =
        |picture: &&Texture| picture.width() as i32 <= area.width && picture.height() as i32 + 4 * high <= area.height;
    if let Some(picture) = row.pictures.iter().find(fits) {
        let scale = (area.width / picture.width() as i32).min(area.height / 2 / picture.height() as i32).max(1);
        canvas.picture(picture, area.x, y, scale, 1.0);
        y += picture.height() as i32 * scale + high / 2;
    }
    // On a small canvas, the deck is not repeated if the line already shows it.
    let skipped = usize::from(text_layout::is_small(canvas, pen) && save.label.name.is_empty());
    for (words, colour) in known.iter().skip(skipped) {
        text_layout::paragraph(canvas, pen, words, Area { y, height: area.y + area.height - y, ..area }, *colour);
        y += text_layout::wrapped(canvas, pen, words, area.width).len() as i32 * high;
    }
}

/// Returns the details of the save in a row, line by line. Empty if there is no save.
fn known(row: &Row, skill: &dyn Fn(u8) -> Said, now: Duration) -> Vec<(Said, renderer::Colour)> {
    let Some(Ok(save)) = &row.save else { return Vec::new() };
    let label = &save.label;
    let mut known = vec![
        (deck(save), PALE),
        (say!("Difficulty: {skill}", skill = skill(save.head.skill)), DIM),
        (
            say!(
                "Played: {time} (this deck: {here})",
                time = Said::literal(clock(seconds(label.played))),
                here = Said::literal(clock(seconds(save.tick)))
            ),
            DIM,
        ),
        (say!("Saved: {date}", date = ago(label.written, now.as_secs())), DIM),
    ];
    if save.dev_acts {
        known.push((say!("With developer acts, assists or a chosen start").into(), BRIGHT));
    }
    known.extend(count_lines(&save.counts).into_iter().map(|line| (line, DIM)));
    known
}

/// Returns the time since an event as text. The system clock may have been set back since then.
fn ago(then: u64, now: u64) -> Said {
    match now.saturating_sub(then) {
        0..60 => say!("just now").into(),
        seconds @ 60..3600 => say!("{minutes} minute ago" | "{minutes} minutes ago", minutes = seconds / 60),
        seconds @ 3600..86400 => say!("{hours} hour ago" | "{hours} hours ago", hours = seconds / 3600),
        seconds => {
            let (days, date) = (seconds / 86400, Said::literal(date(then)));
            say!("{date} ({days} day ago)" | "{date} ({days} days ago)", days, date)
        }
    }
}

/// Returns the date (UTC) of a time in seconds since 1970.
fn date(seconds: u64) -> String {
    let (mut year, mut day) = (1970, seconds / 86400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = |year| if is_leap(year) { 366 } else { 365 };
    while year < 9999 && day >= length(year) {
        day -= length(year);
        year += 1;
    }
    let months = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && day >= months[month] {
        day -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, day.min(30) + 1)
}

/// Draws the buttons with their keys along the bottom of the page.
fn buttons(page: &mut SavesPage, canvas: &mut Canvas, pen: &Pen, hints: &Hints, y: i32) {
    let high = text_layout::line_height(canvas, pen, 1);
    let key = |action| hints.of(action);
    let [confirm, back] = [Action::MenuConfirm, Action::MenuBack].map(key);
    let [rename, delete] = [Action::MenuRename, Action::MenuDelete].map(key);
    let all = if page.asked == Asked::Nothing {
        let go = if page.writes { say!("{confirm}: save", confirm) } else { say!("{confirm}: load", confirm) };
        vec![
            (Button::Go, go),
            (Button::Rename, say!("{rename}: rename", rename)),
            (Button::Delete, say!("{delete}: delete", delete)),
            (Button::Back, say!("{back}: back", back)),
        ]
    } else {
        // On the keyboard on the screen, the confirming button presses a key.
        let is_name = matches!(page.asked, Asked::Name(_)) && page.keyboard.is_shown;
        let yes = if is_name { say!("Done").into() } else { say!("{confirm}: yes", confirm) };
        vec![(Button::Go, yes), (Button::Back, say!("{back}: no", back))]
    };
    page.buttons.clear();
    let each = canvas.width() / all.len() as i32;
    for (number, (button, words)) in (0..).zip(all) {
        let area = Area::new(each * number, y, each, high);
        text_layout::button(canvas, pen, words, area);
        page.buttons.push((button, area));
    }
}

/// Draws the current question over the page.
fn ask(page: &mut SavesPage, canvas: &mut Canvas, pen: &Pen) {
    let title = page.chosen().map(Row::title).unwrap_or_default();
    let (question, answer) = match &page.asked {
        Asked::Nothing => return,
        Asked::Name(name) => (say!("Name this save:").into(), Some(format!("{name}_"))),
        Asked::Delete => (say!("Delete \"{title}\"?", title), None),
        Asked::Replace => (say!("Overwrite \"{title}\"?", title), None),
    };
    let (width, height) = (canvas.width(), canvas.height());
    let high = text_layout::line_height(canvas, pen, 1);
    let types = page.keyboard.is_shown && answer.is_some();
    let panel = Area::new(width / 8, if types { high } else { height / 2 - 3 * high }, width * 3 / 4, 6 * high);
    canvas.fill(panel, BLACK);
    canvas.outline(panel, text_layout::size(canvas, pen, 1), BRIGHT);
    let inside = Area::new(panel.x + high, panel.y + high, panel.width - 2 * high, 2 * high);
    text_layout::paragraph(canvas, pen, &question, inside, PALE);
    if let Some(answer) = answer {
        text_layout::said_paragraph(canvas, pen, &answer, Area { y: panel.y + 3 * high, ..inside }, BRIGHT);
    }
    if types {
        page.keyboard.draw(canvas, pen, panel.y + panel.height + high / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_since_a_save_is_rounded_for_humans() {
        for (seconds, words) in [(0, "just now"), (61, "1 minute ago"), (7300, "2 hours ago")] {
            assert_eq!(ago(1_000_000, 1_000_000 + seconds), words);
        }
        assert_eq!(ago(951_782_400, 951_782_400 + 3 * 86400), "2000-02-29 (3 days ago)");
        assert_eq!(ago(2_000_000, 1_000_000), "just now", "the clock was set back");
    }

    #[test]
    fn days_are_converted_to_dates() {
        for (seconds, day) in
            [(0, "1970-01-01"), (1_795_305_600, "2026-11-22"), (4_102_444_799, "2099-12-31"), (u64::MAX, "9999-12-31")]
        {
            assert_eq!(date(seconds), day);
        }
    }
}
