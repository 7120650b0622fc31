//! The program: reads settings and runs a command.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use hitotsu::commands;
use hitotsu::settings::{Cli, LogFormat, Settings};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let settings = match Settings::new(&cli.shared) {
        Ok(settings) => settings,
        Err(error) => return failed(&error),
    };
    log_to_stderr(settings.log_format);
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    match runtime.block_on(commands::run(cli.command, settings)) {
        Ok(code) => code,
        Err(error) => failed(&error),
    }
}

fn log_to_stderr(format: LogFormat) {
    let filter = EnvFilter::try_from_env("HITOTSU_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,tower_sessions_core=error"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Says what went wrong, and why, one cause a line.
fn failed(error: &dyn Error) -> ExitCode {
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "hitotsu: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = writeln!(stderr, "  because: {error}");
        cause = error.source();
    }
    ExitCode::from(2)
}
