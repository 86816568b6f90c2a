import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {Query} from "../../semantic/documents.ts";

/** Rows per page: between two pages the process can do other work. */
const PAGE = 500;

export interface LiveDataset {
  id: string;
  name: string;
  slug: string;
  definition: Query;
}

export function liveDatasets(
  db: Db,
  actor: Pick<Actor, "orgId">,
  projectId: string,
): AsyncGenerator<LiveDataset> {
  return inPages(async older => {
    const {rows} = await sql<Stored<LiveDataset, "definition">>`
      select k.id, c.name, k.slug, k.definition
      from datasets k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and k.kind = 'live' and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readDefinition);
  });
}

export interface SavedChart {
  id: string;
  name: string;
  query: Query;
  dataset_id: string | null;
}

export function savedCharts(
  db: Db,
  actor: Pick<Actor, "orgId">,
  projectId: string,
): AsyncGenerator<SavedChart> {
  return inPages(async older => {
    const {rows} = await sql<Stored<SavedChart, "query">>`
      select k.id, c.name, k.query, k.dataset_id
      from charts k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readQuery);
  });
}

const SheetQueries = Type.Array(
  Type.Object({
    tab: Type.String(),
    anchor: Type.String(),
    query: Query,
    datasetId: Type.Union([Type.String(), Type.Null()]),
  }),
);

interface SavedSheet {
  id: string;
  name: string;
  /** The sheet's queries that belong to the project, in the order of the tabs. */
  queries: Static<typeof SheetQueries>;
}

const readDefinition = rowReaderOf(Type.Object({definition: Query}), "the dataset");
const readQuery = rowReaderOf(Type.Object({query: Query}), "the chart");
const readQueries = rowReaderOf(Type.Object({queries: SheetQueries}), "the sheet");

export function savedSheets(
  db: Db,
  actor: Pick<Actor, "orgId">,
  projectId: string,
): AsyncGenerator<SavedSheet> {
  return inPages(async older => {
    const {rows} = await sql<Stored<SavedSheet, "queries">>`
      select k.id, c.name, asked.queries
      from sheets k join content c on c.org_id = k.org_id and c.id = k.id
      cross join lateral (
        select json_agg(json_build_object('tab', written.tab, 'anchor', written.query->>'anchor',
          'query', written.query->'query', 'datasetId', q.dataset_id) order by q.position) as queries
        from sheet_queries q
        join (
          select row_number() over (order by t.place, e.place) - 1 as position, t.tab->>'name' as tab, e.query
          from json_array_elements(k.tabs) with ordinality as t (tab, place)
          cross join lateral json_array_elements(t.tab->'queries') with ordinality as e (query, place)
        ) as written using (position)
        where q.org_id = k.org_id and q.sheet_id = k.id and q.project_id = ${projectId}
      ) as asked
      where k.org_id = ${actor.orgId} and asked.queries is not null and ${older}
        and k.id in (select q.sheet_id from sheet_queries q where q.project_id = ${projectId})
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readQueries);
  });
}

/** A schedule or action with the queries of its condition, trigger and effects. Such a query may name no project. */
export interface RecurringQueries {
  id: string;
  name: string;
  queries: Query[];
}

const readRecurring = rowReaderOf(
  Type.Object({queries: Type.Array(Query)}),
  "the condition of the schedule or action",
);

/** The queries of the organization's schedules that are sent only above or below a threshold. */
export function scheduleConditions(db: Db, actor: Pick<Actor, "orgId">): AsyncGenerator<RecurringQueries> {
  return inPages(async older => {
    const {rows} = await sql<Stored<RecurringQueries, "queries">>`
      select k.id, c.name, json_build_array(k.condition->'query') as queries
      from schedules k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.condition->>'type' = 'threshold' and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readRecurring);
  });
}

/** The queries of the organization's actions: of thresholds, and of the datasets that they save. */
export function actionQueries(db: Db, actor: Pick<Actor, "orgId">): AsyncGenerator<RecurringQueries> {
  return inPages(async older => {
    const {rows} = await sql<Stored<RecurringQueries, "queries">>`
      select k.id, c.name, asked.queries
      from actions k join content c on c.org_id = k.org_id and c.id = k.id
      cross join lateral (
        select json_agg(part->'query' order by place) as queries
        from (
          select k.trigger as part, 0 as place
          union all
          select e.effect, e.place from json_array_elements(k.effects) with ordinality as e (effect, place)
        ) as parts
        where part->>'type' in ('threshold', 'snapshot_dataset')
      ) as asked
      where k.org_id = ${actor.orgId} and asked.queries is not null and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readRecurring);
  });
}

export interface SavedQuestion {
  id: string;
  question: string;
  isFromFile: boolean;
  query: Query;
}

const readQuestion = rowReaderOf(Type.Object({query: Query}), "the verified question");

export function verifiedQuestions(
  db: Db,
  actor: Pick<Actor, "orgId">,
  projectId: string,
): AsyncGenerator<SavedQuestion> {
  return inPages(async older => {
    const {rows} = await sql<Stored<SavedQuestion, "query">>`
      select k.id, k.question, k.from_file as "isFromFile", k.query from verified_questions k
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows.map(readQuestion);
  });
}

/** `read` returns the newest rows that meet `older`, up to a page. */
async function* inPages<T extends {id: string}>(
  read: (older: ReturnType<typeof sql>) => Promise<T[]>,
): AsyncGenerator<T> {
  let older = sql`true`;
  for (;;) {
    const rows = await read(older);
    yield* rows;
    if (rows.length < PAGE) return;
    older = sql`k.id < ${rows.at(-1)?.id}`;
  }
}
