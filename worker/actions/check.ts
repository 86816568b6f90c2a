import type {AskedStatement} from "../../shared/actions/runs.ts";
import type {Offset, Threshold} from "../../shared/actions/schemas.ts";
import {MOST_KEYS, type Observation} from "../../shared/actions/threshold.ts";
import type {Actor} from "../../shared/actor.ts";
import {preparePinned} from "../../shared/authors/saved-query.ts";
import {presentTime} from "../../shared/cadence/cadences.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {Prepared} from "../../shared/layers/query-memory.ts";
import {readResult} from "../../shared/queries/results/read-result.ts";
import {textOf} from "../../shared/queries/results/result-text.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";
import type {Query} from "../../shared/semantic/query.ts";
import {columnNamesOf} from "../../shared/semantic/resolve/result-columns.ts";
import {soFar} from "./so-far.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** The statements of a threshold at a moment: its query's, and the same for an earlier period where it has one. */
export interface Plan {
  query: Query;
  /** One, or two with the earlier period second. */
  asked: Asked[];
}

interface Asked {
  query: Query;
  prepared: Prepared;
  at: Date;
}

/** The rows of a plan's statements. */
export interface Rows {
  /** By the database's clock. */
  askedAt: Date;
  columns: string[];
  rows: unknown[][];
  /** A short name of each row's dimensions, which may be long. */
  keys: string[];
  earlier?: Pick<Rows, "rows" | "keys">;
}

/** The result of a threshold's query, ready to be judged. */
export interface Check {
  askedAt: Date;
  columns: string[];
  rows: unknown[][];
  observations: Observation[];
  statements: AskedStatement[];
}

/**
 * Prepares the threshold's query under the rights of the principal. Rejects with the codes of a query, and for rows that
 * are limited by attributes that the principal does not have.
 */
export async function planCheck(
  runner: Runner,
  actor: Actor,
  {query: asked, compare}: Threshold,
  now: Date,
): Promise<Plan> {
  const query = {...asked, limit: asked.limit ?? MOST_KEYS + 1};
  const prepared = await preparePinned(runner, actor, query, now);
  const {missingAttributes, timezone} = prepared.compiled;
  if (missingAttributes.length > 0) {
    const message = `Its rows are limited by attributes that ${actor.name} does not have: ${missingAttributes.join(", ")}.`;
    throw new ServiceError("missing_privilege", message);
  }
  if (!compare || !("offset" in compare)) return {query, asked: [{query, prepared, at: now}]};
  const moments = [now, earlier(now, compare.offset, timezone)];
  const whole = () =>
    Promise.all(
      moments.map(async at => ({query, prepared: await preparePinned(runner, actor, query, at), at})),
    );
  if (compare.sameDays === false) return {query, asked: await whole()};
  try {
    const asked = moments.map(async at => {
      const passed = soFar(query, prepared.compiled, at);
      return {query: passed, prepared: await preparePinned(runner, actor, passed, at), at};
    });
    return {query, asked: await Promise.all(asked)};
  } catch (error) {
    // A dataset may offer the time at its grain only.
    if (error instanceof ServiceError && error.status === 422) return {query, asked: await whole()};
    throw error;
  }
}

/** Plans with equal keys have equal rows. */
export function keyOfPlan({asked}: Plan): string {
  return asked.map(({prepared}) => prepared.fingerprint).join(" ");
}

/** Asks the warehouse, and no memory of it. Rejects with the codes of a query. */
export async function askPlan(runner: Runner, asking: Asking, {query: whole, asked}: Plan): Promise<Rows> {
  const askedAt = await presentTime(runner.db);
  const [first, second] = asked.map(async ({query, prepared}) => {
    const {body} = await runner.run({...asking, fresh: true}, query, prepared, "json");
    return readResult(await textOf(body, {bytes: MOST_BYTES})).rows;
  });
  const [rows = [], before] = await Promise.all([first, second]);
  const columns = asked[0]?.prepared.compiled.columns.map(({name}) => name) ?? [];
  const dimensions = columnNamesOf(whole).dimensions.length;
  const keysOf = (some: unknown[][]) => some.map(row => keyOf(row.slice(0, dimensions)));
  const earlier = before && {rows: before, keys: keysOf(before)};
  return {askedAt, columns, rows, keys: keysOf(rows), ...(earlier ? {earlier} : {})};
}

/** What a threshold makes of the rows of its plan. */
export function observe(threshold: Threshold, {asked}: Plan, asks: Rows): Check {
  const statements = asked.map(({query, prepared, at}) => ({
    query,
    fingerprint: prepared.fingerprint,
    at: at.toISOString(),
  }));
  const {askedAt, columns, rows, keys} = asks;
  const at = columns.indexOf(threshold.measure);
  const {compare, value = null} = threshold;
  if (compare && "offset" in compare) {
    return {askedAt, ...compareEarlier(compare, value, {...asks, at}), statements};
  }
  const other = compare ? columns.indexOf(compare.measure) : -1;
  const observations = rows.map((row, i) => ({
    key: keys[i] ?? "",
    value: numberOf(row[at]),
    against: compare ? numberOf(row[other]) : value,
  }));
  return {askedAt, columns, rows, observations, statements};
}

/** A row that had none in the earlier period is unknown, and so is a percentage of 0. */
function compareEarlier(
  {change}: Offset,
  value: number | null,
  {columns, rows, keys, earlier, at}: Rows & {at: number},
): Omit<Check, "statements" | "askedAt"> {
  const then = new Map(earlier?.rows.map((row, i) => [earlier.keys[i] ?? "", numberOf(row[at])]));
  const seen = rows.map((row, i) => {
    const key = keys[i] ?? "";
    const [now, old] = [numberOf(row[at]), then.get(key) ?? null];
    return {key, row, now, old, changed: changeOf(now, old, change)};
  });
  return {
    columns: [...columns, "earlier", ...(change ? [CHANGES[change]] : [])],
    rows: seen.map(({row, old, changed}) => [...row, old, ...(change ? [changed] : [])]),
    observations: seen.map(({key, now, old, changed}) =>
      change ? {key, value: changed, against: value} : {key, value: now, against: old},
    ),
  };
}

const CHANGES = {absolute: "change", percent: "change_percent"} as const;

function changeOf(now: number | null, old: number | null, change: Offset["change"]): number | null {
  if (now === null || old === null) return null;
  if (change === "absolute") return now - old;
  return old === 0 ? null : ((now - old) / Math.abs(old)) * 100;
}

function earlier(now: Date, {unit, count}: Offset["offset"], timezone: string): Date {
  const step = unit === "quarter" ? {months: 3 * count} : {[`${unit}s`]: count};
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return new Date(moment.subtract(step).epochMilliseconds);
}

function keyOf(values: readonly unknown[]): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(values), "base64url");
}

/** What is no number is unknown. */
function numberOf(value: unknown): number | null {
  const number = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : number;
}
