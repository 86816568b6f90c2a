import type {Measure} from "../../../shared/semantic/layer/graph.ts";
import {CALCULATIONS, type Calculation} from "../../../shared/semantic/query/calculations.ts";
import type {Filter, FilterCondition} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {fieldsOfMeasure, measuredDimensions} from "../../../shared/semantic/query/selected-names.ts";
import {withBins} from "./random-bins.ts";
import {comparedFields, comparedMeasures} from "./random-compared.ts";
import {
  factsOf,
  GRAINS,
  modelAt,
  PARTS,
  PERIODS,
  randomDimension,
  randomMeasure,
  randomPrefix,
} from "./random-fields.ts";
import {fillValue, furtherFilter, perFilter, randomFilter} from "./random-filter.ts";
import {addHours, HOURLY} from "./random-hours.ts";
import {type Chance, NOW, type RandomLayer} from "./random-layer.ts";
import {INEXACT, randomOrder} from "./random-order.ts";
import {isCompared} from "./random-row-aggregates.ts";

/** The probability of calculations in a query of a kind. Some kinds require calculations, others exclude them. */
const CALCULATED = {along: 1, "calculation of a calculation": 1, subtotals: 0, compare: 0};
/** The least number of dimensions of a query of a kind. */
const WIDTHS: Readonly<Record<string, number>> = {subtotals: 2, bottom: 1, along: 1};

/** A query over a random model. Its fields are named along random join paths. */
export function randomQuery(
  chance: Chance,
  layer: RandomLayer,
  {further = false, base: given}: {further?: boolean; base?: string} = {},
): Query {
  const hasRatio = chance.chance(0.25);
  const base = given ?? (hasRatio ? randomShared(chance, layer) : chance.pick(factsOf(layer)).name);
  const measures = new Set<string>();
  const dimensions = new Set<string>();
  const width = chance.below(hasRatio ? 2 : 4);
  for (let i = Math.max(width, WIDTHS[chance.requestedKind] ?? 0); i > 0; i--)
    dimensions.add(
      chance.chance(0.08) ? `metric_time.${chance.pick(GRAINS)}` : randomDimension(chance, layer, base),
    );
  for (let i = chance.below(4); i > 0; i--) measures.add(randomMeasure(chance, layer, base));
  if (chance.drawForKind({bins: 0.9}, 0)) dimensions.add(`${randomPrefix(chance, layer, base)}.n`);
  if (dimensions.size + measures.size === 0) measures.add(`${base}.count`);
  const filters: Filter[] = [];
  if (chance.chance(0.25)) addWindow(chance, layer, base, dimensions, measures, filters);
  if (chance.chance(0.2)) addAbove(chance, layer, base, measures);
  if (chance.chance(0.06)) addMoment(chance, base, dimensions, measures);
  if (hasRatio) addRatio(chance, layer, base, dimensions, measures);
  // If few rows are left, most join paths to a measure give the same answer.
  for (let i = chance.pick(hasRatio ? [0, 0, 1] : [0, 0, 0, 0, 1, 2]); i > 0; i--)
    filters.push(randomFilter(chance, layer, base, 0));
  if (chance.chance(0.1)) filters.push(randomSpan(chance, "metric_time"));
  if (further && chance.chance(0.25)) filters.push(furtherFilter(chance, layer, base, 0));
  if (chance.chance(0.15)) {
    filters.push({
      field: randomMeasure(chance, layer, base, ["count", "total", "words", "ratio"]),
      op: chance.pick([">", "<=", "!=", "is_null", "between"]),
      value: null,
    });
    fillValue(chance, filters.at(-1));
  }
  const calculations =
    further && chance.drawForKind(CALCULATED, 0.35) ? randomCalculations(chance, dimensions, measures) : [];
  if (calculations.length > 0 && chance.chance(0.3)) {
    const own = calculations.map(({of}) => of).filter(name => /\.(count|total|words)$/.test(name));
    const field = own[0] ?? randomMeasure(chance, layer, base, ["count", "total", "words"]);
    filters.push({field, op: chance.pick([">", "<="]), value: 1 + chance.below(3)});
  }
  for (const {name, type} of calculations) {
    if (!chance.chance(0.3) || type === "first" || type === "last") continue;
    const limit = type === "percent_of_total" || type === "percent_change" ? 0.4 : 1 + chance.below(3);
    filters.push({field: name, op: chance.pick([">", "<=", "!="]), value: limit});
  }
  const query: Query = {
    model: base,
    dimensions: [...dimensions],
    measures: [...measures],
    filters,
    ...(calculations.length > 0 ? {calculations} : {}),
    ...(further && chance.drawForKind({bottom: 1}, 0.25) ? randomTop(chance, layer, base, dimensions) : {}),
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]),
    ...(chance.chance(0.3) && periodsOf(dimensions).length === 1 ? {fillGaps: true} : {}),
    ...(measures.size > 0 && chance.chance(0.3) ? {totals: true} : {}),
  };
  const ordered = further && chance.chance(0.3) ? {...query, ...randomOrder(chance, query)} : query;
  return further ? withBins(chance, ordered) : ordered;
}

