import {type Db, sql} from "../../shared/db.ts";
import {GithubFault} from "../../shared/github/client.ts";
import type {ProjectGit} from "../../shared/projects/schemas.ts";
import {reachRepository} from "../github/read-commit.ts";
import {syncIfApart} from "../github/sync-if-apart.ts";
import type {Worker} from "../worker.ts";
import {refreshOpen} from "./refresh-write-backs.ts";

interface Row {
  id: string;
  org_id: string;
  git: ProjectGit;
  repository_id: string;
  git_commit: string | null;
}

/**
 * Compares the head of every branch that is followed with what the layer was made of, and syncs what lies apart: what
 * GitHub has not told, or told in vain. Open write-backs are looked at too. It can run twice. An installation whose limit is reached, and all of them
 * while GitHub is away, wait for the next night.
 */
export async function compareHeads({db, github, log}: Worker, signal: AbortSignal): Promise<void> {
  if (!github) return;
  const limited = new Set<string | undefined>();
  for await (const {id, org_id: orgId, git, repository_id: repositoryId, git_commit: known} of followed(db)) {
    signal.throwIfAborted();
    if (limited.has(git?.installationId)) continue;
    try {
      await refreshOpen(db, orgId, id);
      const reached = await reachRepository(db, github, {id, orgId, git, repositoryId});
      await syncIfApart(db, reached, {orgId, projectId: id, known, trigger: "nightly"});
    } catch (error) {
      if (!(error instanceof GithubFault)) throw error;
      log.info({projectId: id, reason: error.message}, "a branch could not be compared");
      if (error.kind === "unavailable") return;
      if (error.kind === "limited") limited.add(git?.installationId);
    }
  }
}

const PAGE = 200;

async function* followed(db: Db): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const {rows} = await sql<Row>`
      select p.id, p.org_id, p.git, p.git_repository_id::text as repository_id, p.git_commit
      from projects p
      where p.git_repository_id is not null and p.id > ${after}
      order by p.id limit ${PAGE}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
