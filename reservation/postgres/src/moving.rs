//! The database as the target of a move from another engine.
//!
//! The marker is the first thing written and says so until every row was compared: until then nobody serves from it.

use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::open::Address;
use crate::options::OpenError;
use crate::trouble::Trouble;

/// What is moved, parents before children.
pub const MOVED: [&str; 17] = [
    "clinic",
    "resource",
    "service",
    "service_resource",
    "hours",
    "exception",
    "exception_span",
    "closure",
    "reservation",
    "shared_slot",
    "seat",
    "claim",
    "history",
    "message",
    "submission",
    "staff",
    "secret",
];
/// Moved too, without a child or parent.
pub const MOVED_LAST: &str = "caught";
/// What stays behind: locks, the sign-ins and leases of running servers, what the engines note of themselves.
pub const LEFT: [&str; 5] = ["_sqlx_migrations", "guard", "job", "moving", "session"];

/// A row as JSON: numbers, texts, null; bytes as hexadecimal digits.
pub type Row = Vec<Value>;

/// A table and how its rows are read and written.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns by name, with their types.
    pub columns: Vec<(String, String)>,
    /// Which of them are its key, in the key's order.
    pub key: Vec<usize>,
}

/// What the target is to the files that are to be moved.
#[derive(Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is in it.
    Empty,
    /// A move of these files has begun.
    Begun,
    /// These files were moved here.
    Done,
}

/// A database to be moved to.
pub struct Target {
    address: Address,
    connection: PgConnection,
}

