import type {GraphNote} from "../../shared/calls.ts";
import type {WarehouseTable} from "./tables.ts";

const LONGEST = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of the layer have none
const NOT_IN_NAMES = /[.\u0000-\u001f\u007f]/g;

/** A name of the layer made from one of the warehouse: neither dots nor control characters, and not too long. */
export function layerName(name: string): string {
  const cleaned = name.replace(NOT_IN_NAMES, "_");
  // Cut between characters, never within one.
  return cleaned.length <= LONGEST ? cleaned : cutTo(cleaned, LONGEST);
}

function cutTo(text: string, length: number): string {
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}

/** The name, or the name with the lowest number behind it that is not taken. Takes it. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${cutTo(wanted, LONGEST - 1 - String(n).length)}_${n}`;
  taken.add(name);
  return name;
}

/**
 * A model's name for each table. Of tables that share one in several schemas the first in `schemas` keeps it, the
 * others have their schema before it.
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
          ? "a dot or a control character cannot stand in a model's name"
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
