//! Deserialises the structs of pipelines from XML.
//!
//! The attributes and children of an element are the fields of a struct, with `block-width` for `block_width`. Children
//! with the same name form a list, and so do all children of `<stairs>` if each is a `<stair>`. A `type` attribute
//! names a variant, with `maze-grow-tree` for `MazeGrowTree`; without it, the only child does. An element with nothing
//! but an `id` is that name as a string.

use level::XmlElement;
use serde::{
    de::value::StringDeserializer,
    de::{
        self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
    },
};
use std::fmt::{self, Display};

/// An error, and the element that contains it.
#[derive(Debug)]
pub(crate) struct XmlError {
    pub(crate) what: String,
    pub(crate) place: Option<(usize, usize)>,
}

impl XmlError {
    fn at(mut self, element: &XmlElement) -> Self {
        self.place.get_or_insert((element.line, element.column));
        self
    }
}

impl Display for XmlError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for XmlError {}

impl de::Error for XmlError {
    fn custom<T: Display>(what: T) -> Self {
        XmlError { what: what.to_string(), place: None }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        de::Error::custom(format!("unknown field `{}`: the fields are {}", dashed(field), list(expected)))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        de::Error::custom(format!("unknown type `{}`: the types are {}", dashed(variant), list(expected)))
    }

    fn missing_field(field: &'static str) -> Self {
        de::Error::custom(format!("`{}` is missing", dashed(field)))
    }
}

/// Returns names in XML form, in quotes.
fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", dashed(name))).collect();
    names.join(", ")
}

/// Returns the name of a field or variant in XML form.
fn dashed(name: &str) -> String {
    let mut dashed = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !dashed.is_empty() {
            dashed.push('-');
        }
        dashed.extend(if letter == '_' { '-' } else { letter }.to_lowercase());
    }
    dashed
}

/// Returns `MazeGrowTree` for `maze-grow-tree`.
fn variant(name: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('-').map(capital).collect()
}

