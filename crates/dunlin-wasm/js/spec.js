// Made from the records in Rust by the test `types` of dunlin-wasm; changes belong there.

/** What a tool says of itself. */
export const SPEC_FIELDS = [
  "name",
  "description",
  "inputSchema",
  "annotations",
  "reads",
  "writes",
  "destructiveWhen",
  "destructiveTogether",
  "readOnlyWhen",
  "keyed",
  "asksLeave",
  "delegates",
  "estimates",
];

/** Of that what says when a person is asked. */
export const ASKING_FIELDS = [
  "annotations",
  "destructiveWhen",
  "destructiveTogether",
  "readOnlyWhen",
  "asksLeave",
];
