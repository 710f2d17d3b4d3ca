//! Calibration from beginning to end, in small.

use pleach::registry::{AnyGame, Method};
use pleach_lab::calibrate::{
    Bench, CalibrateError, Calibrated, Calibration, News, Risk, Sampled, Setting, Sizes, Structure,
};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SIZES: Sizes = Sizes { fitting: 250, choosing: 120, proving: 200 };

fn game(name: &str) -> Box<dyn AnyGame> {
    pleach_games::registry().open(name).unwrap()
}

fn setting(game: &dyn AnyGame) -> Setting<'_> {
    Setting { game, method: Method::default(), depth: 4, memory: 4, seed: 3 }
}

fn risk() -> Risk {
    "20%".parse().unwrap()
}

fn calibrate(store: &mut Store, threads: usize) -> Calibrated {
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let calibration = Calibration::new(&setting, risk(), SIZES);
    let effort = Effort { threads, stop: &Arc::default() };
    calibration.run(store, effort, &mut |_| {}).unwrap().unwrap()
}

#[test]
fn a_calibration_is_reproducible_and_goes_on_where_it_was() {
    let mut undisturbed = Store::in_memory().unwrap();
    let expected = calibrate(&mut undisturbed, 1);
    let proof = expected.profile.proof.expect("a fifth of wrong answers is easily kept");
    assert!(proof.limit <= 0.2 && proof.positions == 200 && proof.saving > 1.0, "{proof:?}");
    // Interrupted now and then, with another number of threads.
    let mut store = Store::in_memory().unwrap();
    let stop = Arc::<AtomicBool>::default();
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let calibration = Calibration::new(&setting, risk(), SIZES);
    let mut interruptions = 0;
    let found = loop {
        // What is known already is told again, so that every attempt gets further than the last.
        let mut left = 60 * (interruptions + 1);
        stop.store(false, Ordering::Relaxed);
        let news = &mut |_: News<'_>| {
            left -= 1;
            stop.store(left <= 0, Ordering::Relaxed);
        };
        match calibration.run(&mut store, Effort { threads: 2, stop: &stop }, news).unwrap() {
            Some(found) => break found,
            None => interruptions += 1,
        }
    };
    assert!(interruptions > 1, "{interruptions} interruptions");
    assert_eq!(found.profile, expected.profile);
    assert_eq!(found.tested.len(), expected.tested.len());
    assert!(found.page().unwrap().html().contains("Saving against error"));
}

/// Who asks for something else is not answered by the positions that have been looked at.
#[test]
fn every_proof_has_positions_of_its_own_and_knows_of_those_before() {
    let mut store = Store::in_memory().unwrap();
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let mut prove = |risk: &str| {
        let calibration = Calibration::new(&setting, risk.parse().unwrap(), SIZES);
        calibration.run(&mut store, effort, &mut |_| {}).unwrap().unwrap()
    };
    let (first, second, again) = (prove("20%"), prove("25%"), prove("20%"));
    assert_eq!([&first, &second, &again].map(|found| found.earlier_proofs), [0, 1, 0]);
    assert_eq!(second.profile.proof.unwrap().earlier, 1);
    assert!(
        second.doubts()[0].starts_with("earlier proofs") && !first.doubts().contains(&second.doubts()[0])
    );
    assert_eq!(again.profile, first.profile);
    let proving = |run: &pleach_lab::store::RunInfo| {
        run.kind == "sample" && run.definition["purpose"].as_str().unwrap().starts_with("proving")
    };
    let samples: Vec<_> = store.runs().unwrap().into_iter().filter(proving).collect();
    assert_eq!(samples.len(), 2);
    assert_ne!(samples[0].definition["purpose"], samples[1].definition["purpose"]);
}

