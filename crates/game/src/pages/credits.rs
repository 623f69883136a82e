//! The credits: what the game is made of, and under which licences.

use crate::flow::page::Page;
use crate::input::just_pressed::JustPressed;
use crate::input::presses::Presses;
use crate::ui::front::Front;
use crate::ui::scroll::Scroll;
use bevy::prelude::*;
use renderer::{Art, Canvas, DrawFrame, Screen};

/// All of it; a story sees that it names what the game is built of.
const CREDITS: &str = include_str!("../../../../assets/credits.txt");

#[derive(Resource, Default)]
struct CreditsPage(Scroll);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<CreditsPage>();
    app.add_systems(OnEnter(Page::Credits), |mut page: ResMut<CreditsPage>| *page = CreditsPage::default());
    app.add_systems(Update, follow.run_if(in_state(Page::Credits)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Credits)));
}

fn follow(
    (pressed, presses): (Res<JustPressed>, Res<Presses>),
    mut page: ResMut<CreditsPage>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    if page.0.follow(&pressed, &presses.0) {
        page_shown.set(Page::None);
    }
}

fn draw(art: Option<Res<Art>>, mut page: ResMut<CreditsPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let lines: Vec<String> = CREDITS.lines().map(str::to_owned).collect();
    page.0.draw(&mut Canvas::new(&mut screen.0), art.font(), "Credits", &lines);
}
