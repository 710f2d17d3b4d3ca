use super::*;
use crate::game::mix;
use proptest::prelude::*;

fn table() -> Table {
    Table::with_mebibytes(1).expect("1 MiB")
}

fn exact(score: i32, draft: u8) -> Known {
    Known::new(Score::new(score), Bound::Exact, Draft::limited(draft))
}

#[test]
fn the_size_is_what_was_asked_for() {
    for mebibytes in [1, 3, 64, 100] {
        assert_eq!(Table::with_mebibytes(mebibytes).expect("it fits").bytes(), mebibytes << 20);
    }
    assert_eq!(Table::with_mebibytes(0).expect("it fits").bytes(), 1 << 20);
}

#[test]
fn more_than_there_is_is_refused() {
    for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        let error = Table::with_mebibytes(mebibytes).expect_err("nobody has that much");
        assert!(error.to_string().contains("does not fit into the memory"), "{error}");
    }
}

#[test]
fn both_bounds_of_a_position_are_kept_together() {
    let table = table();
    let draft = Draft::limited(4);
    table.store(7, Known::new(Score::new(-3), Bound::Lower, draft).by_move(2));
    table.store(7, Known::new(Score::new(9), Bound::Upper, draft));
    let found = table.probe(7, draft, false, 0);
    assert_eq!((found.lower, found.upper, found.ordinal), (Score::new(-3), Score::new(9), Some(2)));
    table.store(7, exact(5, 4));
    let found = table.probe(7, draft, false, 0);
    assert_eq!(found.answer(Window::FULL), Some(Score::new(5)));
}

#[test]
fn an_entry_answers_only_for_its_depth() {
    let table = table();
    table.store(7, exact(5, 4));
    assert_eq!(table.probe(7, Draft::limited(3), false, 0).lower, Score::MIN);
    assert_eq!(table.probe(7, Draft::limited(3), true, 0).lower, Score::new(5));
    assert_eq!(table.probe(7, Draft::limited(5), true, 0).lower, Score::MIN);
    // Without a horizon more depth changes nothing, but less may.
    table.store(8, exact(5, 4).complete(true));
    assert_eq!(table.probe(8, Draft::TO_THE_END, false, 0).lower, Score::new(5));
    assert_eq!(table.probe(8, Draft::limited(3), false, 0).lower, Score::MIN);
}

#[test]
fn what_cost_more_stays_longer() {
    let table = table();
    // Keys of one line: the highest bits choose it.
    let dear: Vec<u64> = (1..=3).collect();
    for &key in &dear {
        table.store(key, exact(1, 2).after_nodes(1 << 20));
    }
    for key in 10..1_000 {
        table.store(key, exact(2, 2).after_nodes(10));
    }
    for key in dear {
        assert_eq!(table.probe(key, Draft::limited(2), false, 0).lower, Score::new(1));
    }
    // In the next search they are given up sooner than what comes.
    table.new_search();
    for key in 10..14 {
        table.store(key, exact(2, 2).after_nodes(10));
    }
    assert_eq!(table.probe(13, Draft::limited(2), false, 0).lower, Score::new(2));
}

#[test]
fn growing_and_clearing_lose_and_invent_nothing() {
    let table = table();
    let keys: Vec<u64> = (0..500).map(mix).collect();
    for (index, &key) in keys.iter().enumerate() {
        table.store(key, exact(index as i32, 3));
    }
    let held = |table: &Table| {
        let known = |&(index, &key): &(usize, &u64)| {
            let found = table.probe(key, Draft::limited(3), false, 0);
            assert!(found.lower == Score::MIN || found.lower == Score::new(index as i32));
            found.lower != Score::MIN
        };
        keys.iter().enumerate().filter(known).count()
    };
    let before = held(&table);
    assert!(before > 450, "{before}");
    while table.grow() {
        assert_eq!(held(&table), before);
    }
    assert_eq!(table.entries_in_use(), (1 << 20) / 16);
    table.clear();
    assert_eq!(held(&table), 0);
    assert!(table.entries_in_use() < 2_000);
}

/// Threads write entries whose every field follows from the key, while the table grows again and again; whoever
/// reads anything else has read a torn one.
#[test]
fn no_torn_entry_is_ever_read() {
    let table = table();
    let value_of = |key: u64, round: u64| (mix(key ^ round) % 4_000_000) as i32 - 2_000_000;
    let rounds = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let table = &table;
            scope.spawn(move || {
                for step in 0..rounds {
                    // Few keys in few lines, so that the threads meet.
                    let key = mix((mix(step ^ thread << 40)) % 64) << 40 | 1;
                    let round = mix(step ^ thread << 50) % 16;
                    let value = value_of(key, round);
                    let known = Known::new(Score::new(value), Bound::Exact, Draft::limited(round as u8));
                    table.store(key, known.by_move(value.unsigned_abs() % 200));
                    if step % (rounds / 4) == thread {
                        table.grow();
                    }
                    for draft in 0..16 {
                        let found = table.probe(key, Draft::limited(draft), false, 0);
                        if found.lower != Score::MIN {
                            assert_eq!(found.lower, Score::new(value_of(key, draft.into())));
                            assert_eq!(found.lower, found.upper);
                        }
                    }
                }
            });
        }
    });
}

proptest! {
    #[test]
    fn what_is_stored_is_found(
        key: u64,
        score in -Score::LIMIT..=Score::LIMIT,
        draft in 0..255_u8,
        ordinal in 0..255_u32,
        nodes: u64,
        level in 0..16_u8,
    ) {
        let table = table();
        let known = exact(score, draft).by_move(ordinal).after_nodes(nodes).selectivity(level);
        table.store(key, known);
        let found = table.probe(key, Draft::limited(draft), false, level);
        prop_assert_eq!((found.lower, found.upper), (Score::new(score), Score::new(score)));
        prop_assert_eq!((found.ordinal, found.selective), (Some(ordinal), level > 0));
        if let Some(less) = level.checked_sub(1) {
            let found = table.probe(key, Draft::limited(draft), false, less);
            prop_assert_eq!((found.lower, found.upper), (Score::MIN, Score::MAX));
            prop_assert_eq!(found.ordinal, Some(ordinal));
        }
        prop_assert_eq!(table.probe(!key, Draft::limited(draft), false, 0), Found::NOTHING);
    }
}
