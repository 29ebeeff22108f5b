use grognard::chance::Seeded;
use grognard::jours_de_gloire::*;
use grognard::ruleset::*;
use grognard::setup::Setup;
use grognard::side::Side;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u64 = args[2].parse().unwrap();
    let mut setup = Setup::scenario(args[1].as_str());
    for o in &args[3..] {
        setup = setup.option(o.as_str());
    }
    let rules = match JoursDeGloire::open(&setup) {
        Ok(r) => r,
        Err(f) => {
            println!("{f}");
            return;
        }
    };
    println!("state {} bytes", size_of::<state::State>());
    let (mut total, mut turns) = (0u64, 0u64);
    let start = std::time::Instant::now();
    for seed in 0..n {
        let mut chance = Seeded::new(seed);
        let mut s = rules.begin(&mut chance).unwrap().state;
        let mut x = seed.wrapping_mul(0x9E3779B97F4A7C15) | 1;
        let mut last: Vec<String> = vec![];
        let mut k = 0;
        loop {
            let w = rules.waiting(&s);
            if w == Waiting::Over {
                break;
            }
            let sides: Vec<Side> = w.sides().collect();
            if sides.is_empty() {
                println!("seed {seed}: idle {:?}", s);
                break;
            }
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let by = sides[(x % sides.len() as u64) as usize];
            let acts = rules.legal_actions(&s, by);
            if acts.is_empty() {
                println!("seed {seed} step {k}: dead end {}", position::pending(&w));
                for l in last.iter().rev().take(6) {
                    println!("   {l}")
                }
                break;
            }
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let bias: Vec<_> = acts
                .iter()
                .filter(|a| {
                    let t = format!("{a:?}");
                    t.starts_with("Charge")
                        || t.starts_with("Shock")
                        || t.starts_with("Fight")
                        || t.starts_with("Fire")
                        || t.starts_with("React")
                })
                .collect();
            let a = if !bias.is_empty() && x % 3 > 0 {
                *bias[((x >> 9) % bias.len() as u64) as usize]
            } else {
                acts[((x >> 9) % acts.len() as u64) as usize]
            };
            last.push(format!("{by:?} {a:?}"));
            if std::env::var("V").is_ok() {
                println!("{} {}  <- {}", position::pending(&w), last.last().unwrap(), acts.len());
            }
            match rules.apply(&s, by, &a, &mut chance) {
                Ok(o) => {
                    if rules.fold(&s, o.journal.events()) != o.state {
                        println!("seed {seed}: fold");
                        break;
                    }
                    s = o.state
                }
                Err(e) => {
                    println!("seed {seed} step {k}: {e}");
                    for l in last.iter().rev().take(8) {
                        println!("   {l}")
                    }
                    println!("{}", position::pending(&w));
                    break;
                }
            }
            k += 1;
            if k > 200_000 {
                println!("seed {seed}: endless {}", position::pending(&rules.waiting(&s)));
                for l in last.iter().rev().take(12) {
                    println!("   {l}")
                }
                break;
            }
        }
        total += k;
        turns += u64::from(s.turn());
    }
    println!("{total} actions, {turns} turns, {:?}", start.elapsed());
}
