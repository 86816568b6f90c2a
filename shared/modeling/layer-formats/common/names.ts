import {isName} from "../../../semantic/layers.ts";

const MAX_NAME_LENGTH = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of the layer have none
const NOT_IN_NAMES = /[.\u0000-\u001f\u007f]/g;

/** A valid name in the layer for a name in a file. */
export function layerName(name: string): string {
  if (isName(name)) return name;
  // The cut may split a surrogate pair, and half of a pair cannot be stored.
  const cleaned = name.replace(NOT_IN_NAMES, "_").slice(0, MAX_NAME_LENGTH).toWellFormed();
  return cleaned === "" ? "_" : cleaned;
}

/** The name, or the name with the lowest number that makes it free. Adds it to `taken`. */
export function freeName(preferred: string, taken: Set<string>): string {
  let name = preferred;
  for (let n = 2; taken.has(name); n++) name = `${preferred.slice(0, 120).toWellFormed()}_${n}`;
  taken.add(name);
  return name;
}
