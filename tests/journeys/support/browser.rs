use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use scraper::{Html, Selector};

use super::Form;

/// A browser without script: cookies, Japanese first, redirects followed by hand.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    base: String,
}

/// An answer, read whole.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Browser {
    pub fn new(base: String) -> Self {
        let client = Client::builder()
            .cookie_store(true)
            .redirect(Policy::none())
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        Self { client, base }
    }

    /// The same browser at another server of the same host: its cookies go along.
    pub fn at(&self, base: String) -> Self {
        Self {
            client: self.client.clone(),
            base,
        }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header("accept", "text/html")
            .header("accept-language", "ja")
    }

    /// A GET, redirects not followed.
    pub async fn look(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    /// A page that has to be there.
    pub async fn page(&self, path: &str) -> Answer {
        let answer = self.follow(self.look(path).await).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        answer
    }

    /// The page to which an answer leads.
    pub async fn follow(&self, mut answer: Answer) -> Answer {
        for _ in 0..5 {
            let Some(to) = answer.location() else {
                return answer;
            };
            answer = self.look(&to).await;
        }
        panic!("redirected too often");
    }

    /// Sends a form by one of its buttons, as a browser does.
    pub async fn press(&self, form: &Form, name: &str, value: &str) -> Answer {
        let origin = self.base.clone();
        let request = self
            .request(Method::POST, &form.action_of(name, value))
            .header("origin", origin);
        send(request.form(&form.pressed(name, value))).await
    }

    /// Sends bytes to an action, as no browser does.
    pub async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        let form = "application/x-www-form-urlencoded";
        send(
            self.request(Method::POST, path)
                .header("content-type", form)
                .body(body),
        )
        .await
    }
}

pub async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Answer {
        status,
        headers,
        body: response.text().await.unwrap(),
    }
}

impl Answer {
    pub fn header(&self, name: &'static str) -> &str {
        let name = HeaderName::from_static(name);
        self.headers
            .get(name)
            .map(|value| value.to_str().unwrap())
            .unwrap_or_default()
    }

    pub fn location(&self) -> Option<String> {
        self.status
            .is_redirection()
            .then(|| self.header("location").to_owned())
    }

    /// The address of a 303, without what it notes.
    pub fn leads_to(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        let to = self.header("location");
        to.split('?').next().unwrap_or_default().to_owned()
    }

    /// The texts of the elements that a selector finds.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let html = Html::parse_document(&self.body);
        let selector = Selector::parse(selector).unwrap();
        html.select(&selector)
            .map(|element| element.text().collect::<String>().trim().to_owned())
            .collect()
    }

    /// The values of an attribute of the elements that a selector finds.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let html = Html::parse_document(&self.body);
        let selector = Selector::parse(selector).unwrap();
        html.select(&selector)
            .filter_map(|element| element.attr(name))
            .map(ToOwned::to_owned)
            .collect()
    }

    /// The form whose action is this.
    pub fn form(&self, action: &str) -> Form {
        Form::find(&self.body, action)
            .unwrap_or_else(|| panic!("no form {action} in {}", self.body))
    }

    pub fn has_form(&self, action: &str) -> bool {
        Form::find(&self.body, action).is_some()
    }

    /// A full page of ours, in a language, with one heading and without anything that a script would need.
    pub fn assert_is_page(&self, language: &str) {
        assert_eq!(self.attributes("html", "lang"), [language], "{}", self.body);
        assert_eq!(self.texts("h1").len(), 1, "{}", self.body);
        assert!(self.texts("title").iter().all(|title| !title.is_empty()));
        assert!(self.body.ends_with("</html>"), "{}", self.body);
        assert!(!self.body.contains("__RESOLVED_RESOURCES"));
        assert_eq!(
            self.attributes("script:not([src])", "type"),
            Vec::<String>::new()
        );
        assert_eq!(self.texts("script:not([src])"), Vec::<String>::new());
        assert_eq!(self.attributes("[style]", "style"), Vec::<String>::new());
        assert_eq!(
            self.attributes("[onclick], [onsubmit]", "onclick"),
            Vec::<String>::new()
        );
    }
}
