import type {SendMailOptions} from "nodemailer";
import {encode, wrap} from "nodemailer/lib/base64";
import MimeNode from "nodemailer/lib/mime-node";
import {addressIn} from "../../shared/ground/process/mail-config.ts";
import type {Attachment, Message, Sender} from "./message.ts";
import {plain} from "./plain.ts";

/**
 * The headers that the DKIM signature covers. The unsubscribe headers are among them, so that nobody can change whom
 * they unsubscribe.
 */
const SIGNED =
  "from:reply-to:subject:date:message-id:to:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id";

/** The most characters of a line of base64 (RFC 2045 §6.8). */
const BASE64_LINE = 76;

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
    attachments: attachments.map(attachment => {
      attachment.part ??= partOf(attachment);
      // The library tells by `cid` whether the part belongs to the HTML.
      return {raw: attachment.part, ...(attachment.cid === undefined ? {} : {cid: attachment.cid})};
    }),
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

/**
 * The part of a message with this file, as the library would make it. The library encodes the files of each message
 * again, which takes more than half of the time in which a message with pictures is made.
 */
function partOf({name, contentType, content, cid}: Attachment): Buffer {
  const node = new MimeNode("multipart/mixed").createChild(contentType, {filename: name});
  if (cid !== undefined) node.setHeader("Content-Id", `<${cid}>`);
  node.setHeader("Content-Transfer-Encoding", "base64");
  node.setHeader("Content-Disposition", cid === undefined ? "attachment" : "inline");
  return Buffer.from(`${node.buildHeaders()}\r\n\r\n${wrap(encode(content), BASE64_LINE)}`);
}
