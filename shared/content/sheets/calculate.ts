import {ServiceError} from "../../core/errors.ts";
import {forEachConcurrently} from "../../core/for-each-concurrently.ts";
import {itemProblem, problemOf} from "../../core/problem.ts";
import type {CalculatedTab, Workbook} from "../../core/wire/workbook.ts";
import {prepareSaved} from "../../querying/queries/prepare.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import {type Area, areaName, parseCell} from "./a1.ts";
import {areaOfBlock, type BlockResult, blockOf, collision} from "./blocks.ts";
import type {Calculated, SheetTab} from "./schemas.ts";
import type {SheetCalculator} from "./sheet-calculator.ts";
import type {SheetRow} from "./sheets.ts";

/** The row limit of a sheet's query that has no limit of its own. */
export const SHEET_ROWS = 10_000;
/** The limit in bytes for all results of a sheet together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How many queries of one sheet run at once. */
const AT_ONCE = 8;

type QueryReport = Calculated["tabs"][number]["queries"][number];

/** A sheet with the results of its queries, ready to be calculated. */
interface FilledSheet {
  workbook: Workbook;
  /** Indexed by tab and query. */
  reports: QueryReport[][];
}

/** The values of a sheet, whose queries run under the caller's row access. */
export async function calculateSheet(
  runner: QueryRunner & SheetCalculator,
  queryContext: QueryContext,
  sheet: SheetRow,
): Promise<Calculated> {
  const {workbook, reports} = await fillSheet(runner, queryContext, sheet);
  const {tabs = []} = await runner.calculateSheet(queryContext, {workbook, output: "values"});
  return calculatedView(tabs, reports);
}

/** The sheet as an XLSX file with its formulas. */
export async function exportSheet(
  runner: QueryRunner & SheetCalculator,
  queryContext: QueryContext,
  sheet: SheetRow,
): Promise<Buffer<ArrayBuffer>> {
  const {workbook} = await fillSheet(runner, queryContext, sheet);
  const {file = ""} = await runner.calculateSheet(queryContext, {workbook, output: "xlsx"});
  return Buffer.from(file, "base64");
}

/**
 * Runs a sheet's queries under the caller's row access. A query that fails leaves its range empty, and its report has
 * the reason.
 */
async function fillSheet(
  runner: QueryRunner,
  queryContext: QueryContext,
  sheet: SheetRow,
): Promise<FilledSheet> {
  const queries = sheet.tabs.flatMap(({queries = []}) => queries);
  const allowance = {bytes: MAX_BYTES};
  const outcomes: (BlockResult | {error: unknown})[] = [];
  await forEachConcurrently(queries, AT_ONCE, async ({anchor, query, header = true}, i) => {
    try {
      outcomes[i] = await runQuery(runner, queryContext, sheet, i, {anchor, query, header}, allowance);
    } catch (error) {
      queryContext.signal.throwIfAborted();
      outcomes[i] = {error: itemProblem(runner, queryContext, error, "a sheet's query failed")};
    }
  });
  let at = 0;
  const filled = sheet.tabs.map(tab => {
    const own = outcomes.slice(at, at + (tab.queries?.length ?? 0));
    at += own.length;
    return fillTab(queryContext, tab, own);
  });
  return {workbook: {tabs: filled.map(({tab}) => tab)}, reports: filled.map(({reports}) => reports)};
}

type SheetQuery = NonNullable<SheetTab["queries"]>[number];

async function runQuery(
  runner: QueryRunner,
  queryContext: QueryContext,
  sheet: SheetRow,
  index: number,
  {anchor, query, header}: Required<Pick<SheetQuery, "anchor" | "query" | "header">>,
  allowance: {bytes: number},
): Promise<BlockResult> {
  const source = sheet.sources[index];
  if (!source) throw new Error(`the sheet ${sheet.id} has no project for its query ${index}`);
  const saved = {...source, query, limit: SHEET_ROWS};
  const prepared = await prepareSaved(runner, queryContext.actor, saved, new Date());
  const {body} = await runner.run(queryContext, query, prepared, "json");
  return blockOf(parseCell(anchor)!, header, prepared.compiled, await readResultText(body, allowance));
}

function fillTab(
  {requestId, actor}: QueryContext,
  tab: SheetTab,
  outcomes: readonly (BlockResult | {error: unknown})[],
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

/** The values of a calculated sheet, in the format of the API. */
function calculatedView(tabs: readonly CalculatedTab[], reports: readonly QueryReport[][]): Calculated {
  return {
    tabs: tabs.map(({name, cells}, t) => ({
      name,
      cells: Object.fromEntries(cells.map(({cell, value}) => [cell, value])),
      texts: Object.fromEntries(cells.flatMap(({cell, text}) => (text === undefined ? [] : [[cell, text]]))),
      queries: reports[t] ?? [],
    })),
  };
}
