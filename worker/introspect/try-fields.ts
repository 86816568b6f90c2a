import type {GraphNote} from "../../shared/calls.ts";
import {type ErrorDetail, ServiceError} from "../../shared/errors.ts";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import type {Graph, Model} from "../../shared/semantic/graph.ts";
import {buildLayer, type Layer} from "../../shared/semantic/layer.ts";
import {type Warehouse, WarehouseError, type WarehouseStatement} from "../warehouses/warehouse.ts";

const AT_ONCE = 4;
const BUDGET_MS = 30_000;

interface Tried {
  model: Model;
  index: number;
}

interface TriedField {
  path: string;
  /** Qualified, as queries name it. */
  name: string;
  kind: "dimensions" | "measures";
}

/**
 * Has the warehouse prepare, not run, a statement over all fields of each model; where it refuses, each field by
 * itself, so that every faulty one is named. The statement stands in a subquery of which no row is wanted: a second
 * statement has no place in it, and what it would compute is not computed.
 */
export async function tryFields(
  warehouse: Warehouse,
  graph: Graph,
  tried: readonly Tried[],
  notes: GraphNote[],
  signal: AbortSignal,
): Promise<ErrorDetail[]> {
  const layer = buildLayer(graph);
  const until = performance.now() + BUDGET_MS;
  const faults: ErrorDetail[] = [];
  let skipped = 0;
  const rest = tried.values();
  const lane = async () => {
    for (const {model, index} of rest) {
      signal.throwIfAborted();
      if (performance.now() > until) skipped++;
      else faults.push(...(await tryModel(warehouse, layer, model, `/models/${index}`, signal)));
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, lane));
  if (skipped > 0) {
    const message = `${skipped} models could not be tried on the warehouse in time.`;
    notes.push({model: "", code: "not_checked", message});
  }
  return faults;
}

async function tryModel(
  warehouse: Warehouse,
  layer: Layer,
  model: Model,
  path: string,
  signal: AbortSignal,
): Promise<ErrorDetail[]> {
  if ("sql" in model.table) {
    const refusal = await prepare(warehouse, {sql: model.table.sql, parameters: []}, signal);
    if (refusal) {
      const message = `The warehouse refuses the statement of model "${model.name}": ${refusal}`;
      return [{path: `${path}/table/sql`, message}];
    }
  }
  const fields = fieldsOf(model, path);
  if (fields.length === 0) return [];
  const all = compiled(warehouse, layer, model, fields);
  if (all && (await prepare(warehouse, all, signal)) === undefined) return [];
  const faults: ErrorDetail[] = [];
  for (const field of fields) {
    const statement = compiled(warehouse, layer, model, [field]);
    const refusal = statement && (await prepare(warehouse, statement, signal));
    if (refusal)
      faults.push({path: field.path, message: `The warehouse refuses "${field.name}": ${refusal}`});
  }
  return faults;
}

/** What the catalogue alone does not vouch for: fragments, and aggregates of columns that may not suit them. */
function fieldsOf(model: Model, path: string): TriedField[] {
  const isStatement = "sql" in model.table;
  const field = (kind: TriedField["kind"], i: number, name: string, at: string) => ({
    path: `${path}/${kind}/${i}${at}`,
    name: `${model.name}.${name}`,
    kind,
  });
  return [
    ...model.dimensions.flatMap((dimension, i) =>
      dimension.sql !== undefined || isStatement
        ? [field("dimensions", i, dimension.name, dimension.sql === undefined ? "/column" : "/sql")]
        : [],
    ),
    ...(model.measures ?? []).flatMap((measure, i) =>
      measure.type === "count" && measure.where === undefined && measure.sql === undefined
        ? []
        : [field("measures", i, measure.name, placeOf(measure))],
    ),
  ];
}

function placeOf(measure: {sql?: string; where?: string}): string {
  if (measure.sql !== undefined && measure.where === undefined) return "/sql";
  return measure.where !== undefined && measure.sql === undefined ? "/where" : "";
}

/** The statement of a query for these fields; `undefined` where they cannot be asked for by themselves. */
function compiled(
  warehouse: Warehouse,
  layer: Layer,
  model: Model,
  fields: readonly TriedField[],
): WarehouseStatement | undefined {
  const names = (kind: TriedField["kind"]) =>
    fields.filter(field => field.kind === kind).map(field => field.name);
  const context: CompileContext = {
    dialect: warehouse.dialect,
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date(),
  };
  try {
    return compile(
      layer,
      {model: model.name, dimensions: names("dimensions"), measures: names("measures")},
      context,
    );
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The warehouse's own words where it refuses the statement. */
async function prepare(
  warehouse: Warehouse,
  {sql, parameters}: WarehouseStatement,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await warehouse.rows({sql: `select 1 from (\n${sql}\n) as tried where false`, parameters}, signal);
    return undefined;
  } catch (error) {
    if (
      error instanceof WarehouseError &&
      (error.details.kind === "refused" || error.details.kind === "denied")
    ) {
      return firstLine(error.message);
    }
    throw error;
  }
}

function firstLine(message: string): string {
  const [line = ""] = message.trim().split("\n");
  return line.endsWith(".") ? line : `${line}.`;
}
