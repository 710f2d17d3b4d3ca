//! The searches of the built-in games.

/// A search: game, position (empty for the first one), depth (none to the end of the game).
pub(super) type Fixed = (&'static str, &'static str, Option<u32>);

/// The searches of all textbook algorithms.
pub(super) const TEXTBOOK: [Fixed; 10] = [
    ("tic-tac-toe", "", Some(9)),
    ("tic-tac-toe:symmetric=on", "", Some(9)),
    ("connect-four", "", Some(6)),
    ("othello", "", Some(5)),
    ("chinese-checkers", "", Some(2)),
    ("chess", "", Some(3)),
    ("tree", "MAX[5, MIN(4)[9, MAX(3)[2, MIN(2)[3, 7]]]]", Some(9)),
    ("random-tree:b=4,d=8,leaves=iid,seed=1", "", Some(8)),
    ("random-tree:b=4,d=8,leaves=newborn,seed=1", "", Some(8)),
    ("random-tree:b=8,d=6,leaves=ordered,quality=0.8,seed=1", "", Some(6)),
];

/// The searches of the engine, which goes much deeper.
pub(super) const ENGINE: [Fixed; 17] = [
    ("tic-tac-toe", "", Some(9)),
    ("tic-tac-toe", "", None),
    ("connect-four", "", Some(18)),
    ("connect-four", "444333", Some(18)),
    ("connect-four", "44444432", None),
    ("othello", "", Some(15)),
    ("othello", "-----------O-X--OOOOOOOOOOXXXX-XOOOXX---OOXXX---O--------------- X", Some(12)),
    ("othello", "OO-OOOOXXOOXXXXXOOXOOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", None),
    ("chinese-checkers", "", Some(7)),
    ("chinese-checkers", "1/X1/2X/OXXX/5XXX5/12/11/1X2O5/9/3O6/4O3X2/4O7/6OO5/O2O/2O/2/1 X - 16", Some(5)),
    ("chess", "", Some(8)),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Some(7)),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", Some(10)),
    ("tree", "MAX[5, MIN(4)[9, MAX(3)[2, MIN(2)[3, 7]]]]", Some(9)),
    ("random-tree:b=5,d=12,leaves=iid,seed=1", "", Some(12)),
    ("random-tree:b=6,d=14,leaves=newborn,seed=1", "", Some(13)),
    ("random-tree:b=8,d=12,leaves=ordered,quality=0.8,seed=1", "", None),
];
