import {existsSync, readFileSync} from "node:fs";
import {cpus} from "node:os";
import {processorMsOf} from "../../shared/ground/children/processor-time.ts";

/** What a run has taken so far. */
export interface RunCost {
  wallMs: number;
  /** Of this process and of its children that have ended; `undefined` where the system does not report it. */
  processorMs: number | undefined;
  cores: number;
  /** The share of all cores' time in which no process ran, whoever's, from 0 to 1. */
  idleShare: number;
}

const STAT = "/proc/self/stat";

/** Begins to count. The returned function gives the cost since then. */
export function watchCost(): () => RunCost {
  const startedAt = performance.now();
  const before = timesOfCores();
  return () => {
    const now = timesOfCores();
    return {
      wallMs: performance.now() - startedAt,
      processorMs: existsSync(STAT) ? processorMsOf(readFileSync(STAT, "utf8")) : undefined,
      cores: cpus().length,
      idleShare: (now.idle - before.idle) / Math.max(1, now.all - before.all),
    };
  };
}

/** The line at the end of a run: a core that idles has waited for the last tests, or for what tests wait for. */
export function costLine({wallMs, processorMs, cores, idleShare}: RunCost): string {
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  const processor = processorMs === undefined ? "" : `, ${seconds(processorMs)} of processor time`;
  return `took ${seconds(wallMs)}${processor}; ${cores} cores, idle for ${Math.round(idleShare * 100)} %`;
}

function timesOfCores(): {idle: number; all: number} {
  let idle = 0;
  let all = 0;
  for (const {times} of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return {idle, all};
}
