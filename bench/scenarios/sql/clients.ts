import pg from "pg";
import type {Service} from "../../stage/service.ts";

/** A statement with its values, as a prepared statement of that name. */
export interface Statement {
  name: string;
  text: string;
  values: readonly string[];
}

/** Clients of Postgres' protocol, signed in to the service as its reader. */
export async function sqlClients(service: Service, project: string, count: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({length: count}, async () => {
      const client = new pg.Client({
        host: "127.0.0.1",
        port: service.sqlPort,
        user: "bench",
        database: project,
        password: service.token,
      });
      await client.connect();
      return client;
    }),
  );
}

export async function endAll(clients: readonly pg.Client[]): Promise<void> {
  await Promise.all(clients.map(client => client.end()));
}

interface Load {
  perSecond: number;
  p50Ms: number;
}

/** Each client sends one statement after the other for `ms`. */
export async function loadSql(
  clients: readonly pg.Client[],
  statements: readonly Statement[],
  ms: number,
): Promise<Load> {
  const times: number[] = [];
  const until = performance.now() + ms;
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    clients.map(async client => {
      while (performance.now() < until) {
        const {name, text, values} = statements[next++ % statements.length] ?? NOTHING;
        const sentAt = performance.now();
        await client.query({name, text, values: [...values], rowMode: "array"});
        times.push(performance.now() - sentAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length / (performance.now() - startedAt)) * 1000,
    p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN,
  };
}

const NOTHING: Statement = {name: "nothing", text: "select 1", values: []};
