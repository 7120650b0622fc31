use scraper::{ElementRef, Html, Selector};

/// A form as a browser would send it.
#[derive(Debug, Clone)]
pub struct Form {
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// The names of the fields into which people type; never that of a password.
    pub texts: Vec<String>,
    buttons: Vec<Button>,
}

#[derive(Debug, Clone)]
struct Button {
    name: String,
    value: String,
    action: Option<String>,
}

impl Form {
    /// The first form that posts to `/do/{action}`, by its own action or by that of a button.
    pub fn find(html: &str, action: &str) -> Option<Self> {
        let html = Html::parse_document(html);
        let forms = selector("form[method=post]");
        let wanted = format!("/do/{action}?");
        html.select(&forms).map(Self::read).find(|form| {
            form.action.starts_with(&wanted)
                || form.buttons.iter().any(|button| {
                    button
                        .action
                        .as_ref()
                        .is_some_and(|to| to.starts_with(&wanted))
                })
        })
    }

    fn read(form: ElementRef<'_>) -> Self {
        let attribute =
            |element: &ElementRef<'_>, name| element.attr(name).unwrap_or_default().to_owned();
        let (mut fields, mut texts) = (Vec::new(), Vec::new());
        for input in form.select(&selector("input[name], textarea[name], select[name]")) {
            let name = attribute(&input, "name");
            let kind = input.attr("type").unwrap_or("text");
            if matches!(kind, "text" | "tel" | "email" | "date") && input.value().name() != "select"
            {
                texts.push(name.clone());
            }
            match (input.value().name(), kind) {
                ("input", "radio" | "checkbox") if input.attr("checked").is_none() => {}
                ("input", "submit") => {}
                ("textarea", _) => fields.push((name, input.text().collect())),
                ("select", _) => {
                    let chosen = input.select(&selector("option[selected]")).next();
                    let chosen = chosen.or_else(|| input.select(&selector("option")).next());
                    fields.push((
                        name,
                        chosen
                            .map(|option| attribute(&option, "value"))
                            .unwrap_or_default(),
                    ));
                }
                _ => fields.push((name, attribute(&input, "value"))),
            }
        }
        let all_buttons = selector("button");
        let buttons = form.select(&all_buttons).map(|button| Button {
            name: attribute(&button, "name"),
            value: attribute(&button, "value"),
            action: button.attr("formaction").map(ToOwned::to_owned),
        });
        Self {
            action: form.attr("action").unwrap_or_default().to_owned(),
            buttons: buttons.collect(),
            fields,
            texts,
        }
    }

    /// The same form with something typed into a field.
    pub fn typed(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(known, _)| known != name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn value(&self, name: &str) -> &str {
        self.fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .unwrap_or_default()
    }

    /// The values of the buttons of a name.
    pub fn buttons(&self, name: &str) -> Vec<String> {
        self.buttons
            .iter()
            .filter(|button| button.name == name)
            .map(|button| button.value.clone())
            .collect()
    }

    pub fn pressed(&self, name: &str, value: &str) -> Vec<(String, String)> {
        let mut fields = self.fields.clone();
        if !name.is_empty() {
            fields.push((name.to_owned(), value.to_owned()));
        }
        fields
    }

    pub fn action_of(&self, name: &str, value: &str) -> String {
        let button = self
            .buttons
            .iter()
            .find(|button| button.name == name && button.value == value);
        button
            .and_then(|button| button.action.clone())
            .unwrap_or_else(|| self.action.clone())
    }
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).unwrap()
}
