import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {migrate} from "../../bin/migrate.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {emptyDatabase, type TestDatabase} from "../support/postgres.ts";
import {restore} from "./restore.ts";

const ROWS = inLongRun(3000, 1_000_000);
/** The longest time that a statement may take while the migrations run. */
const MAX_MS = inLongRun(4000, 20_000);

interface Table {
  name: string;
  /** A column that can be updated to its own value. */
  column: string;
}

let database: TestDatabase;
let tables: Table[];

beforeAll(async () => {
  database = await emptyDatabase();
  await restore(database.url);
  const client = new pg.Client({connectionString: database.url});
  await client.connect();
  // Foreign keys are not checked while rows are copied: a copy refers to another copy, or to what the original refers
  // to.
  await client.query("set session_replication_role = replica");
  tables = await tablesOf(client);
  for (const {name} of tables) await multiply(client, name);
  await client.query("analyze");
  await client.end();
}, longTimeoutMs());
afterAll(() => database.drop());

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const {rows} = await client.query<Table>(`
    select c.relname as name, (
        select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and a.attidentity = '' and a.attgenerated = '' order by a.attnum limit 1
      ) as column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'pgmigrations'
    order by c.relname`);
  return rows;
}

/** Copies the rows of a table many times, with another value wherever one has to be unique. */
async function multiply(client: pg.Client, table: string): Promise<void> {
  const {rows: columns} = await client.query<{name: string; type: string; identity: string; unique: boolean}>(
    `select a.attname as name, t.typname as type, a.attidentity as identity, exists (
        select from pg_index i
        where i.indrelid = a.attrelid and i.indisunique and i.indpred is null and a.attname <> 'org_id'
          and (a.attnum = any (i.indkey) or i.indexprs is not null and a.attname = 'email')) as unique
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  const {rows} = await client.query<{count: number}>(`select count(*)::int as count from ${table}`);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const own = columns.filter(({identity}) => identity === "");
  const values = own.map(({name, type, unique}) => {
    if (name === "is_default") return "false";
    if (!unique) return `t.${name}`;
    if (type === "text") return `t.${name} || '_' || g`;
    if (type === "bytea") return `t.${name} || int4send(g)`;
    return type === "int4" ? `t.${name} + 1000 * g` : `t.${name}`;
  });
  await client.query(
    `insert into ${table} (${own.map(({name}) => `"${name}"`).join(", ")})
     select ${values.join(", ")} from ${table} t cross join generate_series(1, $1::int) g`,
    [Math.ceil(ROWS / count)],
  );
}

test(
  "migrations run while all tables are read and written, and no statement waits long",
  async () => {
    let isOver = false;
    let statements = 0;
    let maxMs = 0;
    const faults: string[] = [];
    const serving = Array.from({length: 6}, async (_, i) => {
      // Much longer than the limit, which the longest statement is compared with at the end.
      const client = new pg.Client({connectionString: database.url, statement_timeout: 20 * MAX_MS});
      await client.connect();
      for (let n = i; !isOver; n++) {
        const {name, column} = tables[n % tables.length]!;
        const started = performance.now();
        const one = `(select ctid from ${name} offset floor(random() * 100) limit 1)`;
        await client
          .query(
            n % 2
              ? `select * from ${name} where ctid = ${one}`
              : `update ${name} set "${column}" = "${column}" where ctid = ${one}`,
          )
          .catch((error: Error) => faults.push(`${name}: ${error.message}`));
        statements++;
        maxMs = Math.max(maxMs, performance.now() - started);
        await Bun.sleep(2);
      }
      await client.end();
    });
    const ran = await migrate(database.url);
    isOver = true;
    await Promise.all(serving);
    expect(ran.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    expect(statements).toBeGreaterThan(20);
    expect(maxMs).toBeLessThan(onBusyMachine(MAX_MS));
  },
  longTimeoutMs(),
);
