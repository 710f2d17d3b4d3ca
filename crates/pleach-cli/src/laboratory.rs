//! Which laboratory a command works in.

use crate::failure::Failure;
use clap::Args;
use pleach_lab::store::{Store, StoreError};
use std::path::PathBuf;

/// Where results are kept.
#[derive(Debug, Args)]
pub(crate) struct LaboratoryOptions {
    /// The laboratory: a file that keeps all runs, so that the same command goes on where it was
    #[arg(
        long,
        value_name = "FILE",
        global = true,
        default_value = "pleach-lab.sqlite",
        env = "PLEACH_LAB",
        hide_env_values = true
    )]
    pub(crate) lab: PathBuf,
}

impl LaboratoryOptions {
    /// The laboratory where nobody says: what the environment names, or a file of its own.
    pub(crate) fn usual() -> LaboratoryOptions {
        let named = std::env::var_os("PLEACH_LAB").map(PathBuf::from);
        LaboratoryOptions { lab: named.unwrap_or_else(|| PathBuf::from("pleach-lab.sqlite")) }
    }

    /// Opens the laboratory, a new one if there is none.
    pub(crate) fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.lab)?)
    }

    /// Opens the laboratory that must be there.
    pub(crate) fn open_existing(&self) -> Result<Store, Failure> {
        Ok(Store::open_existing(&self.lab)?)
    }

    /// The folder of the user's own profiles: what the environment names, or one beside the laboratory.
    pub(crate) fn profiles(&self) -> PathBuf {
        let named = std::env::var_os("PLEACH_PROFILES").map(PathBuf::from);
        named.unwrap_or_else(|| self.lab.with_file_name("pleach-profiles"))
    }

    /// Opens the laboratory that must be there, to look into it and no more.
    pub(crate) fn open_to_read(&self) -> Result<Store, Failure> {
        Ok(Store::open_to_read(&self.lab)?)
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        self.lab.display().to_string()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::new(error)
    }
}
