import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {say} from "../../progress.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import type {BenchProcess} from "../../stage/processes.ts";
import type {Service} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {ACTS} from "./acts.ts";

/** The default of `SOAK_MINUTES`. */
const MINUTES = 60;
const CLIENTS = 8;
/** How long the highest rate is measured; the soak then runs at half of that rate. */
const WARM_MS = 20_000;
const SETTLE_MS = 5000;

/**
 * An hour of mixed requests at half of the machine's capacity: how much memory, handles and files have grown at the
 * end.
 */
export const soakMixed: Scenario = {
  name: "soak-mixed",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const ms = stage.quick ? 60_000 : Number(process.env["SOAK_MINUTES"] ?? MINUTES) * 60_000;
    const faults = new Map<string, number>();
    const most = await soak(service, WARM_MS, 0, faults);
    // Warms up at the soak's own pace, so that caches are full before the first measurement.
    const pauseMs = (CLIENTS * WARM_MS) / most;
    await soak(service, Math.min(ms, 60_000), pauseMs, faults);
    const before = await measure(stage, service);
    say(
      `soak-mixed: ${(ms / 60_000).toFixed(0)} minutes at half of ${Math.round((most * 1000) / WARM_MS)} a second`,
    );
    const done = await soak(service, ms, pauseMs, faults);
    const after = await measure(stage, service);
    const failed = [...faults].map(([what, times]) => `${times} × ${what}`).join(", ");
    const over = `over ${done} requests in ${(ms / 60_000).toFixed(0)} min`;
    return [
      rowOf("failed requests", {atMost: 0}, summaryOf([total(faults)]), failed),
      ...grown(before, after, over),
    ];
  },
};

interface Sizes {
  /** Measurements by name, such as the resident MB and open handles of each process. */
  [what: string]: number;
}

const MOST: Record<string, {atMost: number; unit?: "MB"}> = {
  "web process memory": {atMost: 50, unit: "MB"},
  "worker memory": {atMost: 100, unit: "MB"},
  "open handles of the web process": {atMost: 10},
  "open handles of the worker": {atMost: 20},
  "connections to Postgres": {atMost: 10},
  "temporary files": {atMost: 0},
};

function grown(before: Sizes, after: Sizes, over: string): Row[] {
  return Object.entries(MOST).map(([what, target]) => {
    const [from = 0, to = 0] = [before[what], after[what]];
    const note = `${from.toFixed(0)} → ${to.toFixed(0)}, ${over}`;
    return rowOf(`growth of ${what}`, target, summaryOf([to - from]), note);
  });
}

async function measure(stage: Stage, {web, worker, databaseUrl}: Service): Promise<Sizes> {
  await Bun.sleep(SETTLE_MS);
  const [row] = await rowsOf<{count: number}>(
    databaseUrl,
    "select count(*)::int as count from pg_stat_activity",
  );
  return {
    "web process memory": await web.residentMb(),
    "worker memory": await worker.residentMb(),
    "open handles of the web process": await handlesOf(web),
    "open handles of the worker": await handlesOf(worker),
    "connections to Postgres": row?.count ?? 0,
    "temporary files": await temporaryFiles(stage.dir),
  };
}

async function handlesOf({pid}: BenchProcess): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

/** The number of files in the folders for temporary files. */
async function temporaryFiles(dir: string): Promise<number> {
  const places = [join(dir, "snapshots", "tmp"), join(dir, "overflow"), join(dir, "tmp")];
  const found = await Promise.all(
    places.map(place => readdir(place, {recursive: true, withFileTypes: true}).catch(() => [])),
  );
  return found.flat().filter(entry => entry.isFile() && !entry.name.endsWith(".lock")).length;
}

/**
 * Returns how many requests were answered. Each client pauses so that it makes one request in `pauseMs`, if possible.
 */
async function soak(
  service: Service,
  ms: number,
  pauseMs: number,
  faults: Map<string, number>,
): Promise<number> {
  const until = performance.now() + ms;
  let done = 0;
  const clients = Array.from({length: CLIENTS}, async (_, i) => {
    for (let n = i; performance.now() < until; n++) {
      const started = performance.now();
      const [name, act] = ACTS[n % ACTS.length]!;
      try {
        done += await act(service);
      } catch (error) {
        const what = `${name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200);
        faults.set(what, (faults.get(what) ?? 0) + 1);
      }
      await Bun.sleep(Math.max(0, 2 * pauseMs - (performance.now() - started)));
    }
  });
  await Promise.all(clients);
  return done;
}

function total(faults: ReadonlyMap<string, number>): number {
  return [...faults.values()].reduce((sum, times) => sum + times, 0);
}
