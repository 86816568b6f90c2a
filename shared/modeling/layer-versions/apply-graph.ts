import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import type {GraphNote} from "../../core/wire/catalog.ts";
import type {Calls} from "../../core/workers/calls.ts";
import {readGraph} from "../../querying/layers/stored-graph.ts";
import type {Graph, Join} from "../../semantic/documents.ts";
import {checkGraph} from "../../semantic/layers.ts";
import {lockProject, type ProjectRow, requireProject} from "../../tenancy/projects/find.ts";
import {saveRollups} from "../rollups/save.ts";
import {mergeGraph, sameJoin} from "./merge-graph.ts";
import {placeFaults} from "./place-faults.ts";

export interface ApplyDeps {
  readonly db: Db;
  /** Lets a worker check the graph against the warehouse. */
  check(request: Calls["check_graph"]["request"]): Promise<Calls["check_graph"]["answer"]>;
}

export interface Application {
  graph: Graph;
  /** Removes everything from the layer that the graph does not contain. */
  replace: boolean;
  /** Checks the graph without saving it. */
  dryRun: boolean;
  /** JSON pointer to the graph in the request's body. */
  at: string;
}

export interface Applied {
  /** The whole layer after the change. */
  graph: Graph;
  /** The new version, or `null` after a dry run. */
  version: number | null;
  notes: GraphNote[];
}

/**
 * Merges a graph into the project's layer as a new version. `invalid_request` names all faults of the graph, and then
 * nothing is saved. Concurrent calls run one after the other, and keep each other's changes.
 */
