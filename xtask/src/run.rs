//! Starting other programs, with errors that say what to do.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the workspace, wherever the command was called from.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(workspace());
    command
}

/// Run to the end; an exit code other than zero is an error.
pub fn checked(command: &mut Command) -> Result<()> {
    let line = shown(command);
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| not_started(&error, &line))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Run to the end and return what it printed on its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let line = shown(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| not_started(&error, &line))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed no UTF-8"))
}

/// The full path of a program on the search path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether the variable is set to something other than "", "0" and "false".
pub fn flag(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program
        .file_name()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

fn not_started(error: &std::io::Error, line: &str) -> anyhow::Error {
    if error.kind() == ErrorKind::NotFound {
        anyhow::anyhow!("`{line}` can't start: the program is not installed")
    } else {
        anyhow::anyhow!("`{line}` can't start: {error}")
    }
}
