import {rm} from "node:fs/promises";
import {newId} from "../../shared/core/ids.ts";
import type {StoredBuild} from "../../shared/modeling/rollups/schemas.ts";
import type {BuiltColumn} from "../../shared/semantic/documents.ts";
import type {Statement} from "../../shared/semantic/index.ts";
import {
  buildStatement,
  type PlannedRollup,
  periodColumn,
} from "../../shared/semantic/rollup-matching/index.ts";
import {PermitRequest, shareOf} from "../concurrency/fair-semaphore.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import type {StoredRows, Warehouse} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import {type BuiltRows, saveProgress} from "./build-run.ts";
import type {Building, BuildSlice} from "./build-types.ts";
import {buildSlices, findMissing, hasDay, remainingSlices} from "./partitions.ts";
import {prefetchSlices} from "./prefetch-slices.ts";
import {type StagedColumn, Staging, type WrittenFile} from "./staging.ts";
import {type StagingConfig, StagingEngine} from "./staging-engine.ts";
import {MAX_TEXTS, textCollation} from "./text-collation.ts";

/** Leases the warehouse of a build, with the low priority of background work. */
export async function leaseFor(worker: Pick<Worker, "leaseWarehouse">, {run, project}: Building) {
  const permitRequest = new PermitRequest(shareOf(`rollup ${run.rollupId}`, "background"));
  return worker.leaseWarehouse(project.orgId, project.source, permitRequest);
}

