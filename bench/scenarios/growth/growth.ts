import {summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";
import {measureList} from "../lists.ts";
import {coldStarts, insertOrganizations} from "../models.ts";
import {manyFields} from "./fields.ts";

const ORGANIZATIONS = 10_000;

/** Ten times the sizes of the other scenarios, and more: times that must stay flat, or grow with the logarithm. */
export const growth: Scenario = {
  name: "growth",
  byHand: true,
  async run(stage) {
    const fields = await manyFields(stage);
    const grants = await measureList(stage, {charts: 100_000, grants: 100_000});
    const service = await stage.service();
    const ask = await insertOrganizations(service, ORGANIZATIONS);
    const starts = await coldStarts(service, ask, "ten-thousand", stage.quick);
    return [
      ...fields,
      rowOf(
        "100,000 grants, half to a person and half to the person's teams: first page of charts, p50",
        {atMost: 10, unit: "ms"},
        grants.firsts,
        grants.note,
      ),
      rowOf("100,000 grants: last full page ÷ first", {atMost: 1.5}, grants.ratio),
      rowOf(
        "from the start of a web process to the first answered query, with 10,000 organizations of 100 models",
        {atMost: 1000, unit: "ms"},
        summaryOf(starts),
      ),
    ];
  },
};
