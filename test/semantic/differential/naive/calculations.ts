import type {Query} from "../../../../shared/semantic/query.ts";
import type {Calculation} from "../../../../shared/semantic/query-calculations.ts";
import {dimensionNames, measureNames} from "../../../../shared/semantic/selected-names.ts";
import {RETAIL} from "../random-layer.ts";
import {addPeriods} from "./time.ts";
import type {Value} from "./values.ts";

/** A group with its measures, and what is computed of them. */
export interface Line {
  group: {key: Value[]};
  values: Value[];
  calculated: Value[];
}

const PERIODS = ["day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year", "retail"];
const RETAIL_PERIODS = [...new Set(RETAIL.values())].sort();

/** The index of the dimension that a calculation goes along, else -1. */
export function alongOf(query: Query, {type, along}: Calculation, grains: readonly string[]): number {
  if (type === "percent_of_total" || type === "rank") return -1;
  return along === undefined
    ? grains.findIndex(grain => PERIODS.includes(grain))
    : dimensionNames(query).indexOf(along);
}

export function countsPeriods({type}: Calculation, grain: string | undefined): boolean {
  return ["difference", "percent_change", "moving_average"].includes(type) && PERIODS.includes(grain ?? "");
}

interface Around {
  line: Line;
  /** The groups that are shown. */
  shown: readonly Line[];
  /** Those of all periods, without values where they are not shown. */
  axis: readonly Line[];
  along: number;
  grains: readonly string[];
}

/** What a calculation gives for one group, looked up among all others. */
export function calculate(query: Query, calculation: Calculation, around: Around): Value {
  const {calculations = []} = query;
  const [dimensions, measures] = [dimensionNames(query), measureNames(query)];
  const {type, of, within = [], direction} = calculation;
  const {line, shown, along} = around;
  const at = measures.indexOf(of);
  // Of another calculation, which a group has only where it is shown.
  const behind = calculations.findIndex(({name}) => name === of);
  const known = new Map(shown.map(other => [JSON.stringify(other.group.key), other]));
  const shownValue = (other: Line): Value => {
    if (at >= 0) return other.values[at] ?? null;
    return known.get(JSON.stringify(other.group.key))?.calculated[behind] ?? null;
  };
  const value = shownValue(line);
  const isBeside = (other: Line, indexes: readonly number[]) =>
    indexes.every(i => other.group.key[i] === line.group.key[i]);
  const group = within.map(name => dimensions.indexOf(name));
  const values = shown.filter(other => isBeside(other, group)).map(shownValue);
  if (type === "percent_of_total") return quotient(value, sum(values));
  if (type === "rank") {
    const isBefore = (other: Value) =>
      other !== null &&
      (value === null || (direction === "asc" ? order(other, value) < 0 : order(other, value) > 0));
    return 1 + values.filter(isBefore).length;
  }
  const place = line.group.key[along] ?? null;
  if (place === null) return null;
  const others = dimensions.flatMap((_, i) => (i === along ? [] : [i]));
  const series = (lines: readonly Line[]) =>
    lines
      .filter(other => isBeside(other, others) && (other.group.key[along] ?? null) !== null)
      .toSorted((a, b) => order(a.group.key[along] ?? null, b.group.key[along] ?? null));
  const own = series(shown);
  const measureOf = (other: Line | undefined) => (other === undefined ? null : shownValue(other));
  if (type === "running_total") {
    return sum(own.filter(other => order(other.group.key[along] ?? null, place) <= 0).map(measureOf));
  }
  if (type === "first") return measureOf(own[0]);
  if (type === "last") return measureOf(own.at(-1));
  const back = lookBack(calculation, around, series(around.axis), place);
  if (type === "moving_average") {
    const known = Array.from({length: calculation.count ?? 0}, (_, i) => measureOf(back(i))).filter(
      v => v !== null,
    );
    return quotient(sum(known), known.length);
  }
  const before = measureOf(back(calculation.offset ?? 1));
  const difference = value === null || before === null ? null : Number(value) - Number(before);
  return type === "difference" ? difference : quotient(difference, before);
}

/** Of periods the one so many before, whether it is shown or not; of other values the one so many rows before. */
function lookBack(calculation: Calculation, {grains, along}: Around, series: readonly Line[], place: Value) {
  const grain = grains[along] ?? "";
  if (!countsPeriods(calculation, grain)) {
    const at = series.findIndex(other => other.group.key[along] === place);
    return (count: number) => (at < count ? undefined : series[at - count]);
  }
  return (count: number) => {
    if (grain === "retail") {
      const period = RETAIL_PERIODS[RETAIL_PERIODS.indexOf(String(place)) - count];
      return series.find(other => other.group.key[along] === period);
    }
    const period = addPeriods(Temporal.PlainDate.from(String(place)), grain, -count).toString();
    return series.find(other => other.group.key[along] === period);
  };
}

function sum(values: readonly Value[]): Value {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.map(Number).reduce((a, b) => a + b);
}

function quotient(a: Value, b: Value): Value {
  return a === null || b === null || Number(b) === 0 ? null : Number(a) / Number(b);
}

export function order(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : String(a) === String(b) ? 0 : 1;
}