/** Random calculations of numbers: along periods if there are not too many, or along other values. */
function randomCalculations(
  chance: Chance,
  dimensions: ReadonlySet<string>,
  measures: ReadonlySet<string>,
): Calculation[] {
  const numbers = [...measures].filter(
    name =>
      !/\.(running_|rolled_)?(latest|upper_word|first_word|last_day|last_due|any_a|any_big|all_big)$/.test(
        name,
      ),
  );
  if (numbers.length === 0) return [];
  const names = [...dimensions];
  const places = names.filter(name => !/\.(at|j|hour|minute)$/.test(name));
  const periods = places.filter(name =>
    /\.(week|month|(fiscal_)?quarter|(fiscal_)?year|day|d|next|due|retail)$/.test(name),
  );
  const axis = periods.length > 0 && chance.chance(0.8) ? chance.pick(periods) : undefined;
  // A value that determines the order of groups must be equal on every engine, and so must the dimensions after it.
  const values = names.some(name => name.endsWith(".j")) ? [] : numbers.filter(name => !INEXACT.test(name));
  if (places.length > 0 && chance.drawForKind({"calculation of a calculation": 0.3}, 0.2))
    return sharesAlong(chance, {of: chance.pick(numbers), axis, places, names});
  return COLLIDING_NAMES.slice(0, 1 + chance.below(3)).map((name, i) => {
    const isAlong = values.length > 0 && chance.drawForKind({along: 0.7}, 0);
    const type = isAlong
      ? "running_total"
      : places.length > 0
        ? chance.pick(CALCULATIONS)
        : chance.pick(["percent_of_total", "rank"] as const);
    const of =
      i > 0 && chance.drawForKind({"calculation of a calculation": 0.9}, 0.4)
        ? (COLLIDING_NAMES[chance.below(i)] ?? "")
        : chance.pick(numbers);
    const whole = {name, type, of};
    if (type === "percent_of_total" || type === "rank") {
      const within = names.filter(() => chance.chance(0.4));
      const direction = type === "rank" && chance.chance(0.5) ? {direction: "asc" as const} : {};
      if (type === "rank" && values.includes(of)) values.push(name);
      return {...whole, ...(within.length > 0 ? {within} : {}), ...direction};
    }
    const counts = type === "difference" || type === "percent_change" || type === "moving_average";
    const others = places.filter(one => !counts || !periods.includes(one));
    if (axis === undefined && others.length === 0) return {...whole, type: "rank" as const};
    if (type === "running_total") {
      const along = chance.pick([
        ...others.map(along => ({along})),
        ...values.flatMap(value => alongValue(value, names)),
      ]);
      if (values.includes(of)) values.push(name);
      return {...whole, ...along};
    }
    const along = counts && axis !== undefined ? axis : chance.pick(others.length > 0 ? others : places);
    if (type === "moving_average") return {...whole, along, count: 2 + chance.below(2)};
    return {...whole, along, ...(counts && chance.chance(0.4) ? {offset: 2} : {})};
  });
}

