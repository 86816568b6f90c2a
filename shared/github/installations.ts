import {notFound, requireOrgAdmin} from "../access.ts";
import type {Actor} from "../actor.ts";
import {audit} from "../audit.ts";
import {type Db, sql} from "../db.ts";
import {foreignCursor, type Page} from "../paging.ts";
import {asInstallation, ask, type Github, GithubFault, whileWaiting} from "./client.ts";
import {QUESTIONS} from "./questions.ts";
import type {InstallationView, RepositoryView} from "./schemas.ts";

interface Row {
  id: string;
  account_id: string;
  account_login: string;
  account_type: string;
  repository_selection: "all" | "selected";
  status: InstallationView["status"];
  connected_by: string;
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
    select id::text as id, account_id::text as account_id, account_login, account_type, repository_selection, status, connected_by, created_at
    from github_installations where org_id = ${actor.orgId} order by created_at desc, github_installations.id desc`.execute(
    db,
  );
  return rows.map(row => ({
    id: row.id,
    account: {id: row.account_id, login: row.account_login, type: row.account_type},
    repositorySelection: row.repository_selection,
    status: row.status,
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
 * Gives the installation up. Projects that follow its repositories keep their layers, and follow them no more. It stays
 * installed at GitHub until it is uninstalled there.
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

/** `not_found` unless the installation is the caller's organization's. */
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

/** GitHub gives no more at once. */
const MOST = 100;

/** One page of the repositories that the installation reaches, and the cursor of the next, if there is one. */
export async function listRepositories(
  github: Github,
  id: string,
  page: Page,
): Promise<{repositories: RepositoryView[]; next: string | undefined}> {
  const perPage = Math.min(page.limit, MOST);
  const number = page.before === undefined ? 1 : Number(/^page-([1-9]\d{0,4})$/.exec(page.before)?.[1]);
  if (!Number.isInteger(number)) throw foreignCursor();
  const found = await whileWaiting(async () => {
    const {octokit} = await asInstallation(github, id);
    return ask(octokit, QUESTIONS.repositories, {per_page: perPage, page: number});
  }).catch(error => {
    if (error instanceof GithubFault) throw notFound("installation", id);
    throw error;
  });
  const repositories = found.repositories.map(one => ({
    id: String(one.id),
    repository: one.full_name,
    private: one.private,
    defaultBranch: one.default_branch,
    archived: one.archived ?? false,
  }));
  return {repositories, next: number * perPage < found.total_count ? `page-${number + 1}` : undefined};
}
