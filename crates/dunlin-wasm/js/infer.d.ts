// What follows from a schema: the input of a tool, and the slots that its phrases may have.
import type { Json } from "./records.js";

/** What JSON can hold, as an argument: interfaces and `as const` values too. What it cannot hold is refused when it is passed. */
export type JsonInput = Json | object;

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema of Zod, Valibot, ArkType and their kin: https://standardschema.dev */
export interface StandardSchema<Input = any, Output = any> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[] };

type Flat<T> = { [K in keyof T]: T[K] };
type Named<R> = R extends readonly (infer N)[] ? N : never;
type RequiredOf<S> = S extends { readonly required: infer R } ? Named<R> : never;
type DefaultedOf<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

/** The type of what a JSON Schema lets through; `Filled` are those whose defaults have been put in, which none is under a choice. */
type FromSchema<S, Filled extends boolean> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] } | { readonly oneOf: readonly (infer A)[] }
      ? FromSchema<A, false>
      : S extends { readonly type: readonly (infer T)[] }
        ? FromType<S, T, Filled>
        : S extends { readonly type: infer T }
          ? FromType<S, T, Filled>
          : S extends { readonly properties: object }
            ? FromObject<S, Filled>
            : any;
type FromType<S, T, Filled extends boolean> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : T extends "array"
          ? S extends { readonly items: infer I } ? FromSchema<I, Filled>[] : any[]
          : T extends "object"
            ? FromObject<S, Filled>
            : any;
type FromObject<S, Filled extends boolean> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends Always<S, P, Filled> ? K : never]: FromSchema<P[K], Filled> }
      & { -readonly [K in keyof P as K extends Always<S, P, Filled> ? never : K]?: FromSchema<P[K], Filled> }
    >
  : { [key: string]: any };
type Always<S, P, Filled extends boolean> = RequiredOf<S> | (Filled extends true ? DefaultedOf<P> : never);

/** What a tool with that schema is called with. */
export type GivenInput<S> = S extends StandardSchema<infer I, any> ? I : FromSchema<S, false>;
/** What its `execute` gets: defaults are put in, conversions made. */
export type TakenInput<S> = S extends StandardSchema<any, infer O> ? O : FromSchema<S, true>;

type KeysOf<T> = T extends unknown ? keyof T & string : never;
/** The slots that its phrases may fill; any, where the schema does not say. */
export type SlotOf<S> = S extends StandardSchema<infer I, any>
  ? KeysOf<I>
  : S extends { readonly properties: infer P } ? (string extends keyof P ? string : keyof P & string) : string;

// ---- phrases ----

/** Words, `(a|b)`, `[optional]`, `{list}` or `{list:slot}`, `<rule>` and `(a;b)` for any order. */
export type PhraseTemplate = string;
export type Phrase =
  | PhraseTemplate
  | {
      say: PhraseTemplate | readonly PhraseTemplate[];
      /** Slots that the phrase itself fills; what the sentence says wins. */
      input?: { readonly [slot: string]: JsonInput };
      requires?: PhraseContext;
      excludes?: PhraseContext;
      /** Rules and lists of its own come before the shared ones. */
      rules?: { [name: string]: PhraseTemplate };
      lists?: { [name: string]: FixedList };
      language?: string;
    };
/** A value, one of several, or `{ slot }`: anything, and with `true` it goes into the input. */
export type PhraseContext = { [key: string]: Json | readonly Json[] | { slot: boolean } };
export type ListValue = string | { in: PhraseTemplate; out?: JsonInput; context?: { readonly [key: string]: JsonInput } };
export type FixedList =
  | { values: readonly ListValue[] }
  | { range: { from: number; to: number; step?: number; fractions?: "halves" | "tenths" } }
  | { wildcard: true };
/** A function is asked for its values before each reading. */
export type PhraseList = FixedList | { values: () => readonly ListValue[] };

/** The slots that a template names. */
export type SlotsIn<T extends string> = T extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${string}:${infer Name}` ? Name : Slot) | SlotsIn<Rest>
  : never;

type CheckedTemplate<T, Slot extends string> = T extends string
  ? string extends T
    ? T
    : [SlotsIn<T>] extends [Slot] ? T : `{${Exclude<SlotsIn<T>, Slot>}} is no property of inputSchema`
  : T extends readonly unknown[] ? { readonly [K in keyof T]: CheckedTemplate<T[K], Slot> } : T;

/** The phrases themselves, or a message in place of each that names a slot which is not there. */
export type CheckedPhrases<P, Slot extends string> = {
  readonly [K in keyof P]: P[K] extends string
    ? CheckedTemplate<P[K], Slot>
    : { readonly [F in keyof P[K]]: F extends "say" ? CheckedTemplate<P[K][F], Slot> : P[K][F] };
};
