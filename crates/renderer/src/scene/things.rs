//! Things: the sprites of pickups, props, projectiles and flames.

use crate::{
    art::art::Art, camera::camera::Blend, stage::by_id::ById, stage::options::ViewOptions, stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{
    Burning, Health, Height, Id, Load, Pickup, Player, Position, PreviousPosition, Projectile, ProjectileKind, Prop,
    PropKind, Rules, Run, Table, ticks,
};
use raycast::{Sprite, TextureId};
use std::collections::BTreeMap;

/// The frames of the flames around a burning body.
pub(crate) const SPRITES: [&str; 3] = ["burning1", "burning2", "burning3"];
/// How long each frame of a projectile or flame is shown, in ticks.
const FLICKER: u64 = ticks(0.05) as u64;
/// A projectile with at most this range, in tiles, plays its frames once; any other repeats them.
const SHORT: f32 = 10.0;
/// The initial size of such a projectile, in tiles.
const YOUNG: f32 = 0.25;
/// How far in front of a body its flames are, in tiles.
const NEARER: f32 = 0.06;

/// Returns the sprites of pickups, props and projectiles, each with the file and the entry that name it.
pub(crate) fn things(rules: &Rules) -> impl Iterator<Item = (&str, &str, String)> {
    let pickups = rules.pickups.iter();
    let pickups =
        pickups.map(move |(name, kind)| (rules.file_of(Table::Pickups, name), name.as_str(), kind.sprite.clone()));
    let props = rules.props.iter().flat_map(move |(name, kind)| {
        let states: &[&str] = if kind.health.is_some() { &["", "_hurt", "_wreck"] } else { &[""] };
        states
            .iter()
            .map(move |state| (rules.file_of(Table::Props, name), name.as_str(), format!("{}{state}", kind.sprites)))
    });
    let first = |kind: &ProjectileKind| format!("{}1", kind.sprites);
    let weapons = rules.weapons.iter().filter_map(move |(name, weapon)| match &weapon.load {
        Load::Projectile(kind) => Some((rules.file_of(Table::Weapons, name), name.as_str(), first(kind))),
        Load::Bullets(_) | Load::Patches(_) => None,
    });
    let attacks = rules.monsters.iter().flat_map(|(name, kind)| kind.attacks.iter().map(move |attack| (name, attack)));
    let projectiles = attacks.filter_map(move |(name, attack)| {
        let kind = attack.projectile.as_ref()?;
        Some((rules.file_of(Table::Monsters, name), name.as_str(), first(kind)))
    });
    pickups.chain(props).chain(weapons).chain(projectiles)
}

/// The sprites of all things of the rules, looked up once rather than for each frame.
#[derive(Resource, Default)]
pub(crate) struct Store {
    pickups: Vec<TextureId>,
    /// The sprites of each prop: those of its variants while it is whole, then hurt and broken.
    props: Vec<(Vec<TextureId>, [TextureId; 2])>,
    /// The frames of projectiles, by their sprite names.
    projectiles: BTreeMap<String, Vec<TextureId>>,
    burning: [Option<TextureId>; SPRITES.len()],
}

impl Store {
    /// Returns true if this is the sprite of something that can be taken, or of an unbroken prop that can be broken.
    pub(crate) fn shows_whole(&self, sprite: TextureId) -> bool {
        self.pickups.contains(&sprite)
            || self
                .props
                .iter()
                .any(|(whole, [hurt, wreck])| whole[0] != *wreck && (whole.contains(&sprite) || *hurt == sprite))
    }
}

/// Looks up the sprites when the art or the rules have changed.
pub(crate) fn stock(art: Option<Res<Art>>, rules: Option<Res<Rules>>, mut store: ResMut<Store>) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    if !art.is_changed() && !rules.is_changed() {
        return;
    }
    let sprite = |name: &str| art.sprite(name).unwrap_or(TextureId::MISSING);
    store.pickups = rules.pickups.iter().map(|(_, kind)| sprite(&kind.sprite)).collect();
    // `locker~2`, `locker~3` and so on are variants of `locker`.
    let variants = |name: &str| (2..).map_while(|number| art.sprite(&format!("{name}~{number}"))).collect::<Vec<_>>();
    let states = |kind: &PropKind| {
        let whole = [vec![sprite(&kind.sprites)], variants(&kind.sprites)].concat();
        let broken = match kind.health {
            Some(_) => ["_hurt", "_wreck"].map(|state| sprite(&format!("{}{state}", kind.sprites))),
            None => [whole[0]; 2],
        };
        (whole, broken)
    };
    store.props = rules.props.iter().map(|(_, kind)| states(kind)).collect();
    let weapons = rules.weapons.iter().filter_map(|(_, weapon)| match &weapon.load {
        Load::Projectile(kind) => Some(kind),
        Load::Bullets(_) | Load::Patches(_) => None,
    });
    let attacks = rules.monsters.iter().flat_map(|(_, kind)| &kind.attacks);
    let projectiles = weapons.chain(attacks.filter_map(|attack| attack.projectile.as_ref()));
    let moments = |name: &str| (1..).map_while(|number| art.sprite(&format!("{name}{number}"))).collect();
    store.projectiles = projectiles.map(|kind| (kind.sprites.clone(), moments(&kind.sprites))).collect();
    store.burning = SPRITES.map(|name| art.sprite(name));
}

