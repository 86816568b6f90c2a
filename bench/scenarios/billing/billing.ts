import type {Scenario} from "../../scenario.ts";
import {counting} from "./counting.ts";
import {drain} from "./drain.ts";
import {receiver} from "./receiver.ts";
import {billingStage} from "./service.ts";

/** Events of Stripe, the resulting state, and the cost of counting usage. */
export const billing: Scenario = {
  name: "billing",
  async run(stage) {
    const service = await billingStage(stage);
    try {
      const received = await receiver(service, stage.quick);
      return [received, ...(await counting(service, stage.quick)), ...(await drain(service, stage.quick))];
    } finally {
      await service.stop();
    }
  },
};
