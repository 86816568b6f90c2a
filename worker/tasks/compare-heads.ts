import {type Db, sql} from "../../shared/core/db.ts";
import {GithubFault} from "../../shared/modeling/github/client.ts";
import {readStoredGit} from "../../shared/tenancy/projects/find.ts";
import type {ProjectGit} from "../../shared/tenancy/projects/schemas.ts";
import {reachRepository} from "../github/read-commit.ts";
import {syncIfDiverged} from "../github/sync-if-diverged.ts";
import type {Worker} from "../worker.ts";
import {refreshOpen} from "./refresh-write-backs.ts";

/** After this many repositories in a row without an answer, GitHub counts as unavailable. */
const MAX_FAILURES = 5;

interface Row {
  id: string;
  org_id: string;
  git: ProjectGit;
  repository_id: string;
  git_commit: string | null;
}

/**
 * Compares the head of every followed branch with the commit of its project's layer, and syncs those that differ,
 * because an event of GitHub was lost or its sync failed. Open write-backs are refreshed, too. It can run twice. An
 * installation whose rate limit is reached waits for the next night. If GitHub is unavailable for `MAX_FAILURES`
 * repositories in a row, all further ones wait for the next night; a single failure concerns only the projects that
 * follow that repository.
 */
export async function compareHeads(
  {db, github, log}: Pick<Worker, "db" | "log" | "github">,
  signal: AbortSignal,
): Promise<void> {
  if (!github) return;
  const limited = new Set<string | undefined>();
  const failed = new Set<string>();
  let failures = 0;
  for await (const {id, org_id: orgId, git, repository_id: repositoryId, git_commit: known} of followed(db)) {
    signal.throwIfAborted();
    if (limited.has(git?.installationId) || failed.has(repositoryId)) continue;
    try {
      await refreshOpen(db, orgId, id);
      const reached = await reachRepository(db, github, {id, orgId, git, repositoryId});
      await syncIfDiverged(db, reached, {orgId, projectId: id, known, trigger: "nightly"});
      failures = 0;
    } catch (error) {
      if (!(error instanceof GithubFault)) throw error;
      log.info({projectId: id, reason: error.message}, "a branch could not be compared");
      failures = error.kind === "unavailable" ? failures + 1 : 0;
      if (failures >= MAX_FAILURES) return;
      if (error.kind === "unavailable") failed.add(repositoryId);
      if (error.kind === "limited") limited.add(git?.installationId);
    }
  }
}

const PAGE = 200;

async function* followed(db: Db): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const {rows} = await sql<Omit<Row, "git"> & {git: unknown}>`
      select p.id, p.org_id, p.git, p.git_repository_id::text as repository_id, p.git_commit
      from projects p
      where p.git_repository_id is not null and p.id > ${after}
      order by p.id limit ${PAGE}`.execute(db);
    yield* rows.map(row => readStoredGit(row));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
