import type {MailContext} from "../../shared/automation/deliveries/mail-renderer.ts";
import {momentIn} from "../../shared/automation/deliveries/wording.ts";
import type {Report} from "../../shared/core/wire/mail-report.ts";
import type {Rendering} from "./render.ts";
import {MAIL_FILE, STOP_TOKEN, type StoredMail} from "./stored-mail.ts";

/** Stores a notice: a mail about a schedule, an action or an agent, whose subject is the notice's title. */
export async function renderNotice({
  runner,
  context,
  files,
  baseUrl,
  delivery,
}: Pick<Rendering, "runner" | "files" | "baseUrl"> & {
  context: MailContext;
  delivery: Rendering["delivery"] & {sourceType: string};
}): Promise<void> {
  const {definition, sourceType} = delivery;
  const {timezone, message} = definition;
  const report: Report = {
    title: delivery.name,
    ...(message === null ? {} : {message}),
    filters: [],
    asOf: momentIn(timezone, delivery.slot),
    resources: [],
    notes: [],
    reason: `You get this mail because you own the ${sourceType}, may manage it or have run it, or because it runs as you.`,
    unsubscribeUrl: `${baseUrl}/unsubscribe?t=${STOP_TOKEN}`,
  };
  const {html, text} = await runner.renderMail(context, report);
  const mail: StoredMail = {subject: report.title, html, text, attachments: []};
  await files.put(context.actor.orgId, delivery.id, MAIL_FILE, Buffer.from(JSON.stringify(mail)));
}
