import {sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";

/** So many are named; there is one more of each roll-up at most, unless many builds broke off. */
const MOST_NAMED = 20;

/**
 * `conflict` while roll-ups are kept over the connection, or tables of theirs have yet to be dropped. Where that was tried
 * in vain the tables stay behind, and are the result: `schema.name`.
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
    order by p.name, r.name limit ${MOST_NAMED}`.execute(tx);
  if (users.length > 0) {
    const names = users.map(({name, project}) => `"${name}" of "${project}"`).join(", ");
    throw new ServiceError(
      "conflict",
      `Roll-ups are kept over the connection "${connection.name}": keep them elsewhere first (${names}).`,
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
  return tables.slice(0, MOST_NAMED).map(({schema, name}) => `${schema}.${name}`);
}
