import {expect, test} from "bun:test";
import {supervise} from "../../../bin/start/supervise.ts";
import {runGuarded} from "../../../shared/core/children/guarded-command.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {until} from "../../support/until.ts";

const start = (script: string) => {
  const starts: number[] = [];
  return {
    starts,
    start: async () => {
      starts.push(performance.now());
      const command = ["sh", "-c", script];
      return runGuarded({command, stopSignal: "TERM", env: {PATH: process.env["PATH"]}});
    },
  };
};

test("a process that ends by itself is restarted", async () => {
  const {starts, start: run} = start("sleep 0.1; exit 9");
  const reports: string[] = [];
  const {stop} = supervise({name: "web", start: run, report: message => reports.push(message)});
  await until(() => starts.length >= 2);
  await stop();
  expect(reports[0]).toBe("The web process ended by itself with code 9; starting it again");
});

test("a process that has once come up is restarted however often it ends, with growing pauses, and a stop in a pause is immediate", async () => {
  const {starts, start: run} = start("exit 139");
  const {stop, markReady, ended} = supervise({name: "worker", start: run, report: () => {}});
  markReady();
  await until(() => starts.length >= 6);
  const pauses = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
  // The time that a process takes to start and to end is added.
  for (const [i, atLeast] of [95, 490, 980, 1960, 4900].entries())
    expect([i, (pauses[i] ?? 0) > atLeast]).toEqual([i, true]);
  // The sixth process has ended, and a stop does not wait for the end of the pause.
  await Bun.sleep(300);
  const asked = performance.now();
  await stop();
  await ended;
  expect(performance.now() - asked).toBeLessThan(onBusyMachine(4500));
  expect(starts.length).toBe(6);
});

test("a process that never comes up is given up with its name and its exit code", async () => {
  const {starts, start: run} = start("exit 4");
  const {ended} = supervise({name: "worker", start: run, report: () => {}});
  await expect(ended).rejects.toThrow("The worker process keeps ending by itself, the last time with code 4");
  expect(starts.length).toBe(5);
});
