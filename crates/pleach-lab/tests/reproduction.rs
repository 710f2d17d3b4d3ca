//! The papers' tables made again, with few trees. The whole: `pleach reproduce`.

use pleach_lab::reproduce::{LiMarsland, LiMarslandResult};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The pooled shares that independent prototypes have found over 2000 trees, in thousandths.
const POOLED: [[u32; 4]; 4] =
    [[147, 240, 317, 378], [201, 318, 404, 471], [257, 389, 486, 557], [313, 458, 558, 631]];

fn found() -> LiMarslandResult {
    let mut store = Store::in_memory().unwrap();
    let stop = Arc::<AtomicBool>::default();
    let experiment = LiMarsland { quick: true, seed: 1 };
    // It is stopped in its middle, and goes on.
    let effort = Effort { threads: 2, stop: &stop };
    let first = experiment.run(&mut store, effort, &mut |done| stop.store(done >= 10, Ordering::Relaxed));
    assert!(first.unwrap().is_none());
    stop.store(false, Ordering::Relaxed);
    let mut begun_at = None;
    let found = experiment.run(&mut store, effort, &mut |done| {
        begun_at.get_or_insert(done);
    });
    assert!(begun_at.unwrap() >= 10);
    found.unwrap().unwrap()
}

#[test]
fn li_and_marsland() {
    let found = found();
    for (depth, row) in (5..).zip(POOLED) {
        for (width, thousandths) in (4..).zip(row) {
            let expected = f64::from(thousandths) / 1000.0;
            let pruned = found.pruned(depth, width, 6).unwrap();
            // A tenth of the trees; the whole run is asserted to 0.015.
            let slack = 0.015 + (pruned.high - pruned.low) / 2.0;
            assert!(
                (pruned.share - expected).abs() < slack,
                "d={depth}, w={width}: {pruned:?} and {expected}"
            );
        }
    }
    let (grows, pairs) = found.growing_pairs();
    assert!(pairs == 24 && grows >= 22, "{grows}");
    let (fits, cells) = found.within();
    assert!(cells == 16 && fits >= 10, "{fits}");
    let csv = found.csv();
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns));
    assert_eq!(csv.lines().count(), found.rows.len() + 1);
    let page = found.page().unwrap().html();
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(!page.contains("NaN"));
}
