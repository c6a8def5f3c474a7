// Fetches what reaches further (web/reach) when somebody first uses it, and what browser agents are offered where the browser
// has any; not before.
// An address that could not be fetched is not fetched again by a browser that keeps to the letter: another one is.
let tries = 0;
globalThis.dunlinReach = () => import(tries++ === 0 ? "./reach/main.js" : `./reach/main.js?again=${tries}`);
globalThis.dunlinDoor = (ask) => import("./door.js").then(({ open }) => open(ask));
