//! The rules: the parsed and validated data files of `assets/`, with dice, elements and filters.
//!
//! This module contains plain data only: no systems, queries or components.

pub(crate) mod attack;
pub(crate) mod burning_rules;
pub(crate) mod damage_dice;
pub mod dice;
pub(crate) mod element;
pub(crate) mod explosion_kind;
pub(crate) mod filter;
pub(crate) mod filter_xml;
pub(crate) mod ids;
pub(crate) mod kind_names;
pub(crate) mod monster_kind;
pub(crate) mod numbers;
pub(crate) mod path_rules;
pub(crate) mod pickup_kind;
pub(crate) mod projectile_kind;
pub(crate) mod prop_kind;
pub(crate) mod push_wall_rules;
pub(crate) mod rules;
pub(crate) mod source;
pub(crate) mod tables;
pub(crate) mod weapon;
