import type {Effect} from "../../../shared/automation/actions/schemas.ts";
import {createDeliveries} from "../../../shared/automation/deliveries/create.ts";
import {requireSender} from "../../../shared/automation/deliveries/run.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {requireDeliveryLeft} from "../../../shared/tenancy/billing/delivery-limit.ts";
import type {EffectKind} from "./effect.ts";

/** Sends a schedule as if it were due. */
export const runDeliveryEffect: EffectKind<Extract<Effect, {type: "run_delivery"}>> = {
  async prepare({runner, actor, runId, now}, {scheduleId}) {
    return {
      async commit(tx) {
        const {recipients} = await requireSender(tx, actor, scheduleId);
        if (recipients.length === 0)
          throw new ServiceError(
            "conflict",
            "The schedule has no recipients any more. Add recipients with PUT.",
          );
        await requireDeliveryLeft(tx, runner.config.billing, actor.orgId);
        const deliveryId = newId("dlv");
        const delivery = {id: deliveryId, orgId: actor.orgId, scheduleId, slot: now, causedBy: runId};
        await createDeliveries(tx, [{...delivery, trigger: "action"}]);
        return {deliveryId};
      },
    };
  },
  async rehearse({runner, actor}, {scheduleId}) {
    const {name, recipients} = await requireSender(runner.db, actor, scheduleId);
    return `Sends "${name}" (${scheduleId}) to ${recipients.join(", ") || "nobody, because it has no recipients any more"}.`;
  },
};
