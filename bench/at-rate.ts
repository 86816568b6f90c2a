import {type Ask, Line} from "./client.ts";

const LINES = 32;

/**
 * Sends the requests at a fixed rate, and returns for each request the milliseconds from its scheduled time to its
 * answer.
 */
export async function atRate(asks: readonly Ask[], perSecond: number): Promise<number[]> {
  const free = await Promise.all(Array.from({length: LINES}, () => Line.open(asks[0]!.port)));
  const lines = [...free];
  const startedAt = performance.now();
  const answers = asks.map(async ({bytes}, n) => {
    const at = (n * 1000) / perSecond;
    await Bun.sleep(Math.max(0, startedAt + at - performance.now()));
    const line = free.pop() ?? (await Line.open(asks[0]!.port));
    await line.exchange(bytes);
    free.push(line);
    return performance.now() - startedAt - at;
  });
  const latencies = await Promise.all(answers);
  for (const line of new Set([...lines, ...free])) line.close();
  return latencies;
}
