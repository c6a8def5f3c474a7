// The worker of the tool `code` in the page, over the module that lies beside it.
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { answer } from "../../crates/dunlin-wasm/js/engines/code.js";
import { serveInPage } from "../../crates/dunlin-wasm/js/engines/worker.js";

async function load() {
  const wasmModule = await WebAssembly.compileStreaming(fetch(new URL("quickjs.wasm", location.href)));
  return () => newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }));
}

serveInPage(load, answer);
