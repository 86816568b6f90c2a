import {load} from "../../client.ts";
import {say} from "../../progress.ts";
import {smallQuery} from "../../questions.ts";
import {summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";

const QUERIES = 200_000;
const WARM_QUERIES = 20_000;
const CLIENTS = 16;
const STEPS = 10;
const SETTLE_MS = 3000;

/** Two hundred thousand queries on both engines and on the cache: how much the processes have grown afterwards. */
export const soak: Scenario = {
  name: "soak",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const asks = Object.values(service.projects).map(project => service.ask(project, smallQuery()));
    const queries = stage.quick ? QUERIES / 20 : QUERIES;
    const run = (count: number) => load(asks, {clients: CLIENTS, ms: 3_600_000, count});
    const resident = async () => {
      await Bun.sleep(SETTLE_MS);
      return {web: await service.web.residentMb(), worker: await service.worker.residentMb()};
    };
    await run(stage.quick ? 1000 : WARM_QUERIES);
    const before = await resident();
    for (let step = 0; step < STEPS; step++) {
      say(`soak: ${(step * queries) / STEPS} of ${queries} queries`);
      await run(queries / STEPS);
    }
    const after = await resident();
    return (["web", "worker"] as const).map(name =>
      rowOf(
        `memory growth of the ${name} process over ${queries} queries`,
        {atMost: 20, unit: "MB"},
        summaryOf([after[name] - before[name]]),
        `${before[name].toFixed(0)} → ${after[name].toFixed(0)} MB`,
      ),
    );
  },
};
