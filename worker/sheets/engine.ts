import {readFileSync} from "node:fs";
import init, {type InitOutput} from "@ironcalc/wasm";
import {Refused, spendThread} from "../../shared/thread-pool.ts";
import {withMostMemory} from "./wasm-memory.ts";

const MIB = 1024 * 1024;
/** What one sheet may take: the worker has other things to do. */
const MOST_BYTES = 1024 * MIB;
/** WebAssembly gives no memory back but with its thread. */
const KEPT_BYTES = 256 * MIB;

const TOO_MUCH =
  "The sheet is too much to calculate: its arrays or texts are too large, a formula nests too deep, or cells depend " +
  "on one another in too long a chain. Use smaller ranges, or split it.";

let loading: Promise<InitOutput> | undefined;

/**
 * Runs `work` with the engine loaded. Where the engine breaks, by too little memory or too little stack, that is
 * `Refused`, and the thread is spent: the engine is not to be used again after that.
 */
export async function withEngine<T>(work: () => T): Promise<T> {
  loading ??= init({module_or_path: withMostMemory(engineBytes(), MOST_BYTES)});
  const {memory} = await loading;
  try {
    return work();
  } catch (error) {
    if (!isBreakdown(error)) throw error;
    spendThread();
    throw new Refused(TOO_MUCH);
  } finally {
    if (memory.buffer.byteLength > KEPT_BYTES) spendThread();
  }
}

function engineBytes(): Uint8Array {
  return readFileSync(new URL(import.meta.resolve("@ironcalc/wasm/wasm_bg.wasm")));
}

/** A model that broke cannot be freed either, and that fault hides the first one. */
function isBreakdown(error: unknown): boolean {
  if (error instanceof SuppressedError) return isBreakdown(error.suppressed) || isBreakdown(error.error);
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
