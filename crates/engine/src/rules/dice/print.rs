//! Prints an expression tree as text that parses to the same tree.

use crate::rules::dice::{Binary, Expression, Node, Unary, Variable};
use std::fmt::{self, Display, Formatter};

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printed { node: &self.root, variables: &self.variables }.fmt(f)
    }
}

#[derive(Clone, Copy)]
struct Printed<'a> {
    node: &'a Node,
    variables: &'a [Variable],
}

/// Operator precedence, from sums to values that never need parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Value,
}

impl Binding {
    fn of(node: &Node) -> Self {
        match node {
            Node::Binary(Binary::Add | Binary::Subtract, ..) => Binding::Sum,
            Node::Binary(Binary::Multiply | Binary::Divide, ..) => Binding::Product,
            _ => Binding::Value,
        }
    }
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.node {
            Node::Number(number) => write!(f, "{number}"),
            Node::Dice { count: 1, sides } => write!(f, "d{sides}"),
            Node::Dice { count, sides } => write!(f, "{count}d{sides}"),
            Node::Variable(index) => f.write_str(&self.variables[*index].name),
            Node::Unary(Unary::Negate, of) => {
                f.write_str("-")?;
                self.operand(of, Binding::Value, f)
            }
            Node::Unary(Unary::Floor, of) => self.function("floor", &[of], f),
            Node::Unary(Unary::Ceil, of) => self.function("ceil", &[of], f),
            Node::Unary(Unary::Round, of) => self.function("round", &[of], f),
            Node::Unary(Unary::Abs, of) => self.function("abs", &[of], f),
            Node::Binary(Binary::Add, left, right, _) => self.operator(left, " + ", right, Binding::Sum, f),
            Node::Binary(Binary::Subtract, left, right, _) => self.operator(left, " - ", right, Binding::Sum, f),
            Node::Binary(Binary::Multiply, left, right, _) => self.operator(left, " * ", right, Binding::Product, f),
            Node::Binary(Binary::Divide, left, right, _) => self.operator(left, " / ", right, Binding::Product, f),
            Node::Binary(Binary::Max, ..) => self.function("max", &flattened(self.node, Binary::Max), f),
            Node::Binary(Binary::Min, left, high, _) => match &**left {
                Node::Binary(Binary::Max, value, low, _) => self.function("clamp", &[value, low, high], f),
                _ => self.function("min", &flattened(self.node, Binary::Min), f),
            },
        }
    }
}

impl Printed<'_> {
    fn operator(&self, left: &Node, sign: &str, right: &Node, binding: Binding, f: &mut Formatter<'_>) -> fmt::Result {
        self.operand(left, binding, f)?;
        f.write_str(sign)?;
        // Operators are left-associative, so the right operand needs a higher precedence.
        let tighter = if binding == Binding::Sum { Binding::Product } else { Binding::Value };
        self.operand(right, tighter, f)
    }

    fn operand(&self, node: &Node, binding: Binding, f: &mut Formatter<'_>) -> fmt::Result {
        let operand = Printed { node, ..*self };
        if Binding::of(node) < binding { write!(f, "({operand})") } else { write!(f, "{operand}") }
    }

    fn function(&self, name: &str, values: &[&Node], f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{name}(")?;
        for (i, &node) in values.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, Printed { node, ..*self })?;
        }
        f.write_str(")")
    }
}

/// Returns the values of a `min` or `max` that was nested to the left.
fn flattened(node: &Node, kind: Binary) -> Vec<&Node> {
    match node {
        Node::Binary(binary, left, right, _) if *binary == kind => {
            let mut values = flattened(left, kind);
            values.push(right);
            values
        }
        other => vec![other],
    }
}
