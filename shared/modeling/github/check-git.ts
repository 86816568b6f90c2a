import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {type CheckedGit, faultAt, isSameGit, readGit} from "../../tenancy/projects/read-git.ts";
import type {ProjectGit, ProjectInput} from "../../tenancy/projects/schemas.ts";
import {confirmingRemedy, requireConfirmedRepository} from "./accessible-repositories.ts";
import {REQUESTS} from "./api-requests.ts";
import {type Github, GithubFault, installationClient, sendRequest, withUpstreamError} from "./client.ts";
import {isNumericId} from "./installations.ts";
import {findTree, nameOf} from "./tree.ts";

interface Deps {
  db: Db;
  github: Github | undefined;
}

type Git = NonNullable<ProjectGit>;

/**
 * Looks up a project's repository, branch and folder at GitHub, through an installation of the organization.
 * `invalid_request` names what does not exist. Without a configured App the settings are stored unchecked, and the
 * repository is not followed.
 */
export async function checkGit(
  deps: Deps,
  actor: Actor,
  input: ProjectInput["git"],
  stored: ProjectGit = null,
): Promise<CheckedGit> {
  const {db, github} = deps;
  const git = readGit(input);
  if (stored && isSameGit(git, stored)) return {git: stored, repositoryId: null, isUnchanged: true};
  if (!git || !github) return {git, repositoryId: null};
  const installationId = await findInstallation(db, actor, git);
  return withUpstreamError(() => lookUp(deps, github, actor, git, installationId)).catch(error => {
    if (!(error instanceof GithubFault)) throw error;
    throw faultAt("installationId", `The installation ${installationId} is no longer at GitHub.`, error);
  });
}

async function findInstallation(db: Db, {orgId}: Actor, {repository, installationId}: Git): Promise<string> {
  const {owner} = nameOf(repository);
  const condition =
    installationId === undefined
      ? sql`lower(account_login) = ${owner.toLowerCase()}`
      : sql`id::text = ${installationId}`;
  const {rows} = await sql<{id: string; status: string}>`
    select id::text as id, status from github_installations
    where org_id = ${orgId} and ${condition} and status <> 'removed'
    order by created_at desc limit 1`.execute(db);
  const [found] = rows;
  const remedy = "Connect one: POST /api/orgs/{orgId}/github/installations.";
  if (!found && installationId !== undefined)
    throw faultAt("installationId", `No installation "${installationId}" is connected here. ${remedy}`);
  if (!found)
    throw faultAt("repository", `No installation of the GitHub App is connected for "${owner}". ${remedy}`);
  if (found.status === "suspended")
    throw faultAt("installationId", `The installation ${found.id} is suspended at GitHub.`);
  return found.id;
}

async function lookUp(
  {db}: Deps,
  github: Github,
  {orgId}: Actor,
  git: Git,
  installationId: string,
): Promise<CheckedGit> {
  const {octokit} = await installationClient(github, installationId);
  const {path = ""} = git;
  // Both cases have the same message, so that nobody can find out which repositories exist.
  const orUnreached = orFaultAt(
    "repository",
    `The installation ${installationId} reaches no repository "${git.repository}", or nobody who may read it at GitHub has confirmed it for this organization. ${confirmingRemedy(installationId)}`,
  );
  const found = await sendRequest(octokit, REQUESTS.repositoryNamed, {...nameOf(git.repository)}).catch(
    orUnreached,
  );
  await requireConfirmedRepository(db, orgId, installationId, String(found.id), "read").catch(orUnreached);
  const name = nameOf(found.full_name);
  const branch = git.branch ?? found.default_branch;
  const {object} = await sendRequest(octokit, REQUESTS.branch, {...name, branch}).catch(
    orFaultAt("branch", `"${found.full_name}" has no branch "${branch}".`),
  );
  const {tree} = await sendRequest(octokit, REQUESTS.commit, {...name, commit_sha: object.sha});
  if ((await findTree(octokit, name, tree.sha, path)) === undefined)
    throw faultAt("path", `The branch "${branch}" of "${found.full_name}" has no folder "${path}".`);
  if (!isNumericId(String(found.id))) throw new Error("GitHub's id of a repository is not a number");
  return {git: {...git, repository: found.full_name, branch, installationId}, repositoryId: String(found.id)};
}

function orFaultAt(field: string, message: string) {
  return (error: unknown): never => {
    throw error instanceof GithubFault && error.kind === "missing" ? faultAt(field, message, error) : error;
  };
}
