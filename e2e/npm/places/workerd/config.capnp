using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "dunlin.wasm", wasm = embed "wasm/dunlin.wasm"),
    (name = "dates.wasm", wasm = embed "wasm/dates.wasm"),
  ],
  compatibilityDate = "2026-07-01",
);
