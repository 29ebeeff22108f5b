//! What happens if I charge? The exact odds of an action, as a table or as JSON.
//!
//! ```console
//! cargo run --release --example odds -- worked-charge
//! cargo run --release --example odds -- my-position.json --json
//! ```
//!
//! The position is a request of the JSON door with `odds` in it: a file, `-` for standard input, or one of the worked
//! examples by name; without a word, their names are listed.

use std::error::Error;
use std::io::Read;
use std::process::ExitCode;

use grognard::door::{Foreseen, Request, Response, open};
use grognard::odds::{Manner, told};

/// The worked examples: requests as anybody can write them.
const WORKED: [(&str, &str, &str); 9] = [
    ("worked-charge", "Nauendorff charges the 11th Hussars (M 9.1)", include_str!("odds/worked-charge.json")),
    ("infantry", "cuirassiers charge a regiment in line", include_str!("odds/infantry.json")),
    ("cavalry", "hussars charge hussars, with cuirassiers behind both", include_str!("odds/cavalry.json")),
    ("square", "hussars ride at infantry that may form square", include_str!("odds/square.json")),
    ("stack", "cuirassiers charge two regiments in one hex", include_str!("odds/stack.json")),
    ("guns", "hussars charge a battery and its infantry", include_str!("odds/guns.json")),
    ("battery", "hussars charge a battery that is alone", include_str!("odds/battery.json")),
    ("battle", "Laharpe attacks Argenteau in the hills (Montenotte)", include_str!("odds/battle.json")),
    (
        "reconnaissance",
        "Stengel's cavalry looks for Argenteau's strength (Montenotte)",
        include_str!("odds/reconnaissance.json"),
    ),
];

fn request(name: &str) -> Result<String, Box<dyn Error>> {
    if let Some((_, _, text)) = WORKED.iter().find(|(worked, _, _)| *worked == name) {
        return Ok((*text).to_owned());
    }
    if name == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    Ok(std::fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?)
}

/// The words of a line, broken at spaces so that no piece is longer than this unless a word is.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn table(request: &Request, foreseen: &Foreseen) {
    if let Some(asked) = &request.odds {
        println!("{}: {}", asked.by, foreseen.action);
        let word = |manner: &Manner| format!("{manner:?}").to_lowercase();
        let answers: Vec<_> = asked.answers.iter().map(|(side, manner)| format!("{side} {}", word(manner))).collect();
        let until = format!("{:?}", asked.until).to_lowercase();
        println!("until: {until}; answers: {}", answers.join(", "));
    }
    if !foreseen.always.is_empty() {
        println!("\nin every case: {}", told(&foreseen.always));
    }
    println!("\n{:>7}  {:>20}  outcome", "percent", "chance");
    for outcome in &foreseen.outcomes {
        let text = if outcome.told.is_empty() { "nothing else" } else { &outcome.told };
        let mut lines = broken(text, 80).into_iter();
        let first = lines.next().unwrap_or_default();
        println!("{:>7}  {:>20}  {first}", outcome.percent, outcome.chance.to_string());
        lines.for_each(|line| println!("{:31}{line}", ""));
    }
    let positions: usize = foreseen.outcomes.iter().map(|outcome| outcome.positions).sum();
    println!("\n{positions} different positions, {} steps", foreseen.steps);
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = words.iter().find(|word| *word == "-" || !word.starts_with('-')) else {
        println!("odds NAME|FILE|- [--json]; the names are:");
        WORKED.iter().for_each(|(name, what, _)| println!("  {name:14} {what}"));
        return Ok(ExitCode::SUCCESS);
    };
    let request: Request = serde_json::from_str(&request(name)?)?;
    if request.odds.is_none() {
        return Err("the request asks for no `odds`".into());
    }
    let response = open(&request);
    if words.iter().any(|word| word == "--json") {
        println!("{}", serde_json::to_string_pretty(&response)?);
    } else {
        match &response {
            Response::Foreseen(foreseen) => table(&request, foreseen),
            Response::Refused(refused) => println!("refused: {}", refused.told),
            other => println!("{}", serde_json::to_string_pretty(other)?),
        }
    }
    Ok(if matches!(response, Response::Foreseen(_)) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
}
