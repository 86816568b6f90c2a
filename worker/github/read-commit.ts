import type {Octokit} from "@octokit/core";
import {type Db, sql} from "../../shared/core/db.ts";
import {
  type Permission,
  requireConfirmedRepository,
} from "../../shared/modeling/github/accessible-repositories.ts";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {
  type Github,
  GithubFault,
  installationClient,
  sendRequest,
} from "../../shared/modeling/github/client.ts";
import {findTree, nameOf, type RepositoryName} from "../../shared/modeling/github/tree.ts";
import type {ProjectRow} from "../../shared/tenancy/projects/find.ts";
import {refreshInstallation} from "./refresh-installation.ts";

/** A project that follows a repository. */
export type Followed = Pick<ProjectRow, "id" | "git"> & {orgId: string; repositoryId: string};

export interface Reached {
  octokit: Octokit;
  token: string;
  name: RepositoryName;
  branch: string;
  path: string;
  isPrivate: boolean;
}

/**
 * Finds the project's repository by its number, and records its name, which may be new. Where the installation no longer
 * reaches the repository, that is recorded, too, and the function rejects with `GithubFault`. It also rejects, without
 * asking GitHub, where nobody has confirmed the required permission on the repository.
 */
export async function reachRepository(
  db: Db,
  github: Github,
  project: Followed,
  need: Permission = "read",
): Promise<Reached> {
  const {orgId, id, git, repositoryId} = project;
  const {installationId = "", branch = "", path = "", repository = ""} = git ?? {};
  const known = await requireConnected(db, orgId, installationId);
  await requireConfirmedRepository(db, orgId, installationId, repositoryId, need);
  try {
    const {octokit, token} = await installationClient(github, installationId, repositoryId);
    const found = await sendRequest(octokit, REQUESTS.repository, {repository_id: repositoryId});
    if (found.full_name !== repository) {
      await sql`
        update projects set git = git || jsonb_build_object('repository', ${found.full_name}::text)
        where org_id = ${orgId} and id = ${id} and git_repository_id = ${repositoryId}::bigint`.execute(db);
    }
    await noteState(db, project, "active");
    // Reached where GitHub's event about the installation was lost.
    if (known !== "active") await refreshInstallation(db, github, installationId);
    return {octokit, token, name: nameOf(found.full_name), branch, path, isPrivate: found.private};
  } catch (error) {
    // GitHub refuses a token for a repository that the installation does not have.
    const isGone = error instanceof GithubFault && ["missing", "refused"].includes(error.kind);
    if (!isGone) throw error;
    const status = await refreshInstallation(db, github, installationId);
    if (status === "active") await noteState(db, project, "moved");
    throw new GithubFault(
      "missing",
      status === "active"
        ? `The installation can no longer access "${repository}": the repository was moved, deleted, or removed from the installation.`
        : `The installation ${installationId} is ${status ?? "no longer connected"}.`,
      undefined,
      error,
    );
  }
}

/**
 * The status of the organization's installation. An installation that the organization gave up may belong to another
 * organization by now.
 */
async function requireConnected(db: Db, orgId: string, installationId: string): Promise<string> {
  const {rows} = await sql<{status: string}>`
    select status from github_installations where org_id = ${orgId} and id::text = ${installationId}`.execute(
    db,
  );
  if (!rows[0])
    throw new GithubFault(
      "missing",
      `The installation ${installationId} is not connected to the organization.`,
    );
  return rows[0].status;
}

async function noteState(db: Db, {orgId, id, repositoryId}: Followed, state: string): Promise<void> {
  await sql`
    update projects set git_state = ${state}
    where org_id = ${orgId} and id = ${id} and git_repository_id = ${repositoryId}::bigint
      and git_state <> ${state}`.execute(db);
}

/**
 * The commit at the head of the branch. `missing` where there is no such branch; a tag of the same name does not count.
 */
export async function readHead({octokit, name, branch}: Reached): Promise<string> {
  const {object} = await sendRequest(octokit, REQUESTS.branch, {...name, branch}).catch(error => {
    if (!(error instanceof GithubFault) || error.kind !== "missing") throw error;
    throw new GithubFault("missing", `The repository has no branch "${branch}".`, undefined, error);
  });
  return object.sha;
}

/**
 * Whether GitHub still shows the branch as it was before a push that it announced: the pushed commit cannot be read
 * yet, or the head is behind it.
 */
export async function isBefore({octokit, name}: Reached, head: string, pushed: string): Promise<boolean> {
  if (head === pushed) return false;
  try {
    // The second page has neither files nor commits, which are not needed.
    const asked = {...name, basehead: `${pushed}...${head}`, per_page: 1, page: 2};
    return (await sendRequest(octokit, REQUESTS.compare, asked)).status === "behind";
  } catch (error) {
    if (error instanceof GithubFault && error.kind === "missing") return true;
    throw error;
  }
}

export interface Commit {
  sha: string;
  author: string;
  message: string;
  /** The tree below the project's path. */
  tree: string;
}

export async function readCommit({octokit, name, path}: Reached, sha: string): Promise<Commit> {
  const {author, message, tree} = await sendRequest(octokit, REQUESTS.commit, {...name, commit_sha: sha});
  const below = await findTree(octokit, name, tree.sha, path);
  if (below === undefined) throw new GithubFault("missing", `The commit has no folder "${path}".`);
  return {sha, author: author.name, message, tree: below};
}
