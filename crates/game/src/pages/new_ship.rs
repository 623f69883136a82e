//! New generated ship: its code, danger and number of decks. Players can type a code that they have received.

use crate::{
    campaign::progress,
    flow::page::Page,
    flow::phase::Phase,
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::{Choice, Presses, Typed},
    ui::front::Front,
    ui::menu::{Menu, Pick},
    ui::text_layout::{self, BLACK, PALE, RED},
};
use bevy::prelude::*;
use campaign::{DANGERS, LENGTHS, MAX_SEED, Ship, ShipCode, another, danger_in_words};
use content::Decks;
use localization::{Said, say};
use ports::{Clock, Job, Jobs};
use renderer::{Art, Canvas, DrawFrame, Screen};
use std::task::Poll;

/// Default danger and default number of decks.
const DANGER: u8 = 2;
const LENGTH: u8 = 7;
/// Characters of a code, in the order in which up and down select them.
const LETTERS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Lines of the menu.
const CODE: usize = 0;
const OF_DANGER: usize = 1;
const OF_LENGTH: usize = 2;
const ANOTHER: usize = 3;
const BOARD: usize = 4;
const BACK: usize = 5;

/// State of the open page.
#[derive(Resource)]
struct NewShip {
    menu: Menu,
    code: ShipCode,
    /// Code while it is being edited.
    typed: Option<TypedCode>,
    /// Error in the typed code, or the reason why no ship was generated.
    told: Option<String>,
    /// Job that generates the ship.
    made: Option<Job<Result<Ship, String>>>,
}

/// Code of a ship in the address of a page. The title opens this page with it.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct GivenShip(pub(crate) ShipCode);

/// Code being edited, character by character.
struct TypedCode {
    letters: Vec<char>,
    /// Index of the current character.
    at: usize,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Clock>();
    app.add_systems(OnEnter(Page::NewShip), open);
    let open_given = |mut page: ResMut<NextState<Page>>| page.set(Page::NewShip);
    app.add_systems(OnEnter(Phase::Title), open_given.run_if(resource_exists::<GivenShip>));
    app.add_systems(Update, choose.run_if(in_state(Page::NewShip)));
    app.add_systems(OnExit(Page::NewShip), |mut commands: Commands| commands.remove_resource::<NewShip>());
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::NewShip)));
}

/// Opens the page with the given ship, which is used once, or with a random one.
fn open(clock: Res<Clock>, given: Option<Res<GivenShip>>, mut commands: Commands) {
    let code = given.map_or_else(|| code(any_seed(&clock), DANGER, LENGTH), |given| given.0);
    commands.insert_resource(NewShip::new(code));
    commands.remove_resource::<GivenShip>();
}

/// Returns a random seed.
fn any_seed(clock: &Clock) -> u64 {
    another(clock.any_number()) & MAX_SEED
}

/// Returns the code of a ship. All values must be within their ranges.
fn code(seed: u64, danger: u8, length: u8) -> ShipCode {
    ShipCode::new(seed & MAX_SEED, danger, length).expect("all values are in range")
}

impl NewShip {
    fn new(code: ShipCode) -> NewShip {
        let menu =
            Menu::new([say!(""), say!(""), say!(""), say!("Another ship"), say!("Board the ship"), say!("Back")])
                .at(BOARD);
        let mut page = NewShip { menu, code, typed: None, told: None, made: None };
        page.write();
        page
    }

    /// Writes the selected values into the menu.
    fn write(&mut self) {
        let shown = match &self.typed {
            Some(typed) => typed.to_string(),
            None => self.code.to_string(),
        };
        self.menu.write(CODE, say!("Code: {shown}", shown = Said::literal(shown)));
        self.menu.write(OF_DANGER, say!("Danger: {danger}", danger = danger_in_words(self.code)));
        self.menu.write(OF_LENGTH, say!("Decks: {count}", count = self.code.length()));
    }

    /// Handles input. Returns true if the ship is to be boarded, and `None` if the player leaves the page.
    fn follow(&mut self, pressed: &Presses) -> Option<bool> {
        let boards =
            if self.typed.is_some() || pressed.actions().next().is_none() && pressed.typed.iter().any(is_letter) {
                self.type_code(pressed);
                Some(false)
            } else if pressed.back() {
                None
            } else {
                self.pick(pressed)
            };
        self.write();
        boards
    }

