import type {EmailEffect} from "../../../shared/automation/actions/schemas.ts";
import {fillTemplate, type TemplateFields} from "../../../shared/automation/actions/template.ts";
import {createMail} from "../../../shared/automation/deliveries/create-mail.ts";
import {momentIn} from "../../../shared/automation/deliveries/wording.ts";
import {Accepted} from "../../../shared/content/run-as/schemas.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {type Db, sql, type Tx} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {oneLine} from "../../../shared/core/one-line.ts";
import {isErasedName} from "../../../shared/core/recipients/erased.ts";
import {readerOf} from "../../../shared/core/validate.ts";
import {requireDeliveryLeft} from "../../../shared/tenancy/billing/delivery-limit.ts";
import {requireContent} from "../../../shared/tenancy/content-kinds/content.ts";
import type {EffectContext, EffectKind} from "./effect.ts";

const readAccepted = readerOf(Accepted, "the charts of an action");

/** Sends a mail, which is a delivery like every other. */
export const emailEffect: EffectKind<EmailEffect> = {
  async prepare(context, effect) {
    return {commit: async tx => ({deliveryId: await sendMail(tx, context, effect)})};
  },
  async rehearse(context, effect) {
    const chart = await chartOf(context.runner.db, context.actor, effect);
    const subject = oneLine(fillTemplate(effect.subject, fieldsOf(context)));
    const shows = chart ? `, with the chart "${chart.name}"` : "";
    return `Mails "${subject}" to ${recipientsOf(effect).join(", ")}${shows}.`;
  },
};

async function sendMail(tx: Tx, context: EffectContext, effect: EmailEffect): Promise<string> {
  const {actor, actionId, runId, timezone, found, now} = context;
  const recipients = recipientsOf(effect);
  const chart = await chartOf(tx, actor, effect);
  const fields = fieldsOf(context);
  const subject = oneLine(fillTemplate(effect.subject, fields));
  await requireDeliveryLeft(tx, context.runner.config.billing, actor.orgId);
  return createMail(tx, {
    orgId: actor.orgId,
    source: {type: "action", id: actionId},
    slot: now,
    causedBy: runId,
    subject,
    recipients,
    runAs: actor.id,
    definition: {
      resources: chart ? [{resourceType: "chart", resourceId: chart.id, name: chart.name}] : [],
      accepted: await acceptedBy(tx, actor, actionId),
      formats: ["html"],
      filters: [],
      condition: null,
      subject,
      message: fillTemplate(effect.message, fields),
      cron: "",
      timezone,
      ...(found && found.count > 0 ? {found} : {}),
    },
  });
}

function recipientsOf(effect: EmailEffect): string[] {
  const recipients = effect.recipients.filter(one => !isErasedName(one));
  if (recipients.length === 0)
    throw new ServiceError("conflict", "The effect has no recipients any more. Add recipients with PUT.");
  return recipients;
}

async function chartOf(db: Db | Tx, actor: Actor, {chartId}: EmailEffect) {
  return chartId === undefined ? undefined : requireContent(db, actor, "chart", chartId, "view");
}

function fieldsOf(context: EffectContext): TemplateFields {
  const {name, runId, timezone, measure, event, resourceId, found, now} = context;
  const first = found?.rows[0]?.[found.columns.indexOf(measure)];
  return {
    action: name,
    time: momentIn(timezone, now),
    run: runId,
    count: String(found?.count ?? 0),
    measure,
    value: first === null || first === undefined ? "" : String(first),
    event,
    resource: resourceId,
  };
}

/**
 * The charts of the action's mails as the principal saved them; none where the action now runs with somebody else's
 * rights.
 */
async function acceptedBy(tx: Tx, {orgId, id}: Actor, actionId: string): Promise<Accepted> {
  const {rows} = await sql<{accepted: unknown}>`
    select accepted from actions where org_id = ${orgId} and id = ${actionId} and run_as = ${id}`.execute(tx);
  return rows[0] ? readAccepted(rows[0].accepted) : {};
}
