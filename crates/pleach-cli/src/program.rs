//! The name by which this program was called: somebody's own program has all commands under its own name.

use std::sync::OnceLock;

/// The name of our own program, which is how help and messages are written.
const OURS: &str = "pleach";

/// The name of the running program.
pub(crate) fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let path = std::env::args_os().next().map(std::path::PathBuf::from);
        let stem = path.as_deref().and_then(|path| path.file_stem());
        let name = stem.map(|stem| stem.to_string_lossy().into_owned());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| OURS.to_owned())
    })
}

/// A text that names commands of `pleach`, with those of the running program.
pub(crate) fn named(text: &str) -> String {
    renamed(text, name())
}

fn renamed(text: &str, name: &str) -> String {
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(OURS) {
        let (before, after) = (&rest[..at], &rest[at + OURS.len()..]);
        // Files and commands of protocols, such as pleach-lab.sqlite, are called so in every program.
        let part_of_a_word = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        let begins = !result.chars().chain(before.chars()).next_back().is_some_and(part_of_a_word);
        let ends = !after.starts_with(part_of_a_word);
        result += before;
        result += if begins && ends { name } else { OURS };
        rest = after;
    }
    result + rest
}

/// The command line with the name of the running program, in its help as well.
pub(crate) fn command(command: clap::Command) -> clap::Command {
    match name() {
        OURS => command,
        name => in_the_name_of(command.name(name).bin_name(name), name),
    }
}

fn in_the_name_of(mut command: clap::Command, name: &str) -> clap::Command {
    let renamed = |text: Option<&clap::builder::StyledStr>| text.map(|text| renamed(&text.to_string(), name));
    if let Some(text) = renamed(command.get_about()) {
        command = command.about(text);
    }
    if let Some(text) = renamed(command.get_long_about()) {
        command = command.long_about(text);
    }
    if let Some(text) = renamed(command.get_after_help()) {
        command = command.after_help(text);
    }
    let with_help = |argument: clap::Arg| match renamed(argument.get_help()) {
        Some(text) => argument.help(text),
        None => argument,
    };
    let commands: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    command = command.mut_args(with_help);
    for subcommand in commands {
        command = command.mut_subcommand(subcommand, |subcommand| in_the_name_of(subcommand, name));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_get_the_name() {
        let text = "`pleach games`; pleach-lab.sqlite, /usr/bin/pleach or Pleach:\n  pleach lab ls, impleach it by pleach";
        let expected = "`kalah games`; pleach-lab.sqlite, /usr/bin/pleach or Pleach:\n  kalah lab ls, impleach it by kalah";
        assert_eq!(renamed(text, "kalah"), expected);
    }
}
