//! A client of bare sockets, so that a test may send what no library would.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use serde_json::Value;

use super::Home;

/// A server of its own process.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    _out: BufReader<ChildStdout>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Served {
    pub(crate) fn start(home: &Home, arguments: &[&str]) -> Self {
        let mut command = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "warn"]);
        command.args(arguments);
        Self::spawn(command)
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let url = told["url"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
        Self { child, address, _out: out }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // A busy machine may let the server wait; one that never answers must not hold the test up for ever.
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        stream
    }

    /// Sends a request as it is written, and reads the answer to its end.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        read(stream)
    }

    pub(crate) fn ask_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut lines = vec![format!("{method} {path} HTTP/1.1"), "connection: close".to_owned()];
        let has = |wanted: &str| headers.iter().any(|(name, _)| *name == wanted);
        if !has("host") {
            lines.push(format!("host: {}", self.address));
        }
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        if !body.is_empty() {
            lines.push(format!("content-length: {}", body.len()));
            if !has("content-type") {
                lines.push("content-type: application/json".to_owned());
            }
        }
        self.raw(format!("{}\r\n\r\n{body}", lines.join("\r\n")).as_bytes())
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        self.ask_with(method, path, &[], body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    /// Asks the process to end, as a machine that shuts down does, and gives its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer: to the end of the connection, with chunks put together.
fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A server that hangs up on a bad request has answered before.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Answer { status, head: head.to_owned(), body }
}

fn unchunked(mut rest: &str) -> String {
    let mut whole = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || after.len() < length {
            break;
        }
        whole += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    whole
}
