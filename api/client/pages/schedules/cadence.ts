import {Cron} from "croner";

export type Every = "day" | "weekday" | "week" | "month" | "cron";

/** A cadence in the fields of a form. `time` is `HH:MM`; `day` is 0 (Sunday) to 6 of a week, or 1 to 28 of a month. */
export interface Cadence {
  every: Every;
  time: string;
  day: number;
  cron: string;
  timezone: string;
}

export const EVERY: readonly {value: Every; text: string}[] = [
  {value: "day", text: "Every day"},
  {value: "weekday", text: "Monday to Friday"},
  {value: "week", text: "Every week"},
  {value: "month", text: "Every month"},
  {value: "cron", text: "By a cron expression"},
];

export const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
export const LAST_DAY = 28;

export function newCadence(): Cadence {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  return {every: "week", time: "08:00", day: 1, cron: "0 8 * * 1", timezone: timeZone};
}

/** The cron expression: five fields. */
export function cronOf({every, time, day, cron}: Cadence): string {
  const [hour = 8, minute = 0] = time.split(":").map(Number);
  const at = `${minute} ${hour}`;
  if (every === "day") return `${at} * * *`;
  if (every === "weekday") return `${at} * * 1-5`;
  if (every === "week") return `${at} * * ${day % 7}`;
  if (every === "month") return `${at} ${day} * *`;
  return cron.trim();
}

/** The cadence of a cron expression: `every` is "cron" where people have no short words for the expression. */
export function cadenceOf(cron: string, timezone: string): Cadence {
  const base = {time: "08:00", day: 1, cron, timezone};
  const [, minute, hour, date, week] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined) return {...base, every: "cron"};
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (date !== "*") {
    const day = Number(date);
    return week === "*" && day >= 1 && day <= LAST_DAY
      ? {...base, time, day, every: "month"}
      : {...base, every: "cron"};
  }
  if (week === "*") return {...base, time, every: "day"};
  if (week === "1-5") return {...base, time, every: "weekday"};
  return {...base, time, day: Number(week), every: "week"};
}

/** The next moments, or the sentence that says what is wrong with the expression or the timezone. */
export function nextRuns(cadence: Cadence, count: number): Date[] | string {
  try {
    return new Cron(cronOf(cadence), {timezone: cadence.timezone, mode: "5-part", paused: true}).nextRuns(
      count,
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
