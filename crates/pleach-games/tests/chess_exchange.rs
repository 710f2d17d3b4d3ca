//! Chess: captures, checks, exchanges and quiescence against plain definitions.

use pleach::{Evaluate, Game, Hashed, Linear, Notation, Score, Tunable, mix};
use pleach_games::chess::cozy_chess::{Color, Piece, Rank, Square};
use pleach_games::chess::{
    Chess, Classic, Material, Move, PieceValues, Quiescent, QuietLimits, captures, gives_check, see,
};

fn at(text: &str) -> Chess {
    Chess::new().parse(text).unwrap()
}

/// Positions of random games from several beginnings, all seeds fixed.
fn positions(games: u64, plies: u32) -> impl Iterator<Item = Chess> {
    let starts = include_str!("../../../testdata/chess-perft.txt");
    let starts: Vec<Chess> = starts
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| at(line.split(';').next().unwrap()))
        .collect();
    (0..games).flat_map(move |seed| {
        let mut game = starts[seed as usize % starts.len()].clone();
        (0..plies).map_while(move |ply| {
            let before = game.clone();
            let moves: Vec<Move> = game.moves().collect();
            let choice = mix(seed << 32 | u64::from(ply)) as usize % moves.len().max(1);
            game.play(*moves.get(choice)?);
            Some(before)
        })
    })
}

#[test]
fn checks_are_seen_before_they_are_given() {
    let (mut moves, mut checks) = (0, 0);
    for game in positions(60, 120) {
        for mv in game.moves() {
            let check = game.after(mv).in_check();
            assert_eq!(gives_check(&game, mv), check, "{} {}", game.position(), game.move_text(mv));
            moves += 1;
            checks += u32::from(check);
        }
    }
    assert!(moves > 50_000 && checks > 500, "{moves} moves, {checks} checks");
}

