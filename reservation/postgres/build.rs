//! A new migration file is a change of this crate, which `migrate!` alone can't tell cargo.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/postgres");
}
