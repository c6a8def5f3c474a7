// What a host says of its tool, and what its schema is when another library made it.
import { DunlinError, badArgument, nearest, unknownName } from "./error.js";
import { text } from "./border.js";
import { ASKING_FIELDS, SPEC_FIELDS } from "./spec.js";

/** The tool as it is; its types follow from its schema. */
export const defineTool = (tool) => tool;

const FUNCTIONS = ["execute", "needsLeave"];

const FIELDS = [...SPEC_FIELDS, "phrases", "gives", ...FUNCTIONS];

/** What says when to ask: a method of a class that is nearly called so is a slip, while `read` and `write` are its own. */
const ASKING = [...ASKING_FIELDS, "needsLeave"];

/**
 * What a tool says of itself: all its fields but its functions. A name that is not known is refused, for it may be a slip in what
 * says when to ask; a class may keep other fields, so of one only what is nearly a known name is.
 */
function fieldsOf(tool) {
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(tool));
  const methods = tool.execute === undefined ? [...ASKING, "execute"] : ASKING;
  for (const [name, isMethod] of namesOf(tool)) {
    const near = () => nearest(name, isMethod ? methods : FIELDS) !== undefined;
    const isSlip = !FIELDS.includes(name) && (isPlain || near());
    if (isSlip) throw unknownName("the tool", name, FIELDS);
  }
  const fields = {};
  for (const field of FIELDS) if (!FUNCTIONS.includes(field) && tool[field] !== undefined) fields[field] = tool[field];
  return fields;
}

/** The names of its own fields and of all that it inherits, and whether each is a method. No getter is asked: it is its own. */
function namesOf(tool) {
  const names = new Map();
  for (let at = tool; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if ((enumerable || at !== tool) && !names.has(name)) names.set(name, typeof value === "function");
    }
  }
  names.delete("constructor");
  return names;
}

/** A tool in its parts; `checkable` takes from a JSON Schema what the module cannot check. */
export function readTool(tool, checkable) {
  if (typeof tool !== "object" || tool === null || Array.isArray(tool)) throw badArgument("the tool", tool, "an object");
  const { phrases, gives, ...said } = fieldsOf(tool);
  if (typeof tool.execute !== "function") throw badArgument("the tool's execute", tool.execute, "a function");
  const needsLeave = leaveOf(tool, said);
  const spec = needsLeave ? { ...said, asksLeave: true } : said;
  text(spec.name, "the tool's name");
  if (gives !== undefined) text(gives, "what the tool gives");
  // Called as its method, so that a tool that is a class has its own fields.
  const execute = (input, context) => tool.execute(input, context);
  const standard = spec.inputSchema?.["~standard"];
  if (standard === undefined) return { spec, phrases, gives, execute, needsLeave };
  const inputSchema = checkable(jsonSchemaOf(spec.inputSchema, standard));
  return { spec: { ...spec, inputSchema }, phrases, gives, execute: afterCheck(standard, spec.name, execute), needsLeave };
}

/** What says what of an input needs a person's leave; a tool that asks for none has none. */
function leaveOf(tool, { asksLeave }) {
  const { needsLeave } = tool;
  if (needsLeave === undefined && asksLeave !== true) return undefined;
  if (typeof needsLeave !== "function") throw badArgument("the tool's needsLeave", needsLeave, "a function that gives what of an input needs a person's leave");
  if (asksLeave === false) throw badArgument("the tool's asksLeave", asksLeave, "true, or nothing, beside needsLeave");
  // What it gives the module reads; called as its method, as `execute` is.
  return (input) => tool.needsLeave(input);
}

/** The JSON Schema that a Standard Schema gives of what goes in; one that gives none only checks. */
function jsonSchemaOf(schema, standard) {
  const target = { target: "draft-2020-12" };
  try {
    if (typeof standard.jsonSchema?.input === "function") return standard.jsonSchema.input(target);
    if (typeof schema.toJSONSchema === "function") return schema.toJSONSchema({ ...target, io: "input" });
    if (typeof schema.toJsonSchema === "function") return schema.toJsonSchema();
  } catch {} // It holds what JSON Schema has no words for, such as a Date; the library checks each call itself.
  return { type: "object" };
}

/** `execute` with what the schema makes of the input: defaults and conversions are its own. */
function afterCheck(standard, name, execute) {
  if (typeof standard?.validate !== "function") throw badArgument("the validate of the input schema", standard?.validate, "a function");
  const taken = (result, context) => {
    if (typeof result !== "object" || result === null) throw badArgument("what the input schema's validate gives", result, "an object with a value or issues");
    if (!result.issues) return execute(result.value, context);
    const { message = "its schema does not say why", path = [] } = result.issues[0] ?? {};
    const place = path.map((key) => `/${typeof key === "object" ? String(key.key) : String(key)}`).join("");
    throw new DunlinError({
      code: "tool.invalid-input",
      message: `the input of ${name} does not fit: ${message}${place && ` at ${place}`}`,
    });
  };
  return (input, context) => {
    const result = standard.validate(input);
    return typeof result?.then === "function" ? result.then((result) => taken(result, context)) : taken(result, context);
  };
}