#[test]
fn checks_by_special_moves() {
    for (position, mv, check) in [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", false),
        ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", true),
        ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8b", false),
        ("8/2P1k3/8/8/8/8/8/4K3 w - - 0 1", "c7c8n", true),
        // the captured pawn uncovers the rook
        ("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("8/8/8/R2pP3/7k/8/8/4K3 w - d6 0 1", "e5d6", false),
    ] {
        let game = at(position);
        assert_eq!(gives_check(&game, game.parse_move(mv).unwrap()), check, "{position} {mv}");
    }
}

#[test]
fn captures_are_the_moves_that_change_the_material() {
    let material = |game: &Chess| Piece::ALL.map(|piece| game.cozy_board().pieces(piece).len());
    for game in positions(40, 120) {
        let loud = game.moves().filter(|&mv| material(&game.after(mv)) != material(&game));
        assert!(captures(&game).eq(loud), "{}", game.position());
    }
}

/// A board as a list of squares, on which exchanges are played out man by man.
#[derive(Clone)]
struct Mailbox {
    men: [Option<(Piece, Color)>; 64],
    target: Square,
}

impl Mailbox {
    fn new(game: &Chess, target: Square) -> Mailbox {
        let board = game.cozy_board();
        let man = |square: usize| {
            let square = Square::index(square);
            board.piece_on(square).zip(board.color_on(square))
        };
        Mailbox { men: std::array::from_fn(man), target }
    }

    /// Whether the man on a square attacks the target, by walking there.
    fn attacks(&self, from: Square) -> bool {
        let Some((piece, colour)) = self.men[from as usize] else { return false };
        let files = self.target.file() as i8 - from.file() as i8;
        let ranks = self.target.rank() as i8 - from.rank() as i8;
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        let distance = files.abs().max(ranks.abs());
        let forward = if colour == Color::White { 1 } else { -1 };
        match piece {
            _ if distance == 0 => false,
            Piece::Pawn => files.abs() == 1 && ranks == forward,
            Piece::Knight => files.abs().min(ranks.abs()) == 1 && distance == 2,
            Piece::King => distance == 1,
            Piece::Bishop if !diagonal => false,
            Piece::Rook if !straight => false,
            Piece::Queen if !straight && !diagonal => false,
            _ => (1..distance).all(|step| {
                let square = from.offset(files.signum() * step, ranks.signum() * step);
                self.men[square as usize].is_none()
            }),
        }
    }

    fn attackers(&self, side: Color) -> Vec<(Piece, Square)> {
        let of_side = |square: &Square| self.men[*square as usize].is_some_and(|(_, colour)| colour == side);
        let attackers = Square::ALL.into_iter().filter(of_side).filter(|&square| self.attacks(square));
        let mut attackers: Vec<(Piece, Square)> =
            attackers.map(|square| (self.men[square as usize].unwrap().0, square)).collect();
        attackers.sort_by_key(|&(piece, square)| (piece, square.relative_to(side)));
        attackers
    }

    /// The value of being allowed to capture on the target, or not to: minimax over all series of
    /// captures, with the least valuable attacker or with any.
    fn exchange(&self, side: Color, values: &PieceValues, any: bool) -> i32 {
        let attackers = self.attackers(side);
        let choices = if any { attackers.len() } else { attackers.len().min(1) };
        let tried = attackers[..choices].iter().filter_map(|&(piece, from)| {
            let after = self.after(from, None);
            if piece == Piece::King && !after.attackers(!side).is_empty() {
                return None;
            }
            let victim = self.men[self.target as usize].map_or(0, |(piece, _)| values.of(piece));
            let promoted = after.men[self.target as usize].unwrap().0;
            let gain = victim + values.of(promoted) - values.of(piece);
            Some(gain - after.exchange(!side, values, any))
        });
        tried.max().unwrap_or(0).max(0)
    }

    fn after(&self, from: Square, promotion: Option<Piece>) -> Mailbox {
        let mut next = self.clone();
        let (piece, colour) = next.men[from as usize].take().unwrap();
        let promotes = piece == Piece::Pawn && self.target.rank() == Rank::Eighth.relative_to(colour);
        let piece = if promotes { promotion.unwrap_or(Piece::Queen) } else { piece };
        next.men[self.target as usize] = Some((piece, colour));
        next
    }

    fn see(game: &Chess, mv: Move, values: &PieceValues, any: bool) -> i32 {
        let side = game.cozy_board().side_to_move();
        let mailbox = Mailbox::new(game, mv.to);
        let mut next = mailbox.after(mv.from, mv.promotion);
        let mut gain = mailbox.men[mv.to as usize].map_or(0, |(piece, _)| values.of(piece));
        let moved = mailbox.men[mv.from as usize].unwrap().0;
        if moved == Piece::Pawn && mv.from.file() != mv.to.file() && mailbox.men[mv.to as usize].is_none() {
            next.men[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
            gain = values.of(Piece::Pawn);
        }
        gain += mv.promotion.map_or(0, |piece| values.of(piece) - values.of(Piece::Pawn));
        gain - next.exchange(!side, values, any)
    }
}

fn is_castling(game: &Chess, mv: Move) -> bool {
    game.cozy_board().color_on(mv.to) == Some(game.cozy_board().side_to_move())
}

#[test]
fn exchanges_agree_with_playing_them_out() {
    let values = PieceValues::default();
    let (mut moves, mut unlike) = (0, 0);
    for game in positions(35, 100) {
        for mv in game.moves().filter(|&mv| !is_castling(&game, mv)) {
            let found = see(&game, mv);
            let least = Mailbox::see(&game, mv, &values, false);
            assert_eq!(found, least, "{} {}", game.position(), game.move_text(mv));
            moves += 1;
            unlike += u32::from(Mailbox::see(&game, mv, &values, true) != least);
        }
    }
    // A dearer piece is the better choice only where the cheaper one would open a line for the opponent.
    assert!(moves > 50_000, "{moves}");
    assert!(unlike * 1000 < moves, "{unlike} of {moves} are better with another order of captures");
}

#[test]
fn exchanges_with_rays_behind_rays() {
    for (position, mv, value) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        // rook behind rook
        ("4k3/4r3/4r3/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", -400),
        ("3k4/4r3/8/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 100),
        // promotion with capture, defended
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
        ("1rr1k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 400),
        // quiet moves can lose too
        ("4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1", "e4c5", -300),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 100),
    ] {
        let game = at(position);
        assert_eq!(see(&game, game.parse_move(mv).unwrap()), value, "{position} {mv}");
    }
}

/// Quiescence by its definition: no window, no order. `None` if that takes too many nodes.
struct PlainQuiescence<'a, E> {
    evaluator: &'a E,
    limits: QuietLimits,
    nodes_left: u32,
}

impl<E: Evaluate<Chess, Value = Score>> PlainQuiescence<'_, E> {
    fn value(&mut self, game: &Chess, evasions: u32, line: &[Move]) -> Option<Score> {
        let ply = line.len() as u32;
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if game.is_dead() || game.cozy_board().halfmove_clock() >= 100 {
            return Some(game.outcome().map_or(Score::ZERO, |outcome| outcome.after(ply)));
        }
        let evading = game.in_check() && evasions > 0;
        let moves: Vec<Move> = if evading {
            game.moves().collect()
        } else {
            let queen = |mv: &Move| mv.promotion.is_none_or(|piece| piece == Piece::Queen);
            let recapture = |mv: &Move| line.last().is_none_or(|last| last.to == mv.to);
            let good = captures(game).filter(queen).filter(|&mv| see(game, mv) >= 0);
            good.filter(|mv| ply < self.limits.captures || recapture(mv)).collect()
        };
        let rest = if evading { evasions - 1 } else { evasions };
        let first = if evading { Score::LOSS.after(ply) } else { self.evaluator.evaluate(game) };
        moves.into_iter().try_fold(first, |best, mv| {
            let value = self.value(&game.after(mv), rest, &[line, &[mv]].concat())?;
            Some(best.max(-value))
        })
    }
}

