import type {Scenario} from "../../scenario.ts";
import {keys} from "./keys.ts";
import {thresholds} from "./thresholds.ts";

/** Two thousand thresholds that come due at once, and one that watches ten thousand rows. */
export const actions: Scenario = {
  name: "actions",
  async run(stage) {
    return [...(await thresholds(stage)), ...(await keys(stage))];
  },
};
