import type {Row} from "../random-layer.ts";
import {type FieldPath, keyOf} from "./field-paths.ts";
import type {Window} from "./time.ts";
import type {Value} from "./values.ts";

export interface Group {
  key: Value[];
  rows: Map<string, Set<Row>>;
  /** The inner groups of each nested measure, by its name. */
  inside?: Map<string, Group[]>;
}

export type Groups = Map<string, Group>;

const texts = new WeakMap<readonly Value[], string>();

/** A group's key as a text that identifies the group. */
export function textOf(key: readonly Value[]): string {
  const found = texts.get(key) ?? JSON.stringify(key);
  texts.set(key, found);
  return found;
}

export interface Entry {
  key: Value[];
  row: Row;
}

/**
 * The rows of a measure with their groups. For a window measure, also the first and last day that the filters allow.
 */
export interface GroupedRows {
  measure: FieldPath;
  entries: Entry[];
  /** For a conversion measure: the rows that convert, each in the group of the row for which it counts. */
  conversions?: Entry[];
  dimensions: FieldPath[];
  periods?: {
    window: Window;
    time: FieldPath;
    along: number;
    grain: string;
    /** Other dimensions of the same time. They have the values of the period, not of the row. */
    derived: {index: number; grain: string}[];
    first?: string;
    last?: string;
  };
}

/** Measures that include rows of other periods. */
const WINDOWS = new Set(
  (
    "rolled running shifted closing_shifted known_a rolled_up shifted_up week_ago days_ago days_ahead year_ago " +
    "rolled_week_ago shifted_over to_date to_date_before at_start rolled_mean rolled_least rolled_any_big " +
    "rolled_words running_any_a running_latest year_to_date fiscal_to_date rolled_year_ago weeks_and_month_ago " +
    "months_and_weeks_ago before_start to_date_year_ago share_ago rolled_above rolled_hours " +
    "rolled_minutes words_in_hours closing_in_hours hour_ago minutes_ahead rolled_hour_ago month_in_hours " +
    "least_in_minutes counted_in_minutes counted_hours_ago week_in_hours"
  ).split(" "),
);

/** Measures that count rows of other models. */
const CONVERSIONS = new Set(["followed", "followed_a"]);

/** Measures of the first or last moment among the rows of all groups, each with the field of that moment. */
const OVER_QUERY: Record<string, {date: string; ends: (rows: Row[]) => Row[]}> = {
  closing_over: {date: "at", ends: rows => atEnd(rows, "at", "last")},
  shifted_over: {date: "at", ends: rows => atEnd(rows, "at", "last")},
  opening_over: {date: "d", ends: rows => rowsAtEnds(rows, "first")},
};

/** The key under which a group stores the rows of a measure. Each window measure has its own rows. */
export function rowsKey(path: FieldPath): string {
  const window = WINDOWS.has(path.field) || CONVERSIONS.has(path.field) ? path.field : "";
  const named = path.isExplicit || path.steps.length === 0 ? "" : "searched";
  return `${path.model}/${keyOf(path.steps)}/${window}/${named}`;
}

/** The key under which a group stores the rows of a measure that are at the first or last moment of all groups. */
export function momentRowsKey(path: FieldPath): string {
  return `${rowsKey(path)}/${path.field}`;
}

export function addRows(
  groups: Groups,
  {measure, dimensions, periods, conversions}: GroupedRows,
  entries: readonly Entry[],
): void {
  if (conversions !== undefined) {
    for (const {key} of entries) rowsIn(groups, key, measure);
    for (const {key, row} of conversions) rowsIn(groups, key, measure).add(row);
    return;
  }
  for (const {key, row} of entries) rowsIn(groups, key, measure).add(row);
  const over = OVER_QUERY[measure.field];
  if (over === undefined) return;
  const parts = Map.groupBy(entries, ({key}) => {
    const own = key.filter((_, i) => {
      const {steps, field} = dimensions[i]!;
      return i === periods?.along || (steps.length === 0 && field === over.date);
    });
    return JSON.stringify(own);
  });
  for (const part of parts.values()) {
    const atMoment = new Set(over.ends([...new Set(part.map(({row}) => row))]));
    for (const {key, row} of part) {
      const {rows} = groups.get(textOf(key))!;
      const own = rows.get(momentRowsKey(measure)) ?? new Set<Row>();
      rows.set(momentRowsKey(measure), own);
      if (atMoment.has(row)) own.add(row);
    }
  }
}

/** The rows of a measure in the group of a key. Creates the group if it is missing. */
function rowsIn(groups: Groups, key: Value[], measure: FieldPath): Set<Row> {
  const text = textOf(key);
  const group = groups.get(text) ?? {key, rows: new Map<string, Set<Row>>()};
  groups.set(text, group);
  const own = group.rows.get(rowsKey(measure)) ?? new Set<Row>();
  group.rows.set(rowsKey(measure), own);
  return own;
}

/** The rows that are at the first or the last moment among these rows. */
export function atEnd(rows: Row[], field: string, take: "first" | "last"): Row[] {
  const moments = rows
    .flatMap(row => row[field] ?? [])
    .map(String)
    .sort();
  const end = take === "last" ? moments.at(-1) : moments[0];
  return rows.filter(row => end !== undefined && row[field] === end);
}

/** For each `n`, the rows of the first or the last day among the rows whose `w` is neither null nor b. */
export function rowsAtEnds(rows: Row[], take: "first" | "last"): Row[] {
  const picked = rows.filter(row => row["w"] !== null && row["w"] !== "b");
  const per = Map.groupBy(picked, row => row["n"] ?? null);
  return [...per.values()].flatMap(some => atEnd(some, "d", take));
}
