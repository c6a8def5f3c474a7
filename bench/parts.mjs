// Which crate the bytes of a wasm's code belong to, by the names of its functions: node bench/parts.mjs FILE.wasm
// For cargo's own output, whose names are still there; wasm-opt takes a further eighth off, spread over all of it.
import fs from "node:fs";

const bytes = fs.readFileSync(process.argv[2]);
let at = 8;
const number = () => {
  let value = 0;
  let shift = 0;
  let byte;
  do {
    byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    shift += 7;
  } while (byte & 128);
  return value;
};
const text = () => {
  const length = number();
  at += length;
  return bytes.toString("utf8", at - length, at);
};

const sizes = [];
const names = new Map();
let imported = 0;
while (at < bytes.length) {
  const section = bytes[at++];
  const end = number() + at;
  if (section === 2) {
    for (let left = number(); left > 0; left -= 1) {
      text();
      text();
      const kind = bytes[at++];
      if (kind === 0) {
        imported += 1;
        number();
      } else if (kind === 3) {
        at += 2;
      } else {
        if (kind === 1) at += 1;
        const bounded = number() & 1;
        number();
        if (bounded) number();
      }
    }
  } else if (section === 10) {
    for (let left = number(); left > 0; left -= 1) {
      const size = number();
      sizes.push(size);
      at += size;
    }
  } else if (section === 0 && text() === "name") {
    while (at < end) {
      const part = bytes[at++];
      const close = number() + at;
      for (let left = part === 1 ? number() : 0; left > 0; left -= 1) names.set(number(), text());
      at = close;
    }
  }
  at = end;
}

const parts = new Map();
sizes.forEach((size, index) => {
  const name = names.get(index + imported) ?? "";
  const crate = /(dunlin_(?:base|browser|calc|date|plan|planner|runtime|todo|wasm)|dunlin|num_[a-z]+|serde_json|serde|js_sys|wasm_bindgen|dlmalloc|alloc|core|std)(?![a-z_])/.exec(name);
  const key = crate ? crate[1] : "other";
  parts.set(key, (parts.get(key) ?? 0) + size);
});
for (const [part, size] of [...parts].sort((one, other) => other[1] - one[1])) console.log(`${part.padEnd(16)} ${String(size).padStart(9)}`);
