//! Whether what was proved of a profile is what was searched.

use super::{Answer, Method, Request};
use crate::engine::Table;
use crate::prune::{Difference, Measured, Profile, Proof, Variation};

/// What may be said of an answer that was found by a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Why the proof says nothing of this answer; empty if it does.
    pub doubts: Vec<String>,
    /// What was measured of searches like this one, if it differs from the one that was proved and keeps the risk by a
    /// proof of its own.
    pub variation: Option<Variation>,
}

impl Claim {
    /// Whether the proof is one of this very search.
    pub fn applies(&self) -> bool {
        self.doubts.is_empty()
    }
}

impl Profile {
    /// Compares what was searched with what was proved: everything that decides the answer. The size of a table that had
    /// room for everything changes nothing, and neither does a limit of time or nodes where the depth was reached all
    /// the same, unless the policy has [hasty previews](crate::prune::Cut::preview): a search that may be stopped at any time
    /// makes none. Such a search, or one on several threads, keeps the risk if that was [measured](Variation) by itself.
    ///
    /// ```
    /// use pleach::Limits;
    /// use pleach::prune::Profile;
    /// use pleach::registry::{Hosted, Method, Request, Searchable};
    /// use pleach::tree::RandomTree;
    /// # let text = r#"
    /// #     format = 3
    /// #     game = "tree"
    /// #     weights = "none"
    /// #     behaviour = "00000000-11111111-22222222"
    /// #     search = "engine"
    /// #     depth = 6
    /// #     hash = 64
    /// #     seed = 1
    /// #     program = "0.1.0"
    /// #     [policy]
    /// #     t = 1.5
    /// #     [[policy.test]]
    /// #     deep = 4
    /// #     shallow = 2
    /// #     lines = [[1.0, 0.0, 30.0]]
    /// #     [risk]
    /// #     share = 0.05
    /// #     criterion = "value"
    /// #     [[proof.on]]
    /// #     population = "self-play"
    /// #     positions = 1000
    /// #     errors = 30
    /// #     limit = 0.041
    /// #     saving = 3.1
    /// # "#;
    /// let profile = Profile::from_toml(text)?; // of the engine at depth 6
    /// let tree: RandomTree = "b=3,d=9,leaves=newborn".parse().unwrap();
    /// let game = Hosted::new("tree", tree, RandomTree::static_value);
    /// let mut request = Request::new(Method::default(), Limits::depth(6));
    /// request.policy = Some(std::sync::Arc::new(profile.policy()));
    /// let answer = game.search(&request).unwrap();
    /// assert!(profile.claim(&request, &answer).applies());
    /// request.lines = 2;
    /// let answer = game.search(&request).unwrap();
    /// assert_eq!(profile.claim(&request, &answer).doubts, ["several lines were asked for"]);
    /// # Ok::<(), pleach::prune::ProfileError>(())
    /// ```
    pub fn claim(&self, request: &Request, answer: &Answer) -> Claim {
        let mut doubts = Vec::new();
        let mut doubt = |is_other: bool, reason: String| doubts.extend(is_other.then_some(reason));
        doubt(self.proof.is_none(), "it was not proved".to_owned());
        let proved = self.search.parse::<Method>().ok();
        let (search, other) = (&self.search, request.algorithm);
        doubt(proved != Some(other), format!("it was proved for {search}, and this is {other}"));
        let has_depth = match (request.limits.max_depth(), answer.stopped) {
            (Some(depth), None) => depth == self.depth,
            _ => answer.depth == Some(self.depth),
        };
        let reached = answer.depth.map_or("the end".to_owned(), |depth| format!("depth {depth}"));
        doubt(!has_depth, format!("it was proved for depth {}, and this is {reached}", self.depth));
        let differences = self.differences(request);
        let variation = match differences[..] {
            [only] => self.proof.as_ref().and_then(|proof| self.kept_by(proof, only)),
            _ => None,
        };
        for difference in differences.iter().filter(|_| variation.is_none()) {
            doubt(
                true,
                match difference {
                    Difference::Interruptible => {
                        "it was proved with previews, which a limit of time or nodes forbids".to_owned()
                    }
                    Difference::Threads(threads) => {
                        format!("it was proved on one thread, and these are {threads}")
                    }
                },
            );
        }
        doubt(!self.has_room(request, answer), "the table was full".to_owned());
        doubt(request.table.is_some(), "the table was used before".to_owned());
        doubt(request.window.is_some(), "the window was not the full one".to_owned());
        doubt(!request.only.is_empty(), "not all moves were searched".to_owned());
        doubt(request.lines > 1, "several lines were asked for".to_owned());
        doubt(request.all_best, "all equally good moves were asked for".to_owned());
        let variation = variation.filter(|_| doubts.is_empty()).cloned();
        Claim { doubts, variation }
    }

    /// How a request differs from what was proved, in ways that may have been measured by themselves.
    fn differences(&self, request: &Request) -> Vec<Difference> {
        let is_hasty = self.cut.as_ref().is_some_and(|cut| cut.preview < 1.0);
        let threads = (request.threads > 1).then_some(Difference::Threads(request.threads));
        let limits = (is_hasty && request.limits.may_interrupt()).then_some(Difference::Interruptible);
        threads.into_iter().chain(limits).collect()
    }

