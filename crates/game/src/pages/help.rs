//! Help: the controls and hints for new players. Opened by its key, from the title or from the pause menu.

use crate::{
    campaign::playback::attracts,
    flow::page::Page,
    flow::phase::{Flow, Phase},
    input::action::Action,
    input::bindings::Bindings,
    input::input::Input,
    input::pad::Device,
    input::presses::{Presses, is_asked},
    ui::front::Front,
    ui::scroll::Scroll,
};
use bevy::prelude::*;
use renderer::{Art, Canvas, DrawFrame, Pen, Screen};
use words::{Key, say};

/// Text below the controls: headings and sentences.
const TOLD: [(Key, &[Key]); 4] = [
    (
        say!("The ship"),
        &[
            say!(
                "Doors open when you walk against them or use them. A lock shows the letter and the shape of its key: A is round, B square, C three-cornered."
            ),
            say!("The lift ends each deck: face the switch in its cabin and use it. Stairs lead on, and back."),
            say!("Some walls give way when you use them. What lies behind them counts as a secret."),
            say!("Use a table or a glowing panel, and you play at it: a board that is solved may open a door."),
        ],
    ),
    (
        say!("The undead"),
        &[
            say!(
                "They see ahead of them, and hear shots and running feet round corners. One that suspects nothing takes double damage."
            ),
            say!("Barrels burst and throw whoever stands near, you as well."),
            say!("What you throw is heard where it lands, and some come for food."),
            say!("The bestiary on the title tells what you have learnt of each."),
        ],
    ),
    (
        say!("Air and gravity"),
        &[
            say!("Windows into space break. Stand beside a wall or a door and hold on, and mind your oxygen: O2."),
            say!("After eight seconds a shutter falls, and the air comes back. The patch gun closes a hole at once."),
            say!(
                "Without gravity you push yourself off at the floor, at the ceiling and beside walls only. A shot drives you the other way."
            ),
        ],
    ),
    (
        say!("The game"),
        &[
            say!(
                "It is saved at the beginning of each deck and when you leave. There are places for games of your own, too."
            ),
            say!(
                "The map shows what you have seen. The options of the game let it also show the way to the next goal."
            ),
            say!("Whatever shakes, flashes or turns can be made weaker or taken away: see Comfort in the options."),
        ],
    ),
];

/// Scroll position, lines, and whether the deck resumes when the page is left.
#[derive(Resource, Default)]
struct HelpPage {
    scroll: Scroll,
    lines: Vec<String>,
    goes_on: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<HelpPage>();
    app.add_systems(Update, ask.run_if(is_asked(Action::Help).and_then(in_state(Page::None)).and_then(not(attracts))));
    app.add_systems(OnEnter(Page::Help), open);
    app.add_systems(Update, follow.run_if(in_state(Page::Help)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Help)));
}

/// Opens the page over the title or the pause menu. A running deck is paused and resumes afterwards.
fn ask(
    (phase, flow): (Res<State<Phase>>, Option<Res<State<Flow>>>),
    mut next_flow: Option<ResMut<NextState<Flow>>>,
    mut next_page: ResMut<NextState<Page>>,
    mut page: ResMut<HelpPage>,
) {
    let flow = flow.map(|flow| *flow.get());
    if *phase.get() != Phase::Title && flow.is_none() {
        return;
    }
    page.goes_on = flow == Some(Flow::Running);
    if let Some(flow) = next_flow.as_mut().filter(|_| page.goes_on) {
        flow.set(Flow::Paused);
    }
    next_page.set(Page::Help);
}

fn open((bindings, device): (Res<Bindings>, Res<Device>), art: Option<Res<Art>>, mut page: ResMut<HelpPage>) {
    let Some(art) = art else { return };
    (page.scroll, page.lines) = (Scroll::default(), lines(&bindings, *device, art.pen()));
}

