import {requireOrgAdmin} from "../access.ts";
import {eraseFromActions} from "../actions/erase.ts";
import type {Actor} from "../actor.ts";
import {eraseFromAgents} from "../agents/erase.ts";
import {audit} from "../audit.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {enqueue} from "../jobs.ts";
import {readAddress} from "../mail-address.ts";
import {erasedName} from "../recipients/erased.ts";
import {pauseSchedule} from "../schedules/schedules.ts";

const NOBODY_LEFT = "Its only recipient was erased. PUT names others.";

/** An address to erase, in lower case, and what takes its place. */
interface Erasure {
  orgId: string;
  email: string;
  name: string;
}

/**
 * Puts a keyed hash in place of an address wherever the organization's deliveries, stops, audit log and stored answers
 * have it, and takes it out of all schedules. A schedule that has nobody left is paused. Doing it twice changes nothing
 * more, and neither does it for an address that nobody has. Accounts of members are not touched.
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

/** The contents come first, as in every change of a schedule, so that two changes never wait for each other. */
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
  for (const {id, count} of rows) if (count === 0) await pauseSchedule(tx, orgId, id, NOBODY_LEFT);
}

/**
 * Who was still to get a mail gets none. The message id is a hash without a key, so it goes as well; mail servers quote
 * the address in their answers, and so do the mails that tell of a failure.
 */
async function eraseFromDeliveries(tx: Tx, {orgId, email, name}: Erasure): Promise<void> {
  const inText = patternOf(email);
  const encoded = literal(encodeURIComponent(email));
  await sql`
    update delivery_recipients r set email = ${name}, message_id = null,
      status = case r.status when 'queued' then 'skipped' else r.status end,
      answer = case r.status when 'queued' then 'The address was erased.'
        else regexp_replace(regexp_replace(r.answer, ${inText}, ${name}, 'gi'), ${encoded}, ${name}, 'gi') end
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

/** What was answered to a request with an Idempotency-Key is kept for a day as text. */
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

/** A regular expression for the address in a text, not as a part of a longer one. */
function patternOf(email: string): string {
  return `(?<![A-Za-z0-9._+-])${literal(email)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`;
}

function literal(text: string): string {
  return text.replace(/[^\w@]/g, "\\$&");
}
