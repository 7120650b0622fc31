//! Which address shows which page.

use leptos::prelude::*;
use leptos_meta::{MetaTags, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{MatchNestedRoutes, SsrMode, path};

use crate::page::page;
use crate::staff::StaffRoutes;
use crate::{assets, not_found, patient};

/// The document around every page.
pub fn shell() -> impl IntoView {
    view! {
        <!DOCTYPE html>
        <html>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <link rel="stylesheet" href=assets::style_href()/>
                <link rel="icon" type="image/svg+xml" href=assets::icon_href()/>
                <script defer src=assets::script_href()></script>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// All pages.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Router>
            <Routes fallback=|| page(not_found::load)>
                <PatientRoutes/>
                <StaffRoutes/>
            </Routes>
        </Router>
    }
}

#[component(transparent)]
fn PatientRoutes() -> impl MatchNestedRoutes + Clone {
    view! {
        <Route path=path!("/") view=|| page(patient::home::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic") view=|| page(patient::clinic::page::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/times") view=|| page(patient::times::page::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/reservations/:id") view=|| page(patient::reservation::page::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/reservations/:id/cancel") view=|| page(patient::cancellation::page::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/bookings") view=|| page(patient::bookings::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/receipt/:token") view=|| page(patient::receipt::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/r/:id/:secret") view=|| page(patient::link::load) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/r/:id/:secret/cancel") view=|| page(patient::cancellation::page::load_by_link) ssr=SsrMode::Async/>
        <Route path=path!("/c/:clinic/privacy") view=|| page(patient::privacy::load) ssr=SsrMode::Async/>
    }
    .into_inner()
}