/**
 * A share within each value of a dimension, and a running total along these shares, which are shares of different
 * wholes.
 */
function sharesAlong(
  chance: Chance,
  {of, axis, places, names}: {of: string; axis: string | undefined; places: string[]; names: string[]},
): Calculation[] {
  const along = axis ?? chance.pick(places);
  const within = names.filter(name => name === along || chance.chance(0.3));
  const type = axis === undefined ? "running_total" : chance.pick(["running_total", "difference"] as const);
  return [
    {name: COLLIDING_NAMES[0] ?? "", type: "percent_of_total", of, within},
    {name: COLLIDING_NAMES[1] ?? "", type, of: COLLIDING_NAMES[0] ?? "", along},
  ];
}

/** The further properties of a running total along a measure or a calculation. */
function alongValue(
  along: string,
  names: readonly string[],
): Pick<Calculation, "along" | "within" | "direction">[] {
  return [{along}, {along, direction: "asc"}, {along, within: names.slice(0, 1)}];
}

/** A `top` of some dimension. The rest has a name if the dimension has texts or numbers. */
function randomTop(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: ReadonlySet<string>,
): Pick<Query, "top"> {
  const names = [...dimensions].filter(name => !/\.(at|j)$/.test(name));
  if (names.length === 0) return {};
  const texts = names.filter(name => /\.(w|size|mark)$/.test(name));
  const dimension = chance.pick(texts.length > 0 && chance.chance(0.7) ? texts : names);
  const within = [...dimensions].filter(name => name !== dimension && chance.chance(0.4));
  const by = randomMeasure(chance, layer, base, "count total words ratio mean least per_other".split(" "));
  return {
    top: {
      dimension,
      by,
      count: 1 + chance.below(2),
      ...(within.length > 0 ? {within} : {}),
      ...(chance.drawForKind({bottom: 1}, 0)
        ? {direction: "asc" as const}
        : chance.chance(0.4)
          ? {direction: chance.pick(["asc", "desc"] as const)}
          : {}),
      ...((texts.includes(dimension) || dimension.endsWith(".n")) && chance.chance(0.6)
        ? {others: chance.pick(["other", "rest of it's"])}
        : {}),
    },
  };
}

/** Names of calculations. The compiler also uses some of them for its own columns. */
const COLLIDING_NAMES = ["c0", "a share", "c1"];

/** Adds a measure that filters by a joined row's field, if there is one. */
function addAbove(chance: Chance, layer: RandomLayer, base: string, measures: Set<string>): void {
  const prefix = randomPrefix(chance, layer, base);
  const model = layer.graph.models.find(({name}) => name === modelAt(layer, base, prefix));
  const name = chance.pick(["total_above", "count_above"]);
  if (model?.measures?.some(measure => measure.name === name) === true) measures.add(`${prefix}.${name}`);
}

/** Adds a measure of the first or last moment of all groups, and a dimension of that moment's periods. */
function addMoment(chance: Chance, base: string, dimensions: Set<string>, measures: Set<string>): void {
  const [name, date] = chance.pick([
    ["closing_over", "at"],
    ["opening_over", "d"],
  ] as const);
  measures.add(`${base}.${name}`);
  dimensions.add(`${base}.${date}.${chance.pick([...GRAINS, "retail"])}`);
}

/** Adds a ratio of two models, usually together with the two measures of which it is the quotient. */
function addRatio(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: Set<string>,
  measures: Set<string>,
): void {
  const near = (layer.graph.joins ?? []).filter(join => join.to === base).map(join => join.from);
  const isNear = layer.isSearched && near.length > 0 && chance.chance(0.7);
  const prefix = isNear ? chance.pick(near) : randomPrefix(chance, layer, base);
  // The groups of the query's own model show on which join path the ratio's second measure was computed.
  if (chance.chance(0.5)) dimensions.add(`${base}.${chance.pick(["w", "n", "size"])}`);
  measures.add(`${prefix}.per_other`);
  if (chance.chance(0.5)) measures.add(`${prefix}.count`);
  if (chance.chance(0.5)) measures.add(`${chance.pick(factsOf(layer)).name}.total`);
}