/// The value of an element or an attribute.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    /// An attribute.
    Text(&'a str),
    /// All children with one name, or the root; at least one.
    Elements(Vec<&'a XmlElement>),
}

impl<'a> Value<'a> {
    /// Returns the value of a whole file.
    pub(crate) fn root(root: &'a XmlElement) -> Self {
        Value::Elements(vec![root])
    }

    /// Returns the element, if it is a single one.
    fn one(&self) -> Result<&'a XmlElement, XmlError> {
        match self {
            Value::Elements(elements) => match elements[..] {
                [one] => Ok(one),
                [_, second, ..] => {
                    let what = format!("`<{}>` must occur only once", second.name);
                    Err(XmlError { what, place: None }.at(second))
                }
                [] => Err(de::Error::custom("an element is missing")),
            },
            Value::Text(text) => Err(de::Error::custom(format!("the value must be an element, got '{text}'"))),
        }
    }

    /// Returns the text.
    fn text(&self) -> Result<&'a str, XmlError> {
        match self {
            Value::Text(text) => Ok(text),
            Value::Elements(_) => {
                let element = self.one()?;
                match (&element.attributes[..], &element.children[..]) {
                    ([(name, id)], []) if name == "id" && element.text.is_empty() => Ok(id),
                    ([], []) => Ok(&element.text),
                    _ => Err(XmlError { what: format!("`<{}>` must contain only text", element.name), place: None }),
                }
            }
        }
    }

    /// Adds the place to an error.
    fn placed(&self, error: XmlError) -> XmlError {
        match self {
            Value::Elements(elements) if let Some(first) = elements.first() => error.at(first),
            _ => error,
        }
    }

    fn number<T: std::str::FromStr>(&self) -> Result<T, XmlError> {
        let text = self.text()?;
        text.trim()
            .parse()
            .map_err(|_| self.placed(de::Error::custom(format!("the value must be a whole number, got '{text}'"))))
    }

    /// Returns the fields of an element, without its `type` if that has been read.
    fn fields(element: &'a XmlElement, with_type: bool) -> Vec<(String, Value<'a>)> {
        let mut fields: Vec<(String, Value<'a>)> = Vec::new();
        for (name, value) in element.attributes.iter().filter(|(name, _)| with_type || name != "type") {
            fields.push((name.replace('-', "_"), Value::Text(value)));
        }
        for child in &element.children {
            let name = child.name.replace('-', "_");
            match fields.iter_mut().find(|(other, _)| *other == name) {
                Some((_, Value::Elements(group))) => group.push(child),
                _ => fields.push((name, Value::Elements(vec![child]))),
            }
        }
        fields
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
            let number = self.number()?;
            visitor.$visit(number).map_err(|error| self.placed(error))
        })*
    };
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = XmlError;

    numbers!(
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_f32 visit_f32, deserialize_f64 visit_f64
    );

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        let text = self.text()?;
        visitor.visit_str::<XmlError>(text).map_err(|error| self.placed(error))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        let text = self.text()?;
        let value = text.trim().parse();
        visitor.visit_bool(
            value.map_err(|_| {
                self.placed(de::Error::custom(format!("the value must be true or false, got '{text}'")))
            })?,
        )
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, XmlError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        let items = match &self {
            Value::Elements(elements) => match elements[..] {
                // A plural element around its singular ones.
                [one]
                    if one.children.iter().all(|child| one.name == format!("{}s", child.name))
                        && one.attributes.is_empty()
                        && one.text.is_empty() =>
                {
                    one.children.iter().collect()
                }
                _ => elements.clone(),
            },
            Value::Text(_) => return Err(de::Error::custom("a list must be written as elements")),
        };
        visitor.visit_seq(Items { items: items.into_iter() }).map_err(|error| self.placed(error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, XmlError> {
        // A pair: the children in their order, or attributes.
        let element = self.one()?;
        let attributes = element.attributes.iter().map(|(_, value)| Value::Text(value));
        let children = element.children.iter().map(|child| Value::Elements(vec![child]));
        let items: Vec<Value> = attributes.chain(children).collect();
        visitor.visit_seq(Values { items: items.into_iter() }).map_err(|error| self.placed(error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, XmlError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        let element = self.one()?;
        fields_of(element, true, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, XmlError> {
        let chosen = match &self {
            Value::Text(text) => Chosen { name: variant(text), content: None, with_type: false },
            Value::Elements(_) => {
                let element = self.one()?;
                match (element.attribute("type"), &element.children[..]) {
                    (Some(name), _) => Chosen { name: variant(name), content: Some(element), with_type: false },
                    (None, [child]) => Chosen { name: variant(&child.name), content: Some(child), with_type: true },
                    (None, []) if !element.text.is_empty() => {
                        Chosen { name: variant(&element.text), content: None, with_type: false }
                    }
                    _ => {
                        let what = format!("`<{}>` must have a `type`", element.name);
                        return Err(XmlError { what, place: None }.at(element));
                    }
                }
            }
        };
        visitor.visit_enum(chosen).map_err(|error| self.placed(error))
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// Passes the fields of an element to the visitor of a struct.
fn fields_of<'de, V: Visitor<'de>>(
    element: &'de XmlElement,
    with_type: bool,
    visitor: V,
) -> Result<V::Value, XmlError> {
    if !element.text.is_empty() {
        return Err(de::Error::custom(format!("`<{}>` must contain only elements, got text", element.name)))
            .map_err(|error: XmlError| error.at(element));
    }
    let fields = Value::fields(element, with_type).into_iter();
    visitor.visit_map(Fields { fields, value: None }).map_err(|error| error.at(element))
}

/// Access to the elements of a list.
struct Items<'a> {
    items: std::vec::IntoIter<&'a XmlElement>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = XmlError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, XmlError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        seed.deserialize(Value::Elements(vec![item])).map(Some).map_err(|error| error.at(item))
    }
}

/// Access to the parts of a pair.
struct Values<'a> {
    items: std::vec::IntoIter<Value<'a>>,
}

impl<'de> SeqAccess<'de> for Values<'de> {
    type Error = XmlError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, XmlError> {
        self.items.next().map(|item| seed.deserialize(item)).transpose()
    }
}

/// Access to the fields of a struct.
struct Fields<'a> {
    fields: std::vec::IntoIter<(String, Value<'a>)>,
    value: Option<Value<'a>>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = XmlError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, XmlError> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        let key: StringDeserializer<XmlError> = name.into_deserializer();
        let key = seed.deserialize(key).map_err(|error| value.placed(error))?;
        self.value = Some(value);
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, XmlError> {
        let value = self.value.take().expect("serde asks for a value after its key");
        seed.deserialize(value.clone()).map_err(|error| value.placed(error))
    }
}

/// A variant with its content.
struct Chosen<'a> {
    name: String,
    content: Option<&'a XmlElement>,
    /// False if a `type` of the content would be a field.
    with_type: bool,
}

impl<'de> EnumAccess<'de> for Chosen<'de> {
    type Error = XmlError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), XmlError> {
        let name: StringDeserializer<XmlError> = self.name.clone().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'de> {
    type Error = XmlError;

    fn unit_variant(self) -> Result<(), XmlError> {
        match self.content {
            Some(element) if !element.children.is_empty() && !self.with_type => {
                Err(XmlError { what: "this type has no parameters".to_owned(), place: None }.at(element))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, XmlError> {
        let Some(element) = self.content else { return Err(de::Error::custom("the parameters are missing")) };
        seed.deserialize(Content { element, with_type: self.with_type })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, XmlError> {
        Err(de::Error::custom("the parameters must have names"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, XmlError> {
        let Some(element) = self.content else { return Err(de::Error::custom("the parameters are missing")) };
        fields_of(element, self.with_type, visitor)
    }
}

/// Content of a variant: the parameters of a stage.
struct Content<'a> {
    element: &'a XmlElement,
    with_type: bool,
}

impl<'de> Deserializer<'de> for Content<'de> {
    type Error = XmlError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, XmlError> {
        fields_of(self.element, self.with_type, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
