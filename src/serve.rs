//! Opening a database and serving it until told to stop.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use chrono::{DateTime, FixedOffset};
use reservation::time::{Clock, Ids, System};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::demo;
use crate::demo::clock::{ClockIds, Moved};
use crate::engine::{Engine, OpenError, Options, SignIns};
use crate::front::{CantOpen, Front, Ports};
use crate::jobs::Jobs;
use crate::listen;
use crate::router::router;
use crate::settings::Settings;

/// A server that can't be started, or that broke.
#[derive(Debug, thiserror::Error)]
pub enum CantServe {
    /// The database.
    #[error("the database can't be opened")]
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

/// An opened database, and the front door over it.
pub struct Opened {
    /// The front door.
    pub front: Front,
    /// Reservations and accounts.
    pub engine: Engine,
    /// Staff sign-ins.
    pub sign_ins: SignIns,
}

impl Opened {
    /// Opens the database, with the demo's data in it where that is wanted.
    pub async fn new(
        settings: &Settings,
        options: Options,
        ids: Arc<dyn Ids>,
        demo: bool,
    ) -> Result<Self, CantServe> {
        // For what is shown; deadlines are judged by the clock of the database.
        let clock: Arc<dyn Clock> = options.clock.clone().unwrap_or_else(|| Arc::new(System));
        let engine = Engine::open(&settings.place, options).await?;
        let sign_ins = SignIns::open(&settings.place).await?;
        let ports = Ports {
            store: engine.store.clone(),
            accounts: engine.accounts.clone(),
            sessions: sign_ins.store(),
            clock,
            ids,
        };
        let front = Front::open(ports, settings.public.clone(), demo).await?;
        if demo {
            demo::fill(&front).await?;
        }
        Ok(Self {
            front,
            engine,
            sign_ins,
        })
    }

    /// Does what is under way and closes the database.
    pub async fn close(&self) {
        self.engine.close().await;
        self.sign_ins.close().await;
    }
}

/// Serves until SIGTERM or SIGINT.
pub async fn serve(settings: Settings) -> Result<(), CantServe> {
    let opened = Opened::new(&settings, Options::default(), Arc::new(System), false).await?;
    run(settings, opened, false).await
}

/// Serves the demo until SIGTERM or SIGINT. Its clock begins at `at`; without one it is that of any other server.
pub async fn demo(settings: Settings, at: Option<DateTime<FixedOffset>>) -> Result<(), CantServe> {
    let mut options = Options::default();
    let mut ids: Arc<dyn Ids> = Arc::new(System);
    if let Some(at) = at {
        let clock = Arc::new(Moved::to(at));
        options.clock = Some(clock.clone());
        ids = Arc::new(ClockIds::new(clock));
    }
    let opened = Opened::new(&settings, options, ids, true).await?;
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
    tracing::info!(%addr, place = %settings.place, "serving");
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

/// A line for whoever started the program; without anybody to read it, the server goes on.
fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
}
