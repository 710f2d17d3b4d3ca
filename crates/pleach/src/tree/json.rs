//! Trees in JSON.

use super::explicit::{ExplicitTree, TreeBuilder};
use crate::game::Player;
use crate::notation::NotationError;
use crate::value::{Interval, Score};
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonNode {
    name: Option<String>,
    player: Option<JsonPlayer>,
    #[serde(rename = "static")]
    static_value: Option<i64>,
    value: Option<i64>,
    range: Option<[i64; 2]>,
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
        let range = match node.range {
            None => None,
            Some([low, high]) => {
                let (low, high) =
                    (score(Some(low))?.unwrap_or_default(), score(Some(high))?.unwrap_or_default());
                Some(Interval::new(low, high).map_err(|error| fail(error.to_string()))?)
            }
        };
        let player = node.player.map(|player| match player {
            JsonPlayer::Max => Player::Max,
            JsonPlayer::Min => Player::Min,
        });
        let added = match node.children {
            None if node.static_value.is_some() => {
                return Err(fail("a leaf has a 'value', only an interior node has a 'static'".to_owned()));
            }
            None if range.is_some() && node.value.is_some() => {
                return Err(fail("a leaf has either a 'value' or a 'range', not both".to_owned()));
            }
            // What has a range and nothing else goes on, nobody knows how.
            None if range.is_some() => {
                tasks.push(Task::Close);
                tasks.push(Task::Add(JsonNode::default()));
                builder.open(player, node.name.as_deref(), None)
            }
            None => builder.leaf(node.name.as_deref(), score(node.value)?),
            Some(_) if node.value.is_some() => {
                return Err(fail("a node has either a 'value' or 'children', not both".to_owned()));
            }
            Some(children) => {
                tasks.push(Task::Close);
                tasks.extend(children.into_iter().rev().map(Task::Add));
                builder.open(player, node.name.as_deref(), score(node.static_value)?)
            }
        };
        let added = added.and_then(|()| range.map_or(Ok(()), |range| builder.range(range)));
        added.map_err(|error| fail(error.to_string()))?;
    }
    Ok(builder.finish()?)
}
