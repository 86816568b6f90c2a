import {type DeliveryOutcome, getOutcome} from "../../shared/automation/deliveries/deliveries.ts";
import {sql, type Tx} from "../../shared/core/db.ts";
import {type FailedSource, type FailureMail, mailReader, mailReaders} from "./failure-readers.ts";
import type {SentDelivery} from "./mark-sent-or-retry.ts";

const MAX_NAMED = 20;

/**
 * Mails, at most once a day for each source, that a delivery has failed. Each reader gets the outcome as the delivery's
 * record shows it to that reader. The mail is a delivery as well.
 */
export async function mailFailure(tx: Tx, {id, orgId, sourceId}: SentDelivery): Promise<void> {
  const {rows} = await sql<FailedSource>`
    with due_schedule as (
      update schedules s set failure_told_at = now()
      where s.org_id = ${orgId} and s.id = ${sourceId}
        and (s.failure_told_at is null or s.failure_told_at < now() - interval '1 day') returning s.id
    ), due_action as (
      update actions a set failure_told_at = now()
      where a.org_id = ${orgId} and a.id = ${sourceId}
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day') returning a.id
    ), due_agent as (
      update agents a set failure_told_at = now()
      where a.org_id = ${orgId} and a.id = ${sourceId}
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day') returning a.id
    )
    select c.id, c.team_id, c.owner_id, c.name from content c
    where c.org_id = ${orgId} and c.id in (
      select id from due_schedule union all select id from due_action union all select id from due_agent)`.execute(
    tx,
  );
  const source = rows[0];
  if (!source) return;
  await mailReaders(
    tx,
    orgId,
    source,
    mailOf(tx, id, source.name, ["Failures are reported at most once a day."]),
  );
}

/** Mails to the person who has requested the delivery that it has failed, if they have an address and see its source. */
export async function createSenderNotice(
  tx: Tx,
  {id, orgId, sourceId}: Omit<SentDelivery, "sourceType">,
  senderId: string,
): Promise<void> {
  const {rows} = await sql<{id: string; name: string}>`
    select c.id, c.name from content c where c.org_id = ${orgId} and c.id = ${sourceId}`.execute(tx);
  for (const source of rows) await mailReader(tx, orgId, source, senderId, mailOf(tx, id, source.name));
}

/** The mail of a failed delivery, as the record shows it to each reader. */
function mailOf(tx: Tx, id: string, name: string, more: readonly string[] = []): FailureMail {
  return {
    noticeOf: id,
    title: `"${name}" was not delivered completely`,
    async messageFor(reader) {
      const lines = linesOf(await getOutcome(tx, reader, id));
      return [
        ...lines.slice(0, MAX_NAMED),
        ...(lines.length > MAX_NAMED ? [`${lines.length - MAX_NAMED} more problems are in the record.`] : []),
        "",
        `The record: GET /api/deliveries/${id}. POST /api/deliveries/${id}/retry sends it again to the recipients whose mail failed.`,
        ...more,
      ].join("\n");
    },
  };
}

function linesOf({error, resources, recipients}: DeliveryOutcome): string[] {
  return [
    ...(error === undefined ? [] : [error]),
    ...resources.flatMap(one => (one.status === "failed" ? [`${one.name}: ${one.error ?? ""}`] : [])),
    ...recipients.flatMap(one =>
      one.status === "failed" ? [`${one.email}: ${one.error ?? "no answer"}`] : [],
    ),
  ];
}
