// A tool that fetches. What may pass is tried again; what will not says so with a code of its own.

/** "look up the rate from EUR to SEK" */
export default (dunlin, service) =>
  dunlin.tools.register({
    name: "exchange_rate",
    description: "Looks up an exchange rate",
    inputSchema: {
      type: "object",
      required: ["from", "to"],
      properties: { from: { type: "string", pattern: "^[A-Z]{3}$" }, to: { type: "string", pattern: "^[A-Z]{3}$" } },
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    phrases: ["look up [the] [exchange] rate from {from} to {to}"],
    async execute({ from, to }, { signal, attempt, metadata }) {
      const url = new URL("rate", service);
      url.search = new URLSearchParams({ from, to }).toString();
      let response;
      try {
        // The signal ends the request when the step runs out of time or the run is cancelled.
        response = await fetch(url, { signal });
      } catch (cause) {
        throw Object.assign(new Error("the service cannot be reached"), { cause, code: "rate.unreachable", retryable: true });
      }
      if (response.status >= 500) throw Object.assign(new Error(`the service answered ${response.status}`), { code: "rate.busy", retryable: true });
      if (!response.ok) throw Object.assign(new Error(`there is no rate from ${from} to ${to}`), { code: "rate.unknown", hint: "name currencies by their three letters" });
      metadata.attempt = attempt;
      return (await response.json()).rate;
    },
  });
