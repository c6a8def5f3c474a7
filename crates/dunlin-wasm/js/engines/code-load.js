// QuickJS as its makers publish it for JavaScript, which a host installs beside dunlin.
import { answer } from "./code.js";

export async function load() {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-wasmfile-release-sync"),
  ]);
  return () => newQuickJSWASMModuleFromVariant(variant);
}
export const work = answer;
