import {createNotice} from "../../shared/automation/deliveries/notice.ts";
import {sql, type Tx} from "../../shared/ground/db.ts";
import {failureRecipients} from "../deliveries/tell-failure.ts";

const IN_A_ROW = 3;

interface ActionIds {
  orgId: string;
  actionId: string;
}

/**
 * Mails, at most once a day, that an effect of an action has failed, or that the action has failed three times in a
 * row: a warehouse that is away for a moment is not worth a mail. The mail goes to the action's owner, or else to who
 * looks after it.
 */
export async function tellFailures(tx: Tx, action: ActionIds): Promise<void> {
  const {orgId, actionId} = action;
  const {rows} = await sql<{status: string; error: string | null; effects: string | null}>`
      select r.status, r.error, (
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
  await tell(tx, action, "failure_told_at", {
    title: name => `The action "${name}" fails`,
    message: isRepeated
      ? `It has failed ${IN_A_ROW} times in a row. The last time: ${reason}`
      : `An effect of it has failed. ${reason}`,
  });
}

/** Mails, at most once a day, that an action was not run because it would run in a loop. */
export function tellLoop(tx: Tx, action: ActionIds, because: string): Promise<void> {
  const message = `It was not run: ${because.replace(/^loop: /, "")}`;
  return tell(tx, action, "loop_told_at", {title: name => `The action "${name}" runs in a loop`, message});
}

/** Mails, at most once a day, that a run of an action was skipped because too many of its runs wait. */
export function tellSkipped(tx: Tx, action: ActionIds, because: string): Promise<void> {
  const message = `It was not run for an event: ${because}`;
  return tell(tx, action, "failure_told_at", {title: name => `The action "${name}" misses events`, message});
}

async function tell(
  tx: Tx,
  {orgId, actionId}: ActionIds,
  column: "failure_told_at" | "loop_told_at",
  {title, message}: {title: (name: string) => string; message: string},
): Promise<void> {
  const at = sql.ref(column);
  const {rows} = await sql<{team_id: string | null; owner_id: string; name: string}>`
    update actions a set ${at} = now() from content c
    where a.org_id = ${orgId} and a.id = ${actionId} and c.org_id = a.org_id and c.id = a.id
      and (a.${at} is null or a.${at} < now() - interval '1 day')
    returning c.team_id, c.owner_id, c.name`.execute(tx);
  const source = rows[0];
  if (!source) return;
  const people = await failureRecipients(tx, orgId, source.owner_id, source.team_id);
  if (people.length === 0) return;
  const text = `${message}\n\nIts runs: GET /api/actions/${actionId}/runs. It stays active.`;
  await createNotice(tx, {orgId, sourceId: actionId, title: title(source.name), message: text, people});
}
