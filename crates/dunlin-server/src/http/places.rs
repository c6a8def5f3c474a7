//! Places for connections. Once all are taken, whoever has waited longest for the head of a request makes room, so that nobody who
//! says nothing, or half a word, keeps the others out.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// The places of one server.
pub(super) struct Places {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    seats: HashMap<u64, Seat>,
    /// Counts what happens, so that what happened before is known.
    turn: u64,
}

/// What is known of a connection.
struct Seat {
    /// Since when the head of a request is waited for; none while one is answered.
    waits: Option<u64>,
    asked_to_go: Arc<Notify>,
}

impl Taken {
    fn next(&mut self) -> u64 {
        self.turn += 1;
        self.turn
    }
}

impl Places {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection that has just come. None where all others are answered something.
    pub(super) fn take(self: &Arc<Self>) -> Option<Place> {
        let mut taken = self.taken();
        if taken.seats.len() >= self.most {
            let waiting = taken.seats.iter().filter_map(|(id, seat)| Some((seat.waits?, *id)));
            let (_, longest) = waiting.min()?;
            taken.seats.remove(&longest)?.asked_to_go.notify_one();
        }
        let (id, asked_to_go) = (taken.next(), Arc::new(Notify::new()));
        taken.seats.insert(id, Seat { waits: Some(id), asked_to_go: asked_to_go.clone() });
        Some(Place { places: self.clone(), id, asked_to_go })
    }
}

/// The place of one connection, until it is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    id: u64,
    asked_to_go: Arc<Notify>,
}

impl Place {
    /// Says that a request has come. False once the connection has been asked to go: nothing is begun on it any more.
    pub(super) fn answers(&self) -> bool {
        self.places.taken().seats.get_mut(&self.id).map(|seat| seat.waits = None).is_some()
    }

    /// Says that the next request is waited for.
    pub(super) fn waits(&self) {
        let mut taken = self.places.taken();
        let turn = taken.next();
        if let Some(seat) = taken.seats.get_mut(&self.id) {
            seat.waits = Some(turn);
        }
    }

    /// Ready once another has been given the place.
    pub(super) async fn asked_to_go(&self) {
        self.asked_to_go.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.taken().seats.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_waited_longest_makes_room_and_nobody_who_is_answered_does() {
        let places = Places::new(2);
        let [first, second] = [(); 2].map(|()| places.take().unwrap());
        assert!(first.answers(), "it is answered, so it stays");
        let third = places.take().unwrap();
        assert!(!second.answers(), "it has gone for the third");
        first.waits();
        let fourth = places.take().unwrap();
        assert!(!third.answers(), "it has waited longer than the first");
        assert!(first.answers() && fourth.answers());
        assert!(places.take().is_none(), "all are answered");
        drop(fourth);
        assert!(places.take().is_some());
    }
}
