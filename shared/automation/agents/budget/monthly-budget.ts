import {requireOrgAdmin} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {audit} from "../../../core/audit.ts";
import {type Db, sql, type Tx} from "../../../core/db.ts";
import {ServiceError} from "../../../core/errors.ts";
import {limitMessage, type Mode, readOnlyReason} from "../../../tenancy/billing/limits.ts";
import {readStanding} from "../../../tenancy/billing/plan-status.ts";
import {usedSince} from "../../../tenancy/billing/usage.ts";
import {LOW_PERCENT} from "./reservations.ts";
import type {BudgetInput, BudgetView} from "./schemas.ts";

/** The estimated tokens of a call with only the instructions and the shortest answer. */
const MIN_TOKENS = 500;

/** The organization's token budget. Only org-admins may read it. */
export async function getBudget(db: Db, billing: Mode, actor: Actor): Promise<BudgetView> {
  requireOrgAdmin(actor);
  return withPlan(db, billing, actor.orgId, await readBudget(db, actor.orgId));
}

async function withPlan(db: Db | Tx, billing: Mode, orgId: string, view: BudgetView): Promise<BudgetView> {
  if (!billing) return view;
  const {limits, period} = await readStanding(db, billing, orgId);
  if (limits.llmTokens === undefined) return view;
  const used = (await usedSince(db, billing, orgId, period.start)).get("llm_tokens") ?? 0;
  return {...view, plan: {tokens: limits.llmTokens, used, resetsAt: period.end.toISOString()}};
}

async function readBudget(db: Db | Tx, orgId: string): Promise<BudgetView> {
  const {rows} = await sql<{most: number | null; used: number; reserved: number; resets_at: Date}>`
    select b.tokens_per_month as most, coalesce(m.used, 0) as used, coalesce(m.reserved, 0) as reserved,
      (t.month + interval '1 month') at time zone 'UTC' as resets_at
    from (values (date_trunc('month', now() at time zone 'UTC'))) as t (month)
      left join llm_budgets b on b.org_id = ${orgId}
      left join llm_months m on m.org_id = ${orgId} and m.month = t.month::date`.execute(db);
  const row = rows[0]!;
  return {
    tokensPerMonth: row.most,
    used: row.used,
    reserved: row.reserved,
    resetsAt: row.resets_at.toISOString(),
  };
}

/**
 * Sets the token budget. Only org-admins may do this. Tokens that are already used or reserved are unchanged, even if
 * they exceed the new budget.
 */
export async function putBudget(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  readBody: () => Promise<BudgetInput>,
  checkCurrent: (current: BudgetView) => void,
): Promise<BudgetView> {
  requireOrgAdmin(actor);
  const {tokensPerMonth} = await readBody();
  const {orgId} = actor;
  return db.transaction().execute(async tx => {
    await sql`select from orgs where id = ${orgId} for no key update`.execute(tx);
    checkCurrent(await withPlan(tx, billing, orgId, await readBudget(tx, orgId)));
    await audit(tx, actor, "llm_budget.update", {type: "org", id: orgId}, {tokensPerMonth});
    if (tokensPerMonth === null) await sql`delete from llm_budgets where org_id = ${orgId}`.execute(tx);
    else {
      await sql`
        insert into llm_budgets (org_id, tokens_per_month) values (${orgId}, ${tokensPerMonth})
        on conflict (org_id) do update set tokens_per_month = excluded.tokens_per_month`.execute(tx);
    }
    await sql`
      update llm_months m set low_told_at = null from llm_budgets b
      where m.org_id = ${orgId} and b.org_id = m.org_id
        and m.used * 100 < b.tokens_per_month * ${LOW_PERCENT}`.execute(tx);
    return withPlan(tx, billing, orgId, await readBudget(tx, orgId));
  });
}

/** The reason why no run can begin; `undefined` if the month and the plan have enough tokens left for a small run. */
export async function exhausted(
  db: Db | Tx,
  billing: Mode,
  orgId: string,
): Promise<ServiceError | undefined> {
  const stopped = await readOnlyReason(db, billing, orgId);
  if (stopped !== undefined) return new ServiceError("plan_limit", stopped);
  const {tokensPerMonth, used, reserved, resetsAt, plan} = await withPlan(
    db,
    billing,
    orgId,
    await readBudget(db, orgId),
  );
  if (billing && plan && plan.used + reserved + MIN_TOKENS > plan.tokens) {
    const standing = await readStanding(db, billing, orgId);
    return new ServiceError("plan_limit", limitMessage("tokens of language models", "llm_tokens", standing));
  }
  if (tokensPerMonth === null || used + reserved + MIN_TOKENS <= tokensPerMonth) return undefined;
  return new ServiceError(
    "budget_exhausted",
    `Of the organization's ${tokensPerMonth} tokens of this month ${used} are used and ${reserved} reserved: too few are left for a run. The budget resets on ${resetsAt.slice(0, 10)}; an org-admin can raise it (PUT /api/orgs/${orgId}/llm-budget).`,
  );
}
