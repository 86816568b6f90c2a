import {sql, type Tx} from "../db.ts";

/**
 * After the App was installed anew on an account: its projects follow the new installation. They are found by the
 * account's number, for the old installation is gone and names may have changed. Returns the projects' ids.
 */
export async function adoptProjects(
  tx: Tx,
  orgId: string,
  {id, accountId}: {id: string; accountId: string},
): Promise<string[]> {
  const {rows} = await sql<{id: string}>`
    update projects p set git = p.git || jsonb_build_object('installationId', ${id}::text), updated_at = now()
    where p.org_id = ${orgId} and p.git ->> 'installationId' in (
      select i.id::text from github_installations i
      where i.org_id = ${orgId} and i.account_id = ${accountId}::bigint and i.id <> ${id}::bigint
        and i.status = 'removed')
    returning p.id`.execute(tx);
  return rows.map(row => row.id);
}