    /// Edits the code until the player accepts or cancels it.
    fn type_code(&mut self, pressed: &Presses) {
        let pressed = &pressed.while_typing();
        let typed = self.typed.get_or_insert_with(|| TypedCode::of(self.code));
        typed.follow(pressed);
        if pressed.back() {
            (self.typed, self.told) = (None, None);
        } else if pressed.confirm() {
            match ShipCode::read(&typed.letters.iter().collect::<String>()) {
                Ok(code) => (self.code, self.typed, self.told) = (code, None, None),
                Err(what) => self.told = Some(what),
            }
        }
    }

    /// Handles the menu.
    fn pick(&mut self, pressed: &Presses) -> Option<bool> {
        for pick in self.menu.follow(pressed) {
            let (seed, danger, length) = (self.code.seed(), self.code.danger(), self.code.length());
            self.told = None;
            match pick {
                Pick::Take(CODE) => self.typed = Some(TypedCode::of(self.code)),
                Pick::Take(OF_DANGER) => self.code = code(seed, turned(danger, 1, &DANGERS), length),
                Pick::Change(OF_DANGER, steps) => self.code = code(seed, turned(danger, steps, &DANGERS), length),
                Pick::Take(OF_LENGTH) => self.code = code(seed, danger, turned(length, 1, &LENGTHS)),
                Pick::Change(OF_LENGTH, steps) => self.code = code(seed, danger, turned(length, steps, &LENGTHS)),
                Pick::Take(ANOTHER) => self.code = code(another(seed), danger, length),
                Pick::Take(BOARD) => return Some(true),
                Pick::Take(BACK) => return None,
                Pick::Take(_) | Pick::Change(..) => {}
            }
        }
        Some(false)
    }

    /// Returns the text below the menu.
    fn words(&self, bindings: &Bindings, device: Device) -> Said {
        if self.made.is_some() {
            return say!("Generating the ship...").into();
        }
        if let Some(told) = &self.told {
            let mut letters = told.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
            return Said::literal(format!("{first}{}.", letters.as_str()));
        }
        if self.typed.is_some() {
            let [takes, leaves] = [Action::MenuConfirm, Action::MenuBack].map(|action| bindings.hint(action, device));
            return match device {
                Device::Keys => {
                    say!("Type the ten characters of the code. {takes} accepts it, {leaves} cancels.", takes, leaves)
                }
                Device::Pad => say!(
                    "Up and Down change the character, Left and Right move the cursor. {takes} accepts the code, {leaves} cancels.",
                    takes,
                    leaves
                ),
            };
        }
        let of_line = match self.menu.chosen() {
            CODE => {
                say!("The same code makes the same ship on every computer. Share it, or type one that you were given.")
            }
            OF_DANGER => {
                say!("How many enemies there are, what guards the last lift, and how many medkits you find.")
            }
            OF_LENGTH => {
                say!("The number of decks. The first holds the sleepers, the last is the bridge with the only boat.")
            }
            ANOTHER => say!("Another ship of the same danger and size."),
            BOARD => {
                say!(
                    "A ship nobody has ever seen: nine deck types, every enemy, every weapon, one story on her screens."
                )
            }
            _ => say!(""),
        };
        of_line.into()
    }
}

impl TypedCode {
    fn of(code: ShipCode) -> TypedCode {
        TypedCode { letters: code.to_string().chars().filter(|letter| *letter != '-').collect(), at: 0 }
    }

    /// Handles typed characters, and the keys that change characters on devices without a keyboard.
    fn follow(&mut self, pressed: &Presses) {
        let last = self.letters.len() - 1;
        for typed in &pressed.typed {
            match typed {
                Typed::Letter(letter) if is_letter(typed) => {
                    self.letters[self.at] = letter.to_ascii_uppercase();
                    self.at = (self.at + 1).min(last);
                }
                Typed::Letter(_) => {}
                Typed::Back => self.at = self.at.saturating_sub(1),
            }
        }
        for choice in pressed.choices_and_notches() {
            match choice {
                Choice::Less => self.at = self.at.saturating_sub(1),
                Choice::More => self.at = (self.at + 1).min(last),
                Choice::Up => self.turn(1),
                Choice::Down => self.turn(LETTERS.len() - 1),
                Choice::Confirm => {}
            }
        }
    }

