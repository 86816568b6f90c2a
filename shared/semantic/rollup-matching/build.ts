import type {DialectName} from "../dialects/dialect.ts";
import {sketchVersion} from "../dialects/sketches.ts";
import type {Graph, Model} from "../layer/graph.ts";
import {buildLayer, type Layer, type LayerModel} from "../layer/layer.ts";
import type {Filter} from "../query/filter.ts";
import type {Query} from "../query/query.ts";
import type {DatasetBounds} from "../resolve/resolve.ts";
import type {RollupPlan} from "./plan.ts";

/** The column of the period that a row lies in, for roll-ups without a column of days. */
const PERIOD = "period";

/**
 * The column of days that distinguishes the rows of separately built periods: the roll-up's own time, or an added
 * column before the others.
 */
export function periodColumn({dimensions}: RollupPlan): string {
  const own = dimensions.find(({grain, type}) => grain !== undefined && type === "date");
  return own?.column ?? PERIOD;
}

/** A query whose result is stored as the roll-up: its columns are `d0…` for dimensions, then `p0…` for parts. */
export interface BuildQuery {
  layer: Layer;
  query: Query;
  dataset: DatasetBounds;
}

/**
 * The query over the model that builds a roll-up. The query has no row access: the rules apply when the roll-up is
 * read, on dimensions that are stored for them. `filters` narrow the query to some periods. With a grain, the first
 * column is the period of that length, unless the roll-up has a column of days: grouping by one more value costs the
 * warehouse time.
 */
export function buildQuery(
  whole: Layer,
  plan: RollupPlan,
  filters: readonly Filter[] = [],
  grain?: string,
): BuildQuery {
  const {model, dimensions, parts, timezone} = plan;
  const prefix = freePrefix(model);
  const measures = [...parts.values()].map(({measure}, i) => ({...measure, name: `${prefix}${i}`}));
  const {rowAccess: _, ...source} = model.source;
  const isOwn = grain === undefined || periodColumn(plan) !== PERIOD;
  const period = isOwn ? [] : [{queryName: `${plan.rollup.time?.dimension}.${grain}`, column: PERIOD}];
  const selected = [...period, ...dimensions];
  const layer = buildLayer(cutGraph(whole, plan, {...source, measures}));
  for (const [i, {merge}] of [...parts.values()].entries()) {
    const field = layer.models.get(model.name)?.fields.get(`${prefix}${i}`);
    if (merge === "sketch" && field?.kind === "measure") field.sketch = "make";
  }
  return {
    layer,
    query: {
      model: model.name,
      dimensions: selected.map(one => one.queryName),
      measures: measures.map(({name}) => `${model.name}.${name}`),
      filters: [...filters],
      timezone,
    },
    dataset: {
      columnNames: [...selected.map(({column}) => column), ...[...parts.values()].map(({column}) => column)],
      filters: [],
      timezone,
    },
  };
}

/** The query for the first and the last value of the roll-up's time; `undefined` where it has none. */
export function boundsQuery(whole: Layer, plan: RollupPlan): Pick<BuildQuery, "layer" | "query"> | undefined {
  const time = plan.dimensions.find(({grain}) => grain !== undefined)?.reference.field;
  if (time === undefined) return undefined;
  const {model, name} = time;
  const prefix = freePrefix(model);
  const ends = (["min", "max"] as const).map(type => ({name: prefix + type, type, sql: `\${${name}}`}));
  const {rowAccess: _, ...source} = model.source;
  const layer = buildLayer(cutGraph(whole, plan, {...source, measures: ends}));
  return {layer, query: {model: model.name, measures: ends.map(end => `${model.name}.${end.name}`)}};
}

/** A prefix that no field of the model has. */
function freePrefix({fields}: LayerModel): string {
  let prefix = "p";
  while ([...fields.keys()].some(name => name.startsWith(prefix))) prefix += "_";
  return prefix;
}

/** The layer reduced to the roll-up's model and the models on the paths to its dimensions: the statement needs no others. */
function cutGraph(layer: Layer, {model, dimensions}: RollupPlan, home: Model): Graph {
  const models = new Map<string, Model>([[model.name, model.source]]);
  for (const {reference} of dimensions) {
    for (const {to} of reference.paths[0] ?? []) models.set(to.name, to.source);
  }
  models.set(home.name, home);
  const joins = layer.graph.joins?.filter(({from, to}) => models.has(from) && models.has(to)) ?? [];
  return {models: [...models.values()], joins};
}

/** A text that changes with everything that the stored values depend on: the statement, and how its columns are read. */
export function signatureText(
  plan: RollupPlan,
  statement: {sql: string; parameters: readonly unknown[]},
  source: {dialect: DialectName; id: string; version: number},
): string {
  const columns = plan.dimensions.map(({queryName, type}) => [queryName, type]);
  const {storage} = plan.rollup;
  const place = typeof storage === "object" ? [storage] : [];
  const isSketched = [...plan.parts.values()].some(({merge}) => merge === "sketch");
  const sketches = isSketched ? [sketchVersion(source.dialect)] : [];
  const {sql, parameters} = statement;
  return JSON.stringify([source, sql, parameters, columns, plan.timezone, ...place, ...sketches]);
}
