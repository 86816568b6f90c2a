import type {MailContext} from "../../shared/automation/deliveries/mail-renderer.ts";
import {momentIn} from "../../shared/automation/deliveries/wording.ts";
import type {Report} from "../../shared/core/wire/mail-report.ts";
import type {Rendering} from "./render.ts";
import {MAIL_FILE, STOP_TOKEN, type StoredMail} from "./stored-mail.ts";

/** Stores a notice: a mail about a schedule, whose subject is the schedule's name and whose text is the message. */
export async function renderNotice({
  runner,
  queryContext,
  files,
  baseUrl,
  delivery,
}: Pick<Rendering, "runner" | "files" | "baseUrl" | "delivery"> & {
  queryContext: MailContext;
}): Promise<void> {
  const {timezone, message} = delivery.definition;
  const report: Report = {
    title: delivery.name,
    ...(message === null ? {} : {message}),
    filters: [],
    asOf: momentIn(timezone, delivery.slot),
    resources: [],
    notes: [],
    reason: "You get this mail because you own the schedule or may manage it.",
    unsubscribeUrl: `${baseUrl}/unsubscribe?t=${STOP_TOKEN}`,
  };
  const {html, text} = await runner.renderMail(queryContext, report);
  const mail: StoredMail = {subject: report.title, html, text, attachments: []};
  await files.put(queryContext.actor.orgId, delivery.id, MAIL_FILE, Buffer.from(JSON.stringify(mail)));
}
