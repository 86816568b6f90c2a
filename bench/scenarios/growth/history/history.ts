import {migrate} from "../../../../bin/migrate.ts";
import {type Db, openDatabase} from "../../../../shared/core/db.ts";
import {newId} from "../../../../shared/core/ids.ts";
import {type Logger, makeLogger} from "../../../../shared/core/log.ts";
import {insertRuns} from "../../../../shared/querying/queries/insert-runs.ts";
import {dropRunDays} from "../../../../shared/querying/queries/run-days.ts";
import type {CountedEntry} from "../../../../shared/querying/queries/run-entry.ts";
import {type Ask, askOf, load} from "../../../client.ts";
import {say} from "../../../progress.ts";
import {inRounds, percentile, quotient, summaryOf, times} from "../../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../../scenario.ts";
import {newDatabase} from "../../../stage/data.ts";
import {accountOf, type Service, tokenOf} from "../../../stage/service.ts";
import {rowsOf, type Stage} from "../../../stage/stage.ts";
import {listOfRollups, readers} from "./readers.ts";
import {DAYS, fillHistory, type History} from "./rows.ts";
import {deleteSums, sumAllButLast, sumLastSlice} from "./sums.ts";

const ROWS = 50_000_000;
const BATCH = 2000;
const PAGE = 100;
/** The number of oldest days that expire, one after the other. */
const EXPIRED = 5;

/**
 * Fifty million runs of thirty days: the times to write another run, to list a person's own, to drop a day, and to
 * answer other readers.
 */
export const growthHistory: Scenario = {
  name: "growth-history",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const [busy, rare] = [await newReader(service, "Busy"), await newReader(service, "Rare")];
    const people = {busy: busy.id, rare: rare.id};
    const history = await fillHistory(service, stage.quick ? ROWS / 50 : ROWS, people);
    const log = makeLogger("bench", "warn");
    const {db, pool} = openDatabase(service.databaseUrl, 4, log);
    try {
      await deleteSums(service.databaseUrl);
      const byRows = await listOfRollups(service);
      await sumAllButLast(db, service.databaseUrl);
      say("measuring");
      const summed = await sumLastSlice(db, service.databaseUrl);
      return [
        ...(await lists({stage, service, history, busy: busy.token, rare: rare.token})),
        summed,
        ...(await readers(stage, service, byRows)),
        await writes(stage, service, db),
        ...(await retention({service, db, log})),
      ];
    } finally {
      await pool.end();
    }
  },
};

async function newReader({api, orgId}: Service, name: string): Promise<{id: string; token: string}> {
  const account = await api(`/api/orgs/${orgId}/service-accounts`, {name, scopes: ["read"]});
  return {id: accountOf(account), token: tokenOf(account)};
}

/** An entry for the history, as a worker writes it after an answer. */
function entryOf({orgId, projects, accountId}: Service): CountedEntry {
  return {
    request: {
      orgId,
      source: {kind: "connection", id: "conn_01k9abcdefghjkmnpqrstvwxyz", version: 1},
      fingerprint: "bench",
      record: {
        runId: newId("run"),
        principalId: accountId,
        projectId: projects.postgres,
        model: "flights",
        trigger: "interactive",
        requestId: "req_01k9abcdefghjkmnpqrstvwxyz",
        shape: "shape0",
      },
    },
    startedAt: new Date(),
    durationMs: 20,
    cache: "miss",
    stats: {rowCount: 10, sizeBytes: 1000},
    outcome: {status: "succeeded"},
    times: 1,
  };
}

const batchOf = (service: Service, count: number) => Array.from({length: count}, () => entryOf(service));

/** The rate of writes into the large history, against the rate into an empty one. */
async function writes(stage: Stage, service: Service, db: Db): Promise<Row> {
  const emptyUrl = await newDatabase((await stage.server()).url, "empty_history");
  await migrate(emptyUrl);
  await rowsOf(emptyUrl, "insert into orgs (id, name) values ($1, 'Empty')", [service.orgId]);
  const empty = openDatabase(emptyUrl, 1, makeLogger("bench", "warn"));
  const rates: number[] = [];
  const rateInto = async (into: Db) => {
    const count = stage.quick ? 5 : 50;
    const batches = Array.from({length: count}, () => batchOf(service, BATCH));
    const started = performance.now();
    for (const batch of batches) await insertRuns(into, batch, "worker_bench", undefined);
    return (count * BATCH) / ((performance.now() - started) / 1000);
  };
  try {
    await rateInto(empty.db);
    await rateInto(db);
    const summary = await inRounds({
      anchor: () => rateInto(empty.db),
      subject: async () => {
        const rate = await rateInto(db);
        rates.push(rate);
        return rate;
      },
      compare: quotient,
      roundCount: stage.quick ? 3 : 7,
    });
    const note = `${Math.round(summaryOf(rates).median)} rows/s by one connection`;
    return rowOf("rate of inserts into the history ÷ into an empty history", {atLeast: 0.8}, summary, note);
  } finally {
    await empty.pool.end();
  }
}

