import {type Ask, askOf, load} from "../client.ts";
import {say} from "../progress.ts";
import {type Engine, QUESTIONS} from "../questions.ts";
import {inRounds, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {Stage} from "../stage/stage.ts";

const CLIENTS = 8;

/** Eight clients repeatedly send the same heavy query, which runs once for all clients. */
export const herd: Scenario = {
  name: "herd",
  async run(stage) {
    return [await herdOn(stage, "postgres"), await herdOn(stage, "duckdb")];
  },
};

async function herdOn(stage: Stage, engine: Engine): Promise<Row> {
  say(`herd on ${engine}`);
  const [service, raw] = [await stage.service(), await stage.raw()];
  const count = CLIENTS * (stage.quick ? 1 : 2);
  const rate = (ask: Ask) => async () => (await load(ask, {clients: CLIENTS, ms: 60_000, count})).perSecond;
  const subject = rate(service.ask(service.projects[engine], QUESTIONS[engine].scan.query));
  const anchor = rate(askOf(raw.address, {path: `/${engine}/scan`, body: []}));
  const roundCount = stage.quick ? 2 : 3;
  const summary = await inRounds({anchor, subject, compare: quotient, roundCount});
  return rowOf(`${engine}: rate of 8 clients ÷ raw`, {atLeast: 6}, summary);
}
