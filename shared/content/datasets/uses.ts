import type {Actor} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import type {DatasetUsage} from "../../querying/layers/datasets/schemas.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";

/** The kinds of content that may use a dataset. */
const KINDS = ["chart", "sheet", "action", "schedule", "agent"] as const satisfies ContentType[];
type Kind = (typeof KINDS)[number];

interface Using {
  id: string;
  name: string;
  type: Kind;
  level: number;
}

/** All content that queries the dataset or stores its id. */
async function usesOf(db: Db | Tx, actor: Actor, datasetId: string): Promise<Using[]> {
  const {rows} = await sql<Using>`
    ${prepared} select c.id, c.name, c.type, case when c.type = 'agent' then 1 else ${levelSql(actor)} end as level
    from content c
    where c.org_id = ${actor.orgId} and c.id in (
      select k.id from charts k where k.org_id = ${actor.orgId} and k.dataset_id = ${datasetId}
      union all
      select q.sheet_id from sheet_queries q where q.org_id = ${actor.orgId} and q.dataset_id = ${datasetId}
      union all
      select a.id from actions a
      where a.org_id = ${actor.orgId} and (a.trigger -> 'query' ->> 'model' = ${datasetId} or exists (
        select from json_array_elements(a.effects) e where e.value -> 'query' ->> 'model' = ${datasetId}))
      union all
      select s.id from schedules s
      where s.org_id = ${actor.orgId} and (s.condition -> 'query' ->> 'model' = ${datasetId} or exists (
        select from json_array_elements(s.resources) r where r.value ->> 'resourceId' = ${datasetId}))
      union all
      select g.id from agents g
      where g.org_id = ${actor.orgId} and exists (
        select from json_array_elements(g.grounding) r where r.value ->> 'resourceId' = ${datasetId}))
    order by c.id desc`.execute(db);
  return rows;
}

/**
 * The uses of the dataset, and the dashboards that show one of its charts. Those that the caller cannot see are only
 * counted.
 */
export async function usageOf(db: Db, actor: Actor, datasetId: string): Promise<DatasetUsage> {
  const [uses, dashboards] = await Promise.all([
    usesOf(db, actor, datasetId),
    dashboardsOf(db, actor, datasetId),
  ]);
  const seen = (content: readonly {id: string; name: string; level: number}[]) =>
    content.flatMap(({id, name, level}) => (level > 0 ? [{id, name}] : []));
  const of = (kind: Kind) => seen(uses.filter(({type}) => type === kind));
  const hidden = [...uses, ...dashboards].filter(({level}) => level === 0).length;
  return {
    charts: of("chart"),
    dashboards: seen(dashboards),
    sheets: of("sheet"),
    actions: of("action"),
    schedules: of("schedule"),
    agents: of("agent"),
    hidden,
  };
}

async function dashboardsOf(
  db: Db,
  actor: Actor,
  datasetId: string,
): Promise<{id: string; name: string; level: number}[]> {
  const {rows} = await sql<{id: string; name: string; level: number}>`
    ${prepared} select c.id, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id in (select t.dashboard_id
      from charts k join dashboard_tiles t on t.org_id = k.org_id and t.chart_id = k.id
      where k.org_id = ${actor.orgId} and k.dataset_id = ${datasetId})
    order by c.id desc`.execute(db);
  return rows;
}

const MAX_NAMED = 10;

/**
 * Throws `conflict` while something uses the dataset. The message names the uses that the caller can see and counts the
 * rest.
 */
export async function refuseUsed(
  tx: Tx,
  actor: Actor,
  {id, name}: {id: string; name: string},
): Promise<void> {
  const uses = await usesOf(tx, actor, id);
  if (uses.length === 0) return;
  const seen = uses.filter(({level}) => level > 0);
  const hidden = uses.length - seen.length;
  const kinds = KINDS.filter(kind => uses.some(({type}) => type === kind)).map(kind => `${kind}s`);
  const named = [
    ...seen.slice(0, MAX_NAMED).map(one => `"${one.name}" (${one.id})`),
    ...(seen.length > MAX_NAMED ? [`${seen.length - MAX_NAMED} more`] : []),
    ...(hidden > 0 ? [`${hidden} that you cannot see`] : []),
  ];
  throw new ServiceError(
    "conflict",
    `The dataset "${name}" is used by ${kinds.join(" and ")}: ${named.join(", ")}. Delete this content first, or change it to use something else.`,
  );
}

/**
 * Locks datasets against deletion until the end of the transaction that saves a use of them. A dataset that has been
 * deleted is skipped: the content that names the dataset reports its absence.
 */
export async function lockDatasets(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select from datasets where org_id = ${actor.orgId} and id = any (${[...ids]}::text[])
    order by id for key share`.execute(tx);
}
