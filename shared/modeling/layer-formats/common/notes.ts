/** A part of a file that the importer changed or left out, with its place. */
export interface ImportNote {
  /** The model's name; empty for a note on the whole file. */
  model: string;
  field?: string;
  code: string;
  message: string;
  file?: string;
  /** Counted from 1. */
  line?: number;
}

export interface Place {
  file: string;
  line?: number | undefined;
}

interface Unused extends Place {
  key: string;
  why: string;
  count: number;
}

/** Collects notes. A key that is irrelevant to a layer is noted once, with its count and first place. */
export class Notes {
  readonly #notes: ImportNote[] = [];
  readonly #unused = new Map<string, Unused>();

  add(code: string, message: string, place: Place, about: {model?: string; field?: string} = {}): void {
    const {model = "", field} = about;
    this.#notes.push({
      model,
      ...(field === undefined ? {} : {field}),
      code,
      message,
      file: place.file,
      ...(place.line === undefined ? {} : {line: place.line}),
    });
  }

  /** `why` continues the sentence "… is not taken over: ". */
  unused(kind: string, key: string, place: Place, why: string): void {
    const id = `${kind}.${key}`;
    const known = this.#unused.get(id);
    if (known) known.count += 1;
    else this.#unused.set(id, {key: id, ...place, why, count: 1});
  }

  /** All notes, those on single parts first. */
  all(): ImportNote[] {
    const unused = [...this.#unused.values()].map(({key, why, count, file, line}): ImportNote => {
      const places = count === 1 ? "" : ` It occurs in ${count} places, here first.`;
      const message = `"${key}" is not taken over: ${why}.${places}`;
      return {model: "", code: "key_unused", message, file, ...(line === undefined ? {} : {line})};
    });
    return [...this.#notes, ...unused];
  }
}
