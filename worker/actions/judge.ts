import type {Found} from "../../shared/actions/run-schemas.ts";
import type {Threshold} from "../../shared/actions/schemas.ts";
import {judge, type KeyState, type ThresholdRule} from "../../shared/actions/threshold.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import type {Check} from "./check.ts";

const KEPT_ROWS = 100;
/** Of those rows as JSON: a list of runs has all of theirs in memory. */
const KEPT_CHARACTERS = 65_536;
const UNIT_MS = {minute: 60_000, hour: 3_600_000, day: 86_400_000};

/** What an action has seen, by the key of its rows. */
export type States = ReadonlyMap<string, KeyState>;

export interface Judged {
  found: Found;
  /** What is to be remembered: the states that are others than before. */
  changed: ChangedState[];
}

interface ChangedState {
  key: string;
  /** Nothing is known of it yet. */
  isNew: boolean;
  holds: boolean;
  fired_at: string | null;
}

/**
 * What fires of a check by what its action has seen. Nothing is written down: that belongs into the transaction that
 * marks the run as judged, with the action locked, so that it is judged once.
 */
export function judgeCheck(
  threshold: Threshold,
  {columns, rows, observations}: Check,
  before: States,
  now: Date,
): Judged {
  const {fired, states} = judge(observations, before, ruleOf(threshold), now.getTime());
  const firing = new Set(fired);
  const firingRows = rows.filter((_, i) => firing.has(observations[i]?.key ?? ""));
  const found = {columns, rows: firstOf(firingRows), count: firingRows.length};
  const changed: ChangedState[] = [];
  for (const [key, {holds, firedAt}] of states) {
    const known = before.get(key);
    if (known?.holds === holds && known.firedAt === firedAt) continue;
    const fired_at = firedAt === null ? null : new Date(firedAt).toISOString();
    changed.push({key, isNew: known === undefined, holds, fired_at});
  }
  for (const key of before.keys()) {
    if (!states.has(key)) changed.push({key, isNew: false, holds: false, fired_at: null});
  }
  return {found, changed};
}

function firstOf(rows: readonly unknown[][]): unknown[][] {
  const kept: unknown[][] = [];
  let left = KEPT_CHARACTERS;
  for (const row of rows.slice(0, KEPT_ROWS)) {
    left -= JSON.stringify(row).length;
    if (left < 0) break;
    kept.push(row);
  }
  return kept;
}

function ruleOf({op, mode, resetAt, remindEvery}: Threshold): ThresholdRule {
  return {
    op,
    mode,
    ...(resetAt === undefined ? {} : {resetAt}),
    ...(remindEvery ? {remindEveryMs: remindEvery.count * UNIT_MS[remindEvery.unit]} : {}),
  };
}

/** What each of the actions has seen. */
export async function loadStates(
  db: Db | Tx,
  orgId: string,
  actionIds: readonly string[],
): Promise<Map<string, States>> {
  const {rows} = await sql<{action_id: string; key: string; holds: boolean; fired_at: Date | null}>`
    select action_id, key, holds, fired_at from action_states
    where org_id = ${orgId} and action_id = any (${[...actionIds]}::text[])`.execute(db);
  const states = new Map(actionIds.map(id => [id, new Map<string, KeyState>()]));
  for (const {action_id, key, holds, fired_at} of rows) {
    states.get(action_id)?.set(key, {holds, firedAt: fired_at?.getTime() ?? null});
  }
  return states;
}

/**
 * Writes down what the actions have seen now; of what does not hold any more nothing is kept. The actions are locked
 * since their states were loaded, so that what was new then is new.
 */
export async function saveStates(
  tx: Tx,
  orgId: string,
  judged: readonly {actionId: string; changed: readonly ChangedState[]}[],
): Promise<void> {
  // In the order of the index, which is written faster so; Postgres would take longer to sort them.
  const all = judged
    .flatMap(({actionId, changed}) => changed.map(one => ({actionId, ...one})))
    .sort((a, b) => compareTexts(a.actionId, b.actionId) || compareTexts(a.key, b.key));
  const over = all.filter(({holds}) => !holds);
  const fresh = all.filter(({holds, isNew}) => holds && isNew);
  const known = all.filter(({holds, isNew}) => holds && !isNew);
  if (over.length > 0) {
    await sql`
      delete from action_states x using ${given(over)}
      where x.org_id = ${orgId} and x.action_id = s.action_id and x.key = s.key`.execute(tx);
  }
  if (fresh.length > 0) {
    await sql`
      insert into action_states (org_id, action_id, key, holds, fired_at)
      select ${orgId}, s.action_id, s.key, s.holds, s.fired_at from ${given(fresh)}`.execute(tx);
  }
  if (known.length > 0) {
    await sql`
      update action_states x set holds = s.holds, fired_at = s.fired_at from ${given(known)}
      where x.org_id = ${orgId} and x.action_id = s.action_id and x.key = s.key`.execute(tx);
  }
}

/** The states as rows `s`. */
function given(states: readonly (ChangedState & {actionId: string})[]) {
  return sql`unnest(${states.map(({actionId}) => actionId)}::text[], ${states.map(({key}) => key)}::text[],
    ${states.map(({holds}) => holds)}::boolean[], ${states.map(({fired_at}) => fired_at)}::timestamptz[])
    as s (action_id, key, holds, fired_at)`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
