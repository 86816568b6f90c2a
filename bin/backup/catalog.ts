import pg from "pg";
import type {Manifest} from "./manifest.ts";

/** The schemas that are backed up: of the service's own tables, and of its queue. */
const SCHEMAS = ["public", "graphile_worker"];
/** Tables whose rows the migrations write. */
const FILLED_BY_MIGRATIONS = ["public.pgmigrations", "graphile_worker.migrations"];

interface Table {
  schema: string;
  name: string;
  columns: string[];
}

export const quoted = ({schema, name}: {schema: string; name: string}) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/**
 * The tables whose rows are backed up, each partitioned table as a whole. Unlogged tables are left out: their rows do
 * not outlive a crash of the database either.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const {rows} = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name,
            array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
     group by 1, 2 order by 1, 2`,
    [SCHEMAS],
  );
  return rows.filter(({schema, name}) => !FILLED_BY_MIGRATIONS.includes(`${schema}.${name}`));
}

export async function partitionsOf(client: pg.Client): Promise<Manifest["partitions"]> {
  const {rows} = await client.query<Manifest["partitions"][number]>(
    `select p.relname::text as of, c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relispartition and c.relkind = 'r' order by 2`,
  );
  return rows;
}

/** The used sequences, each with its last number. */
export async function sequencesOf(client: pg.Client): Promise<Manifest["sequences"]> {
  const {rows} = await client.query<Manifest["sequences"][number]>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = any ($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** For each foreign key, the statement that drops it, and the statement that adds it again, which checks all rows. */
export async function foreignKeysOf(client: pg.Client): Promise<{drop: string; add: string}[]> {
  const {rows} = await client.query<{drop: string; add: string}>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any ($1::regnamespace[])`,
    [SCHEMAS],
  );
  return rows;
}

/** Whether the database has no tables of the service yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const {rows} = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') limit 1`,
    [SCHEMAS],
  );
  return rows.length === 0;
}
