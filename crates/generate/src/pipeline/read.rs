//! Reads pipelines from RON and XML.

use crate::{pipeline::origin::Origin, pipeline::pipeline::Pipeline, pipeline::xml::Value};
use level::{Diagnostic, TextError, read_stages, read_xml};
use serde::Deserialize;

/// Maximum size of a pipeline file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

impl Pipeline {
    /// Reads a pipeline from the bytes of its file; `file` is its name in messages. The format is XML if the name ends
    /// in `.xml` or the contents begin with `<`.
    ///
    /// # Errors
    /// One sentence per line, with file, line and column: the first syntax error, or the errors of the stages.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Pipeline, String> {
        let is_xml = file.to_ascii_lowercase().ends_with(".xml") || bytes.trim_ascii_start().starts_with(b"<");
        let read = if is_xml { read_layout(file, bytes) } else { read_list(file, bytes) };
        let pipeline = read.map_err(|error| error.to_string())?;
        let errors = pipeline.errors();
        if errors.is_empty() { Ok(pipeline) } else { Err(errors.join("\n")) }
    }
}

/// Reads the RON form.
fn read_list(file: &str, bytes: &[u8]) -> Result<Pipeline, TextError> {
    let mut pipeline: Pipeline = read_stages(file, bytes, MAX_BYTES)?;
    pipeline.origin = Origin::of_ron(file, bytes);
    Ok(pipeline)
}

/// Reads the XML form, whose root is a `<layout>`.
fn read_layout(file: &str, bytes: &[u8]) -> Result<Pipeline, TextError> {
    let root = read_xml(file, bytes, MAX_BYTES)?;
    if root.name != "layout" {
        return Err(root.error(file, format!("a pipeline must be a `<layout>`, got `<{}>`", root.name)));
    }
    let mut pipeline = Pipeline::deserialize(Value::root(&root)).map_err(|error| {
        let (line, column) = error.place.unwrap_or((root.line, root.column));
        TextError { file: file.to_owned(), diagnostics: vec![Diagnostic { line, column, what: error.what }] }
    })?;
    pipeline.origin = Origin::of_xml(file, &root);
    Ok(pipeline)
}
