import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";
import {holdsSecret} from "./hide-secrets.ts";
import {singularOf} from "./names.ts";
import {CONCURRENCY, type Probing} from "./probing.ts";

/** Finds primary keys for tables that declare none: columns that are named like a key and are unique in the data. */
export async function findKeys(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  notes: GraphNote[],
): Promise<void> {
  await forEachConcurrently([...models], CONCURRENCY, async ([table, model]) => {
    if (table.primaryKey.length > 0) return;
    const declared = table.uniqueKeys.find(key =>
      key.every(name => table.columns.some(column => column.name === name && !column.nullable)),
    );
    if (declared) {
      table.primaryKey = declared;
      return;
    }
    const candidates = candidateKeys(table);
    const keys = candidates.map(name => [name]);
    const verdict = keys.length > 0 ? await probing.uniqueness(table, keys) : undefined;
    const found = verdict?.isEmpty === false && candidates.find((_, i) => verdict.isUnique[i]);
    if (found) {
      table.primaryKey = [found];
      const message = `"${found}" is used as the primary key: the table declares no key, and the column is unique in the data.`;
      notes.push({model, code: "key_inferred", message});
      return;
    }
    const message = `The table "${table.name}" has no primary key: measures over joins that multiply its rows need one.`;
    notes.push({model, code: "no_primary_key", message: message + reasonOf(candidates, verdict)});
  });
}

function reasonOf(candidates: readonly string[], verdict: {isEmpty: boolean} | undefined): string {
  if (candidates.length === 0) return "";
  if (!verdict) return " Whether a column is unique could not be determined in time.";
  if (verdict.isEmpty) return " The table is empty, so no key can be found in its data.";
  return candidates.map(name => ` "${name}" repeats or has nulls.`).join("");
}

const MAX_CANDIDATES = 3;

function candidateKeys(table: WarehouseTable): string[] {
  const name = table.name.toLowerCase();
  const singular = singularOf(name);
  const likely = new Set(
    ["id", "uuid", "key", "code", "_id"].concat(
      [name, singular].flatMap(base =>
        ["id", "key", "code", "uuid", "no"].flatMap(end => [`${base}_${end}`, base + end]),
      ),
    ),
  );
  const foreign = new Set(table.foreignKeys.flatMap(key => key.columns));
  const usable = table.columns
    .filter(({kind}) => kind === "integer" || kind === "text" || kind === "textual")
    .filter(column => !foreign.has(column.name) && !holdsSecret(column));
  const named = usable.filter(column => likely.has(column.name.toLowerCase()));
  // The first column of a table loaded from a file is often its key.
  const first = usable[0] === table.columns[0] ? usable[0] : undefined;
  return [...new Set([...named, ...(first ? [first] : [])].map(column => column.name))].slice(
    0,
    MAX_CANDIDATES,
  );
}
