//! Runtimes of one page over one `localStorage`: a browser tells a page what other pages write, and never what it writes itself.
//!
//! What one writes waits for the others until they are used again or the page has a turn, whichever is first: told at once they
//! would look at a half-written change, and call their listeners in the middle of somebody else's work.

use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};

use dunlin_base::{SeeEntry, Storage, StorageError, StorageKind};
use wasm_bindgen_futures::spawn_local;

thread_local! {
    static PEERS: RefCell<Vec<Weak<Inner>>> = const { RefCell::new(Vec::new()) };
}

type Heard = Rc<dyn Fn(&str)>;

#[derive(Default)]
struct Inner {
    heard: RefCell<Option<Heard>>,
    /// The keys that others wrote, in order.
    waiting: RefCell<Vec<String>>,
}

impl Inner {
    fn hear(&self) {
        let Some(heard) = self.heard.borrow().clone() else { return };
        // Who hears may write, and what is written then waits anew.
        for key in self.waiting.take() {
            heard(&key);
        }
    }
}

/// One of the runtimes of this page that share a storage.
pub struct Peer(Rc<Inner>);

impl Peer {
    /// Joins those that are there: the others hear of each write through the storage that this returns.
    pub fn join(storage: Rc<dyn Storage>) -> (Self, Rc<dyn Storage>) {
        let inner = Rc::new(Inner::default());
        PEERS.with_borrow_mut(|peers| {
            peers.retain(|peer| peer.strong_count() > 0);
            peers.push(Rc::downgrade(&inner));
        });
        (Self(inner.clone()), Rc::new(Shared { storage, own: inner }))
    }

    /// Calls `heard` with each key that another one writes or removes.
    pub fn listen(&self, heard: impl Fn(&str) + 'static) {
        self.0.heard.replace(Some(Rc::new(heard)));
    }

    /// Hears now what others have written.
    pub fn hear(&self) {
        self.0.hear();
    }

    /// Hears nothing any more.
    pub fn leave(&self) {
        self.0.heard.take();
        self.0.waiting.take();
    }
}

/// A storage that tells the peers of each write.
struct Shared {
    storage: Rc<dyn Storage>,
    own: Rc<Inner>,
}

impl Shared {
    fn tell(&self, key: &str) {
        let others: Vec<Rc<Inner>> = PEERS.with_borrow(|peers| {
            peers.iter().filter_map(Weak::upgrade).filter(|peer| !Rc::ptr_eq(peer, &self.own)).collect()
        });
        for peer in others.iter().filter(|peer| peer.heard.borrow().is_some()) {
            let mut waiting = peer.waiting.borrow_mut();
            if waiting.is_empty() {
                let peer = Rc::downgrade(peer);
                spawn_local(async move {
                    if let Some(peer) = peer.upgrade() {
                        peer.hear();
                    }
                });
            }
            if waiting.last().is_none_or(|last| last != key) {
                waiting.push(key.to_owned());
            }
        }
    }
}

impl Storage for Shared {
    fn kind(&self) -> StorageKind {
        self.storage.kind()
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.storage.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.storage.set(key, value)?;
        self.tell(key);
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.storage.remove(key)?;
        self.tell(key);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.storage.keys(prefix)
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.storage.each(prefix, see)
    }

    fn each_of(&self, keys: &[String], see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.storage.each_of(keys, see)
    }
}
