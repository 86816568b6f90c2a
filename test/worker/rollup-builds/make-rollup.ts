import {rename} from "node:fs/promises";
import {join} from "node:path";
import type {BuiltRollup} from "../../../shared/semantic/rollup-matching/built.ts";
import type {RollupFiles} from "../../../worker/execute/open-rollup.ts";
import type {BuildRun} from "../../../worker/rollup-builds/build-run.ts";
import {type FileOutput, makeFiles} from "../../../worker/rollup-builds/build-slices.ts";
import {makeTable, type TableBuild} from "../../../worker/rollup-builds/build-table.ts";
import type {Building} from "../../../worker/rollup-builds/build-types.ts";
import {checksumOf} from "../../../worker/storage/snapshots/checksum.ts";
import type {StoreTable} from "../../../worker/warehouses/table-store.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";

/** A build without what is known of earlier builds. */
export type Asked = Omit<Building, "run">;

/** When the builds of a roll-up begin, one after the other. Each build may reuse the result of the one before. */
export type Turns = readonly Date[];

function runAt(dataAsOf: Date, {planned}: Asked, current: BuildRun["current"]): BuildRun {
  return {
    id: "rlb",
    orgId: "org",
    rollupId: "rollup",
    projectId: "proj",
    name: planned.name,
    tries: 1,
    trigger: {type: "manual"},
    signature: null,
    dataAsOf,
    stored: {columns: [], files: []},
    current,
    seen: null,
  };
}

/**
 * Builds a roll-up as files, once for each turn. With `breaksOff`, each build is interrupted after its first slice and resumed.
 */
export async function makeInFiles(
  {warehouse, dir}: {warehouse: Warehouse; dir: string},
  asked: Asked,
  turns: Turns,
  breaksOff = false,
): Promise<{built: BuiltRollup; files: RollupFiles}> {
  const {name, signature} = asked.planned;
  const {signal} = new AbortController();
  let current: BuildRun["current"];
  let made: Awaited<ReturnType<typeof makeFiles>> | undefined;
  for (const dataAsOf of turns) {
    let run = runAt(dataAsOf, asked, current);
    const keeper = (recordProgress: FileOutput["recordProgress"]): FileOutput => ({
      config: {dataDir: dir, duckdbThreads: 2},
      snapshots: {
        temporaryPath: () => join(dir, crypto.randomUUID()),
        save: async (_org, id, path) => {
          const checksum = await checksumOf(path);
          await rename(path, join(dir, id));
          return checksum;
        },
      },
      recordProgress,
    });
    if (breaksOff) {
      await makeFiles(
        keeper(stored => {
          run = {...run, signature, stored};
          return Promise.reject(new Error("broken off"));
        }),
        warehouse,
        {...asked, run},
        signal,
      ).catch(() => undefined);
    }
    made = await makeFiles(
      keeper(() => Promise.resolve()),
      warehouse,
      {...asked, run},
      signal,
    );
    current = {signature, dataAsOf, stored: {columns: [...made.columns], files: [...made.files]}};
  }
  if (made === undefined) throw new Error("a roll-up that is never built");
  const {columns, files, rowCount, sizeBytes} = made;
  return {
    built: {name, buildId: name, signature, dataAsOf: "now", rowCount, columns},
    files: {paths: files.map(({id}) => join(dir, id)), columns, rowCount, sizeBytes},
  };
}

/** Builds a roll-up as a table of its warehouse: a new table for each turn. */
export async function makeInTables(
  {schema, ...filling}: Pick<TableBuild, "warehouse" | "store" | "rules"> & {schema: string},
  asked: Asked,
  turns: Turns,
): Promise<BuiltRollup> {
  const {name, signature} = asked.planned;
  let current: BuildRun["current"];
  let built: BuiltRollup | undefined;
  for (const [turn, dataAsOf] of turns.entries()) {
    const table: StoreTable = {schema, name: `${name}_${turn}`};
    const {columns, rowCount} = await makeTable(
      {...filling, table, reader: "reader", writer: "writer"},
      {...asked, run: runAt(dataAsOf, asked, current)},
      new AbortController().signal,
    );
    current = {signature, dataAsOf, stored: {columns: [...columns], files: []}, table};
    built = {name, buildId: name, signature, dataAsOf: "now", rowCount, columns, table};
  }
  if (built === undefined) throw new Error("a roll-up that is never built");
  return built;
}
