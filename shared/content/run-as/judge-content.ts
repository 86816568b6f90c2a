import type {Actor} from "../../core/actor.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {findRunAs} from "../../core/load-run-as.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {prepareSaved} from "../../querying/queries/prepare.ts";
import {type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {type TileChart, tilesOfChart} from "../dashboards/tile-charts.ts";
import {SHEET_ROWS} from "../sheets/calculate.ts";
import {requireSheet, type SheetRow} from "../sheets/sheets.ts";
import {areCellsAccepted, isQueryAccepted, isTileAccepted} from "./accepted-changes.ts";
import type {Accepted} from "./schemas.ts";

/*
 * Authors of what runs later.
 *
 * Schedules, actions and agents run with the rights of one principal, their `runAs`, and pass the rows on: a mail to
 * its recipients, an agent to a model. Other people decide a part of the queries: they edit a chart, put a chart on a
 * dashboard, change a sheet. Without a rule, anybody who edits would get the rows of `runAs`. The rule, for everything
 * that runs later:
 *
 * 1. Everything that decides which rows are read has an author.
 *    - A chart's query: the principal who last saved it.
 *    - A tile of a dashboard: the principal who put the chart there, whoever has moved the tile since.
 *    - A sheet's cells, including its queries: the principal who last saved them.
 *    - A trigger's query, a condition, effects, recipients, instructions, a grounding: always `runAs`. A principal who
 *      changes one of them becomes `runAs`.
 *    - A dataset: nobody, because its definition never changes. `pinned-query.ts` ensures that a saved query always
 *      means the same dataset, and never another one of the same name.
 *    Content that an agent makes has the principal of its run as its author, whoever owns it (`Actor.author`).
 * 2. Everything that existed when `runAs` last saved the schedule, action or agent counts as approved by `runAs`
 *    (`accepted-changes.ts`).
 * 3. A later change is used only if its author is `runAs`, or gets the same rows: the author sees the chart or the
 *    sheet, and each of its statements has the same fingerprint when prepared for the author now as for `runAs`. An
 *    author who is deleted, has expired or may no longer read counts as a principal without attributes.
 * 4. Any other change is refused: the rows are replaced by an error that names it, until `runAs` saves again.
 *
 * Two related rules protect readers in the same way. `open-fields.ts`: which fields a declared filter opens to readers
 * who see a chart but not its source. `stored-rows.ts`: who may read the rows that a run has stored.
 */

/** The content that a principal vouches for when it runs with the principal's rights. */
export interface Trust {
  /** The content that the principal knew at the last save. */
  accepted: Accepted;
  /**
   * The resources that an agent may read. A chart outside of the list is readable if it is a tile of one of its
   * dashboards.
   */
  grounding?: readonly {resourceType: string; resourceId: string}[];
}

/** A saved part of a request for rows, such as a chart's query or a tile, with its author. */
interface Decision {
  by: string | null;
  isAccepted: boolean;
  /** The author's change, as a verb for messages. */
  change: "changed" | "added to the dashboard";
}

/**
 * A request for rows that any principal could make. Both functions reject with a `ServiceError` for principals who may
 * not make it.
 */
interface RowRequest {
  see(as: Actor): Promise<unknown>;
  /** The fingerprints of the request's statements. */
  statements(as: Actor): Promise<string[]>;
}

/** The refusal to run a tile of a dashboard with the rights of `actor`; `undefined` if it may run. */
export function judgeTile(
  deps: LayerDeps,
  actor: Actor,
  {accepted}: Trust,
  dashboardId: string,
  {chart, ...tile}: TileChart & {chart: ChartRow},
  now: Date,
): Promise<ServiceError | undefined> {
  const decisions = [queryDecision(accepted, chart), tileDecision(accepted, dashboardId, tile)];
  return refusalOf(deps, actor, decisions, rowsOfChart(deps, chart, now));
}

/** The refusal to run a chart outside of a dashboard with the rights of `actor`; `undefined` if it may run. */
export async function judgeChart(
  deps: LayerDeps,
  actor: Actor,
  {accepted, grounding}: Trust,
  chart: ChartRow,
  now: Date,
): Promise<ServiceError | undefined> {
  const rows = rowsOfChart(deps, chart, now);
  const refusal = await refusalOf(deps, actor, [queryDecision(accepted, chart)], rows);
  if (refusal || !grounding || grounding.some(({resourceId}) => resourceId === chart.id)) return refusal;
  const dashboards = grounding.flatMap(one => (one.resourceType === "dashboard" ? [one.resourceId] : []));
  let last: ServiceError | undefined;
  // The chart may run if any one of its tiles may.
  for (const {dashboardId, ...tile} of await tilesOfChart(deps.db, actor.orgId, chart.id, dashboards)) {
    last = await refusalOf(deps, actor, [tileDecision(accepted, dashboardId, tile)], rows);
    if (last === undefined) return undefined;
  }
  return last ?? new ServiceError("not_found", `There is no chart "${chart.id}" that this run may read.`);
}

/** The refusal to calculate a sheet with the rights of `actor`; `undefined` if it may be calculated. */
export function judgeSheet(
  deps: LayerDeps,
  actor: Actor,
  {accepted}: Trust,
  sheet: SheetRow,
  now: Date,
): Promise<ServiceError | undefined> {
  const queries = sheet.tabs.flatMap(({queries = []}) => queries.map(({query}) => query));
  const prepare = async (as: Actor) => {
    const statements: string[] = [];
    for (const [index, query] of queries.entries()) {
      const source = sheet.sources[index];
      if (!source) throw new Error(`the sheet ${sheet.id} has no project for its query ${index}`);
      const saved = {...source, query, limit: SHEET_ROWS};
      statements.push((await prepareSaved(deps, as, saved, now)).fingerprint);
    }
    return statements;
  };
  const rows = {see: (as: Actor) => requireSheet(deps.db, as, sheet.id, "view"), statements: prepare};
  const cells: Decision = {
    by: sheet.cells.by,
    isAccepted: areCellsAccepted(accepted, sheet),
    change: "changed",
  };
  return refusalOf(deps, actor, [cells], rows);
}

function queryDecision(accepted: Accepted, chart: ChartRow): Decision {
  return {
    by: chart.query_by ?? chart.owner_id,
    isAccepted: isQueryAccepted(accepted, chart),
    change: "changed",
  };
}

function tileDecision(accepted: Accepted, dashboardId: string, tile: Omit<TileChart, "chart">): Decision {
  return {
    by: tile.placedBy,
    isAccepted: isTileAccepted(accepted, dashboardId, tile),
    change: "added to the dashboard",
  };
}

function rowsOfChart(deps: LayerDeps, chart: ChartRow, now: Date): RowRequest {
  return {
    see: as => requireChart(deps.db, as, chart.id, "view"),
    statements: async as => [(await prepareChart(deps, as, chart, now)).fingerprint],
  };
}

async function refusalOf(
  {db}: LayerDeps,
  actor: Actor,
  decisions: readonly Decision[],
  request: RowRequest,
): Promise<ServiceError | undefined> {
  for (const {by, isAccepted, change} of decisions) {
    if (isAccepted || by === actor.id || (await getsSameRows(db, actor, by, request))) continue;
    return new ServiceError(
      "missing_privilege",
      `It was ${change} by somebody who gets other rows than ${actor.name}. The rows are sent again once ${actor.name} saves the schedule, action or agent.`,
    );
  }
  return undefined;
}

/** Whether the author would get the same rows as the principal. */
async function getsSameRows(
  db: Db,
  actor: Actor,
  authorId: string | null,
  request: RowRequest,
): Promise<boolean> {
  try {
    const author = authorId === null ? undefined : await findRunAs(db, actor.orgId, authorId);
    if (author) await request.see(author);
    const authorStatements = await request.statements(author ?? {...actor, attributes: {}});
    return Bun.deepEquals(authorStatements, await request.statements(actor));
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
    throw error;
  }
}
