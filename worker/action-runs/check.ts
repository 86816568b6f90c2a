import type {Offset} from "../../shared/automation/actions/comparison.ts";
import type {AskedStatement} from "../../shared/automation/actions/runs.ts";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {preparePinned} from "../../shared/content/run-as/pinned-query.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {presentTime} from "../../shared/core/cadence/cadences.ts";
import type {LayerDeps, Prepared} from "../../shared/querying/layers/query-caches.ts";
import type {QueryContext, QueryRunner} from "../../shared/querying/queries/query-runner.ts";
import {requireAttributes} from "../../shared/querying/queries/require-attributes.ts";
import {readResult} from "../../shared/querying/queries/results/read-result.ts";
import {readResultText} from "../../shared/querying/queries/results/result-text.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {columnNamesOf} from "../../shared/semantic/index.ts";
import {MAX_KEYS, type Observation} from "./judge-threshold.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The statements of a threshold at a moment: its query, and, for a threshold that compares with an earlier period, the
 * same query for that period.
 */
export interface Plan {
  query: Query;
  /** One statement, or two: the second is for the earlier period. */
  asked: Asked[];
}

interface Asked {
  prepared: Prepared;
  at: Date;
  /** Whether periods that are still going on are read up to the moment `at` only. */
  toDate: boolean;
}

/** The rows of a plan's statements. */
export interface Rows {
  /** When the statements were run, by the database's clock. */
  askedAt: Date;
  columns: string[];
  rows: unknown[][];
  /** A hash of each row's dimension values, which may be long. */
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
 * Prepares the threshold's query with the principal's rights. Rejects with the codes of a query, and with
 * `missing_privilege` where row access needs attributes that the principal does not have.
 */
export async function planCheck(
  deps: LayerDeps,
  actor: Actor,
  {query: asked, compare}: Threshold,
  now: Date,
): Promise<Plan> {
  const query = {...asked, limit: asked.limit ?? MAX_KEYS + 1};
  const compares = compare && "offset" in compare ? compare : undefined;
  const toDate = compares !== undefined && compares.sameDays !== false;
  const ask = async (at: Date): Promise<Asked> => ({
    prepared: await preparePinned(deps, actor, query, at, {toDate}),
    at,
    toDate,
  });
  const current = await ask(now);
  const {compiled} = current.prepared;
  requireAttributes(actor, compiled);
  if (compares === undefined) return {query, asked: [current]};
  return {query, asked: [current, await ask(earlier(now, compares.offset, compiled.timezone))]};
}

/** Plans with equal keys have equal rows. */
export function keyOfPlan({asked}: Plan): string {
  return asked.map(({prepared}) => prepared.fingerprint).join(" ");
}

/** Runs the plan's statements in the warehouse and not from the cache. Rejects with the codes of a query. */
export async function askPlan(
  runner: QueryRunner,
  queryContext: QueryContext,
  {query, asked}: Plan,
): Promise<Rows> {
  const askedAt = await presentTime(runner.db);
  const [first, second] = asked.map(async ({prepared}) => {
    const {body} = await runner.run({...queryContext, fresh: true}, query, prepared, "json");
    return readResult(await readResultText(body, {bytes: MAX_BYTES})).rows;
  });
  const [rows = [], before] = await Promise.all([first, second]);
  const columns = asked[0]?.prepared.compiled.columns.map(({name}) => name) ?? [];
  const dimensions = columnNamesOf(query).dimensions.length;
  const keysOf = (some: unknown[][]) => some.map(row => keyOf(watchedValues(row, dimensions, query)));
  const earlier = before && {rows: before, keys: keysOf(before)};
  return {askedAt, columns, rows, keys: keysOf(rows), ...(earlier ? {earlier} : {})};
}

/** The observations that a threshold makes in the rows of its plan. */
export function observe(threshold: Threshold, {query, asked}: Plan, asks: Rows): Check {
  const statements = asked.map(({prepared, at, toDate}) => ({
    query,
    fingerprint: prepared.fingerprint,
    at: at.toISOString(),
    ...(toDate ? {toDate} : {}),
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

/**
 * Compares rows with the earlier period. The change is unknown (null) for a row that had no value then, and in percent
 * for a row that had 0.
 */
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

/**
 * The values of a row's dimensions. A subtotal row has only the dimensions that it groups by, because the others are
 * null in it, as they can be in an ordinary row.
 */
export function watchedValues(row: readonly unknown[], dimensions: number, {subtotals}: Query): unknown[] {
  const of = subtotals === true ? Number(row.at(-1)) : dimensions;
  return row.slice(0, Math.min(of, dimensions));
}

function keyOf(values: readonly unknown[]): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(values), "base64url");
}

/** The number that a cell holds; null, which means unknown, for anything else. */
function numberOf(value: unknown): number | null {
  const number = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : number;
}
