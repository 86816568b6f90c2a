import type {Checked} from "../../shared/automation/actions/run-schemas.ts";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import type {Check} from "./check.ts";
import {judge, type KeyState, type ThresholdRule} from "./judge-threshold.ts";
import {measuredOf} from "./threshold-history.ts";

const MAX_STORED_ROWS = 100;
/** The most characters of the stored rows as JSON, because a list of runs holds the rows of all its runs in memory. */
const MAX_STORED_CHARACTERS = 65_536;

/** The states of an action: for each row's key, whether the condition holds and when it last fired. */
export type States = ReadonlyMap<string, KeyState>;

export interface Judged {
  found: Checked;
  /** The states that differ from the stored ones, and are to be stored. */
  changed: ChangedState[];
}

interface ChangedState {
  key: string;
  /** Whether no state of the key is stored yet. */
  isNew: boolean;
  holds: boolean;
  firedAt: number | null;
}

/**
 * Decides which rows of a check fire, from the stored states of its action. Nothing is written: the states are stored
 * in the transaction that marks the run as judged, with the action locked, so that the run is judged once.
 */
export function judgeCheck(threshold: Threshold, check: Check, before: States, now: Date): Judged {
  const {columns, rows, observations} = check;
  const {fired, states} = judge(observations, before, ruleOf(threshold), now.getTime());
  const firing = new Set(fired);
  const firingRows = rows.filter((_, i) => firing.has(observations[i]?.key ?? ""));
  const found = {
    columns,
    rows: firstOf(firingRows),
    count: firingRows.length,
    measured: measuredOf(threshold, check),
  };
  const changed: ChangedState[] = [];
  for (const [key, {holds, firedAt}] of states) {
    const known = before.get(key);
    if (known?.holds === holds && known.firedAt === firedAt) continue;
    changed.push({key, isNew: known === undefined, holds, firedAt});
  }
  for (const key of before.keys()) {
    if (!states.has(key)) changed.push({key, isNew: false, holds: false, firedAt: null});
  }
  return {found, changed};
}

/**
 * A function that returns the time that is later by a period. Days end at the same time of day in the timezone: a day on
 * which the clocks go forward has 23 hours, and a daily check would miss its reminder if a day had always 24. Most keys
 * of an action have fired at one of a few times, so each time is computed once.
 */
function laterBy(
  {unit, count}: NonNullable<Threshold["remindEvery"]>,
  timezone: string,
): (time: number) => number {
  const known = new Map<number, number>();
  return time => {
    const found = known.get(time);
    if (found !== undefined) return found;
    const moment = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timezone);
    const later = moment.add({[`${unit}s`]: count}).epochMilliseconds;
    known.set(time, later);
    return later;
  };
}

function firstOf(rows: readonly unknown[][]): unknown[][] {
  const sample: unknown[][] = [];
  let left = MAX_STORED_CHARACTERS;
  for (const row of rows.slice(0, MAX_STORED_ROWS)) {
    left -= JSON.stringify(row).length;
    if (left < 0) break;
    sample.push(row);
  }
  return sample;
}

function ruleOf({op, mode, resetAt, remindEvery, timezone = "UTC"}: Threshold): ThresholdRule {
  return {
    op,
    mode,
    ...(resetAt === undefined ? {} : {resetAt}),
    ...(remindEvery ? {remindAt: laterBy(remindEvery, timezone)} : {}),
  };
}

/** The stored states of each action. */
export async function loadStates(
  db: Db | Tx,
  orgId: string,
  actionIds: readonly string[],
): Promise<Map<string, States>> {
  // All keys of an action that have the same state are in one row: Postgres and the driver read it faster than a row for
  // each key.
  const {rows} = await sql<{action_id: string; keys: string | null; holds: boolean; fired_at: Date | null}>`
    select action_id, string_agg(key, chr(10)) as keys, holds, fired_at from action_states
    where org_id = ${orgId} and action_id = any (${[...actionIds]}::text[])
    group by action_id, holds, fired_at`.execute(db);
  const states = new Map(actionIds.map(id => [id, new Map<string, KeyState>()]));
  for (const {action_id, keys, holds, fired_at} of rows) {
    const state = {holds, firedAt: fired_at?.getTime() ?? null};
    for (const key of keys?.split("\n") ?? []) states.get(action_id)?.set(key, state);
  }
  return states;
}

/**
 * Stores the changed states of the actions, and deletes those whose condition no longer holds. The actions have been
 * locked since their states were loaded, so that `isNew` is still right.
 */
export async function saveStates(
  tx: Tx,
  orgId: string,
  judged: readonly {actionId: string; changed: readonly ChangedState[]}[],
): Promise<void> {
  const over = groupsOf(judged, ({holds}) => !holds);
  const fresh = groupsOf(judged, ({holds, isNew}) => holds && isNew);
  const known = groupsOf(judged, ({holds, isNew}) => holds && !isNew);
  if (over.length > 0) {
    await sql`
      delete from action_states x using ${keyRows(over)}
      where x.org_id = ${orgId} and x.action_id = s.action_id and x.key = k.key`.execute(tx);
  }
  if (fresh.length > 0) {
    await sql`
      insert into action_states (org_id, action_id, key, holds, fired_at)
      select ${orgId}, s.action_id, k.key, true, s.fired_at from ${keyRows(fresh)}`.execute(tx);
  }
  if (known.length > 0) {
    await sql`
      update action_states x set holds = true, fired_at = s.fired_at from ${keyRows(known)}
      where x.org_id = ${orgId} and x.action_id = s.action_id and x.key = k.key`.execute(tx);
  }
}

/** The keys of an action that last fired at the same time. */
interface Group {
  actionId: string;
  firedAt: number | null;
  keys: string[];
}

function groupsOf(
  judged: readonly {actionId: string; changed: readonly ChangedState[]}[],
  isSelected: (state: ChangedState) => boolean,
): Group[] {
  const groups: Group[] = [];
  for (const {actionId, changed} of judged) {
    const byTime = new Map<number | null, Group>();
    for (const state of changed) {
      if (!isSelected(state)) continue;
      const {key, firedAt} = state;
      const group = byTime.get(firedAt) ?? {actionId, firedAt, keys: []};
      if (group.keys.push(key) === 1) byTime.set(firedAt, group);
    }
    groups.push(...byTime.values());
  }
  return groups;
}

/**
 * The groups as rows `s`, with a row `k` for each key. The keys are hashes without line breaks, so they are sent as
 * lines, which Postgres reads faster than an array. They are sorted as in the index, which makes writing faster.
 */
function keyRows(groups: readonly Group[]) {
  const times = groups.map(({firedAt}) => (firedAt === null ? null : new Date(firedAt).toISOString()));
  return sql`unnest(${groups.map(({actionId}) => actionId)}::text[], ${times}::timestamptz[],
    ${groups.map(({keys}) => keys.sort().join("\n"))}::text[]) as s (action_id, fired_at, keys),
    string_to_table(s.keys, chr(10)) as k (key)`;
}
