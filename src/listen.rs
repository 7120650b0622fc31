//! Connections: taken, timed, counted, and let go.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How long the head of a request may take; a silent connection is closed after it.
const HEAD_SECONDS: u64 = 20;
/// How long connections may take to end once the server stops.
const DRAIN_SECONDS: u64 = 20;
/// How many connections at once; more wait in the system's queue.
const CONNECTIONS: usize = 4096;

/// Serves until `stop` says true; then finishes what is under way, for a while.
pub async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(HEAD_SECONDS));
    builder.http2().timer(TokioTimer::new());
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let (stream, peer, place) = tokio::select! {
            taken = take(&listener, &room) => taken,
            // An error means that nobody can say it any more, which says it as well.
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let service =
            router
                .clone()
                .map_request(move |mut request: axum::http::Request<Incoming>| {
                    request.extensions_mut().insert(ConnectInfo(peer));
                    request
                });
        let connection = builder
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    let drained = tokio::time::timeout(Duration::from_secs(DRAIN_SECONDS), graceful.shutdown());
    if drained.await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}

/// The next connection, once there is a place for it.
async fn take(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed; without a place, better one too many than none.
    let place = Arc::clone(room).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // An answer is one write: nothing is gained by waiting for more.
                let _ = stream.set_nodelay(true);
                return (stream, peer, place);
            }
            Err(error) => {
                // Out of descriptors, most likely: those under way have to end first.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}
