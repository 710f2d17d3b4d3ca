//! One page of all that was made: a table of verdicts, and a chapter for every paper.

use super::{Finding, Item, Paper, Table, Verdict};
use crate::chart::NothingToDraw;
use crate::page::{Page, escaped};
use std::fmt::Write;

/// An item with what came of it.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The item.
    pub item: &'static Item,
    /// What came of it.
    pub finding: Finding,
}

/// A report under way.
///
/// ```
/// use pleach_lab::reproduce::{Chapter, Finding, Item, Report};
/// let item = Item::chosen(&["li-marsland/table-1"]).unwrap()[0];
/// let mut finding = Finding::default();
/// finding.check("trees grow", true);
/// let report = Report { chapters: vec![Chapter { item, finding }], quick: true, seed: 7 };
/// let page = report.page().unwrap().html();
/// assert!(page.contains("pleach reproduce li-marsland/table-1 --quick --seed 7"));
/// assert_eq!(report.files().unwrap().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// The items, in the order of the papers.
    pub chapters: Vec<Chapter>,
    /// Whether a small part of the work was enough.
    pub quick: bool,
    /// The seed of all that is random.
    pub seed: u64,
}

impl Report {
    /// The page.
    pub fn page(&self) -> Result<Page, NothingToDraw> {
        let mut page = Page::new("The papers, run again");
        page.text(&format!(
            "Tables and figures of the papers that Pleach grew out of, made by version {} with seed {}{}. Numbers after \
             ± or with “to” are intervals of 95 %; those in brackets are what ours are compared with.",
            env!("CARGO_PKG_VERSION"),
            self.seed,
            if self.quick { ", quickly: with few samples and wide intervals" } else { "" }
        ));
        self.verdicts(&mut page);
        for paper in Paper::ALL {
            let mut own = self.chapters.iter().filter(|chapter| chapter.item.paper == paper).peekable();
            if own.peek().is_some() {
                page.heading(paper.citation());
                own.try_for_each(|chapter| self.chapter(&mut page, chapter))?;
            }
        }
        Ok(page)
    }

    fn verdicts(&self, page: &mut Page) {
        let row = |Chapter { item, finding }: &Chapter| {
            let verdict = finding.verdict();
            format!(
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td></tr>\n",
                item.stem(),
                escaped(item.name),
                escaped(item.title),
                chip(&verdict)
            )
        };
        let rows: String = self.chapters.iter().map(row).collect();
        page.text(&self.summary());
        page.markup(&format!(
            "<table class=\"verdicts\"><thead><tr><th>item</th><th>shows</th><th>verdict</th></tr></thead>\n<tbody>{rows}</tbody></table>\n"
        ));
    }

    /// How many items there are, and how many of them come to each verdict, in one sentence.
    ///
    /// ```
    /// use pleach_lab::reproduce::{Chapter, Finding, Item, Report};
    /// let item = Item::chosen(&["li-marsland/table-1"]).unwrap()[0];
    /// let chapters = vec![Chapter { item, finding: Finding::default() }];
    /// assert_eq!(Report { chapters, quick: true, seed: 1 }.summary(), "Of 1 item 1 agrees.");
    /// ```
    pub fn summary(&self) -> String {
        let verdicts: Vec<Verdict> = self.chapters.iter().map(|chapter| chapter.finding.verdict()).collect();
        let count = |is: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count();
        let number = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let parts: Vec<String> = [
            number(count(|verdict| matches!(verdict, Verdict::Agrees)), "agrees", "agree"),
            number(
                count(|verdict| matches!(verdict, Verdict::AgreesAfterCorrecting(_))),
                "agrees once the paper is corrected",
                "agree once the paper is corrected",
            ),
            number(
                count(|verdict| matches!(verdict, Verdict::DoesNotReproduce(_))),
                "does not reproduce",
                "do not reproduce",
            ),
            number(
                count(|verdict| matches!(verdict, Verdict::Undecided(_))),
                "is undecided",
                "are undecided",
            ),
        ]
        .into_iter()
        .flatten()
        .collect();
        let items = if verdicts.len() == 1 { "item" } else { "items" };
        format!("Of {} {items} {}.", verdicts.len(), parts.join(", "))
    }

