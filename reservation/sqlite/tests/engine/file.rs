//! The file: opening, closing, who may open it.

use reservation::ids::StaffId;
use reservation::ports::{Accounts, Fault, Staff, Store};
use reservation::testing::{clinic_id, visitor};
use reservation_sqlite::{OpenError, SqliteStore};
use uuid::Uuid;

use crate::kit::{Kit, hold, ten};

#[tokio::test]
async fn what_was_answered_is_there_after_reopening() {
    let kit = Kit::new().await;
    let submission = kit.submission(visitor(1), hold("internal", "sato", ten()));
    let first = kit
        .store
        .submission_run(submission.clone())
        .await
        .unwrap()
        .unwrap();
    let secret = kit.store.secret_keep("forms", [1; 32]).await.unwrap();
    let before = kit.store.dump().await.unwrap();
    kit.store.close().await;

    let Kit {
        folder,
        clock,
        store,
        ..
    } = kit;
    drop(store);
    let path = folder.path().join("hitotsu.db");
    let log = std::fs::metadata(folder.path().join("hitotsu.db-wal")).map_or(0, |data| data.len());
    assert_eq!(log, 0, "closing moves the log into the file");
    let store = SqliteStore::open(&path, reservation_sqlite::Options::new(clock))
        .await
        .unwrap();
    let after = store.dump().await.unwrap();
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
    let again = store.submission_run(submission).await.unwrap().unwrap();
    assert_eq!(again.outcome, first.outcome);
    assert_eq!(store.secret_keep("forms", [2; 32]).await.unwrap(), secret);
}

#[tokio::test]
async fn a_second_server_is_turned_away_until_the_first_has_gone() {
    let kit = Kit::new().await;
    let second = SqliteStore::open(kit.path(), kit.options()).await;
    assert!(matches!(second, Err(OpenError::InUse(_))));
    let (path, options) = (kit.path(), kit.options());
    let Kit {
        store,
        folder: _folder,
        ..
    } = kit;
    store.close().await;
    drop(store);
    SqliteStore::open(path, options).await.unwrap();
}

#[tokio::test]
async fn check_reads_beside_a_running_server_and_can_write_nothing() {
    let kit = Kit::new().await;
    kit.done(visitor(1), hold("internal", "sato", ten())).await;
    let beside = SqliteStore::open_read_only(kit.path(), kit.options())
        .await
        .unwrap();
    assert_eq!(beside.dump().await.unwrap().reservations.len(), 1);
    assert_eq!(beside.integrity().await.unwrap(), Vec::<String>::new());
    let refused = beside
        .submission_run(kit.submission(visitor(2), hold("quick", "any", ten())))
        .await;
    assert!(matches!(refused, Err(Fault::Broken(_))));
    beside.close().await;
    kit.done(visitor(3), hold("quick", "any", ten())).await;
}

#[tokio::test]
async fn a_catalogue_written_beside_a_server_is_the_servers_in_its_next_transaction() {
    let kit = Kit::new().await;
    kit.done(visitor(1), hold("internal", "sato", ten())).await;
    let beside = SqliteStore::open_beside(kit.path(), kit.options())
        .await
        .unwrap();
    let mut catalogue = (*beside.catalogue_find(&clinic_id()).await.unwrap().unwrap()).clone();
    catalogue
        .services
        .retain(|service| service.id.as_str() != "quick");
    beside.catalogue_put(catalogue).await.unwrap();
    beside.close().await;
    let refused = kit
        .store
        .submission_run(kit.submission(visitor(2), hold("quick", "tanaka", ten())))
        .await
        .unwrap();
    assert_eq!(refused, Err(reservation::outcome::Refusal::NotOffered));
    // The server goes on as if nobody had been there.
    kit.done(visitor(3), hold("internal", "tanaka", ten()))
        .await;
}

