import {type Db, sql} from "../../shared/core/db.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {
  type Github,
  GithubFault,
  installationClient,
  sendRequest,
} from "../../shared/modeling/github/client.ts";
import {nameOf, type RepositoryName} from "../../shared/modeling/github/tree.ts";
import {readStoredGit} from "../../shared/tenancy/projects/find.ts";
import {queueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import type {ProjectGit} from "../../shared/tenancy/projects/schemas.ts";
import {forEachProject} from "../github/each-project.ts";
import {reachRepository} from "../github/read-commit.ts";
import {refreshInstallation} from "../github/refresh-installation.ts";
import {syncIfDiverged} from "../github/sync-if-diverged.ts";
import {isRetryableFault} from "../github/try-later.ts";
import type {Worker} from "../worker.ts";
import {enqueuePreview} from "./preview-pull.ts";
import {enqueueRefresh, refreshOpen} from "./refresh-write-backs.ts";

interface Row {
  event: string;
  installation_id: string | null;
  repository_id: string | null;
  ref: string | null;
  commit_id: string | null;
  pull_number: number | null;
}

interface FollowingRow {
  id: string;
  org_id: string;
  git: unknown;
  repository_id: string;
  git_state: string;
  git_commit: string | null;
}

/**
 * Handles a delivery of GitHub by fetching the present state of its subject. It can run twice, and deliveries can come
 * in any order.
 */
export async function takeGithubDelivery(
  {db, github}: Pick<Worker, "db" | "github">,
  {deliveryId}: JobPayload<"take_github_delivery">,
): Promise<void> {
  if (!github) return;
  const {rows} = await sql<Row>`
    select event, installation_id::text as installation_id, repository_id::text as repository_id, ref, commit_id, pull_number
    from github_deliveries where id = ${deliveryId}`.execute(db);
  const delivery = rows[0];
  if (!delivery || delivery.installation_id === null) return;
  if (delivery.event === "push") return takePush(db, delivery);
  if (delivery.event === "pull_request" || delivery.event.startsWith("check_"))
    return takePulls(db, github, delivery);
  await refreshInstallation(db, github, delivery.installation_id);
  await checkRepositories(db, github, delivery);
}

/** Syncs the projects that follow the pushed branch. A push of a tag with the branch's name does not count. */
async function takePush(db: Db, {installation_id, repository_id, ref, commit_id}: Row): Promise<void> {
  const on = await projectsOn(db, installation_id, repository_id);
  const rows = on.filter(({git}) => `refs/heads/${git?.branch}` === ref);
  const requestedCommit = commit_id === null || /^0+$/.test(commit_id) ? undefined : commit_id;
  for (const {id: projectId, org_id: orgId} of rows) {
    await db
      .transaction()
      .execute(tx => queueSync(tx, {orgId, projectId, trigger: {type: "push"}, requestedCommit}));
    // Open write-backs may conflict with the new head.
    await refreshOpen(db, orgId, projectId);
  }
}

/**
 * Queues previews of a pull request, or of all pull requests that contain a commit, for the projects that follow the
 * repository.
 */
async function takePulls(db: Db, github: Github, delivery: Row): Promise<void> {
  const {installation_id: installationId, repository_id: repositoryId, commit_id: commit} = delivery;
  const projects = await projectsOn(db, installationId, repositoryId);
  await forEachProject(projects, async ({id: projectId, org_id: orgId, git}) => {
    const numbers =
      delivery.pull_number !== null
        ? [delivery.pull_number]
        : await pullsWith(github, nameOf(git?.repository ?? ""), delivery, commit ?? "");
    for (const pullNumber of numbers) {
      await enqueuePreview(db, {orgId, projectId, pullNumber});
      await refreshOwn(db, orgId, projectId, pullNumber);
    }
  });
}

async function refreshOwn(db: Db, orgId: string, projectId: string, pullNumber: number): Promise<void> {
  const {rows} = await sql`
    select from write_backs
    where org_id = ${orgId} and project_id = ${projectId} and number = ${pullNumber}`.execute(db);
  if (rows.length > 0) await enqueueRefresh(db, {orgId, projectId, pullNumber});
}

async function pullsWith(
  github: Github,
  name: RepositoryName,
  {installation_id: installationId, repository_id: repositoryId}: Row,
  commit: string,
): Promise<number[]> {
  const reading = {pull_requests: "read"} as const;
  const {octokit} = await installationClient(github, installationId ?? "", repositoryId ?? "", reading);
  const pulls = await sendRequest(octokit, REQUESTS.pullsOf, {...name, commit_sha: commit});
  return pulls.filter(pull => pull.state === "open").map(pull => pull.number);
}

/** The projects that follow the repository, of the organizations that have connected the installation. */
async function projectsOn(
  db: Db,
  installationId: string | null,
  repositoryId: string | null,
): Promise<{id: string; org_id: string; git: ProjectGit}[]> {
  const {rows} = await sql<{id: string; org_id: string; git: unknown}>`
    select p.id, p.org_id, p.git from projects p
      join github_installations i on i.org_id = p.org_id and i.id::text = p.git ->> 'installationId'
    where p.git_repository_id::text = ${repositoryId} and i.id::text = ${installationId}
    order by p.id`.execute(db);
  return rows.map(row => readStoredGit(row));
}

/**
 * Checks whether the installation still reaches the repositories that its projects follow, and under which names. A
 * repository that is reached again is synced at once, because nothing announced the pushes that came meanwhile.
 */
async function checkRepositories(
  db: Db,
  github: Github,
  {event, installation_id: installationId}: Row,
): Promise<void> {
  const {rows} = await sql<FollowingRow>`
    select p.id, p.org_id, p.git, p.git_repository_id::text as repository_id, p.git_state, p.git_commit
    from projects p
    where p.git ->> 'installationId' = ${installationId} and p.git_repository_id is not null
      and exists (select from github_installations i where i.org_id = p.org_id and i.id::text = ${installationId})
    order by p.id`.execute(db);
  const projects = rows.map(row => readStoredGit(row));
  await forEachProject(
    projects,
    async ({id, org_id: orgId, git, repository_id: repositoryId, ...project}) => {
      const {git_state, git_commit} = project;
      try {
        const reached = await reachRepository(db, github, {id, orgId, git, repositoryId});
        // Events about a single repository change no head, unless the repository was out of reach.
        if (event === "repository" && git_state === "active") return;
        await syncIfDiverged(db, reached, {orgId, projectId: id, known: git_commit, trigger: "installation"});
      } catch (error) {
        // `reachRepository` has recorded that the repository cannot be reached.
        if (!(error instanceof GithubFault) || isRetryableFault(error)) throw error;
      }
    },
  );
}
