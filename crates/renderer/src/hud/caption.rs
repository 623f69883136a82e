//! Captions: short messages about events.

use crate::{
    art::art::Art,
    board::layout::BoardLayout,
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour, Lettering},
    hud::hud::{Edges, is_at_board},
    hud::layout::Reserved,
    hud::message_log::MessageLog,
    hud::wrapped::AllWrapped,
    stage::options::{Hud, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{
    Air, AtTerminal, Caption, CaptionKind, Deck, EventRecord, GameEvent, Grid, Heading, Player, Position, Rules, Run,
    Utterance, called, ticks,
};
use level::{Level, Lock};
use localization::{Said, say};

/// The minimum time for which a message is shown, the time per character, and the time it takes to fade out, in ticks.
const STAY: u64 = ticks(3.0) as u64;
const READING: u64 = ticks(0.05) as u64;
const GO: u64 = ticks(0.5) as u64;
/// Ticks since the last shot or wound for which the player counts as fighting.
const FIGHTS: u32 = ticks(1.0);
/// The maximum number of messages that are shown at once, and of those that are a level's.
const MAX: usize = 4;
const MAX_TOLD: usize = 2;
/// The maximum distance at which the sounds of doors have captions, in tiles. They are audible from farther away.
const DOORS_REACH: f32 = 10.0;
/// The minimum opacity of the plate behind a level's messages, 0 to 1.
const TOLD_PLATE: f32 = 0.5;

const BLACK: Colour = Colour::rgb(0, 0, 0);
pub(super) const PALE: Colour = Colour::rgb(225, 235, 230);

/// A message on screen.
struct Shown {
    /// The first tick in which it is shown, and the number of ticks.
    tick: u64,
    stay: u64,
    said: Said,
}

/// The messages that are on screen, the oldest first.
#[derive(Resource, Default)]
pub(super) struct Captions(Vec<Shown>);

impl Captions {
    /// Lets messages go that were shown for longer than this number of ticks. The log keeps them.
    fn make_way(&mut self, now: u64, least: u64) {
        for shown in self.0.iter_mut().filter(|shown| now - shown.tick > least) {
            shown.stay = shown.stay.min(now - shown.tick + GO);
        }
    }

    /// Returns true if no message is on screen.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps this number of the newest messages, which have room. Of those for which a condition is true, only the newest
    /// stays longer than the minimum time. The log keeps the others, which do not come back.
    fn settle(&mut self, now: u64, count: usize, is_told: impl Fn(&Said) -> bool) {
        self.0.drain(..self.0.len() - count);
        let told = self.0.iter_mut().rev().filter(|shown| is_told(&shown.said));
        for shown in told.skip(1) {
            shown.stay = shown.stay.min(now.saturating_sub(shown.tick).max(STAY) + GO);
        }
    }

    /// Shows a message starting at this tick. A repeated message moves to the end.
    pub(super) fn say(&mut self, tick: u64, said: Said) {
        self.0.retain(|other| other.said != said);
        self.0.push(Shown { tick, stay: stay(&said), said });
        let surplus = self.0.len().saturating_sub(MAX);
        self.0.drain(..surplus);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Captions>().add_systems(Update, listen);
    app.add_systems(DrawFrame, messages.in_set(Draw::Words).run_if(Hud::is_shown));
}

/// Returns how long a message is shown, in ticks.
fn stay(said: &Said) -> u64 {
    STAY.max(said.english().chars().count() as u64 * READING)
}

/// Returns the caption of a sound at the offset `to` from a listener with this heading, such as `[a door opens, to the
/// left]`; `None` if the sound does not carry that far.
pub(super) fn heard(sound: Said, to: Vec2, reach: f32, heading: Heading) -> Option<Said> {
    let ahead = heading.direction();
    let (along, aside) = (to.dot(ahead), ahead.perp_dot(to));
    let side = match (along.abs() > aside.abs(), along > 0.0, aside > 0.0) {
        (true, true, _) => say!("ahead"),
        (true, false, _) => say!("behind you"),
        (false, _, true) => say!("to the right"),
        (false, _, false) => say!("to the left"),
    };
    (to.length() < reach).then(|| say!("[{sound}, {side}]", sound, side))
}

/// Returns what the player reads about an event, if anything. Sounds have captions only if the player has turned them
/// on; `listener` is then the player.
fn text(
    report: &EventRecord,
    (rules, skill): (&Rules, u8),
    (level, air): (&Level, Option<&Air>),
    listener: Option<(&Position, &Heading)>,
) -> Option<Said> {
    let effects = report.what.effects(rules);
    let is_sealed = report.what == GameEvent::DoorRefuses(Lock::Sealed);
    let cell = Grid::cell_at(report.at);
    let takes_stairs =
        report.what == GameEvent::LiftThrown && level.stairs_at(cell.x as usize, cell.y as usize).is_some();
    match effects.caption? {
        Caption::Message(_) if takes_stairs => Some(say!("You take the stairs").into()),
        Caption::Message(_) if is_sealed && air.is_some_and(|air| air.is_next_to_vacuum(cell)) => {
            Some(say!("Sealed: no air behind it").into())
        }
        Caption::Message(text) => Some(Said::data(text)),
        Caption::OfLevel(number) => level.messages.get(usize::from(number)).map(|text| of_level(level, text)),
        Caption::Heard(sound) => {
            let (at, heading) = listener?;
            let name = report.by.and_then(|id| called(level, rules, skill, id));
            let sound = match name {
                Some(name) => Said::joined([name, sound].map(Said::data), ": "),
                None => Said::data(sound),
            };
            let farthest = if effects.caption_kind == CaptionKind::Doors { DOORS_REACH } else { f32::MAX };
            heard(sound, report.at - at.0, effects.reach.min(farthest), *heading)
        }
    }
}

/// Returns a creature's words, with the speaker's name in front.
fn spoken((speaker, words): (String, &str)) -> Said {
    Said::joined([speaker, words.to_owned()].map(Said::data), ": ")
}

/// Returns a message of a level.
fn of_level(level: &Level, text: &str) -> Said {
    let names = level.names.iter().map(|(gap, name)| (gap.clone(), Said::literal(name)));
    Said::data_with(text, names)
}

pub(super) fn listen(
    (mut reports, mut uttered): (MessageReader<EventRecord>, MessageReader<Utterance>),
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    (deck, air): (Option<Res<Deck>>, Option<Res<Air>>),
    (player, options): (Query<(&Position, &Heading, &Player)>, Res<ViewOptions>),
    (mut captions, mut log): (ResMut<Captions>, ResMut<MessageLog>),
) {
    let (Some(run), Some(rules), Some(deck)) = (run, rules, deck) else { return };
    let player = player.single().ok();
    // A player at a board sees nothing else, so this caption is always shown.
    let reads = |report: &EventRecord| options.captions || report.what == GameEvent::BoardNear;
    let listener = |report: &EventRecord| player.filter(|_| reads(report)).map(|(at, heading, _)| (at, heading));
    // A tick in the future belongs to another run.
    captions.0.retain(|shown| shown.tick <= run.tick && run.tick - shown.tick < shown.stay);
    match player {
        // The page of death has texts of its own.
        Some((_, _, player)) if player.since_death != u32::MAX => captions.make_way(run.tick, 0),
        Some((_, _, player)) if player.since_shot.min(player.since_hurt) < FIGHTS => captions.make_way(run.tick, STAY),
        _ => {}
    }
    let is_wanted = |report: &&EventRecord| options.caption_kinds.wants(report.what.effects(&rules).caption_kind);
    let around = (&*deck.0, air.as_deref());
    let happened = reports.read().filter(is_wanted);
    let happened = happened.filter_map(|report| text(report, (&rules, run.skill), around, listener(report)));
    // A creature's words have no recorded voice, so they are shown even without captions.
    let said = uttered.read().filter_map(|said| said.heard(player?.0.0, &rules)).map(spoken);
    for text in happened.chain(said) {
        log.note(run.tick, &text);
        captions.say(run.tick, text);
    }
}

/// Draws the messages between the upper edge's contents and the HUD; if there is not enough room, the oldest are left
/// out.
pub(super) fn messages(
    mut captions: ResMut<Captions>,
    mut wrapped: Local<AllWrapped>,
    (run, deck, at): (Option<Res<Run>>, Option<Res<Deck>>, Option<Res<AtTerminal>>),
    (art, options): (Option<Res<Art>>, Res<ViewOptions>),
    (reserved, mut edges): (Res<Reserved>, ResMut<Edges>),
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(deck), Some(art)) = (run, deck, art) else { return };
    let layout = BoardLayout::of(screen.0.width(), screen.0.height());
    let mut canvas = Canvas::new(&mut screen.0);
    let (scale, margin) = (scale(&canvas, &options), 4 * canvas.unit());
    let right = reserved.right.map_or(canvas.width(), |right| right.x);
    let above = Area::new(margin, edges.top + margin, right - 2 * margin, 0);
    // Text next to a board must stay readable, too.
    let at_board = is_at_board(at);
    let area = if at_board { layout.below_words() } else { above };
    // A level's messages are centred, below the others.
    let is_of_level = |key: &str| deck.0.messages.iter().any(|message| message == key);
    let is_told = |said: &Said| !at_board && said.key().is_some_and(is_of_level);
    let (width, high) = (area.width / scale, art.pen().line_height() * scale);
    let narrow = width - width / 8;
    if art.is_changed() {
        wrapped.keep(|_| false); // the language may have changed
    }
    wrapped.keep(|said| captions.0.iter().any(|shown| shown.said == *said));
    let middle = canvas.height() / 8;
    let (mut room, mut told) = (edges.foot - area.y, 0);
    let mut has_room = |shown: &&Shown| {
        let (top, width) = if is_told(&shown.said) { ((middle - area.y).max(0), narrow) } else { (0, width) };
        told += usize::from(is_told(&shown.said));
        room -= high * wrapped.lines(art.pen(), &shown.said, width).len() as i32;
        room >= top && told <= MAX_TOLD
    };
    let count = captions.0.iter().rev().take_while(|shown| has_room(shown)).count();
    captions.settle(run.tick, count, is_told);
    let seen = &captions.0;
    let mut y = area.y;
    let of = |told: bool| seen.iter().filter(move |shown| is_told(&shown.said) == told).map(move |shown| (told, shown));
    for (told, Shown { tick, stay, said }) in of(false).chain(of(true)) {
        let width = if told { narrow } else { width };
        if told {
            y = y.max(middle);
        }
        let left = (tick + stay).saturating_sub(run.tick);
        let clear = (left as f32 / GO as f32).min(1.0);
        let colour = PALE.covering(clear);
        let dark = options.text_plate.part().max(if told { TOLD_PLATE } else { 0.0 });
        for line in wrapped.lines(art.pen(), said, width) {
            let wide = art.pen().width(line) * scale;
            let x = if told { area.x + (area.width - wide) / 2 } else { area.x };
            canvas.fill(Area::new(x - margin / 2, y, wide + margin, high), BLACK.covering(dark * clear));
            canvas.text(art.pen(), line, x, y, Lettering::new(colour, scale));
            y += high;
        }
    }
    edges.top = if at_board { edges.top } else { y };
}

/// Returns the scale of messages: smaller than the HUD's numbers, so that they are not in the way, unless the player
/// wants them larger.
fn scale(canvas: &Canvas, options: &ViewOptions) -> i32 {
    let usual = (canvas.height() / 300).max(1) as f32;
    (usual * options.text_size.part()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, put, wait};
    use engine::Intent;

    #[test]
    fn long_messages_make_way_for_a_fight_after_their_minimum_time() {
        let mut captions = Captions::default();
        captions.say(100, Said::literal("A very long message, ".repeat(10)));
        captions.say(100 + STAY, Said::literal("New"));
        captions.make_way(101 + STAY, STAY);
        let left: Vec<u64> = captions.0.iter().map(|shown| shown.tick + shown.stay - (101 + STAY)).collect();
        assert_eq!(left, [GO, STAY - 1]);
    }

    #[test]
    fn older_long_message_makes_way_for_a_newer_one() {
        let mut captions = Captions::default();
        let is_told = |said: &Said| said.english().len() > 9;
        captions.say(1, Said::literal("Old and left out"));
        captions.say(2, Said::literal("A very long message, ".repeat(10)));
        captions.say(100, Said::literal("Short"));
        captions.settle(100, 2, is_told);
        assert_eq!(captions.0.len(), 2, "a message without room does not come back");
        let alone = captions.0[0].stay;
        assert!(alone > 2 * STAY, "nothing newer is as long");
        captions.say(200, Said::literal("Another very long message, ".repeat(10)));
        captions.settle(200, 3, is_told);
        assert_eq!(captions.0.iter().map(|shown| shown.stay > 2 * STAY).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(captions.0[0].stay, STAY + GO);
    }

    #[test]
    fn long_messages_are_shown_longer() {
        assert!(stay(&Said::literal("Ship's log, deck 4: officers at their posts. They have not left them.")) > STAY);
        assert_eq!(stay(&Said::literal("Ha!")), STAY);
    }

    #[test]
    fn sounds_have_captions_if_the_option_is_on() {
        let told = |captions: bool| {
            let mut game = game(&["#########", "#@ + z  #", "#########"]);
            game.world_mut().resource_mut::<ViewOptions>().captions = captions;
            wait(&mut game, 120, Intent { forward: 1.0, ..Intent::default() });
            let texts = &game.world().resource::<Captions>().0;
            texts.iter().map(|shown| shown.said.english()).collect::<Vec<_>>()
        };
        assert!(told(true).iter().any(|text| text == "[a door opens, ahead]"), "{:?}", told(true));
        assert!(told(false).is_empty());
    }

    #[test]
    fn caption_kinds_can_be_turned_off_one_by_one() {
        let told = |kinds: crate::stage::options::CaptionKinds| {
            let mut game = game(&["##########", "#@a+ z   #", "##########"]);
            let options = ViewOptions { captions: true, caption_kinds: kinds, ..default() };
            game.world_mut().insert_resource(options);
            wait(&mut game, 240, Intent { forward: 1.0, ..Intent::default() });
            let log = game.world().resource::<MessageLog>().0.iter().map(|(_, text)| text.english());
            log.collect::<Vec<_>>().join("\n")
        };
        let all = crate::stage::options::CaptionKinds::default();
        let of = ["You pick up a clip", "a door opens", "a cry"];
        let kinds = [
            crate::stage::options::CaptionKinds { own: false, ..all },
            crate::stage::options::CaptionKinds { doors: false, ..all },
            crate::stage::options::CaptionKinds { undead: false, ..all },
        ];
        let whole = told(all);
        assert!(of.iter().all(|words| whole.contains(words)), "{whole}");
        for (number, kinds) in kinds.into_iter().enumerate() {
            let told = told(kinds);
            for (other, words) in of.iter().enumerate() {
                assert_eq!(told.contains(words), other != number, "{words} in\n{told}");
            }
        }
    }

    #[test]
    fn sound_captions_have_a_direction_and_a_range() {
        let game = game(&["#####", "#@  #", "#####"]);
        let level = &game.world().resource::<Deck>().0;
        let said = |x: f32, y: f32| {
            let report = EventRecord::new(GameEvent::DoorOpens, Vec2::new(x, y));
            let listener = (&Position(Vec2::splat(10.0)), &Heading(0.0));
            let rules = (game.world().resource::<Rules>(), 2);
            text(&report, rules, (level, None), Some(listener)).unwrap_or_default().english()
        };
        assert_eq!(said(14.0, 11.0), "[a door opens, ahead]");
        assert_eq!(said(6.0, 10.0), "[a door opens, behind you]");
        assert_eq!(said(10.0, 14.0), "[a door opens, to the right]");
        assert_eq!(said(10.0, 6.0), "[a door opens, to the left]");
        assert_eq!(said(22.0, 10.0), "", "a far door is heard, but has no caption");
    }

    #[test]
    fn stairs_have_words_of_their_own() {
        let game = game(&["#####", "#@ >#", "#####"]);
        let (mut level, rules) = ((*game.world().resource::<Deck>().0).clone(), game.world().resource::<Rules>());
        let report = EventRecord::new(GameEvent::LiftThrown, Vec2::new(3.5, 1.5));
        let read = |level: &Level| text(&report, (rules, 2), (level, None), None).unwrap_or_default().english();
        assert_eq!(read(&level), "The lift starts");
        level.stairs.push(level::Stairs { x: 3, y: 1, name: "down".to_owned() });
        assert_eq!(read(&level), "You take the stairs");
    }

    #[test]
    fn messages_stay_readable_while_the_lift_fades_to_black() {
        let mut game = game(&["#####", "#@ >#", "#####"]);
        wait(&mut game, STAY as u32, Intent::default()); // until the deck's name is gone
        put(&mut game, 2.5, 1.5, 0.0);
        wait(&mut game, 130, Intent { use_: true, ..Intent::default() });
        game.world_mut().run_schedule(DrawFrame);
        let screen = &game.world().resource::<Screen>().0;
        let bright = |pixel: &&u32| pixel.to_le_bytes()[..3].iter().all(|&part| part > 150);
        assert!(screen.pixels()[..640 * 20].iter().filter(bright).count() > 50, "the message must be visible");
        assert_eq!(screen.pixels()[640 * 100..640 * 200].iter().filter(bright).count(), 0, "the deck must be black");
    }

    #[test]
    fn options_set_the_size_and_plate_of_messages() {
        let mut game = game(&["######", "#@a  #", "######"]);
        wait(&mut game, STAY as u32, Intent::default()); // until the deck's name is gone
        put(&mut game, 1.5, 1.5, 0.0);
        let seen = |game: &mut engine::Headless, options: ViewOptions| {
            game.world_mut().insert_resource(options);
            game.world_mut().run_schedule(DrawFrame);
            game.world().resource::<Screen>().0.clone()
        };
        let bare = seen(&mut game, ViewOptions::default());
        let text = Said::literal("You pick up a clip");
        let tick = game.world().resource::<Run>().tick;
        game.world_mut().resource_mut::<Captions>().say(tick, text);
        let lowest = |frame: &raycast::Frame| {
            (0..90).rev().find(|y| (0..640).any(|x| frame.pixel(x, *y) != bare.pixel(x, *y))).unwrap()
        };
        let plain = seen(&mut game, ViewOptions::default());
        let large = seen(&mut game, ViewOptions { text_size: crate::stage::options::Percent::new(200), ..default() });
        assert!(lowest(&large) >= 2 * lowest(&plain) - 10, "{} {}", lowest(&large), lowest(&plain));
        let dark = seen(&mut game, ViewOptions { text_plate: crate::stage::options::Strength::FULL, ..default() });
        let black = |frame: &raycast::Frame| frame.pixels()[..640 * 30].iter().filter(|&&p| p & 0xff_ffff == 0).count();
        assert!(black(&dark) > black(&plain) + 500);
    }

    #[test]
    fn level_messages_are_centred_and_others_on_the_left() {
        let mut game = game(&["######", "#@   #", "######"]);
        wait(&mut game, STAY as u32, Intent::default()); // until the deck's name is gone
        let words = "Core unattended for 32,872 days.";
        std::sync::Arc::make_mut(&mut game.world_mut().resource_mut::<Deck>().0).messages.push(words.to_owned());
        let mut seen = |text: Option<&str>| {
            let tick = game.world().resource::<Run>().tick;
            let mut captions = game.world_mut().resource_mut::<Captions>();
            captions.0.clear();
            text.into_iter().for_each(|text| captions.say(tick, Said::data(text)));
            game.world_mut().run_schedule(DrawFrame);
            game.world().resource::<Screen>().0.clone()
        };
        let (bare, told, other) = (seen(None), seen(Some(words)), seen(Some("You pick up a clip")));
        let columns = |frame: &raycast::Frame| {
            let differ = |x: &usize| (0..100).any(|y| frame.pixel(*x, y) != bare.pixel(*x, y));
            ((0..640).find(differ).unwrap(), (0..640).rev().find(differ).unwrap())
        };
        let (first, last) = columns(&told);
        assert!(first > 100 && (first + last).abs_diff(639) <= 2, "{first} to {last}");
        assert!(columns(&other).0 < 20);
    }

    #[test]
    fn newest_message_of_a_level_is_the_lowest() {
        let mut game = game(&["######", "#@   #", "######"]);
        wait(&mut game, STAY as u32, Intent::default()); // until the deck's name is gone
        let texts = ["iii", "WWW"].map(|letters| letters.repeat(8));
        std::sync::Arc::make_mut(&mut game.world_mut().resource_mut::<Deck>().0).messages.extend(texts.clone());
        let mut seen = |texts: &[&String]| {
            let tick = game.world().resource::<Run>().tick;
            let mut captions = game.world_mut().resource_mut::<Captions>();
            captions.0.clear();
            texts.iter().for_each(|text| captions.say(tick, Said::data(*text)));
            game.world_mut().run_schedule(DrawFrame);
            game.world().resource::<Screen>().0.clone()
        };
        let (bare, both) = (seen(&[]), seen(&[&texts[0], &texts[1]]));
        let differing = |y: usize| (0..640).filter(|x| both.pixel(*x, y) != bare.pixel(*x, y)).count();
        let rows: Vec<usize> = (0..120).map(differing).filter(|count| *count > 0).collect();
        assert!(rows[0] < rows[rows.len() - 1], "the wider one is newer: {rows:?}");
    }

    #[test]
    fn messages_appear_with_their_event_and_expire() {
        let mut game = game(&["######", "#@a  #", "######"]);
        let texts = |game: &engine::Headless| {
            game.world().resource::<Captions>().0.iter().map(|shown| shown.said.english()).collect::<Vec<_>>()
        };
        assert!(texts(&game).is_empty());
        wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
        assert_eq!(texts(&game), ["You pick up a clip: 10 rounds"]);
        wait(&mut game, STAY as u32, Intent::default());
        assert!(texts(&game).is_empty());
    }

    #[test]
    fn words_of_near_creatures_are_shown_with_their_name() {
        let mut game = game(&["######", "#@z  #", "######"]);
        let mut says = |words: &str, x: f32| {
            let words = engine::Words::Said(words.to_owned());
            let rules = game.world().resource::<Rules>();
            let kind = rules.kind("shambler").unwrap();
            let said = Utterance { by: engine::Id(9), kind, at: Vec2::new(x, 1.5), words };
            game.world_mut().resource_mut::<Messages<Utterance>>().write(said);
            wait(&mut game, 1, Intent::default());
            game.world().resource::<Captions>().0.iter().map(|shown| shown.said.english()).collect::<Vec<_>>()
        };
        assert_eq!(says("Brains", 2.5), ["Shambler: Brains"]);
        assert_eq!(says("Far off", 40.0), ["Shambler: Brains"]);
        assert_eq!(says("Brains", 2.5), ["Shambler: Brains"], "a repeated line must stay single");
    }
}
