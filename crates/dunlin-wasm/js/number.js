// A calculated number, read from where the module leaves it: `src/number.rs` says how.
import { text, toError } from "./border.js";

const [WHOLE, DECIMAL, EXACT, , FAILED] = [0, 1, 2, 3, 4];

/** The calculator of a module. */
export function calculator(module) {
  const decoder = new TextDecoder();
  let head = new Float64Array(0);

  return function evaluate(expression) {
    const functions = module.functions;
    let value;
    try {
      value = functions.evaluate(text(expression, "the expression"));
    } catch (thrown) {
      throw toError(thrown);
    }
    // A view dies with the buffer it was of.
    if (head.length === 0) head = new Float64Array(module.buffer, functions.numberHead(), 7);
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
        return spelled(value, head, (at, bytes) => decoder.decode(new Uint8Array(module.buffer, at, bytes)));
    }
  };
}

function spelled(value, head, decoded) {
  const [kind, at, bytes, ...lengths] = head;
  const all = decoded(at, bytes);
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
