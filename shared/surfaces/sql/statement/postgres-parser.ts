import {createRequire} from "node:module";
import type {ParseResult, ScanResult} from "libpg-query";
import open, {type PgQueryModule} from "libpg-query/wasm/libpg-query.js";
import {SqlError} from "../sql-error.ts";

/** The longest statement, as for `POST /api/sql`: the parser takes a quarter of a second for it. */
const MAX_CHARACTERS = 1_000_000;
/** A module that has grown beyond this is replaced, because its memory never shrinks. */
const MAX_BYTES = 192 * 1024 * 1024;

/** The parser's error for a text that is not SQL. */
export class SyntaxFault extends Error {
  constructor(
    message: string,
    /** The position in characters, from 0. */
    readonly position: number,
  ) {
    super(message);
  }
}

const path = createRequire(import.meta.url).resolve("libpg-query/wasm/libpg-query.wasm");
let compiled: Promise<WebAssembly.Module> | undefined;

async function opened(): Promise<PgQueryModule> {
  compiled ??= Bun.file(path)
    .arrayBuffer()
    .then(bytes => new WebAssembly.Module(withLessMemory(new Uint8Array(bytes))));
  const parser = await compiled;
  return open({
    instantiateWasm(imports, received) {
      received(new WebAssembly.Instance(parser, imports));
      return {};
    },
  });
}

/** The size of the parser's memory when it is opened, in pages of 64 KiB: its stack and data take 33 MB of these 36. */
const FIRST_PAGES = 576;
/** The section that declares the module's memory: a single one, with a maximum and a minimum of 2048 pages. */
const MEMORY_SECTION = Uint8Array.of(5, 7, 1, 1, 0x80, 0x10, 0x80, 0x80, 1);

/**
 * The module with a smaller memory, which grows as needed. The module as built has 128 MB of memory. Most of it is never
 * touched, but the garbage collector counts it twice for each of two parsers, and allows as much garbage as there is
 * memory in use: half a gigabyte.
 */
function withLessMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(bytes.buffer).indexOf(MEMORY_SECTION);
  if (at < 0) throw new Error("libpg-query declares its memory in another way: see withLessMemory");
  const smaller = bytes.slice();
  // The new number takes as many bytes as the old one: seven bits in each, the lowest first.
  smaller.set([(FIRST_PAGES % 128) | 0x80, FIRST_PAGES >> 7], at + 4);
  return smaller;
}

/** The module in use. `undefined` before `loadParser`, and after both modules have failed in one turn of the event loop. */
let current: PgQueryModule | undefined;
let spare: PgQueryModule | undefined;
let loading: Promise<void> | undefined;

/** Loads the parser, once. Await this before parsing. A process without SQL does not load it, because it takes 40 MB. */
export function loadParser(): Promise<void> {
  loading ??= (async () => {
    current = await opened();
    spare = await opened();
  })();
  return loading;
}

/** Postgres' own parser. Throws `SyntaxFault`, 54000 for a text that is too long and 54001 for one nested too deeply. */
export function parseText(text: string): ParseResult {
  return run<ParseResult>(text, ({module, pointer}) => {
    const result = module._wasm_parse_query_raw(pointer);
    if (result === 0) throw new Error("the parser has no memory");
    try {
      const tree = module.getValue(result, "i32");
      const fault = module.getValue(result + 8, "i32");
      if (fault !== 0) {
        const message = module.getValue(fault, "i32");
        const position = module.getValue(fault + 16, "i32");
        return new SyntaxFault(module.UTF8ToString(message), Math.max(0, position - 1));
      }
      return JSON.parse(module.UTF8ToString(tree));
    } finally {
      module._wasm_free_parse_result(result);
    }
  });
}

/** The tokens of a text, with their places in bytes of UTF-8. */
export function scanText(text: string): ScanResult {
  return run<ScanResult>(text, ({module, pointer}) => {
    const result = module._wasm_scan(pointer);
    try {
      const found = module.UTF8ToString(result);
      if (!found.startsWith("{")) return new SyntaxFault(found, 0);
      return JSON.parse(found);
    } finally {
      module._wasm_free_string(result);
    }
  });
}

function run<T>(text: string, work: (given: {module: PgQueryModule; pointer: number}) => T | SyntaxFault): T {
  if (text.length > MAX_CHARACTERS)
    throw new SqlError("54000", `a statement has at most ${MAX_CHARACTERS.toLocaleString("en")} characters`);
  checkComments(text);
  const module = current;
  if (module === undefined) throw tooDeep();
  try {
    const bytes = module.lengthBytesUTF8(text) + 1;
    const pointer = module._malloc(bytes);
    module.stringToUTF8(text, pointer, bytes);
    const found = work({module, pointer});
    module._free(pointer);
    if (module.HEAPU8.length > MAX_BYTES) replace();
    if (found instanceof SyntaxFault) throw found;
    return found;
  } catch (error) {
    if (error instanceof SyntaxFault) throw error;
    // A module whose stack has overflowed may do anything with the next statement.
    replace();
    throw tooDeep();
  }
}

/** A long run of operator characters, two of which begin a comment. */
const LONG_RUN = /[~!@#^&|`?+\-*/%<>=]{256,}/g;
const MAX_IN_RUN = 20;

/**
 * Refuses runs with many comments. For each comment that begins in a run, the parser looks through the rest of the run,
 * which takes minutes for a long one.
 */
function checkComments(text: string): void {
  for (const [run] of text.matchAll(LONG_RUN)) {
    if (run.split("/*").length > MAX_IN_RUN) throw new SqlError("54001", "comments are nested too deeply");
  }
}

function tooDeep(): SqlError {
  return new SqlError("54001", "stack depth limit exceeded", {
    hint: "The statement is nested too deeply. Write it with fewer nested operators.",
  });
}

function replace(): void {
  current = spare;
  spare = undefined;
  void opened().then(module => {
    if (current === undefined) current = module;
    else spare = module;
  });
}
