import pg from "pg";
import Cursor from "pg-cursor";

/** Prints what the driver for Node returns. Runs as a program of its own, like the clients of other languages. */

const client = new pg.Client();
await client.connect();
const lines: unknown[] = [];
lines.push(
  (await client.query("select $1::int as a, $2::text as b, array[1, 2] as c, '{}'::jsonb as d", [1, "é"]))
    .rows,
);
lines.push((await client.query({name: "kept", text: "select $1::int + 1 as n", values: [1]})).rows);
lines.push((await client.query({name: "kept", text: "select $1::int + 1 as n", values: [2]})).rows);
const several: unknown = await client.query("select 1 as a; select 2 as b; show timezone");
lines.push(Array.isArray(several) ? several.map(result => result.rows) : several);
lines.push(await client.query("select nope").catch(error => [error.code, error.message, error.position]));
lines.push(
  (await client.query("begin")).command,
  await client.query("select 1/0").catch(error => error.code),
);
lines.push(
  await client.query("select 1").catch(error => error.code),
  (await client.query("rollback")).command,
);
const cursor = client.query(new Cursor("select g from generate_series(1, 25) g"));
lines.push(
  (await cursor.read(10)).length,
  (await cursor.read(10)).length,
  (await cursor.read(10)).length,
  (await cursor.read(10)).length,
);
await cursor.close();
const left = client.query(new Cursor("select g from generate_series(1, 25) g"));
lines.push((await left.read(3)).length);
await left.close();
lines.push((await client.query("select 42 as n")).rows);
await client.end();
process.stdout.write(`${lines.map(line => JSON.stringify(line)).join("\n")}\n`);
