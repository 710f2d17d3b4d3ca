//! Whether what was proved of a profile is what was searched.

use super::Profile;
use crate::engine::Table;
use crate::registry::{Answer, Method, Request};

/// What may be said of an answer that was found by a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Why the proof says nothing of this answer; empty if it does.
    pub doubts: Vec<String>,
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
    /// the same, unless the policy has [hasty previews](super::Cut::preview): a search that may be stopped at any time
    /// makes none.
    ///
    /// ```
    /// use pleach::Limits;
    /// use pleach::prune::Profile;
    /// use pleach::registry::{AnyGame, Hosted, Method, Request};
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
        let is_hasty = self.cut.as_ref().is_some_and(|cut| cut.preview < 1.0);
        let is_limited = request.limits.may_interrupt();
        doubt(
            is_limited && is_hasty,
            "it was proved with previews, which a limit of time or nodes forbids".to_owned(),
        );
        doubt(request.threads > 1, format!("it was proved on one thread, and these are {}", request.threads));
        doubt(!self.has_room(request, answer), "the table was full".to_owned());
        doubt(request.table.is_some(), "the table was used before".to_owned());
        doubt(request.window.is_some(), "the window was not the full one".to_owned());
        doubt(!request.only.is_empty(), "not all moves were searched".to_owned());
        doubt(request.lines > 1, "several lines were asked for".to_owned());
        doubt(request.all_best, "all equally good moves were asked for".to_owned());
        Claim { doubts }
    }

    /// Whether a table of either size, that of the proof and that of the search, has had room for all that was found:
    /// as long as it has, it grows alike, and the size it might grow to decides nothing.
    fn has_room(&self, request: &Request, answer: &Answer) -> bool {
        let least = request.memory.min(self.memory) as u64;
        request.memory == self.memory || answer.counts.nodes <= least * Table::ENTRIES_A_MEBIBYTE / 2
    }
}
