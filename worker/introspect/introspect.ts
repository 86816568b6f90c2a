import type {Calls, GraphNote} from "../../shared/calls.ts";
import type {Model} from "../../shared/semantic/graph.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {type Fields, proposeFields} from "./fields.ts";
import {type ProposedJoin, proposeJoins} from "./joins.ts";
import {nameModels} from "./names.ts";
import {checkTargets, findDates, findKeys, startProbing} from "./probes.ts";
import {selectTables} from "./select.ts";
import type {WarehouseTable} from "./tables.ts";

type Asked = Pick<Calls["introspect"]["request"], "schemas" | "tables" | "inferJoins">;

/**
 * A layer as a careful analyst would begin it: a model per table with its key, a dimension per column, a few
 * measures, and joins from foreign keys where they are asked for. `tables` is the catalogue; `schemas` are in the
 * order in which names are given. Statements over the data have a bounded time: what was not looked at is noted.
 */
export async function introspect(
  warehouse: Warehouse,
  catalog: readonly WarehouseTable[],
  asked: Asked,
  schemas: readonly string[],
  signal: AbortSignal,
): Promise<Calls["introspect"]["answer"]> {
  const notes: GraphNote[] = [];
  const tables = selectTables(catalog, asked);
  const models = nameModels(tables, schemas, notes);
  const probing = startProbing(warehouse, signal);
  await findKeys(probing, models, notes);
  const fields = new Map<WarehouseTable, Fields>();
  for (const [table, name] of models) {
    fields.set(table, proposeFields(table, name, warehouse.dialect, notes));
  }
  const joins = asked.inferJoins ? proposeJoins(models, notes) : [];
  await checkTargets(probing, joins, notes);
  await findDates(probing, models, (table, column) => fields.get(table)?.nameOf.get(column), notes);
  const graph = {
    models: tables.map(table => modelOf(table, models.get(table) ?? table.name, fields.get(table))),
    joins: joins.map(withoutTarget),
  };
  return {graph, notes: notes.sort((a, b) => compare(a.model, b.model) || compare(a.field, b.field))};
}

function modelOf(table: WarehouseTable, name: string, fields: Fields | undefined): Model {
  return {
    name,
    ...(table.comment ? {description: table.comment.slice(0, 4000)} : {}),
    table: {schema: table.schema, name: table.name},
    ...(table.primaryKey.length > 0 ? {primaryKey: table.primaryKey} : {}),
    dimensions: fields?.dimensions ?? [],
    measures: fields?.measures ?? [],
  };
}

function withoutTarget({target: _, ...join}: ProposedJoin) {
  return join;
}

function compare(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
