//! Conversion of a creature's memory to a table of a VM and back.

use crate::memory::{FALSE, MAX_DEPTH, MAX_MEMORY, Memory, NUMBER, Reader, TABLE, TEXT, TRUE, read_number};
use std::fmt::Display;

/// A value of a VM.
pub(crate) enum Plain<T> {
    Nil,
    Boolean(bool),
    Number(f64),
    Text(Vec<u8>),
    Table(T),
    /// A value that cannot be stored; holds the name of its type.
    Other(&'static str),
}

/// Access to the tables of a VM.
pub(crate) trait Tables {
    /// A handle to a table.
    type Table;
    /// Error of the VM, for example that its memory is used up.
    type Error: Display;

    /// Creates an empty table.
    fn create(&self) -> Result<Self::Table, Self::Error>;

    /// Sets an entry without metamethods. The key is neither nil nor NaN.
    fn set(&self, table: &Self::Table, key: Plain<Self::Table>, value: Plain<Self::Table>) -> Result<(), Self::Error>;

    /// Returns all entries of a table in any order.
    fn entries(&self, table: &Self::Table) -> Result<Entries<Self::Table>, Self::Error>;
}

/// Keys and values of a table.
pub(crate) type Entries<T> = Vec<(Plain<T>, Plain<T>)>;

impl<T> Plain<T> {
    fn type_name(&self) -> &'static str {
        match self {
            Plain::Nil => "nil",
            Plain::Boolean(_) => "boolean",
            Plain::Number(_) => "number",
            Plain::Text(_) => "string",
            Plain::Table(_) => "table",
            Plain::Other(name) => name,
        }
    }

    fn is_key(&self) -> bool {
        match self {
            Plain::Nil => false,
            Plain::Number(number) => !number.is_nan(),
            _ => true,
        }
    }
}

impl Memory {
    /// Stores the contents of a table.
    ///
    /// # Errors
    /// A sentence that names the value that cannot be stored.
    pub(crate) fn from_table<V: Tables>(vm: &V, table: &V::Table) -> Result<Memory, String> {
        let mut bytes = Vec::new();
        write_table(&mut bytes, vm, table, 0)?;
        let is_empty = bytes.len() == 5;
        Ok(if is_empty { Memory::default() } else { Memory(bytes) })
    }

    /// Returns the stored table.
    pub(crate) fn to_table<V: Tables>(&self, vm: &V) -> Result<V::Table, V::Error> {
        match Reader(&self.0).value(vm, 0)? {
            Plain::Table(table) => Ok(table),
            _ => vm.create(),
        }
    }
}

fn write_table<V: Tables>(to: &mut Vec<u8>, vm: &V, table: &V::Table, depth: u32) -> Result<(), String> {
    if depth >= MAX_DEPTH {
        return Err(format!("creature.memory must not nest tables more than {MAX_DEPTH} deep"));
    }
    // Sort the entries, so that the same memory always gives the same bytes.
    let mut entries: Vec<(Vec<u8>, Plain<V::Table>)> = Vec::new();
    for (key, value) in vm.entries(table).map_err(|error| error.to_string())? {
        let mut bytes = Vec::new();
        match &key {
            Plain::Boolean(_) | Plain::Number(_) | Plain::Text(_) => write(&mut bytes, vm, &key, depth)?,
            other => {
                return Err(format!(
                    "creature.memory: keys must be booleans, numbers or strings, got a {}",
                    other.type_name()
                ));
            }
        }
        entries.push((bytes, value));
    }
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    to.push(TABLE);
    to.extend((entries.len() as u32).to_le_bytes());
    for (key, value) in entries {
        to.extend(key);
        write(to, vm, &value, depth + 1)?;
    }
    Ok(())
}

fn write<V: Tables>(to: &mut Vec<u8>, vm: &V, value: &Plain<V::Table>, depth: u32) -> Result<(), String> {
    match value {
        Plain::Boolean(truth) => to.push(if *truth { TRUE } else { FALSE }),
        Plain::Number(number) => write_number(to, *number),
        Plain::Text(bytes) => {
            to.push(TEXT);
            to.extend((bytes.len() as u32).to_le_bytes());
            to.extend_from_slice(bytes);
        }
        Plain::Table(table) => write_table(to, vm, table, depth)?,
        Plain::Nil | Plain::Other(_) => {
            return Err(format!(
                "creature.memory: values must be booleans, numbers, strings or tables, got a {}",
                value.type_name()
            ));
        }
    }
    if to.len() > MAX_MEMORY {
        return Err(format!("creature.memory must be at most {MAX_MEMORY} bytes"));
    }
    Ok(())
}

