//! The prelude: the part of the scripts' environment that is written in Luau, and the functions that it calls in Rust.

use crate::ask::{Answer, Ask, Host};

/// The prelude's code.
pub(crate) const CODE: &str = include_str!("prelude.luau");

/// Functions of one number whose results differ between the C libraries of machines.
pub(crate) const LIBM: [(&str, fn(f64) -> f64); 12] = [
    ("sin", libm::sin),
    ("cos", libm::cos),
    ("tan", libm::tan),
    ("asin", libm::asin),
    ("acos", libm::acos),
    ("atan", libm::atan),
    ("sinh", libm::sinh),
    ("cosh", libm::cosh),
    ("tanh", libm::tanh),
    ("exp", libm::exp),
    ("log", libm::log),
    ("log10", libm::log10),
];

/// Functions of two numbers whose results differ between the C libraries of machines.
pub(crate) const LIBM_PAIRS: [(&str, fn(f64, f64) -> f64); 2] = [("atan2", libm::atan2), ("pow", libm::pow)];

/// Returns the maximum number of letters that `%b` examines with these letters before it knows where an opening one is
/// closed: up to the end of the text if it is not closed. Only the first byte of `open` and `close` counts.
pub(crate) fn longest_span(text: &[u8], open: &[u8], close: &[u8]) -> usize {
    let [open, close] = [open, close].map(|letter| letter.first().copied().unwrap_or_default());
    let (mut longest, mut opened) = (0, Vec::new());
    for (at, &letter) in text.iter().enumerate() {
        if letter == close
            && let Some(from) = opened.pop()
        {
            longest = longest.max(at - from);
        }
        if letter == open {
            opened.push(at);
        }
    }
    opened.first().map_or(longest, |from| longest.max(text.len() - from))
}

/// A request of the prelude: the name of the host function and its arguments. Arguments of other types are empty or 0.
pub(crate) struct Request<'a> {
    /// Name of the host function.
    pub(crate) name: &'a str,
    /// The first argument, if it is a text.
    pub(crate) text: &'a str,
    /// The first three arguments, as far as they are numbers.
    pub(crate) numbers: [f64; 3],
    /// The fourth argument.
    pub(crate) runs: bool,
}

impl Request<'_> {
    /// Passes the request to the host and returns the answer.
    ///
    /// # Errors
    /// The host's sentence, or that no creature can have the id.
    pub(crate) fn pass_to(self, host: &mut dyn Host) -> Result<Answer, String> {
        let Request { name, text, numbers: [x, y, third], runs } = self;
        let who = || {
            let is_one = x >= 0.0 && x <= f64::from(u32::MAX) && x.fract() == 0.0;
            if is_one { Ok(x as u32) } else { Err(format!("no creature has the id {x}")) }
        };
        host.answer(match name {
            "setTarget" => Ask::SetTarget { who: who()?, x: y, y: third, runs },
            "nearest" => Ask::Nearest { kind: text, radius: y },
            "can_see" => Ask::CanSee(who()?),
            "path_to" => Ask::PathTo(x, y),
            "flee" => Ask::Flee(who()?),
            "strike" => Ask::Strike(who()?),
            "say" => Ask::Say(text),
            "light_at" => Ask::LightAt(x, y),
            "air_at" => Ask::AirAt(x, y),
            "random" => Ask::Random,
            "time" => Ask::Time,
            "log" => Ask::Log(text),
            unknown => return Err(format!("internal error: the prelude calls the unknown host function '{unknown}'")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::longest_span;

    #[test]
    fn longest_span_ends_where_the_last_letter_is_closed() {
        for (text, open, close, span) in [
            ("", "(", ")", 0),
            ("a(b)c", "(", ")", 2),
            ("((b))()", "(", ")", 4),
            ("(()", "(", ")", 3),
            ("x)(xx", "(", ")", 3),
            ("'a'", "'", "'", 2),
            ("xyzzy", "(", ")", 0),
        ] {
            assert_eq!(longest_span(text.as_bytes(), open.as_bytes(), close.as_bytes()), span, "{text}");
        }
    }
}
