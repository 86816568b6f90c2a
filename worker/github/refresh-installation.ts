import {type Db, sql} from "../../shared/core/db.ts";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {type Github, GithubFault, sendRequest} from "../../shared/modeling/github/client.ts";

/**
 * Records GitHub's present status of an installation for every organization that has connected it; an installation that
 * GitHub does not know is `removed`. Returns the status, or `undefined` where no organization has connected it.
 */
export async function refreshInstallation(
  db: Db,
  github: Github,
  id: string,
): Promise<"active" | "suspended" | "removed" | undefined> {
  const {rows} = await sql<{org_id: string}>`
    select org_id from github_installations where id::text = ${id}`.execute(db);
  const orgIds = rows.map(row => row.org_id);
  if (orgIds.length === 0) return undefined;
  try {
    const found = await sendRequest(github.app.octokit, REQUESTS.installation, {installation_id: id});
    const {account, repository_selection: selection, suspended_at: suspendedAt} = found;
    const status = suspendedAt ? "suspended" : "active";
    await sql`
      update github_installations
      set status = ${status}, account_id = ${account.id}, account_login = ${account.login},
        account_type = ${account.type}, repository_selection = ${selection}, checked_at = now()
      where org_id = any (${orgIds}::text[]) and id = ${id}::bigint`.execute(db);
    return status;
  } catch (error) {
    if (!(error instanceof GithubFault) || error.kind !== "missing") throw error;
    await sql`
      update github_installations set status = 'removed', checked_at = now()
      where org_id = any (${orgIds}::text[]) and id = ${id}::bigint`.execute(db);
    return "removed";
  }
}
