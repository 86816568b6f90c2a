import type {Bin} from "../../../../shared/semantic/documents.ts";
import {KIND_KEYS, readKinds, writtenKinds} from "./kinds/kinds.ts";
import {
  AGGREGATES,
  type Aggregate,
  type Computed,
  type Groups,
  isCalculation,
  type Parts,
  UNITS,
} from "./parts.ts";

const BIN = "bin.";
const PER = "per.";
/** Begins the key of a measure that is aggregated over groups, like `per.`, and is also a column itself. */
const ALSO_PREFIX = "also.";
const KEYS: ReadonlySet<string> = new Set([
  "calc",
  "calc-by",
  "subtotals",
  "compare",
  "same-days",
  ...KIND_KEYS,
]);

const isAggregate = (text: string): text is Aggregate => Object.hasOwn(AGGREGATES, text);

/**
 * Reads the parts of a question from the query string of an address: `bin.flights.distance=width:500`,
 * `per.flights.count=median:flights.date.day`, `calc=moving_average:3:flights.count&calc-by=flights.date.month`,
 * `compare=month`. Field names may contain a colon, so a name is the last part of a value, or of a key.
 */
export function readParts(given: URLSearchParams): Parts {
  const bins = new Map<string, Bin>();
  const groups = new Map<string, Groups>();
  for (const [key, value] of given) {
    const bin = key.startsWith(BIN) ? readBin(value) : undefined;
    if (bin) bins.set(key.slice(BIN.length), bin);
    const prefix = [PER, ALSO_PREFIX].find(one => key.startsWith(one));
    const [, agg = "", per = ""] = /^(\w+):(.+)$/s.exec(value) ?? [];
    if (prefix && isAggregate(agg))
      groups.set(key.slice(prefix.length), {agg, per, beside: prefix === ALSO_PREFIX});
  }
  const unit = UNITS.find(one => one === given.get("compare"));
  const by = given.getAll("calc-by");
  return {
    bins,
    groups,
    calculations: given.getAll("calc").flatMap((value, i) => readCalculation(value, by[i] ?? "")),
    subtotals: given.has("subtotals"),
    compare: unit && {unit, sameDays: given.has("same-days")},
    ...readKinds(given),
  };
}

export function isPart(key: string): boolean {
  return KEYS.has(key) || [BIN, PER, ALSO_PREFIX].some(prefix => key.startsWith(prefix));
}

export function writtenParts(parts: Parts): [string, string][] {
  const {bins, groups, calculations, subtotals, compare} = parts;
  return [
    ...[...bins].map(([field, bin]): [string, string] => [BIN + field, writtenBin(bin)]),
    ...[...groups].map(([measure, {agg, per, beside}]): [string, string] => [
      (beside ? ALSO_PREFIX : PER) + measure,
      `${agg}:${per}`,
    ]),
    ...calculations.flatMap(({type, of, by, count}): [string, string][] => [
      ["calc", `${type}:${count ?? ""}:${of}`],
      ["calc-by", by],
    ]),
    ...(subtotals ? [["subtotals", "1"] satisfies [string, string]] : []),
    ...(compare ? [["compare", compare.unit] satisfies [string, string]] : []),
    ...(compare?.sameDays ? [["same-days", "1"] satisfies [string, string]] : []),
    ...writtenKinds(parts),
  ];
}

/** Parses `width:500`, `count:10` or `edges:0,100,1000`; `undefined` for anything else. */
export function readBin(written: string): Bin | undefined {
  const [kind, text = ""] = written.split(":");
  const numbers = text.split(",").map(one => (one.trim() === "" ? Number.NaN : Number(one)));
  const [first = Number.NaN] = numbers;
  if (!numbers.every(Number.isFinite)) return undefined;
  if (kind === "edges") return {edges: numbers};
  if (numbers.length > 1) return undefined;
  return kind === "width" ? {width: first} : kind === "count" ? {count: first} : undefined;
}

export function writtenBin(bin: Bin): string {
  if ("edges" in bin) return `edges:${bin.edges.join(",")}`;
  return "width" in bin ? `width:${bin.width}` : `count:${bin.count}`;
}

function readCalculation(written: string, by: string): Computed[] {
  const [, type = "", number = "", of = ""] = /^(\w+):(\d*):(.*)$/s.exec(written) ?? [];
  return isCalculation(type) ? [{type, of, by, count: number === "" ? undefined : Number(number)}] : [];
}
