import {readFileSync} from "node:fs";
import init, {type InitOutput} from "@ironcalc/wasm";
import {Refused, spendChild} from "../../shared/children/serve-child.ts";
import {withMostMemory} from "./wasm-memory.ts";

const MIB = 1024 * 1024;
/** The most memory that one sheet may take, because the worker has other work. */
const MOST_BYTES = 1024 * MIB;
/** Above this, the process is replaced: WebAssembly memory is freed only with its process. */
const KEPT_BYTES = 256 * MIB;

const TOO_MUCH =
  "The sheet is too much to calculate: its arrays or texts are too large, a formula nests too deep, or cells depend " +
  "on one another in too long a chain. Use smaller ranges, or split it.";

let loading: Promise<InitOutput> | undefined;

/**
 * Runs `work` with the engine loaded. Where the engine crashes for lack of memory or stack, throws `Refused`; the
 * process must then not use the engine again.
 */
export async function withEngine<T>(work: () => T): Promise<T> {
  loading ??= init({module_or_path: withMostMemory(engineBytes(), MOST_BYTES)});
  const {memory} = await loading;
  try {
    return work();
  } catch (error) {
    if (!isBreakdown(error)) throw error;
    spendChild();
    throw new Refused(TOO_MUCH);
  } finally {
    if (memory.buffer.byteLength > KEPT_BYTES) spendChild();
  }
}

function engineBytes(): Uint8Array {
  return readFileSync(new URL(import.meta.resolve("@ironcalc/wasm/wasm_bg.wasm")));
}

/** After a crash the model cannot be freed either, and that second error hides the first one. */
function isBreakdown(error: unknown): boolean {
  if (error instanceof SuppressedError) return isBreakdown(error.suppressed) || isBreakdown(error.error);
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
