import {ServiceError} from "../../shared/core/errors.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import {isAllowed} from "../../shared/core/process/mail-config.ts";
import {patternOf} from "../../shared/core/recipients/erased.ts";
import {stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {type Attachment, MailError, type Message, type SharedText} from "../email/message.ts";
import type {Worker} from "../worker.ts";
import {AT_ONCE, type Claim, claimFirst, claimRecipient, isAnyDue} from "./claim-recipients.ts";
import {markSent, retryOrFail, type SentDelivery} from "./mark-sent-or-retry.ts";
import {MAIL_FILE, readStoredMail, STOP_TOKEN} from "./stored-mail.ts";

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
    return retryOrFail(worker, delivery, claim, refusal);
  }
  const {handedOver} = worker;
  try {
    const answer =
      handedOver.get(claim.message_id) ??
      (await sendMessage(worker, messageOf(worker, delivery, mail, claim), stopping));
    handedOver.set(claim.message_id, answer);
    await markSent(worker, delivery, claim, answer);
    handedOver.delete(claim.message_id);
  } catch (error) {
    // A message under way stays marked as `sending`, and is sent again by the worker that takes up the delivery.
    stopping.throwIfAborted();
    if (!(error instanceof MailError)) throw error;
    // Servers quote the recipient, whose address belongs into the record alone: it may be erased there.
    const answer = error.answer.replace(new RegExp(patternOf(claim.email), "gi"), "…");
    log.info({deliveryId: delivery.id, answer, isFinal: error.isFinal}, "a mail was refused");
    await retryOrFail(worker, delivery, claim, error);
  }
}

/**
 * Sends one message. A bug that concerns one message is a failure of its recipient, and does not hold up the other
 * messages.
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
