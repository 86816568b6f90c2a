import type {Db} from "../../../../shared/core/db.ts";
import {runIdAt, timeOfRun} from "../../../../shared/querying/queries/run-days.ts";
import {sumRuns} from "../../../../shared/querying/queries/run-sums.ts";
import {say} from "../../../progress.ts";
import {summaryOf} from "../../../rounds.ts";
import {type Row, rowOf} from "../../../scenario.ts";
import {rowsOf} from "../../../stage/stage.ts";
import {DAYS} from "./rows.ts";

const MINUTE_MS = 60_000;
const SLICE_MS = 10 * MINUTE_MS;
const LATE_MS = 70 * MINUTE_MS;
/** The last slices, which are added one by one. */
const SLICES = 24;

async function markOf(databaseUrl: string): Promise<string> {
  const [row] = await rowsOf<{run_id: string}>(databaseUrl, "select run_id from query_run_sums_until");
  return row?.run_id ?? "";
}

/** Deletes the sums: the service's worker has already added up days whose runs are loaded only later. */
export async function deleteSums(databaseUrl: string): Promise<void> {
  await rowsOf(databaseUrl, "update query_run_sums_until set run_id = ''; delete from query_run_sums");
}

/** Adds up the history except for the last hours, as after an upgrade. The service's worker helps now and then. */
export async function sumAllButLast(db: Db, databaseUrl: string): Promise<void> {
  const until = Date.now() - SLICES * SLICE_MS;
  while ((await markOf(databaseUrl)) < runIdAt(until - LATE_MS - SLICE_MS)) {
    say("adding up the history");
    await sumRuns(db, DAYS, until);
    await Bun.sleep(100);
  }
}

/** The time to add one slice of ten minutes to the sums. */
export async function sumLastSlice(db: Db, databaseUrl: string): Promise<Row> {
  const took: number[] = [];
  for (let n = 0; n < SLICES; n++) {
    const before = timeOfRun(await markOf(databaseUrl));
    const started = performance.now();
    await sumRuns(db, DAYS, before + SLICE_MS + LATE_MS);
    const ms = performance.now() - started;
    if (timeOfRun(await markOf(databaseUrl)) - before === SLICE_MS) took.push(ms);
  }
  return rowOf("adding ten minutes of runs to the sums", {atMost: 200, unit: "ms"}, summaryOf(took));
}