/** A model that several other models are joined to. */
function randomShared(chance: Chance, layer: RandomLayer): string {
  const {graph} = layer;
  const shared = graph.models.filter(
    ({name}) => (graph.joins ?? []).filter(join => join.to === name).length > 1,
  );
  return chance.pick(shared.length > 0 ? shared : factsOf(layer)).name;
}

/** Adds window measures of the base or of a joined model, and the date that the windows go along. */
function addWindow(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: Set<string>,
  measures: Set<string>,
  filters: Filter[],
): void {
  const prefix = chance.chance(0.7) ? base : randomPrefix(chance, layer, base);
  const model = layer.graph.models.find(({name}) => name === modelAt(layer, base, prefix));
  if (chance.chance(chance.requestedKind === "" ? 0.3 : 0.05)) {
    addHours(chance, prefix, dimensions, measures, filters);
    return;
  }
  const windows = (model?.measures ?? []).filter(
    measure => alongOf(measure) !== undefined && !HOURLY.some(({name}) => name === measure.name),
  );
  // If the layer is reduced to some models, the joined model may be missing.
  if (windows.length === 0) return;
  const along = alongOf(chance.pick(windows)) ?? "";
  const isOwn = !along.includes(".");
  const date = isOwn || prefix !== base ? `${prefix}.${along}` : along;
  const isConformed = along === model?.time && chance.chance(0.3);
  const time = isConformed ? "metric_time" : date;
  dimensions.add(`${time}.${chance.pick([...PERIODS, "day"])}`);
  if (chance.chance(0.25)) {
    const again = isConformed && chance.chance(0.5) ? date : time;
    if (chance.chance(0.6)) dimensions.add(`${again}.day`);
    dimensions.add(`${again}.${chance.pick([...PERIODS, ...PARTS])}`);
  }
  const alike = windows.filter(measure => alongOf(measure) === along);
  for (let i = chance.pick([1, 1, 2, 3]); i > 0; i--) measures.add(`${prefix}.${chance.pick(alike).name}`);
  // Most filters on other fields leave no rows. Filters on the date itself select periods, also after the last row.
  if (chance.chance(0.5)) filters.push(randomSpan(chance, date));
}

function alongOf({rolling, toDate, offset}: Measure): string | undefined {
  return rolling?.dimension ?? toDate?.dimension ?? offset?.dimension;
}

/** A span of time that may begin before the first row and end after the last. */
export function randomSpan(chance: Chance, date: string): FilterCondition {
  const days = ["2023-02-10", "2024-01-31", "2024-02-29", "2024-04-15", "2024-12-31", "2025-02-03"];
  const op = chance.pick([">=", "<=", "between", "between", "="]);
  if (op === "=") return {field: `${date}.month`, op, value: chance.pick(["2024-04", "2024-12"])};
  if (op !== "between") return {field: date, op, value: chance.pick(days)};
  const first = chance.below(days.length - 1);
  return {field: date, op, value: [days[first], days[first + 1]]};
}

/** The dimensions of periods, except days, which would be too many. */
function periodsOf(dimensions: Set<string>): string[] {
  const counting = [...dimensions].filter(name =>
    /\.(day|week|month|(fiscal_)?quarter|(fiscal_)?year|retail|hour|minute|d|next|due)$/.test(name),
  );
  return counting.some(name => /\.(day|hour|minute|d|next|due)$/.test(name)) ? [] : counting;
}

