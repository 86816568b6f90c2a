import {type Ask, askOf, load} from "../client.ts";
import {requireSameAnswer} from "../compare.ts";
import {say} from "../progress.ts";
import {COUNTRY, type Engine, IATA, SMALL} from "../questions.ts";
import {difference, inRounds, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {Stage} from "../stage/stage.ts";

export const servePostgres: Scenario = {name: "serve-pg", run: stage => serve(stage, "postgres")};
export const serveDuckdb: Scenario = {name: "serve-duckdb", run: stage => serve(stage, "duckdb")};

/** A small query from one client, then from many, against the same by hand. */
async function serve(stage: Stage, engine: Engine): Promise<Row[]> {
  const {subject, anchor} = await smallAsks(stage, engine);
  await requireSameAnswer(subject, anchor);
  await warmUp([anchor, subject]);
  const wanted = stage.quick ? 3 : 9;
  const ms = stage.quick ? 300 : 600;

  say(`${engine}: one client`);
  const latency = (ask: Ask) => async () => (await load(ask, {clients: 1, ms})).p50Ms;
  const rows = [
    rowOf(
      "p50 at 1 client, minus raw",
      {atMost: 0.3, unit: "ms"},
      await inRounds({anchor: latency(anchor), subject: latency(subject), compare: difference, wanted}),
    ),
  ];
  for (const clients of [16, 64]) {
    say(`${engine}: ${clients} clients`);
    const rate = (ask: Ask) => async () => (await load(ask, {clients, ms})).perSecond;
    let most = 0;
    const subjectRate = async () => {
      const measured = await rate(subject)();
      most = Math.max(most, measured);
      return measured;
    };
    const summary = await inRounds({anchor: rate(anchor), subject: subjectRate, compare: quotient, wanted});
    rows.push(rowOf(`rate at ${clients} clients ÷ raw`, {atLeast: 0.6}, summary, `${most.toFixed(0)}/s`));
  }
  return rows;
}

export async function smallAsks(stage: Stage, engine: Engine): Promise<{subject: Ask; anchor: Ask}> {
  const [service, raw] = [await stage.service(), await stage.raw()];
  return {
    subject: service.ask(service.projects[engine], SMALL.query),
    anchor: askOf(raw.address, {path: `/${engine}/small`, body: [COUNTRY, ...IATA]}),
  };
}

/** Until the code is compiled and every connection is open. */
export async function warmUp(asks: readonly Ask[], clients = 64): Promise<void> {
  for (const ask of [...asks, ...asks]) await load(ask, {clients, ms: 700});
}
