import {createNotice} from "../../shared/automation/deliveries/notice.ts";
import {sql, type Tx} from "../../shared/ground/db.ts";
import type {SentDelivery} from "./send.ts";

const MOST_NAMED = 20;

/**
 * Mails, at most once a day for each source, that a delivery has failed: to the source's owner, or else to the leads of
 * its team, or else to the org-admins who have an address. That mail is a delivery as well.
 */
export async function mailFailure(tx: Tx, {id, orgId, sourceId}: SentDelivery): Promise<void> {
  const {rows} = await sql<{team_id: string | null; owner_id: string; name: string}>`
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
    select c.team_id, c.owner_id, c.name from content c
    where c.org_id = ${orgId} and c.id in (
      select id from due_schedule union all select id from due_action union all select id from due_agent)`.execute(
    tx,
  );
  const source = rows[0];
  if (!source) return;
  const people = await failureRecipients(tx, orgId, source.owner_id, source.team_id);
  await mailTo(tx, {id, orgId, sourceId}, source.name, people, ["Failures are told once a day at most."]);
}

/** Mails to whoever had the delivery sent at once that it has failed, if they have an address. */
export async function tellSender(
  tx: Tx,
  delivery: Omit<SentDelivery, "sourceType">,
  senderId: string,
): Promise<void> {
  const {rows} = await sql<{email: string; name: string}>`
    select p.email, c.name from content c join principals p on p.org_id = c.org_id
    where c.org_id = ${delivery.orgId} and c.id = ${delivery.sourceId} and p.id = ${senderId} and p.email is not null`.execute(
    tx,
  );
  for (const {email, name} of rows) await mailTo(tx, delivery, name, [email]);
}

async function mailTo(
  tx: Tx,
  {id, orgId, sourceId}: Omit<SentDelivery, "sourceType">,
  name: string,
  people: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  if (people.length === 0) return;
  const lines = await failureLines(tx, orgId, id);
  const message = [
    ...lines.slice(0, MOST_NAMED),
    ...(lines.length > MOST_NAMED ? [`${lines.length - MOST_NAMED} more are in the record.`] : []),
    "",
    `The record: GET /api/deliveries/${id}. POST /api/deliveries/${id}/retry sends it again to those whose mail failed.`,
    ...more,
  ].join("\n");
  const title = `"${name}" was not delivered as it should be`;
  await createNotice(tx, {orgId, sourceId, noticeOf: id, title, message, people});
}

async function failureLines(tx: Tx, orgId: string, deliveryId: string): Promise<string[]> {
  const {rows} = await sql<{line: string}>`
    select d.error as line from deliveries d
    where d.org_id = ${orgId} and d.id = ${deliveryId} and d.error is not null
    union all
    select concat(r.value ->> 'name', ': ', r.value ->> 'error')
    from deliveries d, json_array_elements(d.resources) r
    where d.org_id = ${orgId} and d.id = ${deliveryId} and r.value ->> 'status' = 'failed'
    union all
    (select concat(r.email, ': ', coalesce(r.answer, 'no answer')) from delivery_recipients r
      where r.org_id = ${orgId} and r.delivery_id = ${deliveryId} and r.status = 'failed'
      order by r.position)`.execute(tx);
  return rows.map(({line}) => line);
}

/** The addresses of the owner, or else of the leads, or else of the admins: the first of these that have any. */
export async function failureRecipients(
  tx: Tx,
  orgId: string,
  ownerId: string,
  teamId: string | null,
): Promise<string[]> {
  const {rows} = await sql<{email: string; rank: number | null}>`
    select p.email, case
      when p.id = ${ownerId} then 1
      when exists (select from team_members t
        where t.org_id = p.org_id and t.principal_id = p.id and t.team_id = ${teamId} and t.role = 'lead') then 2
      when p.org_role = 'admin' then 3 end as rank
    from principals p where p.org_id = ${orgId} and p.email is not null`.execute(tx);
  const first = Math.min(...rows.flatMap(({rank}) => rank ?? []));
  return rows.filter(({rank}) => rank === first).map(({email}) => email);
}
