//! Listening, serving, and coming to an end.

use crate::connections::LimitedListener;
use crate::guard::Names;
use crate::host::Host;
use crate::{Allowance, Shared, router};
use pleach::registry::Registry;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Where the studio listens, and what its pages may ask for.
///
/// ```
/// use pleach_studio::Options;
/// assert_eq!(Options::default().port, 7117);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The name or address to listen on: the machine's own unless somebody wants the studio to be reached from others.
    pub host: String,
    /// The port; 0 is any free one.
    pub port: u16,
    /// What pages may ask for.
    pub allowance: Allowance,
    /// The laboratory: the file that keeps what the lab room does. It is made when there is something to keep.
    pub laboratory: PathBuf,
    /// The folder of the user's own profiles, which need not be there.
    pub profiles: PathBuf,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_owned(),
            port: 7117,
            allowance: Allowance::default(),
            laboratory: PathBuf::from("pleach-lab.sqlite"),
            profiles: PathBuf::from("pleach-profiles"),
        }
    }
}

/// Why there is no studio.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there already, most likely another studio.
    #[error(
        "port {0} is taken, maybe by another studio: choose another one by --port, or any free one by --port 0"
    )]
    PortTaken(u16),
    /// The host is no name or address of this machine.
    #[error("cannot listen on {host}: {reason}")]
    Host {
        /// What was asked for.
        host: String,
        /// What the system said.
        reason: io::Error,
    },
    /// The system gives no threads or sockets.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// A studio that has its address and waits to be run.
pub struct Studio {
    listener: TcpListener,
    address: SocketAddr,
    names: Names,
    shared: Arc<Shared>,
}

impl Studio {
    /// Takes the port, or says why it cannot.
    ///
    /// ```
    /// use pleach_studio::{Options, Studio};
    /// let studio = Studio::bind(pleach_games::registry(), &Options { port: 0, ..Options::default() })?;
    /// assert!(studio.address().starts_with("http://127.0.0.1:"));
    /// assert!(!studio.is_public());
    /// # Ok::<(), pleach_studio::ServeError>(())
    /// ```
    pub fn bind(registry: Registry, options: &Options) -> Result<Studio, ServeError> {
        let host = options.host.trim_matches(['[', ']']);
        let failed = |reason: io::Error| match reason.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortTaken(options.port),
            _ => ServeError::Host { host: host.to_owned(), reason },
        };
        let addresses: Vec<SocketAddr> = (host, options.port).to_socket_addrs().map_err(failed)?.collect();
        let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
        listener.set_nonblocking(true)?;
        Ok(Studio {
            address: listener.local_addr()?,
            listener,
            names: Names::new(&options.host),
            shared: Arc::new(Shared::new(registry, options)),
        })
    }

    /// The address to open in a browser of this machine.
    pub fn address(&self) -> String {
        match self.address.ip() {
            ip if !ip.is_unspecified() => format!("http://{}", self.address),
            IpAddr::V4(_) => format!("http://127.0.0.1:{}", self.address.port()),
            IpAddr::V6(_) => format!("http://[::1]:{}", self.address.port()),
        }
    }

    /// Whether other machines can reach it.
    pub fn is_public(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves until the program is told to end, by Ctrl-C or by the system.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = Runtime::new()?;
        let result = runtime.block_on(self.run_until(asked_to_end()));
        // Searches have been told to stop. Whatever does not hear it ends with the program.
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }

    /// Serves until a future is ready, then ends the searches, answers what has been asked and returns.
    pub async fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        /// What a page may still take to notice that all is over.
        const GRACE: Duration = Duration::from_secs(2);
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let door = LimitedListener::new(listener, self.shared.allowance.connections);
        let shared = Arc::clone(&self.shared);
        let host = Host::new(router(self.shared, self.names), shared.allowance.clone());
        tokio::select! {
            () = host.serve(&door) => {}
            () = end => {}
        }
        shared.searches.close();
        shared.lab.close();
        host.close();
        // Whoever has not left by then is left alone.
        let _ = tokio::time::timeout(GRACE, door.empty()).await;
        Ok(())
    }
}

/// Waits for Ctrl-C, or for the system's wish that the program end.
async fn asked_to_end() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
