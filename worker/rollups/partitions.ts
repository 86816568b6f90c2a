import type {StoredBuild} from "../../shared/rollups/schemas.ts";
import {addPeriods, dateText, floorDate, parseDate} from "../../shared/semantic/filters/moments.ts";
import type {Filter} from "../../shared/semantic/query.ts";
import {periodsStatement} from "../../shared/semantic/rollups/answer.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Building, Stretch} from "./building.ts";

const NOTHING: StoredBuild = {columns: [], files: []};

/** So many periods are read by one statement: then a warehouse is not asked for each, and little is lost by a restart. */
const MOST_PERIODS = 32;

/** What is to be built. */
export interface Missing {
  /** The first day of each period, in order, and `null` for rows without a time; absent where one file holds all rows. */
  periods?: readonly (string | null)[];
  /** What the build before has stored and stays. */
  kept: StoredBuild;
  /** The first of the periods, if those before it stay as the build before has stored them. */
  since?: string;
}

/** All is built anew, unless the roll-up is incremental and only its last periods may have changed. */
export async function findMissing(
  warehouse: Warehouse,
  {run, project, layer, planned}: Building,
  signal: AbortSignal,
): Promise<Missing> {
  const {plan} = planned;
  const {time, incremental} = plan.rollup;
  if (time === undefined || incremental === undefined) return {kept: NOTHING};
  const {partition: grain, window} = incremental;
  const before = run.current?.signature === planned.signature ? run.current.stored : undefined;
  const asOf = run.dataAsOf ?? new Date();
  const first = before && firstPeriod(asOf, window, grain, plan.timezone);
  const since: Filter[] = first === undefined ? [] : [{field: time.dimension, op: ">=", value: first}];
  const rows = await warehouse.rows(periodsStatement(layer, plan, project, grain, since), signal);
  const periods = rows.flatMap(([day]) => (day === null || day === undefined ? [] : [day.slice(0, 10)]));
  const files =
    before?.files.filter(({period = null}) => period !== null && first !== undefined && period < first) ?? [];
  // Rows without a time lie in no period, and may change at any time.
  const all = [...periods.sort(), null];
  if (before === undefined || first === undefined) return {periods: all, kept: NOTHING};
  return {periods: all, kept: {columns: before.columns, files}, since: first};
}

/** The statements that read these periods. */
export function stretchesOf(
  {planned}: Pick<Building, "planned">,
  periods: readonly (string | null)[] | undefined,
): Stretch[] {
  const {time, incremental} = planned.plan.rollup;
  if (periods === undefined || time === undefined || incremental === undefined) return [{filters: []}];
  const {partition: grain} = incremental;
  const field = time.dimension;
  const days = periods.filter(period => period !== null);
  const stretches: Stretch[] = [];
  for (let at = 0; at < days.length; at += MOST_PERIODS) {
    const some = days.slice(at, at + MOST_PERIODS);
    const filters: Filter[] = [
      {field, op: ">=", value: some[0]},
      {field, op: "<", value: periodAfter(some.at(-1) ?? "", grain)},
    ];
    stretches.push({filters, grain});
  }
  if (periods.includes(null)) stretches.push({filters: [{field, op: "is_null"}], grain, timeless: true});
  return stretches;
}

function periodAfter(period: string, grain: "day" | "month" | "year"): string {
  const date = parseDate(period);
  if (date === undefined) throw new Error(`"${period}" is not a day`);
  return dateText(addPeriods(date, grain, 1));
}

/** The first day of the first period that the window reaches into. */
function firstPeriod(asOf: Date, window: string, grain: "day" | "month" | "year", timezone: string): string {
  const count = Number(window.slice(0, -1));
  const hours = window.endsWith("d") ? count * 24 : count;
  const start = Temporal.Instant.fromEpochMilliseconds(asOf.getTime()).subtract({hours});
  return dateText(floorDate(start.toZonedDateTimeISO(timezone).toPlainDate(), grain, {weekStart: "monday"}));
}
