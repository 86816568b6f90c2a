import {type Static, Type} from "@sinclair/typebox";
import {type ChartRow, prepareChart} from "../charts/charts.ts";
import {ServiceError} from "../errors.ts";
import type {Prepared} from "../layers/query-memory.ts";
import {readResult} from "../queries/results/read-result.ts";
import {textOf} from "../queries/results/result-text.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import type {Query} from "../semantic/query.ts";
import {takenFields} from "./offered-filters.ts";
import type {DashboardFilter} from "./schemas.ts";

/** The most values of one answer. */
const MOST_VALUES = 50;
/** The longest value that is listed, in characters. */
const LONGEST_VALUE = 300;
/** The most statements that one answer is made of: as many sources as the charts of a dashboard usually have. */
const MOST_STATEMENTS = 4;
const MOST_BYTES = 4 * 1024 * 1024;

export const FilterValuesRequest = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "A declared filter whose values are texts.",
    }),
    search: Type.Optional(
      Type.String({maxLength: LONGEST_VALUE, description: "What the values contain, whatever its case."}),
    ),
  },
  {additionalProperties: false, $id: "FilterValuesRequest"},
);
export type FilterValuesRequest = Static<typeof FilterValuesRequest>;

export const FilterValues = Type.Object(
  {
    values: Type.Array(Type.Union([Type.String(), Type.Null()]), {
      description: `At most ${MOST_VALUES}, in order; null where rows have no value.`,
    }),
    more: Type.Boolean({description: "Whether there are others, which a longer search finds."}),
  },
  {$id: "FilterValues"},
);
export type FilterValues = Static<typeof FilterValues>;

/** A dashboard as its reader has it: the charts that they may see, and the filters that it declares. */
export interface Filterable {
  dashboardId: string;
  charts: readonly ChartRow[];
  declared: readonly DashboardFilter[];
}

/**
 * Values that a reader may filter a dashboard by: of the rows that its charts are made of, under the charts' own filters
 * and the reader's row access. So they are values that a filter would find, too. Rejects with `invalid_filter` for
 * anything but a declared filter with texts, and with the codes of a query.
 */
export async function filterValues(
  runner: Runner,
  asking: Asking,
  {dashboardId, charts, declared}: Filterable,
  {field, search = ""}: FilterValuesRequest,
): Promise<FilterValues> {
  requireDeclared(field, declared);
  const asked = new Map<string, {query: Query; prepared: Prepared}>();
  let other: string | undefined;
  for (const chart of charts) {
    const [taken] = await takenFields(runner, asking.actor, dashboardId, chart, [field]);
    if (!taken) continue;
    if (taken.type !== "string" || taken.reference.field.kind === "measure") other = taken.type;
    else await addQuery(runner, asking, asked, chart, valuesQuery(chart.query, field, search));
    if (asked.size >= MOST_STATEMENTS) break;
  }
  if (asked.size === 0) throw noValues(field, other);
  const allowance = {bytes: MOST_BYTES};
  const answers = await Promise.all(
    [...asked.values()].map(async ({query, prepared}) => {
      const {body} = await runner.run(asking, query, prepared, "json");
      return readResult(await textOf(body, allowance));
    }),
  );
  return joined(answers);
}

/** Charts that are made of the same rows have the same statement, which runs once. */
async function addQuery(
  runner: Runner,
  {actor}: Asking,
  asked: Map<string, {query: Query; prepared: Prepared}>,
  chart: ChartRow,
  query: Query,
): Promise<void> {
  try {
    const prepared = await prepareChart(runner, actor, {...chart, query}, new Date());
    asked.set(prepared.fingerprint, {query, prepared});
  } catch (error) {
    // A condition on a measure may need what the chart selects beside it: its rows cannot be asked for values alone.
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** The chart's conditions stay, so that nothing is listed that they keep back. */
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
    limit: MOST_VALUES,
  };
}

function joined(answers: readonly {rows: unknown[][]; truncated: boolean}[]): FilterValues {
  const all = new Set(
    answers.flatMap(({rows}) => rows.map(([value]) => (value === null ? null : String(value)))),
  );
  const listed = [...all].filter(value => value === null || value.length <= LONGEST_VALUE);
  // Each answer has the order of its warehouse.
  if (answers.length > 1) listed.sort((a, b) => Number(a === null) - Number(b === null) || compare(a, b));
  const isCut = answers.some(({truncated}) => truncated) || listed.length < all.size;
  return {values: listed.slice(0, MOST_VALUES), more: isCut || listed.length > MOST_VALUES};
}

function compare(a: string | null, b: string | null): number {
  return (a ?? "").localeCompare(b ?? "", "en");
}

function requireDeclared(field: string, declared: readonly DashboardFilter[]): void {
  const allowed = declared.map(one => one.field);
  if (allowed.includes(field)) return;
  const there = allowed.length > 0 ? ` It takes filters on ${allowed.join(", ")}.` : " It takes none.";
  throw refused({message: `"${field}" is no filter of this dashboard.${there}`, allowed});
}

function noValues(field: string, type: string | undefined): ServiceError {
  return type === undefined
    ? refused({message: `No chart of this dashboard can list values of "${field}".`})
    : refused({message: `Values are listed of texts, and "${field}" is of type ${type}.`});
}

function refused(detail: {message: string; allowed?: string[]}): ServiceError {
  return new ServiceError("invalid_filter", detail.message, {errors: [{path: "/field", ...detail}]});
}
