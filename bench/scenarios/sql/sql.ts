import {readdir, readFile} from "node:fs/promises";
import pg from "pg";
import Cursor from "pg-cursor";
import {load} from "../../client.ts";
import {say} from "../../progress.ts";
import {BIG_ROWS, COUNTRY, smallQuery} from "../../questions.ts";
import {difference, inRounds, percentile, quotient, summaryOf, times} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {watch} from "../big-memory.ts";
import {endAll, loadSql, sqlClients} from "./clients.ts";
import {executeMessages, prepareMessages, queryMessage, SqlLine} from "./line.ts";
import {planning} from "./planning.ts";

const DIFFERENT = 200;
const PER_QUESTION = 5;
const IDLE_CLIENTS = 1000;
const CURSOR_ROWS = 10_000;
const REST_ROWS = 100_000;
const MB = 1024 * 1024;

/** Statements over Postgres' protocol, beside the same questions over HTTP and the same statements on a real Postgres. */
export const sql: Scenario = {
  name: "sql",
  async run(stage) {
    return [
      await planning(stage.quick),
      ...(await small(stage)),
      ...(await connections(stage)),
      ...(await catalog(stage)),
      await rest(stage),
      await someRows(stage),
      await million(stage),
    ];
  },
};

const SMALL =
  "select state, city, measure(airports) from airports where iata in ($1, $2, $3, $4, $5) group by 1, 2";

async function small(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  const {postgresUrl} = await stage.data();
  const airports = await rowsOf<{iata: string}>(
    postgresUrl,
    "select iata from airports where country = $1 and state is not null order by iata",
    [COUNTRY],
  );
  const questions = Array.from({length: DIFFERENT}, (_, n) =>
    airports.slice(n * PER_QUESTION, (n + 1) * PER_QUESTION).map(({iata}) => iata),
  );
  const asks = questions.map(iata => service.ask(service.projects.postgres, smallQuery(iata)));
  const statements = questions.map(values => executeMessages("small", values));
  const simple = questions.map(values =>
    queryMessage(SMALL.replaceAll(/\$(\d)/g, (_, number) => `'${values[Number(number) - 1]}'`)),
  );
  const lines = await Promise.all(
    Array.from({length: 64}, () => SqlLine.open(service, service.projects.postgres)),
  );
  for (const line of lines) await line.exchange(prepareMessages("small", SMALL));
  const ms = stage.quick ? 300 : 500;
  const roundCount = stage.quick ? 3 : 7;
  try {
    await load(asks, {clients: 64, ms: 3000, count: 10_000});
    await loadSql(lines, statements, 3000);
    say("one client");
    const rows: Row[] = [];
    for (const [name, messages] of [
      ["prepared", statements],
      ["simple", simple],
    ] as const) {
      const summary = await inRounds({
        anchor: async () => (await load(asks, {clients: 1, ms})).p50Ms,
        subject: async () => (await loadSql(lines.slice(0, 1), messages, ms)).p50Ms,
        compare: difference,
        roundCount,
      });
      rows.push(
        rowOf(
          `${name} statement, p50 at 1 client, minus POST /api/query`,
          {atMost: 0.1, unit: "ms"},
          summary,
        ),
      );
    }
    // Many clients on few cores come in bursts: rounds of half a second differed by a third.
    const burstMs = stage.quick ? 300 : 1500;
    for (const count of [16, 64]) {
      say(`${count} clients`);
      const rates: number[] = [];
      const summary = await inRounds({
        anchor: async () => (await load(asks, {clients: count, ms: burstMs})).perSecond,
        subject: async () => {
          rates.push((await loadSql(lines.slice(0, count), statements, burstMs)).perSecond);
          return rates.at(-1) ?? Number.NaN;
        },
        compare: quotient,
        roundCount,
      });
      const note = `${percentile(rates, 0.5).toFixed(0)}/s`;
      rows.push(rowOf(`rate at ${count} clients ÷ POST /api/query`, {atLeast: 1}, summary, note));
    }
    return rows;
  } finally {
    for (const line of lines) line.close();
  }
}

async function connections(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  say("connecting");
  const connect = async () => {
    const startedAt = performance.now();
    const clients = await sqlClients(service, service.projects.postgres, 1);
    const took = performance.now() - startedAt;
    await endAll(clients);
    return took;
  };
  const connecting = await times(stage.quick ? 10 : 50, connect);
  const growths: number[] = [];
  const stop = watch(service.web);
  const idle: pg.Client[] = [];
  for (let n = 0; n < IDLE_CLIENTS; n += 50)
    idle.push(...(await sqlClients(service, service.projects.postgres, 50)));
  await Bun.sleep(1000);
  growths.push(await stop());
  await endAll(idle);
  return [
    rowOf("connecting and authenticating", {atMost: 5, unit: "ms"}, connecting),
    rowOf(
      `web memory growth with ${IDLE_CLIENTS} idle clients`,
      {atMost: 100, unit: "MB"},
      summaryOf(growths),
    ),
  ];
}

