//! The page of a save whose run cannot go on: it says why, and offers to begin its deck again with what was carried then.

use crate::campaign::keeping::{Misfitting, go};
use crate::campaign::progress::Load;
use crate::flow::page::Page;
use crate::input::just_pressed::JustPressed;
use crate::ui::front::Front;
use crate::ui::menu::Menu;
use crate::ui::text_layout::{self, BLACK, PALE, RED};
use bevy::prelude::*;
use renderer::{Area, Art, Canvas, DrawFrame, Screen};

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
    let taken = world.resource_scope(|world, mut menu: Mut<MisfitMenu>| menu.0.taken(world.resource::<JustPressed>()));
    let misfit = world.resource::<Misfitting>();
    let escapes = world.resource::<JustPressed>().escape();
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

fn draw(art: Option<Res<Art>>, misfit: Res<Misfitting>, mut menu: ResMut<MisfitMenu>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK.covering(0.9));
    text_layout::line(&mut canvas, art.font(), "This game cannot go on", height / 8, 2, RED);
    let offer =
        "The save is as it was. With it, its deck can be begun again with what you carried when you came there.";
    let offer = if misfit.has_deck { offer } else { "The save is as it was." };
    let words = format!("{}: {}.\n{offer}", misfit.save.label.deck, misfit.why);
    let area = Area::new(width / 16, height * 3 / 10, width * 7 / 8, height);
    text_layout::paragraph(&mut canvas, art.font(), &words, area, PALE);
    let lines = text_layout::wrapped(&canvas, art.font(), &words, area.width).len() as i32;
    let below = area.y + (lines + 1) * text_layout::line_height(&canvas, art.font(), 1);
    let top = (height * 6 / 10).max(below).min(height - menu.0.height(&canvas, art.font()));
    menu.0.draw(&mut canvas, art.font(), top);
}
