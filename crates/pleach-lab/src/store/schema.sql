-- One laboratory. Times are UTC, as text: 2025-01-31T12:00:00Z.

-- A piece of work, known by all that decides its result. The same kind, definition and seed are the same
-- run: begun again it goes on where it was.
CREATE TABLE runs (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL,  -- match, tournament, self-play, genetic, temporal, regression
  game       TEXT NOT NULL,  -- the game with its options
  definition TEXT NOT NULL,  -- JSON: everything that decides the result, except for the seed
  seed       TEXT NOT NULL,  -- a whole number below 2^64
  program    TEXT NOT NULL,  -- the version of Pleach that began the run
  begun      TEXT NOT NULL,
  ended      TEXT,           -- null while there is work left
  summary    TEXT,           -- JSON: the result, once the run has ended
  UNIQUE (kind, definition, seed)
);

-- The parts of a run, each done as a whole or not at all.
CREATE TABLE shards (
  run     INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  number  INTEGER NOT NULL,  -- from 0 on
  rows    TEXT NOT NULL,     -- JSON: an array of objects, what they hold depends on the kind of the run
  seconds REAL NOT NULL,     -- the time it took
  PRIMARY KEY (run, number)
) WITHOUT ROWID;

-- Every row of every shard. `SELECT row ->> 'moves' FROM results WHERE run = 1` reads one column.
CREATE VIEW results AS
  SELECT shards.run, shards.number AS shard, each.key AS place, each.value AS row
  FROM shards, json_each(shards.rows) AS each;

-- The games of matches, tournaments and self-play.
CREATE VIEW games AS
  SELECT run, shard, place,
         row ->> 'first' AS first, row ->> 'second' AS second, row ->> 'opening' AS opening,
         row ->> 'moves' AS moves, row ->> 'result' AS result, row ->> 'reason' AS reason,
         row ->> 'score' AS score
  FROM results WHERE row ->> 'moves' IS NOT NULL;
