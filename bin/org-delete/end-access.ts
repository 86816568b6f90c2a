import {publish} from "../../shared/core/change-notices.ts";
import {type Db, sql} from "../../shared/core/db.ts";

/** The tables of credentials. Rows that refer to theirs, such as tokens of applications, are deleted with them. */
const CREDENTIALS = [
  "tokens",
  "browser_sessions",
  "oauth_grants",
  "password_links",
  "passwords",
  "sign_in_bindings",
  "embed_tokens",
];

/**
 * Ends all access to the organization, in one transaction: its tokens, sessions, applications, embedded content and
 * connections over SQL end within seconds, on every process. Nothing runs on a cadence any more, and nobody can sign in
 * again: the members lose their addresses, by which an identity provider's sign-in would find them.
 */
export async function endAccess(db: Db, orgId: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows: clients} = await sql<{id: string}>`
      select distinct client_id as id from oauth_grants where org_id = ${orgId}`.execute(tx);
    for (const table of [...CREDENTIALS, "cadences"])
      await sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(tx);
    // Applications belong to no organization. Those that nobody else uses belonged to this one's members.
    await sql`
      delete from oauth_clients c
      where c.id = any (${clients.map(({id}) => id)}::text[])
        and not exists (select from oauth_grants g where g.client_id = c.id)`.execute(tx);
    await sql`
      update principals set email = case when kind = 'user' then id || '@deleted.invalid' end, org_role = 'member',
        seat = 'viewer', expires_at = now()
      where org_id = ${orgId}`.execute(tx);
    await publish(tx, {kind: "org", id: orgId});
  });
}

/** The ids of what processes hold open or in memory: projects, connections, and files of snapshots and roll-ups. */
export async function openIds(db: Db, orgId: string): Promise<{projects: string[]; connections: string[]}> {
  const {rows: projects} = await sql<{id: string}>`
    select id from projects where org_id = ${orgId}`.execute(db);
  const {rows: connections} = await sql<{id: string | null}>`
    select id from connections where org_id = ${orgId}
    union all select id from datasets where org_id = ${orgId} and kind = 'snapshot'
    union all
    select f ->> 'id' as id from rollup_builds b, json_array_elements(b.files) f
    where b.org_id = ${orgId}`.execute(db);
  return {projects: projects.map(({id}) => id), connections: connections.flatMap(({id}) => id ?? [])};
}

/** Makes every process close and forget what it holds open of the organization. */
export async function announce(
  db: Db,
  orgId: string,
  {projects, connections}: Awaited<ReturnType<typeof openIds>>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await publish(tx, {kind: "org", id: orgId});
    for (const id of projects) await publish(tx, {kind: "project", id});
    for (const id of connections) await publish(tx, {kind: "connection", id});
  });
}
