//! `pleach reproduce`: the list, the report and its files, and what is refused.

mod program;

use program::{Folder, failure, pleach, text};
use serde_json::Value;
use std::process::{Command, Stdio};

fn json_lines(arguments: &[&str]) -> Vec<Value> {
    text(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn items_are_listed() {
    let listed = json_lines(&["reproduce", "--list", "--json"]);
    assert!(listed.len() >= 6);
    for item in &listed {
        let paper = item["paper"].as_str().unwrap();
        assert!(item["item"].as_str().unwrap().starts_with(&format!("{paper}/")));
        assert!(item["title"].is_string() && item["minutes"].as_f64().is_some());
    }
    let people = text(&["reproduce", "--list", "zhang-cui"]);
    assert_eq!(people.lines().count(), 2, "{people}");
}

#[test]
fn a_report_is_written_with_its_files() {
    let folder = Folder::new("reproduce-report");
    let (lab, place) = (folder.file("lab.sqlite"), folder.file("report"));
    let run = |place: &str| {
        json_lines(&["reproduce", "zhang-cui", "--quick", "-o", place, "--lab", &lab, "--json"])
    };
    let found = run(&place);
    assert_eq!(found[0]["item"], "zhang-cui/table-1");
    assert!(found[0]["sentence"].as_str().unwrap().starts_with("Does not reproduce, because"));
    assert_eq!(found[1]["verdict"]["says"], "agrees-after-correcting");
    let read = |name: &str| std::fs::read_to_string(std::path::Path::new(&place).join(name)).unwrap();
    let page = read("report.html");
    assert!(page.contains("pleach reproduce zhang-cui/continued --quick"));
    assert!(read("zhang-cui-continued.csv").contains("44986"));
    assert!(read("zhang-cui-continued-1.svg").starts_with("<svg"));
    let again = folder.file("again");
    run(&again);
    assert_eq!(std::fs::read_to_string(std::path::Path::new(&again).join("report.html")).unwrap(), page);
}

/// Killed in the middle and started again, by another number of threads: the same report.
#[test]
fn a_killed_run_ends_with_the_same_report() {
    let folder = Folder::new("reproduce-killed");
    let arguments = |lab: &str, place: &str, threads: &str| {
        let all = ["reproduce", "li-marsland", "--quick", "--threads", threads, "-o", place, "--lab", lab];
        all.map(str::to_owned)
    };
    let page =
        |place: &str| std::fs::read_to_string(std::path::Path::new(place).join("report.html")).unwrap();
    let run = |lab: &str, place: &str, threads: &str| {
        text(&arguments(lab, place, threads).each_ref().map(String::as_str));
        page(place)
    };
    let whole = run(&folder.file("whole.sqlite"), &folder.file("whole"), "2");
    let (mut lab, mut place) = (String::new(), String::new());
    let mut is_killed = false;
    // On a busy machine a run may come to its end before it is killed; then another one is.
    for attempt in 0..10 {
        (lab, place) = (folder.file(&format!("{attempt}.sqlite")), folder.file(&format!("killed-{attempt}")));
        is_killed = killed_in_its_middle(&arguments(&lab, &place, "1"), &lab);
        if is_killed {
            break;
        }
    }
    assert!(is_killed && !std::path::Path::new(&place).join("report.html").exists());
    assert_eq!(run(&lab, &place, "2"), whole);
}

/// Starts the program and kills it as soon as something is kept. False if it has come to its end before.
fn killed_in_its_middle(arguments: &[String], lab: &str) -> bool {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    // As long as there is no laboratory yet, this fails.
    let kept =
        || String::from_utf8_lossy(&pleach(&["lab", "ls", "--lab", lab, "--json"]).stdout).lines().count();
    while kept() == 0 && program.try_wait().unwrap().is_none() {
        assert!(begun.elapsed().as_secs() < 120, "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    program.kill().unwrap();
    !program.wait().unwrap().success()
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let folder = Folder::new("reproduce-errors");
    let lab = folder.file("lab.sqlite");
    let item = failure(&["reproduce", "li-marslant", "--lab", &lab]);
    assert_eq!(item, "unknown item 'li-marslant' (did you mean 'li-marsland'?)");
    let figure = failure(&["reproduce", "zhang-cui/table-11", "--lab", &lab]);
    assert_eq!(figure, "unknown item 'zhang-cui/table-11' (did you mean 'zhang-cui/table-1'?)");
    std::fs::write(folder.file("taken"), "").unwrap();
    let place = folder.file("taken") + "/report";
    let directory = failure(&["reproduce", "zhang-cui", "-o", &place, "--lab", &lab]);
    assert!(directory.starts_with(&format!("{place}: cannot be made: ")), "{directory}");
    std::fs::write(folder.file("no-lab"), "some text that is no laboratory at all").unwrap();
    let store =
        failure(&["reproduce", "zhang-cui", "-o", &folder.file("out"), "--lab", &folder.file("no-lab")]);
    assert!(store.contains("no-lab"), "{store}");
}
