import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {check} from "./check.ts";
import {type Disturbances, disturb} from "./disturb.ts";
import {Ledger} from "./ledger.ts";
import {runLoad} from "./load.ts";
import {startSystem} from "./system.ts";

export interface FaultReport {
  requests: number;
  created: number;
  /** How often a process has ended by itself. */
  crashes: number;
  disturbances: Disturbances;
  /** Requests that were told to come back, or broke off. */
  refusals: number;
  /** Answers that were not true, and faults of ours. */
  wrong: string[];
  /** What is not as it must be afterwards: lost, twice, left behind. */
  lost: string[];
  unanswered: string[];
  longestGapMs: number;
}

/** The whole service under load and under faults for so long; then a look at everything. */
export async function runFaults(ms: number): Promise<FaultReport> {
  const system = await startSystem();
  try {
    const ledger = new Ledger();
    const until = performance.now() + ms;
    let isQuiet = false;
    const loading = runLoad(system, ledger, () => isQuiet);
    const disturbances = await disturb(system, () => performance.now() > until);
    isQuiet = true;
    await loading;
    const lost = await check(system, ledger);
    const crashes = system.parts.reduce((sum, part) => sum + part.crashes, 0);
    const {requests, refusals, wrong, unanswered, longestGapMs} = ledger;
    const created = [...ledger.asked.values()].filter(({id}) => id !== undefined).length;
    return {
      requests,
      created,
      crashes,
      disturbances,
      refusals,
      wrong: await withLogs(system.dataDir, wrong),
      lost,
      unanswered,
      longestGapMs,
    };
  } finally {
    await system.stop();
  }
}

const MOST_EXPLAINED = 20;

/** Faults of ours with what the logs say of their requests: the logs go with the folder. */
async function withLogs(dataDir: string, wrong: readonly string[]): Promise<string[]> {
  if (wrong.length === 0) return [];
  const names = (await readdir(dataDir)).filter(name => name.endsWith(".log"));
  const logs = await Promise.all(names.map(name => readFile(join(dataDir, name), "utf8")));
  const lines = logs.flatMap(text => text.split("\n"));
  return wrong.map((fault, i) => {
    const requestId = /"requestId":"([^"]+)"/.exec(fault)?.[1];
    if (requestId === undefined || i >= MOST_EXPLAINED) return fault;
    const told = lines.filter(line => line.includes(requestId)).map(line => line.slice(0, 1500));
    return [fault, ...told].join("\n");
  });
}