export async function applyGraph(
  deps: ApplyDeps,
  actor: Actor,
  projectId: string,
  {graph, replace, dryRun, at}: Application,
): Promise<Applied> {
  const project = await requireProject(deps.db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  const notes = await checkWithWarehouse(deps, actor, project, {graph, replace, at});
  if (dryRun) {
    const current = await readGraph(deps.db, actor.orgId, projectId, replace ? 0 : project.layer_version);
    const hidden = await noteHiddenDatasets(deps.db, actor.orgId, graph);
    return {graph: mergeGraph(current, graph, replace).graph, version: null, notes: [...notes, ...hidden]};
  }
  const note = `${replace ? "Replaced by" : "Applied"} ${contentsOf(graph)}`;
  return deps.db.transaction().execute(async tx => {
    const locked = await lockProject(tx, actor, projectId);
    const current = await readGraph(tx, actor.orgId, projectId, replace ? 0 : locked.layer_version);
    const merged = mergeGraph(current, graph, replace);
    if (locked.layer_version !== project.layer_version) {
      refuse(placeFaults(merged, checkGraph(merged.graph)), path => at + path);
    }
    const version = await saveVersion(tx, actor, locked, merged.graph, note);
    const hidden = await noteHiddenDatasets(tx, actor.orgId, graph);
    return {graph: merged.graph, version, notes: [...notes, ...hidden]};
  });
}

/** A join, with notes on how the data contradicts it. */
export type DeclaredJoin = Join & {notes?: GraphNote[]};

/** Adds one join to the layer; `conflict` if the layer already has a join in the same role, or its mirror image. */
export async function declareJoin(
  deps: ApplyDeps,
  actor: Actor,
  projectId: string,
  join: Join,
): Promise<DeclaredJoin> {
  const project = await requireProject(deps.db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  const graph: Graph = {models: [], joins: [join]};
  refuseSameJoin(await readGraph(deps.db, actor.orgId, projectId, project.layer_version), join);
  const notes = await checkWithWarehouse(deps, actor, project, {graph, replace: false, at: ""});
  const role = join.name === undefined || join.name === join.to ? join.to : `${join.name} (${join.to})`;
  return deps.db.transaction().execute(async tx => {
    const locked = await lockProject(tx, actor, projectId);
    const current = await readGraph(tx, actor.orgId, projectId, locked.layer_version);
    refuseSameJoin(current, join);
    const merged = mergeGraph(current, graph, false);
    if (locked.layer_version !== project.layer_version) {
      refuse(placeFaults(merged, checkGraph(merged.graph)), withoutJoin);
    }
    await saveVersion(tx, actor, locked, merged.graph, `Declared the join from ${join.from} to ${role}`);
    return notes.length > 0 ? {...join, notes} : join;
  });
}

function refuseSameJoin(graph: Graph, join: Join): void {
  const same = sameJoin(graph, join);
  if (!same) return;
  const {from, to, name = to} = same;
  throw new ServiceError(
    "conflict",
    `The layer has a join from "${from}" to "${to}" already, under the name "${name}". Give this one another ` +
      "name, or change that one by applying a graph with it.",
  );
}

/** Stores the graph as the layer's new version. The project must be locked. Returns the version. */
export async function saveVersion(
  tx: Tx,
  actor: Actor,
  project: ProjectRow,
  graph: Graph,
  note: string,
): Promise<number> {
  const version = await storeVersion(tx, {orgId: actor.orgId, authorId: actor.id}, project, graph, note);
  await audit(tx, actor, "layer.apply", {type: "project", id: project.id}, {version, note});
  return version;
}

/** Like `saveVersion`, for an author who is not a principal and leaves no entry in the audit log. */
export async function storeVersion(
  tx: Tx,
  {orgId, authorId}: {orgId: string; authorId: string},
  project: ProjectRow,
  graph: Graph,
  note: string,
): Promise<number> {
  const version = project.layer_version + 1;
  await sql`
    insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
    values (${orgId}, ${project.id}, ${version}, ${JSON.stringify(graph)}, ${graph.models.length}, ${note},
      ${authorId})`.execute(tx);
  await sql`
    update projects set layer_version = ${version}, updated_at = now()
    where org_id = ${orgId} and id = ${project.id}`.execute(tx);
  await saveRollups(tx, {orgId, projectId: project.id, connectionId: project.connection_id}, graph);
  await publish(tx, {kind: "project", id: project.id});
  return version;
}

async function checkWithWarehouse(
  deps: ApplyDeps,
  actor: Actor,
  project: ProjectRow,
  {graph, replace, at}: Pick<Application, "graph" | "replace" | "at">,
): Promise<GraphNote[]> {
  const {faults, notes} = await deps.check({
    orgId: actor.orgId,
    projectId: project.id,
    connectionId: project.connection_id,
    layerVersion: project.layer_version,
    graph,
    replace,
  });
  const isJoinAlone = graph.models.length === 0 && at === "";
  refuse(faults, path => (isJoinAlone ? withoutJoin(path) : at + path));
  return notes;
}

function withoutJoin(path: string): string {
  return path.replace(/^\/joins\/0/, "");
}

const MAX_REPORTED = 3;

/** Throws the faults as one `invalid_request`, with their paths in the body; nothing without faults. */
export function refuse(faults: readonly ErrorDetail[], place: (path: string) => string): void {
  if (faults.length === 0) return;
  const errors = faults.map(({path, message, allowed, suggestions}) => ({
    path: place(path),
    message,
    ...(allowed ? {allowed} : {}),
    ...(suggestions && suggestions.length > 0 ? {suggestions} : {}),
  }));
  const messages = errors.slice(0, MAX_REPORTED).map(error => error.message);
  const more = errors.length > MAX_REPORTED ? ` And ${errors.length - MAX_REPORTED} more.` : "";
  throw new ServiceError("invalid_request", `Nothing was saved. ${messages.join(" ")}${more}`, {errors});
}

/**
 * The contents of a graph in words: "2 models and 1 join". A count of 0 is left out where the graph has roll-ups or a
 * calendar.
 */
function contentsOf({models, joins = [], rollups = [], calendar}: Graph): string {
  const others = [
    ...(rollups.length > 0 ? [count(rollups, "roll-up")] : []),
    ...(calendar ? ["the calendar"] : []),
  ];
  const isNamed = (items: readonly unknown[]) => others.length === 0 || items.length > 0;
  const parts = [
    ...(isNamed(models) ? [count(models, "model")] : []),
    ...(isNamed(joins) ? [count(joins, "join")] : []),
    ...others,
  ];
  const last = parts.pop();
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : `${last}`;
}

function count(items: readonly unknown[], what: string): string {
  const n = items.length;
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** Notes on datasets whose slug is also the name of a model in the graph: new queries with that name mean the model. */
async function noteHiddenDatasets(db: Db | Tx, orgId: string, {models}: Graph): Promise<GraphNote[]> {
  const names = models.map(model => model.name);
  const {rows} = await sql<{id: string; slug: string}>`
    select id, slug from datasets
    where org_id = ${orgId} and slug = any (${names}::text[])
    order by slug`.execute(db);
  return rows.map(({id, slug}) => ({
    model: slug,
    code: "hides_dataset",
    message:
      `A dataset is named "${slug}" too: queries with that name mean the model from now on. Charts over the dataset ` +
      `stay with it, and queries reach it by its id, "${id}".`,
  }));
}
