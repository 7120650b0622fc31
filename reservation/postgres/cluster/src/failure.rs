//! What can go wrong, and what a test does about it.

/// There is no Postgres to test with.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoPostgres {
    /// The programs are not on this machine.
    #[error(
        "Postgres is not installed: install its server, version 15 or newer (Debian: `apt-get install postgresql`; \
         Homebrew: `brew install postgresql`)"
    )]
    NotInstalled,
    /// They are, but they don't do what they should.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// Postgres is there and has failed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct Failure(pub(crate) String);

impl Failure {
    /// What was tried, and why it didn't work.
    pub(crate) fn new(tried: &str, why: impl std::fmt::Display) -> Self {
        Self(format!("{tried}: {why}"))
    }
}

/// What a test needs of Postgres; None when Postgres is not installed, and then the test says so and ends.
///
/// # Panics
///
/// Where `CI` is set: there a test that is left out is a failure. And everywhere when Postgres is installed and fails.
#[expect(
    clippy::panic,
    clippy::print_stderr,
    reason = "this is the end of a test, and the sentence is for whoever runs it"
)]
pub fn or_skip<T>(wanted: Result<T, NoPostgres>) -> Option<T> {
    match wanted {
        Ok(wanted) => Some(wanted),
        Err(NoPostgres::NotInstalled) if !is_ci() => {
            eprintln!("skipped: {}", NoPostgres::NotInstalled);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
