import type {ScheduleView as Schedule} from "../../../../shared/automation/schedules/schemas.ts";
import type {ScheduleResource as Resource} from "../../../../shared/content/resources/schemas.ts";
import {capitalised} from "../../../../shared/core/one-line.ts";
import {describeCadence} from "../automation/words.ts";
import {cadenceOf} from "./cadence.ts";

export type {Resource, Schedule};

export type Format = "html" | "csv" | "xlsx" | "png" | "pdf";

export const FORMATS: readonly {value: Format; text: string}[] = [
  {value: "html", text: "In the mail, with pictures"},
  {value: "pdf", text: "As PDF"},
  {value: "xlsx", text: "As a spreadsheet"},
  {value: "csv", text: "As CSV"},
  {value: "png", text: "As pictures"},
];

/** Addresses, one a line or between commas. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

const PATHS = {dashboard: "dashboards", chart: "charts", dataset: "datasets"} as const;

export function pathOf({resourceType, resourceId}: Resource): string {
  return `${PATHS[resourceType]}/${encodeURIComponent(resourceId)}`;
}

/** When a schedule is due, in words: "Every Monday at 08:00 (UTC)". */
export function describeSchedule({
  cron,
  timezone,
  cadence,
}: Pick<Schedule, "cron" | "timezone"> & {cadence: Pick<Schedule["cadence"], "description">}): string {
  if (cadenceOf(cron, timezone).every === "cron") return cadence.description;
  const words = describeCadence({cron, timezone});
  return capitalised(words);
}