/// Writes a number in big-endian order, with its bits mapped so that bytes sort like numbers. There is only one NaN.
fn write_number(to: &mut Vec<u8>, number: f64) {
    let bits = if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
    let mapped = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
    to.push(NUMBER);
    to.extend(mapped.to_be_bytes());
}

impl Reader<'_> {
    fn value<V: Tables>(&mut self, vm: &V, depth: u32) -> Result<Plain<V::Table>, V::Error> {
        let tag = self.take(1).map_or(FALSE, |tag| tag[0]);
        Ok(match tag {
            TRUE | FALSE => Plain::Boolean(tag == TRUE),
            NUMBER => {
                let bytes = self.take(8).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
                Plain::Number(read_number(bytes))
            }
            TEXT => {
                let text = self.count().and_then(|count| self.take(count)).unwrap_or_default();
                Plain::Text(text.to_vec())
            }
            TABLE if depth < MAX_DEPTH => {
                let table = vm.create()?;
                for _ in 0..self.count().unwrap_or(0).min(self.0.len()) {
                    let (key, value) = (self.value(vm, depth + 1)?, self.value(vm, depth + 1)?);
                    // Luau raises an error that Rust cannot catch if a key is nil or NaN.
                    if key.is_key() {
                        vm.set(&table, key, value)?;
                    }
                }
                Plain::Table(table)
            }
            _ => Plain::Nil,
        })
    }
}

#[expect(clippy::mixed_attributes_style, reason = "style tests look for this beginning")]
#[cfg(test)]
mod tests {
    #![cfg(not(target_family = "wasm"))]

    use super::*;
    use mlua::Lua;

    fn kept(lua: &Lua, code: &str) -> Result<Memory, String> {
        Memory::from_table(lua, &lua.load(format!("return {code}")).eval().unwrap())
    }

    #[test]
    fn memory_survives_a_round_trip() {
        let lua = Lua::new();
        let memory = kept(&lua, "{1, 2.5, -3, x = 'text', [true] = {deep = {1/0, -1/0, ''}}, [-1] = false}").unwrap();
        assert!(memory.is_valid());
        let again = Memory::from_table(&lua, &memory.to_table(&lua).unwrap()).unwrap();
        assert_eq!(again, memory);
        assert_eq!(kept(&lua, "{}").unwrap(), Memory::default());
    }

    #[test]
    fn equal_tables_give_equal_bytes() {
        let lua = Lua::new();
        let one = kept(&lua, "(function() local t = {} for i = 1, 50 do t['k'..i] = i end return t end)()").unwrap();
        let other =
            kept(&lua, "(function() local t = {} for i = 50, 1, -1 do t['k'..i] = i end return t end)()").unwrap();
        assert_eq!(one, other);
    }

    #[test]
    fn only_plain_values_up_to_the_size_limit_are_stored() {
        let lua = Lua::new();
        let of = |code| kept(&lua, code).unwrap_err();
        assert!(of("{print}").contains("function"));
        assert!(of("{[{}] = 1}").contains("table"));
        assert!(of("(function() local t = {} t.t = t return t end)()").contains("nest"));
        assert!(of("{('x'):rep(64000)}").contains("64000 bytes"));
        assert!(kept(&lua, "{('x'):rep(63900)}").unwrap().is_valid());
    }

    #[test]
    fn damaged_memory_is_invalid_and_does_not_panic() {
        let lua = Lua::new();
        let memory = kept(&lua, "{1, {2}, x = 'text'}").unwrap();
        for end in 1..memory.0.len() {
            let cut = Memory(memory.0[..end].to_vec());
            assert!(!cut.is_valid(), "{end}");
            let _ = cut.to_table(&lua); // must not panic
        }
        assert!(!Memory(vec![TABLE; 100]).is_valid());
        assert!(!Memory(vec![NUMBER; MAX_MEMORY + 1]).is_valid());
    }
}
