import {type Static, Type} from "@sinclair/typebox";
import {ServiceError, statusOf} from "../../core/errors.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {readResult} from "../../querying/queries/results/read-result.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import type {Query} from "../../semantic/documents.ts";
import {type ChartRow, prepareChart} from "../charts/charts.ts";
import {filterableFields} from "./offered-filters.ts";
import type {DashboardFilter} from "./schemas.ts";

/** The most values in one response. */
const MAX_VALUES = 50;
/** The longest value that is listed, in characters. */
const MAX_VALUE_LENGTH = 300;
/** The most statements for one response. The charts of a dashboard usually have no more sources than this. */
const MAX_STATEMENTS = 4;
const MAX_BYTES = 4 * 1024 * 1024;

export const FilterValuesRequest = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The `field` of a declared filter whose values are texts.",
    }),
    search: Type.Optional(
      Type.String({
        maxLength: MAX_VALUE_LENGTH,
        description: "Only values that contain this text, ignoring case.",
      }),
    ),
  },
  {additionalProperties: false, $id: "FilterValuesRequest"},
);
export type FilterValuesRequest = Static<typeof FilterValuesRequest>;

export const FilterValues = Type.Object(
  {
    values: Type.Array(Type.Union([Type.String(), Type.Null()]), {
      description: `At most ${MAX_VALUES}, in order; null is for rows without a value.`,
    }),
    more: Type.Boolean({description: "Whether there are more values, which a narrower search finds."}),
  },
  {$id: "FilterValues"},
);
export type FilterValues = Static<typeof FilterValues>;

/** A dashboard for one reader: the charts that the reader can see, and the declared filters. */
export interface Filterable {
  dashboardId: string;
  charts: readonly ChartRow[];
  declared: readonly DashboardFilter[];
}

/**
 * Values by which a reader may filter a dashboard. They come from the rows of its charts, under the charts' own filters
 * and the reader's row access, so that each value also finds rows. Rejects with `invalid_filter` for anything but a
 * declared filter on a text field, and with the codes of a query.
 */
export async function filterValues(
  runner: QueryRunner,
  queryContext: QueryContext,
  {dashboardId, charts, declared}: Filterable,
  {field, search = ""}: FilterValuesRequest,
): Promise<FilterValues> {
  requireDeclared(field, declared);
  const queries = new Map<string, {query: Query; prepared: Prepared}>();
  let other: string | undefined;
  for (const chart of charts) {
    const [taken] = await filterableFields(runner, queryContext.actor, dashboardId, chart, [field]);
    if (!taken) continue;
    if (taken.type !== "string" || taken.reference.field.kind === "measure") other = taken.type;
    else await addQuery(runner, queryContext, queries, chart, valuesQuery(chart.query, field, search));
    if (queries.size >= MAX_STATEMENTS) break;
  }
  if (queries.size === 0) throw noValues(field, other);
  const allowance = {bytes: MAX_BYTES};
  const answers = await Promise.all(
    [...queries.values()].map(async ({query, prepared}) => {
      const {body} = await runner.run(queryContext, query, prepared, "json");
      return readResult(await readResultText(body, allowance));
    }),
  );
  return joined(answers);
}

/** Adds the query of a chart. Charts over the same rows have the same statement, which runs once. */
async function addQuery(
  deps: LayerDeps,
  {actor}: QueryContext,
  queries: Map<string, {query: Query; prepared: Prepared}>,
  chart: ChartRow,
  query: Query,
): Promise<void> {
  try {
    const prepared = await prepareChart(deps, actor, {...chart, query}, new Date());
    queries.set(prepared.fingerprint, {query, prepared});
  } catch (error) {
    // A condition on a measure may need other fields that the chart selects, so a query for the values alone does not
    // compile. Such a chart contributes no values.
    if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
  }
}

/**
 * Selects the distinct values of a field. The query has the chart's own filters, so that values which they exclude are
 * not listed.
 */
function valuesQuery(
  {model, projectId, timezone, filters = []}: Query,
  field: string,
  search: string,
): Query {
  return {
    model,
    ...(projectId === undefined ? {} : {projectId}),
    ...(timezone === undefined ? {} : {timezone}),
    dimensions: [field],
    filters: search === "" ? filters : [...filters, {field, op: "contains", value: search}],
    orderBy: [field],
    limit: MAX_VALUES,
  };
}

function joined(answers: readonly {rows: unknown[][]; truncated: boolean}[]): FilterValues {
  const all = new Set(
    answers.flatMap(({rows}) => rows.map(([value]) => (value === null ? null : String(value)))),
  );
  const listed = [...all].filter(value => value === null || value.length <= MAX_VALUE_LENGTH);
  // The results of different warehouses have different collations.
  if (answers.length > 1) listed.sort((a, b) => Number(a === null) - Number(b === null) || compare(a, b));
  const isCut = answers.some(({truncated}) => truncated) || listed.length < all.size;
  return {values: listed.slice(0, MAX_VALUES), more: isCut || listed.length > MAX_VALUES};
}

function compare(a: string | null, b: string | null): number {
  return (a ?? "").localeCompare(b ?? "", "en");
}

function requireDeclared(field: string, declared: readonly DashboardFilter[]): void {
  const allowed = declared.map(one => one.field);
  if (allowed.includes(field)) return;
  const allowedWords =
    allowed.length > 0
      ? ` The dashboard has filters on ${allowed.join(", ")}.`
      : " The dashboard has no filters.";
  throw refused({message: `"${field}" is not a filter of this dashboard.${allowedWords}`, allowed});
}

function noValues(field: string, type: string | undefined): ServiceError {
  return type === undefined
    ? refused({message: `No chart of this dashboard can list values of "${field}".`})
    : refused({message: `Only fields of type string list their values, and "${field}" is of type ${type}.`});
}

function refused(detail: {message: string; allowed?: string[]}): ServiceError {
  return new ServiceError("invalid_filter", detail.message, {errors: [{path: "/field", ...detail}]});
}