    fn chapter(&self, page: &mut Page, Chapter { item, finding }: &Chapter) -> Result<(), NothingToDraw> {
        let verdict = finding.verdict();
        let mut html = format!(
            "<section id=\"{}\">\n<h3>{} <small>{}</small></h3>\n<p class=\"claim\"><b>The paper:</b> {}</p>\n\
             <p>{} {}</p>\n",
            item.stem(),
            escaped(item.title),
            escaped(item.name),
            escaped(item.claim),
            chip(&verdict),
            escaped(&verdict.sentence())
        );
        for chart in &finding.charts {
            let _ = writeln!(html, "<figure>{}</figure>", chart.svg()?);
        }
        finding.tables.iter().for_each(|table| html += &table_markup(table));
        let checks = finding.checks.iter().map(|check| {
            let (class, sign) = match check.holds {
                Some(true) => ("yes", "✓"),
                Some(false) => ("no", "✗"),
                None => ("open", "?"),
            };
            format!("<li class=\"{class}\">{sign} {}</li>\n", escaped(&check.claim))
        });
        let _ = writeln!(html, "<ul class=\"checks\">\n{}</ul>", checks.collect::<String>());
        finding.remarks.iter().for_each(|remark| {
            let _ = writeln!(html, "<p>{}</p>", escaped(remark));
        });
        let command = escaped(&item.command(self.quick, self.seed));
        let _ = writeln!(html, "<pre>{command}</pre>\n</section>");
        page.markup(&html);
        Ok(())
    }

    /// The files beside the page, by their names: the tables of every item as CSV, and its charts as SVG.
    pub fn files(&self) -> Result<Vec<(String, String)>, NothingToDraw> {
        let mut files = Vec::new();
        for Chapter { item, finding } in &self.chapters {
            files.extend(finding.files(&item.stem())?);
        }
        Ok(files)
    }
}

impl Finding {
    /// Its files, by names that begin with a stem: all tables as one CSV file, and the charts as SVG.
    pub fn files(&self, stem: &str) -> Result<Vec<(String, String)>, NothingToDraw> {
        let mut files = Vec::new();
        // One head is enough.
        let bodies = self.tables.iter().enumerate().map(|(number, table)| match (number, table.csv()) {
            (0, text) => text,
            (_, text) => text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned()),
        });
        files.push((format!("{stem}.csv"), bodies.collect()));
        for (number, chart) in (1..).zip(&self.charts) {
            files.push((format!("{stem}-{number}.svg"), chart.svg()?));
        }
        Ok(files)
    }
}

fn chip(verdict: &Verdict) -> String {
    let class = match verdict {
        Verdict::Agrees => "agrees",
        Verdict::AgreesAfterCorrecting(_) => "corrected",
        Verdict::DoesNotReproduce(_) => "differs",
        Verdict::Undecided(_) => "open",
    };
    format!("<span class=\"chip {class}\">{}</span>", verdict.short())
}

/// A table with the intervals and what it is compared with below its numbers.
fn table_markup(table: &Table) -> String {
    let counted = !table.samples_of.is_empty();
    let mut html = String::new();
    let beside =
        if table.beside.is_empty() { String::new() } else { format!(" (in brackets: {})", table.beside) };
    let caption = escaped(&format!("{}{beside}", table.title));
    let _ = write!(
        html,
        "<div class=\"scroll\"><table><caption>{caption}</caption><thead><tr><th>{}</th>",
        escaped(&table.side)
    );
    let heads = table.heads.iter().map(String::as_str).chain(counted.then_some(table.samples_of.as_str()));
    heads.for_each(|head| {
        let _ = write!(html, "<th>{}</th>", escaped(head));
    });
    html += "</tr></thead>\n<tbody>";
    for row in &table.rows {
        let _ = write!(html, "<tr><th>{}</th>", escaped(&row.name));
        for cell in &row.cells {
            let Some(cell) = cell else {
                html += "<td></td>";
                continue;
            };
            let small =
                |text: Option<String>| text.map_or(String::new(), |text| format!("<small>{text}</small>"));
            let beside = cell.beside_text().map(|text| format!("({text})"));
            let _ = write!(html, "<td>{}{}{}</td>", cell.text(), small(cell.interval_text()), small(beside));
        }
        if counted {
            let _ = write!(html, "<td>{}</td>", row.samples_text());
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}
