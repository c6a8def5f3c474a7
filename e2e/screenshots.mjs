// `cargo xtask screenshots`: plays the main job as a person would, then a failure, a question and the todos, and takes their pictures, in light, in dark and on a
// narrow screen, on a laptop's, magnified to 200 % and in forced colours. All go to target/screenshots/, the two that the README shows
// to docs/ as well.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { launch } from "./browser.mjs";

const GOAL = "add todo Buy milk and calculate (10 + 5) * 2 then list todos";
const url = process.env.DUNLIN_URL;
const root = new URL("../", import.meta.url).pathname;
const pictures = join(root, "target/screenshots");
const docs = join(root, "docs");
mkdirSync(pictures, { recursive: true });
mkdirSync(docs, { recursive: true });

const looks = [
  { name: "light", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 360, height: 800 }, colorScheme: "light" },
  { name: "laptop", viewport: { width: 1366, height: 650 }, colorScheme: "light" },
  // A browser that magnifies to 200 % has half the room, in twice as many pixels.
  { name: "zoomed", viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: "light" },
  { name: "forced", viewport: { width: 1280, height: 900 }, colorScheme: "light", forcedColors: "active" },
];

const browser = await launch();
try {
  for (const { name, ...look } of looks) {
    const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce", ...look });
    const page = await context.newPage();
    const take = async (what, fullPage = false) => {
      const file = `${what}-${name}.png`;
      await page.screenshot({ path: join(pictures, file), fullPage });
      console.log(`target/screenshots/${file}`);
      return file;
    };
    await page.goto(url);
    await page.waitForSelector("[data-skeleton]", { state: "detached" });
    await take("empty");
    const goal = page.getByRole("textbox", { name: "Goal" });
    await goal.fill(GOAL);
    await take("reading");
    await goal.press("Enter");
    await expect(page.getByRole("status", { name: "Run status" })).toContainText("ompleted");
    const file = await take("run");
    await take("run-whole", true);
    await goal.fill("add todo Pay rent then calculate 1 / 0 then list todos");
    await goal.press("Enter");
    await expect(page.getByRole("status", { name: "Run status" })).toContainText("Failed");
    await take("failed", true);
    // Carrying out: the wait is still running.
    await goal.fill("wait 20 seconds then list todos");
    await goal.press("Enter");
    await expect(page.getByRole("button", { name: "Cancel run" })).toBeVisible();
    await take("busy", true);
    await page.getByRole("button", { name: "Cancel run" }).click();
    // A narrow screen shows one part of the page at a time.
    const parts = page.getByRole("navigation", { name: "Parts of the page" });
    const narrow = await parts.isVisible();
    const tab = async (part) => {
      if (narrow) await parts.getByRole("button", { name: part }).click();
    };
    await tab("Todos");
    const todo = page.getByRole("textbox", { name: "New todo" });
    for (const line of ["Send invoice 2020-05-06 p1 #work", "Water the plants every week #home", "קנה חלב"]) {
      await todo.fill(line);
      await todo.press("Enter");
    }
    await tab("Ask");
    await goal.fill("clear my list");
    await goal.press("Enter");
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    await take("approval", true);
    await tab("Todos");
    await page.getByText("Filter and sort").click();
    // A narrow row has no room for the pencil; its menu has what can be done with it.
    if (!narrow) await page.getByRole("button", { name: "Edit Send invoice" }).click();
    await take("todos", true);
    if (["light", "dark"].includes(name)) copyFileSync(join(pictures, file), join(docs, `page-${name}.png`));
    await context.close();
  }
} finally {
  await browser.close();
}
