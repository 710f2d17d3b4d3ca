//! `pleach serve`: where it listens, and how it begins and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn pleach(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleach"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A studio on a free port, and the address that it prints.
fn served(arguments: &[&str]) -> (Child, String) {
    let mut studio = pleach(&[&["serve", "--port", "0"], arguments].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(studio.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("The studio is at http://").unwrap_or_else(|| panic!("{line}"));
    (studio, address.to_owned())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_studio_serves_its_pages_and_a_taken_port_is_one_clear_line() {
    let (mut studio, address) = served(&["--threads", "1", "--hash", "16"]);
    assert!(address.starts_with("127.0.0.1:"));
    assert!(get(&address, "/").contains("<h1"));
    assert!(get(&address, "/api/v1/status").contains("\"threads\":1,\"table\":16"));
    let port = address.rsplit(':').next().unwrap();
    let second = pleach(&["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.starts_with(&format!("pleach: port {port} is taken")) && said.lines().count() == 1,
        "{said}"
    );
    studio.kill().unwrap();
    studio.wait().unwrap();
}

#[test]
fn other_machines_are_let_in_with_a_warning_only() {
    let (mut studio, _) = served(&["--host", "0.0.0.0"]);
    let mut line = String::new();
    BufReader::new(studio.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("warning: other machines can reach the studio on 0.0.0.0"), "{line}");
    studio.kill().unwrap();
    studio.wait().unwrap();
}

#[test]
fn an_unknown_host_is_one_clear_line() {
    let output = pleach(&["serve", "--host", "203.0.113.7", "--port", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("pleach: cannot listen on 203.0.113.7") && said.lines().count() == 1, "{said}");
}

#[cfg(unix)]
#[test]
fn the_studio_ends_when_the_system_asks_for_it() {
    let (mut studio, address) = served(&[]);
    let mut search = TcpStream::connect(&address).unwrap();
    let body = r#"{"game":"chess"}"#;
    write!(
        search,
        "POST /api/v1/play/search HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    search.read_exact(&mut [0; 64]).unwrap();
    let told = Command::new("kill").args(["-TERM", &studio.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(studio.wait().unwrap().code(), Some(0));
}