/** The query with subtotals, if these are possible. */
export function withSubtotals(chance: Chance, query: Query): Query {
  const {dimensions = [], measures = [], calculations = [], fillGaps, funnel, retention} = query;
  // The moment of the whole query is not the moment of the rows of a subtotal.
  const fields = measures.flatMap(fieldsOfMeasure);
  const isOfQuery = fields.some(name => /\.(closing|opening|shifted)_over$/.test(name));
  const isFit = !isOfQuery && dimensions.length > 1 && measures.length > 0 && calculations.length === 0;
  const [first] = dimensions;
  const ofValues = measuredDimensions(query);
  // With a measure in groups as a dimension, the groups differ from those of the subtotal, or a filter removes some of
  // them.
  const isOfValues = ofValues.length > 0 && (typeof first !== "string" || (query.filters ?? []).length > 0);
  const isOther = fillGaps === true || funnel !== undefined || retention !== undefined || isOfValues;
  return isFit && !isOther && chance.drawForKind({subtotals: 1, compare: 0}, 0.4)
    ? {...query, subtotals: true}
    : query;
}

const OFFSETS = [
  {unit: "month", count: 1},
  {unit: "month", count: 2},
  {unit: "quarter", count: 1},
  {unit: "year", count: 1},
  {unit: "year", count: 1},
  {unit: "week", count: 4},
  {unit: "day", count: 30},
] as const;

const SPANS = [
  ["2024-01-31", "2024-04-15"],
  ["2024-02-01", "2024-02-29"],
  ["2024-04-01", "2024-12-31"],
  ["2024-01-01", "2024-12-31"],
  ["2024-01-01", "2024-03-31"],
  ["2024-04-01", "2024-04-30"],
] as const;
/** Offsets from `NOW` to days that have rows, or to the day after. */
const TO_DAYS_WITH_ROWS = [
  {unit: "day", count: 29},
  {unit: "day", count: 30},
  {unit: "day", count: 59},
  {unit: "day", count: 60},
] as const;

/**
 * The query with a comparison to an earlier span of its model's date, if the query has no comparison yet. Sometimes
 * with further conditions.
 */
export function withCompare(chance: Chance, layer: RandomLayer, query: Query): Query {
  const {model, dimensions = [], measures = [], calculations = [], filters: given = []} = query;
  const isTime = (filter: Filter) =>
    "field" in filter &&
    ("per" in filter || filter.other === undefined) &&
    /\.(d|at|next|due)(\.|$)|metric_time/.test(filter.field);
  const {fillGaps, funnel, retention, subtotals, totals} = query;
  const ofValues = measuredDimensions(query).length > 0;
  const isOther = [fillGaps, funnel, retention, subtotals, ofValues].some(Boolean) || given.some(isTime);
  // Only numeric measures without windows can be compared. The compiler would refuse others.
  const isFit = measures.length > 0 && measures.every(isCompared);
  if (isOther || !isFit || calculations.length > 0 || !chance.drawForKind({compare: 1}, 0.9)) return query;
  const filters = [
    ...given,
    ...(chance.chance(0.15) ? [comparedFields(chance, layer, model)] : []),
    ...(chance.chance(0.1) ? [comparedMeasures(chance, layer, model)] : []),
    ...(chance.chance(0.15) ? [perFilter(chance, layer, model, 1)] : []),
  ];
  const date = `${model}.d`;
  const grain = chance.pick(["", ".day", ".week", ".month", ".quarter", ".year", ".day_of_week", "none"]);
  const sameDays = chance.chance(0.5);
  const today = NOW.slice(0, 10);
  const spans = sameDays ? SPANS.filter(([first, last]) => first <= today && last > today) : SPANS;
  const value = [...chance.pick(spans)];
  const offset =
    grain === ".quarter" || grain === ".year"
      ? ({unit: "year", count: 1} as const)
      : chance.pick(sameDays ? [...OFFSETS, ...TO_DAYS_WITH_ROWS] : OFFSETS);
  const added = grain === "none" || dimensions.includes(date + grain) ? [] : [date + grain];
  return {
    ...query,
    dimensions: [...dimensions, ...added],
    filters: [...filters, {field: date, op: "between", value}],
    compare: {offset, ...(sameDays ? {sameDays} : {})},
    // The compiler refuses totals if filters leave out groups.
    ...(totals === true && filters.length > 0 ? {totals: false} : {}),
  };
}