impl Target {
    /// Connects and brings the schema up to date. Refuses a database that a server or another move is connected to.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        address.check_server().await?;
        address.migrate().await?;
        let connection = address.connect().await.map_err(|trouble| match trouble {
            Trouble::Sql(error) => database(&address, error),
            other => unfit(&address, other.to_string()),
        })?;
        Ok(Self {
            address,
            connection,
        })
    }

    /// Every table, sorted.
    pub async fn tables(&mut self) -> Result<Vec<String>, OpenError> {
        let found = sqlx::query_scalar(
            "select table_name::text from information_schema.tables where table_schema = current_schema() order by 1",
        )
        .fetch_all(&mut self.connection)
        .await;
        self.said(found)
    }

    /// How a table's rows are read and written, as the schema says it.
    pub async fn table(&mut self, name: &str) -> Result<Table, OpenError> {
        let found = sqlx::query_as(
            "select column_name::text collate \"C\", data_type::text from information_schema.columns \
             where table_schema = current_schema() and table_name = $1 order by 1",
        )
        .bind(name)
        .fetch_all(&mut self.connection)
        .await;
        let columns: Vec<(String, String)> = self.said(found)?;
        let found = sqlx::query_scalar(
            "select a.attname::text from pg_constraint c \
             cross join lateral unnest(c.conkey) with ordinality as k (number, place) \
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number \
             where c.contype = 'p' and c.conrelid = to_regclass(quote_ident($1)) order by k.place",
        )
        .bind(name)
        .fetch_all(&mut self.connection)
        .await;
        let names: Vec<String> = self.said(found)?;
        let key = names
            .iter()
            .filter_map(|name| columns.iter().position(|(column, _)| column == name))
            .collect();
        Ok(Table {
            name: name.to_owned(),
            columns,
            key,
        })
    }

    /// What is in it; refused when it holds anything that is not of a move of these files.
    pub async fn state(&mut self, source: &str) -> Result<State, OpenError> {
        self.wait_until_alone().await?;
        let found = sqlx::query_as("select source, state from moving")
            .fetch_all(&mut self.connection)
            .await;
        let marks: Vec<(String, String)> = self.said(found)?;
        match marks.as_slice() {
            [(of, state)] if of == source && state == "done" => return Ok(State::Done),
            [(of, _)] if of == source => return Ok(State::Begun),
            [] => {}
            _ => return Err(self.unfit("something else was moved there, or is being moved")),
        }
        for name in self.tables().await? {
            if ["_sqlx_migrations", "moving"].contains(&name.as_str()) {
                continue;
            }
            let text = format!("select exists (select 1 from \"{name}\")");
            let found = sqlx::query_scalar(AssertSqlSafe(text))
                .fetch_one(&mut self.connection)
                .await;
            if self.said::<bool>(found)? {
                return Err(self.unfit(&format!(
                    "its table {name} is not empty; what is there is never overwritten, so give an empty database"
                )));
            }
        }
        Ok(State::Empty)
    }

    /// A session that was just ended is seen for a moment more.
    async fn wait_until_alone(&mut self) -> Result<(), OpenError> {
        for _ in 0..50 {
            let others = sqlx::query_scalar(
                "select count(*) from pg_stat_activity where datname = current_database() \
                 and application_name = 'hitotsu' and pid <> pg_backend_pid()",
            )
            .fetch_one(&mut self.connection)
            .await;
            if self.said::<i64>(others)? == 0 {
                return Ok(());
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        Err(self.unfit("a server or another move is connected to it; stop that first"))
    }

    /// Writes the marker, and takes away what an earlier try has left.
    pub async fn begin(&mut self, source: &str) -> Result<(), OpenError> {
        let marked = sqlx::query(
            "insert into moving (source, state) values ($1, 'under way') on conflict do nothing",
        )
        .bind(source)
        .execute(&mut self.connection)
        .await;
        let is_new = self.said(marked)?.rows_affected() == 1;
        // A server that has started meanwhile either sees the mark or is seen: it connects before it looks.
        if let Err(error) = self.wait_until_alone().await {
            if is_new {
                let taken_back = sqlx::query("delete from moving where source = $1")
                    .bind(source)
                    .execute(&mut self.connection)
                    .await;
                self.said(taken_back)?;
            }
            return Err(error);
        }
        let names: Vec<String> = moved().map(|name| format!("\"{name}\"")).collect();
        let text = format!("truncate guard, {}", names.join(", "));
        let emptied = sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut self.connection)
            .await;
        self.said(emptied).map(|_| ())
    }

    /// Writes rows, all or none.
    pub async fn put(&mut self, table: &Table, rows: &[Row]) -> Result<(), OpenError> {
        let objects: Vec<Value> = rows
            .iter()
            .map(|row| {
                let names = table.columns.iter().map(|(name, _)| name.clone());
                Value::Object(names.zip(row.iter().cloned()).collect())
            })
            .collect();
        let list = |show: &dyn Fn(&str, &str) -> String| -> String {
            let shown: Vec<String> = table
                .columns
                .iter()
                .map(|(name, kind)| show(name, kind))
                .collect();
            shown.join(", ")
        };
        let text = format!(
            "insert into \"{}\" ({}) select {} from jsonb_to_recordset($1::text::jsonb) as x ({})",
            table.name,
            list(&|name, _| format!("\"{name}\"")),
            list(&|name, kind| match kind {
                "bytea" => format!("decode(x.\"{name}\", 'hex')"),
                _ => format!("x.\"{name}\""),
            }),
            list(&|name, kind| format!(
                "\"{name}\" {}",
                if kind == "bytea" { "text" } else { kind }
            )),
        );
        let put = sqlx::query(AssertSqlSafe(text))
            .bind(Value::Array(objects).to_string())
            .execute(&mut self.connection)
            .await;
        self.said(put).map(|_| ())
    }

    /// The rows after this key, in the order of the key.
    pub async fn page(
        &mut self,
        table: &Table,
        after: Option<&Row>,
        size: i64,
    ) -> Result<Vec<Row>, OpenError> {
        let shown: Vec<String> = table
            .columns
            .iter()
            .map(|(name, kind)| match kind.as_str() {
                "uuid" => format!("replace(\"{name}\"::text, '-', '')"),
                "bytea" => format!("encode(\"{name}\", 'hex')"),
                "boolean" => format!("\"{name}\"::int"),
                _ => format!("\"{name}\""),
            })
            .collect();
        let names: Vec<String> = table
            .key
            .iter()
            .map(|&at| format!("\"{}\"", table.columns[at].0))
            .collect();
        let marks: Vec<String> = table
            .key
            .iter()
            .enumerate()
            .map(|(number, &at)| format!("${}::text::{}", number + 1, table.columns[at].1))
            .collect();
        let (names, marks) = (names.join(", "), marks.join(", "));
        let beyond = after
            .map(|_| format!("where ({names}) > ({marks})"))
            .unwrap_or_default();
        let text = format!(
            "select jsonb_build_array({})::text from \"{}\" {beyond} order by {names} limit {size}",
            shown.join(", "),
            table.name
        );
        let mut query = sqlx::query_scalar::<_, String>(AssertSqlSafe(text));
        for &at in &table.key {
            if let Some(row) = after {
                query = query.bind(
                    row[at]
                        .as_str()
                        .map_or_else(|| row[at].to_string(), str::to_owned),
                );
            }
        }
        let found = query.fetch_all(&mut self.connection).await;
        let rows = self.said(found)?;
        rows.iter()
            .map(|row| {
                serde_json::from_str(row)
                    .map_err(|error| database(&self.address, sqlx::Error::Decode(error.into())))
            })
            .collect()
    }

    /// Takes the mark away: from now on servers may serve.
    pub async fn end(mut self, source: &str) -> Result<(), OpenError> {
        let ended = sqlx::query("update moving set state = 'done' where source = $1")
            .bind(source)
            .execute(&mut self.connection)
            .await;
        self.said(ended).map(|_| ())
    }

    /// A refusal that names this database.
    pub fn unfit(&self, why: &str) -> OpenError {
        unfit(&self.address, why.to_owned())
    }

    fn said<T>(&self, answer: Result<T, sqlx::Error>) -> Result<T, OpenError> {
        answer.map_err(|error| database(&self.address, error))
    }
}

/// All tables that are moved, parents first.
pub fn moved() -> impl Iterator<Item = &'static str> {
    MOVED.into_iter().chain([MOVED_LAST])
}

/// Refuses a database that holds a part of a clinic only.
pub(crate) async fn refuse_half(address: &Address, pool: &sqlx::PgPool) -> Result<(), OpenError> {
    let half: bool =
        sqlx::query_scalar("select exists (select 1 from moving where state <> 'done')")
            .fetch_one(pool)
            .await
            .map_err(|error| database(address, error))?;
    if half {
        return Err(unfit(
            address,
            "a clinic is being moved here, and the move has not ended; run `hitotsu move` again"
                .to_owned(),
        ));
    }
    Ok(())
}

fn database(address: &Address, error: sqlx::Error) -> OpenError {
    OpenError::Database {
        place: address.place.clone(),
        error,
    }
}

fn unfit(address: &Address, why: String) -> OpenError {
    OpenError::Unfit {
        place: address.place.clone(),
        why,
    }
}
