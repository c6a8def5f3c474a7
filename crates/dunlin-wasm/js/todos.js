// The person's todos: the same commands on the same store as a run's.
import { call, json, object, read, tell, text } from "./border.js";
import { badArgument } from "./error.js";

export class Todos {
  #raw;

  /** @internal */
  constructor(raw) {
    this.#raw = raw;
  }

  /** Adds a todo: a line of quick add ("buy milk tomorrow p1 #errands"), or its fields as they are. */
  add(todo, ...more) {
    // Fields beside a line would be left out without a word.
    if (more.some((one) => typeof one === "object" && one !== null)) throw badArgument("what is given beside the todo", more[0], "nothing: a line or its fields say all of it");
    if (typeof todo === "string") return read(() => this.#raw.todosQuickAdd(todo));
    if (todo === undefined || todo === null) throw badArgument("the todo", todo, "a text or its fields");
    return read(() => this.#raw.todosAdd(json(object(todo, "the todo"), "the todo")));
  }

  /** The todos a filter lets through; all of them without one. */
  list(filter) {
    return read(() => this.#raw.todosList(json(object(filter, "the filter"), "the filter")));
  }

  /** Those that hold all these words. */
  search(words) {
    return this.list({ text: text(words, "the words") });
  }

  /** The todo with that id, or null. */
  get(id) {
    return read(() => this.#raw.todosGet(text(id, "the id")));
  }

  /** Changes fields; null takes one away. */
  update(id, changes) {
    return read(() => this.#raw.todosUpdate(text(id, "the id"), json(object(changes, "the changes"), "the changes")));
  }

  /** It is done; a recurring one comes again. */
  complete(id) {
    return read(() => this.#raw.todosComplete(text(id, "the id")));
  }

  /** It is not done after all. */
  reopen(id) {
    return read(() => this.#raw.todosReopen(text(id, "the id")));
  }

  /** It stands after another in the order by hand, or first. */
  move(id, settings) {
    return read(() => this.#raw.todosMove(text(id, "the id"), json(object(settings, "the options"), "the options")));
  }

  /** It goes; gives what it was. */
  delete(id) {
    return read(() => this.#raw.todosDelete(text(id, "the id")));
  }

  /** Those that are completed go; gives what they were. */
  clearCompleted(list) {
    return read(() => this.#raw.todosClearCompleted(list === undefined ? undefined : text(list, "the list")));
  }

  /** Takes the last change back, or everything a run changed; gives what was undone, or null. */
  undo(settings) {
    return read(() => this.#raw.todosUndo(json(object(settings, "the options"), "the options")));
  }

  /** Does again what was undone last; gives what was done, or null. */
  redo() {
    return read(() => this.#raw.todosRedo());
  }

  /** The named lists. */
  lists() {
    return call(() => this.#raw.todosLists());
  }

  /** Calls back after every change, another tab's too; gives the function that ends it. */
  subscribe(listener) {
    if (typeof listener !== "function") throw badArgument("the listener", listener, "a function");
    const subscription = call(() => this.#raw.todosSubscribe((change) => tell(listener, change)));
    let open = true;
    return () => {
      if (open) subscription.free();
      open = false;
    };
  }

  /** The todos as text: "json" (everything), "todotxt", "ical" or "markdown". */
  export(format = "json") {
    return call(() => this.#raw.todosExport(text(format, "the format")));
  }

  /** Takes todos in from text; gives those that came in. */
  import(format, content) {
    return read(() => this.#raw.todosImport(text(format, "the format"), text(content, "the content")));
  }
}
