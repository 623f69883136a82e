//! Recursive-descent parser: one function per level of operator precedence.

use crate::rules::dice::{
    Binary, Column, DiceError, Expression, MAX_DICE, MAX_SIDES, MAX_VALUE, Node, Unary, Variable,
};

/// Maximum nesting depth of parentheses, functions and signs.
const MAX_NESTING: usize = 50;
/// Maximum number of numbers, dice and variables of an expression. It limits the depth of the tree, and therefore the
/// stack.
const MAX_PARTS: usize = 200;

const FUNCTIONS: [&str; 7] = ["min", "max", "clamp", "floor", "ceil", "round", "abs"];

pub(super) fn expression(text: &str) -> Result<Expression, DiceError> {
    let mut parser = Parser { rest: text, column: 1, nesting: 0, parts: 0, variables: Vec::new() };
    let root = parser.sum()?;
    match parser.peek() {
        None => Ok(Expression { root, variables: parser.variables }),
        Some(')') => Err(parser.error("this `)` has no matching `(`")),
        Some(_) => Err(parser.no_operator()),
    }
}

struct Parser<'a> {
    /// The remaining text.
    rest: &'a str,
    /// Column at which it begins, in characters from 1.
    column: usize,
    nesting: usize,
    parts: usize,
    variables: Vec<Variable>,
}

type Parsed = Result<Node, DiceError>;

