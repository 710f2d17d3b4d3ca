//! The program `pleach`.

fn main() -> std::process::ExitCode {
    pleach_cli::main_with(pleach_games::registry())
}
