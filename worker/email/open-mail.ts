import {join} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import {openEmlFolder} from "./eml-folder.ts";
import type {MailTransport, Sender} from "./message.ts";
import {openSmtp} from "./smtp.ts";

/** The mail server that is configured, or the folder that mail is written to without one. */
export function openMail({dataDir, mail}: Config): MailTransport {
  const {smtpUrl, from, replyTo, dkim, poolSize, ratePerSecond} = mail;
  const sender: Sender = {from, ...(replyTo === undefined ? {} : {replyTo}), ...(dkim ? {dkim} : {})};
  if (smtpUrl === undefined) return openEmlFolder(join(dataDir, "outbox"), sender);
  return openSmtp({url: smtpUrl, poolSize, ratePerSecond}, sender);
}
