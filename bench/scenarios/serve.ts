import {type Ask, askOf, load} from "../client.ts";
import {requireSameAnswer} from "../compare.ts";
import {say} from "../progress.ts";
import {COUNTRY, type Engine, smallQuery} from "../questions.ts";
import {difference, inRounds, percentile, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";

/** The number of different requests, which is greater than the number of clients. */
const DIFFERENT = 500;
const PER_QUESTION = 5;
/** The least share of the raw rate, by number of clients. */
const MIN_SHARE: Record<Engine, readonly [clients: number, atLeast: number][]> = {
  postgres: [
    [16, 0.5],
    [64, 0.55],
  ],
  duckdb: [
    [16, 0.6],
    [64, 0.6],
  ],
};

export const servePostgres: Scenario = {name: "serve-pg", run: stage => serve(stage, "postgres")};
export const serveDuckdb: Scenario = {name: "serve-duckdb", run: stage => serve(stage, "duckdb")};

/** Small queries from one client, then from many, against the raw server. All differ, so that none is shared. */
async function serve(stage: Stage, engine: Engine): Promise<Row[]> {
  const {subjects, anchors} = await smallAsks(stage, engine);
  for (let i = 0; i < DIFFERENT; i += 50) {
    const [subject, anchor] = [subjects[i], anchors[i]];
    if (subject && anchor) await requireSameAnswer(subject, anchor);
  }
  await warmUp(anchors);
  await warmUp(subjects);
  const roundCount = stage.quick ? 3 : 7;
  const ms = stage.quick ? 300 : 500;

  say(`${engine}: one client`);
  const latency = (asks: readonly Ask[]) => async () => (await load(asks, {clients: 1, ms})).p50Ms;
  const rows = [
    rowOf(
      "p50 at 1 client, minus raw",
      {atMost: 0.3, unit: "ms"},
      await inRounds({anchor: latency(anchors), subject: latency(subjects), compare: difference, roundCount}),
    ),
  ];
  for (const [clients, atLeast] of MIN_SHARE[engine]) {
    say(`${engine}: ${clients} clients`);
    const rates: number[] = [];
    const rate = async (asks: readonly Ask[]) => (await load(asks, {clients, ms})).perSecond;
    const summary = await inRounds({
      anchor: () => rate(anchors),
      subject: async () => {
        rates.push(await rate(subjects));
        return rates.at(-1) ?? Number.NaN;
      },
      compare: quotient,
      roundCount,
    });
    const note = `${percentile(rates, 0.5).toFixed(0)}/s`;
    rows.push(rowOf(`rate at ${clients} clients ÷ raw`, {atLeast}, summary, note));
  }
  return rows;
}

/** Requests for the same questions, to the service and to the raw server. */
export async function smallAsks(
  stage: Stage,
  engine: Engine,
): Promise<{subjects: readonly Ask[]; anchors: readonly Ask[]}> {
  const [service, raw, {postgresUrl}] = [await stage.service(), await stage.raw(), await stage.data()];
  const rows = await rowsOf<{iata: string}>(
    postgresUrl,
    "select iata from airports where country = $1 and state is not null order by iata",
    [COUNTRY],
  );
  const questions = Array.from({length: DIFFERENT}, (_, n) =>
    rows.slice(n * PER_QUESTION, (n + 1) * PER_QUESTION).map(({iata}) => iata),
  );
  return {
    subjects: questions.map(iata => service.ask(service.projects[engine], smallQuery(iata))),
    anchors: questions.map(iata => askOf(raw.address, {path: `/${engine}/small`, body: [COUNTRY, ...iata]})),
  };
}

/** Sends requests until the code is compiled and every connection is open. */
export async function warmUp(asks: readonly Ask[], clients = 64): Promise<void> {
  await load(asks, {clients, ms: 5000, count: 15_000});
}