    /// Replaces the current character with one `steps` later.
    fn turn(&mut self, steps: usize) {
        let at = LETTERS.chars().position(|letter| letter == self.letters[self.at]).unwrap_or(0);
        let next = LETTERS.chars().nth((at + steps) % LETTERS.len());
        self.letters[self.at] = next.unwrap_or('0');
    }
}

impl std::fmt::Display for TypedCode {
    /// Prints the code with the current character in brackets.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (number, letter) in self.letters.iter().enumerate() {
            let hyphen = if number == self.letters.len() / 2 { "-" } else { "" };
            if number == self.at { write!(f, "{hyphen}[{letter}]") } else { write!(f, "{hyphen}{letter}") }?;
        }
        Ok(())
    }
}

/// Returns true for a typed letter or digit. Hyphens and spaces are ignored in codes.
fn is_letter(typed: &Typed) -> bool {
    matches!(typed, Typed::Letter(letter) if letter.is_alphanumeric())
}

/// Returns the number `steps` later in its range, wrapping around at the ends.
fn turned(number: u8, steps: i32, range: &std::ops::RangeInclusive<u8>) -> u8 {
    let (first, count) = (i32::from(*range.start()), i32::from(range.end() - range.start()) + 1);
    (first + (i32::from(number) - first + steps).rem_euclid(count)) as u8
}

fn choose(world: &mut World) {
    world.resource_scope(|world, mut page: Mut<NewShip>| follow(world, &mut page));
}

fn follow(world: &mut World, page: &mut NewShip) {
    if page.made.is_some() {
        take(world, page);
    } else {
        match page.follow(world.resource::<Presses>()) {
            Some(true) => page.made = make(world, page.code),
            Some(false) => {}
            None => world.resource_mut::<NextState<Page>>().set(Page::None),
        }
    }
}

/// Starts generating a ship in the background.
fn make(world: &World, code: ShipCode) -> Option<Job<Result<Ship, String>>> {
    let decks = world.get_resource::<Decks>()?.clone();
    Some(Jobs::of_world(world).spawn("ship", move || decks.make_ship(code)))
}

/// Boards the ship once it is generated.
fn take(world: &mut World, page: &mut NewShip) {
    let Some(Poll::Ready(ship)) = page.made.as_mut().map(Job::poll) else { return };
    page.made = None;
    match ship {
        // The job has panicked and written a crash report.
        None => {}
        Some(Ok(ship)) => {
            progress::set_out_on(world, ship);
            world.resource_mut::<NextState<Page>>().set(Page::None);
            world.resource_mut::<NextState<Phase>>().set(Phase::Briefing);
        }
        Some(Err(what)) => page.told = Some(what),
    }
}

