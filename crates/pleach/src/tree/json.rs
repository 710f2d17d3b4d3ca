//! Trees in JSON.

use super::explicit::{ExplicitTree, TreeBuilder};
use crate::game::Player;
use crate::notation::NotationError;
use crate::value::Score;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonNode {
    name: Option<String>,
    player: Option<JsonPlayer>,
    #[serde(rename = "static")]
    static_value: Option<i64>,
    value: Option<i64>,
    children: Option<Vec<JsonNode>>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum JsonPlayer {
    Max,
    Min,
}

/// Reads a tree, however deep: neither the reading nor the building recurses on the bare stack.
pub(super) fn read(text: &str) -> Result<ExplicitTree, NotationError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let root = JsonNode::deserialize(serde_stacker::Deserializer::new(&mut deserializer))
        .and_then(|root| deserializer.end().map(|()| root))
        .map_err(|error| {
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or_default();
            NotationError::at_line(error.line(), error.column(), reason)
        })?;
    build(root)
}

fn build(root: JsonNode) -> Result<ExplicitTree, NotationError> {
    enum Task {
        Add(JsonNode),
        Close,
    }
    let mut builder = TreeBuilder::default();
    let mut tasks = vec![Task::Add(root)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Close => {
                builder.close()?;
                continue;
            }
            Task::Add(node) => node,
        };
        let place = node.name.clone().unwrap_or_else(|| "an unnamed node".to_owned());
        let fail = |reason: String| NotationError::new(format!("{place}: {reason}"));
        let score =
            |value: Option<i64>| value.map(Score::try_from).transpose().map_err(|e| fail(e.to_string()));
        let added = match node.children {
            None if node.static_value.is_some() => {
                return Err(fail("a leaf has a 'value', only an interior node has a 'static'".to_owned()));
            }
            None => builder.leaf(node.name.as_deref(), score(node.value)?),
            Some(_) if node.value.is_some() => {
                return Err(fail("a node has either a 'value' or 'children', not both".to_owned()));
            }
            Some(children) => {
                tasks.push(Task::Close);
                tasks.extend(children.into_iter().rev().map(Task::Add));
                let player = node.player.map(|player| match player {
                    JsonPlayer::Max => Player::Max,
                    JsonPlayer::Min => Player::Min,
                });
                builder.open(player, node.name.as_deref(), score(node.static_value)?)
            }
        };
        added.map_err(|error| fail(error.to_string()))?;
    }
    Ok(builder.finish()?)
}
