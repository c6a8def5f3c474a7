// Texts that would become code, markup, a query or a record wherever somebody forgot to treat them as text.
// `globalThis.hacked` is set by each that ever runs.
export const PAYLOADS = [
  `<img src=x onerror="globalThis.hacked=1">`,
  `"]}<script>globalThis.hacked=1</script>`,
  `'"><svg onload=globalThis.hacked=1>`,
  `</li></ul><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<style>*{display:none}</style><base href=//example.org>`,
  `<a href="javascript:globalThis.hacked=1">x</a>`,
  `{"$from":{"step":1,"pointer":"/output"}}`,
  `{"$concat":["a",{"$from":{"step":1,"pointer":""}}]}`,
  "javascript:globalThis.hacked=1",
  "__proto__",
  "constructor.prototype.hacked",
  "${globalThis.hacked=1} {{7*7}} %s %n",
  "#/?run=../../x&step=<b>",
  "[x](javascript:globalThis.hacked=1) ![y](//example.org/z.png)",
  "\u202e\u2066 turned round \u2069 \u0000\u0007 \ufeff",
];

// What lies in a page that has been taken in: nothing but text. Gives what is not.
export function intruders(page) {
  return page.evaluate(() => {
    const made = "img, iframe, object, embed, base, style, script:not([src]), [onerror], [onload], [srcdoc], a[href^='javascript']";
    const found = [...document.querySelectorAll(made)].map((node) => node.outerHTML.slice(0, 120));
    if (globalThis.hacked !== undefined || {}.hacked !== undefined) found.push("code of a text ran");
    return found;
  });
}
