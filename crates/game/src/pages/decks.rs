//! Page that selects the deck on which a new game starts, among those that the player has reached.

use crate::{
    campaign::progress,
    files::reached::Reached,
    files::scores::Scores,
    flow::page::Page,
    flow::phase::Phase,
    flow::skill::Skill,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{clock, seconds};
use content::Decks;
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, Screen};

/// State of the open page.
#[derive(Resource)]
struct DecksPage {
    /// Names of the decks in the order of the campaign.
    names: Vec<String>,
    /// Titles of the decks, and the line that goes back.
    menu: Menu,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Decks), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Decks)));
    app.add_systems(OnExit(Page::Decks), |mut commands: Commands| commands.remove_resource::<DecksPage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Decks)));
}

/// Returns the names of the decks on which a new game can start, in the order of the campaign: the first one and all
/// that were reached.
pub(crate) fn beginnings(decks: &Decks, reached: &Reached) -> Vec<String> {
    let is_open = |(number, deck): &(usize, &campaign::Deck)| {
        *number == 0 || reached.has(&deck.name) && campaign::ship_of(&deck.file).is_none()
    };
    decks.iter().enumerate().filter(is_open).map(|(_, deck)| deck.name.clone()).collect()
}

fn open(decks: Res<Decks>, reached: Res<Reached>, mut commands: Commands) {
    let names = beginnings(&decks, &reached);
    let title =
        |name: &String| decks.named(name).and_then(|deck| deck.title.clone()).unwrap_or_else(|| Said::data(name));
    let menu = Menu::new(names.iter().map(title).chain([say!("Back").into()]));
    commands.insert_resource(DecksPage { menu, names });
}

fn choose(world: &mut World) {
    world.resource_scope(|world, mut page: Mut<DecksPage>| follow(world, &mut page));
}

fn follow(world: &mut World, page: &mut DecksPage) {
    let taken = page.menu.taken(world.resource::<Presses>());
    if world.resource::<Presses>().back() {
        world.resource_mut::<NextState<Page>>().set(Page::None);
    } else if let Some(number) = taken {
        world.resource_mut::<NextState<Page>>().set(Page::None);
        if let Some(name) = page.names.get(number) {
            progress::set_out_from(world, name);
            world.resource_mut::<NextState<Phase>>().set(Phase::Briefing);
        }
    }
}

/// Returns the lines about the deck of this name.
fn told(decks: &Decks, scores: &Scores, skill: u8, name: &str) -> Vec<Said> {
    let Some(deck) = decks.named(name) else { return Vec::new() };
    let mut lines = deck.briefing.clone();
    if let Some(best) = scores.best(&deck.file, skill) {
        lines.push(say!(
            "Your best: time {time}, kills {kills}",
            time = Said::literal(clock(seconds(best.ticks))),
            kills = best.kills
        ));
    }
    lines
}

fn draw(
    (art, decks): (Option<Res<Art>>, Res<Decks>),
    (scores, skill): (Res<Scores>, Res<Skill>),
    mut page: ResMut<DecksPage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.9));
    text_layout::line(&mut canvas, art.pen(), say!("New game"), height / 16, 2, RED);
    let top = height * 3 / 16;
    page.menu.draw(&mut canvas, art.pen(), top);
    let row = text_layout::line_height(&canvas, art.pen(), 1);
    let mut below = top + page.menu.height(&canvas, art.pen()) + row / 2;
    let lines = match page.names.get(page.menu.chosen()) {
        Some(name) => told(&decks, &scores, skill.get(), name),
        None => Vec::new(),
    };
    for (number, line) in lines.iter().enumerate() {
        let area = text_layout::column(&canvas, art.pen(), below, height);
        let rows = text_layout::wrapped(&canvas, art.pen(), line, area.width).len() as i32 * row;
        // With many decks, a small canvas has no space left. The page of the deck itself shows everything.
        if below + rows > height {
            break;
        }
        text_layout::paragraph(&mut canvas, art.pen(), line, area, if number < 3 { PALE } else { DIM });
        below += rows;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arguments::Arguments,
        campaign::progress::Progress,
        flow::{page, phase},
    };
    use bevy::{
        input::keyboard::KeyCode::{self, ArrowDown, ArrowUp, Enter, Escape},
        state::app::StatesPlugin,
    };
    use std::sync::Arc;

    /// Returns the page, the phase and the first deck after these key presses, with two of three decks available.
    fn chosen(keys: &[KeyCode]) -> (Page, Phase, Option<String>) {
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", text).unwrap());
        let deck = |name: &str| campaign::Deck {
            name: name.to_owned(),
            ..campaign::Deck::of_level(&format!("{name}.ron"), Arc::clone(&level))
        };
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin, page::plugin)).init_resource::<Time<Virtual>>();
        app.insert_resource(Decks(campaign::Decks::drawn(["a", "b", "c"].map(deck).to_vec())));
        let mut reached = Reached::default();
        reached.add("c").unwrap();
        app.insert_resource(reached).insert_resource(Arguments { seed: Some(1), ..default() }).init_resource::<Skill>();
        app.init_resource::<Presses>().add_systems(OnEnter(Page::Decks), open);
        app.world_mut().resource_mut::<NextState<Page>>().set(Page::Decks);
        app.update();
        app.world_mut().resource_mut::<Presses>().set_keys(keys);
        app.world_mut().run_system_cached(choose).unwrap();
        app.update();
        let world = app.world();
        let begun = world.get_resource::<Progress>().map(|progress| progress.deck.clone());
        (*world.resource::<State<Page>>().get(), *world.resource::<State<Phase>>().get(), begun)
    }

    #[test]
    fn new_game_starts_on_a_reached_deck() {
        let begins = |deck: &str| (Page::None, Phase::Briefing, Some(deck.to_owned()));
        assert_eq!(chosen(&[]), (Page::Decks, Phase::Loading, None));
        assert_eq!(chosen(&[Enter]), begins("a.ron"));
        assert_eq!(chosen(&[ArrowDown, Enter]), begins("c.ron"));
        assert_eq!(chosen(&[ArrowUp, Enter]), (Page::None, Phase::Loading, None));
        assert_eq!(chosen(&[Escape]), (Page::None, Phase::Loading, None));
    }
}
