//! How much risk a search may take, for all commands that search with the engine.

use crate::failure::Failure;
use crate::laboratory::LaboratoryOptions;
use clap::Args;
use pleach::prune::{BadRisk, Difference, Profile, Proof, Risk};
use pleach::registry::{AnyGame, Claim, Registry, Request};
use pleach_lab::calibrate::{self, Profiles, Setting};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The depth to calibrate for where the search has none: deep enough for most, and done in minutes.
const ADVISED_DEPTH: u32 = 6;

/// What the engine may leave out.
#[derive(Clone, Debug, Args)]
pub(crate) struct RiskOptions {
    /// Prune forward by a profile of `pleach calibrate`
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Prune forward by a proved profile that keeps this risk, one that comes with the game or one of your own
    /// calibrations: 5%, or 1%,criterion=move
    #[arg(long, value_name = "R", value_parser = read, allow_hyphen_values = true, conflicts_with = "profile")]
    risk: Option<Risk>,
    /// Whose positions yours are like, by the name of a population: a profile that was proved on that one and as few others as
    /// possible saves more [default: one that was proved on most]
    #[arg(long = "risk-population", value_name = "P", requires = "risk")]
    population: Option<String>,
}

/// Reads a risk.
pub(crate) fn read(text: &str) -> Result<Risk, String> {
    text.parse().map_err(|error: BadRisk| error.to_string())
}

impl RiskOptions {
    /// The request with the policy that was asked for, and the profile that it is from.
    pub(crate) fn apply_to(
        &self,
        request: Request,
        game: &dyn AnyGame,
        registry: &Registry,
    ) -> Result<(Request, Option<Profile>), Failure> {
        let profile = match (&self.profile, &self.risk) {
            (Some(file), _) => read_profile(file, game)?,
            (None, Some(risk)) => {
                chosen(risk, self.population.as_deref(), game, registry, request.limits.max_depth())?
            }
            (None, None) => return Ok((request, None)),
        };
        Ok((profile.followed_by(request)?, Some(profile)))
    }
}

/// Reads a profile that must fit the game.
pub(crate) fn read_profile(file: &Path, game: &dyn AnyGame) -> Result<Profile, Failure> {
    calibrate::read_profile(file, game).map_err(|error| Failure::at(&file.display().to_string(), error))
}

/// The profiles of this program and of its user.
pub(crate) fn profiles<'a>(laboratory: &LaboratoryOptions, registry: &'a Registry) -> Profiles<'a> {
    Profiles::with_folder(registry, laboratory.profiles())
}

/// The profile that saves most within a risk.
fn chosen(
    risk: &Risk,
    population: Option<&str>,
    game: &dyn AnyGame,
    registry: &Registry,
    depth: Option<u32>,
) -> Result<Profile, Failure> {
    let profiles = profiles(&LaboratoryOptions::usual(), registry);
    profiles.choose(risk, game, depth, population).map_err(|error| {
        let depth = depth.unwrap_or(ADVISED_DEPTH).max(Setting::LEAST_DEPTH);
        let on = population.map_or(String::new(), |population| format!(" --population '{population}'"));
        let advice = format!("calibrate '{}' --depth {depth} --risk '{risk}'{on}", game.name());
        Failure::new(format!("{error}: make one by `pleach {advice}`, which --risk then finds"))
    })
}

/// What a profile says of an answer that was found by it.
pub(crate) struct Stated<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) claim: Claim,
}

/// The same for programs.
#[derive(Serialize)]
pub(crate) struct StatedRisk<'a> {
    share: f64,
    criterion: String,
    /// The depth at which it was proved.
    depth: u32,
    /// Whose positions it was proved on.
    population: Option<String>,
    /// How sure the limit is.
    confidence: f64,
    /// Whether every stage of the game keeps it by itself.
    each_stage: bool,
    /// Whether what was proved is what was searched.
    applies: bool,
    /// How this search differs from the one that was proved, if such searches were measured by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Difference>,
    /// Why it is not.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    doubts: &'a [String],
    proof: Option<&'a Proof>,
}

impl Stated<'_> {
    pub(crate) fn for_programs(&self) -> StatedRisk<'_> {
        let Profile { risk, depth, proof, .. } = self.profile;
        StatedRisk {
            share: risk.share(),
            criterion: risk.criterion().to_string(),
            depth: *depth,
            population: proof.as_ref().map(Proof::populations),
            confidence: Proof::CONFIDENCE,
            each_stage: risk.each_stage(),
            applies: self.claim.applies(),
            differs: self.claim.variation.as_ref().map(|variation| variation.by),
            doubts: &self.claim.doubts,
            proof: proof.as_ref(),
        }
    }

    pub(crate) fn in_words(&self) -> String {
        let share = |share: f64| format!("{:.2} %", 100.0 * share);
        let asked = self.profile.risk.in_words();
        let proof = self.profile.proof.as_ref().and_then(|proof| Some((proof, proof.worst()?)));
        let Some((proof, worst)) = proof else {
            return format!("unknown: of this profile nothing is proved (asked for {asked})");
        };
        let Profile { risk, search, depth, .. } = self.profile;
        let populations = proof.populations();
        let each = if risk.each_stage() { ", in every stage of the game" } else { "" };
        let what = |wrong: &str| format!("at most {wrong} on positions of {populations}{each}");
        match (self.claim.doubts.first(), &self.claim.variation) {
            (Some(doubt), _) => format!(
                "unknown: at most {asked} was proved for {search} to depth {depth} on {populations}; nothing is \
                 proved of this search ({doubt})"
            ),
            // Policies were tested from careful to bold. What is proved of the boldest that held is what was asked for; its
            // own limit was chosen by the positions that it rests on.
            (None, None) => format!(
                "{}, proved {}; the limit of this policy alone is {}",
                what(&asked),
                proof.surely(),
                share(worst.limit)
            ),
            // So was that of a search that differs a little.
            (None, Some(variation)) => format!(
                "{}, measured with {} on the positions of the proof",
                what(&format!("{} by {}", share(variation.worst().unwrap_or(worst).limit), risk.criterion())),
                variation.by
            ),
        }
    }
}