#[tokio::test]
async fn integrity_names_a_row_whose_parent_is_missing() {
    let kit = Kit::new().await;
    kit.done(visitor(1), hold("internal", "sato", ten())).await;
    raw(&kit, "pragma foreign_keys = 0; delete from reservation")
        .await
        .unwrap();
    let found = kit.store.integrity().await.unwrap();
    assert!(
        found
            .iter()
            .any(|line| line.contains("claim") && line.contains("reservation")),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused_in_plain_words() {
    let kit = Kit::new().await;
    raw(
        &kit,
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         values (9999, 'later', 1, x'00', 0)",
    )
    .await
    .unwrap();
    let (path, options) = (kit.path(), kit.options());
    let beside = SqliteStore::open_read_only(&path, options.clone())
        .await
        .err()
        .unwrap();
    assert!(
        beside.to_string().contains("later version of Hitotsu"),
        "{beside}"
    );
    let Kit {
        store,
        folder: _folder,
        ..
    } = kit;
    store.close().await;
    drop(store);
    let error = SqliteStore::open(path, options).await.err().unwrap();
    assert!(
        error
            .to_string()
            .contains("later version of Hitotsu (schema 9999"),
        "{error}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let kit = Kit::new().await;
    kit.done(visitor(1), hold("internal", "sato", ten())).await;
    let mut seen = 0;
    for file in std::fs::read_dir(kit.folder.path()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.file_name());
        seen += 1;
    }
    assert!(seen >= 3, "the file, its log and its lock");
}

#[tokio::test]
async fn c11_the_file_itself_refuses_an_instant_that_is_no_integer() {
    let kit = Kit::new().await;
    kit.done(visitor(1), hold("internal", "sato", ten())).await;
    for text in [
        "update reservation set starts_at = '2026-03-02T01:00:00Z'",
        "update reservation set expires_at = '2026-03-02 10:00:00+09:00'",
        "update claim set cell_start = '2026-03-02T01:00:00Z'",
        "update claim set cell_start = cell_start + 60000",
        "update claim set cell_start = cell_start + 0.5",
        "update submission set recorded_at = 'now'",
        "update reservation set ends_at = starts_at",
        "update reservation set expires_at = null",
        "update reservation set status = 'CONFIRMED'",
        "update reservation set status = 'held'",
        "insert into claim select clinic, resource, cell_start, lane, reservation, null, null from claim",
        "delete from reservation",
    ] {
        assert!(raw(&kit, text).await.is_err(), "{text}");
    }
}

#[tokio::test]
async fn a_name_to_sign_in_with_belongs_to_one_and_the_first_secret_stays() {
    let kit = Kit::new().await;
    let staff = |id, name: &str| Staff {
        id: StaffId(Uuid::from_u128(id)),
        clinic: clinic_id(),
        login: "hanako".into(),
        name: name.into(),
        password_hash: "$argon2id$…".into(),
        active: true,
    };
    kit.store.staff_put(staff(1, "花子")).await.unwrap();
    let again = Staff {
        active: false,
        ..staff(1, "山田花子")
    };
    kit.store.staff_put(again.clone()).await.unwrap();
    assert_eq!(
        kit.store
            .staff_by_login(&clinic_id(), "hanako")
            .await
            .unwrap(),
        Some(again.clone())
    );
    assert_eq!(
        kit.store.staff_find(&clinic_id(), again.id).await.unwrap(),
        Some(again)
    );
    assert_eq!(
        kit.store
            .staff_by_login(&clinic_id(), "taro")
            .await
            .unwrap(),
        None
    );
    assert_eq!(kit.store.secret_keep("forms", [1; 32]).await, Ok([1; 32]));
    assert_eq!(kit.store.secret_keep("forms", [2; 32]).await, Ok([1; 32]));
}

async fn raw(kit: &Kit, text: &str) -> Result<(), sqlx::Error> {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(kit.path());
    let mut connection = options.connect().await?;
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned()))
        .execute(&mut connection)
        .await;
    connection.close().await?;
    done.map(drop)
}