impl<'a> Parser<'a> {
    fn sum(&mut self) -> Parsed {
        self.chain(&[('+', Binary::Add), ('-', Binary::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.chain(&[('*', Binary::Multiply), ('/', Binary::Divide)], Self::value)
    }

    /// Parses operands with some of these left-associative operators between them.
    fn chain(&mut self, operators: &[(char, Binary)], operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while let Some(next) = self.peek()
            && let Some(&(_, binary)) = operators.iter().find(|(sign, _)| *sign == next)
        {
            let place = Column(self.column);
            self.take(next.len_utf8());
            left = Node::Binary(binary, Box::new(left), Box::new(operand(self)?), place);
        }
        Ok(left)
    }

    fn value(&mut self) -> Parsed {
        match self.peek() {
            Some('-') => self.nested(|parser| {
                parser.take(1);
                Ok(Node::Unary(Unary::Negate, Box::new(parser.value()?)))
            }),
            Some('(') => self.nested(|parser| {
                let open = parser.open();
                let inner = parser.sum()?;
                parser.close(open)?;
                Ok(inner)
            }),
            Some('0'..='9' | '.') => self.number(),
            Some(letter) if is_letter(letter) => self.word(),
            Some(')') => Err(self.error("a value is missing before this `)`")),
            Some(other @ ('+' | '*' | '/' | ',')) => {
                Err(self.error(format!("a value is missing before this `{other}`")))
            }
            Some(other) => Err(self.error(format!("{other:?} is not allowed in an expression"))),
            None if self.parts == 0 && self.nesting == 0 => {
                Err(self.error("the expression is empty; write one such as 2d6 + 3"))
            }
            None => Err(self.error("a value is missing at the end of the expression")),
        }
    }

    /// Parses a number, or dice that begin with their count.
    fn number(&mut self) -> Parsed {
        let digits = self.while_next(0, |next| next.is_ascii_digit() || next == '.');
        let mut length = digits;
        if self.rest[digits..].starts_with(['e', 'E']) {
            let sign = usize::from(self.rest[digits + 1..].starts_with(['+', '-']));
            let exponent = self.while_next(digits + 1 + sign, |next| next.is_ascii_digit());
            length = if exponent > 0 { digits + 1 + sign + exponent } else { digits };
        }
        let text = &self.rest[..length];
        if self.rest[length..].starts_with(['d', 'D']) && !self.is_name_at(length) {
            let count = text.parse::<u32>().ok().filter(|count| (1..=MAX_DICE).contains(count));
            let what = || format!("the number of dice must be from 1 to {MAX_DICE}, got {}", short(text));
            let count = count.ok_or_else(|| self.error(what()))?;
            self.part()?;
            self.take(length);
            return self.dice(count);
        }
        let number = text.parse::<f64>().map_err(|_| self.error(format!("`{}` is not a number", short(text))))?;
        if number > MAX_VALUE {
            return Err(self.error("numbers must not exceed 10^100"));
        }
        self.part()?;
        self.take(length);
        self.end_of_operand(Node::Number(number))
    }

    /// Parses the `d` of dice and the number of sides.
    fn dice(&mut self, count: u32) -> Parsed {
        let length = self.while_next(1, |next| next.is_ascii_digit());
        if length == 0 {
            return Err(self.error("a `d` needs its number of sides, such as d6"));
        }
        let text = &self.rest[1..1 + length];
        let sides = text.parse::<u32>().ok().filter(|sides| (1..=MAX_SIDES).contains(sides));
        let what = || format!("the number of sides must be from 1 to {MAX_SIDES}, got {}", short(text));
        let sides = sides.ok_or_else(|| self.error(what()))?;
        self.take(1 + length);
        self.end_of_operand(Node::Dice { count, sides })
    }

    /// Parses dice without a count, a function or a variable.
    fn word(&mut self) -> Parsed {
        if self.rest.starts_with(['d', 'D']) && !self.is_name_at(0) {
            self.part()?;
            return self.dice(1);
        }
        let place = Column(self.column);
        let length = self.while_next(0, |next| is_letter(next) || next.is_ascii_digit());
        let name = &self.rest[..length];
        if self.rest[length..].trim_start().starts_with('(') {
            return self.nested(|parser| parser.function(name));
        }
        if FUNCTIONS.contains(&name) {
            return Err(self.error(format!("the function `{name}` needs its values in parentheses")));
        }
        self.part()?;
        self.take(length);
        let known = self.variables.iter().position(|variable| variable.name == name);
        let index = known.unwrap_or_else(|| {
            self.variables.push(Variable { name: name.to_owned(), place });
            self.variables.len() - 1
        });
        self.end_of_operand(Node::Variable(index))
    }

    fn function(&mut self, name: &str) -> Parsed {
        let place = Column(self.column);
        let error = |what| DiceError { column: place.0, what };
        if !FUNCTIONS.contains(&name) {
            let all = FUNCTIONS.join("`, `");
            return Err(error(format!("there is no function `{}`; there are `{all}`", short(name))));
        }
        self.take(name.len());
        self.peek();
        let open = self.open();
        let mut values = vec![self.sum()?];
        while self.peek() == Some(',') {
            self.take(1);
            values.push(self.sum()?);
        }
        self.close(open)?;
        let unary = |unary, value| Ok(Node::Unary(unary, Box::new(value)));
        let binary = |binary| move |one, other| Node::Binary(binary, Box::new(one), Box::new(other), place);
        let mut values = values.into_iter();
        match (name, values.len(), values.next()) {
            ("floor", 1, Some(value)) => unary(Unary::Floor, value),
            ("ceil", 1, Some(value)) => unary(Unary::Ceil, value),
            ("round", 1, Some(value)) => unary(Unary::Round, value),
            ("abs", 1, Some(value)) => unary(Unary::Abs, value),
            ("min", 2.., Some(first)) => Ok(values.fold(first, binary(Binary::Min))),
            ("max", 2.., Some(first)) => Ok(values.fold(first, binary(Binary::Max))),
            ("clamp", 3, Some(value)) => {
                let limits = [Binary::Max, Binary::Min];
                Ok(values.zip(limits).fold(value, |value, (limit, kind)| binary(kind)(value, limit)))
            }
            ("min" | "max", ..) => Err(error(format!("`{name}` takes at least two values"))),
            ("clamp", ..) => Err(error("`clamp` takes three values: clamp(value, low, high)".to_owned())),
            _ => Err(error(format!("`{name}` takes one value"))),
        }
    }

    /// Checks that no second operand follows directly.
    fn end_of_operand(&self, node: Node) -> Parsed {
        let follows = |next: char| is_letter(next) || next.is_ascii_digit() || next == '.';
        if self.rest.starts_with(follows) { Err(self.no_operator()) } else { Ok(node) }
    }

    /// Returns the error for text where only an operator or the end is allowed.
    fn no_operator(&self) -> DiceError {
        let word = self.while_next(0, |next| is_letter(next) || next.is_ascii_digit() || next == '.');
        let next = self.rest.chars().next().unwrap_or(' ');
        match next {
            _ if word > 0 => self.error(format!("an operator is missing before `{}`", short(&self.rest[..word]))),
            '(' => self.error("an operator is missing before this `(`"),
            ',' => self.error("this `,` is not between arguments of a function"),
            _ => self.error(format!("{next:?} is not allowed in an expression")),
        }
    }

    /// Returns true if the text at this byte, which begins with a `d`, is a name and not dice.
    fn is_name_at(&self, start: usize) -> bool {
        self.rest[start + 1..].starts_with(is_letter)
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.nesting == MAX_NESTING {
            return Err(self.error(format!("an expression must not be nested more than {MAX_NESTING} levels deep")));
        }
        self.nesting += 1;
        let node = inner(self);
        self.nesting -= 1;
        node
    }

    fn part(&mut self) -> Result<(), DiceError> {
        if self.parts == MAX_PARTS {
            return Err(
                self.error(format!("an expression must not have more than {MAX_PARTS} numbers, dice and variables"))
            );
        }
        self.parts += 1;
        Ok(())
    }

    /// Consumes a `(` that is known to be there, and returns its column.
    fn open(&mut self) -> usize {
        let column = self.column;
        self.take(1);
        column
    }

    fn close(&mut self, open: usize) -> Result<(), DiceError> {
        match self.peek() {
            Some(')') => {
                self.take(1);
                Ok(())
            }
            Some(_) => Err(self.no_operator()),
            None => Err(DiceError { column: open, what: "this `(` is never closed".to_owned() }),
        }
    }

    /// Returns the next character that is not whitespace.
    fn peek(&mut self) -> Option<char> {
        self.take(self.rest.len() - self.rest.trim_start().len());
        self.rest.chars().next()
    }

    fn take(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.column += taken.chars().count();
        self.rest = rest;
    }

    /// Returns the number of consecutive characters of a kind of ASCII characters, from this byte.
    fn while_next(&self, start: usize, kind: impl Fn(char) -> bool) -> usize {
        self.rest[start..].chars().take_while(|&next| kind(next)).count()
    }

    fn error(&self, what: impl Into<String>) -> DiceError {
        DiceError { column: self.column, what: what.into() }
    }
}

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// Shortens a word for an error message.
fn short(word: &str) -> String {
    const LONGEST: usize = 20;
    if word.len() <= LONGEST { word.to_owned() } else { format!("{}…", &word[..LONGEST]) }
}
