//! Cholesky's decomposition of a small dense matrix.

/// A square matrix by rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The lower triangle L of a symmetric positive definite matrix L Lᵀ.
pub(super) struct Cholesky {
    rows: Matrix,
}

impl Cholesky {
    /// Decomposes a symmetric matrix, `None` if it is not positive definite to the precision of numbers.
    pub(super) fn new(matrix: &Matrix) -> Option<Self> {
        let mut rows: Matrix = Vec::with_capacity(matrix.len());
        for (i, given) in matrix.iter().enumerate() {
            let mut row = vec![0.0; i + 1];
            for j in 0..i {
                row[j] = (given[j] - dot(&row[..j], &rows[j][..j])) / rows[j][j];
            }
            let pivot = given[i] - dot(&row[..i], &row[..i]);
            // What is left of the diagonal by rounding alone is no pivot.
            if !(pivot > given[i].abs() * f64::EPSILON && pivot.is_finite()) {
                return None;
            }
            row[i] = pivot.sqrt();
            rows.push(row);
        }
        Some(Self { rows })
    }

    /// The solution x of L Lᵀ x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for (i, row) in self.rows.iter().enumerate() {
            solution[i] = (solution[i] - dot(&row[..i], &solution[..i])) / row[i];
        }
        for i in (0..solution.len()).rev() {
            let below: f64 = (i + 1..solution.len()).map(|k| self.rows[k][i] * solution[k]).sum();
            solution[i] = (solution[i] - below) / self.rows[i][i];
        }
        solution
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the article "Cholesky decomposition" in Wikipedia.
    #[test]
    fn the_known_triangle_is_found() {
        let matrix = vec![vec![4.0, 12.0, -16.0], vec![12.0, 37.0, -43.0], vec![-16.0, -43.0, 98.0]];
        let found = Cholesky::new(&matrix).unwrap();
        assert_eq!(found.rows, vec![vec![2.0], vec![6.0, 1.0], vec![-8.0, 5.0, 3.0]]);
        let solution = found.solve(&[0.0, 6.0, 39.0]);
        for (row, right) in matrix.iter().zip([0.0, 6.0, 39.0]) {
            assert!((dot(row, &solution) - right).abs() < 1e-9);
        }
    }

    #[test]
    fn singular_matrices_are_refused() {
        assert!(Cholesky::new(&vec![vec![1.0, -1.0], vec![-1.0, 1.0]]).is_none());
        assert!(Cholesky::new(&vec![vec![f64::NAN]]).is_none());
        assert!(Cholesky::new(&vec![vec![0.0]]).is_none());
    }
}
