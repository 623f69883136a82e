//! Bestiary: a page for each kind of monster that the player has met in any game, with its data from the tables. On a
//! small canvas, a page is split into several leaves.

use crate::{
    files::met::Met,
    files::saves_folder::Saves,
    flow::page::Page,
    flow::skill::Skill,
    input::presses::{Choice, Presses},
    pages::bestiary_words::of_kind,
    ui::front::Front,
    ui::text_layout::{self, BLACK, DIM, PALE},
};
use bevy::prelude::*;
use campaign::count_lines;
use content::BaseRules;
use engine::{Counts, MonsterKind, Rules};
use localization::{Said, say};
use renderer::{Area, Art, Canvas, DrawFrame, Lettering, Screen};

/// Current page and leaf.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BestiaryPage {
    kind: usize,
    leaf: usize,
    /// Number of leaves of this kind at this canvas size.
    leaves: usize,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<BestiaryPage>().init_resource::<LastGame>();
    app.add_systems(OnEnter(Page::Bestiary), (|mut page: ResMut<BestiaryPage>| *page = default(), look_back));
    app.add_systems(Update, follow.run_if(in_state(Page::Bestiary)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Bestiary)));
}

/// Statistics of the game that was saved last.
#[derive(Resource, Debug, Default)]
struct LastGame(Counts);

fn look_back(saves: Option<ResMut<Saves>>, mut last: ResMut<LastGame>) {
    let newest = saves.and_then(|mut saves| saves.shelf().0.newest(None));
    last.0 = newest.map(|(_, save)| save.counts).unwrap_or_default();
}

impl LastGame {
    /// Returns the number of pages for `kinds` kinds. The last page shows the statistics, if there are any.
    fn pages(&self, kinds: usize) -> usize {
        kinds + usize::from(kinds > 0 && self.0 != Counts::default())
    }

    /// Returns the statistics of a kind.
    fn of_kind(&self, name: &str) -> Option<Said> {
        let kills = self.0.kills.count(name);
        (kills > 0).then(|| say!("Kills in your last game: {kills}.", kills))
    }
}

/// Returns true if there is any page.
pub(crate) fn has_any(rules: &Rules, met: &Met) -> bool {
    !known(rules, met).is_empty()
}

fn known<'a>(rules: &'a Rules, met: &Met) -> Vec<(&'a str, &'a MonsterKind)> {
    rules.monsters.iter().filter(|(name, _)| met.knows(name)).map(|(name, kind)| (name.as_str(), kind)).collect()
}

impl BestiaryPage {
    /// Returns the page after this input, given the number of pages, or `None` if the player leaves. A click goes on,
    /// and leaves after the last leaf.
    fn turned(self, count: usize, pressed: &Presses) -> Option<BestiaryPage> {
        if pressed.back() || count == 0 {
            return None;
        }
        let mut page = self;
        for choice in pressed.choices_and_notches() {
            page = match choice {
                Choice::Less | Choice::Up => page.before(count),
                Choice::More | Choice::Down => page.after(count),
                Choice::Confirm => return None,
            };
        }
        let is_last = page.kind + 1 == count && page.leaf + 1 >= page.leaves;
        match pressed.click {
            true if is_last => None,
            true => Some(page.after(count)),
            false => Some(page),
        }
    }

    /// Returns the next leaf or the first leaf of the next kind, wrapping around.
    fn after(self, count: usize) -> BestiaryPage {
        let next = BestiaryPage { kind: (self.kind + 1) % count, ..default() };
        if self.leaf + 1 < self.leaves { BestiaryPage { leaf: self.leaf + 1, ..self } } else { next }
    }

    /// Returns the previous leaf or the first leaf of the previous kind, wrapping around.
    fn before(self, count: usize) -> BestiaryPage {
        let last = BestiaryPage { kind: (self.kind + count - 1) % count, ..default() };
        if self.leaf > 0 { BestiaryPage { leaf: self.leaf - 1, ..self } } else { last }
    }
}

fn follow(
    (pressed, met, rules): (Res<Presses>, Res<Met>, Option<Res<BaseRules>>),
    last: Res<LastGame>,
    mut page: ResMut<BestiaryPage>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    let count = rules.map_or(0, |rules| last.pages(known(&rules.0, &met).len()));
    match page.turned(count, &pressed) {
        Some(next) => *page = next,
        None => page_shown.set(Page::None),
    }
}

