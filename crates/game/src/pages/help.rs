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
use engine::{AtTerminal, Id, Terminal, TerminalBoard};
use localization::{Key, say};
use renderer::{Art, Canvas, DrawFrame, Pen, Screen};

/// Text below the controls: headings and sentences.
const TOLD: [(Key, &[Key]); 4] = [
    (
        say!("The ship"),
        &[
            say!(
                "Walk into a door or press Use to open it. A lock shows the letter and the shape of its key: A is round, B is square, C is a triangle."
            ),
            say!(
                "Find the lift to finish a deck: face the switch in its cabin and press Use. Take the stairs to go on or back."
            ),
            say!("Use suspicious walls: some of them move. What is behind them counts as a secret."),
            say!("Use a table or a glowing panel to play at it. Solving a board may open a door."),
        ],
    ),
    (
        say!("Enemies"),
        &[
            say!(
                "Stay behind enemies and walk: they see ahead, and they hear shots and running feet round corners. Shoot first: an unaware enemy takes double damage."
            ),
            say!("Keep away from barrels when you shoot them: the explosion throws everyone nearby, including you."),
            say!("Throw something to make a noise where it lands. Throw food to lure those that eat it."),
            say!("Open the bestiary on the title screen to read what you know about each enemy."),
        ],
    ),
    (
        say!("Air and gravity"),
        &[
            say!(
                "Do not break windows into space unprepared: stand next to a wall or a door, hold Use to hold on, and watch your oxygen (O2)."
            ),
            say!(
                "Hold on for eight seconds: then a shutter falls and the air comes back. Fire the patch gun at a breach to seal it at once."
            ),
            say!(
                "Push off from the floor, the ceiling or a wall when there is no gravity. Fire a weapon to drift the other way."
            ),
        ],
    ),
    (
        say!("The game"),
        &[
            say!(
                "The game saves itself at the start of each deck and when you quit. Choose Save in the pause menu to make saves of your own."
            ),
            say!(
                "Open the automap to see where you have been. Turn on the objective guide under Options, Game to see the way to the next goal."
            ),
            say!("Reduce or turn off anything that shakes, flashes or turns under Options, Comfort."),
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

/// What happens around a player at a board.
const WORLD: Key = say!(
    "The world goes on: a hit closes the board, and the game stays as it is. On the easiest difficulty, an enemy that comes near closes it, too."
);
/// The rules of Lines of Action, and of a conduit lock, for a player at a board.
const OF_TABLE: [Key; 6] = [
    say!(
        "Orange pieces are rings, blue pieces have a gem in the middle. The line next to the board says which are yours."
    ),
    say!("You win when all of your pieces touch each other, corners included."),
    say!(
        "A piece moves along a row, a column or a diagonal, exactly as many squares as there are pieces on that line, of both colours."
    ),
    say!("It jumps over its own colour, but not over the other. It captures the piece on which it lands."),
    say!("You need not play: there is another way, but it may be longer or bloodier."),
    WORLD,
];
const OF_LOCK: [Key; 5] = [
    say!("Each pebble belongs on a plate of its own shape and colour. One place is empty."),
    say!("A pebble slides in a straight line into the empty place. Select the pebble."),
    say!("A hint marks the pebble to slide next. It costs oxygen, except on the easiest difficulty."),
    say!("You need not play: there is another way, but it may be longer or bloodier."),
    WORLD,
];

fn open(
    (bindings, device): (Res<Bindings>, Res<Device>),
    (at, terminals): (Option<Res<AtTerminal>>, Query<(&Id, &Terminal)>),
    art: Option<Res<Art>>,
    mut page: ResMut<HelpPage>,
) {
    let Some(art) = art else { return };
    let at = at.and_then(|at| at.0);
    let board = terminals.iter().find(|(id, _)| Some(**id) == at).map(|(_, terminal)| &terminal.board);
    let mut all = board.map(|board| of_board(board, &bindings, *device, art.pen())).unwrap_or_default();
    all.extend(lines(&bindings, *device, art.pen()));
    (page.scroll, page.lines) = (Scroll::default(), all);
}

/// Returns what a player at a board needs first: its rules and its keys.
fn of_board(board: &TerminalBoard, bindings: &Bindings, device: Device, pen: &Pen) -> Vec<String> {
    use Action::{BoardCompany, BoardHint, BoardLeave, BoardPick, BoardRestart, BoardUndo};
    let (title, rules, actions): (Key, &[Key], &[Action]) = match board {
        TerminalBoard::Table(_) => {
            (say!("Lines of Action"), &OF_TABLE, &[BoardPick, BoardUndo, BoardRestart, BoardCompany, BoardLeave])
        }
        TerminalBoard::Conduit(_) => {
            (say!("Conduit lock"), &OF_LOCK, &[BoardPick, BoardHint, BoardRestart, BoardLeave])
        }
    };
    let key = |action: &Action| format!("{}   {}", pen.say(bindings.hint(*action, device)), pen.say(action.words()));
    let mut lines = vec![format!("# {}", pen.say(title))];
    lines.extend(rules.iter().map(|rule| pen.say(*rule)));
    lines.extend(actions.iter().map(key));
    lines.push(String::new());
    lines
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
            Action::Weapon1 => tell(&Action::SLOTS, say!("Select the weapon with this number")),
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
    use localization::Language;

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
    fn help_at_a_board_begins_with_its_rules_and_keys() {
        let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
        let art = game.app.world_mut().remove_resource::<Art>().unwrap();
        let text = br#"(name: "x", legend: {'W': (wall: "hull"), '@': (thing: Player), 'C': (wall: "hull", conduit: (optimum: 5, seed: 1)),
            'T': (table: ()), '.': ()}, map: ["WWWWW", "WT@.C", "WWWWW"])"#;
        let level = level::Level::read("x.ron", text).unwrap();
        let mut run = engine::Headless::begin(&engine::Start::on(std::sync::Arc::new(level)));
        let mut terminals = run.world_mut().query::<&Terminal>();
        let boards: Vec<TerminalBoard> = terminals.iter(run.world()).map(|terminal| terminal.board.clone()).collect();
        assert_eq!(boards.len(), 2);
        for board in boards {
            let told = of_board(&board, &Bindings::default(), Device::Keys, art.pen());
            let is_lock = matches!(board, TerminalBoard::Conduit(_));
            assert_eq!(told[0] == "# Conduit lock", is_lock);
            assert_eq!(told.iter().any(|line| line == "H   Board: hint"), is_lock);
            assert!(told.iter().any(|line| line.ends_with("   Board: leave")), "{told:?}");
            assert!(told.len() > 8, "{told:?}");
        }
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
