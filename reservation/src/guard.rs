//! The guards by name, and the switch with which a test takes one down to see what it stands against.
//!
//! In the program all of them are up: there is no other value of [`Guards`]. With the feature `testing`, which only
//! tests ask for, `Guards::without` makes one. What appears then is in `testing::guards`, and listed in
//! `docs/guards.md`.

/// What keeps one intent at one effect and one cell at one owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// A recorded key is answered with its first outcome.
    Ledger,
    /// The ledger is asked before the form's age and owner.
    Order,
    /// A form is good for twelve hours.
    Age,
    /// Nobody takes a cell whose owner is live: a hold, a late return to one that ran out, an undo.
    Claims,
    /// A reservation that changes owns exactly its cells.
    Ownership,
    /// A command does only what the state that it finds allows.
    Status,
    /// A press gives away the present hold only if its form knew of it.
    Swap,
    /// A visitor has one live hold.
    OneHold,
    /// A contact has no more open bookings than the clinic allows.
    ContactCap,
    /// Database: scope and key of the ledger are unique.
    LedgerKey,
    /// Database: a key creates one reservation, even when the ledger has forgotten it.
    CreatedOnce,
    /// Database: cell and lane are unique.
    ClaimKey,
    /// Database: a row is changed only in the version that was loaded.
    Version,
    /// Database: a version has one line of history.
    HistoryKey,
    /// Database: an event has one message.
    MessageKey,
    /// Database: every statement has to change as many rows as the decision said.
    Count,
    /// Database: loading and writing are one transaction, so that what was decided on still stands.
    Transaction,
    /// SQLite: a transaction takes the write lock before it reads.
    Immediate,
    /// Postgres: whoever asks what a visitor holds locks a row that stands for the answer.
    GuardRow,
    /// Postgres: nobody edits what a clinic offers while somebody books by it.
    CatalogueLock,
    /// Postgres: a reservation is locked before it is read.
    RowLock,
    /// Postgres: the ledger is read after everything else.
    LedgerLast,
    /// Postgres: everybody takes locks in the same order.
    LockOrder,
}

/// Which guards are up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Guards {
    #[cfg(feature = "testing")]
    down: u32,
}

/// The program carries no switch, not even an idle one.
#[cfg(not(feature = "testing"))]
const _: () = assert!(std::mem::size_of::<Guards>() == 0);

impl Guards {
    /// True unless a test has taken it down.
    #[inline(always)]
    pub const fn up(self, guard: Guard) -> bool {
        #[cfg(feature = "testing")]
        return self.down & (1 << guard as u32) == 0;
        #[cfg(not(feature = "testing"))]
        {
            let _ = guard;
            true
        }
    }

    /// All but these.
    #[cfg(feature = "testing")]
    pub fn without(down: &[Guard]) -> Self {
        Self {
            down: down.iter().fold(0, |bits, guard| bits | 1 << *guard as u32),
        }
    }
}
