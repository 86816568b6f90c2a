import type {SendMailOptions} from "nodemailer";
import {addressIn} from "../../shared/ground/process/mail-config.ts";
import type {Message, Sender} from "./message.ts";
import {plain} from "./plain.ts";

/**
 * The headers that the DKIM signature covers. The unsubscribe headers are among them, so that nobody can change whom
 * they unsubscribe.
 */
const SIGNED =
  "from:reply-to:subject:date:message-id:to:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id";

/** Builds a message in the form that the mail library sends. */
export function compose(
  {from, replyTo, dkim}: Sender,
  message: Message,
  signal?: AbortSignal,
): SendMailOptions {
  const {to, subject, html, text, attachments, messageId, unsubscribeUrl, feedbackId} = message;
  for (const line of [to, messageId, unsubscribeUrl, feedbackId]) {
    if (/[\r\n]/.test(line)) throw new Error("a header of a message has more than one line");
  }
  return {
    from,
    ...(replyTo === undefined ? {} : {replyTo}),
    to,
    envelope: {from: addressIn(from), to: [to]},
    subject: plain(subject).replace(/\s+/g, " "),
    html,
    text,
    messageId,
    attachments: attachments.map(({name, contentType, content, cid}) => ({
      filename: name,
      contentType,
      content,
      ...(cid === undefined ? {} : {cid, contentDisposition: "inline" as const}),
    })),
    headers: {
      // On one line, because some relays broke the signature of a folded header.
      "List-Unsubscribe": {prepared: true, value: `<${unsubscribeUrl}>`},
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
      "Feedback-ID": feedbackId,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? {dkim: {...dkim, headerFieldNames: SIGNED}} : {}),
    ...(signal ? {signal} : {}),
  };
}
