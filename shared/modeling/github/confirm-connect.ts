import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {hashToken} from "../../core/secrets.ts";
import {readerOf} from "../../core/validate.ts";
import {queueSync} from "../../tenancy/projects/queue-sync.ts";
import {AccessibleRepository, saveConfirmedRepositories} from "./accessible-repositories.ts";
import {REQUESTS} from "./api-requests.ts";
import {type Github, GithubFault, sendRequest, withUpstreamError} from "./client.ts";
import {invalidLink, repositoryNotVisible, requireConnectState} from "./connect.ts";

const readRepositories = readerOf(Type.Array(AccessibleRepository), "the repositories of a link");

/**
 * Confirms the repositories that GitHub listed when the same user returned from GitHub. They replace the repositories
 * of the installation that the user had confirmed before; confirmations of other users stay. Projects that follow one
 * of the repositories are synced at once.
 */
export async function confirmConnect(
  db: Db,
  github: Github,
  user: Actor,
  state: string,
): Promise<{account: string}> {
  await requireConnectState(db, user, state);
  const {rows} = await sql<{installation_id: string; repositories: unknown}>`
    delete from github_connects
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and returned_as = ${user.id}
      and account_login is not null and installation_id is not null and expires_at > now()
    returning installation_id::text as installation_id, repositories`.execute(db);
  const [row] = rows;
  if (!row) throw invalidLink();
  const repositories = readRepositories(row.repositories);
  const id = row.installation_id;
  const found = await withUpstreamError(() =>
    sendRequest(github.app.octokit, REQUESTS.installation, {installation_id: id}),
  ).catch(error => {
    throw error instanceof GithubFault ? repositoryNotVisible(error) : error;
  });
  await db.transaction().execute(async tx => {
    const {account, repository_selection: selection, suspended_at: suspendedAt} = found;
    const status = suspendedAt ? "suspended" : "active";
    await sql`
      insert into github_installations (id, org_id, account_id, account_login, account_type, repository_selection,
        status, connected_by)
      values (${id}::bigint, ${user.orgId}, ${account.id}, ${account.login}, ${account.type}, ${selection}, ${status},
        ${user.id})
      on conflict (org_id, id) do update set account_id = excluded.account_id, account_login = excluded.account_login,
        account_type = excluded.account_type, repository_selection = excluded.repository_selection,
        status = excluded.status, checked_at = now()`.execute(tx);
    await saveConfirmedRepositories(tx, {orgId: user.orgId, installationId: id, by: user.id}, repositories);
    const adopted = await adoptProjects(tx, user.orgId, {id, accountId: String(account.id)});
    await syncReached(tx, user, id);
    const writable = repositories.filter(({permission}) => permission === "write").length;
    const details = {
      account: account.login,
      repositories: repositories.length,
      writable,
      projects: adopted,
    };
    await audit(tx, user, "github.connect", {type: "github_installation", id}, details);
  });
  return {account: found.account.login};
}

/** Enqueues a sync of the projects. A sync without changes has no effect. */
async function syncReached(tx: Tx, {orgId, id: by}: Actor, installationId: string): Promise<void> {
  const {rows} = await sql<{id: string}>`
    select p.id from projects p
    where p.org_id = ${orgId} and p.git ->> 'installationId' = ${installationId}
      and exists (
        select from github_reaches r
        where r.org_id = p.org_id and r.installation_id = ${installationId}::bigint
          and r.repository_id = p.git_repository_id)
    order by p.id`.execute(tx);
  for (const {id: projectId} of rows)
    await queueSync(tx, {orgId, projectId, trigger: {type: "installation", by}});
}

/**
 * Moves projects to a new installation after the App was installed again on an account. They are found by the account's
 * number, because the old installation is deleted and names may have changed. Returns the projects' ids.
 */
async function adoptProjects(
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
