//! Conversion of a creature's memory to a Luau table and back.

use crate::memory::{FALSE, MAX_DEPTH, MAX_MEMORY, Memory, NUMBER, Reader, TABLE, TEXT, TRUE, read_number};
use mlua::{Lua, Result, Table, Value};

impl Memory {
    /// Stores the contents of a table.
    ///
    /// # Errors
    /// A sentence that names the value that cannot be stored.
    pub(crate) fn from_table(table: &Table) -> std::result::Result<Memory, String> {
        let mut bytes = Vec::new();
        if !table.is_empty() {
            write_table(&mut bytes, table, 0)?;
        }
        Ok(Memory(bytes))
    }

    /// Returns the stored table.
    pub(crate) fn to_table(&self, lua: &Lua) -> Result<Table> {
        let mut reader = Reader(&self.0);
        match reader.value(lua, 0)? {
            Value::Table(table) => Ok(table),
            _ => lua.create_table(),
        }
    }
}

fn write_table(to: &mut Vec<u8>, table: &Table, depth: u32) -> std::result::Result<(), String> {
    if depth >= MAX_DEPTH {
        return Err(format!("creature.memory must not nest tables more than {MAX_DEPTH} deep"));
    }
    // Sort the entries, so that the same memory always gives the same bytes.
    let mut entries: Vec<(Vec<u8>, Value)> = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        match &key {
            Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {
                write(&mut bytes, &key, depth)?;
            }
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
        write(to, &value, depth + 1)?;
    }
    Ok(())
}

fn write(to: &mut Vec<u8>, value: &Value, depth: u32) -> std::result::Result<(), String> {
    match value {
        Value::Boolean(truth) => to.push(if *truth { TRUE } else { FALSE }),
        Value::Integer(number) => write_number(to, *number as f64),
        Value::Number(number) => write_number(to, *number),
        Value::String(text) => {
            let bytes = text.as_bytes();
            to.push(TEXT);
            to.extend((bytes.len() as u32).to_le_bytes());
            to.extend_from_slice(&bytes);
        }
        Value::Table(table) => write_table(to, table, depth)?,
        other => {
            return Err(format!(
                "creature.memory: values must be booleans, numbers, strings or tables, got a {}",
                other.type_name()
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
    fn value(&mut self, lua: &Lua, depth: u32) -> Result<Value> {
        let tag = self.take(1).map_or(FALSE, |tag| tag[0]);
        Ok(match tag {
            TRUE | FALSE => Value::Boolean(tag == TRUE),
            NUMBER => {
                let bytes = self.take(8).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
                Value::Number(read_number(bytes))
            }
            TEXT => {
                let text = self.count().and_then(|count| self.take(count)).unwrap_or_default();
                Value::String(lua.create_string(text)?)
            }
            TABLE if depth < MAX_DEPTH => {
                let table = lua.create_table()?;
                for _ in 0..self.count().unwrap_or(0).min(self.0.len()) {
                    let (key, value) = (self.value(lua, depth + 1)?, self.value(lua, depth + 1)?);
                    // Luau raises an error that Rust cannot catch if a key is nil or NaN.
                    let is_key = !key.is_nil() && !key.as_number().is_some_and(f64::is_nan);
                    if is_key {
                        table.raw_set(key, value)?;
                    }
                }
                Value::Table(table)
            }
            _ => Value::Nil,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(lua: &Lua, code: &str) -> std::result::Result<Memory, String> {
        Memory::from_table(&lua.load(format!("return {code}")).eval().unwrap())
    }

    #[test]
    fn memory_survives_a_round_trip() {
        let lua = Lua::new();
        let memory = kept(&lua, "{1, 2.5, -3, x = 'text', [true] = {deep = {1/0, -1/0, ''}}, [-1] = false}").unwrap();
        assert!(memory.is_valid());
        let again = Memory::from_table(&memory.to_table(&lua).unwrap()).unwrap();
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
