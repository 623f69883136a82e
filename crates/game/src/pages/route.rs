//! Page of the decks that the journey has reached, with the route to each of them; opened from the pause menu.

use crate::{
    campaign::progress::Progress,
    flow::page::Page,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{Journey, Leg};
use content::Decks;
use level::{LIFT, SECRET_LIFT};
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, Pen, Screen};

/// State of the open page.
#[derive(Resource)]
struct RoutePage {
    /// Text below the menu for each of its lines: the legs of the route.
    routes: Vec<Vec<Said>>,
    /// Titles of the decks, and the line that goes back.
    menu: Menu,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Route), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Route).and_then(resource_exists::<RoutePage>)));
    app.add_systems(OnExit(Page::Route), |mut commands: Commands| commands.remove_resource::<RoutePage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Route)));
}

fn open(decks: Res<Decks>, progress: Option<Res<Progress>>, mut commands: Commands) {
    let Some(progress) = progress else { return };
    let known: Vec<&campaign::Deck> = decks.iter().filter(|deck| progress.visits.has(&deck.name)).collect();
    let titles = known.iter().map(|deck| title(&decks, deck));
    let routes = known.iter().map(|deck| route(&decks, &progress, &deck.name)).chain([Vec::new()]).collect();
    let menu = Menu::new(titles.chain([say!("Back").into()]));
    commands.insert_resource(RoutePage { routes, menu });
}

/// Returns the title of a deck.
fn title(decks: &Decks, deck: &campaign::Deck) -> Said {
    deck.title.clone().unwrap_or_else(|| decks.title(&deck.file))
}

/// Returns the route to the deck of this name, one line per leg.
fn route(decks: &Decks, journey: &Journey, to: &str) -> Vec<Said> {
    let Some(here) = decks.find(&journey.deck) else { return Vec::new() };
    match decks.route(&journey.visits, &here.name, to) {
        None => vec![say!("No known route leads there.").into()],
        Some(legs) if legs.is_empty() => vec![say!("You are here.").into()],
        Some(legs) => legs.iter().map(|leg| line(decks, leg)).collect(),
    }
}

fn line(decks: &Decks, leg: &Leg) -> Said {
    let deck = decks.named(&leg.to).map_or_else(|| Said::literal(&leg.to), |deck| title(decks, deck));
    match leg.by.as_str() {
        LIFT => say!("Take the lift: {deck}", deck),
        SECRET_LIFT => say!("Take the secret lift: {deck}", deck),
        stairs => say!("Take the stairs {stairs}: {deck}", stairs = Said::literal(stairs), deck),
    }
}

fn choose(pressed: Res<Presses>, mut page: ResMut<RoutePage>, mut shown: ResMut<NextState<Page>>) {
    let is_back = page.menu.taken(&pressed).is_some_and(|number| number + 1 == page.routes.len());
    if is_back || pressed.back() {
        shown.set(Page::None);
    }
}

fn draw(art: Option<Res<Art>>, page: Option<ResMut<RoutePage>>, mut screen: ResMut<Screen>) {
    let (Some(art), Some(mut page)) = (art, page) else { return };
    let pen: &Pen = art.pen();
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.9));
    text_layout::line(&mut canvas, pen, say!("Decks"), height / 16, 2, RED);
    let top = height * 3 / 16;
    page.menu.draw(&mut canvas, pen, top);
    let row = text_layout::line_height(&canvas, pen, 1);
    let mut below = top + page.menu.height(&canvas, pen) + row / 2;
    let legs = page.routes.get(page.menu.chosen()).map_or(&[][..], Vec::as_slice);
    for (number, leg) in legs.iter().enumerate() {
        let area = text_layout::column(&canvas, pen, below, height);
        let rows = text_layout::wrapped(&canvas, pen, leg, area.width).len() as i32 * row;
        // With many decks, a small canvas has no space left.
        if below + rows > height {
            break;
        }
        text_layout::paragraph(&mut canvas, pen, leg, area, if number == 0 { PALE } else { DIM });
        below += rows;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn route_page_has_one_line_per_leg() {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", text).expect("the level is valid"));
        let way = |by: &str, to: &str| campaign::WayOn { by: by.to_owned(), to: Some(to.to_owned()), arrive: None };
        let deck = |name: &str, title: &str, ways| campaign::Deck {
            name: name.to_owned(),
            title: Some(Said::literal(title)),
            ways,
            ..campaign::Deck::of_level(&format!("{name}.ron"), Arc::clone(&level))
        };
        let decks = Decks(campaign::Decks::drawn(vec![
            deck("a", "Deck 1", vec![way("lift", "b"), way("secret lift", "c")]),
            deck("b", "Deck 2", vec![way("up", "a")]),
            deck("c", "The lower ducts", Vec::new()),
        ]));
        let mut journey = Journey::on(decks.first(), 2, 1, None);
        journey.enter(decks.named("c").expect("it is there"));
        journey.enter(decks.named("b").expect("it is there"));
        assert_eq!(route(&decks, &journey, "b"), ["You are here."]);
        assert_eq!(
            route(&decks, &journey, "c"),
            ["Take the stairs up: Deck 1", "Take the secret lift: The lower ducts"]
        );
        journey.enter(decks.named("c").expect("it is there"));
        assert_eq!(route(&decks, &journey, "a"), ["No known route leads there."]);
    }
}