fn draw(
    art: Option<Res<Art>>,
    (bindings, device): (Res<Bindings>, Res<Device>),
    mut page: ResMut<NewShip>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.9));
    text_layout::line(&mut canvas, art.pen(), say!("New ship"), height / 16, 2, RED);
    let top = height * 3 / 16;
    page.menu.draw(&mut canvas, art.pen(), top);
    let below = top + page.menu.height(&canvas, art.pen()) + text_layout::line_height(&canvas, art.pen(), 1) / 2;
    let area = text_layout::column(&canvas, art.pen(), below, height);
    let colour = if page.told.is_some() { RED } else { PALE };
    text_layout::paragraph(&mut canvas, art.pen(), page.words(&bindings, *device), area, colour);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape};
    use std::sync::Arc;

    fn pressed(keys: &[KeyCode], words: &str) -> Presses {
        let mut pressed = Presses::default();
        pressed.set_keys(keys);
        pressed.typed = words.chars().map(Typed::Letter).collect();
        pressed
    }

    fn parts(code: ShipCode) -> (u64, u8, u8) {
        (code.seed(), code.danger(), code.length())
    }

    #[test]
    fn code_contains_danger_length_and_seed() {
        let mut page = NewShip::new(code(5, DANGER, LENGTH));
        assert_eq!(parts(page.code), (5, 2, 7));
        assert_eq!(page.menu.chosen(), BOARD, "Enter boards the ship at once");
        page.follow(&pressed(&[ArrowDown, ArrowDown], ""));
        assert_eq!(page.follow(&pressed(&[ArrowDown, ArrowRight, ArrowDown, ArrowRight, ArrowRight], "")), Some(false));
        assert_eq!(parts(page.code), (5, 3, 9));
        page.follow(&pressed(&[ArrowRight, ArrowUp, Enter], ""));
        assert_eq!(parts(page.code), (5, 4, 5), "the selection wraps around");
        page.follow(&pressed(&[ArrowDown, ArrowDown, Enter], ""));
        assert!(parts(page.code) == (another(5) & MAX_SEED, 4, 5), "another ship is as dangerous and as large");
        assert_eq!(page.follow(&pressed(&[ArrowDown, Enter], "")), Some(true));
        assert_eq!(page.follow(&pressed(&[ArrowDown, Enter], "")), None);
        assert_eq!(page.follow(&pressed(&[Escape], "")), None);
    }

    #[test]
    fn code_can_be_typed_or_entered_with_a_gamepad() {
        let told = code(20_261_122, 2, 7);
        let mut page = NewShip::new(code(5, DANGER, LENGTH));
        // Typing works in any line of the menu.
        page.follow(&pressed(&[ArrowDown], ""));
        page.follow(&pressed(&[], &told.to_string().to_lowercase()));
        assert_eq!(parts(page.code), (5, 2, 7), "it is not taken yet");
        page.follow(&pressed(&[Enter], ""));
        assert_eq!((page.code, page.typed.is_some()), (told, false));
        // With the D-pad only. The last character of this code is the check character.
        let mut page = NewShip::new(code(20_261_122, DANGER, LENGTH));
        page.follow(&pressed(&[ArrowDown, ArrowDown, Enter], ""));
        page.follow(&pressed(&[ArrowRight, ArrowUp], ""));
        page.follow(&pressed(&[Enter], ""));
        assert!(page.told.as_ref().is_some_and(|told| told.contains("a wrong letter")), "{:?}", page.told);
        page.follow(&pressed(&[ArrowDown, Enter], ""));
        assert_eq!((page.code, page.told.as_deref()), (told, None));
        page.follow(&pressed(&[Enter], ""));
        page.follow(&pressed(&[ArrowUp, Escape], ""));
        assert_eq!((page.code, page.typed.is_some()), (told, false), "it is unchanged");
        assert_eq!(page.follow(&pressed(&[ArrowLeft], "")), Some(false));
    }

    #[test]
    fn ship_is_generated_in_the_background_and_boarded() {
        use crate::{
            arguments::Arguments,
            campaign::progress::Progress,
            flow::skill::Skill,
            flow::{page, phase},
        };
        use bevy::state::app::StatesPlugin;
        let text =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", text).unwrap());
        let sets =
            b"{ \"basic_goodies\": [(\"clip\", 4)], \"hoard\": [(\"ingot\", 4)], \"first aid\": [(\"medkit\", 1)] }";
        let campaign = campaign::Decks::for_ships(
            vec![campaign::Deck::of_level("a.ron", level)],
            sets,
            &engine::Rules::standard(),
        )
        .unwrap();
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin, page::plugin)).init_resource::<Time<Virtual>>();
        app.insert_resource(Decks(campaign))
            .insert_resource(Arguments { seed: Some(1), ..default() })
            .init_resource::<Skill>();
        app.insert_resource(NewShip::new(code(7, DANGER, LENGTH))).insert_resource(pressed(&[Enter], ""));
        app.world_mut().resource_mut::<NextState<Page>>().set(Page::NewShip);
        app.update();
        for _ in 0..100_000 {
            app.world_mut().run_system_cached(choose).unwrap();
            app.update();
            if *app.world().resource::<State<Phase>>().get() == Phase::Briefing {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let journey = &app.world().resource::<Progress>().0;
        assert_eq!(campaign::ship_of(&journey.deck).map(parts), Some((7, 2, 7)));
        assert!(app.world().resource::<Decks>().find(&journey.deck).is_some());
        assert_eq!(*app.world().resource::<State<Page>>().get(), Page::None);
    }

    #[test]
    fn ship_of_the_address_is_opened_once() {
        let mut world = World::new();
        world.init_resource::<Clock>();
        let given = code(20_261_122, 4, 9);
        world.insert_resource(GivenShip(given));
        world.run_system_cached(open).unwrap();
        assert_eq!(world.resource::<NewShip>().code, given);
        world.run_system_cached(open).unwrap();
        assert_ne!(world.resource::<NewShip>().code, given, "the next ship is a random one");
    }
}
