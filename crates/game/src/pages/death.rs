//! Death: the deck goes on without the player. After the fall, a page shows the cause of death and a menu.

use crate::{
    campaign::keeping,
    campaign::progress::{course, has_deck},
    campaign::rewind::Rewinding,
    campaign::run_request::RunRequest,
    files::saves_folder::Saves,
    flow::page::Page,
    flow::phase::{Flow, Phase},
    input::presses::Presses,
    pages::cause::{self, CauseOfDeath},
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, PALE},
};
use bevy::prelude::*;
use campaign::Save;
use engine::{Player, Run, Tape, ticks};
use localization::{Key, say};
use renderer::{Area, Art, Canvas, DrawFrame, Screen};

/// Ticks before the menu appears, so that a player who is still firing does not select a line by accident.
const SHORT: u32 = ticks(0.75);
/// Ticks before fire and clicks count, for a player who fires all the time and has not seen the menu yet.
const CALM: u32 = ticks(2.5);

/// Lines of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Again,
    LastSave,
    Quit,
}

impl Line {
    fn words(self) -> Key {
        match self {
            Line::Again => say!("Restart deck"),
            Line::LastSave => say!("Load last save"),
            Line::Quit => say!("Quit to title"),
        }
    }
}

/// Menu after death.
#[derive(Resource)]
struct DeathMenu {
    lines: Vec<Line>,
    menu: Menu,
    /// Latest save of the campaign, the ship or the level that is played.
    save: Option<Box<Save>>,
}

impl DeathMenu {
    fn new(save: Option<Save>) -> DeathMenu {
        let lines = [Line::Again, Line::LastSave, Line::Quit];
        let lines: Vec<Line> = lines.into_iter().filter(|line| *line != Line::LastSave || save.is_some()).collect();
        let words: Vec<Key> = lines.iter().map(|line| line.words()).collect();
        DeathMenu { menu: Menu::new(words), lines, save: save.map(Box::new) }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(cause::plugin);
    app.add_systems(
        Update,
        (open.run_if(not(resource_exists::<DeathMenu>)), choose)
            .chain()
            .run_if(in_state(Page::None).and_then(is_final)),
    );
    app.add_systems(Update, close.run_if(resource_exists::<DeathMenu>.and_then(not(is_final))));
    let is_shown = resource_exists::<DeathMenu>.and_then(is_final).and_then(in_state(Page::None));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown));
}

/// Returns true if the player is dead and has fallen, in a run that is neither a demo nor rewinding nor paused.
fn is_final(
    player: Option<Single<&Player>>,
    flow: Option<Res<State<Flow>>>,
    tape: Option<Res<Tape>>,
    rewinding: Option<Res<Rewinding>>,
) -> bool {
    let lies = player.is_some_and(|player| player.since_death != u32::MAX && player.since_death >= SHORT);
    let is_own = tape.is_none_or(|tape| tape.replay.is_none());
    lies && is_own && rewinding.is_none() && flow.is_some_and(|flow| **flow == Flow::Running)
}

fn open(world: &mut World) {
    let course = course(world);
    let newest = world.get_resource_mut::<Saves>().and_then(|mut saves| saves.shelf().0.newest_of(&course, None));
    let save = newest.filter(|save| has_deck(world, save));
    world.insert_resource(DeathMenu::new(save));
}

fn close(mut commands: Commands) {
    commands.remove_resource::<DeathMenu>();
}

/// Handles the menu. The fire button restarts the deck.
fn choose(
    (pressed, player): (Res<Presses>, Option<Single<&Player>>),
    mut menu: ResMut<DeathMenu>,
    mut phase: ResMut<NextState<Phase>>,
    mut requests: MessageWriter<RunRequest>,
    mut commands: Commands,
) {
    let is_calm = player.is_none_or(|player| player.since_death >= CALM);
    if !is_calm && pressed.goes_on() {
        return;
    }
    let taken = menu.menu.taken(&pressed).map(|number| menu.lines[number]);
    match taken.or(pressed.goes_on().then_some(Line::Again)) {
        Some(Line::Again) => {
            requests.write(RunRequest::Restart);
        }
        Some(Line::LastSave) => {
            if let Some(save) = menu.save.clone() {
                commands.queue(|world: &mut World| keeping::play(world, *save));
            }
        }
        Some(Line::Quit) => phase.set(Phase::Title),
        None => {}
    }
}

fn draw(
    art: Option<Res<Art>>,
    (cause, run): (Res<CauseOfDeath>, Option<Res<Run>>),
    mut menu: ResMut<DeathMenu>,
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(_)) = (art, run) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let line = text_layout::line_height(&canvas, art.pen(), 1);
    let menu_height = menu.menu.height(&canvas, art.pen());
    // Keep the view of the killer in the middle visible.
    let high = 2 * line + line / 4 + menu_height;
    let top = height - high - height / 16;
    canvas.fill(Area::new(0, top - line / 4, width, high + line / 2), BLACK.covering(0.55));
    text_layout::line(&mut canvas, art.pen(), &cause.0, top, 2, PALE);
    menu.menu.draw(&mut canvas, art.pen(), top + 2 * line + line / 4);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::{
        input::keyboard::KeyCode::{self, ArrowDown, ControlLeft, Enter},
        state::app::StatesPlugin,
    };

    /// Returns the phase after these keys for a player who has been dead for a while, and whether the deck restarts.
    fn chosen(keys: &[KeyCode]) -> (Phase, bool) {
        chosen_after(CALM, keys)
    }

    fn chosen_after(since_death: u32, keys: &[KeyCode]) -> (Phase, bool) {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin)).init_resource::<Time<Virtual>>();
        app.init_resource::<Presses>().insert_resource(DeathMenu::new(None)).add_message::<RunRequest>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        let mut player = Player::default();
        player.since_death = since_death;
        app.world_mut().spawn(player);
        app.update();
        app.world_mut().resource_mut::<Presses>().set_keys(keys);
        app.world_mut().run_system_cached(choose).unwrap();
        app.update();
        (*app.world().resource::<State<Phase>>().get(), RunRequest::take(app.world_mut()).is_some())
    }

    #[test]
    fn death_menu_waits_for_a_choice() {
        assert_eq!(chosen(&[]), (Phase::Deck, false));
        assert_eq!(chosen(&[Enter]), (Phase::Deck, true));
        assert_eq!(chosen(&[ControlLeft]), (Phase::Deck, true));
        assert_eq!(chosen(&[ArrowDown]), (Phase::Deck, false));
        assert_eq!(chosen(&[ArrowDown, Enter]), (Phase::Title, false));
    }

    #[test]
    fn player_who_is_still_firing_does_not_restart_the_deck() {
        assert_eq!(chosen_after(CALM - 1, &[ControlLeft]), (Phase::Deck, false));
        assert_eq!(chosen_after(SHORT, &[Enter]), (Phase::Deck, true), "a key of the menu counts at once");
    }
}
