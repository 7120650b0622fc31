//! What every request passes, one file a layer, outermost first: [`fault`], [`headers`], [`document`], [`address`],
//! the staff session, [`asker`], [`door`].

pub mod address;
pub mod again;
pub mod asker;
pub mod body;
pub mod cookies;
pub mod document;
pub mod door;
pub mod fault;
pub mod headers;
pub mod limits;
pub mod origin;
