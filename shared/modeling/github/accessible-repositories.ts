import {type Static, Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {REQUESTS} from "./api-requests.ts";
import {type Github, GithubFault, orFault, sendRequest} from "./client.ts";

/** A repository that a GitHub user may read, or also write. */
export const AccessibleRepository = Type.Object({
  id: Type.String(),
  repository: Type.String({description: "`owner/name`"}),
  permission: Type.Union([Type.Literal("read"), Type.Literal("write")]),
});
export type AccessibleRepository = Static<typeof AccessibleRepository>;
export type Permission = AccessibleRepository["permission"];

const PER_PAGE = 100;
const MAX_PAGES = 50;

/**
 * The repositories of the installation that the user who got the code from GitHub may read or write, by that user's own
 * token: the first 5,000, and the number of the others. Rejects with `GithubFault`; it is `refused` for a code that
 * GitHub does not know, and for an installation that the user cannot see.
 */
export async function fetchAccessibleRepositories(
  {app, WithToken}: Github,
  code: string,
  installationId: string,
): Promise<{repositories: AccessibleRepository[]; leftOut: number}> {
  const {authentication} = await orFault(() => app.oauth.createToken({code}));
  const octokit = new WithToken({auth: authentication.token});
  const found = new Map<string, AccessibleRepository>();
  for (let page = 1; ; page++) {
    const parameters = {installation_id: installationId, per_page: PER_PAGE, page};
    const answer = await sendRequest(octokit, REQUESTS.personalRepositories, parameters);
    for (const {id, full_name: repository, permissions} of answer.repositories) {
      const permission = permissions.push ? "write" : "read";
      if (permissions.push || permissions.pull)
        found.set(String(id), {id: String(id), repository, permission});
    }
    const left = answer.total_count - page * PER_PAGE;
    if (left <= 0 || answer.repositories.length === 0) return {repositories: [...found.values()], leftOut: 0};
    if (page === MAX_PAGES) return {repositories: [...found.values()], leftOut: left};
  }
}

/** Stores the repositories that a member has confirmed, in place of the same member's earlier ones. */
export async function saveConfirmedRepositories(
  tx: Tx,
  {orgId, installationId, by}: {orgId: string; installationId: string; by: string},
  repositories: readonly AccessibleRepository[],
): Promise<void> {
  await sql`
    delete from github_reaches
    where org_id = ${orgId} and installation_id = ${installationId}::bigint and confirmed_by = ${by}`.execute(
    tx,
  );
  await sql`
    insert into github_reaches (org_id, installation_id, repository_id, confirmed_by, permission)
    select ${orgId}, ${installationId}::bigint, r.id, ${by}, r.permission
    from json_to_recordset(${JSON.stringify(repositories)}::json) as r (id bigint, permission text)`.execute(
    tx,
  );
}

/** The numeric ids of the given repositories that members have confirmed for the organization. */
export async function confirmedPermissions(
  db: Db | Tx,
  orgId: string,
  installationId: string,
  repositoryIds: readonly string[],
): Promise<ReadonlyMap<string, Permission>> {
  const {rows} = await sql<{id: string; permission: Permission}>`
    select r.repository_id::text as id, max(r.permission) as permission from github_reaches r
    where r.org_id = ${orgId} and r.installation_id::text = ${installationId}
      and r.repository_id::text = any (${repositoryIds}::text[])
    group by r.repository_id`.execute(db);
  return new Map(rows.map(({id, permission}) => [id, permission]));
}

/** The sentence that says how a repository gets confirmed. */
export function confirmingRemedy(installationId: string): string {
  return `An org-admin who has this right confirms it with a new link: POST /api/orgs/{orgId}/github/installations with {"installationId": "${installationId}"}.`;
}

/**
 * `GithubFault` unless a member who has the needed permission at GitHub has confirmed the repository for the
 * organization.
 */
export async function requireConfirmedRepository(
  db: Db | Tx,
  orgId: string,
  installationId: string,
  repositoryId: string,
  need: Permission,
): Promise<void> {
  const confirmed = await confirmedPermissions(db, orgId, installationId, [repositoryId]);
  const permission = confirmed.get(repositoryId);
  if (permission === "write" || permission === need) return;
  const what = need === "write" ? "written to" : "read";
  const permissionText = need === "write" ? "may write to it" : "may read it";
  throw new GithubFault(
    "missing",
    `The repository must not be ${what}: nobody who ${permissionText} at GitHub has confirmed it for this organization. ${confirmingRemedy(installationId)}`,
  );
}
