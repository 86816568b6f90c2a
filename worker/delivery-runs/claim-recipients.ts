import {createHash} from "node:crypto";
import {prepared} from "../../shared/core/database/prepared.ts";
import {sql} from "../../shared/core/db.ts";
import {domainOf} from "../../shared/core/mail-address.ts";
import {addressIn} from "../../shared/core/process/mail-config.ts";
import {hasStopped} from "../../shared/core/recipients/unsubscribes.ts";
import type {Worker} from "../worker.ts";

/** Messages of one delivery that are sent at once. */
export const AT_ONCE = 5;

interface DeliveryIds {
  id: string;
  orgId: string;
  sourceId: string;
}

/** A recipient to whom this worker sends. */
export interface Claim {
  position: number;
  email: string;
  attempts: number;
  message_id: string;
}

/** SQL condition on the row `r`: nobody is sending to this recipient. */
const isFree = sql`(r.status = 'queued' and r.next_attempt_at <= now()
  or r.status = 'sending' and not exists (select from workers w where w.id = r.claimed_by))`;

/** SQL condition on the row `r`: this worker may send to this recipient now. */
const isDue = (workerId: string) => sql`(${isFree} or r.status = 'sending' and r.claimed_by = ${workerId})`;

/** Whether there is a recipient to whom this worker may send now. */
export async function isAnyDue(
  {db, id: workerId}: Pick<Worker, "id" | "db">,
  {id, orgId}: DeliveryIds,
): Promise<boolean> {
  const {rows} = await sql`${prepared}
    select from delivery_recipients r
    where r.org_id = ${orgId} and r.delivery_id = ${id} and ${isDue(workerId)} limit 1`.execute(db);
  return rows.length > 0;
}

type Marked = Omit<Claim, "message_id"> & {status: string};

/** SQL that marks recipients `r` of a source as `sending`, or as `skipped` where they get no mail. */
const marks = (sourceId: string, workerId: string) => sql`
  update delivery_recipients r set
    status = case when r.email like 'erased:%' or ${hasStopped(sql`r.org_id`, sql`${sourceId}`)}
      then 'skipped' else 'sending' end,
    claimed_by = ${workerId}, attempts = r.attempts + 1`;

/** Marks the first `AT_ONCE` recipients that are due; `others` are the positions of the remaining due ones. */
export async function claimFirst(
  {db, config, id: workerId}: Pick<Worker, "id" | "config" | "db">,
  {id, orgId, sourceId}: DeliveryIds,
): Promise<{claims: Claim[]; others: number[]}> {
  const {rows} = await sql<Marked>`${prepared}
    with due as (
      select r.position, row_number() over (order by r.position) as turn from delivery_recipients r
      where r.org_id = ${orgId} and r.delivery_id = ${id} and ${isDue(workerId)}
    ), marked as (
      ${marks(sourceId, workerId)}
      from due d
      where d.turn <= ${AT_ONCE} and r.org_id = ${orgId} and r.delivery_id = ${id} and r.position = d.position
        and ${isDue(workerId)}
      returning r.position, r.email, r.attempts, r.status)
    select position, email, attempts, status from marked
    union all select position, '', 0, 'due' from due where turn > ${AT_ONCE}
    order by position`.execute(db);
  const claims = rows
    .filter(({status}) => status === "sending")
    .map(row => claimOf(row, id, config.mail.from));
  const others = rows.filter(({status}) => status === "due").map(({position}) => position);
  return {claims, others};
}

/** Marks the recipient as `sending`; `undefined` where another worker does so, or where the recipient gets no mail. */
export async function claimRecipient(
  {db, config, id: workerId}: Pick<Worker, "id" | "config" | "db">,
  {id, orgId, sourceId}: DeliveryIds,
  position: number,
): Promise<Claim | undefined> {
  const {rows} = await sql<Marked>`${prepared}
    ${marks(sourceId, workerId)}
    where r.org_id = ${orgId} and r.delivery_id = ${id} and r.position = ${position} and ${isDue(workerId)}
    returning r.position, r.email, r.attempts, r.status`.execute(db);
  const row = rows[0];
  return row?.status === "sending" ? claimOf(row, id, config.mail.from) : undefined;
}

function claimOf({position, email, attempts}: Marked, deliveryId: string, from: string): Claim {
  return {position, email, attempts, message_id: messageIdOf(deliveryId, email, from)};
}

/**
 * The message id. It depends on the delivery and the recipient alone, so that a mail server can recognize a repetition.
 */
function messageIdOf(deliveryId: string, email: string, from: string): string {
  const recipient = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 20);
  return `<${deliveryId}.${recipient}@${domainOf(addressIn(from))}>`;
}
