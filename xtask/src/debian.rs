//! Packages of Debian and what comes from it, installed without asking when we are root.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::run;

/// Whether packages can be installed here.
pub fn is_root() -> bool {
    Path::new("/etc/debian_version").exists()
        && run::find("apt-get").is_some()
        && run::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Install packages.
pub fn install(packages: &[&str]) -> Result<()> {
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args([
            "-q",
            "-y",
            "-o",
            "Acquire::Retries=3",
        ]);
        command
    };
    run::checked(apt().arg("update"))
        .and_then(|()| {
            run::checked(
                apt()
                    .args(["install", "--no-install-recommends"])
                    .args(packages),
            )
        })
        .with_context(|| format!("can't install {}", packages.join(" and ")))
}
