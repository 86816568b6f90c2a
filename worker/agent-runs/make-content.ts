import {Type} from "@sinclair/typebox";
import {createChart, requireChart, updateChart} from "../../shared/content/charts/charts.ts";
import {
  createDashboard,
  requireDashboard,
  updateDashboard,
} from "../../shared/content/dashboards/dashboards.ts";
import {replaceLayout} from "../../shared/content/dashboards/layout.ts";
import type {UnsavedChart} from "../../shared/content/resources/schemas.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {rowReaderOf} from "../../shared/core/validate.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import {lockContent} from "../../shared/tenancy/content-kinds/content.ts";
import {type AgentRun, RunGone} from "./run-state.ts";

/** The size of a tile. Two tiles fit side by side. */
const [WIDTH, HEIGHT] = [18, 10];

/**
 * The content that each output of an agent has created: the content's id, and for a dashboard the ids of its charts.
 */
const Made = Type.Record(
  Type.String(),
  Type.Object({id: Type.String(), charts: Type.Optional(Type.Array(Type.String()))}),
);

const read = rowReaderOf(Type.Object({made: Made}), "the agent");

/**
 * An agent. Its owner owns the charts and dashboards that the agent creates. The author of their queries is the run's
 * principal.
 */
interface Maker {
  owner: Actor;
  teamId: string | null;
  made: Record<string, {id: string; charts?: string[]}>;
}

/** Creates the chart, or changes the chart that the agent has created for this output. Returns its id. */
export async function makeChart(
  deps: LayerDeps,
  run: AgentRun,
  name: string,
  chart: UnsavedChart,
): Promise<string> {
  const maker = await loadMaker(deps.db, run);
  const key = `chart ${name}`;
  const id = await putChart(deps, maker, maker.made[key]?.id, {...chart, name});
  await storeMade(deps.db, run, {...maker.made, [key]: {id}});
  return id;
}

/** Like `makeChart`, for a dashboard of these charts, which belong only to this dashboard. */
export async function makeDashboard(
  deps: LayerDeps,
  run: AgentRun,
  name: string,
  charts: readonly UnsavedChart[],
): Promise<string> {
  const {db} = deps;
  const maker = await loadMaker(db, run);
  const key = `dashboard ${name}`;
  const before = maker.made[key];
  const ids: string[] = [];
  for (const [index, chart] of charts.entries()) {
    ids.push(await putChart(deps, maker, before?.charts?.[index], chart));
  }
  const id = await putDashboard(db, maker, before?.id, name);
  const tiles = ids.map((chartId, index) => ({
    chartId,
    x: (index % 2) * WIDTH,
    y: Math.floor(index / 2) * HEIGHT,
    w: WIDTH,
    h: HEIGHT,
  }));
  await replaceLayout(deps, maker.owner, id, async () => ({tiles}));
  // Charts that this answer does not use are kept for a later answer.
  const chartIds = [...ids, ...(before?.charts ?? []).slice(ids.length)];
  await storeMade(db, run, {...maker.made, [key]: {id, charts: chartIds}});
  return id;
}

/** Locks the agent, so that two runs do not create the same content twice. */
async function loadMaker(db: Db, {orgId, agentId, id: requestId, runAs}: AgentRun): Promise<Maker> {
  const principal = await loadRunAs(db, orgId, runAs);
  await db.transaction().execute(tx => lockContent(tx, principal, "agent", agentId));
  const {rows} = await sql<{id: string; made: unknown; owner_id: string; team_id: string | null}>`
    select a.id, a.made, c.owner_id, c.team_id
    from agents a join content c on c.org_id = a.org_id and c.id = a.id
    where a.org_id = ${orgId} and a.id = ${agentId}`.execute(db);
  if (!rows[0]) throw new RunGone();
  const {made, owner_id: ownerId, team_id: teamId} = read(rows[0]);
  const owner = ownerId === runAs ? principal : await loadRunAs(db, orgId, ownerId);
  return {owner: {...owner, requestId, author: runAs}, teamId, made};
}

async function storeMade(db: Db, {orgId, agentId}: AgentRun, made: Maker["made"]): Promise<void> {
  await sql`
    update agents set made = ${JSON.stringify(made)}::json where org_id = ${orgId} and id = ${agentId}`.execute(
    db,
  );
}

async function putChart(
  deps: LayerDeps,
  {owner, teamId}: Maker,
  id: string | undefined,
  {name, type, query}: UnsavedChart,
): Promise<string> {
  const input = {name, type, query};
  const isOwn = await isStillOwn(owner, teamId, async () => requireChart(deps.db, owner, id ?? "", "edit"));
  if (!isOwn || id === undefined) return (await createChart(deps, owner, {...input, teamId})).id;
  return (await updateChart(deps, owner, id, async () => input)).id;
}

async function putDashboard(
  db: Db,
  {owner, teamId}: Maker,
  id: string | undefined,
  name: string,
): Promise<string> {
  const isOwn = await isStillOwn(owner, teamId, async () => requireDashboard(db, owner, id ?? "", "edit"));
  if (!isOwn || id === undefined) return (await createDashboard({db}, owner, {name, teamId})).id;
  return (await updateDashboard({db}, owner, id, async () => ({name}))).id;
}

/**
 * Whether the content still belongs to the agent's owner. Content that was deleted, or that now belongs to somebody
 * else, is not changed.
 */
async function isStillOwn(
  {id}: Actor,
  teamId: string | null,
  find: () => Promise<{owner_id: string; team_id: string | null}>,
): Promise<boolean> {
  try {
    const found = await find();
    return found.owner_id === id && found.team_id === teamId;
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
    throw error;
  }
}
