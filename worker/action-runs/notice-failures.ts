import {HIDDEN_ERROR} from "../../shared/automation/actions/runs.ts";
import {mayKnowErrors} from "../../shared/core/access.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {sql, type Tx} from "../../shared/core/db.ts";
import {type FailedSource, mailReaders} from "../delivery-runs/failure-readers.ts";

const IN_A_ROW = 3;

interface ActionIds {
  orgId: string;
  actionId: string;
}

/**
 * Mails, at most once a day, that an effect of an action has failed, or that the action has failed three times in a
 * row: a short outage of a warehouse is not worth a mail. Only readers who may see the errors of a run get the reason.
 */
export async function createFailureNotice(tx: Tx, action: ActionIds): Promise<void> {
  const {orgId, actionId} = action;
  const {rows} = await sql<{status: string; run_as: string; error: string | null; effects: string | null}>`
      select r.status, r.run_as, r.error, (
          select string_agg(concat(e.value -> 'effect' ->> 'type', ': ', e.value ->> 'error'), ' ')
          from json_array_elements(r.effects) e where e.value ->> 'status' = 'failed') as effects
      from action_runs r
      where r.org_id = ${orgId} and r.action_id = ${actionId} and not r.dry_run
        and r.status in ('succeeded', 'failed')
      order by r.id desc limit ${IN_A_ROW}`.execute(tx);
  const [last] = rows;
  if (last?.status !== "failed") return;
  const isRepeated = rows.length === IN_A_ROW && rows.every(({status}) => status === "failed");
  if (last.effects === null && !isRepeated) return;
  const reason = last.effects ?? last.error ?? "no reason is recorded.";
  await createDailyNotice(tx, action, "failure_told_at", {
    title: name => `The action "${name}" fails`,
    message(reader) {
      const known = mayKnowErrors(reader, last.run_as) ? reason : HIDDEN_ERROR;
      return isRepeated
        ? `It has failed ${IN_A_ROW} times in a row. The last time: ${known}`
        : `One of its effects has failed. ${known}`;
    },
  });
}

/** Mails, at most once a day, that an action was not run because it would run in a loop. */
export function createLoopNotice(tx: Tx, action: ActionIds, reason: string): Promise<void> {
  const message = `It was not run: ${reason.replace(/^loop: /, "")}`;
  return createDailyNotice(tx, action, "loop_told_at", {
    title: name => `The action "${name}" runs in a loop`,
    message: () => message,
  });
}

/** Mails, at most once a day, that a run of an action was skipped because too many of its runs wait. */
export function createSkippedNotice(tx: Tx, action: ActionIds, reason: string): Promise<void> {
  const message = `It was not run for an event: ${reason}`;
  return createDailyNotice(tx, action, "failure_told_at", {
    title: name => `The action "${name}" misses events`,
    message: () => message,
  });
}

async function createDailyNotice(
  tx: Tx,
  {orgId, actionId}: ActionIds,
  column: "failure_told_at" | "loop_told_at",
  {title, message}: {title: (name: string) => string; message: (reader: Actor) => string},
): Promise<void> {
  const at = sql.ref(column);
  const {rows} = await sql<FailedSource>`
    update actions a set ${at} = now() from content c
    where a.org_id = ${orgId} and a.id = ${actionId} and c.org_id = a.org_id and c.id = a.id
      and (a.${at} is null or a.${at} < now() - interval '1 day')
    returning c.id, c.team_id, c.owner_id, c.name`.execute(tx);
  const source = rows[0];
  if (!source) return;
  await mailReaders(tx, orgId, source, {
    title: title(source.name),
    messageFor: reader =>
      `${message(reader)}\n\nThe action's runs: GET /api/actions/${actionId}/runs. The action stays active.`,
  });
}
