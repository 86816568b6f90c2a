const MAGIC_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/**
 * Returns the same WebAssembly module with its only memory limited to `maxBytes`, a whole number of pages. The limit
 * is part of the module (https://webassembly.github.io/spec/core/binary/modules.html#memory-section).
 */
export function withMostMemory(module: Uint8Array, maxBytes: number): Uint8Array {
  for (let at = MAGIC_BYTES; at < module.length; ) {
    const id = module[at];
    const {value: size, next: start} = readUnsigned(module, at + 1);
    if (id !== MEMORY_SECTION) {
      at = start + size;
      continue;
    }
    const count = readUnsigned(module, start);
    // The flags are followed by the memory's initial size, and then by the module's own limit if it has one.
    const least = readUnsigned(module, count.next + 1);
    if (count.value !== 1 || module[count.next]! > 1) break;
    const content = [1, 1, ...unsigned(least.value), ...unsigned(Math.floor(maxBytes / PAGE_BYTES))];
    return Buffer.concat([
      module.subarray(0, at),
      Uint8Array.from([MEMORY_SECTION, ...unsigned(content.length), ...content]),
      module.subarray(start + size),
    ]);
  }
  throw new Error("the module does not have one memory of its own");
}

/** Reads an unsigned LEB128 number, the encoding of all numbers in a module. */
function readUnsigned(bytes: Uint8Array, at: number): {value: number; next: number} {
  let value = 0;
  for (let next = at, shift = 0; ; next++, shift += 7) {
    const byte = bytes[next];
    if (byte === undefined) throw new Error("the module ends within a number");
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return {value, next: next + 1};
  }
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(Math.floor(value / 128))];
}
