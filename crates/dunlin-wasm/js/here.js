// Where the files of the package are that no script imports; `doors.mjs` writes it anew for `require`.

export const here = (name) => new URL(name, import.meta.url);
