//! The commands, beside a running server and without one.

use std::process::{Output, Stdio};

use reqwest::StatusCode;

use crate::crash::{start, started};
use crate::support::{
    Browser, Home, details, held, sign_in, skipped_on_postgres, skipped_on_sqlite,
};

async fn run(home: &Home, args: &[&str]) -> Output {
    home.program()
        .args(args)
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[tokio::test]
async fn people_and_the_catalogue_are_changed_beside_a_running_server() {
    let home = Home::empty();
    let program = start(&home, "127.0.0.1:0").await;

    let added = run(&home, &["staff", "add", "hinata", "doctor"]).await;
    assert!(said(&added).contains("shown this once"));
    assert!(
        run(&home, &["staff", "disable", "hinata", "reception"])
            .await
            .status
            .success()
    );
    let list = said(&run(&home, &["staff", "list", "hinata"]).await);
    assert!(list.contains("doctor\tdoctor\tactive"), "{list}");
    assert!(
        list.contains("reception\t") && list.contains("\tdisabled"),
        "{list}"
    );
    // A new password keeps the name; another name is given by hand.
    let named = ["staff", "add", "hinata", "doctor", "--name", "佐藤"];
    for args in [&named[..], &named[..4]] {
        assert!(run(&home, args).await.status.success());
        let list = said(&run(&home, &["staff", "list", "hinata"]).await);
        assert!(list.contains("doctor\t佐藤\tactive"), "{list}");
    }
    assert!(
        !run(&home, &["staff", "add", "nowhere", "doctor"])
            .await
            .status
            .success()
    );

    let shown = said(&run(&home, &["clinic", "show", "hudson"]).await);
    let file = home.folder().join("hudson.json");
    std::fs::write(
        &file,
        shown.replace("Hudson Family Practice", "Hudson River Clinic"),
    )
    .unwrap();
    let put = run(&home, &["clinic", "put", file.to_str().unwrap()]).await;
    assert!(put.status.success(), "{put:?}");
    let page = Browser::new(program.url.clone())
        .look("/c/hudson?lang=en")
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.body.contains("Hudson River Clinic"),
        "the server shows it at once"
    );

    let wrong = shown.replacen("\"seats\": 1", "\"seats\": 3", 1);
    std::fs::write(&file, wrong).unwrap();
    let put = run(&home, &["clinic", "put", file.to_str().unwrap()]).await;
    assert_eq!(put.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&put.stderr).contains("seats"),
        "{put:?}"
    );
}

#[tokio::test]
async fn a_second_server_on_the_same_files_is_refused() {
    if skipped_on_postgres("any number of servers share a database") {
        return;
    }
    let home = Home::empty();
    let _first = start(&home, "127.0.0.1:0").await;
    let second = run(&home, &["serve", "--addr", "127.0.0.1:0"]).await;
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another server"));
}

#[tokio::test]
async fn two_demos_that_begin_at_once_on_one_database_make_it_once() {
    if skipped_on_sqlite("a second server is refused there") {
        return;
    }
    let home = Home::empty();
    let (one, other) = tokio::join!(start(&home, "127.0.0.1:0"), start(&home, "127.0.0.1:0"));
    let check = run(&home, &["check", "--json"]).await;
    assert!(check.status.success(), "{}", said(&check));
    let found: serde_json::Value = serde_json::from_str(&said(&check)).unwrap();
    let counts = found["reservations"].as_object().unwrap();
    let booked: u64 = counts.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(booked, 11, "{counts:?}");
    for program in [one, other] {
        let staff = Browser::new(program.url.clone());
        sign_in(&staff, "hinata").await;
        staff.page("/staff/hinata").await;
    }
    assert!(!home.data().exists(), "no folder is made beside a database");
}

