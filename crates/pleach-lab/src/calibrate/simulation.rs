//! The whole procedure on policies whose true risk is known: how often it proves what is not true.
//!
//! `PLEACH_REPETITIONS=10000 cargo test -p pleach-lab --lib false_proofs` repeats it often enough to see the
//! second digit.

use super::judge::Judge;
use super::prove::{Ending, POSITIONS_A_LOOK, Path};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A policy with a dial: how often it errs on each of two populations.
#[derive(Clone, Copy)]
struct Simulated {
    /// The share of errors without caution.
    boldest: f64,
    /// How fast it falls with caution.
    fall: f64,
    /// How many times as often it errs on the second population.
    shift: f64,
}

impl Simulated {
    fn draw(random: &mut Xoshiro256PlusPlus) -> Simulated {
        Simulated {
            boldest: random.random_range(0.05..0.6),
            fall: random.random_range(0.6..1.6),
            shift: random.random_range(0.5..2.0),
        }
    }

    fn share(&self, t: f64, population: usize) -> f64 {
        let share = self.boldest * (-self.fall * t).exp();
        if population == 0 { share } else { (share * self.shift).min(1.0) }
    }

    fn worst(&self, t: f64) -> f64 {
        self.share(t, 0).max(self.share(t, 1))
    }

    /// The boldest caution whose errors among positions, each of which goes wrong below a caution of its own, are within the aim.
    fn bisect(&self, positions: &[f64], aim: f64) -> Option<f64> {
        let (mut low, mut high, mut best) = (0.25, 6.0, None);
        for _ in 0..7 {
            let t = f64::midpoint(low, high);
            let worst = [0, 1].map(|population| {
                let own = positions.iter().skip(population).step_by(2);
                own.filter(|&&luck| luck < self.share(t, population)).count() as f64 * 2.0
                    / positions.len() as f64
            });
            match worst[0].max(worst[1]) <= aim {
                true => (high, best) = (t, Some(t)),
                false => low = t,
            }
        }
        best
    }
}

/// Chooses the most promising of some policies by luck and merit, proves what it can, and says whether what it proves is
/// false; none if it proves nothing.
fn proves_what_is_false(judge: &Judge, random: &mut Xoshiro256PlusPlus) -> Option<bool> {
    let share = judge.risk.share();
    let lucks = |count: usize, random: &mut Xoshiro256PlusPlus| -> Vec<f64> {
        (0..count).map(|_| random.random::<f64>()).collect()
    };
    let policies: Vec<Simulated> = (0..8).map(|_| Simulated::draw(random)).collect();
    let tried =
        policies.iter().filter_map(|policy| Some((policy, policy.bisect(&lucks(800, random), 0.8 * share)?)));
    // The one that needs least caution looks best.
    let (policy, t) = tried.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let positions = [0, 1].map(|_| lucks(2000, random));
    let holds = |t: f64| {
        (0..2).all(|population| {
            let wrong: Vec<bool> =
                positions[population].iter().map(|&luck| luck < policy.share(t, population)).collect();
            keeps(judge, &wrong)
        })
    };
    let proved = Path::default().0.into_iter().map(|factor| factor * t).take_while(|&t| holds(t)).last()?;
    Some(policy.worst(proved) > share)
}

/// Whether a proof on these positions ends well.
fn keeps(judge: &Judge, wrong: &[bool]) -> bool {
    let looks = match judge.ending {
        Ending::AllPositions => wrong.len(),
        Ending::WhenProved => POSITIONS_A_LOOK,
    };
    let mut errors = 0;
    wrong.chunks(looks).zip(1..).any(|(chunk, look)| {
        errors += chunk.iter().filter(|&&wrong| wrong).count() as u64;
        judge.p_value(errors, (looks * look) as u64) <= judge.level
    })
}

fn false_proofs(ending: Ending, repetitions: u64) -> (u64, u64) {
    let risk = "5%".parse().unwrap();
    let judge = Judge { risk, ending, stage_limits: Vec::new(), most_loss: 1.0, level: 0.05 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let found: Vec<bool> =
        (0..repetitions).filter_map(|_| proves_what_is_false(&judge, &mut random)).collect();
    (found.iter().filter(|&&is_false| is_false).count() as u64, found.len() as u64)
}

#[test]
fn false_proofs_are_at_most_as_frequent_as_stated() {
    let repetitions =
        std::env::var("PLEACH_REPETITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    for ending in [Ending::AllPositions, Ending::WhenProved] {
        let (wrong, proved) = false_proofs(ending, repetitions);
        println!(
            "{ending:?}: {wrong} of {repetitions} calibrations prove what is false; {proved} prove something"
        );
        assert!(proved > repetitions / 2);
        // Three standard deviations above 5 %.
        let most = 0.05 * repetitions as f64 + 3.0 * (0.05 * 0.95 * repetitions as f64).sqrt();
        assert!((wrong as f64) <= most, "{ending:?}: {wrong} of {repetitions}");
    }
}

/// What the simulation would show if somebody looked at the same positions again and again.
#[test]
fn the_simulation_sees_what_is_wrong() {
    let risk = "5%".parse().unwrap();
    let careless =
        Judge { risk, ending: Ending::AllPositions, stage_limits: Vec::new(), most_loss: 1.0, level: 0.6 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let wrong = (0..200).filter(|_| proves_what_is_false(&careless, &mut random) == Some(true)).count();
    assert!(wrong > 40, "{wrong}");
}
