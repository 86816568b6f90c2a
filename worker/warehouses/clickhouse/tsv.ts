import type {Batch, EngineKind} from "../batch.ts";
import {MAX_ANSWER_BYTES, MAX_MESSAGE_CHARACTERS, tooLarge, WarehouseError} from "../warehouse.ts";

const BATCH_ROWS = 4096;
/** The most text in a batch, so that wide rows do not take much memory. */
const BATCH_CHARACTERS = 4_000_000;

type Fault = (text: string, status: number, headers: Headers) => WarehouseError;

/**
 * Parses rows of `TabSeparatedWithNamesAndTypes` as they arrive. An error that occurs after rows were sent follows them
 * in the same text. It is marked by a tag from the headers; in older versions it is recognized only by its first words.
 */
export async function* readTsv(response: Response, fault: Fault): AsyncIterableIterator<Batch> {
  const tag = response.headers.get("x-clickhouse-exception-tag");
  const raise = (text: string) => fault(text, response.status, response.headers);
  const reader = new Rows(tag, raise);
  let given = 0;
  for await (const text of decodeBody(response)) {
    reader.add(text);
    if (!reader.isFull) continue;
    given++;
    yield reader.take();
  }
  reader.end();
  if (given === 0 || !reader.isEmpty) yield reader.take();
}

async function* decodeBody(response: Response): AsyncIterableIterator<string> {
  const decoder = new TextDecoder();
  if (response.body) for await (const bytes of response.body) yield decoder.decode(bytes, {stream: true});
}

const ERROR = /^Code: \d+\. DB::Exception: /;

class Rows {
  #rest = "";
  #header = 0;
  #texts: ((text: string) => string)[] = [];
  #kinds: EngineKind[] = [];
  #columns: (string | null)[][] = [];
  #rowCount = 0;
  #characters = 0;
  #error: string | undefined;

  constructor(
    private readonly tag: string | null,
    private readonly raise: (text: string) => WarehouseError,
  ) {}

  get isFull(): boolean {
    return this.#rowCount >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS;
  }

  get isEmpty(): boolean {
    return this.#rowCount === 0;
  }

  /** Throws where a line or an error is too long. */
  add(text: string): void {
    if (this.#error !== undefined) {
      this.#error += text;
      if (this.#error.length > MAX_MESSAGE_CHARACTERS) this.end();
      return;
    }
    // The parts of a long line are put together once, at its end.
    if (!text.includes("\n")) {
      this.#rest += text;
      if (this.#rest.length > MAX_ANSWER_BYTES) throw tooLarge();
      return;
    }
    const all = this.#rest + text;
    let from = 0;
    for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", from)) {
      if (!this.#line(all.slice(from, end))) {
        this.#error = all.slice(from);
        return;
      }
      from = end + 1;
    }
    this.#rest = all.slice(from);
  }

  /** Throws where the text ended in an error, or in the middle of a row. */
  end(): void {
    const text = this.#error ?? this.#rest;
    if (text !== "") {
      const message = text.replaceAll(/__exception__\r?\n?|\r/g, "");
      throw this.raise(message);
    }
    if (this.#header < 2) {
      throw new WarehouseError("The answer ended before its first row.", {
        errorClass: "connection",
        kind: "unreachable",
      });
    }
  }

  take(): Batch {
    const batch = {rowCount: this.#rowCount, columns: this.#columns, kinds: this.#kinds};
    this.#columns = this.#kinds.map(() => []);
    this.#rowCount = 0;
    this.#characters = 0;
    return batch;
  }

  /** Adds one line; returns `false` where it is not a row. */
  #line(line: string): boolean {
    if (this.#header < 2) {
      if (this.#header++ === 1) this.#begin(line.split("\t").map(unescaped));
      return true;
    }
    if (this.tag === null ? ERROR.test(line) : line.startsWith("__exception__")) return false;
    const fields = line.split("\t");
    if (fields.length !== this.#kinds.length) return false;
    for (let c = 0; c < fields.length; c++) {
      const field = fields[c]!;
      this.#columns[c]!.push(field === "\\N" ? null : this.#texts[c]!(field));
    }
    this.#rowCount++;
    this.#characters += line.length;
    return true;
  }

  #begin(types: readonly string[]): void {
    this.#kinds = types.map(engineKindOf);
    this.#texts = this.#kinds.map(kind => (kind === "timestamp" ? shortTimestamp : unescaped));
    this.#columns = types.map(() => []);
  }
}

/** Shortens a timestamp: `2024-03-10T05:00:00.500000Z` becomes `2024-03-10 05:00:00.5`. */
function shortTimestamp(text: string): string {
  const plain = text.endsWith("Z") ? `${text.slice(0, 10)} ${text.slice(11, -1)}` : text;
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}

const MARKS: Readonly<Record<string, string>> = {b: "\b", f: "\f", r: "\r", n: "\n", t: "\t", "0": "\0"};

function unescaped(text: string): string {
  return text.includes("\\") ? text.replace(/\\(.)/gs, (_, mark: string) => MARKS[mark] ?? mark) : text;
}

/** The kind of a ClickHouse type; `Nullable` and `LowCardinality` do not change it. */
function engineKindOf(type: string): EngineKind {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type) ?? [];
  if (inner !== undefined) return engineKindOf(inner);
  if (/^U?Int(8|16|32)$|^Int64$/.test(type)) return "integer";
  // The largest unsigned 64-bit integers do not fit into a signed one.
  if (type === "UInt64") return "decimal(20,0)";
  if (/^U?Int(128|256)$/.test(type)) return "decimal";
  const decimal = /^Decimal\((\d+), (\d+)\)$/.exec(type);
  if (decimal) return `decimal(${Number(decimal[1])},${Number(decimal[2])})`;
  if (/^B?Float/.test(type)) return "float";
  if (type.startsWith("DateTime")) return "timestamp";
  return /^(JSON|Object)/.test(type) ? "json" : "other";
}
