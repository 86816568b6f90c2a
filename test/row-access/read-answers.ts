import {tableFromIPC} from "apache-arrow";
import type {Query} from "../../shared/semantic/query/query.ts";
import {dimensionNames, measureNames} from "../../shared/semantic/query/selected-names.ts";
import {type Cell, canonical} from "../semantic/engines.ts";
import {unzipped} from "../support/archives.ts";

export type Kind = "number" | "boolean" | "text";

const PARTS = /\.(day_of_week|day_of_month|month_of_year|hour_of_day|year_number)$/;
const BOOLEANS = /\.(?:running_|rolled_)?(is_a|ok|not_a|same_a|any_a|any_big|all_big)$/;
const PERIODS =
  /\.(day|week|month|quarter|year|fiscal_quarter|fiscal_year|d|next|until|latest|running_latest|last_day|due|last_due)$/;
const TEXTS = /\.(w|size|mark|part|retail|first_word|upper_word)$/;

/** The kinds of the columns of a query that is in the generator's own names. */
export function kindsOf(query: Query): Kind[] {
  const {calculations = [], funnel, retention} = query;
  const [dimensions, measures] = [dimensionNames(query), measureNames(query)];
  const kind = (name: string): Kind => {
    if (BOOLEANS.test(name)) return "boolean";
    return PERIODS.test(name) || TEXTS.test(name) ? "text" : "number";
  };
  // The columns of a funnel: a step and its counts. A retention has a cohort and its periods.
  const own: Kind[] = funnel ? ["text", "number", "number", "number"] : calculations.map(() => "number");
  if (funnel?.timing) own.push("number");
  if (retention) {
    own.push("text", "number", "number", "number", "number", ...(retention.measures ?? []).map(kind));
  }
  return [...[...dimensions, ...measures].map(kind), ...own];
}

/**
 * The part of a query whose values all formats write alike: without dates, booleans and fractions. If nothing is left,
 * the query counts rows.
 */
export function plainOf({fillGaps: _, ...query}: Query): Query {
  const dimensions = dimensionNames(query).filter(
    name => TEXTS.test(name) || PARTS.test(name) || name.endsWith(".n"),
  );
  // Without all dimensions, the join path to a measure of another model may be ambiguous.
  const measures = measureNames(query).filter(
    name =>
      name.startsWith(`${query.model}.`) && /^[^.]+\.(count|words|filled|count_a|unsure|papers)$/.test(name),
  );
  const isEmpty = dimensions.length + measures.length === 0;
  return {
    ...query,
    dimensions,
    measures: isEmpty ? [`${query.model}.count`] : measures,
  };
}

/** Converts rows of JSON to the form of the evaluator's rows. */
export function cellsOf(rows: readonly unknown[][], kinds: readonly Kind[]): Cell[][] {
  return rows.map(row => kinds.map((kind, i) => cellOf(row[i], kind)));
}

function cellOf(value: unknown, kind: Kind): Cell {
  if (value === null || value === undefined) return null;
  return canonical(String(value), kind === "text" ? undefined : kind);
}

/** Rows as sorted texts, to compare them without an order. CSV writes a null as an empty text. */
export function sorted(rows: readonly Cell[][], {nullsAreEmpty = false} = {}): string[] {
  const written = nullsAreEmpty ? rows.map(row => row.map(cell => cell ?? "")) : rows;
  return written.map(row => JSON.stringify(row)).sort();
}

export function csvRows(text: string, kinds: readonly Kind[]): Cell[][] {
  const [, ...lines] = text.replace(/\r\n$/, "").split("\r\n");
  return cellsOf(
    lines.map(line => line.split(",").map(cell => (cell === "" ? null : cell))),
    kinds,
  );
}

export function ndjsonRows(text: string, kinds: readonly Kind[]): Cell[][] {
  const lines = text
    .trim()
    .split("\n")
    .filter(line => line !== "");
  return cellsOf(
    lines.map(line => Object.values(JSON.parse(line) as object)),
    kinds,
  );
}

export function arrowRows(bytes: Uint8Array, kinds: readonly Kind[]): Cell[][] {
  const table = tableFromIPC(bytes);
  return Array.from({length: table.numRows}, (_, row) =>
    kinds.map((kind, column) => cellOf(table.getChildAt(column)?.get(row), kind)),
  );
}

export function xlsxRows(bytes: Uint8Array, kinds: readonly Kind[]): Cell[][] {
  const sheet = unzipped(bytes).get("xl/worksheets/sheet1.xml") ?? "";
  const [, ...rows] = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(match => match[1] ?? "");
  return cellsOf(
    rows.map(row =>
      [...row.matchAll(/<c\/>|<c [^>]*\/>|<c[ >].*?<\/c>/gs)].map(
        ([cell]) => /<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/s.exec(cell)?.[1] ?? null,
      ),
    ),
    kinds,
  );
}

/** The rows that the query of a tab fills, after a calculation. */
export function sheetRows(
  tab: {cells: Record<string, unknown>; queries: {rowCount: number}[]},
  kinds: readonly Kind[],
): Cell[][] {
  const count = tab.queries[0]?.rowCount ?? 0;
  return cellsOf(
    Array.from({length: count}, (_, row) =>
      kinds.map((_kind, column) => tab.cells[`${String.fromCharCode(65 + column)}${row + 1}`]),
    ),
    kinds,
  );
}
