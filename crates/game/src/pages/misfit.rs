//! The page of a save whose run cannot go on: it says why, and offers to begin its deck again with what was carried then.

use crate::{
    campaign::keeping::{Misfitting, go},
    campaign::progress::Load,
    flow::page::Page,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, PALE, RED},
};
use bevy::prelude::*;
use engine::ContainerError;
use journey::Misfit;
use renderer::{Area, Art, Canvas, DrawFrame, Screen, wrap};

#[derive(Resource)]
struct MisfitMenu(Menu);

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(MisfitMenu(Menu::new(&["Back"])));
    app.add_systems(OnEnter(Page::Misfit), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Misfit)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Misfit)));
}

fn open(misfit: Res<Misfitting>, mut menu: ResMut<MisfitMenu>) {
    menu.0 = Menu::new(if misfit.has_deck { &["Begin its deck again", "Back"] } else { &["Back"] });
}

fn choose(world: &mut World) {
    let taken = world.resource_scope(|world, mut menu: Mut<MisfitMenu>| menu.0.taken(world.resource::<Presses>()));
    let misfit = world.resource::<Misfitting>();
    let escapes = world.resource::<Presses>().back();
    match taken {
        Some(0) if misfit.has_deck && !escapes => {
            let load = Load { save: misfit.save.clone(), goes_on: false };
            go(world, load);
        }
        Some(_) => world.resource_mut::<NextState<Page>>().set(Page::None),
        _ if escapes => world.resource_mut::<NextState<Page>>().set(Page::None),
        _ => {}
    }
}

/// Why a save cannot go on, in sentences. What is wrong with a damaged file is told as the command line tells it.
fn reason(why: &Misfit) -> Vec<String> {
    match why {
        Misfit::Missing(deck) => vec![format!("Its deck, \"{deck}\", is none of those that are here.")],
        Misfit::Changed(ContainerError::OtherLevel(_)) => vec!["Its deck has been changed since then.".to_owned()],
        Misfit::Changed(ContainerError::OtherRules(files)) => {
            let files = (!files.is_empty()).then(|| format!("({})", files.join(", ")));
            ["The rules have been changed since then.".to_owned()].into_iter().chain(files).collect()
        }
        Misfit::OtherState => vec!["This version of the game keeps the state of a deck in another way.".to_owned()],
        Misfit::Changed(_) | Misfit::Snapshot(_) => vec!["Its state cannot be read.".to_owned(), format!("({why})")],
    }
}

fn draw(art: Option<Res<Art>>, misfit: Res<Misfitting>, mut menu: ResMut<MisfitMenu>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK.covering(0.9));
    let is_small = text_layout::is_small(&canvas);
    let heading = if is_small { height / 16 } else { height / 8 };
    text_layout::line(&mut canvas, art.font(), "This game cannot go on", heading, 2, RED);
    let offer =
        "The save is as it was. With it, its deck can be begun again with what you carried when you came there.";
    let offer = if misfit.has_deck { offer } else { "The save is as it was." };
    // Each sentence by itself: some put together would be none that a catalogue knows.
    let sentences = [vec![misfit.save.label.deck.clone()], reason(&misfit.why), vec![offer.to_owned()]].concat();
    let said: Vec<_> = sentences.iter().map(|sentence| art.font().say(sentence)).collect();
    let words = said.join("\n");
    let top = if is_small { height / 6 } else { height * 3 / 10 };
    let area = Area::new(width / 16, top, width * 7 / 8, height);
    text_layout::said_paragraph(&mut canvas, art.font(), &words, area, PALE);
    let size = text_layout::size(&canvas, 1);
    let lines = wrap(art.font(), &words, area.width / size).len() as i32;
    let below = area.y + (lines + 1) * text_layout::line_height(&canvas, art.font(), 1);
    let top = (height * 6 / 10).max(below).min(height - menu.0.height(&canvas, art.font()));
    menu.0.draw(&mut canvas, art.font(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::language::tests::spoken_in;
    use words::Language;

    #[test]
    fn why_a_save_does_not_fit_is_told_in_the_language_of_the_player() {
        let german = spoken_in(Language::German);
        let rules = |files: &[&str]| ContainerError::OtherRules(files.iter().map(|&file| file.to_owned()).collect());
        let told = |why: Misfit| reason(&why).iter().map(|part| german.say(part).into_owned()).collect::<Vec<_>>();
        let changed = "Seitdem wurden die Regeln geändert.";
        assert_eq!(told(Misfit::Changed(rules(&[]))), [changed]);
        let two = rules(&["weapons.ron", "monsters.ron"]);
        assert_eq!(told(Misfit::Changed(two)), [changed, "(weapons.ron, monsters.ron)"]);
        let missing = told(Misfit::Missing("my.ron".to_owned()));
        assert_eq!(missing, ["Sein Deck \"my.ron\" ist keines von denen, die hier sind."]);
        for why in [Misfit::OtherState, Misfit::Changed(ContainerError::OtherLevel("deck1.ron".to_owned()))] {
            assert!(reason(&why).iter().all(|part| german.say(part) != part.as_str()), "{why}");
        }
    }
}
