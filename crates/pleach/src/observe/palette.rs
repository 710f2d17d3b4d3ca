//! The colours and faces of the drawings, from the same tokens that the studio uses.

/// The colours, faces and measures of everything that Pleach draws, as custom properties of CSS: a light and a dark theme.
///
/// ```
/// assert!(pleach::observe::TOKENS.contains("--accent:"));
/// ```
pub const TOKENS: &str = include_str!("style/tokens.css");
const TREE: &str = include_str!("style/tree.css");

/// Light on screens that ask for nothing, dark where the reader's system is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    Light,
    Dark,
}

/// The style of a drawing that stands alone. Many programs that show SVG know no custom properties,
/// so their values are put in, once for each theme.
pub(super) fn style_alone() -> String {
    format!(
        "{}@media (prefers-color-scheme: dark) {{\n{}}}\n",
        with_values(TREE, Theme::Light),
        with_values(TREE, Theme::Dark)
    )
}

/// The rules without their comments, every `var(--name)` replaced by its value.
fn with_values(rules: &str, theme: Theme) -> String {
    let rules = without_comments(rules);
    let (light, dark) = (tokens(0), tokens(1));
    let value = |name: &str| {
        let find = |tokens: &[(String, String)]| {
            tokens.iter().find(|(token, _)| token == name).map(|(_, value)| value.clone())
        };
        // What the dark theme does not change it shares with the light one.
        let own = if theme == Theme::Dark { find(&dark) } else { None };
        own.or_else(|| find(&light)).unwrap_or_else(|| "inherit".to_owned())
    };
    let mut style = String::new();
    let mut rest = rules.trim();
    while let Some((before, after)) = rest.split_once("var(") {
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        style.push_str(before);
        style.push_str(&value(name));
        rest = after;
    }
    style.push_str(rest);
    style.push('\n');
    style
}

/// The tokens of the n-th block of the token file, which begins with the light theme.
fn tokens(block: usize) -> Vec<(String, String)> {
    let css = without_comments(TOKENS);
    let body = css.split('{').nth(block + 1).and_then(|rest| rest.split('}').next()).unwrap_or_default();
    let declarations = body.split(';').filter_map(|declaration| declaration.split_once(':'));
    let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    declarations.map(|(name, value)| (tidy(name), tidy(value))).collect()
}

fn without_comments(css: &str) -> String {
    let mut kept = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_names_every_colour_by_its_value() {
        let style = style_alone();
        assert!(!style.contains("var(") && !style.contains("inherit"), "{style}");
        let (light, dark) = style.split_once("@media").expect("two themes");
        assert!(light.contains("stroke: #1d6848") && !light.contains("#6cc89c"));
        assert!(dark.contains("stroke: #6cc89c") && !dark.contains("#1d6848"));
        assert!(dark.contains("\"Liberation Mono\""));
    }
}
