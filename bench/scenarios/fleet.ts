import pg from "pg";
import type {Graph} from "../../shared/semantic/documents.ts";
import {type Ask, askOf, Line, load} from "../client.ts";
import {say} from "../progress.ts";
import {inRounds, percentile, quotient, summaryOf} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {type Fleet, startFleet} from "../stage/fleet.ts";
import {idOf} from "../stage/service.ts";
import type {Stage} from "../stage/stage.ts";

const WEBS = 2;
const WORKERS = 4;
/** The number of statements that a worker runs at once. */
const STATEMENTS_PER_WORKER = 8;
/** How many of these statements one caller can have: an eighth is reserved for callers without a running statement. */
const MAX_PER_CALLER = 7;
const NAP_MS = 50;
const CLIENTS = 16;
/** The number of different requests, so that no two requests share a statement. */
const DIFFERENT = 4000;

const GRAPH: Graph = {
  models: [
    {
      name: "naps",
      table: {sql: `select 1 as n from pg_sleep(${NAP_MS / 1000})`},
      dimensions: [{name: "n", type: "number", column: "n"}],
      measures: [{name: "count", type: "count"}],
    },
  ],
};

/**
 * Two web and up to four worker processes behind HAProxy, with TCP and TLS between them, against a warehouse that
 * waits: how the rate grows with the workers, whether equal queries share a statement, and how many requests fail while
 * processes start and stop.
 */
export const fleet: Scenario = {
  name: "fleet",
  async run(stage) {
    if (!Bun.which("haproxy")) {
      say("fleet is left out: there is no haproxy");
      return [];
    }
    const [server, data] = [await stage.server(), await stage.data()];
    const running = await startFleet(stage.dir, server.url, data, {
      webs: WEBS,
      places: STATEMENTS_PER_WORKER,
    });
    try {
      return await measure(stage, running);
    } finally {
      await running.stop();
    }
  },
};

async function measure(stage: Stage, running: Fleet): Promise<Row[]> {
  const projectId = idOf(
    await running.api("/api/projects", {name: "Naps", connectionId: running.connectionId}),
  );
  await running.api(`/api/projects/${projectId}/introspect`, {graph: GRAPH});
  const napOf = (n: number) =>
    askOf(running.address, {
      path: "/api/query",
      headers: {authorization: `Bearer ${running.token}`},
      body: {
        projectId,
        model: "naps",
        measures: ["naps.count"],
        filters: [{field: "naps.n", op: "!=", value: n + 2}],
      },
    });
  const naps = Array.from({length: DIFFERENT}, (_, n) => napOf(n));
  return [
    ...(await growth(stage, running, naps)),
    await sharing(running, naps),
    await changing(naps, "workers stop and start, one of them killed", async () => {
      const [first, second] = running.workers;
      if (!first || !second) throw new Error("The fleet needs two workers");
      await running.restart(first);
      await running.kill(second);
      await Bun.sleep(1000);
      await running.restart(second);
    }),
    await changing(naps, "a rolling deploy of all processes", async () => {
      for (const member of [...running.workers, ...running.webs]) await running.restart(member);
    }),
  ];
}

/** The rate with one, two and four workers, against as many plain connections as the workers run statements at once. */
async function growth(stage: Stage, running: Fleet, naps: readonly Ask[]): Promise<Row[]> {
  const {postgresUrl} = await stage.data();
  const ms = stage.quick ? 1500 : 3000;
  const rows: Row[] = [];
  for (const workers of [1, 2, WORKERS]) {
    while (running.workers.length < workers) await running.addWorker();
    say(`${workers} workers`);
    const places = workers * MAX_PER_CALLER;
    const rates: number[] = [];
    const rate = async () => {
      const {perSecond} = await load(naps, {clients: places * 4, ms});
      rates.push(perSecond);
      return perSecond;
    };
    await rate();
    const roundCount = stage.quick ? 2 : 5;
    const anchor = () => plainRate(postgresUrl, places, ms);
    const summary = await inRounds({anchor, subject: rate, compare: quotient, roundCount});
    const note = `${percentile(rates, 0.5).toFixed(0)}/s`;
    rows.push(
      rowOf(
        `rate of ${workers} workers with ${STATEMENTS_PER_WORKER} slots each, ${MAX_PER_CALLER} of them open to one caller ÷ ${places} plain connections`,
        {atLeast: 0.9},
        summary,
        note,
      ),
    );
  }
  return rows;
}

/** How many statements a second the connections run together, each of them one statement after the other. */
async function plainRate(url: string, connections: number, ms: number): Promise<number> {
  const clients = Array.from({length: connections}, () => new pg.Client({connectionString: url}));
  await Promise.all(clients.map(client => client.connect()));
  const startedAt = performance.now();
  let count = 0;
  const run = async (client: pg.Client) => {
    while (performance.now() - startedAt < ms) {
      await client.query("select count(*) from (select 1 as n from pg_sleep($1::float8)) naps", [
        NAP_MS / 1000,
      ]);
      count++;
    }
  };
  await Promise.all(clients.map(run));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map(client => client.end()));
  return count / seconds;
}

/** Equal queries of many clients, through both web processes: how many statements the warehouse runs. */
async function sharing(running: Fleet, naps: readonly Ask[]): Promise<Row> {
  say("equal queries");
  const [nap] = naps;
  if (!nap) throw new Error("There is no query");
  const request = Buffer.from(nap.bytes).toString();
  const body = request.slice(request.indexOf("\r\n\r\n") + 4);
  const origins = async () => {
    const answers = await Promise.all(
      Array.from({length: CLIENTS}, (_, n) =>
        fetch(`http://127.0.0.1:${running.webs[n % WEBS]?.port}/api/query`, {
          method: "POST",
          headers: {authorization: `Bearer ${running.token}`, "content-type": "application/json"},
          body,
        }),
      ),
    );
    for (const answer of answers) if (!answer.ok) throw new Error(`A query answered ${answer.status}`);
    return answers.filter(({headers}) => headers.get("x-cache") === "miss").length;
  };
  const counts: number[] = [];
  for (let i = 0; i < 5; i++) counts.push(await origins());
  return rowOf(
    `statements for ${CLIENTS} equal queries at once through ${WEBS} web processes`,
    {atMost: 1},
    summaryOf(counts),
  );
}

/** The number of requests of a steady load that fail while processes start and stop. */
async function changing(naps: readonly Ask[], what: string, change: () => Promise<void>): Promise<Row> {
  say(what);
  let isOver = false;
  let answered = 0;
  const faults: string[] = [];
  const client = async (first: number) => {
    let line = await Line.open(naps[0]?.port ?? 0);
    for (let n = first; !isOver; n += CLIENTS) {
      const nap = naps[n % naps.length];
      if (!nap) return;
      try {
        await line.exchange(nap.bytes);
        answered++;
      } catch (error) {
        faults.push(String(error));
        line.close();
        line = await Line.open(nap.port);
      }
    }
    line.close();
  };
  const clients = Array.from({length: CLIENTS}, (_, n) => client(n));
  await change();
  isOver = true;
  await Promise.all(clients);
  if (faults.length > 0) say(`${what}: ${[...new Set(faults)].join("; ")}`);
  return rowOf(
    `${what}: failed requests`,
    {atMost: 0},
    summaryOf([faults.length]),
    `of ${answered + faults.length}`,
  );
}
