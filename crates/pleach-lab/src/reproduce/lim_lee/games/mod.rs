//! The question that the paper leaves open, asked of games: is it better to prune own moves more, and less near the leaves?

mod compare;
mod curve;
mod finding;
mod measure;
mod resampled;
mod ways;

use super::super::{Finding, Part, Setup, Unfinished, behaviour};
use crate::calibrate::Sampled;
use compare::Comparison;
use measure::{Bench, Measured};
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, mix};
use ways::{COMPARED_AT, Degree, EQUALLY, Way};

/// Where positions come from: games of the program against itself, which thinks little so that they are played soon.
const POPULATION: &str = "self-play:nodes=200";
const SHARDS: u64 = 20;

/// How a game is measured.
struct Plan {
    game: &'static str,
    /// The depths of random pruning: with one more or one less there are more nodes of the other side.
    depths: [u32; 2],
    /// Positions for it in full and quickly.
    at_random: (u64, u64),
    /// The depth of searches with tests.
    tested_depth: u32,
    /// The depth for which the tests were fitted.
    profile_depth: u32,
    /// Positions for them in full and quickly.
    by_tests: (u64, u64),
    /// What a game thrown away counts as, in points of the evaluator.
    most_loss: u32,
}

pub(super) fn othello(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    Plan {
        game: "othello",
        depths: [4, 5],
        at_random: (600, 10),
        tested_depth: 8,
        profile_depth: 8,
        by_tests: (600, 10),
        most_loss: 64,
    }
    .run(setup)
}

pub(super) fn connect_four(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    Plan {
        game: "connect-four",
        depths: [6, 7],
        at_random: (2000, 60),
        tested_depth: 8,
        profile_depth: 8,
        by_tests: (2000, 60),
        most_loss: 36,
    }
    .run(setup)
}

pub(super) fn chinese_checkers(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    Plan {
        game: "chinese-checkers",
        depths: [2, 3],
        at_random: (400, 10),
        tested_depth: 4,
        profile_depth: 5,
        by_tests: (400, 6),
        most_loss: 1000,
    }
    .run(setup)
}

pub(super) fn chess(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    Plan {
        game: "chess",
        depths: [3, 4],
        at_random: (120, 10),
        tested_depth: 6,
        profile_depth: 8,
        by_tests: (300, 6),
        most_loss: 1000,
    }
    .run(setup)
}

impl Plan {
    fn run(&self, setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
        // Quickly, the deeper one is left out: it takes most of the time.
        let depths = if setup.is_quick() { &self.depths[..1] } else { &self.depths[..] };
        setup.expect((depths.len() as u64 + 1) * SHARDS);
        let game = setup.game(self.game)?;
        let (random, tested) =
            (setup.size(self.at_random.0, self.at_random.1), setup.size(self.by_tests.0, self.by_tests.1));
        let deepest = self.depths[1].max(self.tested_depth);
        let positions = setup.positions(game.as_ref(), POPULATION, deepest, random.max(tested))?;
        let ways = ways::at_random(mix(setup.get_seed()));
        let mut at_random = Vec::new();
        for &depth in depths {
            let positions = &positions[..random as usize];
            at_random.push(self.compared(setup, game.as_ref(), depth, &ways, positions)?);
        }
        let cut = self.cut(setup)?;
        let ways = ways::by_tests(&cut, self.tested_depth);
        let positions = &positions[..tested as usize];
        let by_tests = self.compared(setup, game.as_ref(), self.tested_depth, &ways, positions)?;
        Ok(finding::finding(&at_random, &by_tests, self.most_loss))
    }

    /// The tests of a profile that comes with the game, without what else it leaves out.
    fn cut(&self, setup: &Setup<'_>) -> Result<pleach::prune::Cut, Unfinished> {
        let profiles = setup.profiles(self.game);
        let mut cuts = profiles.iter().filter(|profile| profile.depth == self.profile_depth);
        let cut = cuts.find_map(|profile| profile.policy().cut);
        cut.ok_or_else(|| Unfinished::Failed(format!("no profile of {} has tests", self.game)))
    }

    fn compared(
        &self,
        setup: &mut Setup<'_>,
        game: &dyn AnyGame,
        depth: u32,
        ways: &[Way],
        positions: &[Sampled],
    ) -> Result<Comparison, Unfinished> {
        let bench = Bench { depth, ways, most_loss: self.most_loss, effort: setup.effort() };
        let sample = Bench { depth: depth.min(3), ..bench }.measured(game);
        let sample = sample.map_err(|error| match setup.is_stopped() {
            true => Unfinished::Stopped,
            false => Unfinished::Failed(error),
        })?;
        let texts: Vec<&str> = positions.iter().map(|sampled| &*sampled.position).collect();
        let degrees: Vec<String> = ways.iter().map(|way| format!("{:?}", way.degrees)).collect();
        let part = Part {
            name: "lim-lee/games",
            details: serde_json::json!({
                "game": self.game, "depth": depth, "most loss": self.most_loss, "positions": behaviour(&texts),
                "degrees": behaviour(&degrees),
            }),
            behaviour: format!("{} {}", behaviour(&sample), signature(game, depth, ways)),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| {
            let (count, shard) = (positions.len(), shard as usize);
            let own = shard * count / SHARDS as usize..(shard + 1) * count / SHARDS as usize;
            let measured = |sampled: &Sampled| {
                let mut game = game.boxed_clone();
                game.set_position(&sampled.position).map_err(|error| error.to_string())?;
                bench.measured(game.as_ref())
            };
            positions[own].iter().map(measured).collect()
        })?;
        let measured: Vec<Measured> = rows.into_iter().flatten().collect();
        Ok(Comparison::of(depth, ways, &measured))
    }
}

/// What the game and the engine do, with the tests of the comparison if there are any.
fn signature(game: &dyn AnyGame, depth: u32, ways: &[Way]) -> String {
    let mut request = Request::new(Method::default(), Limits::depth(depth));
    if let Degree::ByTests(policy) = &ways[EQUALLY].degrees[COMPARED_AT] {
        request.policy = policy.clone();
    }
    game.signature(&request).to_string()
}
