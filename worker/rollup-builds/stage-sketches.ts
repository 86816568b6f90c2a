import {storedSketches} from "../../shared/semantic/index.ts";
import type {StagingEngine} from "./staging-engine.ts";

/** Sketches are made in memory, with up to 8 KB each. */
const BATCH_ROWS = 4096;

/** Replaces the warehouse's lists of codes with sketches in their stored form. The order of the staged rows stays. */
export async function stageSketches(
  engine: StagingEngine,
  column: string,
  signal: AbortSignal,
): Promise<void> {
  const counted = await engine.connection.runAndReadAll("select count(*) from staged");
  const count = Number(counted.getRows()[0]?.[0]);
  await engine.run("create table sketched (place bigint, sketch blob[])");
  for (let first = 0; first < count; first += BATCH_ROWS) {
    signal.throwIfAborted();
    const codes =
      `select rowid as place, unnest(${column}::integer[]) as code from staged ` +
      `where rowid between ${first} and ${first + BATCH_ROWS - 1}`;
    await engine.run(`insert into sketched ${storedSketches(codes)}`);
  }
  await engine.run(
    `create table replaced as select s.* replace (k.sketch as ${column}) ` +
      "from staged as s left join sketched as k on k.place = s.rowid order by s.rowid",
  );
  for (const table of ["staged", "sketched"]) await engine.run(`drop table ${table}`);
  await engine.run("alter table replaced rename to staged");
}
