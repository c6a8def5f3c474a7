// The least there is: one tool, one phrase, and a slot whose values the schema names.
const GREETINGS = { English: "Hello", Finnish: "Hei", Swahili: "Habari" };

/** "greet Ada", "greet Ada in Finnish" */
export default (dunlin) =>
  dunlin.tools.register({
    name: "greet",
    description: "Greets somebody",
    inputSchema: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, tongue: { enum: Object.keys(GREETINGS), default: "English" } },
    },
    annotations: { readOnlyHint: true },
    phrases: ["(greet|say hello to) {name} [in {tongue}]"],
    execute: ({ name, tongue }) => `${GREETINGS[tongue]}, ${name}!`,
  });
