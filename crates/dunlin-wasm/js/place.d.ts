// What the place has that the package is used in, under the names it has there: as its own types say where they are there
// (TypeScript's lib `dom`, `@types/node`, a worker's), and as much of it as is needed where there are none.

/** Says that what was begun is no longer wanted. */
export type AbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : {
  readonly aborted: boolean;
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

/** The bytes of a module, or of something else. */
export type BufferSource = ArrayBuffer | ArrayBufferView;

/** What a server is asked. */
export type Request = typeof globalThis extends { Request: { prototype: infer Known } } ? Known : {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** What a server answers. */
export type Response = typeof globalThis extends { Response: { prototype: infer Known } } ? Known : {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
};

/** An address. */
export type URL = typeof globalThis extends { URL: { prototype: infer Known } } ? Known : { readonly href: string };

/** A module of WebAssembly that is compiled. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Known } } } ? Known : object;