/** The columns of a roll-up, in the order of its statement. */
export function columnsOf({plan}: Pick<PlannedRollup, "plan">): StagedColumn[] {
  const parts = [...plan.parts.values()].map(({column, measure, merge}): StagedColumn => {
    if (merge === "sketch") return {name: column, type: "sketch"};
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

/** How the warehouse compares the texts of each column, by column name. All files have the same comparisons. */
type Collations = Map<string, Pick<BuiltColumn, "same" | "sorted">>;

type Planned = Pick<Building, "project" | "layer" | "planned">;

/** The statement for the rows of a slice. */
export function statementOfSlice(
  {project, layer, planned}: Planned,
  {filters, grain}: BuildSlice,
): Statement {
  return buildStatement(layer, planned.plan, project, filters, grain);
}

/**
 * Writes the rows of a slice as Parquet, one file for each period: the rows that the warehouse has stored in a file, or
 * else those that it returns.
 */
export async function writeFiles(
  warehouse: Warehouse,
  {project, layer, planned}: Planned,
  slice: BuildSlice,
  {rows, engine, pathOf, collations}: SliceOutput,
  signal: AbortSignal,
): Promise<{files: WrittenFile[]; columns: BuiltColumn[]}> {
  const {grain, periods, timeless = false} = slice;
  const columns = columnsOf(planned);
  const period = grain && {column: periodColumn(planned.plan), grain, ...(periods ? {bounds: periods} : {})};
  const staging = new Staging(engine, columns, period);
  const answered = () =>
    warehouse.batches(statementOfSlice({project, layer, planned}, slice), {limit: undefined, signal});
  await staging.fill(rows ?? answered(), signal);
  const stored = await staging.types();
  const built: BuiltColumn[] = [];
  for (const [index, column] of stored.entries()) {
    if (column.kind !== "text") {
      built.push(column);
      continue;
    }
    let rules = collations.get(column.name);
    if (rules === undefined) {
      // Only with a single file are all values of the column at hand.
      const values = grain === undefined ? await staging.texts(column.name, MAX_TEXTS) : undefined;
      const asked = {statement: buildStatement(layer, planned.plan, project), index, count: columns.length};
      rules = await textCollation(warehouse, asked, values, signal);
      collations.set(column.name, rules);
    }
    built.push({...column, ...rules});
  }
  const files = await staging.write(stored, {pathOf, timeless}, signal);
  await staging.clear();
  return {files, columns: built};
}

/** The rows of a slice, where they are staged, and the files' paths. */
interface SliceOutput {
  rows: StoredRows | undefined;
  engine: StagingEngine;
  pathOf(): string;
  collations: Collations;
}

/** Where files are stored, and a callback that records them, so that a retry resumes after the last file. */
export interface FileOutput {
  config: StagingConfig;
  snapshots: Pick<SnapshotStore, "temporaryPath" | "save">;
  recordProgress(stored: StoredBuild): Promise<void>;
}

/** Builds the missing files, some periods at a time. Files that an earlier attempt stored are not built again. */
export function buildFiles(
  {snapshots, config, db}: Pick<Worker, "config" | "db" | "snapshots">,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {run, planned} = building;
  const recordProgress = (stored: StoredBuild) => saveProgress(db, run, planned.signature, stored);
  return makeFiles({snapshots, config, recordProgress}, warehouse, building, signal);
}

export async function makeFiles(
  {snapshots, config, recordProgress}: FileOutput,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const missing = await findMissing(warehouse, building, signal);
  const {run, planned} = building;
  const {files: before} = run.stored;
  const isResumed = run.signature === planned.signature && before.length > 0 && before.every(hasDay);
  let {columns, files} = isResumed ? run.stored : missing.stored;
  const collations: Collations = new Map();
  const slices = isResumed ? remainingSlices(before, building, missing) : buildSlices(building, missing);
  const engine = await StagingEngine.open(config);
  try {
    const statementOf = (slice: BuildSlice) => statementOfSlice(building, slice);
    for await (const [slice, rows] of prefetchSlices(warehouse, slices, statementOf, signal)) {
      const written: string[] = [];
      const pathOf = () => {
        const path = snapshots.temporaryPath("parquet");
        written.push(path);
        return path;
      };
      try {
        const made = await writeFiles(warehouse, building, slice, {rows, engine, pathOf, collations}, signal);
        for (const {path, ...file} of made.files) {
          const id = newId("rlf");
          // The file gets its name only when it is complete.
          const checksum = await snapshots.save(run.orgId, id, path);
          files = [...files, {id, ...file, ...checksum}];
        }
        columns = mergeColumns(columns, made.columns);
      } finally {
        for (const path of written) await rm(path, {force: true});
      }
      await recordProgress({columns, files});
    }
  } finally {
    await engine.close();
  }
  return builtOf({files, columns});
}

function builtOf({files, columns}: StoredBuild): BuiltRows {
  const total = (of: "rowCount" | "sizeBytes") => files.reduce((sum, file) => sum + file[of], 0);
  return {files, columns, rowCount: total("rowCount"), sizeBytes: total("sizeBytes")};
}

/** Merges the columns of two sets of files. `same` and `sorted` hold only where they hold in both. */
function mergeColumns(one: readonly BuiltColumn[], other: readonly BuiltColumn[]): BuiltColumn[] {
  if (one.length === 0) return [...other];
  return other.map((column, i) => {
    const before = one[i] ?? column;
    const same = before.same === true && column.same === true;
    const sorted = before.sorted === true && column.sorted === true;
    const commonColumn = {...column, ...commonType(before, column)};
    return commonColumn.kind === "text" ? {...commonColumn, same, sorted} : commonColumn;
  });
}

const EXACT = /^(?:BIGINT|DECIMAL\(38,(\d+)\))$/;

/** The narrowest type that holds the values of both columns. */
function commonType(one: BuiltColumn, other: BuiltColumn): Pick<BuiltColumn, "kind" | "engineType"> {
  const {kind, engineType} = other;
  if (one.engineType === engineType && one.kind === kind) return {kind, engineType};
  const [a, b] = [EXACT.exec(one.engineType), EXACT.exec(engineType)];
  if (!a || !b) return {kind: "other", engineType: "VARCHAR"};
  const scale = Math.max(Number(a[1] ?? 0), Number(b[1] ?? 0));
  const isWhole = one.kind === "integer" && kind === "integer";
  return {kind: isWhole ? "integer" : "decimal", engineType: `DECIMAL(38,${scale})`};
}
