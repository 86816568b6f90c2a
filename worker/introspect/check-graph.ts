import type {Db} from "../../shared/core/db.ts";
import type {ErrorDetail} from "../../shared/core/errors.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Calls} from "../../shared/core/workers/calls.ts";
import {type Merged, mergeGraph} from "../../shared/modeling/layer-versions/merge-graph.ts";
import {placeFaults} from "../../shared/modeling/layer-versions/place-faults.ts";
import {storageFaults} from "../../shared/modeling/rollups/storage.ts";
import {readGraph, saveTableSizes} from "../../shared/querying/layers/stored-graph.ts";
import {pointerTo, segmentsOf} from "../../shared/semantic/coded-error.ts";
import type {Join, Model} from "../../shared/semantic/documents.ts";
import {buildLayer, type Catalog, checkGraph, tableKey} from "../../shared/semantic/layers.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {type TriedJoin, tryJoins} from "./check-joins.ts";
import {checkTargets, type ToOneTarget} from "./check-targets.ts";
import {noteWrongTypes} from "./check-types.ts";
import {type ConcernedTables, readConcerned} from "./concerned-tables.ts";
import {Trial} from "./dry-run.ts";
import {isUnique} from "./joins-of-foreign-keys.ts";
import {notCheckedNote, Probing} from "./probing.ts";
import {type TriedModel, tryModels} from "./try-fields.ts";

const UNIQUENESS_BUDGET_MS = 5000;

/**
 * Merges the given graph into the project's layer and checks the result: names and references, tables and columns
 * against the warehouse's catalogue, and every field of the given models by having the warehouse prepare it. Existing
 * parts of the layer that the given graph does not replace are not checked in the warehouse. The row counts of the
 * tables are saved even if the graph is not. Paths of faults refer to the given graph.
 */
export async function checkAgainstWarehouse(
  db: Db,
  warehouse: Warehouse,
  {orgId, projectId, connectionId, layerVersion, graph: given, replace}: Calls["check_graph"]["request"],
  signal: AbortSignal,
): Promise<Calls["check_graph"]["answer"]> {
  const current = await readGraph(db, orgId, projectId, replace ? 0 : layerVersion);
  const merged = mergeGraph(current, given, replace);
  const concerned = await readConcerned(warehouse, merged, signal);
  const stores = await storageFaults(db, {orgId, connectionId}, merged.graph);
  const staticFaults = [...checkBoth(merged, concerned.columns), ...stores];
  const trial = new Trial(warehouse, signal);
  const tried = await tryModels(trial, buildLayer(merged.graph), modelsToTry(merged, staticFaults));
  const joined = await tryJoins(trial, merged.graph, joinsToTry(merged, [...staticFaults, ...tried]));
  const message = `${trial.skipped} fields and joins were not tried on the warehouse: the time ran out, or their statements are too long.`;
  const notes: GraphNote[] = trial.skipped > 0 ? [notCheckedNote(message)] : [];
  const faults = placeFaults(merged, [...staticFaults, ...tried, ...joined]);
  if (faults.length === 0) {
    notes.push(...noteWrongTypes(merged, concerned));
    const probing = new Probing(warehouse, signal, UNIQUENESS_BUDGET_MS);
    await checkTargets(probing, targetsOf(merged, concerned), notes);
    await saveTableSizes(db, orgId, projectId, sizesOf(merged, concerned));
  }
  return {faults, notes};
}

/** The row counts of the tables that were read, where the engine has estimates. */
function sizesOf({graph}: Merged, {tables}: ConcernedTables): Map<string, number> {
  return new Map(
    graph.models.flatMap(({table}) => {
      if ("sql" in table) return [];
      const rowCount = tables.get(tableKey(table))?.rowCount;
      return rowCount === undefined ? [] : [[tableKey(table), rowCount] as const];
    }),
  );
}

