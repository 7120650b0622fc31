//! Where the data are kept, as the settings say it.

use std::fmt;
use std::path::PathBuf;

use url::Url;

/// Where the data are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Files in a folder, for one server.
    Folder(PathBuf),
    /// A Postgres, for any number of servers.
    Postgres(PostgresUrl),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => folder.display().fmt(f),
            Place::Postgres(url) => url.fmt(f),
        }
    }
}

/// The address of a Postgres. It may hold a password, so that what is shown of it is host, port and database.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(Url);

/// An address that can't be used. It doesn't say the address, which may hold a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    /// Not an address at all.
    #[error("DATABASE_URL is not an address: {0}")]
    Unparsed(url::ParseError),
    /// Of something else.
    #[error(
        "DATABASE_URL has to begin with postgres:// or postgresql://; without it the data are SQLite files \
         in the folder that HITOTSU_DATA names"
    )]
    Scheme,
    /// An option that would be left out without a word.
    #[error("DATABASE_URL has an option that is not known: {0}")]
    Option(String),
}

/// The options that an address may have after its question mark.
const OPTIONS: &[&str] = &[
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

impl PostgresUrl {
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Self, BadUrl> {
        let url = match Url::parse(text.trim()) {
            Ok(url) => url,
            // `./data` and the like: what it should have been helps more than what it isn't.
            Err(url::ParseError::RelativeUrlWithoutBase) => return Err(BadUrl::Scheme),
            Err(error) => return Err(BadUrl::Unparsed(error)),
        };
        if !matches!(url.scheme(), "postgres" | "postgresql") || url.cannot_be_a_base() {
            return Err(BadUrl::Scheme);
        }
        let unknown = url
            .query_pairs()
            .map(|(key, _)| key)
            .find(|key| !OPTIONS.contains(&key.as_ref()) && !key.starts_with("options["));
        match unknown {
            Some(key) => Err(BadUrl::Option(key.into_owned())),
            None => Ok(Self(url)),
        }
    }

    /// The whole address, for whoever connects.
    pub(super) fn whole(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.0.host_str().unwrap_or_default();
        write!(f, "postgres://{host}")?;
        if let Some(port) = self.0.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(self.0.path())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_name_and_password() {
        for (given, shown) in [
            (
                "postgres://me:s3cret@db.example:5433/hitotsu?sslmode=prefer&password=s3cret",
                "postgres://db.example:5433/hitotsu",
            ),
            ("postgresql://me:s3cret@db/a", "postgres://db/a"),
            (
                "postgres:///a?host=/run/postgresql&user=me&password=s3cret",
                "postgres:///a",
            ),
        ] {
            let url = PostgresUrl::parse(given).unwrap();
            assert_eq!(url.whole(), given);
            for text in [
                url.to_string(),
                format!("{url:?}"),
                Place::Postgres(url.clone()).to_string(),
            ] {
                assert_eq!(text, shown);
            }
        }
    }

    #[test]
    fn another_kind_of_address_is_refused_without_saying_it() {
        for bad in [
            "sqlite:s3cret.db",
            "sqlite://data/s3cret.db",
            "mysql://me:s3cret@db/a",
            "postgres:s3cret",
            "./s3cret",
            "postgres://me:s3cret@db:port/a",
            "postgres://me:s3cret@db/a?passwrod=s3cret",
        ] {
            let error = PostgresUrl::parse(bad).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{bad}");
        }
        assert_eq!(
            PostgresUrl::parse("sqlite:a.db").unwrap_err(),
            BadUrl::Scheme
        );
        assert!(BadUrl::Scheme.to_string().contains("postgres://"));
    }
}
