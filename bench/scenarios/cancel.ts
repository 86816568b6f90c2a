import pg from "pg";
import {askOnce, Line} from "../client.ts";
import {say} from "../progress.ts";
import {CONNECTIONS, type Engine, heavyQuery, smallQuery, TRIPLES_SQL} from "../questions.ts";
import {percentile, times} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import type {Service} from "../stage/service.ts";
import {warmUp} from "./serve.ts";

/** Twice as many statements as one connection runs at once, so that half of them wait. */
const HEAVY = CONNECTIONS * 2;
const BEGUN_MS = 700;

/** Clients disconnect, some with running and some with waiting statements: the time until the engine is free again. */
export const cancel: Scenario = {
  name: "cancel",
  async run(stage) {
    const [service, {postgresUrl}] = [await stage.service(), await stage.data()];
    const roundCount = stage.quick ? 2 : 7;
    const target = {atMost: 50, unit: "ms"} as const;
    const {postgres, duckdb} = service.projects;
    await warmUp([service.ask(postgres, smallQuery()), service.ask(duckdb, smallQuery())], CONNECTIONS);

    say("leaving Postgres");
    const watcher = new pg.Client({connectionString: postgresUrl});
    await watcher.connect();
    const serviceMs: number[] = [];
    const ofPostgres = await times(roundCount, async () => {
      const leave = await crowd(service, "postgres");
      const running = await countBusy(watcher);
      serviceMs.push(await freeAfter(watcher, leave));
      const driverMs = await freeAfter(watcher, await crowdOfDriver(postgresUrl, running));
      return (serviceMs.at(-1) ?? Number.NaN) / driverMs;
    });
    await watcher.end();

    say("leaving DuckDB");
    const ofDuckdb = await times(roundCount, async () => {
      const leave = await crowd(service, "duckdb");
      const started = performance.now();
      leave();
      await askOnce(service.ask(duckdb, smallQuery()));
      return performance.now() - started;
    });
    return [
      rowOf(
        "postgres: time from lost clients to no active statement ÷ cancelling the statements with the driver alone",
        {atMost: 1.5},
        ofPostgres,
        `${percentile(serviceMs, 0.5).toFixed(0)} ms`,
      ),
      rowOf(
        "duckdb: time from lost clients to the answer of a small query on the connection",
        target,
        ofDuckdb,
      ),
    ];
  },
};

/** Starts clients with a heavy statement each; the returned function disconnects all of them. */
async function crowd(service: Service, engine: Engine): Promise<() => void> {
  const asks = Array.from({length: HEAVY}, (_, n) => service.ask(service.projects[engine], heavyQuery(n)));
  const lines: Line[] = [];
  for (const {port, bytes} of asks) {
    const line = await Line.open(port);
    lines.push(line);
    line.send(bytes, () => undefined);
  }
  await Bun.sleep(BEGUN_MS);
  return () => {
    for (const line of lines) line.close();
  };
}

/** Cancels, and waits until no statement is active any more, in milliseconds. */
async function freeAfter(watcher: pg.Client, cancel: () => void): Promise<number> {
  const started = performance.now();
  cancel();
  while ((await countBusy(watcher)) > 0) {}
  return performance.now() - started;
}

/**
 * Starts `crowd`'s statements on connections of the driver alone; the returned function cancels them as the driver
 * does. Postgres starts a process for each cancel request. That process waits for a core beside the statements, so no
 * client can be faster.
 */
async function crowdOfDriver(url: string, count: number): Promise<() => void> {
  const {hostname, port} = new URL(url);
  const clients = await Promise.all(
    Array.from({length: count}, async () => {
      const client: DriverClient = new pg.Client({connectionString: url});
      await client.connect();
      return client;
    }),
  );
  for (const [n, client] of clients.entries()) {
    const ended = () => void client.end();
    client
      .query(`select sum(product) from (${TRIPLES_SQL}) t where iata <> $1`, [String(n)])
      .then(ended, ended);
  }
  await Bun.sleep(BEGUN_MS);
  return () => {
    for (const {processID = 0, secretKey = 0} of clients) {
      const connection = new pg.Connection();
      connection.once("connect", () => connection.cancel(processID, secretKey));
      connection.connect(Number(port), hostname);
    }
  };
}

/** What the published types of pg leave out. */
interface DriverClient extends pg.Client {
  processID?: number;
  secretKey?: number;
}

/** How many statements run. */
async function countBusy(watcher: pg.Client): Promise<number> {
  const {rows} = await watcher.query<{busy: number}>(`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
      and backend_type in ('client backend', 'parallel worker')`);
  return rows[0]?.busy ?? 0;
}
