import {ServiceError} from "../shared/errors.ts";
import {prepareSaved} from "../shared/queries/prepare.ts";
import {type Area, areaName, placeOf} from "../shared/sheets/a1.ts";
import {areaOfBlock, blockOf, collision, type PlacedBlock} from "../shared/sheets/blocks.ts";
import type {Calculated, SheetTab} from "../shared/sheets/schemas.ts";
import type {SheetRow} from "../shared/sheets/sheets.ts";
import type {CalculatedTab, Workbook} from "../shared/sheets/workbook.ts";
import {type Asking, interactiveRun} from "./answer-query.ts";
import {execute} from "./execute.ts";
import {problemOf} from "./problem.ts";
import {textOf} from "./result-text.ts";
import type {Web} from "./web.ts";

/** Rows of a query in a sheet that states no limit. */
const SHEET_ROWS = 10_000;
/** Of all results of a sheet. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Queries of one sheet under way at once. */
const AT_ONCE = 8;

type QueryReport = Calculated["tabs"][number]["queries"][number];

/** A sheet with what its queries answered: ready to be calculated. */
export interface FilledSheet {
  workbook: Workbook;
  /** By tab and query. */
  reports: QueryReport[][];
}

/** Runs a sheet's queries under the caller's row access. One that fails leaves its range empty and says why. */
export async function fillSheet(web: Web, asking: Asking, sheet: SheetRow): Promise<FilledSheet> {
  const queries = sheet.tabs.flatMap(({queries = []}) => queries);
  const allowance = {bytes: MOST_BYTES};
  const outcomes: (PlacedBlock | {error: unknown})[] = [];
  const waiting = queries.entries();
  const runSome = async () => {
    for (const [i, {anchor, query, header = true}] of waiting) {
      try {
        outcomes[i] = await runQuery(web, asking, sheet, i, anchor, query, header, allowance);
      } catch (error) {
        asking.request.signal.throwIfAborted();
        const problem = problemOf(error, asking.requestId, asking.actor);
        if (problem.status >= 500)
          web.log.error({err: error, requestId: asking.requestId}, "a sheet's query failed");
        outcomes[i] = {error: problem};
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(AT_ONCE, queries.length)}, runSome));
  let at = 0;
  const filled = sheet.tabs.map(tab => {
    const own = outcomes.slice(at, at + (tab.queries?.length ?? 0));
    at += own.length;
    return fillTab(asking, tab, own);
  });
  return {workbook: {tabs: filled.map(({tab}) => tab)}, reports: filled.map(({reports}) => reports)};
}

async function runQuery(
  web: Web,
  asking: Asking,
  sheet: SheetRow,
  index: number,
  anchor: string,
  query: NonNullable<SheetTab["queries"]>[number]["query"],
  header: boolean,
  allowance: {bytes: number},
): Promise<PlacedBlock> {
  const place = sheet.places[index];
  if (!place) throw new Error(`the sheet ${sheet.id} does not know where its query ${index} belongs`);
  const prepared = await prepareSaved(web, asking.actor, {...place, query, limit: SHEET_ROWS}, new Date());
  const run = interactiveRun(web, asking, prepared, query, "json");
  const {body} = await execute(web, run, prepared.project.cacheTtlSeconds, asking.request.signal);
  return blockOf(placeOf(anchor)!, header, prepared.compiled, await textOf(body, allowance));
}

function fillTab(
  {requestId, actor}: Asking,
  tab: SheetTab,
  outcomes: readonly (PlacedBlock | {error: unknown})[],
): {tab: Workbook["tabs"][number]; reports: QueryReport[]} {
  const areas: Area[] = [];
  const blocks: Workbook["tabs"][number]["blocks"] = [];
  const reports = (tab.queries ?? []).map(({anchor}, q): QueryReport => {
    const outcome = outcomes[q];
    if (!outcome || "error" in outcome) return {anchor, error: outcome?.error};
    const area = areaOfBlock(outcome.block);
    const {truncated, block} = outcome;
    if (!area) return {anchor, rowCount: 0, truncated};
    const fault = collision(area, tab, areas);
    if (fault) return {anchor, error: problemOf(new ServiceError("conflict", fault), requestId, actor)};
    areas.push(area);
    blocks.push(block);
    return {anchor, range: areaName(area), rowCount: block.rows.length, truncated};
  });
  return {tab: {name: tab.name, cells: tab.cells ?? {}, formats: tab.formats ?? {}, blocks}, reports};
}

/** The values of a calculated sheet as its caller reads them. */
export function calculatedView(
  tabs: readonly CalculatedTab[],
  reports: readonly QueryReport[][],
): Calculated {
  return {
    tabs: tabs.map(({name, cells}, t) => ({
      name,
      cells: Object.fromEntries(cells.map(({cell, value}) => [cell, value])),
      queries: reports[t] ?? [],
    })),
  };
}
