//! Reading changes nothing, and nobody reads what is another's.

use reqwest::{Method, StatusCode};

use crate::support::{TestApp, held, send, sent, sign_in};

#[tokio::test]
async fn c128_looking_at_every_page_and_link_changes_nothing() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.browser(), app.browser());
    let path = sent(&patient, "hinata", "internal", 0).await;
    let hold = held(&patient, "hinata", "internal", 1).await.path;
    sign_in(&staff, "hinata").await;
    let id = path.rsplit('/').next().unwrap();
    let link = patient
        .page(&path)
        .await
        .attributes("a[href*='/r/']", "href")
        .into_iter()
        .next();
    let mut pages = vec![
        path.clone(),
        format!("{path}/cancel"),
        hold,
        "/c/hinata/bookings".into(),
        "/staff/hinata".into(),
        "/staff/hinata/requests".into(),
        format!("/staff/hinata/visits/{id}"),
        format!("/staff/hinata/visits/{id}/decline"),
        format!("/staff/hinata/visits/{id}/cancel"),
        "/staff/hinata/closures/new".into(),
        "/staff/hinata/calls".into(),
    ];
    pages.extend(
        link.iter()
            .flat_map(|link| [link.clone(), format!("{link}/cancel")]),
    );
    let before = app.state().await;
    for page in &pages {
        for browser in [&patient, &staff, &app.browser()] {
            for _ in 0..5 {
                browser.look(page).await;
                send(browser.request(Method::HEAD, page)).await;
            }
        }
    }
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn c126_what_is_anothers_is_not_there() {
    let app = TestApp::new().await;
    let (patient, stranger, staff, foreign) =
        (app.browser(), app.browser(), app.browser(), app.browser());
    let path = sent(&patient, "hinata", "internal", 0).await;
    let hold = held(&patient, "hinata", "internal", 1).await.path;
    sign_in(&staff, "hinata").await;
    sign_in(&foreign, "hudson").await;
    let id = path.rsplit('/').next().unwrap();
    held(&stranger, "hinata", "internal", 5).await;
    for browser in [&stranger, &foreign, &staff] {
        for page in [
            &path,
            &hold,
            &format!("{path}/cancel"),
            &path.replace("hinata", "hudson"),
        ] {
            let answer = browser.look(page).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{page}");
            answer.assert_is_page("ja");
            assert!(!answer.body.contains("山田"), "{page}");
        }
    }
    for page in [
        format!("/staff/hinata/visits/{id}"),
        format!("/staff/hudson/visits/{id}"),
        format!("/staff/hinata/visits/{id}/decline"),
        "/staff/hinata/requests".into(),
    ] {
        let answer = foreign.follow(foreign.look(&page).await).await;
        assert!(!answer.body.contains("山田"), "{page}");
        assert_ne!(answer.status, StatusCode::OK, "{page}");
        let answer = stranger.follow(stranger.look(&page).await).await;
        assert!(!answer.body.contains("山田"), "{page}");
    }
    assert!(
        staff
            .page(&format!("/staff/hinata/visits/{id}"))
            .await
            .body
            .contains("山田 花子")
    );
    app.finish().await;
}

#[tokio::test]
async fn d06_anothers_form_sent_again_tells_nothing_personal_and_does_nothing() {
    let app = TestApp::new().await;
    let (patient, thief) = (app.browser(), app.browser());
    let hold = held(&patient, "hinata", "internal", 0).await;
    let form = crate::support::details(&patient, &hold.path).await;
    held(&thief, "hinata", "internal", 4).await;
    let before = app.state().await;
    let answer = thief.press(&form, "act", "send").await;
    assert!(!answer.status.is_server_error());
    let shown = thief.follow(answer).await;
    assert_eq!(app.state().await, before, "{}", shown.body);
    patient.press(&form, "act", "send").await;
    let before = app.state().await;
    let answer = thief.press(&form, "act", "send").await;
    let page = thief.follow(answer).await;
    assert!(!page.body.contains(&hold.path), "{}", page.body);
    assert_eq!(app.state().await, before);
    app.finish().await;
}
