import {type Db, sql, type Tx} from "../../core/db.ts";
import type {ErrorDetail} from "../../core/errors.ts";
import type {Graph, Rollup} from "../../semantic/documents.ts";
import {type ConnectionType, TYPES} from "../../tenancy/connections/types.ts";

/** The warehouses that can store roll-ups as tables. */
export const ROLLUP_STORE_TYPES = [
  "postgres",
  "mysql",
  "clickhouse",
] as const satisfies readonly ConnectionType[];
export type RollupStoreType = (typeof ROLLUP_STORE_TYPES)[number];

/** The connection and the schema in which a roll-up is stored as a table; `undefined` for one stored as files. */
export function tableStorage({storage}: Rollup): Exclude<Rollup["storage"], "files" | undefined> | undefined {
  return typeof storage === "object" ? storage : undefined;
}

export function isRollupStoreType(type: string): type is RollupStoreType {
  return ROLLUP_STORE_TYPES.some(one => one === type);
}

interface Row {
  id: string;
  name: string;
  type: string;
}

/**
 * The faults of roll-ups that cannot be stored in their connection: it does not exist, or does not fit the project's
 * warehouse. The build checks whether both connections lead to the same server.
 */
export async function storageFaults(
  db: Db | Tx,
  {orgId, connectionId}: {orgId: string; connectionId: string},
  {rollups = []}: Pick<Graph, "rollups">,
): Promise<ErrorDetail[]> {
  const ids = rollups.flatMap(rollup => tableStorage(rollup)?.connectionId ?? []);
  if (ids.length === 0) return [];
  const {rows} = await sql<Row>`
    select id, name, type from connections
    where org_id = ${orgId} and id = any (${[...ids, connectionId]}::text[])`.execute(db);
  const byId = new Map(rows.map(row => [row.id, row]));
  return rollups.flatMap((rollup, i) => {
    const storage = tableStorage(rollup);
    const why = storage && storageFault(byId.get(connectionId), byId.get(storage.connectionId), storage);
    if (why === undefined) return [];
    const message = `Roll-up "${rollup.name}" cannot be stored in the warehouse: ${why}`;
    return [{path: `/rollups/${i}/storage/connectionId`, message}];
  });
}

function storageFault(
  own: Row | undefined,
  store: Row | undefined,
  {connectionId}: {connectionId: string},
): string | undefined {
  if (store === undefined) return `there is no connection "${connectionId}".`;
  if (store.id === own?.id)
    return `"${store.name}" is the connection that people query, which only reads. Name another one, whose user may write in that schema and no other.`;
  if (own === undefined) return undefined;
  if (!isRollupStoreType(own.type)) {
    const titles = ROLLUP_STORE_TYPES.map(type => TYPES[type].title).join(", ");
    return `the project's warehouse is of type "${own.type}". Tables are made in ${titles}; leave "storage" out to keep it as files.`;
  }
  if (store.type !== own.type)
    return `the connection "${store.name}" is of type "${store.type}", and that of the project of type "${own.type}".`;
  return undefined;
}