/** The statement by which drivers read the columns of all tables. */
const COLUMNS = `select n.nspname, c.relname, a.attname, a.atttypid, a.attnotnull, a.atttypmod, a.attlen, t.typtypmod,
    row_number() over (partition by a.attrelid order by a.attnum) as attnum, nullif(a.attidentity, '') as attidentity,
    pg_catalog.pg_get_expr(def.adbin, def.adrelid) as adsrc, dsc.description, t.typbasetype, t.typtype
  from pg_catalog.pg_namespace n
    join pg_catalog.pg_class c on c.relnamespace = n.oid
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    join pg_catalog.pg_type t on a.atttypid = t.oid
    left join pg_catalog.pg_attrdef def on a.attrelid = def.adrelid and a.attnum = def.adnum
    left join pg_catalog.pg_description dsc on c.oid = dsc.objoid and a.attnum = dsc.objsubid
  where c.relkind in ('r', 'p', 'v', 'f', 'm') and a.attnum > 0 and not a.attisdropped and n.nspname like 'public'
  order by n.nspname, c.relname, attnum`;

async function catalog(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  say("the catalog");
  const [client] = await sqlClients(service, service.projects.duckdb, 1);
  if (!client) throw new Error("no client");
  const ask = async () => {
    const startedAt = performance.now();
    await client.query(COLUMNS);
    return performance.now() - startedAt;
  };
  try {
    const first = await ask();
    const warm = await times(stage.quick ? 10 : 50, ask);
    return [
      rowOf("first listing of all columns", {atMost: 1000, unit: "ms"}, summaryOf([first])),
      rowOf("later listing of all columns", {atMost: 20, unit: "ms"}, warm),
      rowOf(
        "memory of the Postgres for catalog queries, idle",
        {atMost: 60, unit: "MB"},
        summaryOf([await privatePostgresMb(service.worker.pid)]),
      ),
    ];
  } finally {
    await client.end();
  }
}

/** The proportional set size of all Postgres processes below a worker. */
async function privatePostgresMb(worker: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent > 1 && (parent === worker || isBelow(parent));
  };
  let bytes = 0;
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue;
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    if (name.startsWith("postgres")) bytes += Number(/^Pss:\s+(\d+) kB/m.exec(memory)?.[1] ?? 0) * 1024;
  }
  return bytes / MB;
}

/**
 * A window over rows, which no query of the layer can express, against the same statement on a table of the same rows.
 */
async function rest(stage: Stage): Promise<Row> {
  const service = await stage.service();
  const {postgresUrl} = await stage.data();
  say("the rest over 100,000 rows");
  const [client] = await sqlClients(service, service.projects.postgres, 1);
  const raw = new pg.Client({connectionString: postgresUrl});
  await raw.connect();
  if (!client) throw new Error("no client");
  const text = `select count(*), max(r) from (
    select origin, rank() over (partition by origin order by distance, id) as r from flights where id <= ${REST_ROWS}) t`;
  const asked = (of: pg.Client) => async () => {
    const startedAt = performance.now();
    await of.query(text);
    return performance.now() - startedAt;
  };
  try {
    await asked(client)();
    await asked(raw)();
    const summary = await inRounds({
      anchor: asked(raw),
      subject: asked(client),
      compare: quotient,
      roundCount: stage.quick ? 3 : 7,
    });
    return rowOf("window over 100,000 rows ÷ in the warehouse", {atMost: 3}, summary);
  } finally {
    await endAll([client, raw]);
  }
}

/** Aggregates of some rows, as tools write them: the warehouse computes them in groups. */
async function someRows(stage: Stage): Promise<Row> {
  const service = await stage.service();
  const {postgresUrl} = await stage.data();
  say("aggregates of some rows");
  const [client] = await sqlClients(service, service.projects.postgres, 1);
  const raw = new pg.Client({connectionString: postgresUrl});
  await raw.connect();
  if (!client) throw new Error("no client");
  let minutes = 0;
  const asked = (of: pg.Client) => async () => {
    // Another statement each time, so that no cache answers it.
    minutes += 1;
    const startedAt = performance.now();
    await of.query(`select origin, count(*) filter (where delay > ${minutes}), avg(case when delay > ${minutes} then 1 else 0 end),
      sum(case when delay > ${minutes} then distance else 0 end) from flights group by 1 order by 2 desc, 1 limit 10`);
    return performance.now() - startedAt;
  };
  try {
    const summary = await inRounds({
      anchor: asked(raw),
      subject: asked(client),
      compare: quotient,
      roundCount: stage.quick ? 3 : 7,
    });
    return rowOf("filtered aggregates of 3 million rows ÷ in the warehouse", {atMost: 1.3}, summary);
  } finally {
    await endAll([client, raw]);
  }
}

async function million(stage: Stage): Promise<Row> {
  const service = await stage.service();
  const {postgresUrl} = await stage.data();
  say("a million rows");
  const [client] = await sqlClients(service, service.projects.postgres, 1);
  const raw = new pg.Client({connectionString: postgresUrl});
  await raw.connect();
  if (!client) throw new Error("no client");
  const text = `select id, date, delay, distance, origin from flights where id <= ${BIG_ROWS}`;
  const read = (of: pg.Client) => async () => {
    const startedAt = performance.now();
    const cursor = of.query(new Cursor<unknown[]>(text, [], {rowMode: "array"}));
    let count = 0;
    for (;;) {
      const rows = await cursor.read(CURSOR_ROWS);
      count += rows.length;
      if (rows.length === 0) break;
    }
    await cursor.close();
    if (count !== BIG_ROWS) throw new Error(`${count} rows instead of ${BIG_ROWS}`);
    return performance.now() - startedAt;
  };
  try {
    const summary = await inRounds({
      anchor: read(raw),
      subject: read(client),
      compare: quotient,
      roundCount: stage.quick ? 1 : 3,
    });
    return rowOf("a million rows by a cursor ÷ from the warehouse, same driver", {atMost: 1.2}, summary);
  } finally {
    await endAll([client, raw]);
  }
}
