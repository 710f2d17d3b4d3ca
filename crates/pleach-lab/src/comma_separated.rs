//! Tables for other programs.

use csv::{Writer, WriterBuilder};

/// A table under way, as CSV (RFC 4180) whose lines end as those of other text do.
pub(crate) struct CommaSeparated(Writer<Vec<u8>>);

impl Default for CommaSeparated {
    fn default() -> CommaSeparated {
        CommaSeparated(WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }
}

impl CommaSeparated {
    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item: AsRef<str>>) {
        let mut record = csv::StringRecord::new();
        cells.into_iter().for_each(|cell| record.push_field(cell.as_ref()));
        // To write into memory never fails.
        let _ = self.0.write_record(&record);
    }

    /// All rows.
    pub(crate) fn text(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut table = CommaSeparated::default();
        table.row(["a", "b, c", "d \"e\"", "f\ng", "h\ri"]);
        table.row(["", "1"]);
        table.row([""]);
        assert_eq!(table.text(), "a,\"b, c\",\"d \"\"e\"\"\",\"f\ng\",\"h\ri\"\n,1\n\"\"\n");
    }
}
