import {eraseFromActions} from "../../automation/actions/erase.ts";
import {eraseFromAgents} from "../../automation/agents/erase.ts";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {enqueue} from "../../core/jobs.ts";
import {readAddress} from "../../core/mail-address.ts";
import {erasedName, literal, patternOf, withoutAddress} from "../../core/recipients/erased.ts";
import {pauseRecurring} from "../../tenancy/content-kinds/recurring.ts";

const NO_RECIPIENTS = "Its only recipient was erased. Add recipients with PUT.";

/** An address to erase, in lower case, and its replacement. */
interface Erasure {
  orgId: string;
  email: string;
  name: string;
}

/**
 * Replaces an address by a keyed hash wherever the organization's deliveries, unsubscriptions, audit log and stored
 * responses have it, and removes it from all schedules, actions and agents. A schedule without any recipient left is
 * paused. A second call changes nothing, nor does one for an address that is stored nowhere. Accounts of members are
 * not changed.
 */
export async function eraseRecipient(
  {db, keys}: {db: Db; keys: readonly Buffer[]},
  actor: Actor,
  given: string,
): Promise<void> {
  requireOrgAdmin(actor);
  const {orgId} = actor;
  const email = readAddress(given.trim())?.toLowerCase();
  if (email === undefined) {
    throw new ServiceError("invalid_request", `"${given}" is not an email address, such as ada@example.com.`);
  }
  const erasure = {orgId, email, name: erasedName(keys, orgId, email)};
  await db.transaction().execute(async tx => {
    await audit(tx, actor, "recipient.erase", {type: "recipient", id: erasure.name});
    await eraseFromSchedules(tx, erasure);
    await eraseFromActions(tx, {...erasure, inText: patternOf(email)});
    await eraseFromAgents(tx, erasure);
    await eraseFromDeliveries(tx, erasure);
    await eraseFromStops(tx, erasure);
    await eraseFromRecords(tx, erasure);
    await enqueue(tx, "erase_recipient", {orgId, name: erasure.name}, {key: `erase ${erasure.name}`});
  });
}

/** Locks the rows of `content` first, as every change of a schedule does, so that two changes cannot deadlock. */
async function eraseFromSchedules(tx: Tx, {orgId, email}: Erasure): Promise<void> {
  const {rows: found} = await sql<{id: string}>`
    select c.id from content c join schedules s on s.org_id = c.org_id and s.id = c.id
    where c.org_id = ${orgId}
      and exists (select from json_array_elements_text(s.recipients) r where lower(r) = ${email})
    order by c.id for no key update of c`.execute(tx);
  const ids = found.map(({id}) => id);
  if (ids.length === 0) return;
  await sql`
    update content set updated_at = now() where org_id = ${orgId} and id = any (${ids}::text[])`.execute(tx);
  const {rows} = await sql<{id: string; count: number}>`
    update schedules s set recipients = (
      select coalesce(json_agg(r.email order by r.position), '[]')
      from json_array_elements_text(s.recipients) with ordinality r (email, position)
      where lower(r.email) <> ${email})
    where s.org_id = ${orgId} and s.id = any (${ids}::text[])
    returning s.id, json_array_length(s.recipients) as count`.execute(tx);
  for (const {id, count} of rows)
    if (count === 0) await pauseRecurring(tx, "schedule", orgId, id, NO_RECIPIENTS);
}

/**
 * Recipients that still wait for their mail get none. The message id is an unkeyed hash, so it is erased too. Responses
 * of mail servers and notices of failures quote the address, so it is replaced there as well.
 */
async function eraseFromDeliveries(tx: Tx, {orgId, email, name}: Erasure): Promise<void> {
  const inText = patternOf(email);
  await sql`
    update delivery_recipients r set email = ${name}, message_id = null,
      status = case r.status when 'queued' then 'skipped' else r.status end,
      answer = case r.status when 'queued' then 'The address was erased.'
        else ${withoutAddress(sql`r.answer`, email, sql`${name}`)} end
    where r.org_id = ${orgId} and lower(r.email) = ${email}`.execute(tx);
  await sql`
    update deliveries d set definition = regexp_replace(d.definition::text, ${inText}, ${name}, 'gi')::json
    where d.org_id = ${orgId} and d.notice_of is not null and position(${email} in lower(d.definition::text)) > 0`.execute(
    tx,
  );
}

async function eraseFromStops(tx: Tx, {orgId, email, name}: Erasure): Promise<void> {
  await sql`
    with erased as (
      delete from mail_stops where org_id = ${orgId} and email = ${email} returning source_id, stopped_at
    )
    insert into mail_stops (org_id, source_id, email, stopped_at)
    select ${orgId}, e.source_id, ${name}, e.stopped_at from erased e
    on conflict (source_id, email) do nothing`.execute(tx);
}

/** Responses to requests with an Idempotency-Key are stored as text for a day. */
async function eraseFromRecords(tx: Tx, {orgId, email, name}: Erasure): Promise<void> {
  const [given, pattern, erased] = [`"${email}"`, `"${literal(email)}"`, `"${name}"`];
  await sql`
    update audit_log a set details = regexp_replace(a.details::text, ${pattern}, ${erased}, 'gi')::jsonb
    where a.org_id = ${orgId} and position(${given} in lower(a.details::text)) > 0`.execute(tx);
  await sql`
    update idempotency_keys k
    set response = to_jsonb(regexp_replace(k.response #>> '{}', ${pattern}, ${erased}, 'gi'))
    where k.org_id = ${orgId} and position(${given} in lower(k.response #>> '{}')) > 0`.execute(tx);
}
