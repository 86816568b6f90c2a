import {type Db, sql} from "../../shared/core/db.ts";
import type {Github} from "../../shared/modeling/github/client.ts";
import {keepRowAccess} from "../../shared/modeling/layer-formats/keep-row-access.ts";
import {columnsIn} from "../../shared/modeling/layer-formats/read-with-catalog.ts";
import {type BrokenContent, findBroken} from "../../shared/modeling/layer-versions/broken-content.ts";
import {checkQuestions} from "../../shared/modeling/verified-questions/file.ts";
import {projectsOf} from "../../shared/querying/layers/query-caches.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import type {Graph} from "../../shared/semantic/documents.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";
import {type ProjectRow, requireProject} from "../../shared/tenancy/projects/find.ts";
import {cancelHeldSync, queueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import type {CallHandlers, Worker} from "../worker.ts";
import {type Applied, applySync, serviceIn, treeKey} from "./apply-sync.ts";
import {
  type Commit,
  type Followed,
  isBefore,
  type Reached,
  reachRepository,
  readCommit,
  readHead,
} from "./read-commit.ts";
import {LayerFault, placedFaults, readLayerOf} from "./read-layer.ts";
import {endSync, noteCommit, type SyncRun} from "./sync-run.ts";
import {fetchTarball} from "./tarball.ts";

/** How long a sync waits for a pushed commit that GitHub does not show yet. */
const LOOKING_MS = 5 * 60_000;

/** The calls that a sync makes to the project's warehouse. */
export type SyncCalls = Pick<CallHandlers, "check_graph" | "read_catalog">;

export type Outcome = Applied | "unchanged" | "not_yet";

/**
 * Syncs the project's layer with the head of its branch, or with the approved commit. Everything is read first, and
 * then changed in one transaction, so a sync can be interrupted anywhere and begun again.
 */
export async function carryOutSync(
  worker: Worker,
  github: Github,
  calls: SyncCalls,
  run: SyncRun,
  signal: AbortSignal,
): Promise<Outcome> {
  const {db} = worker;
  const {orgId, projectId} = run;
  const project = await requireProject(db, serviceIn(orgId), projectId);
  const followed = followedOf(project, orgId);
  const reached = await reachRepository(db, github, followed);
  const head = await readHead(reached);
  const sha = run.approvedBy ? (run.commitId ?? "") : head;
  // A push that came before the approved sync began has joined that sync, although it reads an earlier commit.
  if (sha !== head) await queueHead(db, run, head);
  if (await isAwaited(reached, run, sha)) return "not_yet";
  await noteCommit(db, run, {sha});
  const commit = await readCommit(reached, sha);
  await noteCommit(db, run, commit);
  if (await isUnchanged(worker, run, project, commit)) return "unchanged";
  const tarball = await fetchTarball(github, reached.token, reached.name, sha, signal);
  const {path = "", format = "auto", onBreak = "apply"} = project.git ?? {};
  const {connection_id: connectionId, layer_version: layerVersion} = project;
  const findColumns = columnsIn((schema, limit) =>
    calls.read_catalog(worker, {orgId, connectionId, ...(schema === undefined ? {} : {schema})}, limit),
  );
  const read = await readLayerOf(worker, orgId, tarball, {path, format}, findColumns, signal);
  const current = await readGraph(db, orgId, projectId, project.layer_version);
  const {graph, notes} = keepRowAccess(current, read.graph);
  const request = {orgId, projectId, connectionId, layerVersion, graph, replace: true};
  const found = await calls.check_graph(worker, request, signal);
  if (found.faults.length > 0) throw placedFaults(found.faults, read, path);
  const layer = buildLayer(graph);
  const asked = await checkQuestions(worker, {orgId, projectId}, layer, read.questions);
  const projects = await projectsOf(worker, orgId);
  const broken = await findBroken(worker, {orgId, projects, projectId}, layer, asked.isReplaced);
  const isHeld = onBreak === "hold" && !run.approvedBy && (await breaksMore(worker, run, current, broken));
  const all = [...read.notes, ...notes, ...found.notes, ...asked.notes];
  const {questions, faulty} = asked;
  return applySync(db, run, project, {commit, graph, notes: all, broken, isHeld, questions, faulty});
}

async function queueHead(db: Db, {orgId, projectId}: SyncRun, head: string): Promise<void> {
  const sync = {orgId, projectId, trigger: {type: "push"}, requestedCommit: head} as const;
  await db.transaction().execute(tx => queueSync(tx, sync));
}

/** Whether GitHub does not show the pushed commit yet, and the sync still waits for it. */
async function isAwaited(
  reached: Reached,
  {requestedCommit, approvedBy, startedAt}: SyncRun,
  head: string,
): Promise<boolean> {
  const isLate = Date.now() - startedAt.getTime() > LOOKING_MS;
  return (
    requestedCommit !== null && !approvedBy && !isLate && (await isBefore(reached, head, requestedCommit))
  );
}

function followedOf({id, git, git_repository_id: repositoryId}: ProjectRow, orgId: string): Followed {
  if (!git || repositoryId === null)
    throw new LayerFault(
      "The project follows no repository that an installation of the GitHub App can access.",
      [],
    );
  return {id, git, orgId, repositoryId};
}

/** Whether the layer was made from this very tree; in that case records the head and ends the sync. */
async function isUnchanged(
  {db}: Pick<Worker, "db">,
  run: SyncRun,
  project: ProjectRow,
  commit: Commit,
): Promise<boolean> {
  const {orgId, projectId} = run;
  return db.transaction().execute(async tx => {
    const {rows} = await sql`
      update projects set git_commit = ${commit.sha}
      where org_id = ${orgId} and id = ${projectId} and git_tree = ${treeKey(project, commit)}
        and git_layer_version = layer_version and git = ${JSON.stringify(project.git)}::jsonb
      returning id`.execute(tx);
    if (rows.length === 0) return false;
    await endSync(tx, run, {status: "skipped"});
    await cancelHeldSync(tx, run);
    return true;
  });
}

async function breaksMore(
  worker: Pick<Worker, "db" | "memory">,
  {orgId, projectId}: SyncRun,
  current: Graph,
  broken: readonly BrokenContent[],
): Promise<boolean> {
  if (broken.length === 0) return false;
  const projects = await projectsOf(worker, orgId);
  const before = await findBroken(worker, {orgId, projects, projectId}, buildLayer(current));
  const known = new Set(before.map(({id}) => id));
  return broken.some(({id}) => !known.has(id));
}
