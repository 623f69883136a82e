//! Converts a map to a level.
//!
//! `draft` begins a level, `cells` fills its cells, `settle` replaces what the level format does not allow, `things`
//! places things, `patrols` stops endless checks from failing, `lights` furnishes rooms, and `import` calls them in
//! this order.

pub(crate) mod draft;

pub(crate) mod cells;

pub(crate) mod settle;

pub(crate) mod things;

pub(crate) mod patrols;

pub(crate) mod lights;

pub(crate) mod import;