interface Lists {
  stage: Stage;
  service: Service;
  history: History;
  /** The tokens of the person with many runs, and of the person with few. */
  busy: string;
  rare: string;
}

async function lists({stage, service, history, busy, rare}: Lists): Promise<Row[]> {
  const ask = (token: string, cursor?: string) =>
    askOf(service.address, {
      method: "GET",
      path: `/api/query/runs?limit=${PAGE}${cursor ? `&cursor=${Buffer.from(cursor).toString("base64url")}` : ""}`,
      headers: {authorization: `Bearer ${token}`},
    });
  const [last] = await rowsOf<{id: string}>(
    service.databaseUrl,
    "select id from query_runs where org_id = $1 and principal_id = $2 order by id offset $3 limit 1",
    [service.orgId, history.busy, PAGE * 2],
  );
  const [first, late, few] = [ask(busy), ask(busy, last?.id), ask(rare)];
  await requireCount(first, PAGE);
  await requireCount(late, PAGE);
  await requireCount(few, history.rareRuns);
  const ms = stage.quick ? 300 : 1500;
  const p50 = async (one: Ask) => (await load(one, {clients: 1, ms})).p50Ms;
  for (const one of [first, late, few]) await p50(one);
  const firsts: number[] = [];
  const ratio = await inRounds({
    anchor: async () => {
      const taken = await p50(first);
      firsts.push(taken);
      return taken;
    },
    subject: () => p50(late),
    compare: quotient,
    roundCount: stage.quick ? 3 : 7,
  });
  const fewMs = await times(stage.quick ? 3 : 7, () => p50(few));
  const mine = `${Math.round(history.rows / 100)} of ${history.rows} runs, in pages of ${PAGE}`;
  return [
    rowOf(
      `history of ${history.rows} runs in ${DAYS} days: first page of a person's runs, p50`,
      {atMost: 10, unit: "ms"},
      summaryOf(firsts),
      mine,
    ),
    rowOf("last full page of a person's runs ÷ first", {atMost: 1.5}, ratio),
    rowOf(`all runs of a person who has only ${history.rareRuns}, p50`, {atMost: 10, unit: "ms"}, fewMs),
  ];
}

async function requireCount({port, bytes}: Ask, count: number): Promise<void> {
  const [head = ""] = Buffer.from(bytes).toString().split("\r\n\r\n");
  const [line = "", ...headers] = head.split("\r\n");
  const answer = await fetch(`http://127.0.0.1:${port}${line.split(" ")[1]}`, {
    headers: headers.map((header): [string, string] => {
      const [name = "", ...value] = header.split(": ");
      return [name, value.join(": ")];
    }),
  });
  const page: unknown = await answer.json();
  if (!Array.isArray(page) || page.length !== count)
    throw new Error(`The page should have ${count} runs: ${JSON.stringify(page).slice(0, 200)}`);
}

interface Retention {
  service: Service;
  db: Db;
  log: Logger;
}

/** Drops the oldest days, one after the other, while others write a batch of twenty every ten milliseconds. */
async function retention({service, db, log}: Retention): Promise<Row[]> {
  const waits: number[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const batch = batchOf(service, 20);
      const started = performance.now();
      await insertRuns(db, batch, "worker_bench", undefined);
      waits.push(performance.now() - started);
      await Bun.sleep(10);
    }
  };
  const writing = Promise.all([write(), write()]);
  await Bun.sleep(3000);
  const before = waits.splice(0);
  const [{rows} = {rows: 0}] = await rowsOf<{rows: number}>(
    service.databaseUrl,
    "select avg(reltuples)::int as rows from pg_class where relname ~ '^query_runs_[0-9_]+$' and relkind = 'r' and reltuples > 0",
  );
  const drops: number[] = [];
  for (let n = 1; n <= EXPIRED; n++) {
    const started = performance.now();
    await dropRunDays(db, log, DAYS - 1 - n);
    drops.push(performance.now() - started);
    await Bun.sleep(500);
  }
  isOver = true;
  await writing;
  const [left] = await rowsOf<{days: number}>(
    service.databaseUrl,
    "select count(*)::int as days from pg_inherits where inhparent = 'query_runs'::regclass and inhrelid in (select oid from pg_class where reltuples > 0)",
  );
  if (left?.days !== DAYS - EXPIRED) throw new Error(`${left?.days} days are left`);
  const p50 = percentile(before, 0.5);
  return [
    rowOf(
      "dropping an expired day of the history",
      {atMost: 500, unit: "ms"},
      summaryOf(drops),
      `${rows} runs`,
    ),
    rowOf(
      "longest insert of 20 runs while expired days are dropped",
      {atMost: 1000, unit: "ms"},
      summaryOf([Math.max(...waits)]),
      `p50 ${p50.toFixed(1)} ms, longest ${Math.max(...before).toFixed(0)} ms before the drops`,
    ),
  ];
}
