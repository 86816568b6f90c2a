import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Join} from "../../shared/semantic/documents.ts";
import {tableKey, type WarehouseTable} from "../warehouses/tables.ts";
import {freeName, layerName} from "./names.ts";

/** A join, with the table that it leads to, whose key has to be unique. */
export interface ProposedJoin extends Join {
  target: WarehouseTable;
}

/**
 * Proposes joins from the foreign keys. A join gets a role as its name where several lead to the same table, or a table
 * refers to itself.
 */
export function proposeJoins(
  models: ReadonlyMap<WarehouseTable, string>,
  notes: GraphNote[],
): ProposedJoin[] {
  const byKey = new Map([...models.keys()].map(table => [tableKey(table.schema, table.name), table]));
  const joins: ProposedJoin[] = [];
  for (const [table, model] of models) {
    const roles = new Set<string>([model]);
    const times = countTargets(table);
    for (const key of table.foreignKeys) {
      const target = byKey.get(tableKey(key.referencedSchema, key.referencedTable));
      const to = target && models.get(target);
      if (
        !target ||
        to === undefined ||
        !hasColumns(table, key.columns) ||
        !hasColumns(target, key.referencedColumns)
      ) {
        const where = `"${key.referencedSchema}"."${key.referencedTable}"`;
        const message = `The foreign key over ${key.columns.join(", ")} leads to ${where}, which is not among the tables.`;
        notes.push({model, code: "join_skipped", message});
        continue;
      }
      const needsRole = target === table || (times.get(targetOf(key)) ?? 0) > 1;
      const role = freeName(needsRole ? roleOf(key.columns, key.referencedColumns, to) : to, roles);
      joins.push({
        ...(role === to ? {} : {name: role}),
        from: model,
        to,
        relationship: isUnique(table, key.columns) ? "one_to_one" : "many_to_one",
        on: key.columns.map((from, i) => ({from, to: key.referencedColumns[i] ?? ""})),
        target,
      });
    }
  }
  return joins;
}

type ForeignKey = WarehouseTable["foreignKeys"][number];

function targetOf(key: ForeignKey): string {
  return tableKey(key.referencedSchema, key.referencedTable);
}

function countTargets(table: WarehouseTable): Map<string, number> {
  const times = new Map<string, number>();
  for (const key of table.foreignKeys) times.set(targetOf(key), (times.get(targetOf(key)) ?? 0) + 1);
  return times;
}

function hasColumns(table: WarehouseTable, columns: readonly string[]): boolean {
  return columns.length > 0 && columns.every(name => table.columns.some(column => column.name === name));
}

/** Whether a constraint of the engine keeps these columns, or some of them, unique. */
export function isUnique(table: WarehouseTable, columns: readonly string[]): boolean {
  return [table.primaryKey, ...table.uniqueKeys].some(
    key => key.length > 0 && key.every(column => columns.includes(column)),
  );
}

/**
 * The role of a foreign key: `ship_city` for `ship_city_id`. Of several columns, the first whose name differs from that
 * of the referenced column counts.
 */
function roleOf(columns: readonly string[], referenced: readonly string[], to: string): string {
  const telling = columns.find((column, i) => column !== referenced[i]) ?? columns[0] ?? to;
  const stripped = telling.replace(
    /(?:[_\s-]+(?:id|key|code|fk|no|ref)|(?<=[a-z])(?:Id|ID|Key|Code|Fk|No|Ref))$/,
    "",
  );
  return layerName(stripped || telling);
}
