// The system's Chromium, with the flags that `cargo xtask` found right for this person and machine.
import { chromium } from "playwright-core";

export function launch(more = []) {
  const executablePath = process.env.CHROME;
  if (!executablePath) throw new Error("CHROME is not set: `cargo xtask` sets it to the browser it found");
  const args = (process.env.CHROME_FLAGS ?? "").split(" ").filter(Boolean);
  return chromium.launch({ executablePath, args: [...args, ...more], headless: true });
}
