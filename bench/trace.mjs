// What the page's main thread does, by Chromium's own trace: in processor time, which a busy machine does not stretch.

// The events of the main thread while `work` goes on. The page marks moments with `performance.mark("probe:…")`.
export async function traced(context, work) {
  const devtools = await context.browser().newBrowserCDPSession();
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const includedCategories = ["devtools.timeline", "blink.user_timing", "disabled-by-default-devtools.timeline"];
  const traceConfig = { includedCategories, recordMode: "recordAsMuchAsPossible" };
  await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await work();
  const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await complete;
  await devtools.detach();
  const isMark = (event) => event.cat?.includes("blink.user_timing") && event.name.startsWith("probe:");
  const first = events.find(isMark);
  if (!first) throw new Error("the page made no mark");
  const own = events.filter((event) => event.pid === first.pid && event.tid === first.tid);
  return {
    // The moments of a mark, in milliseconds on the clock and of the thread's processor time.
    marks: (name) =>
      own.filter((event) => isMark(event) && event.name === `probe:${name}`).map(({ ts, tts }) => ({ at: ts / 1000, spent: tts / 1000 })),
    // When each frame was handed on, to be shown as it is.
    frames: () =>
      own
        .filter((event) => event.name === "Commit" && event.ph === "X")
        .map(({ ts, dur, tts, tdur }) => ({ at: (ts + dur) / 1000, spent: (tts + tdur) / 1000 }))
        .sort((a, b) => a.at - b.at),
    // How long every task took, on the clock and of processor time.
    tasks: () =>
      own.filter((event) => event.name === "RunTask" && event.ph === "X").map(({ dur, tdur }) => ({ took: dur / 1000, spent: (tdur ?? dur) / 1000 })),
  };
}
