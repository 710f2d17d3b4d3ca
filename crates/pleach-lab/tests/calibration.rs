//! Calibration from beginning to end, in small.

use pleach::prune::{Difference, Measured, Profile, Risk};
use pleach::registry::{AnyGame, Method};
use pleach_lab::calibrate::{
    Bench, CalibrateError, Calibrated, Calibration, Ending, News, Population, Sampled, Sampler, Setting,
    Sizes, Structure, Tactics, Verification, VerifyError, reliability_page,
};
use pleach_lab::statistics::{Confidence, binomial_upper};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::collections::HashSet;
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

/// Only the time depends on what else the machine does, and what several threads find.
fn without_times(mut profile: Profile) -> Profile {
    if let Some(proof) = &mut profile.proof {
        let also = proof.also.iter_mut().flat_map(|variation| &mut variation.on);
        proof.on.iter_mut().chain(also).for_each(|measured| measured.faster = None);
        proof.also.retain(|variation| variation.by == Difference::Interruptible);
    }
    profile
}

fn calibrate(store: &mut Store, threads: usize) -> Calibrated {
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let calibration = Calibration::new(&setting, risk(), SIZES);
    let effort = Effort { threads, stop: &Arc::default() };
    calibration.run(store, effort, &mut |_| {}).unwrap()
}

#[test]
fn a_calibration_is_reproducible_and_goes_on_where_it_was() {
    let mut undisturbed = Store::in_memory().unwrap();
    let expected = calibrate(&mut undisturbed, 1);
    let proof = expected.profile.proof.as_ref().expect("a fifth of wrong answers is easily kept");
    let populations: Vec<&str> = proof.on.iter().map(|measured| measured.population.as_str()).collect();
    assert_eq!(populations, ["self-play", "random-games"]);
    for measured in &proof.on {
        assert!(measured.limit <= 0.2 && measured.positions == 200 && measured.saving > 1.0, "{proof:?}");
    }
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
        match calibration.run(&mut store, Effort { threads: 2, stop: &stop }, news) {
            Err(CalibrateError::Stopped) => interruptions += 1,
            found => break found.unwrap(),
        }
    };
    assert!(interruptions > 1, "{interruptions} interruptions");
    assert_eq!(without_times(found.profile.clone()), without_times(expected.profile));
    assert_eq!(found.tested.len(), expected.tested.len());
    assert!(found.page().unwrap().html().contains("Saving against error"));
}

/// A share in every stage by itself, what moves lose, what the best full search would do, and searches that differ.
#[test]
fn a_proof_tells_where_the_risk_is_and_what_it_is_compared_with() {
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let risk: Risk = "25%,each=stage".parse().unwrap();
    let sizes = Sizes { fitting: 700, ..SIZES };
    let calibration = Calibration { among: 3, ..Calibration::new(&setting, risk, sizes) };
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let found = calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap();
    let proof = found.profile.proof.as_ref().expect("a quarter of wrong answers is easily kept");
    assert!(
        found.profile.risk.each_stage()
            && proof.rival.as_ref().is_some_and(|rival| rival.starts_with("engine"))
    );
    for measured in &proof.on {
        assert_eq!(measured.stages.len(), 3, "{measured:?}");
        assert_eq!(measured.stages.iter().map(|stage| stage.positions).sum::<u64>(), measured.positions);
        assert_eq!(measured.stages.iter().map(|stage| stage.errors).sum::<u64>(), measured.errors);
        assert!(measured.stages.iter().all(|stage| stage.limit <= 0.25), "{measured:?}");
        let (saving, best) = (measured.saving, measured.against_best.unwrap());
        assert!(best > 0.5 && best <= 1.05 * saving, "{measured:?}");
        let loss = measured.loss.unwrap();
        assert!(loss.mean <= loss.limit && loss.limit < loss.most, "{loss:?}");
    }
    let differences: Vec<Difference> = proof.also.iter().map(|variation| variation.by).collect();
    assert_eq!(differences, [Difference::Threads(2), Difference::Interruptible]);
    assert!(found.tested.iter().filter(|tested| tested.holds).all(|tested| tested.p <= 0.05 / 3.0));
    let page = found.page().unwrap().html();
    for part in ["Where in the game the errors are", "Searches that differ a little", "against the best"] {
        assert!(page.contains(part), "{part}");
    }
}

