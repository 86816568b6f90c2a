import type {Part, System} from "./system.ts";

/** How often each fault was caused. */
export type Disturbances = Record<string, number>;

const PAUSE_MS = 800;
/** Steps of a clock, in seconds: as large as a correction by a person or a time server, or as a wrong timezone. */
const STEPS = [-7200, -600, 600, 7200];

/** Causes one fault after another, in random order, until `isOver`. Each fault is undone before the next. */
export async function disturb(system: System, isOver: () => boolean): Promise<Disturbances> {
  const {proxy} = system;
  const done: Disturbances = {};
  const faults: Record<string, () => Promise<void>> = {
    "kill -9 of a web process": () => anyOf(system, "web").kill(),
    "kill -9 of a worker": () => anyOf(system, "worker").kill(),
    "kill -9 of Postgres": () => anyOf(system, "postgres").kill(),
    "restart of Postgres": () => anyOf(system, "postgres").restart(),
    "SIGTERM to a web process": () => anyOf(system, "web").restart(),
    "SIGTERM to a worker": () => anyOf(system, "worker").restart(),
    "commits whose answer is lost": async () => {
      const before = proxy.counts.lostCommits;
      proxy.losesCommit = () => Math.random() < 0.3;
      await Bun.sleep(2000);
      proxy.losesCommit = () => false;
      done["commit answers lost"] = (done["commit answers lost"] ?? 0) + proxy.counts.lostCommits - before;
    },
    "results cut in the middle": async () => {
      const before = proxy.counts.cutRows;
      proxy.cutsRow = () => Math.random() < 0.02;
      await Bun.sleep(2000);
      proxy.cutsRow = () => false;
      done["results cut"] = (done["results cut"] ?? 0) + proxy.counts.cutRows - before;
    },
    "silence of the database": async () => {
      proxy.silence();
      await Bun.sleep(500 + Math.random() * 3000);
      proxy.speak();
    },
  };
  const clocks = system.parts.filter(part => part.setClockOff);
  if (clocks.length === 0) done["steps of a clock (libfaketime is not installed)"] = 0;
  else {
    faults["step of a clock"] = async () => {
      const part = oneOf(clocks);
      await part.setClockOff?.(oneOf(STEPS));
      await Bun.sleep(1500 + Math.random() * 2000);
      await part.setClockOff?.(0);
    };
  }
  let waiting: string[] = [];
  while (!isOver()) {
    if (waiting.length === 0) waiting = Object.keys(faults).sort(() => Math.random() - 0.5);
    const name = waiting.pop() ?? "";
    await faults[name]?.();
    done[name] = (done[name] ?? 0) + 1;
    await Bun.sleep(PAUSE_MS);
  }
  return done;
}

function anyOf({parts}: System, kind: Part["kind"]): Part {
  return oneOf(parts.filter(part => part.kind === kind));
}

function oneOf<T>(some: readonly T[]): T {
  return some[Math.floor(Math.random() * some.length)]!;
}