#[test]
fn quiescence_agrees_with_its_definition_in_every_window() {
    let material = Material::default();
    let mut compared = 0;
    for game in positions(28, 120).filter(|game| game.key() % 4 == 0) {
        let limits = QuietLimits { captures: 1 + (game.key() >> 8) as u32 % 6, ..QuietLimits::default() };
        let search = Quiescent::new(material.clone()).limits(limits);
        let mut plain = PlainQuiescence { evaluator: &material, limits, nodes_left: 2_000 };
        let Some(value) = plain.value(&game, limits.evasions, &[]) else { continue };
        compared += 1;
        assert_eq!(search.quiet_value(&game, Score::MIN, Score::MAX), value, "{}", game.position());
        for offset in [-250, -100, -1, 0, 1, 100, 250] {
            let alpha = value.plus(offset);
            for beta in [alpha.plus(1), alpha.plus(150)] {
                let found = search.quiet_value(&game, alpha, beta);
                let holds = match found {
                    _ if found <= alpha => value <= found,
                    _ if found >= beta => value >= found,
                    _ => value == found,
                };
                assert!(holds, "{}: {found} in {alpha} to {beta}, but {value}", game.position());
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn quiet_positions_are_judged_as_they_are() {
    let (classic, search) = (Classic::default(), Quiescent::<Classic>::default());
    let mut quiet = 0;
    for game in positions(30, 100).filter(|game| !game.in_check() && game.outcome().is_none()) {
        let (plain, searched) = (classic.evaluate(&game), search.evaluate(&game));
        assert!(searched >= plain, "standing pat is always possible: {}", game.position());
        if captures(&game).next().is_none() {
            assert_eq!(searched, plain);
            quiet += 1;
        }
    }
    assert!(quiet > 150, "{quiet}");
}

#[test]
fn a_check_is_no_quiet_position() {
    let search = Quiescent::new(Material::default());
    // Nothing can be taken now, but the knight that gives check will take the rook.
    let fork = at("r3k3/2N4p/8/8/8/8/7P/4K3 b q - 0 1");
    assert!(Material::default().evaluate(&fork).get() > 0);
    assert_eq!(search.evaluate(&fork), Score::new(-315));
    let mated = at("6k1/5ppp/8/8/8/8/5PPP/3r2K1 w - - 0 1");
    assert_eq!(search.quiet_value(&mated, Score::MIN, Score::MAX), Score::LOSS);
    assert_eq!(search.evaluate(&mated), Score::new(-QuietLimits::default().mate));
    let capture_and_mate = at("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_eq!(search.quiet_value(&capture_and_mate, Score::MIN, Score::MAX), Score::win_in(1));
    let without_evasions = search.clone().limits(QuietLimits { evasions: 0, ..QuietLimits::default() });
    assert_eq!(without_evasions.evaluate(&mated), Material::default().evaluate(&mated));
}

/// Known judgements that any sensible evaluation shares.
#[test]
fn the_classical_evaluation_knows_its_terms() {
    let classic = Classic::default();
    let value = |fen: &str| classic.evaluate(&at(fen)).get();
    let better = |good: &str, bad: &str| assert!(value(good) > value(bad), "{good} against {bad}");
    // isolated, doubled, passed and further advanced pawns
    better("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P1P2/4K3 w - - 0 1");
    better("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1");
    better("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1");
    // the bishop pair, a rook on an open file, a sheltered king
    better(
        "r1bqk1nr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
        "r1bqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1",
    );
    better("6k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "6k1/pp3ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1");
    better(
        "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1",
        "r2q1rk1/ppp2ppp/8/8/6PP/5P2/PPP5/R2Q1RK1 w - - 0 1",
    );
    // without pawns a minor piece more wins nothing
    assert!(value("4k3/8/8/8/8/8/8/R3K1b1 w - - 0 1") < 100);
    assert!(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400);
}

/// The terms that an evaluator tells a tuner, times their weights, are its value before it is rounded.
#[test]
fn terms_add_up_to_the_value() {
    fn check<E: Linear<Chess> + Evaluate<Chess, Value = Score>>(evaluator: &E) {
        let weights = evaluator.weights().flat();
        let mut told = 0;
        for game in positions(20, 120) {
            let (mut sum, mut terms) = (0.0, 0);
            evaluator.terms(&game, &mut |place, count| {
                sum += f64::from(weights[place as usize]) * f64::from(count);
                terms += 1;
            });
            let value = f64::from(evaluator.evaluate(&game).get());
            // Where captures run into the end of the game, no weight counts.
            assert!(terms == 0 || (sum - value).abs() < 1.1, "{sum} {value}: {}", game.position());
            told += u32::from(terms > 0);
        }
        assert!(told > 1000, "{told}");
    }
    check(&Material::default());
    check(&Classic::default());
    check(&Quiescent::new(Material::default()));
    check(&Quiescent::new(Classic::default()));
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let classic = Classic::default();
    let weights = classic.weights();
    // Whatever the numbers of a group are, its line becomes another one.
    let changed = |group: &str, to: &str| {
        let beginning = format!("{group} = ");
        let line = |line: &str| (if line.starts_with(&beginning) { to } else { line }).to_owned() + "\n";
        let text: String = weights.to_toml().lines().map(line).collect();
        assert!(text.contains(to), "{text}");
        Classic::from_weights(pleach::Weights::from_toml(&text).unwrap()).unwrap_err().to_string()
    };
    assert_eq!(changed("tempo", "tempo = [18]"), "weights: 'tempo' has 1 numbers instead of 2");
    assert_eq!(changed("tempo", "tempo = [18, 100001]"), "weights: 'tempo': 100001 is beyond 100000");
    assert_eq!(changed("tempo", "tmpo = [18, 10]"), "weights: 'tempo' is missing");
    assert_eq!(
        changed("phase", "phase = [0, 0, 0, 0, 0, 0]"),
        "weights: 'phase' must not be negative, nor nothing at all"
    );
    let doubled: Vec<i32> = weights.flat().iter().map(|weight| weight * 2).collect();
    let twice = Classic::from_weights(weights.with_flat(&doubled).unwrap()).unwrap();
    assert_eq!(twice.weights().version(), weights.version() + 1);
    let values = PieceValues::default();
    let error = values.weights().with_flat(&[100, 300, 290, 500, 900]).map(PieceValues::from_weights);
    assert_eq!(
        error.unwrap().unwrap_err().to_string(),
        "weights: 'pieces' must rise from the pawn to the queen, from 0 up to 1000000"
    );
}
