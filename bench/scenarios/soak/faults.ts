import {runFaults} from "../../../test/faults/run.ts";
import {say} from "../../progress.ts";
import {summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";

const MINUTES = 3;

/** Two web and two worker processes under load, while they, Postgres and the connections to it keep failing. */
export const faults: Scenario = {
  name: "faults",
  byHand: true,
  async run(stage) {
    const report = await runFaults(stage.quick ? 20_000 : MINUTES * 60_000);
    for (const line of [...report.wrong, ...report.lost, ...report.unanswered]) say(line);
    const kinds = Object.entries(report.disturbances).map(([name, times]) => `${times} ${name}`);
    const one = (measure: string, value: number, note = "") =>
      rowOf(measure, {atMost: 0}, summaryOf([value]), note);
    const load = `${report.requests} requests, ${report.created} resources created; ${kinds.join(", ")}`;
    return [
      one("wrong answers", report.wrong.length, load),
      one("resources lost, created twice or not cleaned up", report.lost.length),
      one("requests without an answer within their time limit", report.unanswered.length),
      rowOf(
        "longest time until requests are served again",
        {atMost: 15, unit: "s"},
        summaryOf([report.maxGapMs / 1000]),
      ),
    ];
  },
};
