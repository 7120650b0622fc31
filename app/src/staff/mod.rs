//! The pages of the staff: a folder per noun. Everything here is for somebody who is signed in at that very clinic;
//! anybody else is led to the sign-in or told that there is nothing ([`reception`] for pages, [`act`] for presses).

mod act;
mod calls;
mod cancellation;
mod caught;
mod closures;
mod day;
mod decline;
mod ending;
mod paths;
mod reception;
mod requests;
mod say;
mod sign_in;
mod stop;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod times;
mod visit;
mod words;

pub(crate) use routes::StaffRoutes;

mod routes {
    use leptos::prelude::*;
    use leptos_router::components::Route;
    use leptos_router::{MatchNestedRoutes, SsrMode, path};

    use super::{
        calls, cancellation, caught, closures, day, decline, requests, sign_in, times, visit,
    };
    use crate::page::page;

    /// The addresses of the staff pages.
    #[component(transparent)]
    pub(crate) fn StaffRoutes() -> impl MatchNestedRoutes + Clone {
        view! {
            <Route path=path!("/staff/:clinic/sign-in") view=|| page(sign_in::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic") view=|| page(day::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/requests") view=|| page(requests::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/visits/:id") view=|| page(visit::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/visits/:id/decline") view=|| page(decline::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/visits/:id/cancel") view=|| page(cancellation::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/times") view=|| page(times::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/closures") view=|| page(closures::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/closures/new") view=|| page(closures::load_new) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/calls") view=|| page(calls::load) ssr=SsrMode::Async/>
            <Route path=path!("/staff/:clinic/caught") view=|| page(caught::load) ssr=SsrMode::Async/>
        }
        .into_inner()
    }
}
