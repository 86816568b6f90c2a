import {randomBytes} from "node:crypto";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {hashToken} from "../../core/secrets.ts";
import {type AccessibleRepository, fetchAccessibleRepositories} from "./accessible-repositories.ts";
import {REQUESTS} from "./api-requests.ts";
import {type Github, GithubFault, sendRequest, withUpstreamError} from "./client.ts";
import {isNumericId, requireInstallation} from "./installations.ts";
import type {ConnectInput, ConnectView} from "./schemas.ts";

const LIFETIME_MINUTES = 30;
const STATE = /^[\w-]{43}$/;

/**
 * Creates a link by which an org-admin connects an installation of the App, or confirms a connected one again. The
 * link's state is valid once, for half an hour.
 */
export async function createConnect(
  db: Db,
  github: Github,
  actor: Actor,
  {installationId}: ConnectInput,
): Promise<ConnectView> {
  requireOrgAdmin(actor);
  if (installationId !== undefined) await requireInstallation(db, actor, installationId);
  const state = randomBytes(32).toString("base64url");
  const expiresAt = await db.transaction().execute(async tx => {
    const {rows} = await sql<{expires_at: Date}>`
      insert into github_connects (state_hash, org_id, asked_by, confirms_id, expires_at)
      values (${hashToken(state)}, ${actor.orgId}, ${actor.id}, ${installationId ?? null}::bigint,
        now() + ${LIFETIME_MINUTES} * interval '1 minute')
      returning expires_at`.execute(tx);
    await audit(tx, actor, "github.connect_link", {type: "org", id: actor.orgId});
    return rows[0]!.expires_at;
  });
  const {webUrl, appSlug, clientId} = github.config;
  // If the App is installed already, the user only has to authenticate at GitHub.
  const url =
    installationId === undefined
      ? `${webUrl}/apps/${appSlug}/installations/new?state=${state}`
      : `${webUrl}/login/oauth/authorize?client_id=${encodeURIComponent(clientId)}&state=${state}`;
  return {url, expiresAt: expiresAt.toISOString()};
}

/** Parameters of GitHub's redirect back to the service. */
export interface Returned {
  state: string;
  code: string;
  /** Empty if nothing was installed because the App was there already. */
  installationId: string;
}

/** The repositories that the user may confirm. */
export interface Pending {
  orgName: string;
  account: string;
  repositories: readonly AccessibleRepository[];
  /** The number of further repositories at GitHub, which were not read. */
  leftOut: number;
}

/**
 * Takes the state from GitHub's redirect, and stores which repositories the user may confirm: those of the installation
 * that the user's own GitHub account may read or write. The user must be an org-admin of the organization that created
 * the link. The state is used up before the first request to GitHub.
 */
export async function returnConnect(
  db: Db,
  github: Github,
  user: Actor,
  {state, code, installationId: installed}: Returned,
): Promise<Pending> {
  if (!STATE.test(state) || !code || (installed !== "" && !isNumericId(installed))) throw invalidLink();
  const confirms = await requireConnectState(db, user, state);
  const installationId = confirms ?? installed;
  if (installationId === "") throw invalidLink();
  const taken = await sql`
    update github_connects set expires_at = now() + ${LIFETIME_MINUTES} * interval '1 minute', returned_as = ${user.id},
      installation_id = ${installationId}::bigint
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and returned_as is null and expires_at > now()
    returning org_id`.execute(db);
  if (taken.rows.length === 0) throw invalidLink();
  const {account, repositories, leftOut} = await withUpstreamError(async () => {
    const reachable = await fetchAccessibleRepositories(github, code, installationId).catch(error => {
      // The code is invented or was used before, or the user cannot see the installation.
      if (error instanceof GithubFault && error.kind === "refused") throw repositoryNotVisible(error);
      throw error;
    });
    const found = await sendRequest(github.app.octokit, REQUESTS.installation, {
      installation_id: installationId,
    });
    if (found.app_id !== github.config.appId) throw repositoryNotVisible();
    return {...reachable, account: found.account.login};
  }).catch(error => {
    throw error instanceof GithubFault ? repositoryNotVisible(error) : error;
  });
  if (repositories.length === 0) throw nothingReachable(account);
  await sql`
    update github_connects set account_login = ${account}, repositories = ${JSON.stringify(repositories)}::json,
      repositories_left_out = ${leftOut}
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId}`.execute(db);
  return {orgName: user.orgName, account, repositories, leftOut};
}

/**
 * Requires a valid state, made for the user's organization, and that the user is an org-admin. Returns the installation
 * to be confirmed again, if any.
 */
export async function requireConnectState(db: Db, user: Actor, state: string): Promise<string | undefined> {
  if (!STATE.test(state)) throw invalidLink();
  const {rows} = await sql<{confirms: string | null}>`
    select confirms_id::text as confirms from github_connects
    where state_hash = ${hashToken(state)} and org_id = ${user.orgId} and expires_at > now()`.execute(db);
  if (!rows[0]) throw invalidLink();
  if (user.orgRole === "admin" && user.seat === "editor") return rows[0].confirms ?? undefined;
  throw new ServiceError(
    "missing_privilege",
    `Only an admin of "${user.orgName}" can connect GitHub. Nothing was connected.`,
  );
}

export function invalidLink(): ServiceError {
  return new ServiceError(
    "gone",
    "This link was used already, has expired, or was made for another organization. An admin can make another one. Nothing was connected.",
  );
}

export function repositoryNotVisible(cause?: unknown): ServiceError {
  const message =
    "GitHub does not show you this installation of the App, so you cannot connect it. Nothing was connected.";
  return new ServiceError("missing_privilege", message, {cause});
}

function nothingReachable(account: string): ServiceError {
  return new ServiceError(
    "missing_privilege",
    `GitHub shows you no repository of "${account}" that this installation of the App reaches, so there is nothing that you can connect. Nothing was connected.`,
  );
}

/** Deletes expired links. */
export async function collectConnects(db: Db | Tx): Promise<void> {
  await sql`delete from github_connects where expires_at < now()`.execute(db);
}
