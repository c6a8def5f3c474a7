// Tickets of a desk: the list of people is asked for once before each reading, and closing a ticket asks a person first.

/** "open a ticket for Ada: the printer is on fire", "assign ticket 1 to Grace", "close ticket 1" */
export default (dunlin, desk) => {
  // `people` may change at any time, so it is a function.
  dunlin.language.define({ lists: { person: { values: () => desk.people() } } });
  const ticket = (number) => {
    const found = desk.tickets.find((one) => one.number === number);
    if (!found) throw Object.assign(new Error(`there is no ticket ${number}`), { code: "desk.no-ticket", hint: "say its number as the list has it" });
    return found;
  };
  const number = { type: "integer", minimum: 1 };
  return [
    dunlin.tools.register({
      name: "open_ticket",
      description: "Opens a ticket",
      inputSchema: { type: "object", required: ["subject"], properties: { subject: { type: "string" }, person: { type: "string" } } },
      writes: ["tickets"],
      phrases: ["open [a] ticket for {person}[:] {subject}", "open [a] ticket[:] {subject}"],
      // A second call with the same key must not open a second ticket.
      execute({ subject, person }, { idempotencyKey }) {
        const known = desk.tickets.find((one) => one.key === idempotencyKey);
        if (known) return known;
        const opened = { number: desk.tickets.length + 1, subject, person: person ?? null, open: true, key: idempotencyKey };
        desk.tickets.push(opened);
        return opened;
      },
    }),
    dunlin.tools.register({
      name: "assign_ticket",
      description: "Gives a ticket to somebody",
      inputSchema: { type: "object", required: ["number", "person"], properties: { number, person: { type: "string" } } },
      reads: ["tickets"],
      writes: ["tickets"],
      phrases: ["assign ticket {number} to {person}"],
      execute: ({ number, person }) => Object.assign(ticket(number), { person }),
    }),
    dunlin.tools.register({
      name: "close_ticket",
      description: "Closes a ticket for good",
      inputSchema: { type: "object", required: ["number"], properties: { number } },
      annotations: { destructiveHint: true },
      reads: ["tickets"],
      writes: ["tickets"],
      phrases: ["close ticket {number}"],
      execute: ({ number }) => Object.assign(ticket(number), { open: false }),
    }),
  ];
};
