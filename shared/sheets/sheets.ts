import {Type} from "@sinclair/typebox";
import {type Actor, authorOf} from "../actor.ts";
import {
  type ContentRow,
  contentColumns,
  contentOf,
  deleteContent,
  insertContent,
  listedColumns,
  lockContent,
  updateContent,
  viewContent,
} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql, type Right, requireRight} from "../content/rights.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {newId} from "../ids.ts";
import type {LayerDeps} from "../layers/layers.ts";
import {holdPlaces, type PlacedQuery, placeQuery} from "../queries/place-query.ts";
import type {Query} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";
import {hashOfCells} from "./cells.ts";
import {checkTabs} from "./check-tabs.ts";
import {type SheetInput, type SheetSummary, SheetTab, type SheetView} from "./schemas.ts";

export interface SheetRow extends ContentRow {
  tabs: SheetTab[];
  /** The places of all queries of all tabs, in order. */
  places: PlacedQuery[];
  /** Who saved the tabs last, null if that is not known, and when. */
  cells: {by: string | null; at: Date};
}

type StoredSheet = Omit<SheetRow, "tabs" | "cells"> & {
  tabs: unknown;
  cells_by: string | null;
  cells_at: Date;
  cells_hash: string | null;
};

const readTabs = rowReaderOf(Type.Object({tabs: Type.Array(SheetTab)}), "the sheet");

const NEW_TABS: SheetTab[] = [{name: "Sheet1"}];

const places = sql.raw(`(select coalesce(json_agg(json_build_object(
    'projectId', q.project_id, 'datasetId', q.dataset_id) order by q.position), '[]')
  from sheet_queries q where q.org_id = k.org_id and q.sheet_id = k.id) as places`);

function viewSheet(row: SheetRow): SheetView {
  const {id, name, ...rest} = viewContent(row);
  return {id, name, tabs: row.tabs, ...rest};
}

/** What the caller can read, in the page's order, without the tabs. */
export async function listSheets(db: Db, actor: Actor, page: ContentPage): Promise<SheetSummary[]> {
  const {rows} = await sql<ContentRow & StandingRow>`
    ${prepared} select ${listedColumns}
    from ${readablePage(actor, "sheet", page)} readable cross join lateral (${contentOf(actor)}) c
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewContent(row), ...viewStanding(row)}));
}

export async function getSheet(db: Db, actor: Actor, id: string): Promise<SheetView> {
  return viewSheet(await requireSheet(db, actor, id, "view"));
}

/** The sheet, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireSheet(db: Db | Tx, actor: Actor, id: string, right: Right): Promise<SheetRow> {
  const {rows} = await sql<StoredSheet & {level: number}>`
    ${prepared} select ${contentColumns}, k.tabs, k.cells_by, k.cells_at, k.cells_hash, ${places}, ${levelSql(actor)} as level
    from content c join sheets k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "sheet", id);
  const {cells_by: by, cells_at: at, cells_hash: hash, ...sheet} = readTabs(row!);
  // An older version, which may run beside this one, replaces the tabs alone.
  return {...sheet, cells: {by: hash === hashOfCells(sheet.tabs) ? by : null, at}};
}

/** Compiles its queries for the caller. Rejects with the errors of a query. */
export async function createSheet(deps: LayerDeps, actor: Actor, input: SheetInput): Promise<SheetView> {
  const tabs = input.tabs ?? NEW_TABS;
  checkTabs(tabs);
  const placed = await placeQueries(deps, actor, tabs, undefined);
  const id = newId("sheet");
  return deps.db.transaction().execute(async tx => {
    await insertContent(tx, actor, "sheet", {...input, id});
    await sql`
      insert into sheets (id, org_id, tabs, cells_by, cells_hash)
      values (${id}, ${actor.orgId}, ${JSON.stringify(tabs)}, ${authorOf(actor)}, ${hashOfCells(tabs)})`.execute(
      tx,
    );
    await writePlaces(tx, actor, id, placed);
    return viewSheet(await requireSheet(tx, actor, id, "view"));
  });
}

/** `checkCurrent` gets the locked sheet as it is now, and may refuse the change. */
export async function replaceSheet(
  deps: LayerDeps,
  actor: Actor,
  id: string,
  readBody: () => Promise<SheetInput>,
  checkCurrent: (current: SheetView) => void,
): Promise<SheetView> {
  const seen = await requireSheet(deps.db, actor, id, "edit");
  const {name, teamId, tabs = NEW_TABS} = await readBody();
  checkTabs(tabs);
  const placed = await placeQueries(deps, actor, tabs, seen);
  return deps.db.transaction().execute(async tx => {
    await lockContent(tx, actor, "sheet", id);
    const row = await requireSheet(tx, actor, id, "edit");
    checkCurrent(viewSheet(row));
    if (teamId !== undefined && teamId !== row.team_id) await requireSheet(tx, actor, id, "own");
    const content = await updateContent(tx, actor, "sheet", row, {name, teamId}, ["name", "tabs"]);
    const isChanged = hashOfCells(tabs) !== hashOfCells(row.tabs);
    if (isChanged) {
      await sql`
        update sheets set tabs = ${JSON.stringify(tabs)}, cells_by = ${authorOf(actor)},
          cells_at = clock_timestamp(), cells_hash = ${hashOfCells(tabs)}
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    await writePlaces(tx, actor, id, placed);
    return viewSheet({...row, ...content, tabs, places: placed});
  });
}

export async function deleteSheet(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: SheetView) => void,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockContent(tx, actor, "sheet", id);
    const row = await requireSheet(tx, actor, id, "own");
    checkCurrent(viewSheet(row));
    await deleteContent(tx, actor, "sheet", row);
  });
}

/** A query that is sent back as it was read is not checked again: an editor need not see its model. */
async function placeQueries(
  deps: LayerDeps,
  actor: Actor,
  tabs: readonly SheetTab[],
  seen: SheetRow | undefined,
): Promise<PlacedQuery[]> {
  const known = new Map<string, PlacedQuery>();
  for (const [i, query] of (seen?.tabs ?? []).flatMap(queriesOf).entries()) {
    const place = seen?.places[i];
    if (place) known.set(JSON.stringify(query), place);
  }
  const placed: PlacedQuery[] = [];
  for (const [t, tab] of tabs.entries()) {
    for (const [q, query] of queriesOf(tab).entries()) {
      const place =
        known.get(JSON.stringify(query)) ??
        (await placeQuery(deps, actor, query, `/tabs/${t}/queries/${q}/query`));
      placed.push(place);
    }
  }
  return placed;
}

function queriesOf({queries = []}: SheetTab): Query[] {
  return queries.map(({query}) => query);
}

async function writePlaces(tx: Tx, actor: Actor, id: string, placed: readonly PlacedQuery[]): Promise<void> {
  await holdPlaces(tx, actor, placed, "/tabs");
  await sql`delete from sheet_queries where org_id = ${actor.orgId} and sheet_id = ${id}`.execute(tx);
  await sql`
    insert into sheet_queries (org_id, sheet_id, position, project_id, dataset_id)
    select ${actor.orgId}, ${id}, place.position, place.project_id, place.dataset_id
    from unnest(${placed.map((_, i) => i)}::int[], ${placed.map(place => place.projectId)}::text[],
      ${placed.map(place => place.datasetId)}::text[]) as place (position, project_id, dataset_id)`.execute(
    tx,
  );
}
