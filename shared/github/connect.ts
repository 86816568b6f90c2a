import {randomBytes} from "node:crypto";
import {requireOrgAdmin} from "../access.ts";
import type {Actor} from "../actor.ts";
import {audit} from "../audit.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {hashToken} from "../secrets.ts";
import {adoptProjects} from "./adopt-projects.ts";
import {ask, type Github, GithubFault, orFault, whileWaiting} from "./client.ts";
import {isNumericId} from "./installations.ts";
import {QUESTIONS} from "./questions.ts";
import type {ConnectView} from "./schemas.ts";

const LASTS_MINUTES = 30;
const STATE = /^[\w-]{43}$/;
const USER_PAGES = 50;

/** A link by which an org-admin connects an installation of the App. Its state works once, for half an hour. */
export async function createConnect(db: Db, github: Github, actor: Actor): Promise<ConnectView> {
  requireOrgAdmin(actor);
  const state = randomBytes(32).toString("base64url");
  const expiresAt = await db.transaction().execute(async tx => {
    const {rows} = await sql<{expires_at: Date}>`
      insert into github_connects (state_hash, org_id, asked_by, expires_at)
      values (${hashToken(state)}, ${actor.orgId}, ${actor.id}, now() + ${LASTS_MINUTES} * interval '1 minute')
      returning expires_at`.execute(tx);
    await audit(tx, actor, "github.connect_link", {type: "org", id: actor.orgId});
    return rows[0]!.expires_at;
  });
  const {webUrl, appSlug} = github.config;
  const url = `${webUrl}/apps/${appSlug}/installations/new?state=${state}`;
  return {url, expiresAt: expiresAt.toISOString()};
}

/** With what GitHub sends somebody back. */
export interface Returned {
  state: string;
  code: string;
  installationId: string;
}

export interface Pending {
  orgName: string;
  account: string;
}

/**
 * Takes the state of somebody who has come back from GitHub, and notes what they may now confirm. They must be an
 * org-admin of the organization that asked, and GitHub must show them the installation. The state is used up before
 * GitHub is asked.
 */
export async function returnConnect(
  db: Db,
  github: Github,
  user: Actor,
  {state, code, installationId}: Returned,
): Promise<Pending> {
  if (!STATE.test(state) || !code || !isNumericId(installationId)) throw usedUp();
  await requireAsked(db, user, state);
  const taken = await sql`
    update github_connects set expires_at = now() + ${LASTS_MINUTES} * interval '1 minute', returned_as = ${user.id},
      installation_id = ${installationId}::bigint
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and returned_as is null and expires_at > now()
    returning org_id`.execute(db);
  if (taken.rows.length === 0) throw usedUp();
  const account = await whileWaiting(async () => {
    if (!(await seesInstallation(github, code, installationId))) throw notShown();
    const found = await ask(github.app.octokit, QUESTIONS.installation, {installation_id: installationId});
    if (found.app_id !== github.config.appId) throw notShown();
    return found.account.login;
  }).catch(error => {
    throw error instanceof GithubFault ? notShown(error) : error;
  });
  await sql`
    update github_connects set account_login = ${account}
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId}`.execute(db);
  return {orgName: user.orgName, account};
}

/** The state was made for the organization that the user is an org-admin of. */
async function requireAsked(db: Db, user: Actor, state: string): Promise<void> {
  const {rows} = await sql`
    select from github_connects
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and expires_at > now()`.execute(db);
  if (rows.length === 0) throw usedUp();
  if (user.orgRole === "admin" && user.seat === "editor") return;
  throw new ServiceError(
    "missing_privilege",
    `Only an admin of "${user.orgName}" can connect GitHub. Nothing was connected.`,
  );
}

/** Whether GitHub shows the installation to the person whom it gave the code. */
async function seesInstallation({app, WithToken}: Github, code: string, id: string): Promise<boolean> {
  const {authentication} = await orFault(() => app.oauth.createToken({code})).catch(error => {
    // A code that GitHub does not know, which somebody has made up or used before.
    if (error instanceof GithubFault && error.kind === "refused") throw notShown(error);
    throw error;
  });
  const octokit = new WithToken({auth: authentication.token});
  for (let page = 1; page <= USER_PAGES; page++) {
    const {installations, total_count: total} = await ask(octokit, QUESTIONS.userInstallations, {
      per_page: 100,
      page,
    });
    if (installations.some(one => String(one.id) === id)) return true;
    if (installations.length === 0 || page * 100 >= total) return false;
  }
  return false;
}

/** Attaches what the same person has come back with. An installation belongs to one organization: `conflict` otherwise. */
export async function confirmConnect(
  db: Db,
  github: Github,
  user: Actor,
  state: string,
): Promise<{account: string}> {
  if (!STATE.test(state)) throw usedUp();
  await requireAsked(db, user, state);
  const {rows} = await sql<{installation_id: string}>`
    delete from github_connects
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and returned_as = ${user.id}
      and account_login is not null and expires_at > now()
    returning installation_id::text as installation_id`.execute(db);
  const id = rows[0]?.installation_id;
  if (id === undefined) throw usedUp();
  const found = await whileWaiting(() =>
    ask(github.app.octokit, QUESTIONS.installation, {installation_id: id}),
  ).catch(error => {
    throw error instanceof GithubFault ? notShown(error) : error;
  });
  await db.transaction().execute(async tx => {
    const {account, repository_selection: selection, suspended_at: suspendedAt} = found;
    const status = suspendedAt ? "suspended" : "active";
    const kept = await sql`
      insert into github_installations (id, org_id, account_id, account_login, account_type, repository_selection,
        status, connected_by)
      values (${id}::bigint, ${user.orgId}, ${account.id}, ${account.login}, ${account.type}, ${selection}, ${status},
        ${user.id})
      on conflict (id) do update set account_id = excluded.account_id, account_login = excluded.account_login,
        repository_selection = excluded.repository_selection, status = excluded.status, checked_at = now()
      where github_installations.org_id = excluded.org_id
      returning id`.execute(tx);
    if (kept.rows.length === 0) throw elsewhere(account.login);
    const adopted = await adoptProjects(tx, user.orgId, {id, accountId: String(account.id)});
    const details = {account: account.login, projects: adopted};
    await audit(tx, user, "github.connect", {type: "github_installation", id}, details);
  });
  return {account: found.account.login};
}

function elsewhere(account: string): ServiceError {
  return new ServiceError(
    "conflict",
    `The installation on "${account}" is connected to another organization of this service. It must be given up there first.`,
  );
}

function usedUp(): ServiceError {
  return new ServiceError(
    "gone",
    "This link was used already, has expired, or was made for another organization. An admin can make another one. Nothing was connected.",
  );
}

function notShown(cause?: unknown): ServiceError {
  const message =
    "GitHub does not show you this installation of the App, so you cannot connect it. Nothing was connected.";
  return new ServiceError("missing_privilege", message, {cause});
}

/** Deletes links that nobody can use any more. */
export async function collectConnects(db: Db | Tx): Promise<void> {
  await sql`delete from github_connects where expires_at < now()`.execute(db);
}
