//! How to search and how far, for all commands that search.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use clap::Args;
use pleach::Limits;
use pleach::registry::{Method, Request};
use std::time::Duration;

/// How to search.
#[derive(Clone, Debug, Args)]
pub(crate) struct MethodOptions {
    /// The algorithm, with its options: NAME[:key=value,...] [default: engine]
    #[arg(long, short, value_name = "A")]
    pub(crate) algorithm: Option<String>,
    /// The forward pruning, with its numbers: NAME:key=value,...[+NAME...]; `none` for an exact search
    #[arg(long, value_name = "P", default_value = "none")]
    pub(crate) prune: String,
}

impl MethodOptions {
    /// The request, by the engine where no algorithm is named.
    pub(crate) fn request(&self, common: &Common, limits: Limits) -> Result<Request, Failure> {
        self.request_or(common, limits, Method::default())
    }

    /// The request, by the usual algorithm where none is named.
    pub(crate) fn request_or(
        &self,
        common: &Common,
        limits: Limits,
        usual: Method,
    ) -> Result<Request, Failure> {
        let algorithm: Method = self.algorithm.as_deref().map_or(Ok(usual), str::parse)?;
        let mut request = Request::new(algorithm, limits);
        request.prune = self.prune.parse()?;
        request.seed = common.seed.unwrap_or(1);
        request.memory = common.hash as usize;
        request.threads = common.threads.map_or(1, |threads| threads as usize);
        Ok(request)
    }
}

/// How far to search.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitOptions {
    /// Search this many plies deep
    #[arg(long, short, value_name = "N", value_parser = input::positive, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Search for this long: 500ms, 2s, 1m; the answer is that of the last finished depth
    #[arg(long, value_name = "T", value_parser = input::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Visit at most this many nodes: 20000, 20k, 3M
    #[arg(long, value_name = "N", value_parser = input::nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
}

impl LimitOptions {
    /// What a player thinks about a move where nobody says how long.
    const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The limits, if there are any.
    pub(crate) fn limits(&self) -> Option<Limits> {
        if self.depth.is_none() && self.time.is_none() && self.nodes.is_none() {
            return None;
        }
        let mut limits = self.depth.map_or(Limits::none(), Limits::depth);
        if let Some(time) = self.time {
            limits = limits.time(time);
        }
        if let Some(nodes) = self.nodes {
            limits = limits.nodes(nodes);
        }
        Some(limits)
    }

    /// The limits, or the time a player usually takes.
    pub(crate) fn for_a_move(&self) -> Limits {
        self.limits().unwrap_or_else(|| Limits::none().time(LimitOptions::DEFAULT_TIME))
    }
}