/// Replaces all sprites of the previous frame with those of the things.
pub(crate) fn place(
    pickups: Query<(&Id, &Pickup)>,
    props: Query<(&Id, &Prop, &Position, &Height, &Health)>,
    projectiles: Query<(&Id, &Projectile, &Position, &PreviousPosition)>,
    burning: Query<(&Id, &Burning, &Position, &PreviousPosition, &Height), Without<Player>>,
    store: Res<Store>,
    (rules, run): (Option<Res<Rules>>, Option<Res<Run>>),
    (blend, options): (Res<Blend>, Res<ViewOptions>),
    mut by_id: Local<ById<Sprite>>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(rules), Some(run)) = (&mut stage.scene, rules, run) else { return };
    scene.sprites.clear();
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    let sprites = pickups.iter().map(|(&id, pickup)| {
        let sprite = store.pickups.get(usize::from(pickup.kind)).copied().unwrap_or(TextureId::MISSING);
        let bottom = blend.height(pickup.height);
        let bright = options.bright_figures;
        (id, Sprite { bottom, bright, ..Sprite::new(pickup.at.x, pickup.at.y, sprite) })
    });
    scene.sprites.extend(by_id.sorted(sprites));
    let sprites = props.iter().filter_map(|(&id, prop, position, height, health)| {
        let number = usize::from(prop.kind());
        let ((_, kind), (whole, broken)) = (rules.props.get(number)?, store.props.get(number)?);
        let Vec2 { x, y } = position.0;
        // Props that were placed one after the other, often side by side, show different variants.
        let sprite = match state(kind, prop, health.0) {
            0 => whole[id.0 as usize % whole.len()],
            state => broken[state - 1],
        };
        let sprite = Sprite::new(x, y, sprite);
        Some((id, Sprite { bottom: blend.height(*height), ..sprite }))
    });
    scene.sprites.extend(by_id.sorted(sprites));
    let sprites = projectiles.iter().filter_map(|(&id, projectile, position, previous)| {
        let kind = projectile.kind(&rules)?;
        let moments = store.projectiles.get(&kind.sprites).map_or(&[][..], Vec::as_slice);
        let sprite = moments.get(moment(kind, projectile.left(), run.tick / FLICKER + u64::from(id.0), moments.len()));
        let Vec2 { x, y } = blend.between(*previous, *position);
        let sprite = Sprite::new(x, y, sprite.copied().unwrap_or(TextureId::MISSING));
        let size = size(kind, projectile.left());
        // It grows around its middle.
        let bottom = projectile.height() as f32 - size / 2.0;
        Some((id, Sprite { bright: true, width: size, height: size, bottom, ..sprite }))
    });
    scene.sprites.extend(by_id.sorted(sprites));
    let burning = burning.iter().filter(|(_, flames, ..)| flames.burns());
    let sprites = burning.filter_map(|(&id, _, position, previous, height)| {
        let at = blend.between(*previous, *position);
        let Vec2 { x, y } = at + (eye - at).normalize_or_zero() * NEARER;
        let moment = (run.tick / FLICKER + u64::from(id.0)) as usize % SPRITES.len();
        let flame = Sprite::new(x, y, store.burning[moment]?);
        Some((id, Sprite { bright: true, bottom: blend.height(*height), ..flame }))
    });
    scene.sprites.extend(by_id.sorted(sprites));
}

/// Returns the state of a prop: 0 whole, 1 hurt, 2 broken.
fn state(kind: &PropKind, prop: &Prop, health: i32) -> usize {
    if prop.is_wreck() {
        2
    } else if kind.health.is_some_and(|most| health * 2 < most) {
        1
    } else {
        0
    }
}

