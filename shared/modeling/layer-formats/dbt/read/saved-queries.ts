import type {Filter, Query} from "../../../../semantic/documents.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import type {Place} from "../../common/notes.ts";
import type {BuiltMeasure} from "./built-measure.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import {readFilters} from "./read-metric.ts";
import {readConditions} from "./saved-conditions.ts";
import {FilterFault, type FilterScope, type Referred, readReference} from "./where-filter.ts";

export interface DbtSavedQuery {
  name: string;
  metrics: string[];
  groupBy: string[];
  where: string[];
  orderBy: string[];
  limit?: number;
  place: Place;
}

/** Reads a saved query. `undefined` if it has no name or no parameters. */
export function readSavedQuery(entry: Entry): DbtSavedQuery | undefined {
  const name = entry.text("name");
  const params = entry.entry("query_params");
  if (name === undefined || params === undefined) return undefined;
  const limit = params.number("limit");
  const query: DbtSavedQuery = {
    name,
    metrics: params.texts("metrics"),
    groupBy: params.texts("group_by"),
    where: readFilters(params, "where"),
    orderBy: params.texts("order_by"),
    ...(limit === undefined ? {} : {limit}),
    place: entry.place,
  };
  params.rest();
  if (entry.has("exports")) {
    entry.unused("a delivery sends the result of a query, and a dataset stores it", "exports");
  }
  return query;
}

/** Adds a note for each saved query with the equivalent query of this service, because a layer has no saved queries. */
export function noteSavedQueries(
  queries: readonly DbtSavedQuery[],
  models: ReadonlyMap<string, BuiltSemanticModel>,
  measureOf: (metric: string) => BuiltMeasure | undefined,
  {notes}: GraphBuilder,
): void {
  for (const saved of queries) {
    const faults: string[] = [];
    const query = translate(saved, [...models.values()], measureOf, faults);
    const declared =
      query === undefined
        ? ""
        : ` As a query it is ${JSON.stringify(query)}: save that as a chart or a dataset.`;
    const left = faults.length === 0 ? "" : ` Not included: ${faults.join("; ")}.`;
    const message = `The saved query "${saved.name}" is not part of a layer.${declared}${left}`;
    notes.add("saved_query", message, saved.place, query === undefined ? {} : {model: query.model});
  }
}

function translate(
  saved: DbtSavedQuery,
  models: readonly BuiltSemanticModel[],
  measureOf: (metric: string) => BuiltMeasure | undefined,
  faults: string[],
): Query | undefined {
  const measureFor = (name: string): BuiltMeasure | undefined => {
    const own = models.find(({model}) =>
      model.measures.some(one => one.name === name && one.hidden !== true),
    );
    return measureOf(name) ?? (own && {model: own.model.name, measure: name});
  };
  const attempt = <T>(what: string, work: () => T): T[] => {
    try {
      return [work()];
    } catch (fault) {
      if (!(fault instanceof FilterFault)) throw fault;
      faults.push(`${what}, as ${fault.message}`);
      return [];
    }
  };
  const measures = saved.metrics.flatMap(name => {
    const made = measureFor(name);
    if (made === undefined) faults.push(`the metric "${name}", which has become no measure`);
    return made ?? [];
  });
  const [first] = measures;
  const home = models.find(({model}) => model.name === first?.model);
  if (home === undefined) {
    faults.push("everything, as no metric shows which model the query belongs to");
    return undefined;
  }
  const scope = {...home.scope, metricTime: home.model.time};
  // `metric_time` is each measure's own time dimension, if every measure has one.
  const isConformed = measures.every(
    ({model: name}) => models.find(({model}) => model.name === name)?.model.time,
  );
  const nameOf = (text: string) => nameIn(text, scope, home, isConformed);
  const names = measures.map(({model, measure}) => `${model}.${measure}`);
  const dimensions = saved.groupBy.flatMap(text => attempt(`"${text}"`, () => nameOf(text)));
  const filters = saved.where.flatMap((text): Filter[] =>
    attempt(`the filter \`${text.trim()}\``, () => readConditions(text, nameOf)).flat(),
  );
  const orderBy = saved.orderBy.flatMap(text =>
    attempt(`the order "${text}"`, () => {
      const {what, descends} = readOrder(text);
      const index = saved.metrics.indexOf(what);
      const made = index < 0 ? undefined : measureFor(what);
      const name = made === undefined ? nameOf(what) : `${made.model}.${made.measure}`;
      return descends ? `${name} desc` : name;
    }),
  );
  return {
    model: home.model.name,
    ...(dimensions.length > 0 ? {dimensions} : {}),
    measures: names,
    ...(filters.length > 0 ? {filters} : {}),
    ...(orderBy.length > 0 ? {orderBy} : {}),
    ...(saved.limit === undefined ? {} : {limit: saved.limit}),
  };
}

const GRAIN = /__(?:second|minute|hour|day|week|month|quarter|year)$/;

/**
 * The name that a query uses for a reference such as `Dimension('order__status')`, `order__status` or
 * `metric_time__month`.
 */
function nameIn(text: string, scope: FilterScope, {model}: BuiltSemanticModel, isConformed: boolean): string {
  const isCall = text.includes("(");
  const [grain = ""] = isCall ? [] : (GRAIN.exec(text) ?? []);
  const plain = text.trim().slice(0, text.trim().length - grain.length);
  const call = grain === "" ? `Dimension('${plain}')` : `TimeDimension('${plain}', '${grain.slice(2)}')`;
  const found = isCall ? readReference(text, scope) : eitherOf(call, plain, scope);
  const isTime = /(['"])metric_time\1/.test(isCall ? text : call) && isConformed;
  const name = isTime
    ? "metric_time"
    : [...(found.roles.length > 0 ? found.roles : [model.name]), found.name].join(".");
  const isWhole = found.grain === undefined || (found.type === "date" && found.grain === "day");
  return isWhole && !isTime ? name : `${name}.${found.grain ?? "day"}`;
}

/** Resolves a plain name: to a dimension, or else to an entity. */
function eitherOf(call: string, plain: string, scope: FilterScope): Referred {
  try {
    return readReference(call, scope);
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    return readReference(`Entity('${plain}')`, scope);
  }
}

const METRIC = /^Metric\(\s*(['"])(.+?)\1\s*\)$/;

/** Parses an order such as `-revenue` or `Metric('revenue').descending(True)`. */
function readOrder(text: string): {what: string; descends: boolean} {
  const plain = text.trim();
  const [, before = plain, isDescending] = /^(.*?)\.descending\(\s*(True|False)?\s*\)$/i.exec(plain) ?? [];
  const what = before.startsWith("-") ? before.slice(1).trim() : before;
  const descends = before.startsWith("-") || (before !== plain && isDescending?.toLowerCase() !== "false");
  return {what: METRIC.exec(what)?.[2] ?? what, descends};
}
