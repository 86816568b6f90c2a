import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {enqueue, type JobPayload} from "../../shared/core/jobs.ts";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {GithubFault, installationClient, sendRequest} from "../../shared/modeling/github/client.ts";
import {requireProject} from "../../shared/tenancy/projects/find.ts";
import {serviceIn} from "../github/apply-sync.ts";
import {reachRepository} from "../github/read-commit.ts";
import {isRetryableFault} from "../github/try-later.ts";
import {notePull} from "../github/write-back-run.ts";
import type {Worker} from "../worker.ts";

/** GitHub checks whether a pull request can be merged only when asked, and has the result a moment later. */
const MAX_LOOKS = 6;
const PAUSE_SECONDS = 5;

/**
 * Records the state of a project's open write-backs, and of the one with the given number. It can run twice: it asks
 * GitHub for their state.
 */
export async function refreshWriteBacks(
  {db, github, log}: Pick<Worker, "db" | "log" | "github">,
  payload: JobPayload<"refresh_write_backs">,
): Promise<void> {
  const {orgId, projectId, pullNumber = 0, looks = 0} = payload;
  if (!github) return;
  try {
    const project = await requireProject(db, serviceIn(orgId), projectId);
    const {git, git_repository_id: repositoryId} = project;
    if (!git?.installationId || repositoryId === null) return;
    const {rows} = await sql<{id: string; number: number}>`
      select id, number from write_backs
      where org_id = ${orgId} and project_id = ${projectId} and repository_id = ${repositoryId}::bigint
        and number is not null and (status in ('open', 'conflicting') or number = ${pullNumber})
      order by id`.execute(db);
    if (rows.length === 0) return;
    const {name} = await reachRepository(db, github, {id: projectId, git, orgId, repositoryId});
    const {octokit} = await installationClient(github, git.installationId, repositoryId, {
      pull_requests: "read",
    });
    let isUnknown = false;
    for (const {id, number} of rows) {
      const pull = await sendRequest(octokit, REQUESTS.ownPull, {...name, pull_number: number});
      await db.transaction().execute(tx => notePull(tx, {orgId, projectId, writeBackId: id}, pull));
      isUnknown ||= pull.state === "open" && pull.mergeable === null;
    }
    if (isUnknown && looks < MAX_LOOKS)
      await enqueueRefresh(db, {orgId, projectId, looks: looks + 1}, {afterSeconds: PAUSE_SECONDS});
  } catch (error) {
    const isOver = error instanceof ServiceError && error.code === "not_found";
    if (error instanceof GithubFault && error.until) return enqueueRefresh(db, payload, {runAt: error.until});
    if (!isOver && (!(error instanceof GithubFault) || isRetryableFault(error))) throw error;
    log.info({projectId, reason: error.message}, "the states of write-backs could not be refreshed");
  }
}

export async function enqueueRefresh(
  db: Db,
  payload: JobPayload<"refresh_write_backs">,
  when: {runAt?: Date; afterSeconds?: number} = {},
): Promise<void> {
  const {projectId, pullNumber, looks = 0} = payload;
  // The key contains the number of looks, so that a later look does not postpone one that is due.
  const key = `write backs ${projectId} ${pullNumber ?? ""} ${looks}`;
  await enqueue(db, "refresh_write_backs", payload, {
    key,
    queue: sql`${`write backs ${projectId}`}`,
    ...when,
  });
}

/** Queues a refresh of the project's open write-backs, if it has any. */
export async function refreshOpen(db: Db, orgId: string, projectId: string): Promise<void> {
  const {rows} = await sql`
    select from write_backs
    where org_id = ${orgId} and project_id = ${projectId} and number is not null
      and status in ('open', 'conflicting') limit 1`.execute(db);
  if (rows.length > 0) await enqueueRefresh(db, {orgId, projectId});
}
