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
    /// Opens the laboratory, a new one if there is none.
    pub(crate) fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.lab)?)
    }

    /// Opens the laboratory that must be there.
    pub(crate) fn open_existing(&self) -> Result<Store, Failure> {
        Ok(Store::open_existing(&self.lab)?)
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
