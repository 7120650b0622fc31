//! `hitotsu clinic`: what is offered, as a file to read, keep and write.

use std::path::Path;

use reservation::catalogue::Catalogue;
use reservation::ids::ClinicId;

use super::{Failed, change, clinic_id, look, print};
use crate::settings::{ClinicCommand, Settings};

pub(super) async fn run(settings: &Settings, command: ClinicCommand) -> Result<(), Failed> {
    match command {
        ClinicCommand::List => list(settings).await,
        ClinicCommand::Show { clinic } => show(settings, &clinic_id(&clinic)?).await,
        ClinicCommand::Put { file } => put(settings, &file).await,
    }
}

async fn list(settings: &Settings) -> Result<(), Failed> {
    let engine = look(settings).await?;
    for id in engine.store.clinic_list().await? {
        if let Some(catalogue) = engine.store.catalogue_find(&id).await? {
            let clinic = &catalogue.clinic;
            print(&format!(
                "{id}\t{}\t{}\t{}",
                clinic.name.ja, clinic.name.en, clinic.zone
            ))?;
        }
    }
    engine.close().await;
    Ok(())
}

async fn show(settings: &Settings, clinic: &ClinicId) -> Result<(), Failed> {
    let engine = look(settings).await?;
    let found = engine.store.catalogue_find(clinic).await?;
    engine.close().await;
    let catalogue = found.ok_or_else(|| Failed::Wrong(format!("there is no clinic {clinic}")))?;
    let text = serde_json::to_string_pretty(&*catalogue)
        .map_err(|error| Failed::Wrong(error.to_string()))?;
    print(&text)?;
    Ok(())
}

/// Writes a clinic's catalogue. Nothing that is booked changes; what is no longer offered takes
/// nothing new. Closures are the staff's and stay as they are.
async fn put(settings: &Settings, file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failed::Wrong(format!("{} can't be read: {error}", file.display())))?;
    let catalogue =
        read(&text).map_err(|error| Failed::Wrong(format!("{}: {error}", file.display())))?;
    let id = catalogue.clinic.id.clone();
    let engine = change(settings).await?;
    engine.store.catalogue_put(catalogue).await?;
    engine.close().await;
    print(&format!("{id} is written"))?;
    Ok(())
}

fn read(text: &str) -> Result<Catalogue, String> {
    let catalogue: Catalogue = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match catalogue.mistakes() {
        mistakes if mistakes.is_empty() => Ok(catalogue),
        mistakes => Err(mistakes.join("; ")),
    }
}
