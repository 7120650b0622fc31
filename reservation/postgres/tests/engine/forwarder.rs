//! The address that the nodes know: it leads to whichever server is the primary, as a virtual address or a proxy does.

use std::sync::Mutex;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Forwarder {
    port: u16,
    /// Where it leads; whoever came the old way is cut off when it changes.
    to: watch::Sender<Option<u16>>,
    accepting: Mutex<Option<tokio::task::JoinHandle<()>>>,
}

impl Forwarder {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (to, led) = watch::channel(Some(port));
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, led.clone()));
            }
        });
        Self {
            port: own,
            to,
            accepting: Mutex::new(Some(accepting)),
        }
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres://hitotsu@127.0.0.1:{}/{database}", self.port)
    }

    /// Leads nowhere: everybody is cut off, and whoever comes is sent away.
    pub fn cut(&self) {
        self.to.send_replace(None);
    }

    pub fn switch(&self, port: u16) {
        self.to.send_replace(Some(port));
    }
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        if let Some(accepting) = self.accepting.lock().unwrap().take() {
            accepting.abort();
        }
    }
}

async fn carry(mut client: TcpStream, mut led: watch::Receiver<Option<u16>>) {
    let Some(port) = *led.borrow_and_update() else {
        return;
    };
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    let _ = client.set_nodelay(true);
    let _ = server.set_nodelay(true);
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
        _ = led.changed() => {}
    }
}
