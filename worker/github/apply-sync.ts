import {isDeepStrictEqual} from "node:util";
import {auditService} from "../../shared/audit.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import {diffGraphs} from "../../shared/layer-formats/diff-graph.ts";
import {storeVersion} from "../../shared/layer-versions/apply-graph.ts";
import type {BrokenContent} from "../../shared/layer-versions/broken.ts";
import {readGraph} from "../../shared/layers/stored-graph.ts";
import {lockProject, type ProjectRow} from "../../shared/projects/find.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import type {GraphNote} from "../../shared/wire/catalog.ts";
import type {Commit} from "./read-commit.ts";
import {endSync, type SyncRun} from "./sync-run.ts";

/** Who a sync's version of the layer is by: the repository, whose authors are not known here. */
const AUTHOR = "github";

const MOST_NOTES = 500;

export interface Checked {
  commit: Commit;
  graph: Graph;
  notes: readonly GraphNote[];
  broken: readonly BrokenContent[];
  /** Whether it breaks what the layer before did not, and such a layer waits for consent. */
  isHeld: boolean;
}

/** What became of it; `stale`: the project or its layer has changed meanwhile, and all must be looked at again. */
export type Applied = "applied" | "held" | "ended" | "stale";

/**
 * Makes a layer that was read and checked the project's, and ends the sync, in one transaction: it is done once, however
 * often it is tried. `project` is what it was checked against.
 */
export async function applySync(
  db: Db,
  run: SyncRun,
  project: ProjectRow,
  checked: Checked,
): Promise<Applied> {
  const {orgId, projectId} = run;
  return db.transaction().execute(async tx => {
    const locked = await lockProject(tx, serviceIn(orgId), projectId);
    const {rows} = await sql`
      select from project_syncs where org_id = ${orgId} and id = ${run.id} and status = 'running'
      for update`.execute(tx);
    if (rows.length === 0) return "ended";
    if (locked.layer_version !== project.layer_version || !isDeepStrictEqual(locked.git, project.git))
      return "stale";
    const {commit, graph, notes, broken, isHeld} = checked;
    const diff = diffGraphs(await readGraph(tx, orgId, projectId, locked.layer_version), graph);
    const isSame = [diff.added, diff.changed, diff.removed].every(names => names.length === 0);
    const version =
      isHeld || isSame
        ? null
        : await storeVersion(tx, {orgId, authorId: AUTHOR}, locked, graph, noteOf(commit));
    await sql`
      update project_syncs set commit_id = ${commit.sha}, author = ${commit.author}, message = ${commit.message},
        layer_version = ${version}, added = ${JSON.stringify(diff.added)}::json,
        changed = ${JSON.stringify(diff.changed)}::json, removed = ${JSON.stringify(diff.removed)}::json,
        notes = ${JSON.stringify(notes.slice(0, MOST_NOTES))}::json, broken = ${JSON.stringify(broken)}::json,
        error = null, waits_until = null
      where org_id = ${orgId} and id = ${run.id}`.execute(tx);
    if (isHeld) {
      await holdSync(tx, run);
      return "held";
    }
    await sql`
      update projects set git_commit = ${commit.sha}, git_tree = ${treeKey(project, commit)},
        git_layer_version = ${version ?? locked.layer_version}
      where org_id = ${orgId} and id = ${projectId}`.execute(tx);
    await endSync(tx, run, {status: "succeeded"});
    // What is held was made of an older commit.
    await supersede(tx, run);
    if (version !== null) {
      const details = {version, commit: commit.sha};
      await auditService(tx, {orgId, id: AUTHOR}, "layer.sync", {type: "project", id: projectId}, details);
    }
    return "applied";
  });
}

/** The service itself, which sees all projects of an organization. */
export function serviceIn(orgId: string) {
  return {orgId, orgRole: "admin" as const, teams: []};
}

/** What the layer was made of: the tree, read as this format. */
export function treeKey({git}: Pick<ProjectRow, "git">, {tree}: Pick<Commit, "tree">): string {
  return `${git?.format ?? "auto"} ${tree}`;
}

async function holdSync(tx: Tx, run: SyncRun): Promise<void> {
  await supersede(tx, run);
  await sql`
    update project_syncs set status = 'queued', held = true
    where org_id = ${run.orgId} and id = ${run.id}`.execute(tx);
}

async function supersede(tx: Tx, {id, orgId, projectId}: SyncRun): Promise<void> {
  await sql`
    update project_syncs set status = 'cancelled', held = false, finished_at = now(),
      error = 'A later sync has taken its place.'
    where org_id = ${orgId} and project_id = ${projectId} and held and id <> ${id}`.execute(tx);
}

function noteOf({sha, author, message}: Commit): string {
  const [subject = ""] = message.split("\n", 1);
  return `Synced ${sha.slice(0, 7)} by ${author}: ${subject}`.slice(0, 500);
}
