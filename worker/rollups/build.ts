import {rm} from "node:fs/promises";
import {newId} from "../../shared/ids.ts";
import type {RollupFile, StoredBuild} from "../../shared/rollups/schemas.ts";
import {buildStatement, type PlannedRollup} from "../../shared/semantic/rollups/answer.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import {Claim, shareOf} from "../fair-semaphore.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import {keepStored} from "./build-run.ts";
import type {Building, Partition} from "./building.ts";
import {type StagedColumn, Staging, type StagingConfig} from "./staging.ts";
import {MOST_TEXTS, textRules} from "./text-rules.ts";

/** The warehouse of a build: it waits for its turn behind everything that people wait for. */
export async function leaseFor(worker: Worker, {run, project}: Building) {
  const claim = new Claim(shareOf(`rollup ${run.rollupId}`, "background"));
  return worker.leaseWarehouse(project.orgId, project.source, claim);
}

/** The columns of a roll-up, in the order of its statement. */
function columnsOf({plan}: PlannedRollup): StagedColumn[] {
  const parts = [...plan.parts.values()].map(({column, measure}): StagedColumn => {
    const isEnd = measure.type === "min" || measure.type === "max";
    const field = isEnd
      ? [...plan.model.fields.values()].find(
          one =>
            one.kind === "measure" &&
            one.source.type === measure.type &&
            one.source.column === measure.column &&
            one.source.sql === measure.sql,
        )
      : undefined;
    return {name: column, type: field?.type ?? "number"};
  });
  return [...plan.dimensions.map(({column, type}) => ({name: column, type})), ...parts];
}

/** Reads the rows of one period from the warehouse and writes them as Parquet to `target`, which must not be there. */
export async function writePartition(
  warehouse: Warehouse,
  {project, layer, planned}: Pick<Building, "project" | "layer" | "planned">,
  filters: Partition["filters"],
  {config, staged, target}: {config: StagingConfig; staged: string; target: string},
  signal: AbortSignal,
): Promise<{rowCount: number; sizeBytes: number; columns: BuiltColumn[]}> {
  const columns = columnsOf(planned);
  const staging = await Staging.open(columns, staged, config);
  try {
    const statement = buildStatement(layer, planned.plan, project, filters);
    await staging.fill(warehouse.batches(statement, {limit: undefined, signal}), signal);
    const stored = await staging.types();
    const built: BuiltColumn[] = [];
    // Values of several files may each be in order, and not among each other.
    const isAll = (filters ?? []).length === 0;
    for (const [index, column] of stored.entries()) {
      const values =
        isAll && column.kind === "text" ? await staging.texts(column.name, MOST_TEXTS) : undefined;
      const asked = {statement: buildStatement(layer, planned.plan, project), index, count: columns.length};
      const rules = column.kind === "text" ? await textRules(warehouse, asked, values, signal) : {};
      built.push({...column, ...rules});
    }
    return {...(await staging.write(stored, target, signal)), columns: built};
  } finally {
    await staging.close();
  }
}

/** Builds and stores the file of one period. Nothing is there under its name until it is complete. */
async function buildPartition(
  {snapshots, config}: Worker,
  warehouse: Warehouse,
  building: Building,
  {period, filters}: Partition,
  signal: AbortSignal,
): Promise<{file: RollupFile; columns: BuiltColumn[]}> {
  const target = snapshots.temporaryPath("parquet");
  try {
    const paths = {config, staged: snapshots.temporaryPath("duckdb"), target};
    const {columns, ...sizes} = await writePartition(warehouse, building, filters, paths, signal);
    const id = newId("rlf");
    await snapshots.save(building.run.orgId, id, target);
    return {file: {id, ...(period === undefined ? {} : {period}), ...sizes}, columns};
  } finally {
    await rm(target, {force: true});
  }
}

/** Builds what is missing, period by period; what was stored before the worker died is not built again. */
export async function buildAll(
  worker: Worker,
  warehouse: Warehouse,
  building: Building,
  {partitions, kept}: {partitions: readonly Partition[]; kept: StoredBuild},
  signal: AbortSignal,
): Promise<StoredBuild> {
  const {run, planned} = building;
  const isTakenUp = run.signature === planned.signature && run.stored.files.length > 0;
  let {columns, files} = isTakenUp ? run.stored : kept;
  for (const partition of partitions) {
    signal.throwIfAborted();
    if (files.some(({period}) => period === partition.period)) continue;
    const built = await buildPartition(worker, warehouse, building, partition, signal);
    files = [...files, built.file];
    columns = together(columns, built.columns);
    await keepStored(worker.db, run, planned.signature, {columns, files});
  }
  return {files, columns};
}

/** What is promised of a column holds in all of its files. */
function together(one: readonly BuiltColumn[], other: readonly BuiltColumn[]): BuiltColumn[] {
  if (one.length === 0) return [...other];
  return other.map((column, i) => {
    const before = one[i] ?? column;
    const same = before.same === true && column.same === true;
    const sorted = before.sorted === true && column.sorted === true;
    const kept = {...column, ...widest(before, column)};
    return kept.kind === "text" ? {...kept, same, sorted} : kept;
  });
}

const EXACT = /^(?:BIGINT|DECIMAL\(38,(\d+)\))$/;

/** A type for the values of both columns. */
function widest(one: BuiltColumn, other: BuiltColumn): Pick<BuiltColumn, "kind" | "engineType"> {
  const {kind, engineType} = other;
  if (one.engineType === engineType && one.kind === kind) return {kind, engineType};
  const [a, b] = [EXACT.exec(one.engineType), EXACT.exec(engineType)];
  if (!a || !b) return {kind: "other", engineType: "VARCHAR"};
  const scale = Math.max(Number(a[1] ?? 0), Number(b[1] ?? 0));
  const isWhole = one.kind === "integer" && kind === "integer";
  return {kind: isWhole ? "integer" : "decimal", engineType: `DECIMAL(38,${scale})`};
}
