//! A service of somebody else's, on this machine: it answers as a test says, and keeps what it was asked.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// One request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// The service, for as long as the test lives.
pub(crate) struct Stub {
    pub(crate) origin: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Stub {
    /// Answers each request with the bytes that `answer` gives for how many came before it.
    pub(crate) fn start(answer: impl Fn(usize) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::answering(move |before, _| answer(before))
    }

    /// As [`Stub::start`], for the request as well.
    pub(crate) fn answering(answer: impl Fn(usize, &Asked) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let (kept, answer) = (asked.clone(), Arc::new(answer));
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let (kept, answer) = (kept.clone(), answer.clone());
                thread::spawn(move || {
                    let Some(asked) = read(&mut stream) else { return };
                    let before = {
                        let mut kept = kept.lock().unwrap();
                        kept.push(asked.clone());
                        kept.len() - 1
                    };
                    // A client that has gone away wants nothing.
                    let _ = stream.write_all(&answer(before, &asked));
                });
            }
        });
        Self { origin, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The first lines of what it was asked since this was called last.
    pub(crate) fn heard(&self) -> Vec<String> {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.iter().filter_map(|asked| asked.head.lines().next().map(str::to_owned)).collect()
    }
}

/// A whole answer.
pub(crate) fn whole(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}").into_bytes()
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    Some(Asked { head, body })
}
