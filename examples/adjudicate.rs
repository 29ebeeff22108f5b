//! The JSON door as a program: a request on standard input, the response on standard output.
//!
//! ```text
//! cargo run --release --example adjudicate < request.json
//! ```

use std::io::{Read, Write, stdin, stdout};
use std::process::ExitCode;

use grognard::door::{LONGEST, adjudicate};

fn main() -> ExitCode {
    let mut request = Vec::new();
    // One byte more than allowed is enough to see that it is too long.
    if let Err(error) = stdin().take(LONGEST as u64 + 1).read_to_end(&mut request) {
        eprintln!("the request cannot be read: {error}");
        return ExitCode::FAILURE;
    }
    let response = adjudicate(&String::from_utf8_lossy(&request));
    match writeln!(stdout(), "{response}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