/// Returns the current bindings and the hints, translated.
fn lines(bindings: &Bindings, device: Device, pen: &Pen) -> Vec<String> {
    let mut lines = vec![format!("# {}", pen.say(say!("Keys")))];
    let mut tell = |actions: &[Action], words: Key| {
        let inputs = actions.iter().flat_map(|action| bindings.inputs(*action));
        let is_there = |input: &Input| input.is_of_pad() == (device == Device::Pad);
        let mut keys: Vec<String> = inputs.filter(is_there).map(|input| pen.say(input.hint())).collect();
        keys.dedup(); // left and right keys have the same name
        lines.extend((!keys.is_empty()).then(|| format!("{}   {}", keys.join(", "), pen.say(words))));
    };
    for &action in Action::ALL {
        match action {
            Action::Weapon1 => tell(&Action::SLOTS, say!("The weapon of this number")),
            slot if Action::SLOTS.contains(&slot) => {}
            other => tell(&[other], other.words()),
        }
    }
    for (heading, sentences) in TOLD {
        lines.extend([String::new(), format!("# {}", pen.say(heading))]);
        lines.extend(sentences.iter().map(|sentence| pen.say(*sentence)));
    }
    lines
}

fn follow(
    pressed: Res<Presses>,
    mut page: ResMut<HelpPage>,
    mut next_page: ResMut<NextState<Page>>,
    mut flow: Option<ResMut<NextState<Flow>>>,
) {
    if !page.scroll.follow(&pressed) {
        return;
    }
    next_page.set(Page::None);
    let goes_on = std::mem::take(&mut page.goes_on);
    if let Some(flow) = flow.as_mut().filter(|_| goes_on) {
        flow.set(Flow::Running);
    }
}

fn draw(art: Option<Res<Art>>, mut page: ResMut<HelpPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let HelpPage { scroll, lines, .. } = &mut *page;
    scroll.draw(&mut Canvas::new(&mut screen.0), art.pen(), say!("Help"), lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole_game::WholeGame;
    use words::Language;

    fn flow(game: &WholeGame) -> Option<Flow> {
        game.app.world().get_resource::<State<Flow>>().map(|flow| *flow.get())
    }

    #[test]
    fn help_key_works_at_the_title_and_during_a_deck() {
        let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
        game.press(KeyCode::Escape);
        game.press(KeyCode::F1);
        assert_eq!(game.page(), Page::Help);
        game.press(KeyCode::Escape);
        assert_eq!((game.page(), game.phase()), (Page::None, Phase::Title));
        game.app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Briefing);
        game.pictures(3);
        game.press(KeyCode::F1);
        assert_eq!(game.page(), Page::None, "nothing can be played yet");
        game.app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        game.pictures(80);
        game.press(KeyCode::F1);
        assert_eq!((game.page(), flow(&game)), (Page::Help, Some(Flow::Paused)));
        game.press(KeyCode::Escape);
        game.pictures(2);
        assert_eq!((game.page(), flow(&game)), (Page::None, Some(Flow::Running)));
        game.press(KeyCode::Escape);
        game.press(KeyCode::F1);
        game.press(KeyCode::Escape);
        assert_eq!((game.page(), flow(&game)), (Page::None, Some(Flow::Paused)), "back to the pause that was there");
    }

    #[test]
    fn help_lists_bound_keys_and_gamepad_buttons() {
        let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
        let art = game.app.world_mut().remove_resource::<Art>().unwrap();
        let mut bindings = Bindings::default();
        let told = |bindings: &Bindings, device| lines(bindings, device, art.pen());
        assert!(
            told(&bindings, Device::Keys).iter().any(|line| line == "Ctrl, Mouse left   Fire"),
            "{:?}",
            told(&bindings, Device::Keys)
        );
        assert!(!told(&bindings, Device::Pad).iter().any(|line| line.contains("Ctrl")));
        bindings.clear(Action::Fire);
        assert!(!told(&bindings, Device::Keys).iter().any(|line| line.ends_with("   Fire")));
    }
}
