//! The samples of `hullkit soak`: lines of a table, and a chart of memory, tick times and open files over time.

use crate::author::picture::drawing::{Drawing, Point, Rgb};

/// What was measured since the line before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) minutes: f64,
    pub(crate) decks: u64,
    pub(crate) ticks: u64,
    pub(crate) mean_tick_us: f64,
    pub(crate) worst_tick_us: f64,
    /// Resident memory in MiB, and open files; none where the system does not report them.
    pub(crate) resident_mib: Option<f64>,
    pub(crate) open_files: Option<f64>,
}

/// The names of the columns of the table.
pub(crate) const HEAD: &str = "minutes,decks,ticks,mean_tick_us,worst_tick_us,resident_mib,open_files";

/// The size of a panel, and the border around all of them, in pixels.
const PANEL: Point = (800, 150);
const BORDER: i32 = 40;

const PAPER: Rgb = [250, 250, 248];
const FRAME: Rgb = [150, 150, 150];
const INK: Rgb = [30, 30, 30];
const CURVE: Rgb = [20, 90, 170];

impl Sample {
    /// Returns the line of the table.
    pub(crate) fn line(&self) -> String {
        let Sample { minutes, decks, ticks, mean_tick_us, worst_tick_us, resident_mib, open_files } = self;
        let number = |value: &Option<f64>| value.map(|value| format!("{value:.1}")).unwrap_or_default();
        format!(
            "{minutes:.2},{decks},{ticks},{mean_tick_us:.1},{worst_tick_us:.0},{},{}\n",
            number(resident_mib),
            number(open_files)
        )
    }
}

/// Draws a panel for each value.
pub(crate) fn chart(samples: &[Sample]) -> Drawing {
    let panels: [(&str, fn(&Sample) -> Option<f64>); 4] = [
        ("resident memory, MiB", |sample| sample.resident_mib),
        ("mean tick, us", |sample| Some(sample.mean_tick_us)),
        ("worst tick, us", |sample| Some(sample.worst_tick_us)),
        ("open files", |sample| sample.open_files),
    ];
    let height = panels.len() as i32 * (PANEL.1 + BORDER) + BORDER;
    let mut drawing = Drawing::new(PANEL.0 + 2 * BORDER, height, PAPER);
    for (row, (title, value)) in (0..).zip(panels) {
        let points: Vec<(f64, f64)> =
            samples.iter().filter_map(|sample| Some((sample.minutes, value(sample)?))).collect();
        panel(&mut drawing, (BORDER, BORDER + row * (PANEL.1 + BORDER)), title, &points);
    }
    drawing
}

/// Draws one curve into a frame, from 0 to its highest value.
fn panel(drawing: &mut Drawing, (left, top): Point, title: &str, points: &[(f64, f64)]) {
    let (right, bottom) = (left + PANEL.0, top + PANEL.1);
    for (from, to) in [((left, top), (right, top)), ((left, bottom), (right, bottom)), ((left, top), (left, bottom))] {
        drawing.line(from, to, 1, FRAME);
    }
    let last = points.last().map_or(1.0, |(minutes, _)| minutes.max(1e-9));
    let highest = points.iter().map(|(_, value)| *value).fold(1e-9, f64::max);
    drawing.text((left, top - 20), &format!("{title}: 0 to {highest:.1} in {last:.1} minutes"), INK);
    let place = |&(minutes, value): &(f64, f64)| {
        let (across, up) = (minutes / last * f64::from(PANEL.0), value / highest * f64::from(PANEL.1));
        (left + across as i32, bottom - up as i32)
    };
    for pair in points.windows(2) {
        drawing.line(place(&pair[0]), place(&pair[1]), 2, CURVE);
    }
}
