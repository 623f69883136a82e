//! `hullkit serve`: runs that other programs drive and look into, with requests and replies as lines of JSON.
//!
//! What a person asks for on a command line belongs into the other modules.

pub(crate) mod timeline;

pub(crate) mod request;

pub(crate) mod session;

pub(crate) mod server;
