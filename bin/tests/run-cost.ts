import {existsSync, readFileSync} from "node:fs";
import {cpus} from "node:os";
import {processorMsOf} from "../../shared/core/children/processor-time.ts";

/** The cost of a run so far. */
export interface RunCost {
  wallMs: number;
  /**
   * The processor time of this process and of its children that have ended; `undefined` if the system does not report
   * it.
   */
  processorMs: number | undefined;
  cores: number;
  /** The share of all cores' time, from 0 to 1, in which no process of the machine ran. */
  idleShare: number;
}

const STAT = "/proc/self/stat";

/** Starts the measurement. The returned function returns the cost since then. */
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

/**
 * The line at the end of a run. Cores are idle while they wait for the last tests, or while tests wait for something.
 */
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
