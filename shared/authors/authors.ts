import type {Actor} from "../actor.ts";
import {type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {type TileChart, tilesOfChart} from "../dashboards/tile-charts.ts";
import type {Db} from "../db.ts";
import {ServiceError} from "../errors.ts";
import type {LayerDeps} from "../layers/layers.ts";
import {prepareSaved} from "../queries/prepare.ts";
import {loadRunAs} from "../run-as.ts";
import {SHEET_ROWS} from "../sheets/fill.ts";
import {requireSheet, type SheetRow} from "../sheets/sheets.ts";
import {isCellsKnown, isPlaceKnown, isQueryKnown, type Known} from "./known.ts";

/*
 * Whose doing it is.
 *
 * What runs later runs with the rights of one principal, its `runAs`, and hands on the rows that it gets: a mail to its
 * recipients, an agent to a model. Others decide a part of what it asks: they edit a chart, put one onto a dashboard,
 * change a sheet. Without a rule, whoever edits would get the rows of `runAs`. The rule, for everything that runs later:
 *
 * 1. Each thing that decides which rows are asked for has an author.
 *    - A chart's query: who saved it last.
 *    - A tile's place on a dashboard: who put the chart there, whoever has moved it since.
 *    - A sheet's cells, its queries among them: who saved them last.
 *    - A trigger's query, a condition, effects, recipients, instructions, a grounding: `runAs`, always. Whoever changes
 *      one of them becomes `runAs`.
 *    - A dataset: nobody, since what it is made of never changes. `saved-query.ts` sees to it that a saved query means
 *      the dataset that it meant when it was saved, and never another of the same name.
 *    What an agent makes has the principal of its run as its author, whoever owns it (`Actor.author`).
 * 2. What was there when `runAs` last saved what runs is theirs (`known.ts`).
 * 3. What has come since is asked only if its author is `runAs`, or gets the same rows: the author sees the chart or the
 *    sheet, and each of its statements, prepared for the author now, is the one prepared for `runAs`. An author who is
 *    gone, has expired or may no longer read counts as somebody without any attribute.
 * 4. Everything else is refused: a named failure in place of the rows, until `runAs` saves what runs once more.
 *
 * Two rules beside it protect readers in the same way. `open-fields.ts`: which fields a declared filter opens to those
 * who see a chart and not what it is made from. `kept-rows.ts`: who reads the rows that a run has kept.
 */

/** What stands behind something that runs as a principal. */
export interface Trust {
  /** What the principal knew when they last saved it. */
  known: Known;
  /** Of an agent, what it may read. A chart that it reads by itself may be there only as a tile of a dashboard. */
  grounding?: readonly {resourceType: string; resourceId: string}[];
}

/** Something that has an author, on the way to rows. */
interface Decision {
  by: string | null;
  isKnown: boolean;
  /** What its author has done, in words. */
  deed: "changed" | "put there";
}

/** What is asked, for anybody. Both reject with a `ServiceError` for those who may not. */
interface Asked {
  see(as: Actor): Promise<unknown>;
  /** The fingerprints of its statements. */
  statements(as: Actor): Promise<string[]>;
}

/** Why a tile of a dashboard is not asked with the rights of `actor`; `undefined` where it may be. */
export function judgeTile(
  deps: LayerDeps,
  actor: Actor,
  {known}: Trust,
  dashboardId: string,
  {chart, ...place}: TileChart & {chart: ChartRow},
  now: Date,
): Promise<ServiceError | undefined> {
  const decisions = [queryOf(known, chart), placeOf(known, dashboardId, place)];
  return refusalOf(deps, actor, decisions, rowsOfChart(deps, chart, now));
}

/** Why a chart by itself is not asked with the rights of `actor`; `undefined` where it may be. */
export async function judgeChart(
  deps: LayerDeps,
  actor: Actor,
  {known, grounding}: Trust,
  chart: ChartRow,
  now: Date,
): Promise<ServiceError | undefined> {
  const rows = rowsOfChart(deps, chart, now);
  const refusal = await refusalOf(deps, actor, [queryOf(known, chart)], rows);
  if (refusal || !grounding || grounding.some(({resourceId}) => resourceId === chart.id)) return refusal;
  const dashboards = grounding.flatMap(one => (one.resourceType === "dashboard" ? [one.resourceId] : []));
  let last: ServiceError | undefined;
  // One tile that may be asked is enough.
  for (const {dashboardId, ...place} of await tilesOfChart(deps.db, actor.orgId, chart.id, dashboards)) {
    last = await refusalOf(deps, actor, [placeOf(known, dashboardId, place)], rows);
    if (last === undefined) return undefined;
  }
  return last ?? new ServiceError("not_found", `There is no chart "${chart.id}" that this run may read.`);
}

/** Why a sheet is not calculated with the rights of `actor`; `undefined` where it may be. */
export function judgeSheet(
  deps: LayerDeps,
  actor: Actor,
  {known}: Trust,
  sheet: SheetRow,
  now: Date,
): Promise<ServiceError | undefined> {
  const queries = sheet.tabs.flatMap(({queries = []}) => queries.map(({query}) => query));
  const prepare = async (as: Actor) => {
    const statements: string[] = [];
    for (const [index, query] of queries.entries()) {
      const place = sheet.places[index];
      if (!place) throw new Error(`the sheet ${sheet.id} does not know where its query ${index} belongs`);
      const saved = {...place, query, limit: SHEET_ROWS};
      statements.push((await prepareSaved(deps, as, saved, now)).fingerprint);
    }
    return statements;
  };
  const rows = {see: (as: Actor) => requireSheet(deps.db, as, sheet.id, "view"), statements: prepare};
  const cells: Decision = {by: sheet.cells.by, isKnown: isCellsKnown(known, sheet), deed: "changed"};
  return refusalOf(deps, actor, [cells], rows);
}

function queryOf(known: Known, chart: ChartRow): Decision {
  return {by: chart.query_by ?? chart.owner_id, isKnown: isQueryKnown(known, chart), deed: "changed"};
}

function placeOf(known: Known, dashboardId: string, place: Omit<TileChart, "chart">): Decision {
  return {by: place.placedBy, isKnown: isPlaceKnown(known, dashboardId, place), deed: "put there"};
}

function rowsOfChart(deps: LayerDeps, chart: ChartRow, now: Date): Asked {
  return {
    see: as => requireChart(deps.db, as, chart.id, "view"),
    statements: async as => [(await prepareChart(deps, as, chart, now)).fingerprint],
  };
}

async function refusalOf(
  {db}: LayerDeps,
  actor: Actor,
  decisions: readonly Decision[],
  asked: Asked,
): Promise<ServiceError | undefined> {
  for (const {by, isKnown, deed} of decisions) {
    if (isKnown || by === actor.id || (await getsTheSame(db, actor, by, asked))) continue;
    return new ServiceError(
      "missing_privilege",
      `It was ${deed} by somebody who gets other rows than ${actor.name}. It is sent again once ${actor.name} saves what sends it.`,
    );
  }
  return undefined;
}

/** Whether the author of something gets the rows that the principal gets by it. */
async function getsTheSame(db: Db, actor: Actor, authorId: string | null, asked: Asked): Promise<boolean> {
  try {
    const author = authorId === null ? undefined : await loadUnlessGone(db, actor.orgId, authorId);
    if (author) await asked.see(author);
    const theirs = await asked.statements(author ?? {...actor, attributes: {}});
    return Bun.deepEquals(theirs, await asked.statements(actor));
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/** `undefined` as well for one that has expired or may no longer read. */
async function loadUnlessGone(db: Db, orgId: string, principalId: string): Promise<Actor | undefined> {
  try {
    return await loadRunAs(db, orgId, principalId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "missing_privilege") return undefined;
    throw error;
  }
}
