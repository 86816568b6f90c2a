import type {Scenario} from "../../scenario.ts";
import {pushes} from "./pushes.ts";
import {receiver} from "./receiver.ts";
import {githubStage} from "./service.ts";

/** Webhook deliveries of GitHub, and the layers that result. */
export const github: Scenario = {
  name: "github",
  async run(stage) {
    const service = await githubStage(stage);
    try {
      const received = await receiver(service, stage.quick);
      return [received, ...(await pushes(service, stage.quick))];
    } finally {
      await service.stop();
    }
  },
};