fn draw(
    (art, met, rules): (Option<Res<Art>>, Res<Met>, Option<Res<BaseRules>>),
    (mut page, skill, last): (ResMut<BestiaryPage>, Res<Skill>, Res<LastGame>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    let known = known(&rules.0, &met);
    let shown = known.get(page.kind);
    let (name, said) = match shown {
        Some((name, kind)) => {
            let said = of_kind(kind, &rules.0, skill.get()).into_iter().chain(last.of_kind(name));
            (Said::data(*name), said.collect())
        }
        None => (Said::from(say!("last game")), count_lines(&last.0)),
    };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let line = text_layout::line_height(&canvas, art.pen(), 1);
    canvas.tint(BLACK.covering(0.88));
    text_layout::line(&mut canvas, art.pen(), name.capital(), line / 4, 2, PALE);
    let pictures = shown
        .into_iter()
        .flat_map(|(_, kind)| ["_stand.1", "_stand"].map(|ending| format!("{}{ending}", kind.sprites)));
    let picture = pictures.into_iter().find_map(|name| art.picture(&name));
    let left = width / 3;
    if let Some(picture) = picture {
        let (wide, high) = (picture.width() as i32, picture.height() as i32);
        let scale = (left / wide).min((height - 4 * line) / high).max(1);
        canvas.picture(picture, (left - wide * scale) / 2, height - line * 2 - high * scale, scale, 1.0);
    }
    let area = Area::new(left, 3 * line, width - left - line / 2, height - 5 * line);
    let lines = said.iter().flat_map(|said| text_layout::wrapped(&canvas, art.pen(), said, area.width));
    let lines: Vec<String> = lines.collect();
    let shown = (area.height / line).max(1) as usize;
    page.leaves = lines.len().div_ceil(shown).max(1);
    page.leaf = page.leaf.min(page.leaves - 1);
    let lettering = Lettering::new(PALE, text_layout::size(&canvas, art.pen(), 1));
    for (row, words) in (0..).zip(lines.iter().skip(page.leaf * shown).take(shown)) {
        canvas.text(art.pen(), words, area.x, area.y + row * line, lettering);
    }
    let (middle, high) = ((area.x + area.width / 2) as f32, line as f32 / 5.0);
    if page.leaf > 0 {
        text_layout::arrow(&mut canvas, Vec2::new(middle, area.y as f32), -high);
    }
    if page.leaf + 1 < page.leaves {
        text_layout::arrow(&mut canvas, Vec2::new(middle, (area.y + area.height) as f32), high);
    }
    let foot = say!(
        "Page {number} of {met} ({all} kinds in all)",
        number = (page.kind + 1).min(known.len()),
        met = known.len(),
        all = rules.0.monsters.len()
    );
    text_layout::line(&mut canvas, art.pen(), &foot, height - line - line / 8, 1, DIM);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{ArrowLeft, ArrowRight, Escape};

    #[test]
    fn keys_wrap_around_and_clicks_go_to_the_end() {
        let keys = |keys: &[KeyCode]| {
            let mut pressed = Presses::default();
            pressed.set_keys(keys);
            pressed
        };
        let mut click = Presses::default();
        click.click = true;
        let turned = |(kind, leaf, leaves), count, pressed: &Presses| {
            let page = BestiaryPage { kind, leaf, leaves }.turned(count, pressed)?;
            Some((page.kind, page.leaf))
        };
        assert_eq!(turned((0, 0, 1), 3, &keys(&[ArrowLeft])), Some((2, 0)));
        assert_eq!(turned((2, 0, 1), 3, &keys(&[ArrowRight, ArrowRight])), Some((1, 0)));
        assert_eq!(turned((1, 0, 1), 3, &keys(&[Escape])), None);
        assert_eq!([0, 1, 2].map(|kind| turned((kind, 0, 1), 3, &click)), [Some((1, 0)), Some((2, 0)), None]);
        assert_eq!(turned((0, 0, 0), 0, &Presses::default()), None);
        // Each of the three leaves is shown.
        assert_eq!([0, 1, 2].map(|leaf| turned((0, leaf, 3), 2, &click)), [Some((0, 1)), Some((0, 2)), Some((1, 0))]);
        assert_eq!(turned((1, 2, 3), 2, &click), None);
        assert_eq!(turned((1, 2, 3), 2, &keys(&[ArrowRight])), Some((0, 0)));
        assert_eq!(turned((1, 2, 3), 2, &keys(&[ArrowLeft])), Some((1, 1)));
    }
}
