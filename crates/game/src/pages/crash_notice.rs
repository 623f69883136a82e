//! Notice on the title screen that the last game has crashed, with the path of the report.

use crate::{
    flow::page::Page,
    flow::phase::Phase,
    ui::front::Front,
    ui::text_layout::{self, BLACK, PALE},
};
use bevy::prelude::*;
use localization::{Said, say};
use renderer::{Area, Art, Canvas, DrawFrame, Screen};
use std::path::PathBuf;

/// Path of a crash report that was not announced yet.
#[derive(Resource, Clone, Debug)]
pub(crate) struct CrashTold(pub(crate) PathBuf);

impl CrashTold {
    pub(crate) fn words(&self) -> Said {
        say!(
            "The game crashed last time. A crash report and a recording of the last minute are in {folder}",
            folder = Said::literal(self.0.display().to_string())
        )
    }
}

pub(crate) fn plugin(app: &mut App) {
    let at_title = in_state(Phase::Title).and_then(in_state(Page::None)).and_then(resource_exists::<CrashTold>);
    app.add_systems(DrawFrame, draw.in_set(Front::Note).run_if(at_title));
    app.add_systems(OnExit(Phase::Title), |mut commands: Commands| commands.remove_resource::<CrashTold>());
}

/// Draws the notice over the title, until the player leaves it.
fn draw(told: Res<CrashTold>, art: Option<Res<Art>>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = text_layout::line_height(&canvas, art.pen(), 1);
    let width = canvas.width() - height / 2;
    let words = told.words();
    let lines = text_layout::wrapped(&canvas, art.pen(), &words, width).len() as i32;
    canvas.fill(Area::new(0, 0, canvas.width(), height * lines + height / 4), BLACK.covering(0.8));
    let area = Area::new(height / 4, height / 8, width, canvas.height());
    text_layout::paragraph(&mut canvas, art.pen(), &words, area, PALE);
}
