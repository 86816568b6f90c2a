import {type Db, sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";

interface Column {
  table: string;
  column: string;
  type: string;
  /** The first of the texts that a check allows. */
  allowed: string | null;
  /** The column of another table that the column refers to. */
  refers: {table: string; column: string} | null;
}

type Row = Record<string, unknown>;

/** Columns whose value a check or a file's name decides, by table. */
const CHOSEN: Record<string, () => Row> = {
  agent_runs: () => ({conversation_id: null}),
  grants: () => ({grantee_user_id: null}),
  layer_versions: () => ({packed: null}),
  deliveries: () => ({id: newId("dlv")}),
  query_runs: () => ({id: newId("run")}),
  rollup_builds: () => ({files: "[]"}),
};

let numbers = 0;

function valueFor({table, column, type, allowed}: Column, orgId: string): unknown {
  if (allowed !== null) return allowed;
  const text = `${table} ${column} ${orgId}`;
  if (/^(bigint|integer|smallint|real|double precision)$/.test(type)) return ++numbers;
  if (type === "boolean") return true;
  if (type === "date") return "2026-01-02";
  if (type.startsWith("timestamp")) return "2026-01-02T03:04:05Z";
  if (/^jsonb?$/.test(type)) return JSON.stringify({of: text});
  if (type === "bytea") return Buffer.from(text);
  if (type === "ARRAY") return [];
  return type === "text" ? text : "";
}

/**
 * Adds a row of the organization to every table that has the column `org_id`. The columns are read from the catalog, so
 * that a new table is filled too. The rows satisfy the constraints, and make no sense otherwise. Resolves with the
 * rows, by table.
 */
export async function fillOrganization(db: Db, orgId: string): Promise<Map<string, Row>> {
  const columns = await columnsOfOrganizations(db);
  const waiting = Map.groupBy(columns, ({table}) => table);
  const client = newId("client");
  await sql`insert into oauth_clients (id, name, metadata, last_used_at) values (${client}, 'x', '{}', now())`.execute(
    db,
  );
  const rows = new Map<string, Row>([
    ["orgs", {id: orgId}],
    ["oauth_clients", {id: client}],
  ]);
  while (waiting.size > 0) {
    const ready = waiting
      .entries()
      .find(([table, own]) =>
        own.every(({refers}) => refers === null || refers.table === table || rows.has(refers.table)),
      );
    if (!ready) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}`);
    const [table, own] = ready;
    waiting.delete(table);
    const row: Row = {
      ...Object.fromEntries(
        own.map(one => [
          one.column,
          one.column === "org_id"
            ? orgId
            : one.refers
              ? rows.get(one.refers.table)?.[one.refers.column]
              : valueFor(one, orgId),
        ]),
      ),
      ...CHOSEN[table]?.(),
    };
    rows.set(table, row);
    const names = sql.join(Object.keys(row).map(name => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  }
  return rows;
}

/** The columns of the tables that have `org_id`, except those that the database fills itself. */
async function columnsOfOrganizations(db: Db): Promise<Column[]> {
  const {rows} = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type,
      (select substring(pg_get_constraintdef(k.oid) from 'ARRAY.''([^'']+)''')
        from pg_constraint k
        where k.contype = 'c' and k.conrelid = t.oid and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as allowed,
      (select json_build_object('table', k.confrelid::regclass::text, 'column', f.attname)
        from pg_constraint k
          cross join unnest(k.conkey, k.confkey) as key (own, foreign_key)
          join pg_attribute f on f.attrelid = k.confrelid and f.attnum = key.foreign_key
        where k.contype = 'f' and k.conrelid = t.oid and k.conparentid = 0 and key.own = a.attnum limit 1) as refers
    from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
      and c.is_identity = 'NO' and c.is_generated = 'NEVER'
      and exists (
        select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id')
    order by 1, c.ordinal_position`.execute(db);
  return rows;
}
