import {readFile} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";
import known from "./known.json";

/** Restores the dump, with all of its times moved forward: they are as long ago now as they were when it was made. */
export async function restore(url: string): Promise<void> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  await client.query(await readFile(join(import.meta.dir, "dump.sql"), "utf8"));
  await client.query("set search_path to public");
  const {rows} = await client.query<{statement: string}>(
    `select format('update %I set %I = %I + (now() - $1::timestamptz)', table_name, column_name, column_name) as statement
     from information_schema.columns where table_schema = 'public' and data_type = 'timestamp with time zone'`,
  );
  for (const {statement} of rows) await client.query(statement, [known.madeAt]);
  await client.query(
    `update oauth_tokens set payload = payload
       || jsonb_build_object('iat', (payload->>'iat')::int + delta, 'exp', (payload->>'exp')::int + delta)
     from (select extract(epoch from now() - $1::timestamptz)::int as delta) d`,
    [known.madeAt],
  );
  await client.end();
}