/// Whatever is measured before the choice, nothing of it is of the proving set.
#[test]
fn the_proving_set_is_not_looked_at_before_the_choice() {
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let calibration = Calibration::new(&setting, risk(), SIZES);
    let path = std::env::temp_dir().join(format!("pleach-proving-{}.sqlite", std::process::id()));
    let mut store = Store::open(&path).unwrap();
    let (mut tries, mut looked_before_the_choice) = (0, false);
    let mut has_begun = false;
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let watcher = Store::open(&path).unwrap();
    let found = calibration.run(&mut store, effort, &mut |news| {
        let begun =
            || watcher.runs().unwrap().iter().any(|run| run.definition.to_string().contains("proving"));
        match news {
            News::Tried(_) => {
                tries += 1;
                looked_before_the_choice |= begun();
            }
            News::Proving(..) => has_begun = begun(),
            _ => {}
        }
    });
    assert!(found.unwrap().is_some());
    assert!(tries > 20 && has_begun && !looked_before_the_choice);
    drop((store, watcher));
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
}

/// A pause need not wait for searches that take hours.
#[test]
fn a_raised_flag_ends_the_search_under_way() {
    let game = game("chess");
    let setting = Setting::new(game.as_ref(), 30, 1);
    let (mut store, stop) = (Store::in_memory().unwrap(), Arc::<AtomicBool>::default());
    let effort = Effort { threads: 1, stop: &stop };
    let positions = [Sampled { position: game.position(), identity: 0, progress: 0 }];
    let bench = Bench::new(&setting, &positions, "the first one", effort);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        assert!(bench.full(&mut store, &mut |_| {}).unwrap().is_none());
    });
    let kept: Vec<u64> = store.runs().unwrap().iter().map(|run| run.shards).collect();
    assert_eq!(kept, [0], "what was cut short is not kept");
}

/// Counts that fill no shard, and a criterion that asks how good the moves are.
#[test]
fn any_number_of_positions_will_do() {
    let game = game("othello:eval=classic");
    let (risk, sizes) =
        ("30%,criterion=move".parse().unwrap(), Sizes { fitting: 101, choosing: 43, proving: 57 });
    let setting = setting(game.as_ref());
    let calibration = Calibration::new(&setting, risk, sizes);
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let found = calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap().unwrap();
    assert_eq!(found.account.positions, 57);
}

/// Rules that somebody asks for in any case are not tried beside themselves.
#[test]
fn what_is_left_out_in_any_case_is_not_tried_again() {
    let game = game("othello:eval=classic");
    let (risk, sizes) = ("40%".parse().unwrap(), Sizes { fitting: 101, choosing: 43, proving: 57 });
    let setting = setting(game.as_ref());
    let beside = "null-move+rankcut:r=1,after=9".parse().unwrap();
    let calibration = Calibration { beside, ..Calibration::new(&setting, risk, sizes) };
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let found = calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap().unwrap();
    let is_again = |structure: &Structure| {
        matches!(
            structure,
            Structure::RankCut { .. } | Structure::Passing(_) | Structure::Tests { aid: Some(_), .. }
        )
    };
    assert!(!found.points.iter().any(|point| is_again(&point.structure)));
    assert!(found.profile.rules.to_string().starts_with("null-move"), "{}", found.profile.rules);
}

#[test]
fn what_cannot_be_calibrated_is_said() {
    let run = |name: &str| {
        let game = game(name);
        let setting = setting(game.as_ref());
        let calibration = Calibration::new(&setting, risk(), SIZES);
        let effort = Effort { threads: 2, stop: &Arc::default() };
        calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).err()
    };
    // Tic-tac-toe has too few positions.
    assert!(matches!(run("tic-tac-toe"), Some(CalibrateError::TooFewPositions { .. })));
    let game = game("othello:eval=classic");
    let setting = Setting::new(game.as_ref(), 2, 1);
    let effort = Effort { threads: 1, stop: &Arc::default() };
    let run =
        Calibration::new(&setting, risk(), SIZES).run(&mut Store::in_memory().unwrap(), effort, &mut |_| {});
    assert!(matches!(run, Err(CalibrateError::TooShallow)));
}
