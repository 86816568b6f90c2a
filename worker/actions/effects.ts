import {createActionMail} from "../../shared/actions/email.ts";
import type {Effect, EmailEffect, Found} from "../../shared/actions/schemas.ts";
import {fillTemplate} from "../../shared/actions/template.ts";
import type {Actor} from "../../shared/actor.ts";
import {requireContent} from "../../shared/content/content.ts";
import {sql, type Tx} from "../../shared/db.ts";
import {Accepted} from "../../shared/deliveries/accepted.ts";
import {createDeliveries} from "../../shared/deliveries/create.ts";
import {requireSender} from "../../shared/deliveries/run.ts";
import {momentIn} from "../../shared/deliveries/words.ts";
import {ServiceError} from "../../shared/errors.ts";
import {newId} from "../../shared/ids.ts";
import {readerOf} from "../../shared/validate.ts";

const readAccepted = readerOf(Accepted, "the charts of an action");

/** A run whose effects are carried out. */
export interface EffectContext {
  actor: Actor;
  actionId: string;
  name: string;
  timezone: string;
  measure: string;
  found: Found | null;
  now: Date;
}

/**
 * Carries out one effect under the rights that the principal has now, and returns the delivery that it made. It writes
 * only through the transaction that marks the effect as done, so that it is done once.
 */
export async function carryOut(tx: Tx, context: EffectContext, effect: Effect): Promise<string> {
  if (effect.type === "email") return sendMail(tx, context, effect);
  const {actor, now} = context;
  await requireSender(tx, actor, effect.scheduleId);
  const id = newId("dlv");
  const {scheduleId} = effect;
  await createDeliveries(tx, [{id, orgId: actor.orgId, scheduleId, trigger: "action", slot: now}]);
  return id;
}

async function sendMail(tx: Tx, context: EffectContext, effect: EmailEffect): Promise<string> {
  const {actor, actionId, name, timezone, measure, found, now} = context;
  const {chartId, recipients} = effect;
  if (recipients.length === 0)
    throw new ServiceError("conflict", "It has no recipient any more: PUT names some.");
  const chart = chartId === undefined ? undefined : await requireContent(tx, actor, "chart", chartId, "view");
  const fields = {action: name, time: momentIn(timezone, now), count: String(found?.count ?? 0), measure};
  const subject = fillTemplate(effect.subject, fields);
  return createActionMail(tx, {
    orgId: actor.orgId,
    actionId,
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

/** The charts of the action's mails as the principal saved them; none where somebody else's rights have taken over. */
async function acceptedBy(tx: Tx, {orgId, id}: Actor, actionId: string): Promise<Accepted> {
  const {rows} = await sql<{accepted: unknown}>`
    select accepted from actions where org_id = ${orgId} and id = ${actionId} and run_as = ${id}`.execute(tx);
  return rows[0] ? readAccepted(rows[0].accepted) : {};
}
