import {prepared} from "../../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../../core/db.ts";
import {recordEvent} from "../../../core/events/record.ts";
import {type Mode, planLeftSql} from "../../../tenancy/billing/limits.ts";
import {countUsageSql} from "../../../tenancy/billing/usage.ts";

/** The percentage of a budget from which on it counts as running low. */
export const LOW_PERCENT = 80;

/** The key under which questions are counted, in place of the id of an agent. */
export const QUESTIONS = "";

/** The reason why a run has stopped before its first call. */
export const TOO_FEW_TO_BEGIN = "Too few of the organization's tokens of this month are left to begin.";
/** The reason why a run has stopped after its first call. The result of the run's last call may follow. */
export const MONTH_USED_UP = "The organization's tokens of this month are used up.";

/** The tokens that a run reserves in its organization's month. */
export interface Reservation {
  orgId: string;
  runId: string;
  agentId: string;
  model: string;
  /** The most tokens that the next call can use, and the tokens that stay reserved for the last call after it. */
  callTokens: number;
  retainedTokens: number;
}

/** The tokens that a call has used. */
export interface Spent {
  input: number;
  output: number;
  /** Whether the provider reported no usage. The reserved tokens then count as used. */
  unreported?: true;
}

/**
 * Reserves the tokens in place of the run's earlier reservation. Returns `false` if the month, or the period of the
 * organization's plan, has too few tokens left. All runs lock the month's row in one statement, so that used and
 * reserved tokens together never exceed the budget, even with many concurrent runs. A run that continues into the next
 * month counts in the month of its first call. A plan's period can overlap two months, so with a plan the runs of all
 * months wait for each other.
 */
export async function reserve(db: Db, billing: Mode, reservation: Reservation): Promise<boolean> {
  if (!billing) return reserveIn(db, billing, reservation);
  const {orgId, runId} = reservation;
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tokens ${orgId}`}, 0))`.execute(tx);
    // A statement that waits for a row lock still sees the plan's usage as of the statement's start. So this statement
    // takes the lock first, and the next statement starts after it.
    await sql`
      insert into llm_months as m (org_id, month)
      select ${orgId}, coalesce(
        (select r.month from llm_reservations r where r.org_id = ${orgId} and r.run_id = ${runId}),
        date_trunc('month', now() at time zone 'UTC')::date)
      on conflict (org_id, month) do update set used = m.used`.execute(tx);
    return reserveIn(tx, billing, reservation);
  });
}

async function reserveIn(db: Db | Tx, billing: Mode, reservation: Reservation): Promise<boolean> {
  const {orgId, runId, agentId, model, callTokens, retainedTokens} = reservation;
  const tokens = callTokens + retainedTokens;
  const {rows} = await sql`${prepared}
    with place as (
      select t.month, ${tokens}::bigint - coalesce(r.tokens, 0) as more, b.tokens_per_month as most,
        ${planLeftSql(billing, orgId, "llm_tokens")} - (
          select coalesce(sum(x.tokens), 0)::bigint from llm_reservations x
          where x.org_id = o.id and x.month <> t.month) as plan_left
      from (values (${orgId})) as o (id)
        left join llm_reservations r on r.org_id = o.id and r.run_id = ${runId}
        left join llm_budgets b on b.org_id = o.id
        cross join lateral (
          select coalesce(r.month, date_trunc('month', now() at time zone 'UTC')::date) as month) t
    ), taken as (
      insert into llm_months as m (org_id, month, reserved)
      select ${orgId}, month, more from place
      where more <= 0 or (most is null or more <= most) and (plan_left is null or more <= plan_left)
      on conflict (org_id, month) do update set reserved = m.reserved + excluded.reserved
        where (
          select p.more <= 0 or (p.most is null or m.used + m.reserved + p.more <= p.most)
            and (p.plan_left is null or m.reserved + p.more <= p.plan_left)
          from place p)
      returning m.month
    )
    insert into llm_reservations (run_id, org_id, month, tokens, call_tokens, agent_id, model)
    select ${runId}, ${orgId}, month, ${tokens}, ${callTokens}, ${agentId}, ${model} from taken
    on conflict (run_id) do update set tokens = excluded.tokens, call_tokens = excluded.call_tokens
    returning run_id`.execute(db);
  return rows.length > 0;
}

/** Whether the run's month and the plan would have this many tokens left if no other run had reserved tokens. */
export async function fitsWithoutReservations(
  db: Db,
  billing: Mode,
  {orgId, id}: {orgId: string; id: string},
  tokens: number,
): Promise<boolean> {
  const {rows} = await sql`
    select from (values (${orgId})) as o (id)
      left join llm_budgets b on b.org_id = o.id
      left join llm_reservations r on r.org_id = o.id and r.run_id = ${id}
      left join llm_months m on m.org_id = o.id
        and m.month = coalesce(r.month, date_trunc('month', now() at time zone 'UTC')::date)
      cross join lateral (select ${planLeftSql(billing, orgId, "llm_tokens")} as plan_left) p
    where coalesce(b.tokens_per_month, p.plan_left) is not null
      and (b.tokens_per_month is null or coalesce(m.used, 0) + ${tokens}::bigint <= b.tokens_per_month)
      and (p.plan_left is null or ${tokens}::bigint <= p.plan_left)`.execute(db);
  return rows.length > 0;
}

