// The system's Chromium, with the flags that `cargo xtask` found right for this person and machine.
import { chromium } from "@playwright/test";

export function chrome(more = []) {
  const executablePath = process.env.CHROME;
  if (!executablePath) throw new Error("CHROME is not set: `cargo xtask` sets it to the browser it found");
  const args = (process.env.CHROME_FLAGS ?? "").split(" ").filter(Boolean);
  return { executablePath, args: [...args, ...more] };
}

export const launch = () => chromium.launch({ ...chrome(), headless: true });
