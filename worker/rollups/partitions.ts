import type {StoredBuild} from "../../shared/rollups/schemas.ts";
import {addPeriods, dateText, floorDate, parseDate} from "../../shared/semantic/filters/moments.ts";
import type {Filter} from "../../shared/semantic/query.ts";
import {periodsStatement} from "../../shared/semantic/rollups/answer.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Building, Partition} from "./building.ts";

const NOTHING: StoredBuild = {columns: [], files: []};

/**
 * The files to build, and those of the build before that stay: all is built anew, unless the roll-up is incremental and
 * only its last periods may have changed.
 */
export async function planPartitions(
  warehouse: Warehouse,
  {run, project, layer, planned}: Building,
  signal: AbortSignal,
): Promise<{partitions: Partition[]; kept: StoredBuild}> {
  const {plan} = planned;
  const {time, incremental} = plan.rollup;
  if (time === undefined || incremental === undefined) return {partitions: [{filters: []}], kept: NOTHING};
  const {partition: grain, window} = incremental;
  const field = time.dimension;
  const before = run.current?.signature === planned.signature ? run.current.stored : undefined;
  const asOf = run.dataAsOf ?? new Date();
  const first = before && firstPeriod(asOf, window, grain, plan.timezone);
  const since: Filter[] = first === undefined ? [] : [{field, op: ">=", value: first}];
  const statement = periodsStatement(layer, plan, project, grain, since);
  const rows = await warehouse.rows(statement, signal);
  const periods = rows.flatMap(([day]) => (day === null || day === undefined ? [] : [day.slice(0, 10)]));
  const partitions = periods.sort().map((period): Partition => {
    const date = parseDate(period);
    if (date === undefined) throw new Error(`"${period}" is not a day`);
    const next = dateText(addPeriods(date, grain, 1));
    return {
      period,
      filters: [
        {field, op: ">=", value: period},
        {field, op: "<", value: next},
      ],
    };
  });
  // Rows without a time lie in no period, and may change at any time.
  partitions.push({period: null, filters: [{field, op: "is_null"}]});
  const files =
    before?.files.filter(({period = null}) => period !== null && first !== undefined && period < first) ?? [];
  return {partitions, kept: before ? {columns: before.columns, files} : NOTHING};
}

/** The first day of the first period that the window reaches into. */
function firstPeriod(asOf: Date, window: string, grain: "day" | "month" | "year", timezone: string): string {
  const count = Number(window.slice(0, -1));
  const hours = window.endsWith("d") ? count * 24 : count;
  const start = Temporal.Instant.fromEpochMilliseconds(asOf.getTime()).subtract({hours});
  return dateText(floorDate(start.toZonedDateTimeISO(timezone).toPlainDate(), grain, {weekStart: "monday"}));
}
