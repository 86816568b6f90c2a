import type {Scenario} from "../../scenario.ts";
import {keys} from "./keys.ts";
import {thresholds} from "./thresholds.ts";

/** Two thousand thresholds that are due at the same time, and a threshold over ten thousand rows. */
export const actions: Scenario = {
  name: "actions",
  async run(stage) {
    return [...(await thresholds(stage)), ...(await keys(stage))];
  },
};
