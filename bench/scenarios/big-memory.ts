import {type Ask, askOf, askOnce} from "../client.ts";
import {say} from "../progress.ts";
import {BIG, BIG_ROWS, type Engine} from "../questions.ts";
import {summaryOf} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {BenchProcess} from "../stage/processes.ts";
import type {Service} from "../stage/service.ts";
import type {Stage} from "../stage/stage.ts";
import {smallAsks, warmUp} from "./serve.ts";

const SAMPLE_MS = 20;
const SETTLE_MS = 1500;

/** How much each process grows while a million rows pass through it, and while three million do. */
export const bigMemory: Scenario = {
  name: "big-memory",
  async run(stage) {
    return [...(await growthOn(stage, "postgres")), ...(await growthOn(stage, "duckdb"))];
  },
};

async function growthOn(stage: Stage, engine: Engine): Promise<Row[]> {
  const service = await stage.service();
  await warmUp((await smallAsks(stage, engine)).subjects, 16);
  const rows: Row[] = [];
  for (const [label, ask] of [
    ["1 M rows", service.ask(service.projects[engine], BIG.query)],
    ["3 M rows", threeMillion(service, engine)],
  ] as const) {
    say(`${label} from ${engine}`);
    const growths: Record<"web" | "worker", number[]> = {web: [], worker: []};
    for (let i = 0; i < (stage.quick ? 1 : 3); i++) {
      await Bun.sleep(SETTLE_MS);
      const {web, worker} = await growth(service, ask);
      growths.web.push(web);
      growths.worker.push(worker);
    }
    for (const name of ["web", "worker"] as const) {
      rows.push(
        rowOf(
          `${engine}: memory growth of the ${name} process at ${label}`,
          {atMost: 100, unit: "MB"},
          summaryOf(growths[name]),
        ),
      );
    }
  }
  return rows;
}

/**
 * A request whose answer contains the whole table in three results, because a single query returns at most a million
 * rows.
 */
function threeMillion({address, token, projects}: Service, engine: Engine): Ask {
  const queries = [0, 1, 2].map(part => ({
    ...BIG.query,
    projectId: projects[engine],
    filters: [{field: "flights.id", op: "between", value: [part * BIG_ROWS + 1, (part + 1) * BIG_ROWS]}],
  }));
  return askOf(address, {
    path: "/api/query/batch",
    headers: {authorization: `Bearer ${token}`},
    body: queries,
  });
}

/** The highest resident memory during the work, minus the memory before it, in MB. */
export async function growth(
  {web, worker}: Service,
  ask: Ask,
): Promise<{web: number; worker: number; sizeBytes: number}> {
  const watches = [watch(web), watch(worker)] as const;
  await Bun.sleep(SAMPLE_MS * 2);
  const {sizeBytes} = await askOnce(ask);
  const [webGrowth, workerGrowth] = await Promise.all(watches.map(stop => stop()));
  return {web: webGrowth ?? Number.NaN, worker: workerGrowth ?? Number.NaN, sizeBytes};
}

/** Watches a process until the returned function is called, which resolves with the process's growth in MB. */
export function watch(process: BenchProcess): () => Promise<number> {
  let running = true;
  const watching = (async () => {
    const before = await process.residentMb();
    let most = before;
    while (running) {
      most = Math.max(most, await process.residentMb());
      await Bun.sleep(SAMPLE_MS);
    }
    return most - before;
  })();
  return () => {
    running = false;
    return watching;
  };
}
