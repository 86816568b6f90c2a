import {sql, type Tx} from "../../ground/db.ts";

/**
 * Moves projects to a new installation after the App was installed again on an account. They are found by the account's
 * number, because the old installation is deleted and names may have changed. Returns the projects' ids.
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
