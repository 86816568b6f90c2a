import type {SendMailOptions} from "nodemailer";
import {encode, wrap} from "nodemailer/lib/base64";
import MimeNode from "nodemailer/lib/mime-node";
import {encode as encodeQuoted, wrap as wrapQuoted} from "nodemailer/lib/qp";
import {addressIn} from "../../shared/core/process/mail-config.ts";
import type {Attachment, Message, Sender, SharedText} from "./message.ts";
import {stripControlCharacters} from "./strip-control-characters.ts";

/**
 * The headers that the DKIM signature covers. The unsubscribe headers are among them, so that nobody can redirect an
 * unsubscribe to another recipient.
 */
const SIGNED =
  "from:reply-to:subject:date:message-id:to:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id";

/** The most characters of a line of base64 (RFC 2045 §6.8). */
const BASE64_LINE = 76;
/** The most characters of a line of quoted-printable (RFC 2045 §6.7), without the `=` of its soft line break. */
const QUOTED_LINE = 75;
/** The soft line break of quoted-printable, after which the line continues. */
const GOES_ON = "=\r\n";

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
    subject: stripControlCharacters(subject).replace(/\s+/g, " "),
    html: bodyOf("text/html", html, unsubscribeUrl),
    text: bodyOf("text/plain", text, unsubscribeUrl),
    messageId,
    attachments: attachments.map(attachment => {
      attachment.part ??= partOf(attachment);
      // The library decides by `cid` whether the part belongs to the HTML.
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

/**
 * The text with the recipient's unsubscribe URL. The text around the URL is encoded once for all recipients. Texts that
 * are longer as quoted-printable than as base64, such as Chinese ones, are left to the library.
 */
function bodyOf(contentType: string, text: SharedText, url: string): string | {raw: string} {
  const {content, mark} = text;
  text.pieces ??= quotedPieces(content.split(mark));
  if (text.pieces === null) return content.replaceAll(mark, url);
  const headers = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`;
  return {raw: `${headers}\r\n\r\n${text.pieces.join(GOES_ON + quoted(url) + GOES_ON)}`};
}

function quotedPieces(pieces: readonly string[]): string[] | null {
  const encoded = pieces.map(quoted);
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, one) => sum + one.length, 0);
  const bytes = pieces.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  return lengthOf(encoded) > 1.5 * bytes ? null : encoded;
}

function quoted(text: string): string {
  return wrapQuoted(encodeQuoted(text.replaceAll(/\r\n?|\n/g, "\r\n")), QUOTED_LINE);
}
