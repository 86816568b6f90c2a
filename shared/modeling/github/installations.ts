import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql} from "../../core/db.ts";
import {foreignCursor, type Page} from "../../core/paging.ts";
import {confirmedPermissions, type Permission} from "./accessible-repositories.ts";
import {REQUESTS, type Repository} from "./api-requests.ts";
import {type Github, GithubFault, installationClient, sendRequest, withUpstreamError} from "./client.ts";
import type {InstallationView, RepositoryView} from "./schemas.ts";

interface Row {
  id: string;
  account_id: string;
  account_login: string;
  account_type: string;
  repository_selection: "all" | "selected";
  status: "active" | "suspended" | "removed";
  connected_by: string;
  readable: number;
  writable: number;
  confirmed_at: Date | null;
  created_at: Date;
}

/** The installations of the caller's organization, newest first. */
export async function listInstallations(
  db: Db,
  github: Github | undefined,
  actor: Actor,
): Promise<InstallationView[]> {
  requireOrgAdmin(actor);
  const {rows} = await sql<Row>`
    select i.id::text as id, i.account_id::text as account_id, i.account_login, i.account_type,
      i.repository_selection, i.status, i.connected_by, i.created_at, count(distinct r.repository_id)::int as readable,
      (count(distinct r.repository_id) filter (where r.permission = 'write'))::int as writable,
      max(r.checked_at) as confirmed_at
    from github_installations i
      left join github_reaches r on r.org_id = i.org_id and r.installation_id = i.id
    where i.org_id = ${actor.orgId}
    group by i.org_id, i.id order by i.created_at desc, i.id desc`.execute(db);
  return rows.map(row => ({
    id: row.id,
    account: {id: row.account_id, login: row.account_login, type: row.account_type},
    repositorySelection: row.repository_selection,
    status: row.status === "active" && row.readable === 0 ? "unconfirmed" : row.status,
    repositories: {read: row.readable, write: row.writable},
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    url: pageOf(github, row),
    connectedBy: row.connected_by,
    createdAt: row.created_at.toISOString(),
  }));
}

function pageOf(github: Github | undefined, {id, account_login, account_type}: Row): string {
  const web = github?.config.webUrl ?? "https://github.com";
  const owner = account_type === "Organization" ? `/organizations/${encodeURIComponent(account_login)}` : "";
  return `${web}${owner}/settings/installations/${id}`;
}

/**
 * Removes the installation from the organization. Projects that follow its repositories keep their layers, but no
 * longer follow the repositories. The App stays installed at GitHub until it is uninstalled there.
 */
export async function removeInstallation(db: Db, actor: Actor, id: string): Promise<void> {
  await requireInstallation(db, actor, id);
  requireOrgAdmin(actor);
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{account_login: string}>`
      delete from github_installations where org_id = ${actor.orgId} and id = ${id}::bigint
      returning account_login`.execute(tx);
    const [gone] = rows;
    if (!gone) throw notFound("installation", id);
    const details = {account: gone.account_login};
    await audit(tx, actor, "github.disconnect", {type: "github_installation", id}, details);
  });
}

/** `not_found` unless the installation belongs to the caller's organization. */
export async function requireInstallation(db: Db, actor: Actor, id: string): Promise<void> {
  const {rows} = isNumericId(id)
    ? await sql`
        select from github_installations where org_id = ${actor.orgId} and id = ${id}::bigint`.execute(db)
    : {rows: []};
  if (rows.length === 0) throw notFound("installation", id);
}

export function isNumericId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** The most repositories on a page at GitHub. */
const MOST = 100;
/** The most pages of GitHub that are read for one page of the list. */
const MAX_PAGES = 20;

/**
 * One page of the repositories that the installation can access and members have confirmed, with the cursor of the next
 * page if there is one. A page before the last can have fewer repositories than its limit.
 */
export async function listRepositories(
  db: Db,
  github: Github,
  {orgId}: Actor,
  id: string,
  page: Page,
): Promise<{repositories: RepositoryView[]; next: string | undefined}> {
  const perPage = Math.min(page.limit, MOST);
  const first = page.before === undefined ? 1 : Number(/^page-([1-9]\d{0,4})$/.exec(page.before)?.[1]);
  if (!Number.isInteger(first)) throw foreignCursor();
  return withUpstreamError(async () => {
    const {octokit} = await installationClient(github, id);
    for (let number = first; ; number++) {
      const found = await sendRequest(octokit, REQUESTS.repositories, {per_page: perPage, page: number});
      const ids = found.repositories.map(one => String(one.id));
      const confirmed = await confirmedPermissions(db, orgId, id, ids);
      const repositories = found.repositories.flatMap(one => {
        const permission = confirmed.get(String(one.id));
        return permission ? [viewOf(one, permission)] : [];
      });
      const next = number * perPage < found.total_count ? `page-${number + 1}` : undefined;
      const isEnough = repositories.length > 0 || number - first + 1 >= MAX_PAGES;
      if (isEnough || next === undefined) return {repositories, next};
    }
  }).catch(error => {
    if (error instanceof GithubFault) throw notFound("installation", id);
    throw error;
  });
}

function viewOf(
  {id, full_name, private: isPrivate, default_branch, archived = false}: Repository,
  permission: Permission,
): RepositoryView {
  return {
    id: String(id),
    repository: full_name,
    private: isPrivate,
    defaultBranch: default_branch,
    archived,
    permission,
  };
}
