import type {StoredBuild} from "../../shared/modeling/rollups/schemas.ts";
import type {Filter} from "../../shared/semantic/documents.ts";
import {addPeriods, dateText, floorDate, parseDate, type RollupPlan} from "../../shared/semantic/layers.ts";
import {boundsStatement} from "../../shared/semantic/rollup-matching/index.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Building, BuildSlice} from "./build-types.ts";

const NOTHING: StoredBuild = {columns: [], files: []};

/** A build of at most this many periods is read by one statement. */
const FEW_PERIODS = 32;
/** A compromise: the warehouse may scan all rows for each slice, and a failed build loses the rows of a whole slice. */
const MAX_SLICES = 4;

type Grain = NonNullable<BuildSlice["grain"]>;

/** The part of a roll-up that a build has to read. */
export interface Missing {
  /** The files of the current build that stay. */
  stored: StoredBuild;
  /** The first day to read; absent where all rows are read. Earlier rows stay as the current build has stored them. */
  since?: string;
  /** The first days of all slices but the first, so that no statement reads everything. */
  cuts: readonly string[];
}

/** Finds the rows that a build has to read: all, or, for an incremental roll-up, only the periods within its window. */
export async function findMissing(
  warehouse: Warehouse,
  {run, project, layer, planned}: Building,
  signal: AbortSignal,
): Promise<Missing> {
  const {plan} = planned;
  const {time, incremental} = plan.rollup;
  if (time === undefined || incremental === undefined) return {stored: NOTHING, cuts: []};
  const {partition: grain, window} = incremental;
  const asOf = run.dataAsOf ?? new Date();
  const before = run.current?.signature === planned.signature ? run.current : undefined;
  if (before?.stored.files.every(hasDay)) {
    // The window counts back from the current build, however old that build is, because it lacks the rows that were
    // added since.
    const since = firstPeriod(before.dataAsOf, window, grain, plan.timezone);
    // The file of rows without a time is always rebuilt: they lie in no period and may change at any time.
    const {columns} = before.stored;
    const files = before.stored.files.filter(({period = null}) => period !== null && period < since);
    const cuts = cutsBetween(since, asOf.toISOString().slice(0, DAY_LENGTH), grain);
    return {stored: {columns, files}, since, cuts};
  }
  const bounds = boundsStatement(layer, plan, project);
  const [row = []] = bounds === undefined ? [] : await warehouse.rows(bounds, signal);
  const [first, last] = row.map(value => value?.slice(0, DAY_LENGTH));
  return {stored: NOTHING, cuts: cutsBetween(first, last, grain)};
}

const DAY_LENGTH = "2026-01-31".length;

/** Whether the period of a file can be compared as text. Years before 1 and after 9999 cannot. */
export function hasDay({period = null}: {period?: string | null}): boolean {
  return period === null || parseDate(period) !== undefined;
}

/**
 * First days of the periods that split a range of days into equal parts; none where a year does not have four digits.
 */
function cutsBetween(from: string | undefined, to: string | undefined, grain: Grain): string[] {
  const [start, end] = [parseDate(from ?? ""), parseDate(to ?? "")];
  if (start === undefined || end === undefined) return [];
  const first = floorDate(start, grain, {weekStart: "monday"});
  const periods = first.until(end, {largestUnit: `${grain}s`})[`${grain}s`] + 1;
  const parts = Math.min(MAX_SLICES, Math.ceil(periods / FEW_PERIODS));
  return Array.from({length: Math.max(0, parts - 1)}, (_, i) =>
    dateText(addPeriods(first, grain, Math.round(((i + 1) * periods) / parts))),
  );
}

/**
 * The slices that read the missing rows, in order of time, and last the rows without a time. The first slice of a full
 * build has no lower bound, and the last slice of days has no upper one, so that no row is left out, whatever its time
 * was when the bounds were read.
 */
export function buildSlices(
  {planned}: Pick<Building, "planned">,
  {since, cuts}: Pick<Missing, "since" | "cuts">,
): BuildSlice[] {
  const {time, incremental} = planned.plan.rollup;
  if (time === undefined || incremental === undefined) return [{filters: []}];
  const {partition: grain} = incremental;
  const field = time.dimension;
  const inside = cuts.filter(cut => since === undefined || cut > since);
  const starts = [since, ...inside];
  if (starts.length === 1 && since === undefined) return [{filters: [], grain, timeless: true}];
  const marginDays = hasZonedDays(planned.plan) ? 1 : 0;
  const slices = starts.map((from, i): BuildSlice => {
    const before = inside[i];
    const filters: Filter[] = [
      ...(from === undefined ? [] : [{field, op: ">=" as const, value: addDays(from, -marginDays)}]),
      ...(before === undefined ? [] : [{field, op: "<" as const, value: addDays(before, marginDays)}]),
    ];
    const periods = {...(from === undefined ? {} : {from}), ...(before === undefined ? {} : {before})};
    return {filters, grain, ...(marginDays > 0 ? {periods} : {})};
  });
  return [...slices, {filters: [{field, op: "is_null"}], grain, timeless: true}];
}

/**
 * Whether the days are those of a time zone other than UTC, which may change its clocks. A day is then not always one
 * interval of time: where clocks go back over midnight, the old day continues after the new one has begun. Besides, the
 * warehouse's time zone database may differ from that of this process.
 */
function hasZonedDays({dimensions, timezone}: RollupPlan): boolean {
  const time = dimensions.find(({grain}) => grain !== undefined)?.reference.field;
  return time?.type === "timestamp" && timezone !== "UTC";
}

function addDays(day: string, days: number): string {
  return dateText(Temporal.PlainDate.from(day).add({days}));
}

/** The slices that an interrupted build has not read yet. A build reads its slices in order, rows without a time last. */
export function remainingSlices(
  files: StoredBuild["files"],
  building: Pick<Building, "planned">,
  missing: Missing,
): BuildSlice[] {
  const grain = building.planned.plan.rollup.incremental?.partition;
  const days = files.map(({period = null}) => period).sort();
  const last = parseDate(days.at(-1) ?? "");
  if (grain === undefined || days.includes(null) || last === undefined) return [];
  const next = dateText(addPeriods(last, grain, 1));
  const {since, cuts} = missing;
  // A filter cannot name a day after 9999, so only the rows without a time are left to read.
  if (parseDate(next) === undefined)
    return buildSlices(building, {since: days.at(-1) ?? "", cuts: []}).slice(-1);
  return buildSlices(building, {since: since === undefined || since < next ? next : since, cuts});
}

/** The first day of the period in which the window begins. */
function firstPeriod(asOf: Date, window: string, grain: Grain, timezone: string): string {
  const count = Number(window.slice(0, -1));
  const hours = window.endsWith("d") ? count * 24 : count;
  const start = Temporal.Instant.fromEpochMilliseconds(asOf.getTime()).subtract({hours});
  return dateText(floorDate(start.toZonedDateTimeISO(timezone).toPlainDate(), grain, {weekStart: "monday"}));
}
