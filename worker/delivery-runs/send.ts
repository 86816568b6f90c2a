import {prepared} from "../../shared/core/database/prepared.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {isAllowed} from "../../shared/core/process/mail-config.ts";
import {withoutAddress} from "../../shared/core/recipients/erased.ts";
import {stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {type Attachment, MailError, type Message, type SharedText} from "../email/message.ts";
import type {Worker} from "../worker.ts";
import {AT_ONCE, type Claim, claimFirst, claimRecipient, isAnyDue} from "./claim-recipients.ts";
import {MAIL_FILE, readStoredMail, STOP_TOKEN} from "./stored-mail.ts";

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

/** A delivery whose mail is stored. */
interface StoredDelivery extends SentDelivery {
  /** Whether an earlier run of the job stored the mail, and may have sent it to some recipients. */
  isRendered: boolean;
}

/** The dependencies of sending. */
export type SendDeps = Pick<
  Worker,
  "id" | "config" | "db" | "log" | "deliveryFiles" | "mail" | "handedOver" | "stopping"
>;

/**
 * Sends the stored mail to each recipient that is due. A recipient is marked before and after sending. If a recipient is
 * found marked as `sending` by a worker that is gone, the same message is sent again, with the same id. A worker that
 * is asked to stop finishes the messages that it has begun, and leaves the others to the next worker.
 */
export async function sendDelivery(
  worker: SendDeps,
  delivery: StoredDelivery,
  stopping: AbortSignal,
): Promise<void> {
  if (delivery.isRendered && !(await isAnyDue(worker, delivery))) return;
  const mail = await loadMail(worker, delivery);
  const {claims, others} = await claimFirst(worker, delivery);
  const faults: unknown[] = [];
  await forEachConcurrently([...claims, ...others], AT_ONCE, async next => {
    // Recipients that were already claimed still get their message.
    const isClaimed = typeof next !== "number";
    if (!isClaimed && (stopping.aborted || worker.stopping.aborted || faults.length > 0)) return;
    try {
      const claim = isClaimed ? next : await claimRecipient(worker, delivery, next);
      if (claim) await sendTo(worker, delivery, mail, claim, stopping);
    } catch (error) {
      // Messages under way end first: otherwise the next attempt of this job would find them marked as `sending`.
      faults.push(error);
    }
  });
  stopping.throwIfAborted();
  if (faults.length > 0) throw faults[0];
}

interface LoadedMail {
  subject: string;
  html: SharedText;
  text: SharedText;
  files: Attachment[];
}

async function loadMail(
  {config, deliveryFiles}: Pick<Worker, "config" | "deliveryFiles">,
  {id, orgId}: SentDelivery,
): Promise<LoadedMail> {
  const stored = await deliveryFiles.read(orgId, id, MAIL_FILE);
  if (!stored) throw new ServiceError("gone", "The mail of the delivery is no longer stored.");
  const mail = readStoredMail(JSON.parse(stored.toString()));
  const files = await Promise.all(
    mail.attachments.map(async ({name, contentType, cid}): Promise<Attachment> => {
      const content = await deliveryFiles.read(orgId, id, name);
      if (!content) throw new ServiceError("gone", `The file "${name}" of the delivery is no longer stored.`);
      return {name: cid === undefined ? name : name.slice(1), contentType, content, ...(cid ? {cid} : {})};
    }),
  );
  // The mark includes the service's own address: a link in text that people wrote could contain the placeholder alone,
  // which would then be replaced by the recipient's token.
  const mark = `${stopAddress(config)}${STOP_TOKEN}`;
  const {subject, html, text} = mail;
  return {subject, html: {content: html, mark}, text: {content: text, mark}, files};
}

function stopAddress({baseUrl}: Worker["config"]): string {
  return `${baseUrl}/unsubscribe?t=`;
}

async function sendTo(
  worker: Pick<Worker, "id" | "config" | "db" | "log" | "mail" | "handedOver">,
  delivery: SentDelivery,
  mail: LoadedMail,
  claim: Claim,
  stopping: AbortSignal,
): Promise<void> {
  const {config, log} = worker;
  if (!isAllowed(claim.email, config.mail.allowedDomains)) {
    const refusal = new MailError(true, "The service no longer mails to this domain (MAIL_ALLOWED_DOMAINS).");
    return writeFailure(worker, delivery, claim, refusal);
  }
  const {handedOver} = worker;
  try {
    const answer =
      handedOver.get(claim.message_id) ??
      (await sendMessage(worker, messageOf(worker, delivery, mail, claim), stopping));
    handedOver.set(claim.message_id, answer);
    await writeSent(worker, delivery, claim, answer);
    handedOver.delete(claim.message_id);
  } catch (error) {
    // A message under way stays marked as `sending`, and is sent again by the worker that takes up the delivery.
    stopping.throwIfAborted();
    if (!(error instanceof MailError)) throw error;
    log.info({deliveryId: delivery.id, answer: error.answer, isFinal: error.isFinal}, "a mail was refused");
    await writeFailure(worker, delivery, claim, error);
  }
}

/**
 * Sends one message. A bug that concerns one message is a failure of its recipient, and does not hold up the others.
 */
async function sendMessage(
  {mail, log}: Pick<Worker, "log" | "mail">,
  message: Message,
  stopping: AbortSignal,
): Promise<string> {
  try {
    return await mail.send(message, stopping);
  } catch (error) {
    if (stopping.aborted || error instanceof MailError) throw error;
    log.error({err: error, messageId: message.messageId}, "a mail could not be handed over");
    throw new MailError(
      false,
      "Something went wrong on our side. The log has the error under the message id.",
      {
        cause: error,
      },
    );
  }
}

function messageOf(
  {config}: Pick<Worker, "config">,
  {orgId, sourceId, sourceType}: SentDelivery,
  {subject, html, text, files}: LoadedMail,
  {email, message_id: messageId}: Claim,
): Message {
  const token = stopToken(config.encryptionKeys, sourceId, email);
  return {
    to: email,
    subject,
    html,
    text,
    attachments: files,
    messageId,
    unsubscribeUrl: `${stopAddress(config)}${token}`,
    feedbackId: `${sourceId}:${orgId}:${sourceType}:analytics`,
  };
}

/**
 * Records that a message was sent, whoever has claimed the recipient since: what a mail server has accepted must not be
 * sent again. Retries until the database has recorded that.
 */
async function writeSent(
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

/** Records a failure, unless another worker has claimed the recipient since. */
async function writeFailure(
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
