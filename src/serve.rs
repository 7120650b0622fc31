//! Opening a data folder and serving it until told to stop.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, FixedOffset};
use reservation::time::{Ids, System};
use reservation_sqlite::sessions::SqliteSessions;
use reservation_sqlite::{OpenError, Options, SqliteStore};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::demo;
use crate::demo::clock::{ClockIds, Moved};
use crate::front::{CantOpen, Front, Ports};
use crate::jobs::Jobs;
use crate::listen;
use crate::router::router;
use crate::settings::Settings;

/// A server that can't be started, or that broke.
#[derive(Debug, thiserror::Error)]
pub enum CantServe {
    /// The data folder.
    #[error("the data folder {} can't be made", .0.display())]
    Folder(PathBuf, #[source] std::io::Error),
    /// A database.
    #[error("a database can't be opened")]
    Database(#[from] OpenError),
    /// Secrets or accounts.
    #[error("the server can't be set up")]
    Open(#[from] CantOpen),
    /// The demo's data.
    #[error("the demo's data can't be made")]
    Demo(#[from] demo::CantFill),
    /// The address.
    #[error("can't listen on {0}")]
    Listen(SocketAddr, #[source] std::io::Error),
    /// Network or signals.
    #[error("the server broke")]
    Broke(#[source] std::io::Error),
}

/// An opened data folder, and the front door over it.
pub struct Opened {
    /// The front door.
    pub front: Front,
    /// Reservations and accounts.
    pub store: Arc<SqliteStore>,
    /// Staff sign-ins.
    pub sessions: SqliteSessions,
}

impl Opened {
    /// Opens the folder, with the demo's data in it where that is wanted.
    pub async fn new(
        settings: &Settings,
        options: Options,
        ids: Arc<dyn Ids>,
        demo: bool,
    ) -> Result<Self, CantServe> {
        make_folder(&settings.data)
            .map_err(|error| CantServe::Folder(settings.data.clone(), error))?;
        let clock = Arc::clone(&options.clock);
        let store = SqliteStore::open(settings.database(), options).await?;
        let store = Arc::new(store);
        // The session layer dates sign-ins by the machine's clock, so their store reads that one too.
        let sessions = SqliteSessions::open(settings.session_database(), Arc::new(System)).await?;
        let ports = Ports {
            store: store.clone(),
            accounts: store.clone(),
            sessions: Arc::new(sessions.clone()),
            clock,
            ids,
        };
        let front = Front::open(ports, settings.public.clone(), demo).await?;
        if demo {
            demo::fill(&front).await?;
        }
        Ok(Self {
            front,
            store,
            sessions,
        })
    }

    /// Does what is under way and closes the files.
    pub async fn close(&self) {
        self.store.close().await;
        self.sessions.close().await;
    }
}

/// Serves until SIGTERM or SIGINT.
pub async fn serve(settings: Settings) -> Result<(), CantServe> {
    let opened = Opened::new(
        &settings,
        Options::new(Arc::new(System)),
        Arc::new(System),
        false,
    )
    .await?;
    run(settings, opened, false).await
}

/// Serves the demo until SIGTERM or SIGINT. Its clock begins at `at`, or is the machine's.
pub async fn demo(settings: Settings, at: Option<DateTime<FixedOffset>>) -> Result<(), CantServe> {
    let clock = Arc::new(Moved::to(at));
    let ids = Arc::new(ClockIds::new(clock.clone()));
    let opened = Opened::new(&settings, Options::new(clock), ids, true).await?;
    run(settings, opened, true).await
}

async fn run(settings: Settings, opened: Opened, demo: bool) -> Result<(), CantServe> {
    let listener = TcpListener::bind(settings.addr)
        .await
        .map_err(|error| CantServe::Listen(settings.addr, error))?;
    let addr = listener.local_addr().map_err(CantServe::Broke)?;
    let jobs = Jobs::start(&opened);
    let stop = stop_signal().map_err(CantServe::Broke)?;
    if demo {
        say(&demo::told(addr));
    }
    say(&format!("listening on http://{addr}"));
    tracing::info!(%addr, data = %settings.data.display(), "serving");
    listen::serve(listener, router(opened.front.clone()), stop).await;
    jobs.stop().await;
    opened.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn stop_signal() -> std::io::Result<watch::Receiver<bool>> {
    let (tell, told) = watch::channel(false);
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = interrupt.await;
        tracing::info!("stopping: finishing what is under way");
        let _ = tell.send(true);
    });
    Ok(told)
}

fn make_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    // It holds personal data: nobody but its owner looks in.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A line for whoever started the program; without anybody to read it, the server goes on.
fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
}
