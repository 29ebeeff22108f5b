//! Where source code cites rules: its string literals, outside comments and tests.

use super::Citation;
use crate::rule::Rule;

/// The citations of a source file of the crate: every string literal that is a rule, but for those in comments and in what
/// is compiled for tests only. A file that is only compiled for tests (`tests.rs`, or in a folder `tests`) has none.
pub fn code(file: &str, source: &str) -> Vec<Citation> {
    if file.split(['/', '\\']).any(|part| part == "tests" || part == "tests.rs") {
        return Vec::new();
    }
    let mut scan = Scan { rest: source, line: 1 };
    let mut found = Vec::new();
    while let Some(token) = scan.next() {
        match token {
            Token::Text(text, line) => {
                found.extend(Rule::parse(text).map(|rule| Citation { rule, file: file.to_owned(), line }));
            }
            Token::ForTests => scan.skip_item(),
            Token::Open | Token::Close | Token::End | Token::Other => {}
        }
    }
    found
}

const FOR_TESTS: &str = "#[cfg(test)]";

enum Token<'s> {
    /// What stands between the quotes of a string, and its line.
    Text(&'s str, u32),
    /// The next item is compiled for tests only.
    ForTests,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `;`
    End,
    Other,
}

struct Scan<'s> {
    rest: &'s str,
    line: u32,
}

impl<'s> Scan<'s> {
    /// Passes over so many bytes, which end at the end of a character.
    fn pass(&mut self, bytes: usize) -> &'s str {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        let lines = passed.bytes().filter(|b| *b == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        passed
    }

    /// Passes over what ends with `end`.
    fn pass_to(&mut self, end: &str) -> &'s str {
        let length = self.rest.find(end).map_or(self.rest.len(), |at| at + end.len());
        self.pass(length)
    }

    fn next(&mut self) -> Option<Token<'s>> {
        let first = self.rest.chars().next()?;
        Some(match first {
            '/' if self.rest.starts_with("//") => {
                self.pass_to("\n");
                Token::Other
            }
            '/' if self.rest.starts_with("/*") => {
                self.comment();
                Token::Other
            }
            '#' if self.rest.starts_with(FOR_TESTS) => {
                self.pass(FOR_TESTS.len());
                Token::ForTests
            }
            '"' => self.text(),
            '\'' => {
                self.letter();
                Token::Other
            }
            _ if first == '_' || first.is_alphanumeric() => self.word(),
            _ => {
                self.pass(first.len_utf8());
                match first {
                    '{' => Token::Open,
                    '}' => Token::Close,
                    ';' => Token::End,
                    _ => Token::Other,
                }
            }
        })
    }

    fn comment(&mut self) {
        self.pass(2);
        let mut depth = 1_u32;
        while depth > 0 && !self.rest.is_empty() {
            let next = [self.rest.find("/*"), self.rest.find("*/")];
            match next {
                [Some(open), Some(close)] if open < close => {
                    self.pass(open + 2);
                    depth += 1;
                }
                [_, Some(close)] => {
                    self.pass(close + 2);
                    depth -= 1;
                }
                _ => {
                    self.pass(self.rest.len());
                }
            }
        }
    }

    fn text(&mut self) -> Token<'s> {
        let line = self.line;
        let mut escaped = false;
        let end = self.rest.bytes().enumerate().skip(1).find(|(_, b)| {
            let end = *b == b'"' && !escaped;
            escaped = *b == b'\\' && !escaped;
            end
        });
        let passed = self.pass(end.map_or(self.rest.len(), |(at, _)| at + 1));
        Token::Text(passed.trim_matches('"'), line)
    }

    /// A character, or a lifetime.
    fn letter(&mut self) {
        self.pass(1);
        let mut chars = self.rest.chars();
        match (chars.next(), chars.next()) {
            (Some('\\'), Some(escaped)) => {
                self.pass(1 + escaped.len_utf8());
                self.pass_to("'");
            }
            (Some(letter), Some('\'')) => {
                self.pass(letter.len_utf8() + 1);
            }
            _ => {}
        }
    }

    /// A word, or the raw string that it introduces.
    fn word(&mut self) -> Token<'s> {
        let length = self.rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(self.rest.len());
        let word = self.pass(length);
        if matches!(word, "r" | "br" | "cr") {
            let hashes = self.rest.bytes().take_while(|b| *b == b'#').count();
            if self.rest[hashes..].starts_with('"') {
                let line = self.line;
                self.pass(hashes + 1);
                let end = format!("\"{}", "#".repeat(hashes));
                let passed = self.pass_to(&end);
                return Token::Text(passed.strip_suffix(&end).unwrap_or(passed), line);
            }
        }
        Token::Other
    }

    /// Passes over an item: to its semicolon, or the end of its braces.
    fn skip_item(&mut self) {
        let mut depth = 0_u32;
        while let Some(token) = self.next() {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth <= 1 => return,
                Token::Close => depth -= 1,
                Token::End if depth == 0 => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    fn found(source: &str) -> Vec<(String, u32)> {
        code("src/a.rs", source).into_iter().map(|c| (c.rule.to_string(), c.line)).collect()
    }

    #[test]
    fn literals_are_found_with_their_lines() {
        let source =
            "cite!(\"R 9.5/1\",\n \"M 9.5.1/1\");\nlet x = '\"'; let y: &'a str = r#\"M 1\"#; // \"M 2\"\n\"M 3\"";
        let there = [("R 9.5/1", 1), ("M 9.5.1/1", 2), ("M 1", 3), ("M 3", 4)];
        assert_eq!(found(source), there.map(|(rule, line)| (rule.to_owned(), line)));
    }

    #[test]
    fn comments_and_tests_are_passed_over() {
        let source = "/// \"M 1\"\n/* \"M 2\" /* \"M 3\" */ \"M 4\" */\n#[cfg(test)]\nmod tests;\n\"M 5\"\n#[cfg(test)]\nmod t { \
                      fn f() { \"M 6\"; '{'; \"{\\\"\" } }\n\"M 7\"";
        assert_eq!(found(source), [("M 5".to_owned(), 5), ("M 7".to_owned(), 8)]);
        assert!(code("src/charge/tests.rs", "\"M 1\"").is_empty());
        assert!(code("src/tests/charge.rs", "\"M 1\"").is_empty());
    }

    #[test]
    fn cut_sources_are_passed_over_to_their_end() {
        let source = "/* /* é */ \"M 1\\\" r##\"é\"## b'\\'' 'é' #[cfg(test)] mod a { \"";
        for (at, _) in source.char_indices() {
            let _ = (found(&source[at..]), found(&source[..at]));
        }
    }
}
