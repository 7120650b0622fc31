//! The files as the source of a move to another engine.
//!
//! One transaction from the first row read to the marker: nobody writes meanwhile, neither a server nor a command, and
//! a move that is killed leaves the files as they were.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

use crate::open;
use crate::options::OpenError;

/// A row as JSON: numbers, texts, null; bytes as hexadecimal digits.
pub type Row = Vec<Value>;

/// Files that nobody else writes to while this lives.
pub struct Source {
    path: PathBuf,
    connection: SqliteConnection,
    _lock: File,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// True where it holds bytes.
    pub bytes: bool,
    /// True where it holds text.
    pub text: bool,
}

impl Source {
    /// Takes the server's lock and keeps every other writer out.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let path = path.as_ref().to_owned();
        if let Err(error) = std::fs::metadata(&path) {
            return Err(OpenError::File(path, error));
        }
        let lock = open::lock(&path)?;
        let mut connection = open::migrated(&path).await?;
        sqlx::raw_sql("begin immediate")
            .execute(&mut connection)
            .await
            .map_err(|error| OpenError::Database(path.clone(), error))?;
        Ok(Self {
            path,
            connection,
            _lock: lock,
        })
    }

    /// Which files these are: a hash of their secrets, so that a copy of them is the same clinic.
    pub async fn name(&mut self) -> Result<String, OpenError> {
        let found = sqlx::query("select name, value from secret order by name")
            .fetch_all(&mut self.connection)
            .await;
        let mut hasher = blake3::Hasher::new();
        for row in self.said(found)? {
            let (name, value) = (row.try_get::<String, _>(0), row.try_get::<Vec<u8>, _>(1));
            hasher.update(self.said(name)?.as_bytes());
            hasher.update(&self.said(value)?);
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    /// Every table, sorted.
    pub async fn tables(&mut self) -> Result<Vec<String>, OpenError> {
        let found = sqlx::query_scalar(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!' order by name",
        )
        .fetch_all(&mut self.connection)
        .await;
        self.said(found)
    }

    /// The columns of a table, by name.
    pub async fn columns(&mut self, table: &str) -> Result<Vec<Column>, OpenError> {
        let found: Result<Vec<(String, String)>, _> =
            sqlx::query_as("select name, lower(type) from pragma_table_info(?) order by name")
                .bind(table)
                .fetch_all(&mut self.connection)
                .await;
        let columns = self.said(found)?.into_iter().map(|(name, kind)| Column {
            name,
            bytes: kind == "blob",
            text: kind == "text",
        });
        Ok(columns.collect())
    }

    /// Where texts have a NUL character, which the other engine can't hold: column and how many rows.
    pub async fn nuls(
        &mut self,
        table: &str,
        columns: &[Column],
    ) -> Result<Vec<String>, OpenError> {
        let mut found = Vec::new();
        for column in columns.iter().filter(|column| column.text) {
            let text = format!(
                "select count(*) from \"{table}\" where instr(cast(\"{}\" as blob), x'00') > 0",
                column.name
            );
            let rows = sqlx::query_scalar(AssertSqlSafe(text))
                .fetch_one(&mut self.connection)
                .await;
            let rows: i64 = self.said(rows)?;
            if rows > 0 {
                found.push(format!("{table}.{} in {rows} rows", column.name));
            }
        }
        Ok(found)
    }

    /// The rows after this key, in the order of the key.
    pub async fn page(
        &mut self,
        table: &str,
        columns: &[Column],
        key: &[usize],
        after: Option<&Row>,
        size: i64,
    ) -> Result<Vec<Row>, OpenError> {
        let shown: Vec<String> = columns
            .iter()
            .map(|column| match (&column.name, column.bytes) {
                (name, true) => {
                    format!("case when \"{name}\" is not null then lower(hex(\"{name}\")) end")
                }
                (name, false) => format!("\"{name}\""),
            })
            .collect();
        let names: Vec<String> = key
            .iter()
            .map(|&at| format!("\"{}\"", columns[at].name))
            .collect();
        let marks: Vec<&str> = key
            .iter()
            .map(|&at| match &columns[at] {
                Column { bytes: true, .. } => "unhex(?)",
                Column { text: true, .. } => "?",
                Column { .. } => "cast(? as integer)",
            })
            .collect();
        let (names, marks) = (names.join(", "), marks.join(", "));
        let beyond = after
            .map(|_| format!("where ({names}) > ({marks})"))
            .unwrap_or_default();
        let text = format!(
            "select json_array({}) from \"{table}\" {beyond} order by {names} limit {size}",
            shown.join(", ")
        );
        let mut query = sqlx::query_scalar::<_, String>(AssertSqlSafe(text));
        for &at in key {
            if let Some(row) = after {
                query = query.bind(plain(&row[at]));
            }
        }
        let found = query.fetch_all(&mut self.connection).await;
        let rows = self.said(found)?;
        rows.iter()
            .map(|row| {
                serde_json::from_str(row).map_err(|error| {
                    OpenError::Database(self.path.clone(), sqlx::Error::Decode(error.into()))
                })
            })
            .collect()
    }

    /// True when these files were moved away before.
    pub async fn is_moved(&mut self) -> Result<bool, OpenError> {
        let found = is_moved(&mut self.connection).await;
        self.said(found)
    }

    /// Marks the files as moved away. Before it nothing of them has changed; after it nobody serves from them.
    pub async fn leave(mut self, name: &str) -> Result<(), OpenError> {
        let left = sqlx::query(
            "insert into moving (source, state) values (?, 'done') on conflict do nothing",
        )
        .bind(name)
        .execute(&mut self.connection)
        .await;
        self.said(left)?;
        let left = sqlx::raw_sql("commit").execute(&mut self.connection).await;
        self.said(left).map(|_| ())
    }

    fn said<T>(&self, answer: Result<T, sqlx::Error>) -> Result<T, OpenError> {
        answer.map_err(|error| OpenError::Database(self.path.clone(), error))
    }
}

/// A value of a key as text.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// True when the files have been moved away.
pub(crate) async fn is_moved<'c>(
    executor: impl sqlx::SqliteExecutor<'c>,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select 1 from moving)")
        .fetch_one(executor)
        .await
}
