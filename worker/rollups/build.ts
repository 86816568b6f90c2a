import {rm} from "node:fs/promises";
import {newId} from "../../shared/ids.ts";
import type {StoredBuild} from "../../shared/rollups/schemas.ts";
import {buildStatement, type PlannedRollup} from "../../shared/semantic/rollups/answer.ts";
import {periodColumn} from "../../shared/semantic/rollups/build.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import {Claim, shareOf} from "../concurrency/fair-semaphore.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import {type BuiltRows, keepStored} from "./build-run.ts";
import type {Building, Stretch} from "./building.ts";
import {findMissing, hasDay, stretchesAfter, stretchesOf} from "./partitions.ts";
import {type StagedColumn, Staging, type StagingConfig, type WrittenFile} from "./staging.ts";
import {MOST_TEXTS, textRules} from "./text-rules.ts";

/** The warehouse of a build: it waits for its turn behind everything that people wait for. */
export async function leaseFor(worker: Worker, {run, project}: Building) {
  const claim = new Claim(shareOf(`rollup ${run.rollupId}`, "background"));
  return worker.leaseWarehouse(project.orgId, project.source, claim);
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

/** What the warehouse says of the texts of columns, by the column's name. It is the same for all rows. */
type KnownTexts = Map<string, Pick<BuiltColumn, "same" | "sorted">>;

/** Reads the rows of a statement from the warehouse and writes them as Parquet, a file for each period. */
export async function writeFiles(
  warehouse: Warehouse,
  {project, layer, planned}: Pick<Building, "project" | "layer" | "planned">,
  {filters, grain, periods, timeless = false}: Stretch,
  {config, pathOf, known}: {config: StagingConfig; pathOf(): string; known: KnownTexts},
  signal: AbortSignal,
): Promise<{files: WrittenFile[]; columns: BuiltColumn[]}> {
  const columns = columnsOf(planned);
  const period = grain && {column: periodColumn(planned.plan), grain, ...(periods ? {kept: periods} : {})};
  const staging = await Staging.open(columns, period, config);
  try {
    const statement = buildStatement(layer, planned.plan, project, filters, grain);
    await staging.fill(warehouse, statement, signal);
    const stored = await staging.types();
    const built: BuiltColumn[] = [];
    for (const [index, column] of stored.entries()) {
      if (column.kind !== "text") {
        built.push(column);
        continue;
      }
      let rules = known.get(column.name);
      if (rules === undefined) {
        // Values of several files may each be in order, and not among each other.
        const values = grain === undefined ? await staging.texts(column.name, MOST_TEXTS) : undefined;
        const asked = {statement: buildStatement(layer, planned.plan, project), index, count: columns.length};
        rules = await textRules(warehouse, asked, values, signal);
        known.set(column.name, rules);
      }
      built.push({...column, ...rules});
    }
    return {files: await staging.write(stored, {pathOf, timeless}, signal), columns: built};
  } finally {
    await staging.close();
  }
}

/** Where files are put, and what notes them, so that a build that breaks off is taken up after the last one. */
export interface FileKeeper {
  config: StagingConfig;
  snapshots: Pick<SnapshotStore, "temporaryPath" | "save">;
  keep(stored: StoredBuild): Promise<void>;
}

/** Builds what is missing, some periods at a time; what was stored before the worker died is not built again. */
export function buildFiles(
  {snapshots, config, db}: Worker,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {run, planned} = building;
  const keep = (stored: StoredBuild) => keepStored(db, run, planned.signature, stored);
  return makeFiles({snapshots, config, keep}, warehouse, building, signal);
}

export async function makeFiles(
  {snapshots, config, keep}: FileKeeper,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const missing = await findMissing(warehouse, building, signal);
  const {run, planned} = building;
  const {files: before} = run.stored;
  const isTakenUp = run.signature === planned.signature && before.length > 0 && before.every(hasDay);
  let {columns, files} = isTakenUp ? run.stored : missing.kept;
  const known: KnownTexts = new Map();
  const left = isTakenUp ? stretchesAfter(before, building, missing) : stretchesOf(building, missing);
  for (const stretch of left) {
    signal.throwIfAborted();
    const written: string[] = [];
    const pathOf = () => {
      const path = snapshots.temporaryPath("parquet");
      written.push(path);
      return path;
    };
    try {
      const made = await writeFiles(warehouse, building, stretch, {config, pathOf, known}, signal);
      for (const {path, ...file} of made.files) {
        const id = newId("rlf");
        // Nothing is there under its name until it is complete.
        await snapshots.save(run.orgId, id, path);
        files = [...files, {id, ...file}];
      }
      columns = together(columns, made.columns);
    } finally {
      for (const path of written) await rm(path, {force: true});
    }
    await keep({columns, files});
  }
  return builtOf({files, columns});
}

function builtOf({files, columns}: StoredBuild): BuiltRows {
  const total = (of: "rowCount" | "sizeBytes") => files.reduce((sum, file) => sum + file[of], 0);
  return {files, columns, rowCount: total("rowCount"), sizeBytes: total("sizeBytes")};
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
