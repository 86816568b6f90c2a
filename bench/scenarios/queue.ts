import {type Ask, askOf, load} from "../client.ts";
import {answerOf} from "../compare.ts";
import {say} from "../progress.ts";
import {smallQuery} from "../questions.ts";
import {difference, inRounds, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {until} from "../stage/processes.ts";
import type {Service} from "../stage/service.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";
import {warmUp} from "./serve.ts";

const CLIENTS = 16;
/** A little longer than the web process caches its list of workers and avoids a worker that did not answer. */
const WORKER_LIST_MS = 1200;

/** The small query through the queue: with `Prefer: respond-async`, and where no worker can be reached directly. */
export const queue: Scenario = {
  name: "queue",
  async run(stage) {
    const service = await stage.service();
    const direct = service.ask(service.projects.postgres, smallQuery());
    await warmUp([direct], CLIENTS);
    return [...(await addedTimes(stage, service, direct)), await rates(stage, service)];
  },
};

async function addedTimes(stage: Stage, service: Service, direct: Ask): Promise<Row[]> {
  const roundCount = stage.quick ? 2 : 5;
  const ms = stage.quick ? 300 : 600;
  const p50 = async () => (await load(direct, {clients: 1, ms})).p50Ms;
  const target = {atMost: 5, unit: "ms"} as const;

  say("respond-async");
  const later = await inRounds({
    anchor: p50,
    subject: () => runLater(service),
    compare: difference,
    roundCount,
  });
  say("the queue as fallback");
  const expected = await answerOf(direct);
  const fallback = await inRounds({
    anchor: p50,
    subject: () =>
      withoutListener(service, async () => {
        if ((await answerOf(direct)) !== expected) throw new Error("The queue gave another answer");
        return p50();
      }),
    compare: difference,
    roundCount,
  });
  return [
    rowOf("respond-async, until the result is read: p50, minus a direct query", target, later),
    rowOf("queue as fallback without a reachable worker: p50, minus a direct query", target, fallback),
  ];
}

/** The p50 of starting a run, waiting until it has succeeded and reading its result. */
async function runLater(service: Service): Promise<number> {
  const headers = {authorization: `Bearer ${service.token}`, "content-type": "application/json"};
  const body = JSON.stringify({...smallQuery(), projectId: service.projects.postgres});
  const durations: number[] = [];
  for (let i = 0; i < 50; i++) {
    const started = performance.now();
    const accepted = await fetch(`${service.address}/api/query`, {
      method: "POST",
      headers: {...headers, prefer: "respond-async"},
      body,
    });
    await accepted.text();
    const run = `${service.address}${accepted.headers.get("location")}`;
    for (;;) {
      const result = await fetch(`${run}/result`, {headers});
      const text = await result.text();
      if (result.ok) break;
      if (result.status !== 409) throw new Error(`The run answered ${result.status}: ${text}`);
    }
    durations.push(performance.now() - started);
  }
  return durations.sort((a, b) => a - b)[durations.length / 2] ?? Number.NaN;
}

/** Runs `work` while the worker is alive but announces an address where nothing listens. */
async function withoutListener<T>(service: Service, work: () => Promise<T>): Promise<T> {
  const setEnding = (change: string) =>
    rowsOf(service.databaseUrl, `update workers set endpoint = ${change}`, []);
  await setEnding("endpoint || '.away'");
  try {
    await Bun.sleep(WORKER_LIST_MS);
    const before = await queued(service);
    const measured = await work();
    if ((await queued(service)) === before) throw new Error("Nothing went through the queue");
    return measured;
  } finally {
    await setEnding("regexp_replace(endpoint, '\\.away$', '')");
    await Bun.sleep(WORKER_LIST_MS);
  }
}

async function queued({databaseUrl}: Service): Promise<string | undefined> {
  const [row] = await rowsOf<{count: string}>(
    databaseUrl,
    "select count(*) from query_runs where trigger = 'interactive' and content_type is not null",
  );
  return row?.count;
}

/** Runs per second, from the first request to the last result. */
async function rates(stage: Stage, service: Service): Promise<Row> {
  say("the queue's rate");
  const raw = await stage.raw();
  const count = stage.quick ? 300 : 600;
  const drained = async (ask: Ask, databaseUrl: string, left: string) => {
    const started = performance.now();
    await load(ask, {clients: CLIENTS, ms: 60_000, count});
    await until("the queue is empty", async () => {
      const [row] = await rowsOf<{left: boolean}>(databaseUrl, `select exists (${left}) as left`);
      return row?.left === false ? true : undefined;
    });
    return count / ((performance.now() - started) / 1000);
  };
  const later = service.ask(service.projects.postgres, smallQuery(), {prefer: "respond-async"});
  const plain = askOf(raw.address, {path: "/jobs", body: {}});
  const subjects: number[] = [];
  const subject = async () => {
    const unfinished = "select from query_runs where status in ('queued', 'running')";
    subjects.push(await drained(later, service.databaseUrl, unfinished));
    return subjects.at(-1) ?? Number.NaN;
  };
  const anchor = () => drained(plain, raw.queueUrl, "select from graphile_worker.jobs");
  await anchor();
  await subject();
  const summary = await inRounds({anchor, subject, compare: quotient, roundCount: stage.quick ? 2 : 5});
  const note = `${Math.max(...subjects).toFixed(0)}/s`;
  return rowOf("rate ÷ plain graphile-worker", {atLeast: 0.5}, summary, note);
}
