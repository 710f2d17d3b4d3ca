//! A page of results that needs nothing else.

use crate::chart::Chart;
use crate::comma_separated::CommaSeparated;
use crate::plot::{Plot, PlotError, Series};

/// A page under way: headings, text, tables and plots, in one file without scripts.
///
/// ```
/// use pleach_lab::page::Page;
/// let mut page = Page::new("Squares");
/// page.text("Of small numbers.");
/// page.table(&["n", "n²"], &[vec!["2".into(), "4".into()]]);
/// assert!(page.html().contains("<td>4</td>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
    tables: Vec<String>,
    plots: Vec<String>,
}

const STYLE: &str = include_str!("page.css");

impl Page {
    /// A page with a title.
    pub fn new(title: &str) -> Page {
        Page { title: escaped(title), body: String::new(), tables: Vec::new(), plots: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: &str) {
        self.body += &format!("<h2>{}</h2>\n", escaped(text));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", escaped(text));
    }

    /// Adds a table.
    pub fn table(&mut self, heads: &[&str], given: &[Vec<String>]) {
        let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| -> String {
            cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
        };
        let head = cells("th", &mut heads.iter().copied());
        let rows: String = given
            .iter()
            .map(|row| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))))
            .collect();
        self.body += &format!("<div class=\"scroll\"><table>\n<tr>{head}</tr>\n{rows}</table></div>\n");
        self.data(heads, given);
    }

    /// Adds a table that is too long to be shown, but not to be read by a program.
    pub fn data(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        let mut table = CommaSeparated::default();
        table.row(heads);
        rows.iter().for_each(|row| table.row(row));
        self.tables.push(table.text());
    }

    /// Adds a chart; nothing, if there is nothing to draw.
    pub fn chart(&mut self, chart: &Chart) {
        if let Ok(drawing) = chart.svg() {
            self.body += &drawing;
            self.body.push('\n');
            self.plots.push(drawing);
        }
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: &Plot) -> Result<(), PlotError> {
        self.plot_with_points(plot, &[])
    }

    /// Adds a plot with points that belong to no line.
    pub fn plot_with_points(&mut self, plot: &Plot, clouds: &[Series]) -> Result<(), PlotError> {
        let drawing = plot.svg_with_points(clouds)?;
        self.body += &drawing;
        self.body.push('\n');
        self.plots.push(drawing);
        Ok(())
    }

    /// Adds a part that is written in HTML.
    pub(crate) fn markup(&mut self, html: &str) {
        self.body += html;
    }

    /// Its tables as CSV and its plots as SVG, with the endings of their files' names.
    ///
    /// ```
    /// use pleach_lab::page::Page;
    /// let mut page = Page::new("Squares");
    /// page.table(&["n", "n, squared"], &[vec!["2".into(), "4".into()]]);
    /// assert_eq!(page.files(), [("table-1.csv".to_owned(), "n,\"n, squared\"\n2,4\n")]);
    /// ```
    pub fn files(&self) -> Vec<(String, &str)> {
        let tables =
            (1..).zip(&self.tables).map(|(number, text)| (format!("table-{number}.csv"), text.as_str()));
        let plots =
            (1..).zip(&self.plots).map(|(number, text)| (format!("plot-{number}.svg"), text.as_str()));
        tables.chain(plots).collect()
    }

    /// The whole page.
    pub fn html(&self) -> String {
        let Page { title, body, .. } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
        )
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