    /// What was measured of searches that differ so, if they keep the risk.
    fn kept_by<'a>(&self, proof: &'a Proof, difference: Difference) -> Option<&'a Variation> {
        proof
            .variation(difference)
            .filter(|variation| variation.on.iter().all(|measured| self.is_kept_on(measured)))
    }

    /// Whether the risk is kept by what was measured: in all, and in every stage if it is asked of each.
    fn is_kept_on(&self, measured: &Measured) -> bool {
        let stages = measured.stages.iter().filter(|_| self.risk.each_stage()).map(|stage| stage.limit);
        std::iter::once(measured.limit).chain(stages).all(|limit| limit <= self.risk.share())
    }

    /// Whether a table of either size, that of the proof and that of the search, has had room for all that was found:
    /// as long as it has, it grows alike, and the size it might grow to decides nothing.
    fn has_room(&self, request: &Request, answer: &Answer) -> bool {
        let least = request.memory.min(self.memory) as u64;
        request.memory == self.memory || answer.counts.nodes <= least * Table::ENTRIES_A_MEBIBYTE / 2
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Hosted, Searchable};
    use super::*;
    use crate::limits::Limits;
    use crate::prune::StageShare;
    use crate::tree::RandomTree;
    use std::sync::Arc;

    const PROFILE: &str = r#"
        format = 3
        game = "tree"
        weights = "none"
        behaviour = "00000000-11111111-22222222"
        search = "engine"
        depth = 6
        hash = 64
        seed = 1
        program = "0.1.0"
        [policy]
        t = 1.5
        preview = 0.5
        [[policy.test]]
        deep = 4
        shallow = 2
        lines = [[1.0, 0.0, 30.0]]
        [risk]
        share = 0.05
        criterion = "value"
        [[proof.on]]
        population = "self-play"
        positions = 1000
        errors = 30
        limit = 0.041
        saving = 3.1
        loss = { mean = 0.1, limit = 0.2, most = 40.0 }
        [[proof.also]]
        by = { threads = 2 }
        [[proof.also.on]]
        population = "self-play"
        positions = 1000
        errors = 33
        limit = 0.044
        saving = 3.0
        stages = [
          { from = 0, positions = 500, errors = 5, limit = 0.02 },
          { from = 20, positions = 500, errors = 28, limit = 0.08 },
        ]
        [[proof.also]]
        by = "interruptible"
        [[proof.also.on]]
        population = "self-play"
        positions = 1000
        errors = 60
        limit = 0.075
        saving = 2.0
    "#;

    fn claim(profile: &Profile, change: impl Fn(&mut Request)) -> Claim {
        let tree: RandomTree = "b=3,d=9,leaves=newborn".parse().unwrap();
        let game = Hosted::new("tree", tree, RandomTree::static_value);
        let mut request = Request::new(Method::default(), Limits::depth(6));
        request.policy = Some(Arc::new(profile.policy()));
        change(&mut request);
        let answer = game.search(&request).unwrap();
        profile.claim(&request, &answer)
    }

    #[test]
    fn a_search_that_differs_a_little_is_claimed_by_a_measurement_of_its_own() {
        let mut profile = Profile::from_toml(PROFILE).unwrap();
        assert_eq!(Profile::from_toml(&profile.to_toml()).unwrap(), profile, "what is written is read back");
        let same = claim(&profile, |_| {});
        assert!(same.applies() && same.variation.is_none());
        let two = claim(&profile, |request| request.threads = 2);
        assert!(two.applies() && two.variation.unwrap().by == Difference::Threads(2));
        let doubts = |profile: &Profile, change: fn(&mut Request)| claim(profile, change).doubts;
        let three = doubts(&profile, |request| request.threads = 3);
        assert_eq!(three, ["it was proved on one thread, and these are 3"]);
        // It was measured, and does not keep the risk.
        let limited: fn(&mut Request) = |request| request.limits = Limits::depth(6).nodes(1_000_000_000);
        let previews = "it was proved with previews, which a limit of time or nodes forbids";
        assert_eq!(doubts(&profile, limited), [previews]);
        let both = doubts(&profile, |request| {
            request.threads = 2;
            request.limits = Limits::depth(6).nodes(1_000_000_000);
        });
        assert_eq!(both.len(), 2, "each by itself says nothing of both together: {both:?}");
        // Where every stage must keep the risk, the late one does not.
        profile.risk = profile.risk.in_each_stage();
        assert!(!claim(&profile, |request| request.threads = 2).applies());
        assert_eq!(Profile::from_toml(&profile.to_toml()).unwrap(), profile);
    }

    #[test]
    fn shares_that_cannot_be_are_refused() {
        let errors =
            |from: &str, to: &str| Profile::from_toml(&PROFILE.replace(from, to)).unwrap_err().to_string();
        assert!(errors("errors = 28", "errors = 501").contains("501 of 500 positions cannot be wrong"));
        assert!(errors("limit = 0.075", "limit = 7.5").contains("expected a share between 0 and 1"));
        assert!(errors("threads = 2", "threats = 2").contains("threats"));
        let StageShare { from, .. } =
            Profile::from_toml(PROFILE).unwrap().proof.unwrap().also[0].on[0].stages[1];
        assert_eq!(from, 20);
    }
}
