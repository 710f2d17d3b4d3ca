//! Files and streams that are not what one would like: endless, full, links, devices.

mod program;

use program::{Folder, complaint, failure, json, pleach, text};
use std::process::{Command, Stdio};

/// Whatever reads a file reads no more of it than is of use.
#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    let zero = "/dev/zero";
    let engine = format!("engine:weights={zero},depth=1");
    let follower = format!("engine:profile={zero},depth=1");
    let cases: [(&[&str], &str); 8] = [
        (&["search", "othello", "--depth", "2", "--profile", zero], "profile"),
        (&["search", "othello", "--depth", "2", "--weights", zero], "list of weights"),
        (&["search", "tree", "--depth", "2", "--position", "@/dev/zero"], "position"),
        (&["solve", "tic-tac-toe", "--file", zero], "list of positions"),
        (&["match", "othello", "engine", "engine", "--openings", zero], "list of openings"),
        (&["match", "othello", "engine", &engine], "list of weights"),
        (&["match", "othello", "engine", &follower], "profile"),
        (&["serve", "--weights", "othello", zero], "list of weights"),
    ];
    for (arguments, wanted) in cases {
        let message = failure(arguments);
        assert!(
            message.ends_with(&format!("more than 64 MiB: too large for a {wanted}")),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn what_is_told_is_short_however_long_the_input() {
    let folder = Folder::new("long");
    let file = folder.with("position.txt", "x".repeat(10 << 20));
    for game in ["tic-tac-toe", "othello", "chess", "connect-four", "chinese-checkers", "tree"] {
        let position = format!("@{file}");
        let message = failure(&["search", game, "--depth", "2", "--position", &position]);
        assert!(message.len() < 1000, "{game}: {}", message.len());
    }
}

/// A position wider than 65,535 characters is shown in part; JSON has it all.
#[test]
fn wide_positions_are_shown_in_part() {
    let folder = Folder::new("wide");
    let leaves = 21_850;
    let tree = format!("MAX[{}]", vec!["1"; leaves].join(", "));
    let position = format!("@{}", folder.with("tree.txt", tree));
    let arguments = ["solve", "tree", "--position", &position];
    let said = text(&arguments);
    assert!(said.lines().all(|line| line.chars().count() < 1100), "{}", said.len());
    let solved = json(&arguments);
    assert!(solved["position"].as_str().is_some_and(|text| text.matches('1').count() == leaves));
}

/// What cannot be told is no reason to panic, and what cannot be printed no success.
#[cfg(target_os = "linux")]
#[test]
fn full_streams_are_no_accident() {
    let run = |arguments: &[&str], out: bool| {
        let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device is there");
        let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"));
        program.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match out {
            true => program.stdout(full()),
            false => program.stderr(full()),
        };
        program.output().expect("the program runs")
    };
    assert_eq!(run(&["search", "nonsense", "--depth", "3"], false).status.code(), Some(2));
    assert_eq!(run(&["search", "--nonsense"], false).status.code(), Some(2));
    assert_eq!(run(&["solve", "tic-tac-toe", "--nodes", "1"], false).status.code(), Some(1));
    for arguments in [&["--help"][..], &["--version"], &["search", "--help"], &["games"]] {
        assert!(complaint(&run(arguments, true), 2).starts_with("standard output: "), "{arguments:?}");
    }
}

/// A quick way to have weights written.
fn tune(folder: &Folder, output: &str) -> std::process::Output {
    let plan = ["--method", "temporal", "--games", "20", "--depth", "1", "--prove", "0"];
    let place = ["-o", output, "--lab", &folder.file("lab.sqlite")];
    pleach(&[&["tune", "othello:eval=discs-corners,unit=hundredth"], &plan[..], &place].concat())
}

#[cfg(unix)]
#[test]
fn weights_are_written_through_links_and_into_devices() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new("written");
    let (link, real) = (folder.file("link.toml"), folder.with("real.toml", "old"));
    std::os::unix::fs::symlink("real.toml", &link).expect("a link can be made");
    let other = folder.with("link.new", "somebody's");
    assert!(tune(&folder, &link).status.success());
    assert!(std::fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert!(std::fs::read_to_string(&real).expect("it is there").contains("version = 2"));
    assert_eq!(std::fs::read_to_string(&other).expect("it is there"), "somebody's");
    let pipe = folder.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("the pipe can be read")
    });
    assert!(tune(&folder, &pipe).status.success());
    assert!(reader.join().expect("it ends").contains("version = 2"));
    assert!(std::fs::metadata(&pipe).expect("it is there").file_type().is_fifo());
    assert!(tune(&folder, "/dev/null").status.success());
    assert!(std::fs::metadata("/dev/null").expect("it is there").file_type().is_char_device());
}

/// In somebody's own program the commands have its name.
#[cfg(unix)]
#[test]
fn a_program_of_another_name_calls_itself_so() {
    let folder = Folder::new("name");
    let program = folder.file("kalah");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pleach"), &program).expect("a link can be made");
    let run = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).output().expect("the program runs");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
    };
    for command in ["", "search", "match", "tune", "lab"] {
        let help = run(&[command, "--help"].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>());
        assert!(help.contains("kalah") && !help.contains("pleach "), "{help}");
    }
    assert!(run(&["--version"]).starts_with("kalah "));
    assert!(run(&["search", "--help"]).contains("\n  kalah search tic-tac-toe "));
    assert!(run(&["search", "nonsense", "--depth", "3"]).starts_with("kalah: unknown game 'nonsense'"));
    let lab = folder.file("lab.sqlite");
    run(&["match", "tic-tac-toe", "engine:depth=1", "engine:depth=1", "--games", "2", "--lab", &lab]);
    assert!(run(&["lab", "show", "9", "--lab", &lab]).contains("`kalah lab ls` lists them"));
}
