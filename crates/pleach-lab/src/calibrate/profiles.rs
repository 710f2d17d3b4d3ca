//! The profiles that a program knows, and the choice among them.

use crate::files::{self, ReadError};
use pleach::prune::{Profile, ProfileError, Proof, Risk};
use pleach::registry::{AnyGame, Registry};
use std::path::{Path, PathBuf};

/// More files of a folder are not looked at.
const MOST_FILES: usize = 10_000;

/// The profiles that come with the games, and those in a folder of the user's own.
///
/// ```
/// use pleach::prune::Risk;
/// use pleach_lab::calibrate::Profiles;
/// let registry = pleach_games::registry();
/// let profiles = Profiles::built_in(&registry);
/// let game = registry.open("othello").unwrap();
/// let risk: Risk = "5%".parse().unwrap();
/// assert_eq!(profiles.choose(&risk, game.as_ref(), Some(8), None).unwrap().depth, 8);
/// let risk: Risk = "0.01%".parse().unwrap();
/// assert!(profiles.choose(&risk, game.as_ref(), None, None).is_err());
/// let unknown = profiles.choose(&"5%".parse().unwrap(), game.as_ref(), None, Some("human-games")).unwrap_err();
/// assert!(unknown.to_string().contains("only for 5 % by value at depth 8 on self-play and random-games; "));
/// ```
pub struct Profiles<'a> {
    registry: &'a Registry,
    folder: Option<PathBuf>,
}

/// Why no profile can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProfile {
    /// Nothing was calibrated for this.
    #[error("no profile of {game} was proved for a risk of {risk}{}{}", others(.proved), skipped(.unread))]
    Unknown {
        /// The game.
        game: String,
        /// The risk.
        risk: String,
        /// What others were proved for.
        proved: Vec<String>,
        /// The files that could not be read, each with the reason.
        unread: Vec<String>,
    },
    /// What there is was proved of a program that did something else.
    #[error("{place}: {error}")]
    Refused {
        /// Where the profile comes from.
        place: String,
        /// Why it cannot be used.
        error: ProfileError,
    },
}

fn others(proved: &[String]) -> String {
    if proved.is_empty() { String::new() } else { format!(", only for {}", proved.join("; ")) }
}

/// What a profile was proved for, unless nothing was.
fn proved_for(profile: &Profile) -> Option<String> {
    let populations = profile.proof.as_ref()?.populations();
    Some(format!("{} at depth {} on {populations}", profile.risk.in_words(), profile.depth))
}

fn skipped(unread: &[String]) -> String {
    match unread {
        [] => String::new(),
        [only] => format!(" ({only})"),
        [first, rest @ ..] => format!(" ({first}; {} more files could not be read)", rest.len()),
    }
}

impl<'a> Profiles<'a> {
    /// Those that come with the games.
    pub fn built_in(registry: &'a Registry) -> Self {
        Profiles { registry, folder: None }
    }

    /// These and those in a folder, which need not be there yet.
    pub fn with_folder(registry: &'a Registry, folder: PathBuf) -> Self {
        Profiles { registry, folder: Some(folder) }
    }

    /// The proved profile that saves most within a risk: among those at the depth nearest to that of the search, the
    /// one that risks most, one of the user's own before one that comes with the game. Unless somebody says whose positions
    /// theirs are like, what was proved on most populations comes first; else what was proved on that one and as few others as
    /// possible. One that was proved of a program that behaves differently is passed over, and named if there is no
    /// other.
    pub fn choose(
        &self,
        risk: &Risk,
        game: &dyn AnyGame,
        depth: Option<u32>,
        population: Option<&str>,
    ) -> Result<Profile, NoProfile> {
        let (mut found, unread) = self.all(game.name());
        let proved = found.iter().filter_map(|(_, profile)| proved_for(profile)).collect();
        found.retain(|(_, profile)| {
            let keeps = profile.risk.keeps(risk);
            let is_on = |proof: &Proof| {
                population.is_none_or(|wanted| proof.on.iter().any(|measured| measured.population == wanted))
            };
            keeps && profile.proof.as_ref().is_some_and(is_on) && profile.check_names(game).is_ok()
        });
        let distance = |profile: &Profile| depth.map_or(0, |depth| depth.abs_diff(profile.depth));
        let breadth = |profile: &Profile| {
            let populations = profile.proof.as_ref().map_or(0, |proof| proof.on.len() as i64);
            if population.is_some() { populations } else { -populations }
        };
        // The order of equals stays as it is: the user's own come first.
        found.sort_by(|(_, a), (_, b)| {
            let by_depth = distance(a).cmp(&distance(b));
            by_depth.then(b.risk.share().total_cmp(&a.risk.share())).then(breadth(a).cmp(&breadth(b)))
        });
        let mut refused = None;
        for (place, profile) in found {
            match profile.check(game) {
                Ok(()) => return Ok(profile),
                Err(error) => drop(refused.get_or_insert(NoProfile::Refused { place, error })),
            }
        }
        let (game, risk) = (game.name().to_owned(), risk.to_string());
        Err(refused.unwrap_or(NoProfile::Unknown { game, risk, proved, unread }))
    }

