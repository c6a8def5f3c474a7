// A calculated number as `src/number.rs` leaves it in the module's memory.
import { toError } from "./border.js";
import { buffer, wasm } from "./load.js";

const [WHOLE, DECIMAL, EXACT, , FAILED] = [0, 1, 2, 3, 4];
const decoder = new TextDecoder();
let head = new Float64Array(0);

/** The value of an expression. */
export function calculated(expression) {
  const module = wasm();
  let value;
  try {
    value = module.evaluate(expression);
  } catch (thrown) {
    throw toError(thrown);
  }
  // A view dies with the buffer it was of.
  if (head.length === 0) head = new Float64Array(buffer(), module.numberHead(), 7);
  switch (head[0]) {
    case WHOLE: {
      const text = `${value}`;
      return { text, display: text, value, exact: true };
    }
    case DECIMAL: {
      const text = `${value}`;
      return { text, display: text, fraction: `${head[1]}/${head[2]}`, value, exact: true };
    }
    default:
      return spelled(value);
  }
}

function spelled(value) {
  const [kind, at, bytes, ...lengths] = head;
  const all = decoder.decode(new Uint8Array(buffer(), at, bytes));
  if (kind === FAILED) throw toError(all);
  let from = 0;
  const [text, display, fraction, unit] = lengths.map((length) => all.slice(from, (from += length)));
  return {
    text,
    display: display || text,
    ...(fraction && { fraction }),
    value: Number.isNaN(value) ? null : value,
    exact: kind === EXACT,
    ...(unit && { unit }),
  };
}
