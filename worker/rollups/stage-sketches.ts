import type {DuckDBConnection} from "@duckdb/node-api";
import {storedSketches} from "../../shared/semantic/dialects/sketches.ts";

/** While they are made, sketches stay in memory, with up to 8 KB each. */
const AT_ONCE = 4096;

/** Puts sketches as they are stored in place of the warehouse's lists, and leaves the staged rows in their order. */
export async function stageSketches(
  connection: DuckDBConnection,
  column: string,
  signal: AbortSignal,
): Promise<void> {
  const counted = await connection.runAndReadAll("select count(*) from staged");
  const count = Number(counted.getRows()[0]?.[0]);
  await connection.run("create table sketched (place bigint, sketch blob[])");
  for (let first = 0; first < count; first += AT_ONCE) {
    signal.throwIfAborted();
    const codes =
      `select rowid as place, unnest(${column}::integer[]) as code from staged ` +
      `where rowid between ${first} and ${first + AT_ONCE - 1}`;
    await connection.run(`insert into sketched ${storedSketches(codes)}`);
  }
  await connection.run(
    `create table replaced as select s.* replace (k.sketch as ${column}) ` +
      "from staged as s left join sketched as k on k.place = s.rowid order by s.rowid",
  );
  for (const table of ["staged", "sketched"]) await connection.run(`drop table ${table}`);
  await connection.run("alter table replaced rename to staged");
}
