"""Drives `pleach uci` through python-chess: argument 1 is the program. Says "ok" at the end."""

import sys
import time

import chess
import chess.engine

engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=60)
assert engine.id["name"].startswith("Pleach"), engine.id
for option in ("Hash", "Threads", "MultiPV", "Ponder", "Algorithm"):
    assert option in engine.options, option
engine.configure({"Hash": 16, "Algorithm": "negascout"})

# A short game by every kind of limit.
board = chess.Board()
limits = [
    chess.engine.Limit(depth=2),
    chess.engine.Limit(nodes=3000),
    chess.engine.Limit(time=0.05),
    chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1),
    chess.engine.Limit(white_clock=2, black_clock=2, remaining_moves=10),
    chess.engine.Limit(mate=1, nodes=3000),
]
for ply in range(24):
    played = engine.play(board, limits[ply % len(limits)], info=chess.engine.INFO_ALL)
    assert played.move in board.legal_moves, (board.fen(), played.move)
    if "pv" in played.info:
        assert played.info["pv"][0] == played.move, (board.fen(), played)
    board.push(played.move)
    if board.is_game_over():
        break

# Thinking on the opponent's time: a hit, and a miss.
board = chess.Board()
for _ in range(3):
    played = engine.play(board, chess.engine.Limit(white_clock=3, black_clock=3), ponder=True)
    board.push(played.move)
    board.push(played.ponder if played.ponder else next(iter(board.legal_moves)))
engine.play(chess.Board(), chess.engine.Limit(depth=1))

# Infinite analysis ends when it is told to.
with engine.analysis(chess.Board()) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 3:
            break
    started = time.monotonic()
    analysis.stop()
    best = analysis.wait()
    assert best.move in chess.Board().legal_moves, best
    assert time.monotonic() - started < 10
with engine.analysis(chess.Board()) as analysis:
    assert analysis.wait is not None  # stopped at once, before anything was found

# Several lines, each legal, the best first.
board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
infos = engine.analyse(board, chess.engine.Limit(depth=2), multipv=4)
assert len(infos) == 4, infos
scores = [info["score"].relative for info in infos]
assert scores == sorted(scores, reverse=True), scores
assert infos[0]["score"].relative == chess.engine.Mate(1) and infos[0]["pv"][0] == chess.Move.from_uci("f3f7")
for info in infos:
    replay = board.copy()
    for move in info["pv"]:
        replay.push(move)

# Only some moves.
some = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3")]
played = engine.play(chess.Board(), chess.engine.Limit(depth=2), root_moves=some)
assert played.move in some, played

# A position that is over has a score and no move.
mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
assert mated.is_checkmate()
assert not engine.play(mated, chess.engine.Limit(depth=2)).move
assert engine.analyse(mated, chess.engine.Limit(depth=2))["score"].relative == chess.engine.Mate(0)

# Illegal input leaves the engine alive. python-chess does not send any, so it goes the hard way.
transport = engine.transport.get_pipe_transport(0)
for line in (b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\n", b"position startpos moves e2e5\n", b"\xff\x00nonsense\n",
             b"setoption name Hash value much\n", b"x" * (1 << 20) + b"\n"):
    transport.write(line)
engine.ping()
assert engine.play(chess.Board(), chess.engine.Limit(depth=1)).move in chess.Board().legal_moves

engine.quit()
print("ok")
