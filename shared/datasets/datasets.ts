import type {Actor} from "../actor.ts";
import {contentOf, deleteContent, listedColumns} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql} from "../content/rights.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {dropSnapshot} from "../snapshots/hold.ts";
import {
  type DatasetRow,
  datasetColumns,
  readDataset,
  requireDataset,
  type StoredDataset,
  viewDataset,
} from "./find.ts";
import type {DatasetUsage, DatasetView} from "./schemas.ts";

/** What the caller can read, in the page's order; one more than the page holds, where there are more. */
export async function listDatasets(db: Db, actor: Actor, page: ContentPage): Promise<DatasetView[]> {
  const {rows} = await sql<StoredDataset & StandingRow>`
    ${prepared} select ${listedColumns}, ${datasetColumns}
    from ${readablePage(actor, "dataset", page)} readable
      cross join lateral (${contentOf(actor)}) c
      cross join lateral (select ${datasetColumns} from datasets d
        where d.org_id = ${actor.orgId} and d.id = readable.id offset 0) d
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewDataset(readDataset(row)), ...viewStanding(row)}));
}

export async function getDataset(db: Db, actor: Actor, id: string): Promise<DatasetView> {
  return viewDataset(await requireDataset(db, actor, id, "view"));
}

/** `conflict` while a query of a chart or a sheet names it. A snapshot's file is deleted too. */
export async function deleteDataset(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: DatasetView) => void,
): Promise<void> {
  await db.transaction().execute(tx => deleteDatasetIn(tx, actor, id, checkCurrent));
}

/** The same in a transaction of the caller's. */
export async function deleteDatasetIn(
  tx: Tx,
  actor: Actor,
  id: string,
  checkCurrent: (current: DatasetView) => void = () => undefined,
): Promise<void> {
  const row = await requireDataset(tx, actor, id, "own", sql`for update of c, d`);
  checkCurrent(viewDataset(row));
  await refuseUsed(tx, actor, row);
  await deleteContent(tx, actor, "dataset", row);
  if (row.kind === "snapshot") {
    await dropSnapshot(tx, actor.orgId, id);
  }
}

const MOST_NAMED = 10;

async function refuseUsed(tx: Tx, actor: Actor, {id, name}: DatasetRow): Promise<void> {
  const [charts, sheets] = [await chartsOf(tx, actor, id), await sheetsOf(tx, actor, id)];
  const using = [...charts, ...sheets];
  if (using.length === 0) return;
  const seen = using.filter(one => one.level > 0);
  const hidden = using.length - seen.length;
  const what = [...(charts.length > 0 ? ["charts"] : []), ...(sheets.length > 0 ? ["sheets"] : [])];
  const named = [
    ...seen.slice(0, MOST_NAMED).map(one => `"${one.name}" (${one.id})`),
    ...(seen.length > MOST_NAMED ? [`${seen.length - MOST_NAMED} more`] : []),
    ...(hidden > 0 ? [`${hidden} that you cannot see`] : []),
  ];
  throw new ServiceError(
    "conflict",
    `The dataset "${name}" is what ${what.join(" and ")} are made from: ${named.join(", ")}. Delete them first, or give them another model.`,
  );
}

/** Charts over the dataset, and dashboards that show one of them. `not_found` if the caller cannot see the dataset. */
export async function datasetUsage(db: Db, actor: Actor, id: string): Promise<DatasetUsage> {
  await requireDataset(db, actor, id, "view");
  const [charts, dashboards] = await Promise.all([chartsOf(db, actor, id), dashboardsOf(db, actor, id)]);
  const seen = (content: Using[]) =>
    content.filter(({level}) => level > 0).map(({id: one, name}) => ({id: one, name}));
  const used = {charts: seen(charts), dashboards: seen(dashboards)};
  const hidden = charts.length + dashboards.length - used.charts.length - used.dashboards.length;
  return {...used, hidden};
}

interface Using {
  id: string;
  name: string;
  level: number;
}

async function chartsOf(db: Db | Tx, actor: Actor, datasetId: string): Promise<Using[]> {
  const {rows} = await sql<Using>`
    ${prepared} select c.id, c.name, ${levelSql(actor)} as level
    from charts k join content c on c.org_id = k.org_id and c.id = k.id
    where k.org_id = ${actor.orgId} and k.dataset_id = ${datasetId}
    order by c.id desc`.execute(db);
  return rows;
}

async function sheetsOf(tx: Tx, actor: Actor, datasetId: string): Promise<Using[]> {
  const {rows} = await sql<Using>`
    ${prepared} select c.id, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id in (select q.sheet_id
      from sheet_queries q where q.org_id = ${actor.orgId} and q.dataset_id = ${datasetId})
    order by c.id desc`.execute(tx);
  return rows;
}

async function dashboardsOf(db: Db, actor: Actor, datasetId: string): Promise<Using[]> {
  const {rows} = await sql<Using>`
    ${prepared} select c.id, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id in (select t.dashboard_id
      from charts k join dashboard_tiles t on t.org_id = k.org_id and t.chart_id = k.id
      where k.org_id = ${actor.orgId} and k.dataset_id = ${datasetId})
    order by c.id desc`.execute(db);
  return rows;
}
