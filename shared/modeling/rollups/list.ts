import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {notFound, requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {readerOf} from "../../core/validate.ts";
import {type LayerDeps, layerOf, type Planned, projectsOf} from "../../querying/layers/query-caches.ts";
import type {PlannedRollup} from "../../semantic/rollup-matching/index.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {readHits} from "./hits.ts";
import {queueBuild} from "./queue-build.ts";
import {BuildStatus, BuildTrigger, type QueuedBuild, type RollupBuild, type RollupView} from "./schemas.ts";

interface Row {
  id: string;
  name: string;
  next_at: Date | null;
  signature: string | null;
  data_as_of: Date | null;
  row_count: number | null;
  size_bytes: number | null;
  /** The reason why the last active build is lost, if no build is active. */
  lost: string | null;
  /** JSON, parsed by `readLast`. */
  last: unknown;
}

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Last = Type.Object({
  id: Type.String(),
  status: BuildStatus,
  trigger: BuildTrigger,
  created_at: Type.String(),
  started_at: orNull(Type.String()),
  finished_at: orNull(Type.String()),
  row_count: orNull(Type.Number()),
  size_bytes: orNull(Type.Number()),
  error: orNull(Type.String()),
});
const readLast = readerOf(orNull(Last), "the last build of a roll-up");

/** The roll-ups of the project's layer, by name. */
export async function listRollups(deps: LayerDeps, actor: Actor, projectId: string): Promise<RollupView[]> {
  await requireProject(deps.db, actor, projectId);
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) throw notFound("project", projectId);
  const layer = await layerOf(deps, project);
  const planned = deps.memory.rollups.of(layer, project);
  const rows = await selectRollups(deps.db, actor.orgId, projectId);
  const byName = new Map(rows.map(row => [row.name, row]));
  const {since, byRollup} = await readHits(deps.db, {orgId: actor.orgId, projectId}, new Date());
  return (layer.graph.rollups ?? [])
    .map(({name, model}) => {
      const row = byName.get(name);
      const {hits = 0, savedMs = null} = byRollup.get(row?.id ?? "") ?? {};
      const saved = savedMs === null ? null : Math.max(0, Math.round(savedMs));
      return {...viewOf({name, model}, planned, row), hits, savedMs: saved, hitsSince: since.toISOString()};
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function selectRollups(db: Db, orgId: string, projectId: string): Promise<Row[]> {
  const {rows} = await sql<Row>`
    select r.id, r.name, k.next_at, b.signature, b.data_as_of, b.row_count, b.size_bytes,
      case when r.build_id is null then (
        select o.error from rollup_builds o
        where o.org_id = r.org_id and o.rollup_id = r.id and o.status = 'succeeded' order by o.id desc limit 1) end as lost,
      (select row_to_json(l) from (
        select o.id, o.status, o.trigger, o.created_at, o.started_at, o.finished_at, o.row_count, o.size_bytes, o.error
        from rollup_builds o where o.org_id = r.org_id and o.rollup_id = r.id order by o.id desc limit 1) l) as last
    from rollups r
      left join cadences k on k.org_id = r.org_id and k.id = r.id
      left join rollup_builds b on b.org_id = r.org_id and b.id = r.build_id
    where r.org_id = ${orgId} and r.project_id = ${projectId}`.execute(db);
  return rows;
}

function viewOf(
  {name, model}: {name: string; model: string},
  planned: Planned,
  row: Row | undefined,
): Omit<RollupView, "hits" | "savedMs" | "hitsSince"> {
  const plan = planned.find(one => one.name === name);
  const last = readLast(row?.last ?? null);
  return {
    name,
    model,
    ...stateOf(plan, row),
    dataAsOf: row?.data_as_of?.toISOString() ?? null,
    rowCount: row?.row_count ?? null,
    sizeBytes: row?.size_bytes ?? null,
    nextBuild: row?.next_at?.toISOString() ?? null,
    lastBuild: last && buildOf(last),
  };
}

function stateOf(
  plan: PlannedRollup | Planned[number] | undefined,
  row: Row | undefined,
): Pick<RollupView, "state" | "why"> {
  if (plan === undefined) return {state: "unfit", why: "The project's warehouse cannot have roll-ups."};
  if (!("plan" in plan)) return {state: "unfit", why: plan.faults[0]?.message ?? null};
  const {signature = null, lost = null} = row ?? {};
  if (signature === null) return {state: "unbuilt", why: lost ?? "It has not been built."};
  if (plan.signature === signature) return {state: "fresh", why: null};
  return {
    state: "stale",
    why: "The layer, the connection or the first day of the week has changed since it was built.",
  };
}

function buildOf(row: Static<typeof Last>): RollupBuild {
  const time = (text: string | null) => (text === null ? null : new Date(text).toISOString());
  return {
    id: row.id,
    status: row.status,
    trigger: row.trigger,
    createdAt: new Date(row.created_at).toISOString(),
    startedAt: time(row.started_at),
    finishedAt: time(row.finished_at),
    rowCount: row.row_count,
    sizeBytes: row.size_bytes,
    error: row.error,
  };
}

/** Throws unless the caller may build roll-ups of the project. */
export async function requireBuildable(db: Db, actor: Actor, projectId: string): Promise<void> {
  await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
}

/** Queues a build, or returns the one that is already queued. */
export async function requestBuild(
  tx: Db | Tx,
  actor: Actor,
  projectId: string,
  name: string,
): Promise<QueuedBuild> {
  await requireProject(tx, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  const {orgId} = actor;
  const {rows} = await sql<{id: string}>`
    select id from rollups where org_id = ${orgId} and project_id = ${projectId} and name = ${name}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new ServiceError("not_found", `The project's layer has no roll-up "${name}".`);
  await audit(tx, actor, "rollup.build", {type: "project", id: projectId}, {rollup: name});
  return queueBuild(tx, {orgId, rollupId: found.id, trigger: {type: "manual", by: actor.id}});
}
