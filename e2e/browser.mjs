// The system's Chromium, with the flags that `cargo xtask` found right for this person and machine.
import { chromium } from "@playwright/test";

// What Playwright switches off in Chromium and the cases need so: a list of one's own takes the place of Playwright's.
const OFF = [
  "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
  "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
];
// Whatever a page asks of another host fails.
const NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const SWITCH = "--disable-features=";

/** `WINDOWED` is Chromium with its windows, for the little that it says only then. */
export const WINDOWED = process.env.CHROMIUM ?? process.env.CHROME;

export function chrome(more = [], executablePath = process.env.CHROME) {
  if (!executablePath) throw new Error("CHROME is not set: `cargo xtask` sets it to the browser it found");
  const flags = (process.env.CHROME_FLAGS ?? "").split(" ").filter(Boolean);
  const args = flags.map((flag) => (flag.startsWith(SWITCH) ? `${flag},${OFF}` : flag));
  return { executablePath, args: [...args, NO_OTHER_HOST, ...more] };
}

export const launch = () => chromium.launch({ ...chrome(), headless: true });
