import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";

const LONGEST = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of the layer must not have control characters
const NOT_IN_NAMES = /[.\u0000-\u001f\u007f]/g;

/** A layer name made from a warehouse's name: without dots and control characters, and not too long. */
export function layerName(name: string): string {
  const cleaned = name.replace(NOT_IN_NAMES, "_");
  // Cuts between characters, never within a surrogate pair.
  return cleaned.length <= LONGEST ? cleaned : truncate(cleaned, LONGEST);
}

function truncate(text: string, length: number): string {
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}

/** The singular of an English plural: `city` for `cities`. Other names stay as they are. */
export function singularOf(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");
}

/** The name, or the name with the lowest free number appended. Adds the result to `taken`. */
export function freeName(desired: string, taken: Set<string>): string {
  let name = desired;
  for (let n = 2; taken.has(name); n++) name = `${truncate(desired, LONGEST - 1 - String(n).length)}_${n}`;
  taken.add(name);
  return name;
}

/**
 * A model name for each table. Where several schemas have a table of the same name, the first schema's table keeps it
 * and the others get their schema as a prefix.
 */
export function nameModels(
  tables: readonly WarehouseTable[],
  schemas: readonly string[],
  notes: GraphNote[],
): Map<WarehouseTable, string> {
  const taken = new Set<string>();
  const rank = (table: WarehouseTable) => {
    const position = schemas.indexOf(table.schema);
    return position < 0 ? schemas.length : position;
  };
  const ordered = [...tables].sort((a, b) => rank(a) - rank(b));
  const names = new Map<WarehouseTable, string>();
  for (const table of ordered) {
    const plain = layerName(table.name);
    const name = taken.has(plain)
      ? freeName(layerName(`${table.schema}_${table.name}`), taken)
      : freeName(plain, taken);
    names.set(table, name);
    if (name !== table.name) {
      const why =
        plain === name
          ? "a model's name cannot contain a dot or a control character"
          : "another table has the name";
      notes.push({
        model: name,
        code: "name_changed",
        message: `The table "${table.schema}"."${table.name}" became the model "${name}": ${why}.`,
      });
    }
  }
  return names;
}
