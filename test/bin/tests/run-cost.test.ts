import {expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {costLine, watchCost} from "../../../bin/tests/run-cost.ts";
import {processorMsOf} from "../../../shared/core/children/processor-time.ts";
import {processorMs} from "../../support/processor-time.ts";

test("the line has the time, the processor time and how long the cores were idle", () => {
  const cost = {wallMs: 812_400, processorMs: 1_500_600, cores: 2, idleShare: 0.076};
  expect(costLine(cost)).toBe("took 812 s, 1501 s of processor time; 2 cores, idle for 8 %");
  expect(costLine({...cost, processorMs: undefined})).toBe("took 812 s; 2 cores, idle for 8 %");
});

test("the processor time includes the process and its ended children, whatever its name", () => {
  const times = "700 80 9000 100";
  const stat = `42 (a) (b c)) S 1 42 42 0 -1 4194560 11 22 33 44 ${times} 20 0 7 0 999 5`;
  expect(processorMsOf(stat)).toBe(98_800);
});

test.skipIf(!existsSync("/proc/self/stat"))(
  "the processor time of a child counts when the child has ended",
  async () => {
    const cost = watchCost();
    const before = cost().processorMs!;
    const own = processorMs();
    const child = Bun.spawn([
      process.execPath,
      "-e",
      "while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i++);",
    ]);
    expect(await child.exited).toBe(0);
    const {processorMs: after, wallMs, idleShare} = cost();
    const ownMs = processorMs() - own;
    expect(after! - before).toBeGreaterThan(250 + ownMs);
    expect(wallMs).toBeGreaterThan(0);
    expect(idleShare).toBeGreaterThanOrEqual(0);
    expect(idleShare).toBeLessThanOrEqual(1);
  },
);
