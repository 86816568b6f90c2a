import type {StoredBuild} from "../../shared/rollups/schemas.ts";
import {addPeriods, dateText, floorDate, parseDate} from "../../shared/semantic/filters/moments.ts";
import type {Filter} from "../../shared/semantic/query.ts";
import {boundsStatement} from "../../shared/semantic/rollups/answer.ts";
import type {RollupPlan} from "../../shared/semantic/rollups/plan.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Building, Stretch} from "./building.ts";

const NOTHING: StoredBuild = {columns: [], files: []};

/** So many periods are read by one statement in any case. */
const FEW_PERIODS = 32;
/** A warehouse may read all rows for each statement, and a build that breaks off loses what one of them has read. */
const MOST_STRETCHES = 4;

type Grain = NonNullable<Stretch["grain"]>;

/** What is to be built. */
export interface Missing {
  /** What the build before has stored and stays. */
  kept: StoredBuild;
  /** The first day that is read, if what is before it stays as the build before has stored it. */
  since?: string;
  /** Days at which what is read is cut, so that no statement reads all of it. */
  cuts: readonly string[];
}

/** All is built anew, unless the roll-up is incremental and only its last periods may have changed. */
export async function findMissing(
  warehouse: Warehouse,
  {run, project, layer, planned}: Building,
  signal: AbortSignal,
): Promise<Missing> {
  const {plan} = planned;
  const {time, incremental} = plan.rollup;
  if (time === undefined || incremental === undefined) return {kept: NOTHING, cuts: []};
  const {partition: grain, window} = incremental;
  const asOf = run.dataAsOf ?? new Date();
  const before = run.current?.signature === planned.signature ? run.current : undefined;
  if (before?.stored.files.every(hasDay)) {
    // However long ago that was: what came since is not in it.
    const since = firstPeriod(before.dataAsOf, window, grain, plan.timezone);
    // Rows without a time lie in no period, and may change at any time.
    const {columns} = before.stored;
    const files = before.stored.files.filter(({period = null}) => period !== null && period < since);
    const cuts = cutsBetween(since, asOf.toISOString().slice(0, DAY_LENGTH), grain);
    return {kept: {columns, files}, since, cuts};
  }
  const bounds = boundsStatement(layer, plan, project);
  const [row = []] = bounds === undefined ? [] : await warehouse.rows(bounds, signal);
  const [first, last] = row.map(value => value?.slice(0, DAY_LENGTH));
  return {kept: NOTHING, cuts: cutsBetween(first, last, grain)};
}

const DAY_LENGTH = "2026-01-31".length;

/** Whether the period of a file can be compared as text: years before the first and after 9999 cannot. */
export function hasDay({period = null}: {period?: string | null}): boolean {
  return period === null || parseDate(period) !== undefined;
}

/** First days of periods that cut what lies between two days into equal parts; none where a day is none of four digits. */
function cutsBetween(from: string | undefined, to: string | undefined, grain: Grain): string[] {
  const [start, end] = [parseDate(from ?? ""), parseDate(to ?? "")];
  if (start === undefined || end === undefined) return [];
  const first = floorDate(start, grain, {weekStart: "monday"});
  const periods = first.until(end, {largestUnit: `${grain}s`})[`${grain}s`] + 1;
  const parts = Math.min(MOST_STRETCHES, Math.ceil(periods / FEW_PERIODS));
  return Array.from({length: Math.max(0, parts - 1)}, (_, i) =>
    dateText(addPeriods(first, grain, Math.round(((i + 1) * periods) / parts))),
  );
}

/**
 * The statements that read what is missing, in order. The first and the last have no end where nothing else has, so that
 * no row is left out whatever its time is, or was when the bounds were looked at.
 */
export function stretchesOf(
  {planned}: Pick<Building, "planned">,
  {since, cuts}: Pick<Missing, "since" | "cuts">,
): Stretch[] {
  const {time, incremental} = planned.plan.rollup;
  if (time === undefined || incremental === undefined) return [{filters: []}];
  const {partition: grain} = incremental;
  const field = time.dimension;
  const inside = cuts.filter(cut => since === undefined || cut > since);
  const starts = [since, ...inside];
  if (starts.length === 1 && since === undefined) return [{filters: [], grain, timeless: true}];
  const marginDays = daysAreCutByZone(planned.plan) ? 1 : 0;
  const stretches = starts.map((from, i): Stretch => {
    const before = inside[i];
    const filters: Filter[] = [
      ...(from === undefined ? [] : [{field, op: ">=" as const, value: addDays(from, -marginDays)}]),
      ...(before === undefined ? [] : [{field, op: "<" as const, value: addDays(before, marginDays)}]),
    ];
    const periods = {...(from === undefined ? {} : {from}), ...(before === undefined ? {} : {before})};
    return {filters, grain, ...(marginDays > 0 ? {periods} : {})};
  });
  return [...stretches, {filters: [{field, op: "is_null"}], grain, timeless: true}];
}

/**
 * Whether the days of the time are those of a zone that changes its clocks. Then a day need not lie between two moments:
 * where clocks go back over midnight, it goes on after the next has begun. And the warehouse may know other changes of
 * the zone than this process does.
 */
function daysAreCutByZone({dimensions, timezone}: RollupPlan): boolean {
  const time = dimensions.find(({grain}) => grain !== undefined)?.reference.field;
  return time?.type === "timestamp" && timezone !== "UTC";
}

function addDays(day: string, days: number): string {
  return dateText(Temporal.PlainDate.from(day).add({days}));
}

/** The statements that are left of a build that broke off. They are read in order, rows without a time last. */
export function stretchesAfter(
  files: StoredBuild["files"],
  building: Pick<Building, "planned">,
  missing: Missing,
): Stretch[] {
  const grain = building.planned.plan.rollup.incremental?.partition;
  const days = files.map(({period = null}) => period).sort();
  const last = parseDate(days.at(-1) ?? "");
  if (grain === undefined || days.includes(null) || last === undefined) return [];
  const next = dateText(addPeriods(last, grain, 1));
  const {since, cuts} = missing;
  // No filter names a later day.
  if (parseDate(next) === undefined)
    return stretchesOf(building, {since: days.at(-1) ?? "", cuts: []}).slice(-1);
  return stretchesOf(building, {since: since === undefined || since < next ? next : since, cuts});
}

/** The first day of the first period that the window reaches into. */
function firstPeriod(asOf: Date, window: string, grain: Grain, timezone: string): string {
  const count = Number(window.slice(0, -1));
  const hours = window.endsWith("d") ? count * 24 : count;
  const start = Temporal.Instant.fromEpochMilliseconds(asOf.getTime()).subtract({hours});
  return dateText(floorDate(start.toZonedDateTimeISO(timezone).toPlainDate(), grain, {weekStart: "monday"}));
}
