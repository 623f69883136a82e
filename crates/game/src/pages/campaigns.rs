//! Page that selects the campaign of a new game, if mods add any.

use crate::{
    campaign::progress,
    files::campaigns::Campaigns,
    files::reached::Reached,
    flow::page::Page,
    flow::phase::Phase,
    input::presses::Presses,
    pages::decks::beginnings,
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, PALE, RED},
};
use bevy::prelude::*;
use localization::say;
use renderer::{Art, Canvas, DrawFrame, Screen};

/// State of the open page.
#[derive(Resource)]
struct CampaignsPage(Menu);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Page::Campaigns), open);
    app.add_systems(Update, choose.run_if(in_state(Page::Campaigns)));
    app.add_systems(OnExit(Page::Campaigns), |mut commands: Commands| commands.remove_resource::<CampaignsPage>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Campaigns)));
}

fn open(campaigns: Res<Campaigns>, mut commands: Commands) {
    let titles = campaigns.0.iter().map(|campaign| campaign.title.clone());
    commands.insert_resource(CampaignsPage(Menu::new(titles.chain([say!("Back").into()]))));
}

fn choose(world: &mut World) {
    let taken = world.resource_scope(|world, mut page: Mut<CampaignsPage>| page.0.taken(world.resource::<Presses>()));
    if world.resource::<Presses>().back() {
        world.resource_mut::<NextState<Page>>().set(Page::None);
        return;
    }
    let Some(number) = taken else { return };
    let Some(decks) = world.resource::<Campaigns>().0.get(number).map(|campaign| campaign.decks.clone()) else {
        world.resource_mut::<NextState<Page>>().set(Page::None);
        return;
    };
    let first = decks.first().name.clone();
    let can_choose = beginnings(&decks, world.resource::<Reached>()).len() > 1;
    world.insert_resource(decks);
    if can_choose {
        world.resource_mut::<NextState<Page>>().set(Page::Decks);
    } else {
        progress::set_out_from(world, &first);
        world.resource_mut::<NextState<Page>>().set(Page::None);
        world.resource_mut::<NextState<Phase>>().set(Phase::Briefing);
    }
}

fn draw(art: Option<Res<Art>>, campaigns: Res<Campaigns>, mut page: ResMut<CampaignsPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.9));
    text_layout::line(&mut canvas, art.pen(), say!("New game"), height / 16, 2, RED);
    let top = height * 3 / 16;
    page.0.draw(&mut canvas, art.pen(), top);
    if let Some(campaign) = campaigns.0.get(page.0.chosen()) {
        let below = top + page.0.height(&canvas, art.pen()) + text_layout::line_height(&canvas, art.pen(), 1) / 2;
        let area = text_layout::column(&canvas, art.pen(), below, height);
        let told = say!("Decks: {count}", count = campaign.decks.iter().count());
        text_layout::paragraph(&mut canvas, art.pen(), told, area, PALE);
    }
}
