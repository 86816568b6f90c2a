import pg from "pg";
import {askOnce, Line} from "../client.ts";
import {say} from "../progress.ts";
import {CONNECTIONS, type Engine, heavyQuery, smallQuery} from "../questions.ts";
import {times} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import type {Service} from "../stage/service.ts";
import {warmUp} from "./serve.ts";

/** Twice as many as one connection runs at once, so that half of them wait. */
const HEAVY = CONNECTIONS * 2;
const BEGUN_MS = 700;

/** Clients leave, some with running and some with waiting statements: how soon the engine is free again. */
export const cancel: Scenario = {
  name: "cancel",
  async run(stage) {
    const [service, {postgresUrl}] = [await stage.service(), await stage.data()];
    const wanted = stage.quick ? 2 : 7;
    const target = {atMost: 50, unit: "ms"} as const;
    const {postgres, duckdb} = service.projects;
    await warmUp([service.ask(postgres, smallQuery()), service.ask(duckdb, smallQuery())], CONNECTIONS);

    say("leaving Postgres");
    const watcher = new pg.Client({connectionString: postgresUrl});
    await watcher.connect();
    const ofPostgres = await times(wanted, async () => {
      const leave = await crowd(service, "postgres");
      const started = performance.now();
      leave();
      while (await isBusy(watcher)) {}
      return performance.now() - started;
    });
    await watcher.end();

    say("leaving DuckDB");
    const ofDuckdb = await times(wanted, async () => {
      const leave = await crowd(service, "duckdb");
      const started = performance.now();
      leave();
      await askOnce(service.ask(duckdb, smallQuery()));
      return performance.now() - started;
    });
    return [
      rowOf("postgres: clients gone → no statement active", target, ofPostgres),
      rowOf("duckdb: clients gone → a small query on the connection is answered", target, ofDuckdb),
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

async function isBusy(watcher: pg.Client): Promise<boolean> {
  const {rows} = await watcher.query<{busy: boolean}>(`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
        and backend_type in ('client backend', 'parallel worker')) as busy`);
  return rows[0]?.busy === true;
}