/// Returns the visible size of a projectile with this remaining range, in tiles; a projectile with a short range
/// spreads as it flies.
fn size(kind: &ProjectileKind, left: f32) -> f32 {
    if kind.reach <= SHORT { YOUNG + (1.0 - YOUNG) * flown(kind, left) } else { 1.0 }
}

/// Returns the share of its range that a projectile with this remaining range has flown, 0 to 1.
fn flown(kind: &ProjectileKind, left: f32) -> f32 {
    1.0 - (left / kind.reach.max(0.01)).clamp(0.0, 1.0)
}

/// Returns the index of the frame that a projectile shows, from its remaining range and the flicker count.
fn moment(kind: &ProjectileKind, left: f32, turn: u64, moments: usize) -> usize {
    if kind.reach <= SHORT {
        ((flown(kind, left) * moments as f32) as usize).min(moments.saturating_sub(1))
    } else {
        turn as usize % moments.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture, shipped_art, wait};
    use engine::{Headless, Intent};
    use level::Level;
    use std::{collections::BTreeSet, sync::Arc};

    #[test]
    fn flames_play_their_frames_once_and_bolts_flicker() {
        let rules = Rules::standard();
        let kind = |name: &str| match &rules.weapons[usize::from(rules.weapon(name).unwrap())].1.load {
            Load::Projectile(kind) => kind.clone(),
            Load::Bullets(_) | Load::Patches(_) => panic!("the weapon has no projectile"),
        };
        let (flame, rocket) = (kind("flamer"), kind("launcher"));
        let ages = [1.0, 0.7, 0.3, 0.0].map(|left| moment(&flame, left * flame.reach, 7, 4));
        assert_eq!(ages, [0, 1, 2, 3]);
        let mut shown: Vec<usize> = (0..60).map(|tick| moment(&rocket, 50.0, tick / FLICKER, 2)).collect();
        shown.dedup();
        assert!(shown.len() > 4 && shown.iter().all(|moment| *moment < 2));
        assert_eq!(moment(&rocket, 50.0, 9, 0), 0, "even without any frame");
    }

    /// Returns the sprites of the next frame.
    fn sprites(game: &mut Headless) -> Vec<Sprite> {
        picture(game, 8, 8);
        game.world().resource::<Stage>().scene.as_ref().unwrap().sprites.clone()
    }

    #[test]
    fn neighbouring_lockers_show_different_variants() {
        let map = r#"(name: "x", legend: {'W': (wall: "hull"), '.': (), '@': (thing: Player), 'k': (prop: "locker")},
            map: ["WWWWWW", "W@...W", "W.kkkW", "WWWWWW"])"#;
        let mut game = crate::testing::game_on(Arc::new(Level::read("x.ron", map.as_bytes()).unwrap()));
        game.world_mut().insert_resource(shipped_art());
        game.tick(Intent::default());
        let shown: BTreeSet<TextureId> = sprites(&mut game).iter().map(|sprite| sprite.texture).collect();
        let art = game.world().resource::<Art>();
        let variants = ["locker", "locker~2", "locker~3", "locker~4"].map(|name| art.sprite(name).unwrap());
        assert_eq!(variants.into_iter().filter(|variant| shown.contains(variant)).count(), 3);
    }

    #[test]
    fn breaking_flying_and_burning_things_are_visible() {
        let mut game = game(&["##########", "#@   k  z#", "##########"]);
        let art = game.world().resource::<Art>().clone();
        let shows = |game: &mut Headless, name: &str| {
            let wanted = art.sprite(name).unwrap();
            sprites(game).iter().any(|sprite| sprite.texture == wanted)
        };
        assert!(shows(&mut game, "crate"));
        let world = game.world_mut();
        let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
        player.inventory.add("flamer".to_owned(), 1);
        player.inventory.add("fuel".to_owned(), 10);
        player.held = Some("flamer".to_owned());
        let fire = Intent { fire: true, ..Intent::default() };
        game.tick(fire);
        assert!(shows(&mut game, "flame1"));
        let mut seen = [false; 3];
        for _ in 0..900 {
            game.tick(fire);
            for (seen, name) in seen.iter_mut().zip(["burning1", "crate_hurt", "crate_wreck"]) {
                *seen |= shows(&mut game, name);
            }
        }
        assert_eq!(seen, [true; 3]);
        wait(&mut game, 600, Intent::default());
        assert!(!shows(&mut game, "burning1") && !shows(&mut game, "crate"));
    }
}
