import {expect, test} from "bun:test";
import pg from "pg";
import {onBusyMachine} from "../support/busy-machine.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {until} from "../support/until.ts";
import {BY_STATUS, ROWS_BY_STATUS} from "./load.ts";
import {runFaults} from "./run.ts";
import {startSystem} from "./system.ts";

test(
  "whatever is killed, cut or silent: no answer is wrong, nothing is lost, made twice or left behind",
  async () => {
    const report = await runFaults(inLongRun(15_000, 600_000));
    expect({wrong: report.wrong, lost: report.lost, unanswered: report.unanswered}).toEqual({
      wrong: [],
      lost: [],
      unanswered: [],
    });
    expect(report.created).toBeGreaterThan(20);
    expect(Object.keys(report.disturbances).length).toBeGreaterThan(4);
    // Postgres that is killed starts, recovers, and is found again.
    expect(report.longestGapMs).toBeLessThan(onBusyMachine(15_000));
  },
  longTimeoutMs(),
);

test(
  "a web process and a worker that are asked to stop end what they have begun",
  async () => {
    const system = await startSystem();
    try {
      const broken: string[] = [];
      let answered = 0;
      let isOver = false;
      const headers = {
        authorization: `Bearer ${system.token}`,
        "content-type": "application/json",
        // A connection of its own: one that rests may be closed at any time.
        connection: "close",
      };
      const asking = Array.from({length: 8}, async (_, i) => {
        const body = JSON.stringify({...BY_STATUS, projectId: system.projectId});
        while (!isOver) {
          try {
            const response = await fetch(`${system.addresses[i % 2]}/api/query`, {
              method: "POST",
              headers,
              body,
            });
            const text = await response.text();
            const rows = response.status === 200 ? JSON.stringify(JSON.parse(text).rows) : text;
            if (rows !== ROWS_BY_STATUS) broken.push(`${response.status} ${rows}`);
            answered++;
          } catch (error) {
            // Nobody listens until it is there again, and what the kernel had taken and the process not yet is reset.
            if (!/ECONNREFUSED|ConnectionRefused|ECONNRESET/.test(String(error))) broken.push(String(error));
            await Bun.sleep(20);
          }
        }
      });
      for (const kind of ["worker", "web"]) {
        await Bun.sleep(500);
        await system.parts.find(part => part.kind === kind)?.restart();
      }
      await Bun.sleep(1500);
      await until(() => answered > 50);
      isOver = true;
      await Promise.all(asking);
      expect(broken).toEqual([]);
      // A request that was begun is in the history: each of them has its answer, and no reset was one of them.
      await until(async () => (await runsOf(system.databaseUrl)) >= answered);
      expect(await runsOf(system.databaseUrl)).toBe(answered);
    } finally {
      await system.stop();
    }
  },
  longTimeoutMs(),
);

async function runsOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  try {
    const {rows} = await client.query<{runs: number}>(
      "select coalesce(sum(times), 0)::int as runs from query_runs",
    );
    return rows[0]?.runs ?? 0;
  } finally {
    await client.end();
  }
}
