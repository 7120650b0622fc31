//! The running server, and the watch that ends it with us.

use std::convert::Infallible;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::programs::Programs;

/// The server is a child of this script, and the script's input is a pipe from us. A word from us is the signal that
/// ends the server. When the pipe closes without a word, we are dead, however it happened: then the folder goes too.
///
/// The output of the server is a pipe to us, which closes when the last of its processes is gone. (Its log goes
/// elsewhere.)
const WATCH: &str = r#"
folder=$1
shift
"$@" </dev/null 2>>"$folder/log" &
server=$!
echo "$server"
exec >/dev/null
if read -r signal; then
    kill -s "$signal" "$server"
    wait "$server"
else
    kill -s QUIT "$server"
    kill -s CONT "$server"
    wait "$server"
    rm -rf "$folder"
fi
"#;

/// How long a server may take to be ready: longer than any recovery of a test's data.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that was started.
pub(crate) struct Process {
    watch: Child,
    word: Option<ChildStdin>,
    pid: u32,
    /// Disconnected when no process of the server is left.
    gone: Receiver<Infallible>,
}

impl Process {
    /// Start a server on the cluster in `folder` and wait until it answers.
    pub(crate) fn start(programs: &Programs, folder: &Path, port: u16) -> Result<Self, NotStarted> {
        let log = folder.join("log");
        let said_before = fs::metadata(&log).map_or(0, |metadata| metadata.len());
        let failed = |error| Failure::new("the server can't start", error);
        let mut watch = programs
            .command("sh", folder)
            .args(["-c", WATCH, "watch"])
            .arg(folder)
            .arg(programs.path("postgres"))
            .arg("-D")
            .arg(folder.join("data"))
            .args(["-p", &port.to_string()])
            // Ctrl-C at the terminal is for us: the watch sees what becomes of us.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let word = watch.stdin.take();
        let mut output = BufReader::new(watch.stdout.take().ok_or_else(|| failed(broken_pipe()))?);
        let mut line = String::new();
        output.read_line(&mut line).map_err(failed)?;
        let pid = line.trim().parse().map_err(|_| failed(broken_pipe()))?;
        let (alive, gone) = channel();
        thread::spawn(move || {
            let _ = output.read_to_end(&mut Vec::new());
            drop(alive);
        });
        let process = Self {
            watch,
            word,
            pid,
            gone,
        };
        if process.is_ready(folder) {
            return Ok(process);
        }
        process.last_word("QUIT");
        let text = fs::read(&log).unwrap_or_default();
        let text = text.get(said_before as usize..).unwrap_or_default();
        let text = String::from_utf8_lossy(text);
        let failure = Failure::new("the server doesn't start", text.trim());
        if text.contains("could not bind") {
            return Err(NotStarted::PortTaken(failure));
        }
        Err(failure.into())
    }

    /// Wait until the server says in its own file that it answers; false: it has ended, or takes too long.
    fn is_ready(&self, folder: &Path) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let said = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap_or_default();
            let mut lines = said.lines().map(str::trim);
            // The file may be that of a server that was killed.
            let is_ours = lines.next().is_some_and(|pid| pid == self.pid.to_string());
            if is_ours && lines.nth(6) == Some("ready") {
                return true;
            }
            if self.gone.recv_timeout(Duration::from_millis(5)) != Err(RecvTimeoutError::Timeout) {
                return false;
            }
        }
        false
    }

    /// End the server by a signal, and wait until it is gone with all its processes.
    pub(crate) fn end(self, signal: &str) {
        // One that stands still would hear nothing.
        self.signal_all("CONT");
        self.last_word(signal);
    }

    fn last_word(mut self, signal: &str) {
        if let Some(mut word) = self.word.take() {
            let _ = writeln!(word, "{signal}");
            // The pipe stays open until the watch has read the word and done with it.
            let _ = self.watch.wait();
        }
        let _ = self.gone.recv();
    }

    /// End all processes of the server at one stroke: none of them can tell another, or write a last word.
    pub(crate) fn kill(self) {
        // A server that stands still starts no further process, and sees none of its children go.
        self.signal("STOP", &[self.pid]);
        let mut all = vec![self.pid];
        all.extend(children(self.pid));
        self.signal("KILL", &all);
        self.last_word("KILL");
    }

    /// Send a signal to the server and to all its processes.
    pub(crate) fn signal_all(&self, signal: &str) {
        self.signal(signal, &[self.pid]);
        self.signal(signal, &children(self.pid));
    }

    fn signal(&self, signal: &str, pids: &[u32]) {
        let mut kill = Command::new("sh");
        kill.args(["-c", r#"kill -s "$@""#, "kill", signal]);
        kill.args(pids.iter().map(u32::to_string));
        kill.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // A process that has ended in between is no failure.
        let _ = kill.status();
    }
}

/// Why a server doesn't run.
pub(crate) enum NotStarted {
    /// Somebody else has its port.
    PortTaken(Failure),
    /// Anything else.
    Failed(Failure),
}

impl From<Failure> for NotStarted {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<NotStarted> for Failure {
    fn from(why: NotStarted) -> Self {
        match why {
            NotStarted::PortTaken(failure) | NotStarted::Failed(failure) => failure,
        }
    }
}

fn broken_pipe() -> std::io::Error {
    std::io::ErrorKind::BrokenPipe.into()
}

/// The processes that this one has started. Linux tells it in `/proc`, and not every Linux has `ps`.
fn children(parent: u32) -> Vec<u32> {
    if let Ok(entries) = fs::read_dir("/proc") {
        let pids = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        return pids.filter(|pid| parent_of(*pid) == Some(parent)).collect();
    }
    let listed = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output();
    let listed = listed.map_or_else(|_| Vec::new(), |output| output.stdout);
    let listed = String::from_utf8_lossy(&listed);
    let pairs = listed.lines().filter_map(|line| {
        let mut words = line.split_whitespace().map(str::parse);
        Some((words.next()?.ok()?, words.next()?.ok()?))
    });
    pairs
        .filter(|(_, of)| *of == parent)
        .map(|(pid, _): (u32, u32)| pid)
        .collect()
}

/// `/proc/<pid>/stat`: the parent is the second word after the name, which stands in brackets.
fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after) = stat.rsplit_once(')')?;
    after.split_whitespace().nth(1)?.parse().ok()
}
