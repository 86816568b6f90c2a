import type {AskedStatement} from "../../shared/actions/runs.ts";
import type {Found, Threshold} from "../../shared/actions/schemas.ts";
import {
  judge,
  type KeyState,
  MOST_KEYS,
  type Observation,
  type ThresholdRule,
} from "../../shared/actions/threshold.ts";
import type {Actor} from "../../shared/actor.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {prepareQuery} from "../../shared/queries/prepare.ts";
import {readResult} from "../../shared/queries/read-result.ts";
import {textOf} from "../../shared/queries/result-text.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";

const MOST_BYTES = 16 * 1024 * 1024;
const KEPT_ROWS = 100;
const UNIT_MS = {minute: 60_000, hour: 3_600_000, day: 86_400_000};

/** The result of a threshold's query, ready to be judged. */
export interface Check {
  columns: string[];
  rows: unknown[][];
  observations: Observation[];
  statement: AskedStatement;
}

/** Asks the threshold's query under the rights of the principal. Rejects with the codes of a query. */
export async function check(
  runner: Runner,
  asking: Asking & {actor: Actor},
  {query: asked, measure, value, compare}: Threshold,
  now: Date,
): Promise<Check> {
  const query = {...asked, limit: asked.limit ?? MOST_KEYS + 1};
  const prepared = await prepareQuery(runner, asking.actor, query, now);
  const {columns, missingAttributes} = prepared.compiled;
  if (missingAttributes.length > 0) {
    const message = `Its rows are limited by attributes that ${asking.actor.name} does not have: ${missingAttributes.join(", ")}.`;
    throw new ServiceError("missing_privilege", message);
  }
  const {body} = await runner.run(asking, query, prepared, "json");
  const {rows} = readResult(await textOf(body, {bytes: MOST_BYTES}));
  const names = columns.map(({name}) => name);
  const dimensions = query.dimensions?.length ?? 0;
  const at = names.indexOf(measure);
  const other = compare ? names.indexOf(compare.measure) : -1;
  const observations = rows.map(row => ({
    key: keyOf(row.slice(0, dimensions)),
    value: numberOf(row[at]),
    against: compare ? numberOf(row[other]) : (value ?? null),
  }));
  const statement = {query, fingerprint: prepared.fingerprint, at: now.toISOString()};
  return {columns: names, rows, observations, statement};
}

/** A short name of a combination of dimensions, which may be long. */
function keyOf(values: readonly unknown[]): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(values), "base64url");
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** What fires of a check by what the action has seen. Nothing is written down. */
export async function rehearseCheck(
  db: Db | Tx,
  action: ActionId,
  threshold: Threshold,
  check: Check,
  now: Date,
): Promise<Found> {
  return (await judged(db, action, threshold, check, now)).found;
}

/**
 * The same, and what it has seen now is written down. Called in the transaction that marks the run as judged, with the
 * action locked: so it is judged once.
 */
export async function judgeCheck(
  tx: Tx,
  action: ActionId,
  threshold: Threshold,
  check: Check,
  now: Date,
): Promise<Found> {
  const {found, before, states} = await judged(tx, action, threshold, check, now);
  await saveStates(tx, action, before, states);
  return found;
}

interface ActionId {
  orgId: string;
  actionId: string;
}

async function judged(
  db: Db | Tx,
  action: ActionId,
  threshold: Threshold,
  {columns, rows, observations}: Check,
  now: Date,
) {
  const before = await loadStates(db, action);
  const {fired, states} = judge(observations, before, ruleOf(threshold), now.getTime());
  const firing = new Set(fired);
  const firingRows = rows.filter((_, i) => firing.has(observations[i]?.key ?? ""));
  const found: Found = {columns, rows: firingRows.slice(0, KEPT_ROWS), count: firingRows.length};
  return {found, before, states};
}

function ruleOf({op, mode, resetAt, remindEvery}: Threshold): ThresholdRule {
  return {
    op,
    mode,
    ...(resetAt === undefined ? {} : {resetAt}),
    ...(remindEvery ? {remindEveryMs: remindEvery.count * UNIT_MS[remindEvery.unit]} : {}),
  };
}

async function loadStates(db: Db | Tx, {orgId, actionId}: ActionId): Promise<Map<string, KeyState>> {
  const {rows} = await sql<{key: string; holds: boolean; fired_at: Date | null}>`
    select key, holds, fired_at from action_states
    where org_id = ${orgId} and action_id = ${actionId}`.execute(db);
  return new Map(rows.map(({key, holds, fired_at}) => [key, {holds, firedAt: fired_at?.getTime() ?? null}]));
}

async function saveStates(
  tx: Tx,
  {orgId, actionId}: ActionId,
  before: ReadonlyMap<string, KeyState>,
  after: ReadonlyMap<string, KeyState>,
): Promise<void> {
  const changed = [...after].flatMap(([key, {holds, firedAt}]) => {
    const known = before.get(key);
    if (known?.holds === holds && known.firedAt === firedAt) return [];
    return [{key, holds, fired_at: firedAt === null ? null : new Date(firedAt).toISOString()}];
  });
  if (changed.length === 0) return;
  await sql`
    insert into action_states (org_id, action_id, key, holds, fired_at)
    select ${orgId}, ${actionId}, s.key, s.holds, s.fired_at
    from json_to_recordset(${JSON.stringify(changed)}::json) as s (key text, holds boolean, fired_at timestamptz)
    on conflict (action_id, key) do update set holds = excluded.holds, fired_at = excluded.fired_at`.execute(
    tx,
  );
}