    /// All profiles of a game and where each comes from; and what was not read.
    pub fn all(&self, game: &str) -> (Vec<(String, Profile)>, Vec<String>) {
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        for file in self.files() {
            let place = file.display().to_string();
            // A pipe would keep everybody waiting.
            if !file.is_file() {
                unread.push(format!("{place}: it is not a file"));
                continue;
            }
            match read(&file) {
                Ok(profile) if profile.game == game => found.push((place, profile)),
                Ok(_) => {}
                Err(reason) => unread.push(format!("{place}: {reason}")),
            }
        }
        let built_in = self.registry.profiles(game).into_iter().map(|profile| {
            (
                format!("the profile of {game} at depth {} that comes with this program", profile.depth),
                profile,
            )
        });
        found.extend(built_in);
        (found, unread)
    }

    /// Keeps a profile in the folder, where [`Profiles::choose`] finds it, under a name that no other profile has, and
    /// says where. None without a folder.
    pub fn keep(&self, profile: &Profile) -> Result<Option<PathBuf>, std::io::Error> {
        let Some(folder) = &self.folder else { return Ok(None) };
        std::fs::create_dir_all(folder)?;
        let file = folder.join(name_of(profile));
        files::write(&file, profile.to_toml().as_bytes())?;
        Ok(Some(file))
    }

    /// The files of the folder in the order of their names.
    fn files(&self) -> Vec<PathBuf> {
        let listed = self.folder.as_ref().and_then(|folder| folder.read_dir().ok());
        let files = listed.into_iter().flatten().take(MOST_FILES).filter_map(|file| Some(file.ok()?.path()));
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|ending| ending == "toml")).collect();
        files.sort();
        files
    }
}

/// The name of a profile's file: what it is for, and what tells it from others for the same.
fn name_of(profile: &Profile) -> String {
    let Profile { game, depth, risk, behaviour, .. } = profile;
    let name = format!("{game}-{depth}-{}-{}-{behaviour}", risk.criterion(), risk.percent());
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
    name.chars().map(plain).chain(".toml".chars()).collect()
}

/// Why a file is no profile.
#[derive(Debug, thiserror::Error)]
pub enum ReadProfileError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// What it says makes no sense, or is about something else.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

/// Reads a profile that must fit a game.
///
/// ```
/// use pleach_lab::calibrate::read_profile;
/// let game = pleach_games::registry().open("othello").unwrap();
/// assert!(read_profile("no-such-file.toml".as_ref(), game.as_ref()).is_err());
/// ```
pub fn read_profile(file: &Path, game: &dyn AnyGame) -> Result<Profile, ReadProfileError> {
    let profile = read(file)?;
    profile.check(game)?;
    Ok(profile)
}

fn read(file: &Path) -> Result<Profile, ReadProfileError> {
    Ok(Profile::from_toml(&files::read_text(file, "profile")?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "connect-four";

    /// A folder with a profile that came with the game, changed by somebody.
    fn folder(name: &str, change: impl Fn(&str) -> String) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("pleach-profiles-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let built_in = pleach_games::registry().profiles(GAME).remove(0);
        std::fs::write(folder.join("own.toml"), change(&built_in.to_toml())).unwrap();
        std::fs::write(folder.join("notes.txt"), "no profile").unwrap();
        folder
    }

    fn chosen(folder: &Path, risk: &str) -> Result<Profile, NoProfile> {
        let registry = pleach_games::registry();
        let game = registry.open(GAME).unwrap();
        let profiles = Profiles::with_folder(&registry, folder.to_owned());
        let chosen = profiles.choose(&risk.parse().unwrap(), game.as_ref(), None, None);
        std::fs::remove_dir_all(folder).unwrap();
        chosen
    }

    fn line<'a>(text: &'a str, beginning: &str) -> &'a str {
        text.lines().find(|line| line.starts_with(beginning)).unwrap()
    }

    #[test]
    fn own_profiles_are_found() {
        let folder = folder("own", |text| text.replace(line(text, "share"), "share = 0.0042"));
        assert_eq!(chosen(&folder, "0.5%").unwrap().risk.share(), 0.0042);
    }

    #[test]
    fn what_was_proved_of_another_program_is_refused_with_both_named() {
        let other = "behaviour = \"00000000-11111111-22222222\"";
        let folder = folder("other", |text| {
            let text = text.replace(line(text, "share"), "share = 0.0042");
            text.replace(line(&text, "behaviour"), other)
        });
        let refused = chosen(&folder, "0.5%").unwrap_err().to_string();
        assert!(
            refused.contains("own.toml: it was proved with behaviour 00000000-11111111-22222222"),
            "{refused}"
        );
        assert!(refused.contains("and this program's is"), "{refused}");
    }

    #[test]
    fn a_damaged_file_is_named_where_nothing_else_is_found() {
        let folder = folder("damaged", |text| text.replace("format", "fromat"));
        let missing = chosen(&folder, "0.5%").unwrap_err().to_string();
        assert!(missing.contains("own.toml: ") && missing.contains("format"), "{missing}");
    }
}
