import {Type} from "@sinclair/typebox";
import {type Actor, authorOf} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {rowReaderOf} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {findSource, lockSources, type QuerySource} from "../../querying/queries/query-source.ts";
import type {Query} from "../../semantic/documents.ts";
import {
  anyVersion,
  type ContentRow,
  contentOf,
  insertContent,
  listedColumns,
  updateContent,
  viewContent,
} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, lockResource, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {projectIn, readablePage} from "../../tenancy/content-kinds/listing.ts";
import {type StandingRow, viewStanding} from "../../tenancy/content-kinds/star-and-views.ts";
import {hashOfCells} from "./cells.ts";
import {checkTabs} from "./check-tabs.ts";
import {type SheetInput, type SheetSummary, SheetTab, type SheetView} from "./schemas.ts";

export interface SheetRow extends ContentRow {
  tabs: SheetTab[];
  /** The project and dataset of every query of every tab, in order. */
  sources: QuerySource[];
  /** The principal who saved the tabs last, null if not known, and the time of that save. */
  cells: {by: string | null; at: Date};
}

type StoredSheet = Omit<SheetRow, "tabs" | "sources" | "cells"> & {
  tabs: unknown;
  sources: unknown;
  cells_by: string | null;
  cells_at: Date;
  cells_hash: string | null;
};

const QuerySourceRow = Type.Object({
  projectId: Type.String(),
  datasetId: Type.Union([Type.String(), Type.Null()]),
});
const readStored = rowReaderOf(
  Type.Object({tabs: Type.Array(SheetTab), sources: Type.Array(QuerySourceRow)}),
  "the sheet",
);

const NEW_TABS: SheetTab[] = [{name: "Sheet1"}];

const sources = sql.raw(`(select coalesce(json_agg(json_build_object(
    'projectId', q.project_id, 'datasetId', q.dataset_id) order by q.position), '[]')
  from sheet_queries q where q.org_id = k.org_id and q.sheet_id = k.id) as sources`);

function viewSheet(row: SheetRow): SheetView {
  const {id, name, ...rest} = viewContent(row);
  return {id, name, tabs: row.tabs, ...rest};
}

export const SHEET: ContentKind<StoredSheet, SheetRow, SheetView, {readonly db: Db}, SheetSummary> = {
  type: "sheet",
  columns: () => sql`k.tabs, k.cells_by, k.cells_at, k.cells_hash, ${sources}`,
  read(row) {
    const {cells_by: by, cells_at: at, cells_hash: hash, ...sheet} = readStored(row);
    // An older version of the service, which may run beside this version, replaces only the tabs and does not change
    // the hash.
    return {...sheet, cells: {by: hash === hashOfCells(sheet.tabs) ? by : null, at}};
  },
  view: viewSheet,
  inProject: projectIn("sheet_queries", "sheet_id"),
  /** Leaves out the tabs. */
  async list({db}, actor, page) {
    const {rows} = await sql<ContentRow & StandingRow>`
      ${prepared} select ${listedColumns}
      from ${readablePage(actor, SHEET, page)} readable cross join lateral (${contentOf(actor)}) c
      order by readable.place`.execute(db);
    return rows.map(row => ({...viewContent(row), ...viewStanding(row)}));
  },
  countsViews: true,
};

/** The sheet, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireSheet = requirerOf(SHEET);

/** Compiles the sheet's queries for the caller before saving it. Rejects with the errors of a query. */
export async function createSheet(deps: LayerDeps, actor: Actor, input: SheetInput): Promise<SheetView> {
  const tabs = input.tabs ?? NEW_TABS;
  checkTabs(tabs);
  const sources = await findSources(deps, actor, tabs, undefined);
  const id = newId("sheet");
  return deps.db.transaction().execute(async tx => {
    await insertContent(tx, actor, "sheet", {...input, id});
    await sql`
      insert into sheets (id, org_id, tabs, cells_by, cells_hash)
      values (${id}, ${actor.orgId}, ${JSON.stringify(tabs)}, ${authorOf(actor)}, ${hashOfCells(tabs)})`.execute(
      tx,
    );
    await writeSources(tx, actor, id, sources);
    return viewSheet(await requireSheet(tx, actor, id, "view"));
  });
}

/** Replaces the sheet. `checkCurrent` gets the locked sheet as it is now, and may refuse the change. */
export async function replaceSheet(
  deps: LayerDeps,
  actor: Actor,
  id: string,
  readBody: () => Promise<SheetInput>,
  checkCurrent: (current: SheetView) => void = anyVersion,
): Promise<SheetView> {
  const seen = await requireSheet(deps.db, actor, id, "edit");
  const {name, teamId, tabs = NEW_TABS} = await readBody();
  checkTabs(tabs);
  const sources = await findSources(deps, actor, tabs, seen);
  return deps.db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, SHEET, id, "edit");
    checkCurrent(viewSheet(row));
    const content = await updateContent(tx, actor, "sheet", row, {name, teamId}, ["name", "tabs"]);
    // A caller who gives an unchanged query another project or dataset also decides which rows the query reads.
    const isChanged = hashOfCells(tabs) !== hashOfCells(row.tabs) || !areSameSources(sources, row.sources);
    if (isChanged) {
      await sql`
        update sheets set tabs = ${JSON.stringify(tabs)}, cells_by = ${authorOf(actor)},
          cells_at = clock_timestamp(), cells_hash = ${hashOfCells(tabs)}
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    await writeSources(tx, actor, id, sources);
    return viewSheet({...row, ...content, tabs, sources});
  });
}

/**
 * Compiles the new queries and finds the project and dataset of each. An unchanged query is not compiled again, because
 * an editor need not have access to its model.
 */
async function findSources(
  deps: LayerDeps,
  actor: Actor,
  tabs: readonly SheetTab[],
  seen: SheetRow | undefined,
): Promise<QuerySource[]> {
  const known = new Map<string, QuerySource>();
  for (const [i, query] of (seen?.tabs ?? []).flatMap(queriesOf).entries()) {
    const source = seen?.sources[i];
    if (source) known.set(JSON.stringify(query), source);
  }
  const sources: QuerySource[] = [];
  for (const [t, tab] of tabs.entries()) {
    for (const [q, query] of queriesOf(tab).entries()) {
      const source =
        known.get(JSON.stringify(query)) ??
        (await findSource(deps, actor, query, `/tabs/${t}/queries/${q}/query`));
      sources.push(source);
    }
  }
  return sources;
}

function areSameSources(left: readonly QuerySource[], right: readonly QuerySource[]): boolean {
  const idsOf = ({projectId, datasetId}: QuerySource) => [projectId, datasetId];
  return Bun.deepEquals(left.map(idsOf), right.map(idsOf));
}

function queriesOf({queries = []}: SheetTab): Query[] {
  return queries.map(({query}) => query);
}

async function writeSources(
  tx: Tx,
  actor: Actor,
  id: string,
  sources: readonly QuerySource[],
): Promise<void> {
  await lockSources(tx, actor, sources, "/tabs");
  await sql`delete from sheet_queries where org_id = ${actor.orgId} and sheet_id = ${id}`.execute(tx);
  await sql`
    insert into sheet_queries (org_id, sheet_id, position, project_id, dataset_id)
    select ${actor.orgId}, ${id}, source.position, source.project_id, source.dataset_id
    from unnest(${sources.map((_, i) => i)}::int[], ${sources.map(source => source.projectId)}::text[],
      ${sources.map(source => source.datasetId)}::text[]) as source (position, project_id, dataset_id)`.execute(
    tx,
  );
}
