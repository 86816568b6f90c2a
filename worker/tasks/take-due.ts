import {createActionRuns, type NewActionRun} from "../../shared/automation/actions/create-runs.ts";
import {createAgentRun} from "../../shared/automation/agents/runs.ts";
import {createDeliveries, type NewDelivery} from "../../shared/automation/deliveries/create.ts";
import {type CadenceKind, presentTime} from "../../shared/core/cadence/cadences.ts";
import {slotsDue} from "../../shared/core/cadence/slots.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {queueDueBuild} from "../../shared/modeling/rollups/queue-build.ts";
import {withinPlan} from "../../shared/tenancy/billing/delivery-limit.ts";
import {type Mode, skipReadOnly} from "../../shared/tenancy/billing/limits.ts";

/** How many cadences one transaction takes. After an outage each of them records several missed slots. */
const BATCH = 100;
const MISSED = "The service was down when it was due, and a later run has replaced it.";
const unlisted = (since: Date) =>
  `${MISSED} Earlier ones, since ${since.toISOString()}, were missed too and are not recorded.`;

interface Due {
  id: string;
  org_id: string;
  kind: CadenceKind;
  cron: string;
  timezone: string;
  next_at: Date;
}

/**
 * Creates the runs of everything that is due, in batches. One transaction takes a slot, moves the cadence on, and
 * writes the run with its job, so that each slot has one run, however many workers do this at the same time, and even
 * if one of them dies. If a batch fails, the batches before it stay, and every cadence that is still due is taken
 * alone, so that a cadence that cannot be taken does not hold up those of other organizations. In the end the first
 * error is thrown.
 */
export async function takeDue(db: Db, billing?: Mode): Promise<void> {
  try {
    while ((await db.transaction().execute(tx => takeBatch(tx, billing))) === BATCH);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await takeOneByOne(db, billing);
  }
}

async function takeOneByOne(db: Db, billing: Mode): Promise<void> {
  const {rows} = await sql<{id: string}>`
    select id from cadences where next_at <= clock_timestamp() order by next_at`.execute(db);
  const faults: unknown[] = [];
  for (const {id} of rows) {
    try {
      await db.transaction().execute(tx => takeBatch(tx, billing, id));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Takes the cadences that are due, or only the given one, and returns their number. */
async function takeBatch(tx: Tx, billing: Mode, only: string | null = null): Promise<number> {
  const now = await presentTime(tx);
  const {rows} = await sql<Due>`
    select id, org_id, kind, cron, timezone, next_at from cadences
    where next_at <= ${now.toISOString()}::timestamptz and (${only}::text is null or id = ${only})
    order by next_at limit ${BATCH} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const runs: DueRun[] = [];
  const next: (string | null)[] = [];
  for (const {id, org_id: orgId, kind, cron, timezone, next_at} of rows) {
    const {missed, unlistedSince, slot, following} = slotsDue({cron, timezone}, next_at, now);
    for (const [i, one] of missed.entries()) {
      const skipped = i === 0 && unlistedSince ? unlisted(unlistedSince) : MISSED;
      runs.push({id, orgId, kind, slot: one, skipped});
    }
    runs.push({id, orgId, kind, slot});
    next.push(following?.toISOString() ?? null);
    // The computation takes milliseconds for each cadence that was missed often, and other work waits meanwhile.
    if (missed.length > 0) await new Promise(resolve => setImmediate(resolve));
  }
  await makeRuns(tx, billing, runs);
  await sql`
    update cadences k set next_at = due.next_at
    from unnest(${rows.map(({id}) => id)}::text[], ${rows.map(row => row.org_id)}::text[], ${next}::timestamptz[])
      as due (id, org_id, next_at)
    where k.org_id = due.org_id and k.id = due.id`.execute(tx);
  return rows.length;
}

interface DueRun {
  /** The id of the schedule, action, agent, roll-up or evaluation that comes due. */
  id: string;
  orgId: string;
  kind: CadenceKind;
  slot: Date;
  skipped?: string;
}

async function makeRuns(tx: Tx, billing: Mode, runs: readonly DueRun[]): Promise<void> {
  const deliveries = runs.flatMap(({id: scheduleId, kind, ...run}): NewDelivery[] =>
    kind === "schedule" ? [{...run, scheduleId, id: newId("dlv"), trigger: "schedule"}] : [],
  );
  await createDeliveries(tx, await withinPlan(tx, billing, deliveries));
  const actionRuns = runs.flatMap(({id: actionId, kind, ...run}): NewActionRun[] =>
    kind === "action" ? [{...run, actionId, id: newId("run"), cause: {type: "schedule"}}] : [],
  );
  await createActionRuns(tx, await skipReadOnly(tx, billing, actionRuns));
  for (const {id: dueId, kind, ...run} of runs) {
    if (kind === "agent")
      await createAgentRun(tx, billing, {
        ...run,
        agentId: dueId,
        id: newId("run"),
        cause: {type: "schedule"},
      });
    // A build shows the present state, so one build makes up for all slots that were missed.
    if (kind === "rollup" && run.skipped === undefined) await queueDueBuild(tx, run.orgId, dueId, run.slot);
    // One evaluation makes up for all missed slots, too.
    if (kind === "evaluation" && run.skipped === undefined)
      await enqueue(
        tx,
        "repeat_evaluation",
        {orgId: run.orgId, evaluationId: dueId, slot: run.slot.toISOString()},
        {key: `repeat ${dueId}`},
      );
  }
}
