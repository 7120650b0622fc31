//! Every form of the product, drawn for whoever fills it in.

use std::collections::HashMap;

use reqwest::StatusCode;

use crate::support::{Browser, Form, TestApp, details, held, own_number, sent, sign_in};

/// Name and value of a button; empty where the form has one alone.
type Button = (&'static str, String);

/// A form and what a person is about to press on it.
pub struct Drawn {
    pub browser: Browser,
    pub form: Form,
    pub button: Button,
}

impl Drawn {
    pub fn pressed(&self) -> Vec<(String, String)> {
        self.form.pressed(self.button.0, &self.button.1)
    }

    pub fn address(&self) -> String {
        self.form.action_of(self.button.0, &self.button.1)
    }
}

/// One server, its people, and the forms that lie before them.
pub struct Rooms {
    pub app: TestApp,
    pub other_patient: Browser,
    pub other_staff: Browser,
    staff: Browser,
    patients: HashMap<&'static str, Browser>,
    drawn: HashMap<&'static str, Drawn>,
    count: usize,
}

const GRID: &str = "/staff/hinata/times?service=vaccination&visit=return&doctor=any";

impl Rooms {
    pub async fn open() -> Self {
        let app = TestApp::without_limits().await;
        let (staff, other_staff, other_patient) = (app.browser(), app.browser(), app.browser());
        sign_in(&staff, "hinata").await;
        sign_in(&other_staff, "hudson").await;
        held(&other_patient, "hudson", "physical", 5).await;
        Self {
            app,
            other_patient,
            other_staff,
            staff,
            patients: HashMap::new(),
            drawn: HashMap::new(),
            count: 0,
        }
    }

    /// The form as it lies there; drawn now if it does not.
    pub async fn take(&mut self, action: &'static str) -> Drawn {
        match self.drawn.remove(action) {
            Some(drawn) => drawn,
            None => self.draw(action).await,
        }
    }

    /// Puts a form back that is as good as before.
    pub fn put(&mut self, action: &'static str, drawn: Drawn) {
        self.drawn.insert(action, drawn);
    }

    /// The fields of another form that lies there.
    pub fn fields_of(&self, action: &str) -> Vec<(String, String)> {
        self.drawn
            .get(action)
            .map(Drawn::pressed)
            .unwrap_or_default()
    }

    async fn draw(&mut self, action: &'static str) -> Drawn {
        self.count += 1;
        match action {
            "hold" | "details" | "more-time" | "release" | "language" | "cancel"
            | "link-cancel" => self.of_patient(action).await,
            "sign-in" | "sign-out" => self.of_somebody_new(action).await,
            _ => self.of_staff(action).await,
        }
    }

    async fn of_patient(&mut self, action: &'static str) -> Drawn {
        let fresh = || self.app.browser();
        let browser = self.patients.entry(action).or_insert_with(fresh).clone();
        let at = self.count % 5;
        let (form, button) = match action {
            "hold" => {
                let path = "/c/hudson/times?service=flu-shot&visit=return&doctor=any";
                let form = browser.page(path).await.form("hold");
                let slot = form.buttons("slot")[at].clone();
                (form, ("slot", slot))
            }
            "cancel" => {
                let path = sent(&browser, "hinata", "internal", at).await;
                let page = browser.page(&format!("{path}/cancel")).await;
                (page.form("cancel"), nothing())
            }
            "link-cancel" => {
                let path = sent(&browser, "hinata", "internal", at).await;
                let links = browser
                    .page(&path)
                    .await
                    .attributes("a[href*='/r/']", "href");
                let page = browser.page(&format!("{}/cancel", links[0])).await;
                (page.form("link-cancel"), nothing())
            }
            _ => {
                let held = held(&browser, "hinata", "internal", at).await;
                let form = details(&browser, &held.path).await;
                let form = form
                    .typed("note", "せきが\n3日")
                    .typed("phone", &own_number());
                let button = match action {
                    "details" => ("act", "send".to_owned()),
                    "language" => ("lang", "en".to_owned()),
                    _ => ("act", action.to_owned()),
                };
                (form, button)
            }
        };
        Drawn {
            browser,
            form,
            button,
        }
    }

    /// Signing in and out changes who a browser is: each time another one.
    async fn of_somebody_new(&self, action: &'static str) -> Drawn {
        let browser = self.app.browser();
        sign_in(&browser, "hinata").await;
        let leave = browser.page("/staff/hinata").await.form("sign-out");
        if action == "sign-out" {
            return Drawn {
                browser,
                form: leave,
                button: nothing(),
            };
        }
        // Known under this name from now on: its wrong passwords slow nobody else.
        let answer = browser.press(&leave, "", "").await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        let form = browser.page("/staff/hinata/sign-in").await.form("sign-in");
        let form = form
            .typed("login", hitotsu::demo::LOGIN)
            .typed("password", hitotsu::demo::PASSWORD);
        Drawn {
            browser,
            form,
            button: nothing(),
        }
    }

    async fn of_staff(&mut self, action: &'static str) -> Drawn {
        let staff = self.staff.clone();
        let page = async |path: &str| staff.page(path).await;
        let (form, button) = match action {
            "staff-hold" | "staff-details" | "staff-release" => self.for_a_patient(action).await,
            "confirm" => {
                let id = self.request().await;
                let form = page("/staff/hinata/requests").await.form(action);
                (form, ("reservation", id))
            }
            "decline" => (self.decline().await.1, nothing()),
            "staff-cancel" => {
                let id = self.request().await;
                let form = page(&format!("/staff/hinata/visits/{id}/cancel"))
                    .await
                    .form(action);
                (
                    form.typed("reason", "doctor_away").typed("note", "電話で"),
                    nothing(),
                )
            }
            "undo" => {
                let (id, decline) = self.decline().await;
                staff.press(&decline, "", "").await.leads_to();
                let form = page(&format!("/staff/hinata/visits/{id}"))
                    .await
                    .form(action);
                (form, nothing())
            }
            "close" => (self.closing().await, nothing()),
            "reopen" => {
                let form = self.closing().await;
                staff.press(&form, "", "").await.leads_to();
                let form = page("/staff/hinata/closures").await.form(action);
                let closure = form.buttons("closure")[0].clone();
                (form, ("closure", closure))
            }
            "tick-call" => {
                let id = self.request().await;
                let confirm = page("/staff/hinata/requests").await.form("confirm");
                staff.press(&confirm, "reservation", &id).await.leads_to();
                let form = page("/staff/hinata/calls").await.form(action);
                let mut messages = form.buttons("message").into_iter();
                let mine = messages.rfind(|message| message.starts_with(&id));
                (form, ("message", mine.expect("a call about it")))
            }
            _ => panic!("nobody has drawn a form of /do/{action} yet"),
        };
        Drawn {
            browser: staff,
            form,
            button,
        }
    }

    /// The ways of somebody who books for a patient.
    async fn for_a_patient(&self, action: &'static str) -> (Form, Button) {
        let grid = self.staff.page(GRID).await.form("staff-hold");
        let slot = grid.buttons("slot")[self.count % 5].clone();
        if action == "staff-hold" {
            return (grid, ("slot", slot));
        }
        let visit = self.staff.press(&grid, "slot", &slot).await.leads_to();
        let form = self.staff.page(&visit).await.form(action);
        if action == "staff-release" {
            return (form, nothing());
        }
        let form = form.typed("name", "電話 太郎");
        (form.typed("phone", "090-1234-5678"), nothing())
    }

    /// A request that waits for staff.
    async fn request(&self) -> String {
        let patient = self.app.browser();
        let path = sent(&patient, "hinata", "internal", self.count % 5).await;
        path.rsplit('/').next().unwrap_or_default().to_owned()
    }

    async fn decline(&self) -> (String, Form) {
        let id = self.request().await;
        let path = format!("/staff/hinata/visits/{id}/decline");
        let form = self.staff.page(&path).await.form("decline");
        (
            id,
            form.typed("reason", "doctor_away").typed("note", "電話で"),
        )
    }

    /// Five minutes of a day far away, so that times stay free.
    async fn closing(&self) -> Form {
        let page = self.staff.page("/staff/hinata/closures/new").await;
        let form = page.form("close").typed("resource", "sato");
        form.typed("date", "2026-04-28")
            .typed("from", "9:00")
            .typed("until", "9:05")
            .typed("reason", "研修")
    }
}

fn nothing() -> Button {
    ("", String::new())
}
