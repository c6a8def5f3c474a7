// What a page must never do, seen from outside: console errors, uncaught errors, violations of the
// Content-Security-Policy, failed requests, and any request to another origin (which is refused as well).
// Gives what was found, which grows as long as the context lives.
//
// Where a page waits for its requests (`kept: "server"`), nothing is refused and requests to others are only told: what
// Playwright stops on its way stays there when the page is loaded again, and the page with it.

export async function watch(context, origin, expected, findings = new Set(), refuse = true) {
  const say = (what, text) => {
    if (!expected?.test(text)) findings.add(`${what}: ${text}`);
  };

  const isOther = (url) => !["data:", "blob:", "about:"].includes(url.protocol) && url.origin !== origin;
  const other = (url) => say("request to another origin", url);
  if (refuse) {
    await context.route(isOther, (route) => {
      other(route.request().url());
      return route.abort();
    });
  } else {
    context.on("request", (request) => isOther(new URL(request.url())) && other(request.url()));
  }
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