/** The to-one sides of the given joins, except those that a constraint of the engine keeps unique. */
function targetsOf({graph, givenJoins}: Merged, concerned: ConcernedTables): ToOneTarget[] {
  const models = new Map(graph.models.map(model => [model.name, model]));
  const targets: ToOneTarget[] = [];
  const add = (from: string, to: string, columns: readonly string[]) => {
    const table = models.get(to)?.table;
    if (!table) return;
    const known = "sql" in table ? undefined : concerned.tables.get(tableKey(table));
    if (!known || !isUnique(known, columns)) targets.push({from, to, table, columns});
  };
  for (const index of givenJoins.keys()) {
    const join = graph.joins?.[index];
    if (!join) continue;
    const {from, to, relationship, on, validity} = join;
    const [near, far] = [on.map(pair => pair.from), on.map(pair => pair.to)];
    if (validity !== undefined) {
      const [one, many, columns] = relationship === "one_to_many" ? [from, to, near] : [to, from, far];
      const model = models.get(one);
      if (model)
        targets.push({
          from: many,
          to: one,
          table: model.table,
          columns,
          versions: validityColumns(model, validity),
        });
      continue;
    }
    if (relationship !== "one_to_many") add(from, to, far);
    if (relationship !== "many_to_one") add(to, from, near);
  }
  return targets;
}

/** The columns with the start and end of a version's validity; `computed` where one of them is an expression. */
function validityColumns(
  {dimensions}: Model,
  validity: NonNullable<Join["validity"]>,
): NonNullable<ToOneTarget["versions"]> {
  const columnOf = (name: string) => {
    const dimension = dimensions.find(one => one.name === name);
    return dimension?.path === undefined ? dimension?.column : undefined;
  };
  const [from, to] = [columnOf(validity.from), columnOf(validity.to)];
  return from === undefined || to === undefined ? "computed" : {from, to};
}

/** The pointer to the model, join or roll-up that a fault lies in. */
function partOf({path}: ErrorDetail): string {
  return pointerTo(segmentsOf(path).slice(0, 2));
}

/** The given models, without those whose table or name is at fault. */
function modelsToTry({graph, givenModels}: Merged, faults: readonly ErrorDetail[]): TriedModel[] {
  const byModel = Map.groupBy(faults, partOf);
  return [...givenModels.keys()].flatMap(index => {
    const path = `/models/${index}`;
    const model = graph.models[index];
    const faulty = (byModel.get(path) ?? []).map(fault => fault.path);
    const isKnownFaulty = faulty.some(fault => fault === `${path}/name` || fault.startsWith(`${path}/table`));
    return model && !isKnownFaulty ? [{model, path, faulty}] : [];
  });
}

/** The given joins, and existing ones that touch a given model, unless they or their tables already have faults. */
function joinsToTry({graph, givenModels, givenJoins}: Merged, faults: readonly ErrorDetail[]): TriedJoin[] {
  const faultyTables = new Set(
    faults.flatMap(({path}) => {
      const [part, index, field] = segmentsOf(path);
      const model = part === "models" && field === "table" ? graph.models[Number(index)] : undefined;
      return model ? [model.name] : [];
    }),
  );
  const faultyJoins = new Set(faults.map(partOf));
  const given = new Set([...givenModels.keys()].map(index => graph.models[index]?.name));
  return (graph.joins ?? []).flatMap((join, index) => {
    const path = `/joins/${index}`;
    const isConcerned = givenJoins.has(index) || given.has(join.from) || given.has(join.to);
    const isKnownFaulty = faultyJoins.has(path) || faultyTables.has(join.from) || faultyTables.has(join.to);
    return isConcerned && !isKnownFaulty ? [{join, path}] : [];
  });
}

/**
 * Checks the given parts against the catalogue, and the existing parts without it, because the warehouse may have
 * changed since those were saved.
 */
function checkBoth(merged: Merged, catalog: Catalog): ErrorDetail[] {
  const {graph, givenModels, givenJoins} = merged;
  const withCatalog = checkGraph(graph, catalog);
  const isAllGiven = givenModels.size === graph.models.length && givenJoins.size === graph.joins?.length;
  if (isAllGiven) return withCatalog;
  const withoutCatalog = checkGraph(graph);
  const known = new Set(withoutCatalog.map(fault => `${fault.path} ${fault.message}`));
  const positions = new Map(graph.models.map((model, i) => [model.name, i]));
  const added = withCatalog.filter(fault => {
    if (known.has(`${fault.path} ${fault.message}`)) return false;
    const [part, index, , , side] = segmentsOf(fault.path);
    if (part === "models") return givenModels.has(Number(index));
    if (part === "rollups") return true;
    const join = graph.joins?.[Number(index)];
    if (givenJoins.has(Number(index)) || !join) return true;
    return givenModels.has(positions.get(side === "from" ? join.from : join.to) ?? -1);
  });
  return [...withoutCatalog, ...added];
}
