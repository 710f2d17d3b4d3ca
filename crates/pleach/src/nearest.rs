//! "Did you mean": the nearest valid name to one that is not.

/// ` (did you mean 'x'?)` if one of the names is close to the wanted one, else
/// ` (available: a, b, c)`, shortened when there are many.
pub(crate) fn or_nearest<S: AsRef<str>>(wanted: &str, names: &[S]) -> String {
    if let Some(name) = nearest(wanted, names) {
        return format!(" (did you mean '{name}'?)");
    }
    const SHOWN: usize = 12;
    let listed: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match names.len() {
        0 => String::new(),
        count if count > SHOWN => format!(" (available: {}, ... {} in all)", listed.join(", "), count),
        _ => format!(" (available: {})", listed.join(", ")),
    }
}

fn nearest<'n, S: AsRef<str>>(wanted: &str, names: &'n [S]) -> Option<&'n str> {
    let wanted = wanted.to_lowercase();
    names
        .iter()
        .map(AsRef::as_ref)
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .filter(|&(likeness, name)| likeness > 0.8 && name.len() > 1)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::or_nearest;

    #[test]
    fn close_names_are_offered_and_others_listed() {
        let names = ["tic-tac-toe", "othello"];
        assert_eq!(or_nearest("tic-tac-to", &names), " (did you mean 'tic-tac-toe'?)");
        assert_eq!(or_nearest("xyz", &names), " (available: tic-tac-toe, othello)");
        assert_eq!(or_nearest("x", &[] as &[&str]), "");
    }
}
