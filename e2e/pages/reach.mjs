// The dialog "Tools and agents", with what stands in it.
import { dunlin } from "./dunlin.mjs";

export function tools(page) {
  const dialog = page.getByRole("dialog", { name: "Tools and agents" });
  const list = (name) => dialog.getByRole("list", { name, exact: true });
  const row = (name) => dialog.getByRole("listitem").filter({ has: page.getByRole("switch", { name, exact: true }) });
  return {
    dialog,
    list,
    row,
    switch: (name) => dialog.getByRole("switch", { name, exact: true }),
    try: (name) => row(name).getByRole("button", { name: `Try it: ${name}` }),
    form: (name) => row(name).getByRole("group", { name: `Input of ${name}` }),
    run: (name) => row(name).getByRole("button", { name: "Run it" }),
    async open() {
      await dunlin(page).goal.press("Control+k");
      const commands = page.getByRole("dialog", { name: "Commands" });
      await commands.getByRole("combobox").fill("tools and");
      await page.keyboard.press("Enter");
      await list("Agents").waitFor();
    },
    close: () => dialog.getByRole("button", { name: "Close" }).click(),
    async note(title, text) {
      await dialog.getByRole("button", { name: "New note" }).click();
      await dialog.getByRole("textbox", { name: "Title" }).fill(title);
      await dialog.getByRole("textbox", { name: "Text", exact: true }).fill(text);
      await dialog.getByRole("button", { name: "Keep note" }).click();
    },
  };
}
