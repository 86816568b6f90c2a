import type {Calls} from "../../shared/calls.ts";
import type {ErrorDetail} from "../../shared/errors.ts";
import {type Merged, mergeGraph} from "../../shared/projects/merge-graph.ts";
import {placeFaults} from "../../shared/projects/place-faults.ts";
import {readGraph} from "../../shared/projects/stored-graph.ts";
import {type Catalog, checkGraph, tableKey} from "../../shared/semantic/check-graph.ts";
import type {Model, TableSource} from "../../shared/semantic/graph.ts";
import {buildLayer} from "../../shared/semantic/layer.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import {readDefaults, readTables} from "./catalog.ts";
import {Trial} from "./trial.ts";
import {type TriedModel, tryModels} from "./try-fields.ts";
import {type TriedJoin, tryJoins} from "./try-joins.ts";

/**
 * Lays the graph given over the project's layer and checks the outcome: names and references, tables and columns
 * by the warehouse's catalogue, and every field of the models given by having the warehouse prepare it. What is
 * kept of the layer is not looked up in the warehouse. Paths of faults point into the graph given.
 */
export async function checkAgainstWarehouse(
  worker: Pick<Worker, "db">,
  warehouse: Warehouse,
  {orgId, projectId, layerVersion, graph: given, replace}: Calls["check_graph"]["request"],
  signal: AbortSignal,
): Promise<Calls["check_graph"]["answer"]> {
  const current = await readGraph(worker.db, orgId, projectId, replace ? 0 : layerVersion);
  const merged = mergeGraph(current, given, replace);
  const catalog = await readCatalog(warehouse, merged, signal);
  const plain = checkBoth(merged, catalog);
  const trial = new Trial(warehouse, signal);
  const tried = await tryModels(trial, buildLayer(merged.graph), modelsToTry(merged, plain));
  const joined = await tryJoins(trial, merged.graph, joinsToTry(merged, [...plain, ...tried]));
  const message = `${trial.skipped} fields and joins could not be tried on the warehouse in time.`;
  const notes = trial.skipped > 0 ? [{model: "", code: "not_checked", message}] : [];
  return {faults: placeFaults(merged, [...plain, ...tried, ...joined]), notes};
}

/** The models given, but for those whose very table or name is at fault. */
function modelsToTry({graph, givenModels}: Merged, faults: readonly ErrorDetail[]): TriedModel[] {
  const byModel = Map.groupBy(faults, fault => fault.path.split("/", 3).join("/"));
  return [...givenModels.keys()].flatMap(index => {
    const path = `/models/${index}`;
    const model = graph.models[index];
    const faulty = (byModel.get(path) ?? []).map(fault => fault.path);
    const isHopeless = faulty.some(fault => fault === `${path}/name` || fault.startsWith(`${path}/table`));
    return model && !isHopeless ? [{model, path, faulty}] : [];
  });
}

/** The joins given, and those kept that touch a model given, where nothing else is wrong with them or their tables. */
function joinsToTry({graph, givenModels, givenJoins}: Merged, faults: readonly ErrorDetail[]): TriedJoin[] {
  const faultyTables = new Set(
    faults.flatMap(({path}) => {
      const [, part, index, field] = path.split("/");
      const model = part === "models" && field === "table" ? graph.models[Number(index)] : undefined;
      return model ? [model.name] : [];
    }),
  );
  const faultyJoins = new Set(faults.map(fault => fault.path.split("/", 3).join("/")));
  const given = new Set([...givenModels.keys()].map(index => graph.models[index]?.name));
  return (graph.joins ?? []).flatMap((join, index) => {
    const path = `/joins/${index}`;
    const isConcerned = givenJoins.has(index) || given.has(join.from) || given.has(join.to);
    const isHopeless = faultyJoins.has(path) || faultyTables.has(join.from) || faultyTables.has(join.to);
    return isConcerned && !isHopeless ? [{join, path}] : [];
  });
}

/** Faults of what was given with the catalogue, of what was kept without it: there the warehouse may have moved on. */
function checkBoth(merged: Merged, catalog: Catalog): ErrorDetail[] {
  const {graph, givenModels, givenJoins} = merged;
  const looked = checkGraph(graph, catalog);
  const nothingKept = givenModels.size === graph.models.length && givenJoins.size === graph.joins?.length;
  if (nothingKept) return looked;
  const plain = checkGraph(graph);
  const known = new Set(plain.map(fault => `${fault.path} ${fault.message}`));
  const positions = new Map(graph.models.map((model, i) => [model.name, i]));
  const added = looked.filter(fault => {
    if (known.has(`${fault.path} ${fault.message}`)) return false;
    const [, part, index, , , side] = fault.path.split("/");
    if (part === "models") return givenModels.has(Number(index));
    const join = graph.joins?.[Number(index)];
    if (givenJoins.has(Number(index)) || !join) return true;
    return givenModels.has(positions.get(side === "from" ? join.from : join.to) ?? -1);
  });
  return [...plain, ...added];
}

/** The columns of the tables concerned: those of the models given, and of the models that their joins lead to. */
async function readCatalog(warehouse: Warehouse, merged: Merged, signal: AbortSignal): Promise<Catalog> {
  const {graph, givenModels, givenJoins} = merged;
  const joined = new Set([...givenJoins.keys()].flatMap(i => [graph.joins?.[i]?.from, graph.joins?.[i]?.to]));
  const concerned = graph.models.filter((model, i) => givenModels.has(i) || joined.has(model.name));
  const sources = concerned.map(model => model.table).filter(isTable);
  if (sources.length === 0) return new Map();
  const defaults = await readDefaults(warehouse, signal);
  const schemas = new Set(sources.flatMap(source => source.schema ?? defaults.schemas));
  const tables = await readTables(
    warehouse,
    {schemas: [...schemas], tables: [...new Set(sources.map(source => source.name))]},
    signal,
  );
  const catalog = new Map<string, readonly string[]>();
  const rank = (schema: string) => {
    const position = defaults.schemas.indexOf(schema);
    return position < 0 ? Number.POSITIVE_INFINITY : position;
  };
  // Of tables of one name the search path meets the first: written last, it stays.
  for (const table of [...tables].sort((a, b) => rank(b.schema) - rank(a.schema))) {
    const columns = table.columns.map(column => column.name);
    const {schema, name} = table;
    catalog.set(tableKey({catalog: defaults.catalog, schema, name}), columns);
    catalog.set(tableKey({schema, name}), columns);
    if (defaults.schemas.includes(schema)) catalog.set(tableKey({name}), columns);
  }
  return catalog;
}

function isTable(source: TableSource): source is Extract<Model["table"], {name: string}> {
  return "name" in source;
}
