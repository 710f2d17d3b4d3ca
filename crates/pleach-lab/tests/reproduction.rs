//! The papers' tables and figures made again, with few samples. The whole: `pleach reproduce`.

use pleach_lab::reproduce::{Chapter, Finding, Item, Paper, Report, Setup, Unfinished};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn item(name: &str) -> &'static Item {
    Item::chosen(&[name]).unwrap()[0]
}

/// Makes an item quickly, from seed 1.
fn made(store: &mut Store, name: &str, threads: usize) -> Finding {
    let (stop, registry) = (Arc::default(), pleach_games::registry());
    let effort = Effort { threads, stop: &stop };
    item(name).run(&mut Setup::new(store, effort, &registry).quick(true)).unwrap()
}

fn found(name: &str) -> Finding {
    made(&mut Store::in_memory().unwrap(), name, 2)
}

/// The pooled shares that independent prototypes have found over 2000 trees, in thousandths.
const POOLED: [[u32; 4]; 4] =
    [[147, 240, 317, 378], [201, 318, 404, 471], [257, 389, 486, 557], [313, 458, 558, 631]];

#[test]
fn li_and_marsland() {
    let found = found("li-marsland/table-3");
    for (row, expected) in found.tables[0].rows.iter().zip(POOLED) {
        assert_eq!(row.samples, Some(200));
        for (cell, thousandths) in row.cells.iter().flatten().zip(expected) {
            let (low, high) = cell.interval.unwrap();
            // A tenth of the trees; the whole run is within 0.015.
            let slack = 0.015 + (high - low) / 2.0;
            assert!((cell.value - f64::from(thousandths) / 1000.0).abs() < slack, "{}: {cell:?}", row.name);
            assert!(cell.beside.is_some());
        }
    }
    assert!(found.verdict().sentence().starts_with("Agrees after correcting"), "{:?}", found.checks);
}

#[test]
fn zhang_and_cui() {
    let table = found("zhang-cui/continued").tables.remove(0);
    let column = |number: usize| -> Vec<f64> {
        table.rows.iter().map(|row| row.cells[number].unwrap().value).collect()
    };
    assert_eq!(column(0), [4., 16., 82., 442., 2152., 8144., 24022., 44986., 58524.]);
    assert_eq!(column(1), [4., 12., 51., 158., 534., 1003., 1990., 2418., 3082.]);
    assert_eq!(column(2), [4., 8., 21., 44., 158., 244., 360., 417., 469.]);
    assert_eq!(column(3), [4., 1., 3., 1., 3., 1., 2., 0., 0.]);
    let sentence = found("zhang-cui/table-1").verdict().sentence();
    assert!(sentence.contains("2 of 6"), "{sentence}");
}

/// Stopped in its middle an item goes on where it was, and ends with what it ends with otherwise, by any number of
/// threads.
#[test]
fn what_is_stopped_goes_on() {
    let (mut store, registry) = (Store::in_memory().unwrap(), pleach_games::registry());
    let stop = Arc::<AtomicBool>::default();
    let effort = Effort { threads: 2, stop: &stop };
    let item = item("li-marsland/table-2");
    let first = item.run(
        &mut Setup::new(&mut store, effort, &registry)
            .quick(true)
            .news(|progress| stop.store(progress.done >= 5, Ordering::Relaxed)),
    );
    assert!(matches!(first, Err(Unfinished::Stopped)));
    stop.store(false, Ordering::Relaxed);
    let mut begun_at = None;
    let mut news = |progress: pleach_lab::reproduce::Progress| {
        if progress.done > 0 {
            begun_at.get_or_insert(progress.done);
        }
    };
    let again = item.run(&mut Setup::new(&mut store, effort, &registry).quick(true).news(&mut news)).unwrap();
    assert!(begun_at.unwrap() >= 5);
    assert_eq!(again, made(&mut Store::in_memory().unwrap(), item.name, 1));
}

/// A report is the same however it was made; its page needs nothing else and its files can be read.
#[test]
fn reports_are_whole() {
    let report = |threads| {
        let mut store = Store::in_memory().unwrap();
        let names = ["zhang-cui/continued", "li-marsland/table-1"];
        let chapters =
            names.map(|name| Chapter { item: item(name), finding: made(&mut store, name, threads) });
        Report { chapters: chapters.to_vec(), quick: true, seed: 1 }
    };
    let (one, two) = (report(1), report(2));
    let page = one.page().unwrap().html();
    assert_eq!(page, two.page().unwrap().html());
    assert_eq!(one.files().unwrap(), two.files().unwrap());
    assert!(page.contains("id=\"zhang-cui-continued\"") && page.matches("<svg").count() == 1);
    assert!(!page.contains("NaN") && !page.contains("http://127"), "{page}");
    for (name, text) in one.files().unwrap() {
        let columns = text.lines().next().unwrap().split(',').count();
        assert!(!name.ends_with(".csv") || (columns == 8 && text.lines().count() > 10), "{name}: {text}");
    }
}

#[test]
fn items_are_named_after_their_papers() {
    let names: Vec<&str> = Item::all().map(|item| item.name).collect();
    for item in Item::all() {
        assert_eq!(item.name.split('/').next(), Some(item.paper.name()));
        assert!(item.minutes > 0.0 && !item.title.is_empty() && item.claim.ends_with('.'), "{}", item.name);
        assert_eq!(names.iter().filter(|&&name| name == item.name).count(), 1);
    }
    let papers: Vec<Paper> = Item::all().map(|item| item.paper).collect();
    assert!(papers.is_sorted(), "chapters are papers");
}

/// Figures 1, 6 and 7 take longer; their simulations are held against the same numbers in `pleach/tests/propagation.rs`.
#[test]
fn lim_and_lee() {
    let ranks = found("lim-lee/figure-2");
    assert!(ranks.checks.iter().all(|check| check.holds == Some(true)), "{:?}", ranks.checks);
    assert_eq!(ranks.tables[0].rows.len(), 6);
    let growth = found("lim-lee/figure-4");
    assert!(
        growth.verdict().sentence().starts_with("Agrees after correcting equation 12"),
        "{:?}",
        growth.checks
    );
    let largest = found("lim-lee/figure-5");
    assert_eq!(largest.verdict().sentence(), "Agrees.", "{:?}", largest.checks);
    assert_eq!(largest.tables[0].rows[0].cells[0].unwrap().text(), "1.5367");
}

/// What games say of the paper's advice is the same for any number of threads.
#[test]
fn lim_and_lee_in_games() {
    let made = |threads| made(&mut Store::in_memory().unwrap(), "lim-lee/connect-four", threads);
    let found = made(2);
    assert_eq!(found, made(1));
    assert_eq!(found.tables.iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [3, 13]);
    assert_eq!((found.charts.len(), found.checks.len()), (2, 7));
    let full = &found.tables[1].rows[0];
    assert!(full.cells[0].unwrap().value < 100.0 && full.cells[5].unwrap().value > 0.0, "{full:?}");
}

#[test]
fn hsu() {
    let best = found("hsu/best-case");
    assert!(best.verdict().sentence().starts_with("Agrees after correcting the types"), "{:?}", best.checks);
    let total = |row: usize| best.tables[0].rows[row].cells[0].unwrap().value;
    assert_eq!([0, 1, 2, 3, 4, 5].map(total), [98., 125., 62., 242., 76., 338.]);
    for name in ["hsu/random-termination", "hsu/reachable-depth"] {
        let found = found(name);
        assert!(found.checks.iter().all(|check| check.holds == Some(true)), "{:?}", found.checks);
    }
}