/// Positions in which more depth changes everything, and a profile measured again by somebody else.
#[test]
fn tactics_are_a_population_and_profiles_are_verified() {
    let chess = game("chess");
    let tactics = Population::parse("tactics:depth=1,swing=50", chess.as_ref()).unwrap();
    let (mut store, effort) = (Store::in_memory().unwrap(), Effort { threads: 2, stop: &Arc::default() });
    let sampler =
        Sampler { game: chess.as_ref(), population: &tactics, depth: 2, purpose: "tactics", seed: 5 };
    let drawn = sampler.draw(8, &mut HashSet::new(), &mut store, effort, &mut |_| {}).unwrap();
    for one in &drawn {
        let mut game = chess.boxed_clone();
        game.set_position(&one.position).unwrap();
        assert!(Tactics { depth: 1, swing: 50 }.shows(game.as_ref()), "{}", one.position);
    }
    let found = calibrate(&mut store, 2);
    let game = game("othello:eval=classic");
    let populations =
        ["self-play", "wide-openings"].map(|name| Population::parse(name, game.as_ref()).unwrap());
    let verification = Verification {
        profile: &found.profile,
        game: game.as_ref(),
        populations: &populations,
        positions: 60,
        games: 3,
        seed: 9,
    };
    let verified = verification.run(&mut store, effort, &mut |_, _, _| {}).unwrap();
    assert_eq!(verified.on.iter().map(|observed| observed.is_proved).collect::<Vec<_>>(), [true, false]);
    assert!(verified.on.iter().all(|observed| observed.measured.positions == 60 && !observed.contradicts));
    let games = verified.games.unwrap();
    assert!(games.games == 3 && games.moves > 40.0 && games.spoilt <= 3, "{games:?}");
    let again = verification.run(&mut store, effort, &mut |_, _, _| {}).unwrap();
    assert_eq!(again, verified, "everything is kept");
    let page = reliability_page(&[verified]).html();
    assert!(page.contains("Stated against observed risk") && page.contains("Whole games"));
    let unproved = Profile { proof: None, ..found.profile.clone() };
    let verification = Verification { profile: &unproved, ..verification };
    assert!(matches!(
        verification.run(&mut store, effort, &mut |_, _, _| {}),
        Err(VerifyError::NothingProved)
    ));
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
        calibration.run(&mut store, effort, &mut |_| {}).unwrap()
    };
    let (first, second, again) = (prove("20%"), prove("25%"), prove("20%"));
    assert_eq!([&first, &second, &again].map(|found| found.earlier_proofs), [0, 1, 0]);
    assert_eq!(second.profile.proof.as_ref().unwrap().earlier, 1);
    assert!(
        second.doubts()[0].starts_with("earlier proofs") && !first.doubts().contains(&second.doubts()[0])
    );
    assert_eq!(without_times(again.profile), without_times(first.profile));
    let proving = |run: &pleach_lab::store::RunInfo| {
        run.kind == "sample" && run.definition["purpose"].as_str().unwrap().starts_with("proving")
    };
    let samples: Vec<_> = store.runs().unwrap().into_iter().filter(proving).collect();
    let purposes: Vec<&str> = samples.iter().map(|run| run.definition["purpose"].as_str().unwrap()).collect();
    assert!(purposes.len() == 4 && purposes[0] == purposes[1] && purposes[1] != purposes[2], "{purposes:?}");
}

