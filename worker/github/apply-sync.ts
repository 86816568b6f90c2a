import {isDeepStrictEqual} from "node:util";
import {auditService} from "../../shared/core/audit.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import {diffGraphs} from "../../shared/modeling/layer-formats/diff-graph.ts";
import {storeVersion} from "../../shared/modeling/layer-versions/apply-graph.ts";
import type {BrokenContent} from "../../shared/modeling/layer-versions/broken-content.ts";
import {
  type FileQuestion,
  haveRoom,
  saveFileQuestions,
} from "../../shared/modeling/verified-questions/file.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import type {Graph} from "../../shared/semantic/documents.ts";
import {lockProject, type ProjectRow} from "../../shared/tenancy/projects/find.ts";
import {cancelHeldSync} from "../../shared/tenancy/projects/queue-sync.ts";
import type {Commit} from "./read-commit.ts";
import {endSync, type SyncRun} from "./sync-run.ts";

/**
 * The author of a layer version that a sync made: the repository, because the authors of its commits are not known
 * here.
 */
const AUTHOR = "github";

const MAX_NOTES = 500;

export interface Checked {
  commit: Commit;
  graph: Graph;
  notes: readonly GraphNote[];
  broken: readonly BrokenContent[];
  /** The verified questions of the files. */
  questions: readonly FileQuestion[];
  /** The names of the questions that do not compile, in lower case. */
  faulty: ReadonlySet<string>;
  /** Whether the layer breaks content that the previous layer did not break, and therefore waits for consent. */
  isHeld: boolean;
}

/**
 * The outcome. `stale`: the project, its layer or its questions have changed meanwhile, so everything is read again.
 */
export type Applied = "applied" | "held" | "ended" | "stale";

/**
 * Stores a layer that was read and checked as the project's, and ends the sync, in one transaction, so that it happens
 * once however often it is tried. `project` is the row against which the layer was checked.
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
    const {commit, graph, notes, broken, isHeld, questions, faulty} = checked;
    if (!isHeld && !(await haveRoom(tx, {orgId, projectId}, questions))) return "stale";
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
        notes = ${JSON.stringify(notes.slice(0, MAX_NOTES))}::json, broken = ${JSON.stringify(broken)}::json,
        error = null, waits_until = null
      where org_id = ${orgId} and id = ${run.id}`.execute(tx);
    if (isHeld) {
      await holdSync(tx, run);
      return "held";
    }
    await saveFileQuestions(tx, {orgId, projectId}, questions, faulty);
    await sql`
      update projects set git_commit = ${commit.sha}, git_tree = ${treeKey(project, commit)},
        git_layer_version = ${version ?? locked.layer_version}
      where org_id = ${orgId} and id = ${projectId}`.execute(tx);
    await endSync(tx, run, {status: "succeeded"});
    await cancelHeldSync(tx, run);
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

/** Identifies what a layer was made from: the tree, and the format in which it was read. */
export function treeKey({git}: Pick<ProjectRow, "git">, {tree}: Pick<Commit, "tree">): string {
  return `${git?.format ?? "auto"} ${tree}`;
}

async function holdSync(tx: Tx, run: SyncRun): Promise<void> {
  await cancelHeldSync(tx, run);
  await sql`
    update project_syncs set status = 'queued', held = true
    where org_id = ${run.orgId} and id = ${run.id}`.execute(tx);
}

function noteOf({sha, author, message}: Commit): string {
  const [subject = ""] = message.split("\n", 1);
  return `Synced ${sha.slice(0, 7)} by ${author}: ${subject}`.slice(0, 500);
}
