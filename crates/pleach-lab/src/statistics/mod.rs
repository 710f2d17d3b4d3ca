//! What results mean: Elo with its error, sequential tests, ratings.
