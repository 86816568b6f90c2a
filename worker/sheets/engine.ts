import {readFileSync} from "node:fs";
import init, {type InitOutput} from "@ironcalc/wasm";
import {Refused, retireChild} from "../../shared/core/children/serve-child.ts";
import {withMostMemory} from "./wasm-memory.ts";

const MIB = 1024 * 1024;
/** The most memory that one sheet may take, because the worker has other work. */
const MAX_BYTES = 1024 * MIB;
/** A process with more WebAssembly memory than this is replaced, because only ending it frees that memory. */
const REUSABLE_BYTES = 256 * MIB;

const TOO_MUCH =
  "The sheet is too large to calculate: its arrays or texts are too large, a formula nests too deep, or cells depend " +
  "on one another in too long a chain. Use smaller ranges, or split the sheet.";

let loading: Promise<InitOutput> | undefined;

/**
 * Runs `work` with the engine loaded. Throws `Refused` where the engine crashes for lack of memory or stack, with
 * `advice()` as the last sentence, and then marks the process to be replaced, because the engine cannot be used again.
 */
export async function withEngine<T>(work: () => T, advice: () => string | undefined): Promise<T> {
  loading ??= init({module_or_path: withMostMemory(engineBytes(), MAX_BYTES)});
  const {memory} = await loading;
  try {
    return work();
  } catch (error) {
    if (!isCrash(error)) throw error;
    retireChild();
    throw new Refused([TOO_MUCH, advice()].filter(sentence => sentence !== undefined).join(" "));
  } finally {
    if (memory.buffer.byteLength > REUSABLE_BYTES) retireChild();
  }
}

function engineBytes(): Uint8Array {
  return readFileSync(new URL(import.meta.resolve("@ironcalc/wasm/wasm_bg.wasm")));
}

/**
 * Whether the engine ran out of memory or stack. Freeing the model then fails as well, which wraps the first error into
 * a `SuppressedError`.
 */
function isCrash(error: unknown): boolean {
  if (error instanceof SuppressedError) return isCrash(error.suppressed) || isCrash(error.error);
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