/** All tokens that a run has reserved. */
export async function heldBy(db: Db, orgId: string, runId: string): Promise<number> {
  const {rows} = await sql<{tokens: number}>`
    select tokens from llm_reservations where org_id = ${orgId} and run_id = ${runId}`.execute(db);
  return rows[0]?.tokens ?? 0;
}

/**
 * The tokens reserved for the call under way, when a worker died during the call or was asked to stop; 0 if no call is
 * under way.
 */
export async function callUnderWay(db: Db | Tx, orgId: string, runId: string): Promise<number> {
  const {rows} = await sql<{call_tokens: number}>`
    select call_tokens from llm_reservations where org_id = ${orgId} and run_id = ${runId}`.execute(db);
  return rows[0]?.call_tokens ?? 0;
}

/**
 * Replaces the reservation for a call by the tokens that the call used. The reservation for the last call is unchanged.
 * The caller runs this in the transaction that stores the round, so that every token is counted exactly once.
 */
export async function settle(
  tx: Tx,
  billing: Mode,
  orgId: string,
  runId: string,
  spent: Spent,
): Promise<void> {
  const {input, output, unreported} = spent;
  const used = sql`(select ${orgId}::text as org_id, 'llm_tokens' as meter, ${input + output}::bigint as amount) r`;
  const counted = billing ? sql`, counted as (${countUsageSql(billing, used)})` : sql``;
  const {rows} = await sql<{is_low: boolean | null}>`${prepared}
    with r as (
      select x.*, m.low_told_at is null
        and (m.used + ${input + output}::bigint) * 100 >= b.tokens_per_month * ${LOW_PERCENT}::bigint as is_low
      from llm_reservations x
        join llm_months m on m.org_id = x.org_id and m.month = x.month
        left join llm_budgets b on b.org_id = x.org_id
      where x.org_id = ${orgId} and x.run_id = ${runId}
      for update of x, m
    ), months as (
      update llm_months m set used = m.used + ${input + output}, reserved = m.reserved - r.call_tokens
      from r where m.org_id = r.org_id and m.month = r.month
    ), usage as (
      insert into llm_usage as u (org_id, month, agent_id, model, calls, input_tokens, output_tokens, unreported_tokens)
      select r.org_id, r.month, r.agent_id, r.model, 1, ${unreported ? 0 : input}::bigint, ${unreported ? 0 : output}::bigint,
        ${unreported ? input + output : 0}::bigint
      from r
      on conflict (org_id, month, agent_id, model) do update set calls = u.calls + 1,
        input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
        unreported_tokens = u.unreported_tokens + excluded.unreported_tokens
    )${counted}
    update llm_reservations x set tokens = x.tokens - x.call_tokens, call_tokens = 0
    from r where x.run_id = r.run_id and x.org_id = ${orgId}
    returning r.is_low`.execute(tx);
  // The statement above may have waited for the month's row, and has then seen the earlier budget. A new statement sees
  // the current budget.
  if (rows[0]?.is_low) await recordLow(tx, orgId, runId);
}

/** Records the event of a budget that runs low: once a month, and once more after the budget was raised. */
async function recordLow(tx: Tx, orgId: string, runId: string): Promise<void> {
  const {rows} = await sql`
    update llm_months m set low_told_at = now()
    from llm_reservations r join llm_budgets b on b.org_id = r.org_id
    where r.org_id = ${orgId} and r.run_id = ${runId} and m.org_id = r.org_id and m.month = r.month
      and m.low_told_at is null and m.used * 100 >= b.tokens_per_month * ${LOW_PERCENT}
    returning m.month`.execute(tx);
  if (rows.length > 0) await recordEvent(tx, {orgId, type: "budget.low", resources: [orgId]});
}

/** Releases the reservation for a call that its provider refused before it used any tokens. */
export async function releaseCall(db: Db, orgId: string, runId: string): Promise<void> {
  await sql`
    with r as (
      select * from llm_reservations where org_id = ${orgId} and run_id = ${runId} for update
    ), months as (
      update llm_months m set reserved = m.reserved - r.call_tokens
      from r where m.org_id = r.org_id and m.month = r.month
    )
    update llm_reservations x set tokens = x.tokens - x.call_tokens, call_tokens = 0
    from r where x.run_id = r.run_id and x.org_id = ${orgId}`.execute(db);
}

/** Releases the reservations of a run that has ended. A call that was never settled counts with its reserved tokens. */
export async function release(tx: Tx, billing: Mode, orgId: string, runId: string): Promise<void> {
  const underWay = await callUnderWay(tx, orgId, runId);
  if (underWay > 0) await settle(tx, billing, orgId, runId, {input: underWay, output: 0, unreported: true});
  await sql`
    with r as (
      delete from llm_reservations where org_id = ${orgId} and run_id = ${runId} returning org_id, month, tokens
    )
    update llm_months m set reserved = m.reserved - r.tokens
    from r where m.org_id = r.org_id and m.month = r.month`.execute(tx);
}
