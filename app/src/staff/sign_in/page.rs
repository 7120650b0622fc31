//! The page on which a clinic's staff sign in.

use std::sync::Arc;

use leptos::prelude::*;
use reservation::ids::ClinicId;

use super::carried::carried;
use crate::components::{
    Button, ButtonKind, Card, HiddenField, Icon, Notice, Page, TextField, Tone, page_title,
};
use crate::door::{Again, Fields, Say};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::staff::reception::said;
use crate::staff::stop::Stop;
use crate::staff::{paths, say};
use crate::{t, title};

/// The form and all that it has to say.
#[derive(Debug, Clone, Default)]
pub(super) struct SignIn {
    clinic: String,
    home: String,
    other_language: String,
    action: String,
    token: String,
    next: String,
    login: String,
    /// A press came after the sign-in had ended.
    late: bool,
    /// What went wrong, and whether it is a matter of waiting.
    wrong: Option<(String, bool)>,
    /// The browser brought no cookie: the door wants to know when it brings none the second time either.
    no_cookie: bool,
    /// What was typed into the page to which it leads back.
    carried: Vec<(String, String)>,
    /// In the demo: with what to sign in.
    demo: bool,
}

pub(crate) async fn load(request: Request) -> Loaded {
    match draw(&request).await {
        Ok(loaded) => loaded,
        Err(stop) => stop.loaded(&request),
    }
}

/// The sign-in instead of a page that would be drawn again after a press: it says that nothing was done, and what was
/// typed travels along.
pub(crate) async fn load_late(mut request: Request, clinic: &ClinicId) -> Loaded {
    request.here = paths::sign_in_late(clinic, &request.here);
    let (path, query) = request.here.split_once('?').unwrap_or((&request.here, ""));
    request.segments = path
        .trim_matches('/')
        .split('/')
        .map(ToOwned::to_owned)
        .collect();
    request.query = Fields(
        form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect(),
    );
    request.again = request.again.map(|again| match again.say {
        // That it has to be pressed once more is said already.
        Say::NoCookie | Say::NoToken => Arc::new(Again {
            say: Say::SignIn,
            ..Again::clone(&again)
        }),
        _ => again,
    });
    load(request).await
}

async fn draw(request: &Request) -> Result<Loaded, Stop> {
    let locale = request.locale();
    let clinic = request.clinic().ok_or(Stop::NotFound)?;
    let catalogue = request
        .pages
        .desk
        .catalogue(&clinic)
        .await?
        .ok_or(Stop::NotFound)?;
    let next = next(request, &clinic);
    if request.asker.staff_of(&clinic).is_some() {
        return Err(Stop::Elsewhere(next));
    }
    let name = said(&catalogue.clinic.name, locale).to_owned();
    let wrong = request.say().and_then(|say| match say {
        // That the press did nothing stands in the other notice.
        Say::Kept | Say::SignIn => None,
        // One sentence for a wrong name and a wrong password.
        Say::Mistakes(mistakes) => mistakes
            .first()
            .map(|mistake| (mistake.text.clone(), false)),
        say => Some((say::sentence(say, locale), true)),
    });
    let title = t!(locale, "staff-sign-in");
    let late = request.query.has("late");
    let happened = request
        .say()
        .filter(|_| wrong.is_some())
        .and_then(|say| title::after(say, locale))
        .or_else(|| late.then(|| t!(locale, "title-signed-out")));
    let title = page_title(locale, &title, &name, happened);
    let form = SignIn {
        home: format!("/c/{clinic}"),
        other_language: paths::with(&request.here, "lang", locale.other().tag()),
        action: request.action("sign-in"),
        token: request.token(&clinic, "sign-in", ""),
        login: request.typed("login").unwrap_or_default().to_owned(),
        late,
        no_cookie: request.again.is_some() && !request.asker.has_cookie,
        carried: request
            .again
            .as_ref()
            .map(|again| carried(&again.fields))
            .unwrap_or_default(),
        demo: request.pages.demo,
        clinic: name,
        next,
        wrong,
    };
    Ok(Loaded::new(title, view(locale, &clinic, form)))
}

fn next(request: &Request, clinic: &ClinicId) -> String {
    let wanted = request.query.get("next");
    if paths::is_own_page(clinic, wanted) {
        wanted.to_owned()
    } else {
        paths::desk(clinic)
    }
}

pub(super) fn view(locale: Locale, clinic: &ClinicId, form: SignIn) -> AnyView {
    let clinic_id = clinic.to_string();
    let focus = form.wrong.is_none();
    let late = form.late.then(|| {
        view! { <Notice icon=Icon::Late tone=Tone::Wait focus=focus><p>{t!(locale, "staff-sign-in-late")}</p></Notice> }
    });
    let wrong = form.wrong.map(|(words, wait)| {
        let tone = if wait { Tone::Wait } else { Tone::Stop };
        view! { <Notice icon=Icon::Alert tone=tone focus=true><p>{words}</p></Notice> }
    });
    // Behind all else: of a body that is too large, these are what is cut.
    let carried: Vec<_> = form
        .carried
        .into_iter()
        .map(|(name, value)| view! { <HiddenField name=name value=value/> })
        .collect();
    let demo = form
        .demo
        .then(|| view! { <p class="soft small">{t!(locale, "staff-sign-in-demo")}</p> });
    view! {
        <Page locale=locale clinic=form.clinic.clone() home_href=form.home language_href=form.other_language>
            <div class="stack">
                <h1>{t!(locale, "staff-sign-in-title", clinic = form.clinic)}</h1>
                {late}
                {wrong}
                <Card>
                    <form class="form" method="post" action=form.action>
                        <HiddenField name="clinic" value=clinic_id/>
                        <HiddenField name="token" value=form.token/>
                        <HiddenField name="next" value=form.next/>
                        {form.no_cookie.then(|| view! { <HiddenField name="cookie_again" value="1"/> })}
                        <TextField
                            locale=locale
                            name="login"
                            label=t!(locale, "staff-login")
                            value=form.login
                            autocomplete="username"
                            maxlength=100
                        />
                        <TextField
                            locale=locale
                            name="password"
                            label=t!(locale, "staff-password")
                            kind="password"
                            autocomplete="current-password"
                        />
                        <Button locale=locale label=t!(locale, "staff-sign-in") kind=ButtonKind::Main/>
                        {carried}
                    </form>
                </Card>
                {demo}
            </div>
        </Page>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;

    use super::*;

    #[test]
    fn the_password_is_never_drawn_again_and_what_is_typed_is_text() {
        let owner = Owner::new();
        owner.set();
        let clinic = ClinicId::new("hinata").unwrap();
        let form = SignIn {
            login: "\"><script>alert(1)</script>".into(),
            wrong: Some(("<b>".into(), false)),
            late: true,
            carried: vec![("carry-\"><i>".into(), "\"><i>".into())],
            ..SignIn::default()
        };
        let html = view(Locale::Ja, &clinic, form).to_html();
        assert!(!html.contains("<script>"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<i>"), "{html}");
        assert!(html.contains("&quot;&gt;&lt;script&gt;"), "{html}");
        assert!(
            html.contains(r#"name="password""#)
                && html.contains(r#"autocomplete="current-password""#)
        );
    }
}
