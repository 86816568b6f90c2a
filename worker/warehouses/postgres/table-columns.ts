import {ServiceError} from "../../../shared/core/errors.ts";
import type {BuiltColumn} from "../../../shared/semantic/documents.ts";
import {type DeclaredColumn, storedKind} from "../table-store.ts";
import type {Warehouse, WarehouseStatement} from "../warehouse.ts";

/**
 * The types of `$1`, a list of oids. A domain counts as its base type, because its checks are functions. The last
 * columns are whether Postgres itself reads the values, the kind of number, and whether the values are texts with a
 * collation.
 */
const TYPES = `
  with recursive made as (
    select t.oid as asked, t.oid, t.typtype, t.typbasetype from pg_catalog.pg_type t
    where t.oid = any (pg_catalog.string_to_array($1, ',')::pg_catalog.oid[])
    union all
    select m.asked, t.oid, t.typtype, t.typbasetype
    from made m join pg_catalog.pg_type t on t.oid = m.typbasetype where m.typtype = 'd')
  select m.asked,
    case when n.nspname = 'pg_catalog' then pg_catalog.format_type(t.oid, -1)
      else pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(t.typname) end,
    (n.nspname = 'pg_catalog' and t.typtype <> 'p') or t.typtype = 'e',
    case when t.typname in ('int2', 'int4', 'int8', 'oid') then 'integer' when t.typname = 'numeric' then 'decimal'
      when t.typname in ('float4', 'float8') then 'float' end,
    t.typcollation <> 0
  from made m join pg_catalog.pg_type t on t.oid = m.oid
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where m.typtype <> 'd'`;

/** The SQL in place of the collation of a column that has none. */
const NONE = "null::text";

interface EngineType {
  text: string;
  number: string | null;
  isCollated: boolean;
}

/** The columns of a statement with their types and collations, without computing a row. */
export async function postgresColumns(
  warehouse: Warehouse,
  statement: WarehouseStatement,
  declared: readonly DeclaredColumn[],
  signal: AbortSignal,
): Promise<BuiltColumn[]> {
  const of = columnsAsker(warehouse, statement, declared.length, signal);
  const oids = await of(declared.map((_, i) => `pg_catalog.pg_typeof(t.c${i})::pg_catalog.oid`));
  const found = await warehouse.rows({sql: TYPES, parameters: [[...new Set(oids)].join(",")]}, signal);
  const types = new Map<string | null, EngineType>();
  for (const [oid = null, text = null, isOwn, number = null, isCollated] of found) {
    if (text !== null && isOwn !== "t")
      throw new ServiceError(
        "invalid_request",
        `The roll-up has values of the type ${text}, which has functions of its own, and the user that writes would run these functions. Cast the values to one of Postgres' types in the layer, or store the roll-up as files.`,
      );
    types.set(oid, {text: text ?? "", number, isCollated: isCollated === "t"});
  }
  const columns = declared.map((column, i) => ({column, engine: types.get(oids[i] ?? null)}));
  // `pg_collation_for` fails for types without a collation.
  const asked = columns.map(({engine}, i) => (engine?.isCollated ? collationOf(`t.c${i}`) : NONE));
  const collations = asked.some(one => one !== NONE) ? await of(asked) : [];
  const merging = collations.some(one => one) ? await of(asked.map(mergesTexts)) : [];
  return columns.map(({column: {name, type}, engine}, i) => {
    if (engine === undefined) throw new Error(`the column ${name} has a type that is not in the catalogue`);
    const collation = collations[i];
    const engineType = collation ? `${engine.text} collate ${collation}` : engine.text;
    const merges = merging[i] === "t";
    const rules = collation ? {merges, ...(merges ? {same: false} : {})} : {};
    return {name, ...storedKind(type, numberKind(engine)), ...rules, engineType};
  });
}

/** A function that queries one row about the columns of a statement. */
function columnsAsker(
  warehouse: Warehouse,
  {sql, parameters}: WarehouseStatement,
  count: number,
  signal: AbortSignal,
): (expressions: readonly string[]) => Promise<(string | null)[]> {
  const names = Array.from({length: count}, (_, i) => `c${i}`).join(", ");
  const from = `(select 1) as one left join (select * from (\n${sql}\n) as s limit 0) as t(${names}) on true`;
  return async expressions => {
    const rows = await warehouse.rows(
      {sql: `select ${expressions.join(", ")} from ${from}`, parameters},
      signal,
    );
    return rows[0] ?? [];
  };
}

/** SQL of the column's collation with its schema; null for the database's own collation. */
function collationOf(column: string): string {
  return `(select pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname)
    from pg_catalog.pg_collation c join pg_catalog.pg_namespace n on n.oid = c.collnamespace
    where c.oid = (pg_catalog.pg_collation_for(${column})::pg_catalog.regcollation)::pg_catalog.oid and c.collname <> 'default')`;
}

/**
 * SQL for whether the collation of `collationOf` treats different texts as equal. Before Postgres 12 no collation does.
 */
function mergesTexts(collation: string): string {
  if (collation === NONE) return "null::boolean";
  return `(select pg_catalog.to_jsonb(c) ->> 'collisdeterministic' = 'false' from pg_catalog.pg_collation c where c.oid = ${collation}::pg_catalog.regcollation)`;
}

function numberKind({number}: EngineType): BuiltColumn["kind"] {
  return number === "integer" || number === "decimal" || number === "float" ? number : "other";
}
