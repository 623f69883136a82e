//! Credits: the components of the game and their licences.

use crate::{flow::page::Page, input::presses::Presses, ui::front::Front, ui::scroll::Scroll};
use bevy::prelude::*;
use localization::{Said, say};
use renderer::{Art, Canvas, DrawFrame, Screen};

/// Full text. A test checks that it lists all components.
const CREDITS: &str = include_str!("../../../../assets/credits.txt");

/// Scroll position and the translated lines.
#[derive(Resource, Default)]
struct CreditsPage(Scroll, Vec<String>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<CreditsPage>();
    app.add_systems(OnEnter(Page::Credits), open);
    app.add_systems(Update, follow.run_if(in_state(Page::Credits)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Credits)));
}

fn open(art: Option<Res<Art>>, mut page: ResMut<CreditsPage>) {
    let say = |line: &str| art.as_ref().map_or_else(|| line.to_owned(), |art| art.pen().say(Said::data(line)));
    *page = CreditsPage(Scroll::default(), lines(say));
}

/// Returns the lines translated by `say`. Licences and names are not translated.
fn lines(say: impl Fn(&str) -> String) -> Vec<String> {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(heading) => format!("# {}", say(heading)),
        None => say(line),
    };
    CREDITS.lines().map(line).collect()
}

fn follow(pressed: Res<Presses>, mut page: ResMut<CreditsPage>, mut page_shown: ResMut<NextState<Page>>) {
    if page.0.follow(&pressed) {
        page_shown.set(Page::None);
    }
}

fn draw(art: Option<Res<Art>>, mut page: ResMut<CreditsPage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let CreditsPage(scroll, lines) = &mut *page;
    scroll.draw(&mut Canvas::new(&mut screen.0), art.pen(), say!("Credits"), lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::language::tests::spoken_in;
    use localization::Language;

    #[test]
    fn credits_are_translated_except_for_licences() {
        let german = spoken_in(Language::German);
        let lines = lines(|line| german.say(Said::data(line)));
        let changed: Vec<&str> =
            CREDITS.lines().zip(&lines).filter(|(own, said)| own != said).map(|(own, _)| own).collect();
        let ours = ["The game", "# Scripts", "The scripts", "# Libraries", "For Linux"];
        assert_eq!(changed.len(), ours.len(), "{changed:#?}");
        assert!(changed.iter().zip(ours).all(|(line, ours)| line.starts_with(ours)), "{changed:#?}");
    }
}
