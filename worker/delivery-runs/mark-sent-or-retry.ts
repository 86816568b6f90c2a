import {prepared} from "../../shared/core/database/prepared.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {withoutAddress} from "../../shared/core/recipients/erased.ts";
import type {MailError} from "../email/message.ts";
import type {Worker} from "../worker.ts";
import type {Claim} from "./claim-recipients.ts";

/** Pauses after a temporary refusal, in minutes: about a day in all, as a mail server would wait. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240, 240, 360, 360];
/** How long a worker tries to record that a message was sent. */
const WRITING_MS = 300_000;

export interface SentDelivery {
  id: string;
  orgId: string;
  sourceType: string;
  sourceId: string;
}

/**
 * Records that a message was sent, whoever has claimed the recipient since: what a mail server has accepted must not be
 * sent again. Retries until the database has recorded that.
 */
export async function markSent(
  {db, log}: Pick<Worker, "db" | "log">,
  delivery: SentDelivery,
  claim: Claim,
  answer: string,
): Promise<void> {
  const until = performance.now() + WRITING_MS;
  for (let pauseMs = 100; ; pauseMs = Math.min(5000, pauseMs * 2)) {
    try {
      const sent = sql`status = 'sent', sent_at = now(), ${answeredBy(claim, answer)}`;
      if (!(await update(db, delivery, claim, sent, sql`status <> 'sent'`))) {
        log.warn(
          {deliveryId: delivery.id, messageId: claim.message_id},
          "a mail was handed over to a recipient who is already marked as sent, or no longer exists",
        );
      }
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      log.warn(
        {err: error, deliveryId: delivery.id},
        "a mail was handed over, but its state could not be recorded yet",
      );
      await Bun.sleep(pauseMs);
    }
  }
}

/** Records a failure, and when the mail is tried again, unless another worker has claimed the recipient since. */
export async function retryOrFail(
  {db, id: workerId}: Pick<Worker, "id" | "db">,
  delivery: SentDelivery,
  claim: Claim,
  fault: MailError,
): Promise<void> {
  const minutes = PAUSES[claim.attempts - 1];
  const next =
    fault.isFinal || minutes === undefined
      ? sql`status = 'failed'`
      : sql`status = 'queued', next_attempt_at = now() + ${minutes} * interval '1 minute'`;
  const answered = sql`${next}, ${answeredBy(claim, fault.answer)}`;
  await update(db, delivery, claim, answered, sql`status = 'sending' and claimed_by = ${workerId}`);
}

/** Changes the recipient if `condition` holds, and gives up the claim. Returns whether the condition held. */
async function update(
  db: Db,
  {id, orgId}: SentDelivery,
  {position}: Claim,
  change: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const {numAffectedRows} = await sql`${prepared}
    update delivery_recipients set ${change}, claimed_by = null
    where org_id = ${orgId} and delivery_id = ${id} and position = ${position} and ${condition}`.execute(db);
  return numAffectedRows !== 0n;
}

/**
 * SQL that sets the server's answer and the message id. If the recipient was erased while the server was asked, both
 * must not identify the recipient: the placeholder replaces the address in the answer, and the id is left out.
 */
function answeredBy({email, message_id}: Claim, answer: string) {
  const text = cut(oneLine(answer));
  return sql`answer = case when email like 'erased:%'
      then ${withoutAddress(sql`${text}::text`, email, sql`email`)} else ${text} end,
    message_id = case when email like 'erased:%' then null else ${message_id} end`;
}

/** The beginning of a server's answer, which may be long. */
function cut(answer: string): string {
  return answer.replaceAll("\0", "").slice(0, 1000);
}
