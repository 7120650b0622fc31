//! Moves clinics from SQLite files to a Postgres database.
//!
//! The order is what makes it safe to be killed anywhere: the target is marked as half moved; the rows are copied; both
//! sides are compared, row by row; the files are marked as moved away; the target's mark is taken away. So at every
//! moment at most one of the two can be served from. Whoever starts the move again begins with an empty target, or, when
//! it was done, is told so.

use std::ops::ControlFlow;
use std::path::Path;

use reservation_postgres::moving::{LEFT, State, Table, Target, moved};
use reservation_sqlite::moving::{Column, Source};

/// How many rows are in memory at once, from each side.
const SLICE: i64 = 500;

/// What was moved.
#[derive(Debug, PartialEq, Eq)]
pub enum Moved {
    /// Each table, and how many rows of it were found to be the same on both sides.
    Now(Vec<(String, u64)>),
    /// It was done before; nothing was changed.
    Before,
}

/// What goes on, for whoever waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'t> {
    /// The target is marked and empty.
    Begun,
    /// A table was copied.
    Copied(&'t str),
    /// All rows are the same on both sides.
    Compared,
    /// The files are marked as moved away.
    Left,
}

/// Why nothing, or not all, was moved. The files are as they were unless it says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum CantMove {
    /// The files.
    #[error(transparent)]
    Source(#[from] reservation_sqlite::OpenError),
    /// The target.
    #[error(transparent)]
    Target(#[from] reservation_postgres::OpenError),
    /// The two engines' tables differ: this version doesn't know how to move one.
    #[error("the table {0} is not the same in both engines")]
    Schema(String),
    /// Postgres holds no NUL characters in texts.
    #[error(
        "Postgres can't hold the NUL characters in {0}; take them out first; nothing was written"
    )]
    Nul(String),
    /// A row is not the same on both sides.
    #[error(
        "after copying, the table {0} is not the same on both sides; the clinics stay in the files"
    )]
    Differs(String),
    /// Whoever watched wanted it to stop.
    #[error("stopped; start the move again to go on")]
    Stopped,
}

/// Moves everything in the file to the database, and compares it there.
pub async fn move_clinics(
    file: &Path,
    url: &str,
    mut watch: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> Result<Moved, CantMove> {
    let mut on = |step: Step<'_>| match watch(step) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(CantMove::Stopped),
    };
    let mut source = Source::open(file).await?;
    let mut target = Target::open(url).await?;
    let name = source.name().await?;
    let was_moved = source.is_moved().await?;
    match target.state(&name).await? {
        State::Done if was_moved => return Ok(Moved::Before),
        State::Done => {
            return Err(target
                .unfit("these files were moved there before, and were used again since; give an empty database")
                .into());
        }
        State::Empty if was_moved => {
            return Err(target.unfit("these files were moved, but not there").into());
        }
        State::Empty | State::Begun => {}
    }
    let tables = tables(&mut source, &mut target).await?;
    target.begin(&name).await?;
    on(Step::Begun)?;
    for (table, columns) in &tables {
        copy(&mut source, &mut target, table, columns).await?;
        on(Step::Copied(&table.name))?;
    }
    let mut same = Vec::new();
    for (table, columns) in &tables {
        let rows = compare(&mut source, &mut target, table, columns).await?;
        same.push((table.name.clone(), rows));
    }
    on(Step::Compared)?;
    source.leave(&name).await?;
    on(Step::Left)?;
    target.end(&name).await?;
    Ok(Moved::Now(same))
}

/// What is to be moved: every table of the files that is not left behind, with the same columns on both sides.
async fn tables(
    source: &mut Source,
    target: &mut Target,
) -> Result<Vec<(Table, Vec<Column>)>, CantMove> {
    let known = |name: &str| LEFT.contains(&name) || moved().any(|table| table == name);
    let there = source
        .tables()
        .await?
        .into_iter()
        .chain(target.tables().await?);
    if let Some(unknown) = there.into_iter().find(|name| !known(name)) {
        return Err(CantMove::Schema(unknown));
    }
    let mut tables = Vec::new();
    let mut nuls = Vec::new();
    for name in moved() {
        let (table, columns) = (target.table(name).await?, source.columns(name).await?);
        let ours = columns.iter().map(|column| &column.name);
        if columns.is_empty()
            || table.key.is_empty()
            || !ours.eq(table.columns.iter().map(|(name, _)| name))
        {
            return Err(CantMove::Schema(name.to_owned()));
        }
        nuls.extend(source.nuls(name, &columns).await?);
        tables.push((table, columns));
    }
    if nuls.is_empty() {
        Ok(tables)
    } else {
        Err(CantMove::Nul(nuls.join(", ")))
    }
}

async fn copy(
    source: &mut Source,
    target: &mut Target,
    table: &Table,
    columns: &[Column],
) -> Result<(), CantMove> {
    let mut last = None;
    loop {
        let rows = source
            .page(&table.name, columns, &table.key, last.as_ref(), SLICE)
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        target.put(table, &rows).await?;
        last = rows.into_iter().next_back();
    }
}

/// How many rows there are, all the same on both sides and in the same order.
async fn compare(
    source: &mut Source,
    target: &mut Target,
    table: &Table,
    columns: &[Column],
) -> Result<u64, CantMove> {
    let mut last = None;
    let mut count = 0;
    loop {
        let ours = source
            .page(&table.name, columns, &table.key, last.as_ref(), SLICE)
            .await?;
        let theirs = target.page(table, last.as_ref(), SLICE).await?;
        if ours != theirs {
            return Err(CantMove::Differs(table.name.clone()));
        }
        if ours.is_empty() {
            return Ok(count);
        }
        count += ours.len() as u64;
        last = ours.into_iter().next_back();
    }
}
