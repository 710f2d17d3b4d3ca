"""A program that plays Othello by the Go Text Protocol, well behaved or not.

It keeps no board: its moves are read from a file with a game, one move a line.
"""
import sys
import time

mode, moves = sys.argv[1], sys.argv[2].split()
played = 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "play":
        played += 1
    if words[0] == "clear_board":
        played = 0
    if words[0] == "genmove":
        played += 1
        if mode == "hang":
            time.sleep(60)
        if mode == "slow":
            time.sleep(2)
        if mode == "die":
            sys.exit(3)
        if mode == "garbage":
            sys.stdout.write("\x00\xff no answer at all\n" * 50)
            sys.stdout.flush()
            continue
        if mode == "illegal":
            print("= a1\n", flush=True)
            continue
        print("=", moves[(played - 1) % len(moves)].upper(), "\n", flush=True)
        continue
    print("=\n", flush=True)
