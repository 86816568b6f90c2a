import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {check} from "./check.ts";
import {type Disturbances, disturb} from "./disturb.ts";
import {Ledger} from "./ledger.ts";
import {runLoad} from "./load.ts";
import {type System, startSystem} from "./system.ts";

export interface FaultReport {
  requests: number;
  created: number;
  /** How often a process has ended without being stopped. */
  crashes: number;
  disturbances: Disturbances;
  /** Requests that were answered as unavailable, or whose connection broke. */
  refusals: number;
  /** Wrong answers, and errors of the service. */
  wrong: string[];
  /** Violations that were found afterwards: something is lost, exists twice, or is left behind. */
  lost: string[];
  unanswered: string[];
  maxGapMs: number;
}

/** Runs the whole service under load and faults for `ms`, and then checks everything. */
export async function runFaults(ms: number): Promise<FaultReport> {
  const system = await startSystem();
  try {
    return await causeFaults(system, ms);
  } finally {
    await system.stop();
  }
}

/** Puts a system under load and faults for `ms`, and then checks everything. */
export async function causeFaults(system: System, ms: number): Promise<FaultReport> {
  const ledger = new Ledger();
  const until = performance.now() + ms;
  let isQuiet = false;
  const loading = runLoad(system, ledger, () => isQuiet);
  const disturbances = await disturb(system, () => performance.now() > until);
  isQuiet = true;
  await loading;
  const lost = await check(system, ledger);
  const crashes = system.parts.reduce((sum, part) => sum + part.crashes, 0);
  const {requests, refusals, wrong, unanswered, maxGapMs} = ledger;
  const created = [...ledger.creations.values()].filter(({id}) => id !== undefined).length;
  return {
    requests,
    created,
    crashes,
    disturbances,
    refusals,
    wrong: await withLogs(system.dataDir, wrong),
    lost,
    unanswered,
    maxGapMs,
  };
}

const MAX_EXPLAINED = 20;

/** Adds the log lines of the requests to the wrong answers, because the logs are removed with the folder. */
async function withLogs(dataDir: string, wrong: readonly string[]): Promise<string[]> {
  if (wrong.length === 0) return [];
  const names = (await readdir(dataDir)).filter(name => name.endsWith(".log"));
  const logs = await Promise.all(names.map(name => readFile(join(dataDir, name), "utf8")));
  const lines = logs.flatMap(text => text.split("\n"));
  return wrong.map((fault, i) => {
    const requestId = /"requestId":"([^"]+)"/.exec(fault)?.[1];
    if (requestId === undefined || i >= MAX_EXPLAINED) return fault;
    const logged = lines.filter(line => line.includes(requestId)).map(line => line.slice(0, 1500));
    return [fault, ...logged].join("\n");
  });
}
