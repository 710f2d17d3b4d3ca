//! Theorem 2 by brute force: whatever leaves an algorithm looked at to know the root's value, some
//! order of the children makes alpha-beta look at no other.

use pleach::observe::{Event, Observe};
use pleach::textbook::{Walk, alpha_beta};
use pleach::tree::ExplicitTree;
use pleach::{Game, Limits, Player, Score, Window};

/// A tree as plain data, its leaves numbered.
#[derive(Clone, Debug)]
enum Plain {
    Leaf(usize),
    Node(Vec<Plain>),
}

impl Plain {
    fn value(&self, player: Player, leaves: &[i32]) -> i32 {
        match self {
            Plain::Leaf(number) => leaves[*number],
            Plain::Node(children) => {
                let values = children.iter().map(|child| child.value(player.other(), leaves));
                if player == Player::Max { values.max() } else { values.min() }.unwrap()
            }
        }
    }

    /// All trees that differ from this one by the order of children.
    fn orders(&self) -> Vec<Plain> {
        let Plain::Node(children) = self else { return vec![self.clone()] };
        let choices: Vec<Vec<Plain>> = children.iter().map(Plain::orders).collect();
        let mut rows: Vec<Vec<Plain>> = vec![Vec::new()];
        for choice in &choices {
            rows = rows
                .iter()
                .flat_map(|row| choice.iter().map(|c| [row.clone(), vec![c.clone()]].concat()))
                .collect();
        }
        rows.iter().flat_map(|row| permutations(row)).map(Plain::Node).collect()
    }

    /// The tree in brackets, every leaf named by its number.
    fn text(&self, player: Player, leaves: &[i32]) -> String {
        match self {
            Plain::Leaf(number) => format!("n{number}: {}", leaves[*number]),
            Plain::Node(children) => {
                let children: Vec<String> =
                    children.iter().map(|child| child.text(player.other(), leaves)).collect();
                format!("{}[{}]", if player == Player::Max { "MAX" } else { "MIN" }, children.join(", "))
            }
        }
    }
}

fn permutations(items: &[Plain]) -> Vec<Vec<Plain>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    (0..items.len())
        .flat_map(|first| {
            let rest = [&items[..first], &items[first + 1..]].concat();
            permutations(&rest).into_iter().map(move |row| [vec![items[first].clone()], row].concat())
        })
        .collect()
}

/// The set of leaves visited, as bits.
struct LeafSet(u32);

impl Observe<ExplicitTree> for LeafSet {
    fn observe(&mut self, event: Event<'_, ExplicitTree>) {
        if let Event::Entered { game, .. } = event
            && game.is_leaf()
        {
            let name = pleach::Notation::node_name(game).unwrap();
            self.0 |= 1 << name[1..].parse::<u32>().unwrap();
        }
    }
}

fn leaves_of_alpha_beta(text: &str) -> u32 {
    let tree: ExplicitTree = text.parse().unwrap();
    let mut seen = LeafSet(0);
    let mut walk = Walk::new(&(), &mut seen, &Limits::none());
    alpha_beta(&mut walk, &tree, u32::MAX, Window::FULL).unwrap();
    seen.0
}

/// Whether knowing these leaves determines the root: the value is the same if all others are very
/// bad and if all others are very good, because it only grows with each leaf.
fn determines(tree: &Plain, leaves: &[i32], known: u32) -> bool {
    let filled = |other: i32| {
        let values: Vec<i32> = leaves
            .iter()
            .enumerate()
            .map(|(n, &value)| if known >> n & 1 == 1 { value } else { other })
            .collect();
        tree.value(Player::Max, &values)
    };
    filled(-1_000) == filled(1_000)
}

#[test]
fn some_order_makes_alpha_beta_look_at_no_more_than_any_algorithm() {
    let leaf = Plain::Leaf;
    let node = |children: &[Plain]| Plain::Node(children.to_vec());
    let shapes = [
        (node(&[node(&[leaf(0), leaf(1)]), node(&[leaf(2), leaf(3)])]), 4),
        (node(&[node(&[leaf(0), leaf(1), leaf(2)]), node(&[leaf(3), leaf(4)])]), 5),
        (node(&[leaf(0), node(&[leaf(1), node(&[leaf(2), node(&[leaf(3), leaf(4)])])])]), 5),
        (
            node(&[node(&[node(&[leaf(0), leaf(1)]), leaf(2)]), node(&[leaf(3), node(&[leaf(4), leaf(5)])])]),
            6,
        ),
    ];
    let mut checked = 0;
    for (shape, count) in shapes {
        let orders = shape.orders();
        for seed in 0..60u64 {
            let leaves: Vec<i32> = (0..count).map(|n| (pleach::mix(seed * 64 + n) % 4) as i32).collect();
            let seen: Vec<u32> =
                orders.iter().map(|order| leaves_of_alpha_beta(&order.text(Player::Max, &leaves))).collect();
            for known in 0..1u32 << count {
                if determines(&shape, &leaves, known) {
                    assert!(seen.iter().any(|set| set & !known == 0), "{shape:?} {leaves:?} {known:b}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1_000);
}

#[test]
fn scores_survive_the_text() {
    let tree: ExplicitTree = "MAX[n0: -3]".parse().unwrap();
    assert_eq!(tree.after(1).outcome(), Some(Score::new(3)), "Min is to move at the leaf");
}
