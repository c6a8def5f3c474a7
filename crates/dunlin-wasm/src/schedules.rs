//! The methods behind `schedules`.

use dunlin::Schedule;
use js_sys::{Array, Promise};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use crate::{
    border::{Crossing, decode, encode, fail},
    run::RawRun,
    runtime::RawDunlin,
};

#[wasm_bindgen]
impl RawDunlin {
    /// Keeps a schedule; one of the same identifier is replaced.
    #[wasm_bindgen(js_name = addSchedule)]
    pub fn add_schedule(&self, schedule: &str) -> Crossing {
        let schedule: Schedule = decode(schedule, "the schedule")?;
        Ok(encode(&self.dunlin.add_schedule(schedule).map_err(fail)?))
    }

    /// Those that have something left to begin, or to say, the next one first.
    pub fn schedules(&self) -> String {
        encode(&self.dunlin.schedules())
    }

    /// Forgets one; false when there is none of that name.
    #[wasm_bindgen(js_name = removeSchedule)]
    pub fn remove_schedule(&self, id: &str) -> Crossing<bool> {
        self.dunlin.remove_schedule(id).map_err(fail)
    }

    /// Lets one rest or go on; false when there is none of that name, or nothing is left of it.
    #[wasm_bindgen(js_name = pauseSchedule)]
    pub fn pause_schedule(&self, id: &str, paused: bool) -> Crossing<bool> {
        self.dunlin.pause_schedule(id, paused).map_err(fail)
    }

    /// How many milliseconds until the next is due, or somebody should look again.
    #[wasm_bindgen(js_name = nextDueInMs)]
    pub fn next_due_in_ms(&self) -> f64 {
        self.dunlin.next_due_in_ms() as f64
    }

    /// Begins the runs that are due; the promise is of a list of them, which the caller drives.
    #[wasm_bindgen(js_name = beginDue)]
    pub fn begin_due(&self) -> Promise {
        let (dunlin, closing) = (self.dunlin.clone(), self.closing());
        future_to_promise(async move {
            // Why others could not be begun stands in their records and in the health.
            let runs = dunlin
                .begin_due()
                .await
                .runs
                .into_iter()
                .map(|handle| JsValue::from(RawRun::new(handle, closing.clone())));
            Ok(runs.collect::<Array>().into())
        })
    }
}
