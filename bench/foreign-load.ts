import {type Ask, load} from "./client.ts";
import {summaryOf} from "./rounds.ts";

/** A small query's p99 beside two processes of the lowest priority that compute all the time. */
export async function besideForeignLoad(tiny: Ask): Promise<number> {
  const competitors = Array.from({length: 2}, () =>
    Bun.spawn(["nice", "-n", "19", process.execPath, "-e", "for (;;) Math.sqrt(Math.random())"]),
  );
  try {
    await Bun.sleep(500);
    return (await load(tiny, {clients: 1, ms: 5000})).p99Ms;
  } finally {
    for (const competitor of competitors) competitor.kill();
  }
}

/** The duration of the work, and the small query's p99 meanwhile: the median of the p99s of slices of the work. */
export async function meanwhile(tiny: Ask, work: () => Promise<void>): Promise<[number, number]> {
  let isOver = false;
  const started = performance.now();
  const done = work().then(() => {
    isOver = true;
    return performance.now() - started;
  });
  const p99s: number[] = [];
  while (!isOver) p99s.push((await load(tiny, {clients: 1, ms: 2000})).p99Ms);
  return [await done, summaryOf(p99s).median];
}
