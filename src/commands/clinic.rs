//! `hitotsu clinic`.

use reservation::ports::Store;

use super::{Failed, look, print};
use crate::settings::{ClinicCommand, Settings};

pub(super) async fn run(settings: &Settings, command: ClinicCommand) -> Result<(), Failed> {
    let ClinicCommand::List = command;
    let store = look(settings).await?;
    for id in store.clinic_list().await? {
        if let Some(catalogue) = store.catalogue_find(&id).await? {
            let clinic = &catalogue.clinic;
            print(&format!(
                "{id}\t{}\t{}\t{}",
                clinic.name.ja, clinic.name.en, clinic.zone
            ))?;
        }
    }
    store.close().await;
    Ok(())
}
