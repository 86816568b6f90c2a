import {type Db, sql} from "../../shared/db.ts";
import {type Github, GithubFault} from "../../shared/github/client.ts";
import {queueSync} from "../../shared/github/queue-sync.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import type {ProjectGit} from "../../shared/projects/schemas.ts";
import {isPassing} from "../github/carry-out-sync.ts";
import {reachRepository} from "../github/read-commit.ts";
import {refreshInstallation} from "../github/refresh-installation.ts";
import type {Worker} from "../worker.ts";

interface Row {
  event: string;
  installation_id: string | null;
  repository_id: string | null;
  ref: string | null;
  commit_id: string | null;
}

/**
 * Acts on what GitHub has sent, by fetching the state that it is about. It can run twice, and deliveries can come in any
 * order.
 */
export async function takeGithubDelivery(
  {db, github}: Worker,
  {deliveryId}: JobPayload<"take_github_delivery">,
): Promise<void> {
  if (!github) return;
  const {rows} = await sql<Row>`
    select event, installation_id::text as installation_id, repository_id::text as repository_id, ref, commit_id
    from github_deliveries where id = ${deliveryId}`.execute(db);
  const delivery = rows[0];
  if (!delivery || delivery.installation_id === null) return;
  if (delivery.event === "push") return takePush(db, delivery);
  await refreshInstallation(db, github, delivery.installation_id);
  await lookAtRepositories(db, github, delivery.installation_id);
}

/** The projects that follow the branch are synced; that of a tag with its name is another ref. */
async function takePush(db: Db, {installation_id, repository_id, ref, commit_id}: Row): Promise<void> {
  const {rows} = await sql<{id: string; org_id: string}>`
    select p.id, p.org_id from projects p
      join github_installations i on i.org_id = p.org_id and i.id::text = p.git ->> 'installationId'
    where p.git_repository_id::text = ${repository_id} and i.id::text = ${installation_id}
      and 'refs/heads/' || (p.git ->> 'branch') = ${ref}`.execute(db);
  const wanted = commit_id === null || /^0+$/.test(commit_id) ? undefined : commit_id;
  for (const {id: projectId, org_id: orgId} of rows) {
    await db.transaction().execute(tx => queueSync(tx, {orgId, projectId, trigger: {type: "push"}, wanted}));
  }
}

/** Whether the installation still reaches what its projects follow, and under which name. */
async function lookAtRepositories(db: Db, github: Github, installationId: string): Promise<void> {
  const {rows} = await sql<{id: string; org_id: string; git: ProjectGit; repository_id: string}>`
    select p.id, p.org_id, p.git, p.git_repository_id::text as repository_id from projects p
    where p.git ->> 'installationId' = ${installationId} and p.git_repository_id is not null
      and exists (select from github_installations i where i.org_id = p.org_id and i.id::text = ${installationId})
    order by p.id`.execute(db);
  for (const {id, org_id: orgId, git, repository_id: repositoryId} of rows) {
    try {
      await reachRepository(db, github, {id, orgId, git, repositoryId});
    } catch (error) {
      // One that is not reached is written down as such.
      if (!(error instanceof GithubFault) || isPassing(error)) throw error;
    }
  }
}
