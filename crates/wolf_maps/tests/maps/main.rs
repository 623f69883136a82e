//! Whole maps: drawn ones with their expected cells, round trips, and damaged files.

mod damaged;
mod descriptions;
mod drawing;
mod drawn;
mod round_trips;