#[tokio::test]
async fn a_new_clinic_begins_with_a_file_and_a_password() {
    let home = Home::empty();
    assert_eq!(
        run(&home, &["check"]).await.status.code(),
        Some(2),
        "there is no database yet"
    );
    let demo = Home::empty();
    drop(start(&demo, "127.0.0.1:0").await);
    let shown = said(&run(&demo, &["clinic", "show", "hinata"]).await);
    let file = demo.folder().join("clinic.json");
    std::fs::write(&file, shown.replace("\"hinata\"", "\"midori\"")).unwrap();
    assert!(
        run(&home, &["clinic", "put", file.to_str().unwrap()])
            .await
            .status
            .success()
    );
    assert!(
        run(&home, &["staff", "add", "midori", "mori"])
            .await
            .status
            .success()
    );
    assert_eq!(
        said(&run(&home, &["clinic", "list"]).await).lines().count(),
        1
    );
    assert!(run(&home, &["check"]).await.status.success());
    assert!(
        !run(&home, &["demo", "--addr", "0.0.0.0:0"])
            .await
            .status
            .success()
    );
}

#[tokio::test]
async fn check_lists_the_rows_without_anything_that_was_typed() {
    let demo = Home::empty();
    drop(start(&demo, "127.0.0.1:0").await);
    let listed = said(&run(&demo, &["check", "--json", "--rows"]).await);
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let rows = &listed["rows"];
    let count = |table: &str| rows[table].as_array().unwrap().len();
    assert_eq!(count("history"), listed["history"]);
    assert_eq!(count("submissions"), listed["submissions"]);
    assert!(count("reservations") > 0);
    let one = &rows["reservations"][0];
    assert_eq!(one["status"], "CONFIRMED");
    assert!(one["holder"].as_str().unwrap().starts_with("staff:"));
    let text = listed.to_string();
    for typed in ["鈴木", "スズキ", "0000-0001", "+8190"] {
        assert!(!text.contains(typed), "{typed} was listed");
    }
    let short = said(&run(&demo, &["check", "--json"]).await);
    assert!(!short.contains("\"rows\""));
    assert!(!run(&demo, &["check", "--rows"]).await.status.success());
}

/// From files to a Postgres, with people in the middle of what they were doing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clinic_that_moves_to_postgres_keeps_its_forms_its_bookings_and_its_answers() {
    if skipped_on_postgres("there is nothing to move from") {
        return;
    }
    let Some(database) = postgres_cluster::or_skip(postgres_cluster::database("moved")) else {
        return;
    };
    let home = Home::empty();
    let mut program = started(&mut home.program()).await;
    let browser = Browser::new(program.url.clone());
    let first = held(&browser, "hudson", "visit", 0).await;
    let form = details(&browser, &first.path).await;
    let mover = async || {
        let moved = home
            .program()
            .env("DATABASE_URL", database.url())
            .arg("move")
            .output();
        let moved = moved.await.unwrap();
        let said = [moved.stdout, moved.stderr].concat();
        (moved.status, String::from_utf8(said).unwrap())
    };
    let (status, said) = mover().await;
    assert!(!status.success(), "beside a running server: {said}");
    program.child.kill().await.unwrap();
    let (status, said) = mover().await;
    assert!(status.success(), "{said}");
    for line in ["reservation ", "claim ", "history ", "submission "] {
        assert!(said.contains(line), "{said}");
    }
    assert!(
        !said.contains(database.url()),
        "no address that may hold a password"
    );
    // What was begun on the files goes on over Postgres: cookie, form, address, and the recorded press.
    let moved = started(home.program().env("DATABASE_URL", database.url())).await;
    let browser = browser.at(moved.url.clone());
    let again = browser.press(&first.grid, "slot", &first.slot).await;
    assert_eq!(again.leads_to(), first.path);
    let sent = browser.press(&form, "act", "send").await;
    assert_eq!(sent.leads_to(), first.path);
    sign_in(&Browser::new(moved.url.clone()), "hinata").await;
    // Nobody serves from the files any more, and a second move changes nothing.
    let old = home.program().arg("demo").output().await.unwrap();
    assert!(!old.status.success());
    let said = String::from_utf8(old.stderr).unwrap();
    assert!(said.contains("moved"), "{said}");
    let (status, said) = mover().await;
    assert!(!status.success() && said.contains("connected"), "{said}");
    drop(moved);
    let (status, said) = mover().await;
    assert!(status.success() && said.contains("before"), "{said}");
}
