import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {onBusyMachine} from "../support/busy-machine.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {until} from "../support/until.ts";
import {BY_STATUS, ROWS_BY_STATUS} from "./load.ts";
import {causeFaults} from "./run.ts";
import {type System, startSystem} from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.stop());

test(
  "a web process and a worker that receive SIGTERM finish the requests that they have begun",
  async () => {
    const broken: string[] = [];
    let answered = 0;
    let isOver = false;
    const headers = {
      authorization: `Bearer ${system.token}`,
      "content-type": "application/json",
      // A new connection for each request: an idle one may be closed at any time.
      connection: "close",
    };
    const clients = Array.from({length: 8}, async (_, i) => {
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
          // Nothing listens until the process is back, and connections that only the kernel had accepted are reset.
          if (!/ECONNREFUSED|ConnectionRefused|ECONNRESET/.test(String(error))) broken.push(String(error));
          await Bun.sleep(20);
        }
      }
    });
    // The web process twice: a moment may come at which none of its requests is under way.
    for (const kind of ["worker", "web", "web"]) {
      await Bun.sleep(500);
      await system.parts.find(part => part.kind === kind)?.restart();
    }
    await Bun.sleep(1500);
    await until(() => answered > 50);
    isOver = true;
    await Promise.all(clients);
    expect(broken).toEqual([]);
    // The history has every request that a process began: as many as were answered, so none of them was reset.
    await until(async () => (await runsOf(system.databaseUrl)) >= answered);
    expect(await runsOf(system.databaseUrl)).toBe(answered);
  },
  longTimeoutMs(),
);

test(
  "while processes are killed and connections fail, no answer is wrong, and nothing is lost, created twice or left over",
  async () => {
    const report = await causeFaults(system, inLongRun(15_000, 600_000));
    expect({wrong: report.wrong, lost: report.lost, unanswered: report.unanswered}).toEqual({
      wrong: [],
      lost: [],
      unanswered: [],
    });
    expect(report.created).toBeGreaterThan(20);
    expect(Object.keys(report.disturbances).length).toBeGreaterThan(4);
    // A killed Postgres starts, recovers, and is connected to again within this time.
    expect(report.maxGapMs).toBeLessThan(onBusyMachine(15_000));
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
