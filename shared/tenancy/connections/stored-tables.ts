import {sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";

/**
 * The maximum number of tables in the message. Usually each roll-up has at most one leftover table, unless many of its
 * builds were aborted.
 */
const MAX_NAMED = 20;

/**
 * Tables of roll-ups that stay behind when the connection is deleted, as `schema.name`, because dropping them has
 * failed. `conflict` while roll-ups are stored in the connection, or dropping some of their tables has not been tried
 * yet.
 */
export async function tablesLeftBehind(
  tx: Tx,
  orgId: string,
  connection: {id: string; name: string},
): Promise<string[]> {
  const {rows: users} = await sql<{name: string; project: string}>`
    select r.name, p.name as project
    from rollups r join projects p on p.org_id = r.org_id and p.id = r.project_id
    where r.org_id = ${orgId} and r.store_id = ${connection.id}
    order by p.name, r.name limit ${MAX_NAMED}`.execute(tx);
  if (users.length > 0) {
    const names = users.map(({name, project}) => `"${name}" of "${project}"`).join(", ");
    throw new ServiceError(
      "conflict",
      `Roll-ups are stored in the connection "${connection.name}": store them elsewhere first (${names}).`,
    );
  }
  const {rows: tables} = await sql<{schema: string; name: string; error: string | null}>`
    select schema, name, error from rollup_tables
    where org_id = ${orgId} and connection_id = ${connection.id} order by name`.execute(tx);
  const waiting = tables.filter(({error}) => error === null).length;
  if (waiting > 0)
    throw new ServiceError(
      "conflict",
      `The connection "${connection.name}" has yet to drop tables of roll-ups that are gone (${waiting}), which is done within minutes. Try again then.`,
    );
  return tables.slice(0, MAX_NAMED).map(({schema, name}) => `${schema}.${name}`);
}
