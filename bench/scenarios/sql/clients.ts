import pg from "pg";
import type {Service} from "../../stage/service.ts";
import type {SqlLine} from "./line.ts";

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

/** Each connection sends one statement after the other for `ms`. */
export async function loadSql(
  lines: readonly SqlLine[],
  statements: readonly Uint8Array[],
  ms: number,
): Promise<Load> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + ms;
  let next = 0;
  await Promise.all(
    lines.map(async line => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        await line.exchange(statements[next++ % statements.length] ?? new Uint8Array());
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
