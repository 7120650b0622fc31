//! Where the programs of Postgres are, and who runs them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::failure::{Failure, NoPostgres};

/// What a cluster needs.
const NEEDED: [&str; 4] = ["initdb", "postgres", "pg_basebackup", "psql"];

/// Who runs the server when we are root, which it refuses.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// The programs of one Postgres.
#[derive(Debug, Clone)]
pub struct Programs {
    folder: PathBuf,
    /// The ids of the user and its group; None: whoever we are.
    user: Option<(u32, u32)>,
}

impl Programs {
    /// The installed Postgres: the one on the search path, else the newest in the places where packages put it.
    pub fn find() -> Result<Self, NoPostgres> {
        let complete = |folder: &PathBuf| NEEDED.iter().all(|name| folder.join(name).is_file());
        let Some(folder) = folders().into_iter().find(complete) else {
            return Err(NoPostgres::NotInstalled);
        };
        let user = if id(&["-u"]) == Some(0) {
            let found = USERS
                .iter()
                .find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)));
            let nobody = || {
                Failure(
                    "Postgres refuses to run as root, and there is no user `postgres` or `nobody`"
                        .to_owned(),
                )
            };
            Some(found.ok_or_else(nobody)?)
        } else {
            None
        };
        Ok(Self { folder, user })
    }

    /// The folder they are in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of one of them.
    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.folder.join(program)
    }

    /// A command that runs as the server's user in a folder of that user, with no word from our own settings.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>, folder: &Path) -> Command {
        let mut command = without_settings(program);
        command.current_dir(folder);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// Give a folder to the user that runs the server.
    pub(crate) fn hand_over(&self, folder: &Path) -> Result<(), Failure> {
        match self.user {
            Some((user, group)) => chown(folder, Some(user), Some(group))
                .map_err(|error| Failure::new("the cluster's folder can't be given away", error)),
            None => Ok(()),
        }
    }

    /// What `psql` prints for these statements: a row a line, the fields divided by `|`.
    pub(crate) fn psql(&self, url: &str, statements: &str) -> Result<String, Failure> {
        let mut command = without_settings(self.path("psql"));
        command
            .args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only"])
            .args(["--set=ON_ERROR_STOP=1", "--file=-", "--dbname", url])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let failed = |error| Failure::new("psql can't start", error);
        let mut child = command.spawn().map_err(failed)?;
        if let Some(mut stdin) = child.stdin.take() {
            // When psql can't connect it doesn't read, and says more about it than this write does.
            let _ = stdin.write_all(statements.as_bytes());
        }
        succeeded("psql", child.wait_with_output())
    }
}

/// What a program printed, or what it complained of.
pub(crate) fn succeeded(program: &str, output: io::Result<Output>) -> Result<String, Failure> {
    let output = output.map_err(|error| Failure::new(program, error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new(program, complaint.trim()))
}

/// A command that reads no `PG…` variable, speaks English and asks nobody.
fn without_settings(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PG") {
            command.env_remove(name);
        }
    }
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// Where to look, in this order.
fn folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Some(path) = std::env::var_os("PATH") {
        for folder in std::env::split_paths(&path) {
            // Debian's `psql` on the search path is a script that looks for the real one: the folder of the server
            // has them all.
            let server = fs::canonicalize(folder.join("postgres")).ok();
            folders.extend(
                server
                    .as_deref()
                    .and_then(Path::parent)
                    .map(Path::to_path_buf),
            );
        }
    }
    folders.extend(printed(Command::new("pg_config").arg("--bindir")).map(PathBuf::from));
    for (parent, before, after) in [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql@", "bin"),
        ("/usr/local/opt", "postgresql@", "bin"),
        ("/home/linuxbrew/.linuxbrew/opt", "postgresql@", "bin"),
        ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
    ] {
        let mut versions = versions(Path::new(parent), before);
        versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
        folders.extend(versions.into_iter().map(|(_, folder)| folder.join(after)));
    }
    folders
}

/// The folders that are named after a version, as `15` or `pgsql-15`.
fn versions(parent: &Path, before: &str) -> Vec<(u32, PathBuf)> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let versioned = entries.filter_map(|entry| {
        let name = entry.file_name();
        let version = name.to_str()?.strip_prefix(before)?;
        Some((version.split('.').next()?.parse().ok()?, entry.path()))
    });
    versioned.collect()
}

fn id(arguments: &[&str]) -> Option<u32> {
    printed(Command::new("id").args(arguments))?.parse().ok()
}

fn printed(command: &mut Command) -> Option<String> {
    succeeded("", command.stdin(Stdio::null()).output()).ok()
}
