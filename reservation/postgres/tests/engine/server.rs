//! Which servers and which schemas are used, and whose clock it is.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use postgres_cluster::{Cluster, or_skip};
use reservation::ports::{Accounts, Fault, Store};
use reservation::submission::RequestKey;
use reservation::testing::{clinic_id, visitor};
use reservation_postgres::{OpenError, Options, PostgresStore};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::kit::{Kit, database, hold, ten};

async fn refused(url: &str) -> OpenError {
    match PostgresStore::open(url, Options::default()).await {
        Ok(_) => panic!("it was opened"),
        Err(error) => error,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_yes_before_the_disk_does_is_refused() {
    let Some(database) = database().await else {
        return;
    };
    let set = |value: &str| {
        let name = database.name();
        let text = format!(r#"alter database "{name}" set synchronous_commit = {value}"#);
        database.psql(&text).unwrap();
    };
    for value in ["on", "remote_apply", "local"] {
        set(value);
        let store = PostgresStore::open(database.url(), Options::default())
            .await
            .unwrap();
        store.close().await;
    }
    set("off");
    let error = refused(database.url()).await;
    assert!(
        matches!(&error, OpenError::Unfit { why, .. } if why.contains("synchronous_commit is off")),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_setting_that_is_changed_under_a_running_node_is_noticed_at_its_next_connection() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    let name = kit.database.name();
    let text = format!(r#"alter database "{name}" set synchronous_commit = off"#);
    kit.database.psql(&text).unwrap();
    // The lanes connect when they are needed first.
    let press = kit.submission(visitor(1), hold("quick", "sato", ten()));
    assert_eq!(kit.store.submission_run(press).await, Err(Fault::Busy));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_fsync_and_a_standby_are_refused() {
    let Some(server) = or_skip(Cluster::start()) else {
        return;
    };
    let standby = server.standby().unwrap();
    let error = refused(&standby.url("postgres")).await;
    assert!(
        matches!(&error, OpenError::Unfit { why, .. } if why.contains("standby")),
        "{error}"
    );
    // Whoever only looks may look at a standby.
    let store = PostgresStore::open(&server.url("postgres"), Options::default())
        .await
        .unwrap();
    store.close().await;
    server.make_synchronous(&standby).unwrap();
    let looking = PostgresStore::open_read_only(&standby.url("postgres"), Options::default())
        .await
        .unwrap();
    assert_eq!(looking.clinic_list().await, Ok(Vec::new()));
    looking.close().await;
    // A yes that doesn't wait for the standby that the server names.
    server
        .psql(
            "postgres",
            "alter database postgres set synchronous_commit = local",
        )
        .unwrap();
    let error = refused(&server.url("postgres")).await;
    assert!(
        matches!(&error, OpenError::Unfit { why, .. } if why.contains("local")),
        "{error}"
    );
    server
        .psql("postgres", "alter system set fsync = off")
        .unwrap();
    server.psql("postgres", "select pg_reload_conf()").unwrap();
    let mut connection = PgConnection::connect(&server.url("postgres"))
        .await
        .unwrap();
    loop {
        let fsync: String = sqlx::query_scalar("show fsync")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if fsync == "off" {
            break;
        }
    }
    let error = refused(&server.url("postgres")).await;
    assert!(
        matches!(&error, OpenError::Unfit { why, .. } if why.contains("fsync is off")),
        "{error}"
    );
    let tables: i64 =
        sqlx::query_scalar("select count(*) from pg_tables where schemaname = 'public'")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert!(tables > 0, "the one that was fit has written its schema");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_of_a_later_version_or_of_another_is_refused() {
    let Some(later) = database().await else {
        return;
    };
    later
        .psql(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
             values (9999, 'later', true, '', 0)",
        )
        .unwrap();
    let error = refused(later.url()).await;
    assert!(
        matches!(error, OpenError::Newer { found: 9999, .. }),
        "{error}"
    );
    let Some(foreign) = database().await else {
        return;
    };
    foreign
        .psql(r"update _sqlx_migrations set checksum = '\x00' where version = 3")
        .unwrap();
    let error = refused(foreign.url()).await;
    assert!(
        matches!(error, OpenError::Foreign { step: 3, .. }),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_at_once_on_an_empty_database_migrate_it_once() {
    let Some(empty) = or_skip(postgres_cluster::database("empty")) else {
        return;
    };
    let open = || PostgresStore::open(empty.url(), Options::default());
    let (one, two, three) = tokio::join!(open(), open(), open());
    for node in [one, two, three] {
        let node = node.unwrap();
        assert_eq!(node.clinic_list().await, Ok(Vec::new()));
        node.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_password_is_in_what_a_failure_says() {
    let url = "postgres://me:s3cret@127.0.0.1:1/nowhere";
    let error = refused(url).await;
    let text = format!("{error} {error:?}");
    assert!(
        text.contains("nowhere") && !text.contains("s3cret"),
        "{text}"
    );
    let text = format!("{:?}", refused("mysql://me:s3cret@host/a").await);
    assert!(!text.contains("s3cret"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_is_the_databases_unless_one_is_handed_in() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    let node = kit.node(|options| options.clock = None).await;
    let clock = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint";
    let now = || {
        kit.database
            .psql(clock)
            .unwrap()
            .trim()
            .parse::<i64>()
            .unwrap()
    };
    let key = RequestKey::form(&clinic_id(), Uuid::nil());
    let before = now();
    let read = node.submission_find(&key).await.unwrap().now.0;
    assert!((before..=now()).contains(&read));
    // In a transaction as well: a slot of last March lies in the past.
    let press = kit.submission(visitor(1), hold("quick", "sato", ten()));
    assert_eq!(
        node.submission_run(press.clone()).await,
        Ok(Err(reservation::outcome::Refusal::InThePast))
    );
    assert!(kit.store.submission_run(press).await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_only_looks_or_has_closed_writes_nothing() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    let looking = PostgresStore::open_read_only(kit.database.url(), kit.options())
        .await
        .unwrap();
    let press = || kit.submission(visitor(1), hold("quick", "sato", ten()));
    assert!(matches!(
        looking.submission_run(press()).await,
        Err(Fault::Broken(_))
    ));
    assert!(matches!(
        looking.secret_keep("a", [1; 32]).await,
        Err(Fault::Broken(_))
    ));
    assert!(!looking.is_writing());
    assert_eq!(looking.integrity().await, Ok(Vec::new()));
    assert!(kit.store.is_writing());
    kit.store.close().await;
    assert!(!kit.store.is_writing());
    assert_eq!(kit.store.submission_run(press()).await, Err(Fault::Busy));
    assert_eq!(looking.dump().await.unwrap().reservations.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_secret_of_a_name_is_kept_on_every_node() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    let others = [kit.node(|_| {}).await, kit.node(|_| {}).await];
    let (one, two, three) = tokio::join!(
        kit.store.secret_keep("form", [1; 32]),
        others[0].secret_keep("form", [2; 32]),
        others[1].secret_keep("form", [3; 32])
    );
    let one = one.unwrap();
    assert_eq!((two.unwrap(), three.unwrap()), (one, one));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guard_rows_are_forgotten_unless_somebody_has_them_locked() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    for number in 1..=3 {
        let start = ten().plus_minutes(15 * i64::from(number));
        kit.done(visitor(number), hold("quick", "sato", start))
            .await;
    }
    let count = || kit.database.psql("select count(*) from guard").unwrap();
    assert_eq!(count().trim(), "3");
    let mut keeper = PgConnection::connect(kit.database.url()).await.unwrap();
    let mut kept = keeper.begin().await.unwrap();
    sqlx::query("select 1 from guard limit 1 for update")
        .execute(&mut *kept)
        .await
        .unwrap();
    kit.store.submission_purge(ten()).await.unwrap();
    assert_eq!(count().trim(), "1");
    kept.rollback().await.unwrap();
    kit.store.submission_purge(ten()).await.unwrap();
    assert_eq!(count().trim(), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_is_encrypted_and_the_server_is_who_it_says_where_the_address_wants_it() {
    let Some(server) = or_skip(Cluster::start()) else {
        return;
    };
    let certified = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let owner = std::fs::metadata(server.folder().join("data")).unwrap();
    let keep = |name: &str, text: String| {
        let path = server.folder().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
        path.display().to_string()
    };
    let certificate = keep("server.crt", certified.cert.pem());
    let key = keep("server.key", certified.signing_key.serialize_pem());
    for set in [
        format!("alter system set ssl_cert_file = '{certificate}'"),
        format!("alter system set ssl_key_file = '{key}'"),
        "alter system set ssl = on".to_owned(),
        "select pg_reload_conf()".to_owned(),
    ] {
        server.psql("postgres", &set).unwrap();
    }
    let url = server.url("postgres");
    let sure = format!("{url}?sslmode=verify-full&sslrootcert={certificate}");
    // The server reads its settings a moment later.
    let store = loop {
        match PostgresStore::open(&sure, Options::default()).await {
            Ok(store) => break store,
            Err(error) => assert!(matches!(error, OpenError::Database { .. }), "{error:?}"),
        }
    };
    let encrypted = "select count(*) > 0 from pg_stat_ssl join pg_stat_activity using (pid) \
                     where application_name = 'hitotsu' and ssl";
    assert_eq!(server.psql("postgres", encrypted).unwrap().trim(), "t");
    store.close().await;
    // Somebody else's certificate.
    let other = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let other = keep("other.crt", other.cert.pem());
    let error = refused(&format!("{url}?sslmode=verify-full&sslrootcert={other}")).await;
    assert!(matches!(error, OpenError::Database { .. }), "{error:?}");
}
