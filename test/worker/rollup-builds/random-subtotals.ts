import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {measureNames} from "../../../shared/semantic/query/selected-names.ts";
import type {Chance} from "../../semantic/differential/random-layer.ts";

/** Measures that can be compared with an earlier span: numbers without windows. */
const COMPARED =
  /^v\d$|\.(count|total|mean|words|filled|total_a|count_a|ratio|ratio_sum|papers|kinds|about|middle|lower_third)$/;

/** The query with subtotals of its leading dimensions. */
export function withNearSubtotals(chance: Chance, query: Query): Query {
  const {dimensions = [], calculations = [], fillGaps} = query;
  const isFit = dimensions.length > 1 && measureNames(query).length > 0;
  const isOther = calculations.length > 0 || fillGaps === true;
  return isFit && !isOther && chance.chance(0.4) ? {...query, subtotals: true} : query;
}

/** The comparable measures whose change is the same to the last digit however their rows are grouped. */
const EXACT = /\.(count|total|words|filled|total_a|count_a|papers)$/;

/** A query of everything in the roll-up that can be compared with an earlier span. */
function comparable(chance: Chance, {model, dimensions = [], measures, time}: Rollup): Query {
  const asked = dimensions.filter(() => chance.chance(0.5));
  const periods = time && chance.chance(0.5) ? [`${time.dimension}.${time.grain}`] : [];
  return {
    model,
    dimensions: [...asked, ...periods],
    measures: measures.filter(name => EXACT.test(name)),
    limit: 1000,
    timezone: time?.timezone ?? "UTC",
  };
}

/**
 * The query (now and then another one that fits the roll-up) with a comparison by the roll-up's time. The comparison's span
 * replaces the other conditions on that time.
 */
export function withNearCompare(chance: Chance, rollup: Rollup, given: Query): Query {
  const query = chance.chance(0.2) ? comparable(chance, rollup) : given;
  const {time} = rollup;
  const {dimensions = [], calculations = [], filters = [], fillGaps, subtotals} = query;
  const names = measureNames(query);
  const isOther = calculations.length > 0 || fillGaps === true || subtotals === true;
  if (time === undefined || isOther || names.length === 0 || !chance.chance(0.3)) return query;
  if (!names.every(name => COMPARED.test(name))) return query;
  const [value, units] = chance.pick<[string | [string, string], ("month" | "quarter" | "year" | "week")[]]>([
    ["2024-03", ["month", "year", "quarter"]],
    ["2024-02", ["month", "year"]],
    ["2024-Q1", ["quarter", "year", "month"]],
    ["2024", ["year", "month"]],
    [
      ["2024-01-01", "2024-03-31"],
      ["month", "year"],
    ],
    [
      ["2024-03-04", "2024-03-17"],
      ["week", "month"],
    ],
  ]);
  const span =
    typeof value === "string"
      ? {field: time.dimension, op: "=" as const, value}
      : {field: time.dimension, op: "between" as const, value};
  const isOfTime = (text: string) => text.includes(`"${time.dimension}`);
  // Periods of which the offset is no whole number are refused, so that the query keeps only one of several periods.
  const isPeriod = (name: (typeof dimensions)[number]) =>
    JSON.stringify(name).startsWith(`"${time.dimension}`);
  const first = dimensions.find(isPeriod);
  const order = chance.chance(0.3) ? [`${chance.pick(names)}@${chance.pick(["change", "before"])} desc`] : [];
  const kept = dimensions.filter(name => !isPeriod(name) || name === first);
  const isKept = (name: string) => kept.includes(name) || !dimensions.includes(name);
  const orderBy = (query.orderBy ?? []).filter(entry => isKept(entry.split(" ")[0] ?? ""));
  const {top, ...others} = query;
  return {
    ...others,
    ...(top !== undefined && kept.includes(top.dimension) ? {top} : {}),
    dimensions: kept,
    filters: [...filters.filter(filter => !isOfTime(JSON.stringify(filter))), span],
    orderBy: [...orderBy, ...order],
    compare: {
      offset: {unit: chance.pick(units), count: chance.pick([1, 1, 2])},
      ...(chance.chance(0.3) ? {sameDays: true} : {}),
    },
    ...(query.totals === true && filters.length > 0 ? {totals: false} : {}),
  };
}