/// Whoever sees a proof fail may not go on with the same positions and a few more.
#[test]
fn more_positions_are_other_positions() {
    let mut store = Store::in_memory().unwrap();
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let effort = Effort { threads: 2, stop: &Arc::default() };
    for proving in [150, 200] {
        let calibration = Calibration::new(&setting, risk(), Sizes { proving, ..SIZES });
        calibration.run(&mut store, effort, &mut |_| {}).unwrap();
    }
    let mut sets: Vec<HashSet<u64>> = Vec::new();
    for run in store.runs().unwrap() {
        let is_proving = run.definition["purpose"].as_str().is_some_and(|text| text.starts_with("proving"));
        if run.kind == "sample" && is_proving && run.definition["population"] == "self-play" {
            let mut set = HashSet::new();
            let mut take = |drawn: Vec<Sampled>| set.extend(drawn.into_iter().map(|one| one.identity));
            store.each_shard(run.id, |_, drawn| take(drawn)).unwrap();
            sets.push(set);
        }
    }
    let [fewer, more] = &sets[..] else { panic!("{} proofs", sets.len()) };
    // A few positions of short openings come up again by chance.
    let common = fewer.intersection(more).count();
    assert!(fewer.len() > 100 && 4 * common < fewer.len(), "{common} of {}", fewer.len());
}

/// Whoever wants to stop early pays with wider limits, and may.
#[test]
fn a_proof_may_end_when_it_is_one() {
    let mut store = Store::in_memory().unwrap();
    let game = game("othello:eval=classic");
    let setting = setting(game.as_ref());
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let sizes = Sizes { proving: 900, ..SIZES };
    let calibration = Calibration { ending: Ending::WhenProved, ..Calibration::new(&setting, risk(), sizes) };
    let found = calibration.run(&mut store, effort, &mut |_| {}).unwrap();
    let first = &found.tested[0];
    assert!(first.holds && first.on.iter().all(|on| on.positions < 900 && on.limit <= 0.2), "{first:?}");
    let fixed = |on: &Measured| binomial_upper(on.errors, on.positions, Confidence::default()).unwrap();
    assert!(first.on.iter().all(|on| on.limit > fixed(on)));
}

/// Positions of one's own, and too few of them.
#[test]
fn a_file_is_a_population() {
    let file = std::env::temp_dir().join(format!("pleach-positions-{}.txt", std::process::id()));
    let start = game("othello:eval=classic");
    let random = Population::parse("random-games", start.as_ref()).unwrap();
    let (mut store, effort) = (Store::in_memory().unwrap(), Effort { threads: 2, stop: &Arc::default() });
    let game = start.as_ref();
    let sampler = Sampler { game, population: &random, depth: 4, purpose: "a file", seed: 5 };
    let drawn = sampler.draw(300, &mut HashSet::new(), &mut store, effort, &mut |_| {}).unwrap();
    let lines: Vec<&str> = drawn.iter().map(|one| one.position.as_str()).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let population = Population::parse(file.to_str().unwrap(), game).unwrap();
    let sampler = Sampler { population: &population, purpose: "anything", ..sampler };
    let again = sampler.draw(300, &mut HashSet::new(), &mut store, effort, &mut |_| {}).unwrap();
    let known: HashSet<u64> = drawn.iter().map(|one| one.identity).collect();
    assert!(again.iter().all(|one| known.contains(&one.identity)) && again != drawn);
    let many = sampler.draw(301, &mut HashSet::new(), &mut store, effort, &mut |_| {});
    assert!(matches!(many, Err(CalibrateError::TooFewPositions { found: 300, wanted: 301 })), "{many:?}");
    std::fs::remove_file(file).unwrap();
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
    assert!(found.is_ok());
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
        let stopped = bench.full(1, &mut store, &mut |_| {}).unwrap_err();
        assert!(matches!(stopped, CalibrateError::Stopped));
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
    let found = calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap();
    assert_eq!(found.account.positions, 2 * 57);
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
    let found = calibration.run(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap();
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
