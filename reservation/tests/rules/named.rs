//! What is written about the tests is true: the pages name tests that exist, no program has the tests' switches, and the
//! engines' migrations are twins.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The pages, from the root of the workspace.
const PAGES: [&str; 4] = [
    "docs/guards.md",
    "reservation/src/lib.rs",
    "reservation/sqlite/src/lib.rs",
    "reservation/postgres/src/lib.rs",
];
/// Where tests are.
const SOURCES: [&str; 4] = ["reservation", "app/src", "src", "tests"];

#[test]
fn every_test_that_a_page_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = String::new();
    for folder in SOURCES {
        read_all(&root.join(folder), &mut sources);
    }
    for page in PAGES {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let mut named = 0;
        for name in text.split('`').skip(1).step_by(2).filter(is_test_name) {
            named += 1;
            let function = format!("fn {name}(");
            assert!(sources.contains(&function), "{page} names {name}");
        }
        assert!(named >= 5, "{page} names {named} tests");
    }
}

#[test]
fn no_program_is_built_with_the_switches_of_the_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for package in [
        ".",
        "app",
        "reservation",
        "reservation/sqlite",
        "reservation/postgres",
        "xtask",
    ] {
        let text = fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap();
        let (mut section, mut asked_for) = ("", 0);
        for line in text.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let asks = line.contains("\"testing\"");
            assert!(
                !asks || section == "[dev-dependencies]",
                "{package} {section}"
            );
            assert!(!line.starts_with("default ="), "{package} {line}");
            asked_for += usize::from(asks);
        }
        assert!(asked_for > 0 || package == "xtask", "{package}");
    }
}

#[test]
fn every_migration_of_one_engine_has_a_twin_of_the_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let [sqlite, postgres] = ["sqlite", "postgres"].map(|engine| {
        let files = fs::read_dir(root.join(engine)).unwrap();
        let names = files.map(|file| file.unwrap().file_name());
        names.collect::<BTreeSet<_>>()
    });
    assert!(sqlite.len() >= 5, "{sqlite:?}");
    assert_eq!(sqlite, postgres);
}

/// Sentences have more words than anything else that stands in backticks.
fn is_test_name(text: &&str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    text.bytes().all(plain) && text.matches('_').count() >= 3
}

fn read_all(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(&path, into);
        } else if path.extension().is_some_and(|it| it == "rs") {
            into.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}
