use std::path::{Path, PathBuf};

use hitotsu::engine::Place;
use tempfile::TempDir;
use tokio::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hitotsu");

/// Where the data of one test are: a folder that goes with this value.
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// With nothing in it.
    pub fn empty() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn place(&self) -> Place {
        Place::Folder(self.data())
    }

    /// The real program, told by its environment where the data are.
    pub fn program(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .env("HITOTSU_DATA", self.data())
            .env("HITOTSU_ADDR", "127.0.0.1:0")
            .env_remove("DATABASE_URL")
            .env_remove("HITOTSU_CONFIG")
            .kill_on_drop(true);
        command
    }

    /// Room for a test's own files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}
