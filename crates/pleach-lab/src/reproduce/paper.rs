//! The five papers that the project grew out of.

use serde::Serialize;

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// The analysis of alpha-beta.
    Hsu,
    /// Alpha-beta with sorted children.
    ZhangCui,
    /// Probability-based pruning.
    LiMarsland,
    /// How pruning errors travel to the root.
    LimLee,
    /// Forward pruning for Chinese Checkers.
    Tong,
}

impl Paper {
    /// All of them, in the order of the report.
    ///
    /// ```
    /// use pleach_lab::reproduce::Paper;
    /// assert_eq!(Paper::ALL.map(Paper::name), ["hsu", "zhang-cui", "li-marsland", "lim-lee", "tong"]);
    /// ```
    pub const ALL: [Paper; 5] = [Paper::Hsu, Paper::ZhangCui, Paper::LiMarsland, Paper::LimLee, Paper::Tong];

    /// The name by which its items are known; the example is at [`Paper::ALL`].
    pub fn name(self) -> &'static str {
        match self {
            Paper::Hsu => "hsu",
            Paper::ZhangCui => "zhang-cui",
            Paper::LiMarsland => "li-marsland",
            Paper::LimLee => "lim-lee",
            Paper::Tong => "tong",
        }
    }

    /// Author and title.
    ///
    /// ```
    /// assert!(pleach_lab::reproduce::Paper::LimLee.citation().contains("Lim and Lee"));
    /// ```
    pub fn citation(self) -> &'static str {
        match self {
            Paper::Hsu => "T.-s. Hsu, \"Alpha-beta pruning: algorithm and analysis\" (lecture notes)",
            Paper::ZhangCui => {
                "Zhang and Cui, \"Improved alpha-beta pruning of heuristic search in game-playing tree\""
            }
            Paper::LiMarsland => "Li and Marsland, \"Probability-based game tree pruning\" (1989)",
            Paper::LimLee => "Lim and Lee, \"Properties of forward pruning in game-tree search\" (2006)",
            Paper::Tong => {
                "Tong, \"Intelligent strategy for two-person non-random perfect information zero-sum games\" (2002)"
            }
        }
    }
}
