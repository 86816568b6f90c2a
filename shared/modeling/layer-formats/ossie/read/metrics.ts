import {tokenize} from "../../../../semantic/layers.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {allOf} from "../../common/sql.ts";
import {addMetric, type BuiltMeasures, isNameAt, MetricFault} from "./add-metric.ts";
import {expressionOf} from "./expression.ts";
import {type GraphReader, readExtension, readMeasureOf, takeExtension} from "./extension.ts";
import {textsOf} from "./texts.ts";

/** Keys that change what a metric computes and that a measure does not have, each with the remedy. */
const UNSUPPORTED_KEYS: Readonly<Record<string, string>> = {
  grain:
    'a measure is computed for the groups of a query: group by those dimensions, filter with "per", or aggregate in a statement that is the source of a dataset',
  agg: "write the aggregate into the expression",
  semi_additive: 'give the measure "nonAdditive", which says along which dimension',
  reset:
    "a measure is always computed from the rows that the filters of the query keep: ask for other rows in another query",
};

interface Pending {
  entry: Entry;
  name: string;
  expression: string | undefined;
}

/** Adds the metrics of a document, each after the metrics that it uses. */
export function addMetrics(
  entries: readonly Entry[],
  models: ReadonlyMap<string, BuiltModel>,
  builder: GraphBuilder,
  graphOf: GraphReader,
): void {
  const made: BuiltMeasures = new Map();
  const add = (one: Pending) => readMetric(one, {models, builder, made, graphOf});
  let pending = entries.map((entry): Pending => {
    const name = entry.text("name") ?? "";
    entry.about = {field: name};
    return {entry, name, expression: expressionOf(entry)};
  });
  while (pending.length > 0) {
    const names = new Set(pending.map(one => one.name));
    const ready = pending.filter(({name, expression = ""}) => !refersTo(expression, names, name));
    // Metrics in a cycle all refer to each other, and none of them can be converted.
    for (const one of ready.length > 0 ? ready : pending) add(one);
    pending = ready.length > 0 ? pending.filter(one => !ready.includes(one)) : [];
  }
}

function refersTo(expression: string, names: ReadonlySet<string>, own: string): boolean {
  const {tokens} = tokenize(expression);
  return tokens.some(({text}, i) => text !== own && names.has(text) && isNameAt(tokens, i));
}

interface Homes {
  models: ReadonlyMap<string, BuiltModel>;
  builder: GraphBuilder;
  made: BuiltMeasures;
  graphOf: GraphReader;
}

function readMetric({entry, name, expression}: Pending, {models, builder, made, graphOf}: Homes): void {
  const own = readExtension(entry);
  const measure = takeExtension(entry, own, expression, thing => readMeasureOf(thing, graphOf));
  const home = own?.model === undefined ? undefined : models.get(own.model);
  const texts = textsOf(entry);
  const filter = allOf([entry.text("filter"), entry.text("named_filter")].filter(one => one !== undefined));
  const dataset = entry.text("dataset");
  try {
    if (measure && home) {
      made.set(name, {model: home, measure: measure.name});
      builder.addMeasure(home, {...measure, ...texts}, entry.place);
    } else {
      refuseOthers(entry);
      if (expression === undefined) throw new MetricFault("it has no expression in SQL");
      const extras = {...(filter === undefined ? {} : {filter}), ...(dataset === undefined ? {} : {dataset})};
      addMetric({name, expression, ...extras, texts, place: entry.place}, {models, made, builder});
    }
  } catch (fault) {
    if (!(fault instanceof MetricFault)) throw fault;
    entry.note("metric_dropped", `The metric "${name}" is left out: ${fault.message}.`);
  }
  entry.unsupported(
    'a query names the relationship that it goes over, as in "buyer.region"',
    "using_relationships",
  );
  entry.skip("expression", "datatype");
  entry.rest();
}

/**
 * Refuses a metric with a key of `UNSUPPORTED_KEYS`: without the key, the measure would compute something else under
 * the same name.
 */
function refuseOthers(entry: Entry): void {
  entry.skip(...Object.keys(UNSUPPORTED_KEYS));
  for (const [key, instead] of Object.entries(UNSUPPORTED_KEYS)) {
    if (entry.has(key)) throw new MetricFault(`"${key}" is not known: ${instead}`);
  }
  // Rows without a match in the other table are always included, as in a left join.
  const joins = entry.entry("joins");
  const type = joins?.text("type")?.toLowerCase();
  if (joins?.has("using_relationships") === true) {
    joins.unsupported(
      'a query names the relationship that it goes over, as in "buyer.region"',
      "using_relationships",
    );
  }
  joins?.rest();
  if (type !== undefined && type !== "left") {
    throw new MetricFault(
      `"joins" of the type "${type}" are not supported, because a join keeps rows without a partner: to leave these rows out, a query filters the other side's key with "is_not_null"`,
    );
  }
}
