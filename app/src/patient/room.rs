//! What every page of a clinic begins with: the clinic, or the page that says why there is none.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::NaiveDate;
use chrono_tz::Tz;
use leptos::prelude::*;
use reservation::availability::local_date;
use reservation::catalogue::Catalogue;
use reservation::desk::NoAnswer;
use reservation::ids::ClinicId;
use reservation::outcome::Refusal;
use reservation::ports::Fault;
use reservation::time::UtcMillis;

use super::{paths, refused, say, words};
use crate::components::{HiddenField, Page, PhoneLink, ReceiptLink, Step, page_title};
use crate::door::{Fields, Say};
use crate::locale::Locale;
use crate::not_found;
use crate::page::{Loaded, Request};
use crate::{t, title};

/// A page of a clinic in the making.
#[derive(Clone)]
pub(crate) struct Room {
    /// What is asked for, and by whom.
    pub(crate) request: Request,
    /// What the clinic offers.
    pub(crate) catalogue: Arc<Catalogue>,
}

/// How the page stands in its frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Frame {
    /// Where in a booking the patient is.
    pub(crate) step: Option<Step>,
    /// True where the page takes the width of a desk.
    pub(crate) wide: bool,
    /// True where the page itself says what came of a press; else a notice above it does.
    pub(crate) says_it: bool,
    /// What its title says first, where that is not what is said of the press.
    pub(crate) happened: Option<String>,
    /// True where a form of the page changes the language itself.
    pub(crate) own_language: bool,
}

impl Room {
    /// The clinic of the address; else the whole page that says why not (boxed: a page is large, an error is rare).
    pub(crate) async fn open(request: Request) -> Result<Self, Box<Loaded>> {
        let Some(id) = request.clinic() else {
            return Err(Box::new(not_found::page(&request, None)));
        };
        match request.pages.desk.catalogue(&id).await {
            Ok(Some(catalogue)) => {
                let room = Self { request, catalogue };
                match refused::whole(&room) {
                    Some(page) => Err(Box::new(page)),
                    None => Ok(room),
                }
            }
            Ok(None) => Err(Box::new(not_found::page(&request, None))),
            Err(fault) => Err(Box::new(refused::fault(&request, None, &fault))),
        }
    }

    /// The language.
    pub(crate) fn locale(&self) -> Locale {
        self.request.locale()
    }
    /// The clinic.
    pub(crate) fn id(&self) -> &ClinicId {
        &self.catalogue.clinic.id
    }
    /// The clinic's name.
    pub(crate) fn name(&self) -> String {
        words::said(&self.catalogue.clinic.name, self.locale())
    }
    /// The zone of its clocks.
    pub(crate) fn zone(&self) -> Tz {
        self.catalogue.clinic.zone
    }
    /// Its telephone number.
    pub(crate) fn phone(&self) -> String {
        self.catalogue.clinic.phone.clone()
    }
    /// The date there.
    pub(crate) fn today(&self, now: UtcMillis) -> NaiveDate {
        local_date(self.zone(), now).unwrap_or_default()
    }
    /// The same address in the other language.
    pub(crate) fn in_other_language(&self) -> String {
        paths::with(&self.request.here, "lang", self.locale().other().tag())
    }

    /// The page that there is nothing here for this asker.
    pub(crate) fn nothing(&self) -> Loaded {
        not_found::page(&self.request, Some(self))
    }

    /// The page for a store that could not answer, or a question that has no answer.
    pub(crate) fn no_answer(&self, no: NoAnswer) -> Loaded {
        match no {
            NoAnswer::Refused(Refusal::NotFound) => self.nothing(),
            NoAnswer::Refused(refusal) => refused::not_offered(self, &refusal),
            NoAnswer::Fault(fault) => refused::fault(&self.request, Some(self), &fault),
        }
    }

    /// The page in its frame.
    pub(crate) fn page(&self, frame: Frame, title: &str, body: impl IntoView + 'static) -> Loaded {
        let locale = self.locale();
        let said = self.request.say();
        let notice = if frame.says_it {
            None
        } else {
            said.and_then(|said| say::notice(self, said))
        };
        let clinic = self.name();
        let happened = frame
            .happened
            .or_else(|| said.and_then(|said| title::after(said, locale)));
        let title = page_title(locale, title, &clinic, happened);
        let language_href = if frame.own_language {
            String::new()
        } else {
            self.in_other_language()
        };
        let view = view! {
            <Page
                locale=locale
                clinic=clinic
                home_href=paths::clinic(self.id())
                language_href=language_href
                bookings_href=paths::bookings(self.id())
                privacy_href=paths::privacy(self.id())
                phone=self.phone()
                step=frame.step
                wide=frame.wide
            >
                <div class="stack">
                    {notice}
                    {body.into_view().into_any()}
                </div>
            </Page>
        };
        Loaded::new(title, view.into_any())
    }

    /// What every form carries: the clinic, its token, what else names its subject, and the hidden way to the receipt.
    pub(crate) fn form(
        &self,
        form: &str,
        subject: &str,
        hidden: Vec<(&'static str, String)>,
    ) -> AnyView {
        let id = self.request.pages.desk.fresh_id();
        let token = self.request.token_with_id(id, self.id(), form, subject);
        let hidden: Vec<_> = hidden
            .into_iter()
            .map(|(name, value)| view! { <HiddenField name=name value=value/> })
            .collect();
        // A browser that brings no cookie the second time either does not keep any.
        let second = matches!(self.request.say(), Some(Say::NoCookie))
            .then(|| view! { <HiddenField name="cookie_again" value="1"/> });
        view! {
            <HiddenField name="clinic" value=self.id().to_string()/>
            <HiddenField name="token" value=token/>
            {hidden}
            {second}
            <ReceiptLink
                locale=self.locale()
                href=paths::receipt(self.id(), &id.to_string(), &self.request.here)
            />
        }
        .into_any()
    }

    /// What was typed into the details form that came here, to be carried on; nothing where none did.
    pub(crate) fn typed_details(&self) -> Option<Fields> {
        let fields = &self.request.again.as_ref()?.fields;
        super::details::carried(fields)
    }

    /// A sentence that ends with the clinic's number.
    pub(crate) fn call(&self, sentence: String) -> AnyView {
        view! { <p class="soft">{sentence} " " <PhoneLink phone=self.phone()/></p> }.into_any()
    }
}

/// `503` with the words for a store that refused or failed.
pub(crate) fn unavailable(loaded: Loaded) -> Loaded {
    loaded.status(StatusCode::SERVICE_UNAVAILABLE)
}

/// A number under which the log has a fault: short enough to be read out on the telephone.
pub(crate) fn log_fault(request: &Request, fault: &Fault) -> Option<String> {
    let why = match fault {
        Fault::Busy => return None,
        Fault::Unknown(why) | Fault::Broken(why) => why,
    };
    let number = request.pages.desk.fresh_id().simple().to_string();
    let number = number.get(24..).unwrap_or_default().to_owned();
    tracing::error!(number, why, "the store failed");
    Some(number)
}

/// The zone of all times on a page, in words.
pub(crate) fn zone_line(zone: Tz, at: UtcMillis, locale: Locale) -> String {
    t!(
        locale,
        "patient-zone",
        zone = crate::format::zone_label(at.0, zone, locale)
    )
}
