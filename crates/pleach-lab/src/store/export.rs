//! Rows as CSV and as JSON.

use crate::comma_separated::CommaSeparated;
use serde_json::Value;

/// Rows as CSV with a head: a column for every name that occurs, in the order of the first occurrence. What is
/// neither text nor number is written as JSON.
///
/// ```
/// use serde_json::json;
/// let rows = [json!({"a": 1, "b": "x, y"}), json!({"a": 2, "c": [1, 2]})];
/// assert_eq!(pleach_lab::store::csv(&rows), "a,b,c\n1,\"x, y\",\n2,,\"[1,2]\"\n");
/// ```
pub fn csv(rows: &[Value]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in rows.iter().filter_map(Value::as_object).flat_map(|row| row.keys()) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let mut table = CommaSeparated::default();
    table.row(&columns);
    for row in rows {
        table.row(columns.iter().map(|&name| cell(row.get(name))));
    }
    table.text()
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// Rows as JSON, one object a line.
///
/// ```
/// use serde_json::json;
/// assert_eq!(pleach_lab::store::json_lines(&[json!({"a": 1}), json!({"a": 2})]), "{\"a\":1}\n{\"a\":2}\n");
/// ```
pub fn json_lines(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}
