// Several small tools. What one gives, the next clause of a goal may call "it".
const text = { type: "string", maxLength: 10_000 };
const pure = { annotations: { readOnlyHint: true, idempotentHint: true } };

/** "count the words of …", "repeat … 3 times", "shout …" */
export default (dunlin) => [
  dunlin.tools.register({
    ...pure,
    name: "count_words",
    description: "Counts the words of a text",
    inputSchema: { type: "object", required: ["text"], properties: { text } },
    phrases: ["(count|how many) [the] words (of|in|are in) {text}"],
    execute: ({ text }) => text.split(/\s+/u).filter(Boolean).length,
  }),
  dunlin.tools.register({
    ...pure,
    name: "repeat",
    description: "Says a text several times",
    inputSchema: { type: "object", required: ["text", "times"], properties: { text, times: { type: "integer", minimum: 1, maximum: 20 } } },
    phrases: ["repeat {text} {times} times"],
    execute: ({ text, times }) => Array(times).fill(text).join(" "),
  }),
  dunlin.tools.register({
    ...pure,
    name: "shout",
    description: "Says a text in capital letters",
    inputSchema: { type: "object", required: ["text"], properties: { text } },
    phrases: ["shout {text}"],
    gives: "text",
    execute: ({ text }) => text.toUpperCase(),
  }),
];
