//! Catalogues at hand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use reservation::catalogue::Catalogue;
use reservation::ids::ClinicId;

/// Catalogues that were read before. Whoever takes one compares its version with the stored one.
#[derive(Debug, Default)]
pub struct AtHand(Mutex<HashMap<ClinicId, Arc<Catalogue>>>);

impl AtHand {
    /// The one that was read last.
    pub fn get(&self, clinic: &ClinicId) -> Option<Arc<Catalogue>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(clinic)
            .cloned()
    }

    /// Keeps one that was read from committed rows, unless a later one is here.
    pub fn keep(&self, catalogue: &Arc<Catalogue>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all
            .get(&catalogue.clinic.id)
            .map_or(0, |known| known.clinic.version);
        if known < catalogue.clinic.version {
            all.insert(catalogue.clinic.id.clone(), Arc::clone(catalogue));
        }
    }
}
