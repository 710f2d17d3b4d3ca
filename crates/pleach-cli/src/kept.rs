//! The engine's table, kept from move to move of a game.

use pleach::engine::{Table, TableTooLarge};
use pleach::registry::Request;
use std::sync::Arc;

/// Gives the request a table for all searches to come. Where there is no memory for it each search
/// tries to make its own, and says so.
pub(crate) fn keep_table(request: &mut Request) {
    request.table = Table::with_mebibytes(request.memory).ok().map(Arc::new);
}

/// Gives the request an empty table of another size. The one before is given back first, for there may be no
/// room for both; if there is none for the new one, another of the old size takes its place.
pub(crate) fn resize_table(request: &mut Request, mebibytes: usize) -> Result<(), TableTooLarge> {
    request.table = None;
    match Table::with_mebibytes(mebibytes) {
        Ok(table) => {
            (request.table, request.memory) = (Some(Arc::new(table)), mebibytes);
            Ok(())
        }
        Err(too_large) => {
            keep_table(request);
            Err(too_large)
        }
    }
}

/// Forgets what earlier searches have found.
pub(crate) fn forget(request: &Request) {
    if let Some(table) = &request.table {
        table.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::Limits;
    use pleach::registry::Method;

    #[test]
    fn a_table_of_impossible_size_leaves_one_of_the_old_size() {
        let mut request = Request::new(Method::default(), Limits::depth(1));
        request.memory = 1;
        keep_table(&mut request);
        assert!(resize_table(&mut request, usize::MAX >> 20).is_err());
        assert_eq!(request.table.as_ref().map(|table| table.bytes()), Some(1 << 20));
        assert_eq!(resize_table(&mut request, 2), Ok(()));
        assert_eq!((request.table.map(|table| table.bytes()), request.memory), (Some(2 << 20), 2));
    }
}
