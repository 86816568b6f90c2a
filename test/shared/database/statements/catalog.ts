import type pg from "pg";
import {firstNode, type Node, parseNodeTree} from "./node-tree.ts";

/** The database's own description of its tables and functions. */
export interface Catalog {
  types: ReadonlyMap<string, string>;
  /** Columns by table and number: whether a column can be null, and the texts that its check allows. */
  columns: ReadonlyMap<string, Column>;
  functions: ReadonlyMap<string, Function>;
  /** The queries of the views. */
  views: ReadonlyMap<string, Node>;
}

interface Column {
  isNullable: boolean;
  texts: readonly string[] | undefined;
}

interface Function {
  name: string;
  /** Whether the function is not called for a null argument, and returns null. */
  isStrict: boolean;
  isOfPostgres: boolean;
}

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const types = await client.query<{oid: string; name: string}>(
    "select oid::text, typname as name from pg_type",
  );
  const columns = await client.query<{key: string; nullable: boolean; checks: string[] | null}>(`
    select a.attrelid || '.' || a.attnum as key, not a.attnotnull as nullable,
      (select array_agg(pg_get_constraintdef(c.oid)) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as checks
    from pg_attribute a where not a.attisdropped`);
  const functions = await client.query<{oid: string; name: string; strict: boolean; ours: boolean}>(`
    select p.oid::text, p.proname as name, p.proisstrict as strict, n.nspname <> 'pg_catalog' as ours
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace`);
  const views = await client.query<{oid: string; query: string}>(`
    select r.ev_class::text as oid, r.ev_action::text as query
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and r.rulename = '_RETURN'`);
  return {
    views: new Map(views.rows.map(({oid, query}) => [oid, firstNode(parseNodeTree(query))])),
    types: new Map(types.rows.map(({oid, name}) => [oid, name])),
    columns: new Map(
      columns.rows.map(({key, nullable, checks}) => [key, {isNullable: nullable, texts: textsOf(checks)}]),
    ),
    functions: new Map(
      functions.rows.map(({oid, name, strict, ours}) => [oid, {name, isStrict: strict, isOfPostgres: !ours}]),
    ),
  };
}

/** The texts in a check `column = ANY (ARRAY['a'::text, …])`. */
function textsOf(checks: readonly string[] | null): string[] | undefined {
  for (const check of checks ?? []) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
    if (list) return [...list.matchAll(/'([^']*)'::text/g)].map(([, text]) => text ?? "");
  }
  return undefined;
}
