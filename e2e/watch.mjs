// What a page must never do, seen from outside: console errors, uncaught errors, violations of the
// Content-Security-Policy, failed requests, and any request to another origin (which the browser refuses as well).
// Gives what was found, which grows as long as the context lives.
export async function watch(context, origin, expected, findings = new Set()) {
  const say = (what, text) => {
    if (!expected?.test(text)) findings.add(`${what}: ${text}`);
  };

  const isOther = (url) => !["data:", "blob:", "about:"].includes(url.protocol) && url.origin !== origin;
  // The browser finds no other host (`browser.mjs`). To stop requests here would take each of them through this process.
  context.on("request", (request) => isOther(new URL(request.url())) && say("request to another origin", request.url()));
  // Told before any of the page's own code runs, in every frame and tab.
  await context.exposeBinding("__violated", (_, text) => say("policy violated", text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      globalThis.__violated(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });

  const seen = new WeakSet();
  const follow = (page) => {
    if (seen.has(page)) return;
    seen.add(page);
    page.on("console", (message) => {
      if (message.type() === "error") say("console error", message.text());
    });
    page.on("pageerror", (error) => say("uncaught error", String(error.stack ?? error)));
    page.on("crash", () => say("crash", page.url()));
    page.on("response", (response) => {
      if (response.status() >= 400) say("bad answer", `${response.status()} ${response.url()}`);
    });
    page.on("requestfailed", (request) => {
      // A page that is left or closed gives up its own requests.
      const reason = request.failure()?.errorText ?? "";
      if (reason !== "net::ERR_ABORTED") say("failed request", `${request.url()} ${reason}`);
    });
  };
  context.on("page", follow);

  return findings;
}
