import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {chartsOfTiles} from "../dashboards/tile-charts.ts";
import {ServiceError} from "../errors.ts";
import type {Runner} from "../queries/runner.ts";
import {loadRunAs} from "../run-as.ts";
import type {ScheduleResource} from "../schedules/schemas.ts";

/** Charts as the principal knew them when they saved what sends them: a hash of each query, by the chart's id. */
export const Accepted = Type.Record(Type.String(), Type.String());
export type Accepted = Static<typeof Accepted>;

/** Everything that the resources show now, for the principal who saves them. */
export async function acceptCharts(
  runner: Runner,
  actor: Actor,
  resources: readonly ScheduleResource[],
): Promise<Accepted> {
  const accepted: Accepted = {};
  for (const {resourceType, resourceId} of resources) {
    for (const chart of await chartsOf(runner, actor, resourceType, resourceId))
      accepted[chart.id] = hashOf(chart);
  }
  return accepted;
}

async function chartsOf(
  {db}: Runner,
  actor: Actor,
  type: ScheduleResource["resourceType"],
  id: string,
): Promise<ChartRow[]> {
  if (type === "dataset") return [];
  if (type === "dashboard") return (await chartsOfTiles(db, actor, id)).flatMap(({chart}) => chart ?? []);
  try {
    return [await requireChart(db, actor, id, "view")];
  } catch (error) {
    // One that the principal cannot see is sent as a failure.
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/**
 * Why a chart is not sent: somebody has changed it, or put it on the dashboard, since the principal saved what sends it,
 * and that person would get other rows by it. So nobody edits themselves into another's rows. `undefined` where there
 * is nothing to fear: the chart is as it was, its rows depend on no attribute, or its last editor gets the same.
 */
export async function distrust(
  runner: Runner,
  actor: Actor,
  chart: ChartRow,
  accepted: Accepted,
  now: Date,
): Promise<ServiceError | undefined> {
  if (accepted[chart.id] === hashOf(chart)) return undefined;
  const editorId = chart.query_by ?? chart.owner_id;
  if (editorId === actor.id) return undefined;
  const anyone = await prepareChart(runner, {...actor, attributes: {}}, chart, now);
  if (anyone.compiled.missingAttributes.length === 0) return undefined;
  if (await getsTheSame(runner, actor, editorId, chart, now)) return undefined;
  return new ServiceError(
    "missing_privilege",
    `It was changed by somebody who gets other rows than ${actor.name}. It is sent again once ${actor.name} saves what sends it.`,
  );
}

async function getsTheSame(
  runner: Runner,
  actor: Actor,
  editorId: string,
  chart: ChartRow,
  now: Date,
): Promise<boolean> {
  try {
    const editor = await loadRunAs(runner.db, actor.orgId, editorId);
    const theirs = await prepareChart(runner, editor, chart, now);
    return theirs.fingerprint === (await prepareChart(runner, actor, chart, now)).fingerprint;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/** A sheet as it is saved. */
export function hashOfSheet({tabs}: {tabs: unknown}): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(tabs), "base64url");
}

function hashOf({project_id, dataset_id, query}: ChartRow): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify([project_id, dataset_id, query]), "base64url");
}
