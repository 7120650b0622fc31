//! `hitotsu move`: from files to a Postgres.

use std::ops::ControlFlow;
use std::process::ExitCode;

use reservation::check::check;

use super::{Failed, look, print};
use crate::engine::{Engine, Moved, Options, Place, Step, move_clinics};
use crate::settings::Settings;

pub(super) async fn run(settings: &Settings) -> Result<ExitCode, Failed> {
    let Place::Postgres(to) = &settings.place else {
        return Err(Failed::Wrong(
            "where to? Name a Postgres in DATABASE_URL; what is moved is in the folder that HITOTSU_DATA names".into(),
        ));
    };
    let from = Place::Folder(settings.folder.clone());
    let watch = |step: Step<'_>| {
        if let Step::Copied(table) = step {
            tracing::info!(table, "copied");
        }
        ControlFlow::Continue(())
    };
    match move_clinics(&settings.folder, to, watch).await? {
        Moved::Before => print(&format!(
            "{from} was moved to {to} before; nothing was changed"
        ))?,
        Moved::Now(tables) => {
            for (table, rows) in tables {
                print(&format!("{table:<18}{rows:>10} the same on both sides"))?;
            }
            print(&format!(
                "{from} is moved to {to}; serve from there. Staff have to sign in again"
            ))?;
        }
    }
    let old = Engine::open_read_only(&from, Options::default()).await?;
    let new = look(settings).await?;
    let mut code = ExitCode::SUCCESS;
    for (place, engine) in [(&from, old), (&settings.place, new)] {
        let found = check(&engine.store.dump().await?).len() + engine.integrity().await?.len();
        engine.close().await;
        print(&format!("{place}: {found} violations"))?;
        if found > 0 {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
